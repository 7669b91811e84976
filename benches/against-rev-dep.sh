#!/usr/bin/env bash
# Whole processes in turn, ours and rev-dep's, and the ratio of their medians.
#   benches/against-rev-dep.sh REPOSITORY [RUNS]
# rev-dep is the npm package of that name; its native binary is used, without the wrapper in Node.
# Set REV_DEP=/path/to/the/binary to use one that is there, else npm installs it into a temporary folder.
set -euo pipefail
repository=$(cd "${1:?usage: benches/against-rev-dep.sh REPOSITORY [RUNS]}" && pwd)
runs=${2:-9}
here=$(cd "$(dirname "$0")/.." && pwd)

(cd "$here" && cargo build --release --quiet)
ours=${CARGO_TARGET_DIR:-$here/target}/release/dsp-cli
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "${REV_DEP:-}" ]; then
  npm install --silent --prefix "$scratch/npm" rev-dep >&2
  REV_DEP=$(find "$scratch/npm/node_modules/@rev-dep" -type f -path '*/bin/*' | head -n 1)
fi

# Prints "cpu wall" of one run, in seconds.
timed() {
  local TIMEFORMAT='%U %S %R'
  { time "$@" >"$scratch/out" 2>/dev/null; } 2>&1 | awk 'END { print $1 + $2, $3 }'
}
ours_once() { timed "$ours" edges --no-cache --format tsv --quiet --root "$repository"; }
theirs_once() { (cd "$repository" && timed "$REV_DEP" debug get-tree-for-cwd --follow-monorepo-packages); }

ours_once >/dev/null
theirs_once >/dev/null
for _ in $(seq "$runs"); do
  ours_once >>"$scratch/ours"
  theirs_once >>"$scratch/theirs"
done
median() { awk -v column="$2" '{ print $column }' "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
for column in 1 2; do
  name=$([ "$column" = 1 ] && echo CPU || echo wall)
  a=$(median "$scratch/ours" "$column")
  b=$(median "$scratch/theirs" "$column")
  awk -v name="$name" -v a="$a" -v b="$b" 'BEGIN { printf "%-5s dsp-cli %.3f s   rev-dep %.3f s   ratio %.2f\n", name, a, b, a / b }'
done
