"""Every command of docs/authors.md runs, in order, and prints what the page says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs/authors.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PROMPT = "(bot) "
PROGRAMS = {
    "croupier": [sys.executable, "-c", "from croupier.ui.cli import main; main()"],
    "pytest": [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
}


def commands(text: str) -> list[tuple[list[str], str, list[str]]]:
    """Each command of a block with what is typed into it and the lines it prints."""
    found: list[tuple[list[str], str, list[str]]] = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        typed = "".join(f"{line.removeprefix(PROMPT)}\n" for line in lines if line.startswith(PROMPT))
        found.append((shlex.split(command), typed, [line for line in lines if not line.startswith(PROMPT)]))
    return found


def printed(command: list[str], typed: str, folder: Path) -> str:
    program, *arguments = command
    run = [*PROGRAMS[program], *arguments]
    done = subprocess.run(run, cwd=folder, input=typed, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.replace(f"{folder}/", "").replace(PROMPT, "")


def test_the_page_prints_what_the_commands_print(tmp_path: Path) -> None:
    ran = 0
    for kind, text in BLOCKS:
        if kind == "python":
            (tmp_path / text.split()[1]).write_text(text, encoding="utf-8")
            continue
        for command, typed, lines in commands(text):
            rest = " ".join(printed(command, typed, tmp_path).split())
            ran += 1
            for line in filter(None, (" ".join(line.split()) for line in lines if line != "...")):
                assert line in rest, f"{shlex.join(command)} does not print {line!r} here: {rest[:300]!r}"
                rest = rest.partition(line)[2]
    assert ran == 8


def test_the_page_shows_every_way_to_put_a_bot_into_a_match() -> None:
    for option in ("--diff", "--continue", "--at", "--freeze", "--seat", "--match"):
        assert option in PAGE
