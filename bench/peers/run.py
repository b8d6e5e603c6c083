"""Croupier beside other packages that play card games, in one run and one table: `make bench-peers`.

    python bench/peers/run.py [--write] [--only NAME ...] [--seconds S]

Each is installed from the package index into an environment of its own, below .venv-peers, and so is Croupier, from a
wheel of this checkout. The games differ, so the figures tell what a game costs in each package and not who is better.
What cannot be installed or played here is named with the reason. --write puts the table into docs/peers.md.
"""

import argparse
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path

from packages import FOLDER, PEERS, ROOT, Package, Skipped, croupier
from table import Row, markdown, rows

PAGE = ROOT / "docs" / "peers.md"
BEGIN, END = "<!-- the table begins -->", "<!-- the table ends -->"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure Croupier and other packages in one run.")
    parser.add_argument("--write", action="store_true", help="put the table into docs/peers.md")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these packages; croupier is one of them")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each round of games")
    asked = parser.parse_args()
    known = {"croupier", *(peer.name for peer in PEERS)}
    if unknown := set(asked.only or ()) - known:
        parser.error(f"there is no package {', '.join(sorted(unknown))} here; there are {', '.join(sorted(known))}")
    packages = [croupier(own_wheel()), *PEERS]
    table: list[Row] = []
    skipped: list[str] = []
    for package in packages:
        if asked.only is None or package.name in asked.only:
            measured, reason = attempt(package, asked.seconds)
            table += measured
            skipped += reason
    text = "\n".join([markdown(table), "", *skipped, about()])
    print(text)
    if asked.write:
        write(PAGE, text)


def attempt(package: Package, seconds: float) -> tuple[list[Row], list[str]]:
    try:
        installed = package.install()
        return rows(package.name, installed, package.measure(seconds)), []
    except Skipped as reason:
        return [], [f"- skipped: {package.name}; {reason}"]


def own_wheel() -> Path:
    """A wheel of this checkout, with the compiled core where that is up to date."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import dist

    out = FOLDER / "wheel"
    out.mkdir(parents=True, exist_ok=True)
    for old in out.iterdir():
        old.unlink()
    subprocess.run([sys.executable, str(ROOT / "scripts/dist.py"), "--only", "pure", str(out)], check=True, stdout=2)
    (pure,) = out.glob("*.whl")
    return dist.with_core(pure, ROOT / "src", out) if dist.core_is_fresh() else pure


def about() -> str:
    return (
        f"\nMeasured on {date.today():%d %B %Y} with Python {platform.python_version()} on {processor()}. "
        "Rates are per second of processor time, one process; install times depend on the network."
    )


def processor() -> str:
    names = [line for line in cpu_lines() if line.startswith("model name")]
    return names[0].partition(":")[2].strip() if names else platform.machine()


def cpu_lines() -> list[str]:
    try:
        return Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return []


def write(page: Path, text: str) -> None:
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
