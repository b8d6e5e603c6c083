"""Every code block in the README runs: Python as it is, commands with small numbers."""

import re
import shlex
from pathlib import Path

import pytest

from croupier.ui.cli import commands, run_app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
PYTHON = [text for kind, text in BLOCKS if kind == "python"]
COMMANDS = [
    shlex.split(line.removeprefix("$ "), comments=True)
    for kind, text in BLOCKS
    if kind == "console"
    for line in text.splitlines()
]
SMALLER = {"-n": "20", "--worlds": "20"}


def test_the_readme_has_blocks():
    assert len(PYTHON) >= 2
    assert len(COMMANDS) >= 5
    assert {kind for kind, _ in BLOCKS} <= {"python", "console", "text"}


@pytest.mark.parametrize("text", PYTHON)
def test_python_runs(text: str, capsys: pytest.CaptureFixture[str]):
    exec(compile(text, "README.md", "exec"), {"__name__": "readme"})


def test_the_bot_is_short_and_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (text,) = (text for text in PYTHON if text.startswith("# my_bot.py"))
    assert len(text.splitlines()) <= 16
    path = tmp_path / "my_bot.py"
    path.write_text(text, encoding="utf-8")
    assert run_app(["run", "cuttle", str(path), "random", "-n", "200", "--seed", "7", "--trust"]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(line for line in lines if line.lstrip().startswith(("my_bot", "random")))
    assert "my_bot" in first


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    for text in PYTHON:
        if name := re.match(r"# (\w+\.py)\n", text):
            (tmp_path / name[1]).write_text(text, encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for program, *arguments in COMMANDS:
        if program == "make":
            assert arguments[0] in targets
            continue
        assert program == "croupier"
        smaller = [SMALLER.get(before, each) for before, each in zip(["", *arguments], arguments, strict=False)]
        if arguments[0] == "bench":
            smaller = ["bench", "--quick"]
        assert run_app(smaller) == 0, (arguments, capsys.readouterr().err)


def test_the_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("https://") or (ROOT / target).exists(), target


def test_the_table_of_commands_is_complete():
    missing = [listed.name for listed in commands.COMMANDS if f"`croupier {listed.name}" not in README]
    assert missing == []
