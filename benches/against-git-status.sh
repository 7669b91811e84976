#!/usr/bin/env bash
# What a sync of the index costs beside `git status`: `benches/against-git-status.sh REPOSITORY [RUNS]`.
#
# Two clones in a scratch folder: one without `.dsp/`, in which git is asked, and one with `.dsp/` written and committed,
# in which dsp-cli runs; both are edited and staged alike. Prints the median of each in milliseconds and the ratio, for:
# nothing changed; inner edits of 1 and 50 files; exports added to 1 and to 5 of 50 files; an import added to 1 file, in
# each run of another one; a new file, and that file gone; a test that lies elsewhere; another version in a package.json;
# one more package there, and its import; an option and an alias in a tsconfig. The runs of both take turns.
set -euo pipefail
shopt -s inherit_errexit

repository=$(realpath "$1")
runs=${2:-9}
here=$(cd "$(dirname "$0")/.." && pwd)
cargo build --quiet --manifest-path "$here/Cargo.toml" --profile quick --locked
program=$here/target/quick/dsp-cli
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x

for clone in plain mapped; do git clone --quiet --no-hardlinks --local "$repository" "$scratch/$clone"; done
# Both are packed: from loose objects git takes half as long again, which would flatter us.
git -C "$scratch/plain" gc --quiet
(cd "$scratch/mapped" && "$program" -q bootstrap --markers off > /dev/null && git add --all &&
    git -c gc.auto=0 commit --quiet --message "The map" && git gc --quiet && "$program" -q sync --staged)

# Microseconds that a command takes, which must succeed.
timed() {
    local start end
    start=$(date +%s%N)
    "$@" > /dev/null
    end=$(date +%s%N)
    echo $(((end - start) / 1000))
}
median() { sort -n | awk '{ all[NR] = $1 } END { printf "%.1f", all[int((NR + 1) / 2)] / 1000 }'; }

# `measure TITLE EDIT`: each run does EDIT, a function of the run's number, stages it, and syncs.
measure() {
    local ours=() git=() run took clone
    for run in $(seq "$runs"); do
        for clone in plain mapped; do (cd "$scratch/$clone" && "$2" "$run" && git add --all); done
        took=$(cd "$scratch/mapped" && timed "$program" -q sync --staged)
        ours+=("$took")
        took=$(cd "$scratch/plain" && timed git status)
        git+=("$took")
    done
    local a b
    a=$(printf '%s\n' "${ours[@]}" | median)
    b=$(printf '%s\n' "${git[@]}" | median)
    echo "$1: sync $a ms, git status $b ms, ratio $(awk "BEGIN { printf \"%.2f\", $a / $b }")"
}

# So many of the sources that git tracks, from all over the repository, others in each run: some are known to many tables and users, and
# some to few. Not those that a run added.
sources() {
    git ls-files '*.ts' '*.py' '*.go' ':!*.d.ts' ':!*/added[0-9]*' ':!added[0-9]*' | awk -v n="$1" -v run="$2" '{ all[NR] = $0 } END {
        shift = run * 0.618 - int(run * 0.618)
        for (i = 0; i < n && i < NR; i++) print all[1 + int((i + shift) * NR / n)]
    }'
}
comment() { case $1 in *.py) echo "# $2" ;; *) echo "// $2" ;; esac; }
declaration() {
    case $1 in
        *.py) echo "def added_$2(): pass" ;;
        *.go) echo "func Added$2() {}" ;;
        *) echo "export function added$2() {}" ;;
    esac
}
import() {
    local other
    case $1 in
        *.py) echo "import json as json_$2" ;;
        *.go) echo "// $2" ;;
        *)
            other=$(sources 1 $(($2 + 1000)))
            other=$(realpath --relative-to "$(dirname "$1")" "${other%.*}")
            [[ $other == .* ]] || other=./$other
            echo "import { name as name$2 } from '$other'"
            ;;
    esac
}
nothing() { :; }
inner() { sources 1 "$1" | while read -r file; do comment "$file" "run $1" >> "$file"; done; }
outer() { sources 1 "$1" | while read -r file; do declaration "$file" "$1" >> "$file"; done; }
importing() { sources 1 "$1" | while read -r file; do import "$file" "$1" >> "$file"; done; }
adding() { sources 1 "$1" | while read -r file; do declaration "$file" "$1" > "$(dirname "$file")/added$1.${file##*.}"; done; }
going() { git ls-files "*/added$1.*" "added$1.*" | xargs rm -f; }
# The line of its input that is that of the run.
pick() {
    awk -v run="$1" '{ all[NR] = $0 } END { shift = run * 0.618 - int(run * 0.618); if (NR) print all[1 + int(shift * NR)] }'
}
elsewhere() {
    git ls-files "*.spec.ts" "*.test.ts" | pick "$1" | while read -r file; do
        mv "$file" "$(dirname "$file")/moved$1-$(basename "$file")"
    done
}
bumping() {
    git ls-files package.json "*/package.json" | xargs grep -l '": "^[0-9]' | pick "$1" |
        xargs -r sed -i -E "0,/\": \"\^[0-9][0-9.]*\"/s//\": \"^9.$1.0\"/"
}
declaring() {
    local manifest folder
    manifest=$(git ls-files package.json '*/package.json' | xargs grep -l '"dependencies": {' | pick "$1")
    folder=$(dirname "$manifest")
    sed -i "0,/\"dependencies\": {/s//\"dependencies\": {\n    \"added-$1\": \"^1.0.0\",/" "$manifest"
    git ls-files "$folder/*.ts" ':!*.d.ts' | pick "$1" | while read -r file; do echo "import added$1 from 'added-$1'" >> "$file"; done
}
configured() {
    git ls-files 'tsconfig*.json' '*/tsconfig*.json' | xargs grep -l "\"$2\": {" | pick "$1" |
        xargs -r sed -i "0,/\"$2\": {/s||\"$2\": {\n    \"added$1\": $3,|"
}
compiling() { configured "$1" compilerOptions true; }
aliasing() { configured "$1" paths '["./added"]'; }
fifty_inner() { sources 50 "$1" | while read -r file; do comment "$file" "run $1" >> "$file"; done; }
fifty() { fifty_inner "$1" && sources 5 "$1" | while read -r file; do declaration "$file" "$1of50" >> "$file"; done; }

measure "nothing changed" nothing
measure "one file, an inner edit" inner
measure "50 files, inner edits" fifty_inner
measure "one file, a new export" outer
measure "one file, a new import" importing
measure "one file that is new" adding
measure "one file that is gone" going
measure "one test that lies elsewhere" elsewhere
measure "one version in a manifest" bumping
measure "one package that is declared and imported" declaring
measure "one option of a compiler" compiling
measure "one alias in a tsconfig" aliasing
measure "50 files, 5 with a new export" fifty
