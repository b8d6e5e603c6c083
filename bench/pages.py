"""Rewrite docs/speed.md: run every benchmark and insert its output as printed.

python bench/pages.py            all of them, which takes some minutes on a quiet machine
python bench/pages.py coup web   only these; the others keep what they have
"""

import platform
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "speed.md"
BENCHES = {
    "croupier": "Cuttle: the core, and two Python bots",
    "kittens": "Exploding Kittens",
    "coup": "Coup",
    "bluff": "Bluff",
    "belote": "Belote, beside a twin in C",
    "sandbox": "What the sandbox costs",
    "transports": "A bot elsewhere: round trips",
    "arena": "Many matches: workers, journal, resuming",
    "ratings": "Ratings",
    "search": "One move of the search",
    "learning": "Learning environments",
    "puzzles": "Puzzles: mining and exams",
    "web": "The browser app's server",
    "browser": "The table in a browser: layout shift, keys, hints",
}
SECTION = re.compile(r"^<!-- figures: (\w+) -->\n.*?^<!-- end -->\n", re.MULTILINE | re.DOTALL)
CHECKED = "<!-- checked by: tests/manual/test_measured.py -->"


def command_of(name: str) -> list[str]:
    return ["-m", "croupier", "bench"] if name == "croupier" else [f"bench/{name}.py"]


def section(name: str, day: str, printed: str) -> str:
    """One benchmark as it stands in the page."""
    shown = "croupier bench" if name == "croupier" else f"python bench/{name}.py"
    about = f"## {BENCHES[name]}\n\n{day}\n\n{CHECKED}\n```text\n$ {shown}\n{printed.strip()}\n```\n"
    return f"<!-- figures: {name} -->\n{about}<!-- end -->\n"


def written(page: str, new: dict[str, str]) -> str:
    """The page with these sections replaced, in the order of the benchmarks."""
    old = {found[1]: found[0] for found in SECTION.finditer(page)} | new
    head = SECTION.sub("", page).rstrip("\n")
    return "\n".join([f"{head}\n", *(old[name] for name in BENCHES if name in old)])


def main() -> None:
    machine = f"{platform.machine()}, {platform.system()} {platform.release()}, Python {platform.python_version()}"
    for name in sys.argv[1:] or BENCHES:
        print(f"{name} ...", flush=True)
        done = subprocess.run(
            [sys.executable, *command_of(name)], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
        )
        day = f"Printed on {date.today()}, {machine}."
        PAGE.write_text(
            written(PAGE.read_text(encoding="utf-8"), {name: section(name, day, done.stdout)}), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
