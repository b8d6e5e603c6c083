#!/bin/sh
# What pip cannot install: Python itself, its venv module, a C compiler, the headers of Python, node for the example in
# JavaScript and the page, a PostgreSQL server for the tests of the store, and a browser for those of the page.
# Looks first, installs only what is missing, and only as root with apt; otherwise says what to install and why.
# usage: system-packages.sh [PYTHON]
set -eu

python=${1:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "croupier needs Python 3.11 or newer, and '$python' is not; try: make setup PYTHON=python3.12" >&2
    exit 1
fi

missing_venv=""
missing_compiler=""
missing_node=""
missing_sandbox=""
missing_server=""
missing_browser=""
"$python" -c 'import ensurepip, venv' 2>/dev/null || missing_venv="python3-venv"
command -v "${CC:-cc}" >/dev/null || command -v gcc >/dev/null || missing_compiler="gcc libc6-dev"
"$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' ||
    missing_compiler="$missing_compiler python3-dev"
{ command -v node && command -v npm; } >/dev/null || missing_node="nodejs npm"
[ "$(uname -s)" != Linux ] || command -v bwrap >/dev/null || missing_sandbox="bubblewrap"

{ command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; } || missing_server="postgresql"
{ command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null || missing_browser="chromium"

missing=$(echo $missing_venv $missing_compiler $missing_node $missing_sandbox $missing_server $missing_browser)
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "installing $missing"
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; then
        exit 0
    fi
    echo "apt could not install them" >&2
fi

echo "missing on this machine (names as in Debian and Ubuntu): $missing" >&2
if [ -n "$missing_compiler" ]; then
    echo "  $(echo $missing_compiler): compiles the rules; without it they run as plain Python, about 50 times slower" >&2
fi
if [ -n "$missing_node" ]; then
    echo "  $missing_node: builds the browser page, and runs the Belote example in JavaScript" >&2
fi
if [ -n "$missing_sandbox" ]; then
    echo "  $missing_sandbox: the better of two ways to lock up other people's bots; see croupier doctor" >&2
fi
if [ -n "$missing_server" ]; then
    echo "  $missing_server: the store is tested with it; nothing else needs it" >&2
fi
if [ -n "$missing_browser" ]; then
    echo "  $missing_browser: the page is tested in it; nothing else needs it" >&2
fi
if [ -n "$missing_venv" ]; then
    echo "  $missing_venv: makes the .venv that everything is installed in; nothing works without it" >&2
fi
echo "  install with: sudo apt-get install $missing" >&2
[ -z "$missing_venv" ]
