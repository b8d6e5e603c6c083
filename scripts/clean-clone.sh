#!/usr/bin/env bash
# The first five minutes of somebody who has just cloned it: `make run`, then the bot of README.md saved under its name and run
# by the README's own command, in a fresh clone with a fresh environment. It fails if that takes longer than LIMIT seconds.
# Behind that `make run` once more, which has nothing to build, and `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."

LIMIT=${LIMIT:-300}

if [ -n "$(git status --porcelain)" ]; then
    echo "note: what is not committed is not in the clone" >&2
fi

clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
git clone --quiet --no-local . "$clone/croupier"

clean() { env -i HOME="$HOME" PATH="$PATH" CROUPIER_DB="$clone/runs.sqlite" "$@"; }

began=$SECONDS
clean make -C "$clone/croupier" run
(
    cd "$clone/croupier"
    .venv/bin/python scripts/readme_bot.py my_bot.py
    line=$(grep -m1 '^\$ croupier run cuttle my_bot.py' README.md)
    read -ra command <<<"${line#\$ croupier }"
    clean .venv/bin/croupier "${command[@]}" | tee first.txt
    # The first row of the table is the winner's.
    awk '/^ +(my_bot|random) /{ found = 1; exit $1 != "my_bot" } END { if (!found) exit 1 }' first.txt || { echo "the bot of README.md does not win" >&2; exit 1; }
    rm first.txt my_bot.py
)
took=$((SECONDS - began))
echo "from clone to a first bot that wins: $took s (at most $LIMIT)"
if [ "$took" -gt "$LIMIT" ]; then
    echo "the first five minutes took $took s, and $LIMIT are allowed" >&2
    exit 1
fi

clean make -C "$clone/croupier" run
clean make -C "$clone/croupier" test
echo "a fresh clone runs and passes its tests"
