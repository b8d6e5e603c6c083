"""What only the README promises: its bot is short and wins, its table of commands is complete.

That its blocks run and its links lead somewhere is tried with all pages, in tests/manual.
"""

from pathlib import Path

import pytest
from manual.blocks import ROOT, blocks

from croupier.ui.cli import commands
from croupier.ui.cli.main import run_app

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
PEERS = ("kaggle-environments", "OpenSpiel", "RLCard", "fastchess", "boardgame.io")


def test_the_bot_is_short_and_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (bot,) = (block for block in blocks(README) if block.file == "my_bot.py")
    assert len(bot.text.splitlines()) <= 16
    path = tmp_path / "my_bot.py"
    path.write_text(bot.text, encoding="utf-8")
    assert run_app(["run", "cuttle", str(path), "random", "-n", "200", "--seed", "7", "--trust"]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(line for line in lines if line.lstrip().startswith(("my_bot", "random")))
    assert "my_bot" in first


def test_the_table_of_commands_is_complete():
    missing = [listed.name for listed in commands.COMMANDS if f"`croupier {listed.name}" not in TEXT]
    assert missing == []


def test_it_says_where_others_are_the_better_pick():
    (section,) = (part for part in TEXT.split("\n## ") if part.startswith("Where others are the better pick"))
    for peer in PEERS:
        (row,) = (line for line in section.splitlines() if line.startswith(f"| [{peer}]"))
        assert "pick it " in row


def test_it_begins_with_a_picture_of_the_page_and_one_of_a_terminal():
    head = TEXT.split("```")[0]
    assert ".png)" in head
    assert ".svg)" in head
