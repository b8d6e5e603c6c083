"""The exact versions of everything that is installed, with the hash of every file that may be installed for them.

    python scripts/lock.py [--upgrade]        (`make lock`)

Writes requirements.lock, which `make setup` installs with --require-hashes, and constraints.txt, the same versions for
installations that need only some of them. Versions stay as they are unless pyproject.toml demands others or --upgrade
is given. It asks the package index, through uv in an environment that is thrown away.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
CONSTRAINTS = ROOT / "constraints.txt"
UV = "uv==0.13.8"
OLDEST_PYTHON = "3.11"
INSTALLERS = ("pip", "setuptools", "wheel")
"""What installs the rest, and so stands in no list of dependencies."""

LOCK_HEADER = "# Made by `make lock`: what `make setup` installs, with the hashes of all files of each version.\n"
CONSTRAINTS_HEADER = (
    "# Made by `make lock` from requirements.lock: the exact versions. pyproject.toml holds the ranges that work.\n"
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Pin everything that is installed, with hashes.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions that pyproject.toml allows")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="croupier-lock-") as folder:
        resolved = resolve(Path(folder), asked.upgrade)
    LOCK.write_text(LOCK_HEADER + resolved, encoding="utf-8")
    CONSTRAINTS.write_text(constraints(LOCK.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{len(pins(resolved))} versions are pinned")


def resolve(folder: Path, upgrade: bool) -> str:
    """The lines of the lock, for every Python and system at once."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    pip = [str(folder / "venv/bin/python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    subprocess.run([*pip, UV], check=True)
    (folder / "installers.txt").write_text("\n".join(INSTALLERS), encoding="utf-8")
    out = folder / "requirements.lock"
    if LOCK.exists() and not upgrade:
        # Versions only: uv would keep the hashes that it finds there, also wrong ones.
        out.write_text("\n".join(pins(LOCK.read_text(encoding="utf-8"))), encoding="utf-8")
    command = [str(folder / "venv/bin/uv"), "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
    command += ["--python-version", OLDEST_PYTHON, "--no-emit-index-url", "--no-header", "--no-annotate"]
    command += ["--extra", "dev", str(ROOT / "pyproject.toml"), str(folder / "installers.txt")]
    subprocess.run([*command, "--output-file", str(out)], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return out.read_text(encoding="utf-8")


def pins(lock: str) -> list[str]:
    """The versions in a lock, as `name==version`."""
    return re.findall(r"^[\w.-]+==[^\s;\\]+", lock, re.MULTILINE)


def constraints(lock: str) -> str:
    """What constraints.txt must hold."""
    return CONSTRAINTS_HEADER + "".join(f"{pin}\n" for pin in pins(lock))


if __name__ == "__main__":
    main()
