"""Write docs/pictures/battle.svg: what `make run` prints, as a picture of a terminal."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs/pictures/battle.svg"
COLUMNS = 100


def main() -> None:
    """Play the battle and draw its table, its intervals and its verdict."""
    with TemporaryDirectory() as folder:
        command = ["run", "kittens", "bots/kittens", "-n", "400", "--seed", "7", "--no-journal"]
        command += ["--highlight", f"{folder}/match.html"]
        croupier = [sys.executable, "-m", "croupier", *command]
        done = subprocess.run(croupier, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    end = next(number for number, line in enumerate(lines) if "is clearly the best" in line or "Too close" in line)
    exciting = [line for line in lines if line.startswith("Most exciting match")]
    # Without the time, which belongs to the machine that drew the picture.
    shown = [re.sub(r"; [\d.]+ s, .*", ".", line.rstrip()) for line in [*lines[: end + 2], *exciting]]
    console = Console(record=True, width=COLUMNS, file=StringIO(), color_system="truecolor", force_terminal=True)
    console.print(Text("$ make run", style="bold green"))
    for line in shown:
        text = Text(line)
        text.highlight_regex(r"^Exploding Kittens$|^careful is clearly.*", "bold")
        text.highlight_regex(r"[├─●┤]+", "cyan")
        text.highlight_regex(r"·+", "dim")
        console.print(text)
    PICTURE.write_text(console.export_svg(title="croupier"), encoding="utf-8")


if __name__ == "__main__":
    main()
