#!/usr/bin/env bash
# Each verb of the protocol beside the Python tool: `benches/against-dsp-cli-py.sh FOLDER DSP_CLI_PY [RUNS]`.
#
# FOLDER has a `.dsp/`, which is copied twice into a scratch folder: each tool asks and writes in its own copy, in turns, and
# both do the same. Prints the median of each verb in milliseconds and the ratio. PYTHON says which interpreter runs the
# Python tool. With WATCH=1 somebody watches our copy; with STATIC=1 our program is linked as by `cargo static`.
set -euo pipefail
shopt -s inherit_errexit

folder=$(realpath "$1")
script=$(realpath "$2")
runs=${3:-5}
python=${PYTHON:-python3}
here=$(cd "$(dirname "$0")/.." && pwd)
# The flags of the alias in .cargo/config.toml.
linked=()
if [[ ${STATIC:-0} == 1 ]]; then linked=(-Ctarget-feature=+crt-static -Crelocation-model=static); fi
cargo rustc --quiet --manifest-path "$here/Cargo.toml" --profile quick --locked --bin dsp-cli -- "${linked[@]}"
program=$here/target/quick/dsp-cli
scratch=$(mktemp -d)
watcher=
finish() {
    [[ -z $watcher ]] || kill "$watcher"
    rm -rf "$scratch"
}
trap finish EXIT

for side in ours theirs; do
    mkdir -p "$scratch/$side"
    git -C "$scratch/$side" init --quiet
    cp -R "$folder/.dsp" "$scratch/$side"
done
sync

# What each side is told, with its own uids; the time of each run, in microseconds, by verb.
declare -A told
declare -a verbs=()
declare -A times
declare -A codes
# Starts processes with next to nothing around them: a shell that forks adds a millisecond to each. A line of arguments in, the
# microseconds that it took and its exit code out.
coproc TIMER {
    exec "$python" -u -c '
import os, sys, time
for line in sys.stdin:
    told, *command = line.rstrip("\n").split("\t")
    actions = [(os.POSIX_SPAWN_OPEN, 1, told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
               (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter_ns()
    status = os.waitpid(os.posix_spawnp(command[0], command, os.environ, file_actions=actions), 0)[1]
    print((time.perf_counter_ns() - start) // 1000, os.WEXITSTATUS(status))'
}
one() { # SIDE ARGUMENT…
    local side=$1 took line
    shift
    local command=("$program" --root "$scratch/ours")
    if [[ $side == theirs ]]; then command=("$python" "$script" --root "$scratch/theirs"); fi
    printf -v line '\t%s' "${command[@]}" "$@"
    echo "$scratch/told$line" >&"${TIMER[1]}"
    read -r took "codes[$side]" <&"${TIMER[0]}"
    told[$side]=$(< "$scratch/told")
    times[$side:$1]+="$took "
}
# The same for both, who take turns at being first; `@NAME` is what that side keeps under that name.
both() {
    [[ " ${verbs[*]} " == *" $1 "* ]] || verbs+=("$1")
    local sides=(ours theirs) side arguments word
    if ((run % 2)); then sides=(theirs ours); fi
    for side in "${sides[@]}"; do
        arguments=()
        for word in "$@"; do
            if [[ $word == @* ]]; then word=${told[$side:${word#@}]}; fi
            arguments+=("$word")
        done
        one "$side" "${arguments[@]}"
    done
    # A call that fails is a quick one, and tells nothing of the other.
    if [[ ${codes[ours]} != "${codes[theirs]}" ]]; then
        echo "$1: exit codes ${codes[ours]} and ${codes[theirs]}" >&2
    fi
}
keep() { for side in ours theirs; do told[$side:$1]=$(tail -n 1 <<< "${told[$side]}"); done; }
median() { tr ' ' '\n' | sed '/^$/d' | sort -n | awk '{ all[NR] = $1 } END { printf "%.1f", all[int((NR + 1) / 2)] / 1000 }'; }

# The entities that are asked about, from all over the store.
mapfile -t uids < <(ls "$folder/.dsp" | grep '^obj-' | awk -v n="$((2 * runs))" '{ all[NR] = $0 }
    END { for (i = 0; i < n; i++) print all[1 + int((i + 0.5) * NR / n)] }')
source_of() { sed -n 's/^source: //p' "$folder/.dsp/$1/description"; }

# The stamps of files count once they are some seconds old.
sleep 4
"$program" --root "$scratch/ours" search warm > /dev/null || true
"$program" --root "$scratch/ours" get-stats > /dev/null
if [[ ${WATCH:-0} == 1 ]]; then
    "$program" -q --root "$scratch/ours" watch &
    watcher=$!
    sleep 4
fi
"$python" "$script" --root "$scratch/theirs" rebuild-cache > /dev/null

for run in $(seq "$runs"); do
    uid=${uids[2 * run - 2]}
    other=${uids[2 * run - 1]}
    both get-entity "$uid"
    both get-shared "$uid"
    both get-recipients "$uid"
    both get-children "$uid"
    both get-parents "$uid" --depth 3
    both get-path "$uid" "$other"
    both search "$(basename "$(source_of "$uid")")"
    both find-by-source "$(source_of "$uid")"
    both read-toc
    both get-orphans
done
for run in 1 2; do
    both detect-cycles
    both get-stats
done
for run in $(seq "$runs"); do
    other=${uids[2 * run - 1]}
    both create-object "bench/added$run.ts" "It is new"
    keep object
    both create-function "bench/added$run.ts#f" "A part of it" --owner @object
    keep function
    both create-shared @object @function
    both add-import "$other" @function "It is called" --exporter @object
    both update-import-why "$other" @function "It is called twice" --exporter @object
    both update-description @object --purpose "It is not so new"
    both move-entity @object "bench/moved$run.ts"
    both create-object "bench/root$run.ts" "A root" --new-root
    keep root
    both add-to-toc --toc @root @object
    both move-to-toc --from @root --to default @function
    both remove-import "$other" @function --exporter @object
    both remove-shared @object @function
    both remove-entity @function
done
for run in 1 2 3; do
    both init
    both rebuild-cache
done

for verb in "${verbs[@]}"; do
    ours=$(median <<< "${times[ours:$verb]}")
    theirs=$(median <<< "${times[theirs:$verb]}")
    echo "$verb: ours $ours ms, theirs $theirs ms, ratio $(awk "BEGIN { printf \"%.1f\", $theirs / $ours }")"
done
