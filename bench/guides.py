"""How long a newcomer needs for the guide of a game: from `croupier new` to a bot that beats `easy`.

python bench/guides.py            all games
python bench/guides.py coup       one game

The part "A bot in five minutes" of docs/games/GAME.md is followed from its first line to `croupier climb`, in an empty
folder: files are saved, commands are run, and the time they take is measured. The time of the person is estimated:
words read and characters typed at the speeds below, and a pause for each file that is copied and saved. No person was
timed.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

GUIDES: Final = Path(__file__).parents[1] / "docs" / "games"
GAMES: Final = ("kittens", "coup", "cuttle", "bluff", "belote")
WORDS_PER_MINUTE: Final = 150
"""Reading speed, code included: people read technical text at 100 to 200 words per minute."""
CHARACTERS_PER_MINUTE: Final = 150
"""Typing speed, for commands."""
SECONDS_PER_FILE: Final = 20
"""To copy a file of the page, and save it."""
BLOCK: Final = re.compile(r"(?:^<!--[^\n]*-->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```\n", re.MULTILINE | re.DOTALL)


def main() -> None:
    print("guide     commands   reading   typing   files   together")
    for game in sys.argv[1:] or GAMES:
        with TemporaryDirectory() as folder:
            print(follow(game, Path(folder)), flush=True)


def follow(game: str, folder: Path) -> str:
    """Follow the guide of a game, and return its line of the table."""
    part = (GUIDES / f"{game}.md").read_text(encoding="utf-8").partition("## A bot in five minutes\n")[2]
    running, typed, files, read = 0.0, 0, 0, 0
    end = 0
    for block in BLOCK.finditer(part):
        read += len(part[end : block.end()].split())
        end = block.end()
        if block["kind"] == "python":
            name = block["text"].partition("\n")[0].removeprefix("# ")
            (folder / name).write_text(block["text"], encoding="utf-8")
            files += 1
            continue
        for line in re.findall(r"^\$ (.*)$", block["text"], re.MULTILINE):
            typed += len(line)
            began = perf_counter()
            printed = run(line, folder)
            running += perf_counter() - began
            if line.startswith("croupier climb"):
                assert "You beat easy" in printed, printed
                return _line(game, running, read, typed, files)
    raise SystemExit(f"the guide of {game} does not climb")


def run(line: str, folder: Path) -> str:
    """Run a command of the page, and return what it printed."""
    command = [sys.executable, "-m", *shlex.split(line)]
    environment = {**os.environ, "CROUPIER_DB": str(folder / "runs.sqlite")}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{line} ended with {done.returncode}")
    return done.stdout


def _line(game: str, running: float, read: int, typed: int, files: int) -> str:
    reading, typing, saving = read / WORDS_PER_MINUTE, typed / CHARACTERS_PER_MINUTE, files * SECONDS_PER_FILE
    together = running / 60 + reading + typing + saving / 60
    return (
        f"{game:8}  {running:6.0f} s  {reading:4.1f} min  {typing:3.1f} min  {saving:3} s"
        f"     {together:3.1f} min, {read} words, {typed} characters"
    )


if __name__ == "__main__":
    main()
