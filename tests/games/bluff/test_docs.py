"""The manual's page and the example bots run as they stand."""

import re
from pathlib import Path

import pytest

import croupier
from croupier.games.bluff import GAME
from croupier.players.pyfile import find_class

ROOT = Path(__file__).parents[3]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/games/bluff.md").read_text(encoding="utf-8"), re.DOTALL)


def plays(path: Path) -> None:
    report = croupier.run("bluff", [str(path), "noob", "honest"], n=6, seed=1, settings={"max_turns": 20}, trust=True)
    assert not any(record.faults for record in report.standings.records)


def test_the_bot_of_the_manual_plays(tmp_path: Path) -> None:
    path = tmp_path / "my_bluff.py"
    path.write_text(BLOCKS[0], encoding="utf-8")
    plays(path)


def test_the_statistics_of_the_manual_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    exec(BLOCKS[1], {})
    assert capsys.readouterr().out.count("of its claims were lies") == 3


@pytest.mark.parametrize("path", sorted((ROOT / "bots/bluff").glob("*.py")), ids=lambda path: path.name)
def test_the_example_bots_play(path: Path) -> None:
    assert find_class(GAME, path, "")
    plays(path)
