#!/usr/bin/env bash
# The same benchmark on Python 3.13, in an environment of its own (.venv-3.13), because compiled code has turned out
# faster on one Python than on another. Without a Python 3.13 there is nothing to do. Arguments go to `croupier bench`.
set -euo pipefail
cd "$(dirname "$0")/.."

# A command of that name may be a launcher for a Python that is not installed: it has to run.
python=""
for candidate in python3.13 "$HOME"/.pyenv/versions/3.13*/bin/python3.13; do
    if "$candidate" -c '' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "no python3.13 here: benchmarked on one Python only"
    exit 0
fi

venv=.venv-3.13
sources=$(find src setup.py pyproject.toml constraints.txt -type f ! -name '*.so' ! -name '_compiled.json' \
    ! -path '*/__pycache__/*' ! -path '*.egg-info/*' -print0 | sort -z | xargs -0 cat | sha256sum)

if [ "$(cat "$venv/.installed" 2>/dev/null)" != "$sources" ]; then
    echo "building for $("$python" --version)"
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
    # From a copy, so that the build of this checkout stays as it is.
    tar -c --exclude='*.so' --exclude=_compiled.json --exclude=__pycache__ --exclude='*.egg-info' \
        src setup.py pyproject.toml README.md LICENSE | tar -x -C "$copy"
    test -x "$venv/bin/python" || "$python" -m venv "$venv"
    install=("$venv/bin/python" -m pip --disable-pip-version-check install --quiet --constraint constraints.txt)
    "${install[@]}" pip setuptools wheel mypy librt mypy-extensions msgspec
    CROUPIER_REQUIRE_COMPILED=1 "${install[@]}" --no-build-isolation "$copy"
    echo "$sources" >"$venv/.installed"
fi

"$venv/bin/croupier" bench "$@"
