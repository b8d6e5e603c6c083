"""What docs/learning.md and docs/llm.md show runs, and prints what they say."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = {name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("llm", "learning")}
BLOCKS = [
    (name, kind, text)
    for name, page in PAGES.items()
    for kind, text in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
]
PYTHON = [(name, text) for name, kind, text in BLOCKS if kind == "python"]
CROUPIER = [sys.executable, "-c", "from croupier.ui.cli import main; main()"]
SMALLER = {"--decisions": "4096", "-n": "20"}


def test_the_pages_have_blocks():
    assert {kind for _, kind, _ in BLOCKS} == {"python", "console"}
    assert len(PYTHON) == 6


@pytest.mark.parametrize(("name", "text"), PYTHON)
def test_python_runs(name: str, text: str, capsys: pytest.CaptureFixture[str]):
    # As a module of its own: classes in it are a reader's, not ours.
    exec(compile(text, f"{name}.md", "exec"), {"__name__": f"page_{name}"})
    assert capsys.readouterr().out


def command_of(line: str, folder: Path) -> list[str]:
    """The command as the test runs it: smaller numbers where the page does not show what comes out, files elsewhere."""
    program, *arguments = shlex.split(line)
    smaller = [SMALLER.get(before, each) for before, each in zip(["", *arguments], arguments, strict=False)]
    if program == "python":
        given = [
            str(folder / "policy.npz") if before == "--out" else each
            for before, each in zip(["", *smaller], smaller, strict=False)
        ]
        return [sys.executable, *given]
    assert program == "croupier"
    return [
        *CROUPIER,
        *(arguments if "--no-journal" in arguments or "-n" not in arguments else [*smaller, "--no-journal"]),
    ]


@pytest.mark.parametrize("text", [text for _, kind, text in BLOCKS if kind == "console"])
def test_commands_print_what_the_pages_say(text: str, tmp_path: Path):
    environment = {**os.environ, "ANTHROPIC_API_KEY": ""}
    environment.pop("CROUPIER_LLM_CASSETTE", None)
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, *printed = part.splitlines()
        if line.startswith("export "):
            name, _, value = line.removeprefix("export ").partition("=")
            environment[name] = value
            continue
        if line.startswith("pip "):
            assert re.search(r"croupier\[(llm|rl)\]", line)
            continue
        if "--max-cost" in line:  # asks a real model: that it is understood is all that can be tried here
            environment["CROUPIER_LLM_CASSETTE"] = str(ROOT / "bots/llm/coup.jsonl")
        done = subprocess.run(
            command_of(line, tmp_path),
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        rest = " ".join(done.stdout.split())
        for expected in (" ".join(each.split()) for each in printed if each != "..."):
            assert expected in rest, f"{line} does not print {expected!r}: {rest[:400]!r}"
            rest = rest.partition(expected)[2]
