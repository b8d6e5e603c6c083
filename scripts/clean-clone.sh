#!/usr/bin/env bash
# Does it work for somebody who has just cloned it? Clones the last commit, then `make run` (twice) and `make test`
# there, with nothing of this shell's environment but HOME and PATH.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -n "$(git status --porcelain)" ]; then
    echo "note: what is not committed is not in the clone" >&2
fi

clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
git clone --quiet --no-local . "$clone/croupier"

clean() { env -i HOME="$HOME" PATH="$PATH" "$@"; }
clean make -C "$clone/croupier" run
clean make -C "$clone/croupier" run
clean make -C "$clone/croupier" test
echo "a fresh clone runs and passes its tests"
