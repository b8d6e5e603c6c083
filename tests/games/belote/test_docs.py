"""The manual page of Belote: its bot plays, its commands run."""

import re
import shlex
from pathlib import Path

import pytest

import croupier
from croupier.ui.cli import run_app

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "belote.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (bot,) = (text for kind, text in BLOCKS if kind == "python")
    (tmp_path / "my_bot.py").write_text(bot, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands = [line.removeprefix("$ ") for kind, text in BLOCKS if kind == "console" for line in text.splitlines()]
    assert len(commands) >= 4
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "croupier"
        smaller = ["20" if before == "-n" else each for before, each in zip(["", *arguments], arguments, strict=False)]
        assert run_app(smaller) == 0, (command, capsys.readouterr().err)


@pytest.mark.parametrize("bot", ["page", "jacks"])
def test_the_bots_beat_random(bot: str, tmp_path: Path) -> None:
    path = ROOT / "bots" / "belote" / "jacks.py"
    if bot == "page":
        path = tmp_path / "my_bot.py"
        path.write_text(next(text for kind, text in BLOCKS if kind == "python"), encoding="utf-8")
    report = croupier.run(
        "belote", [str(path), "random"], n=200, seed=1, settings={"cut": "fixed", "deals": 4}, trust=True
    )
    first, second = report.standings.records
    assert first.win_rate > second.win_rate
    assert not first.faults
