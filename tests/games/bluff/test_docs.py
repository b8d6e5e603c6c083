"""The example bots of Bluff run as they stand."""

from pathlib import Path

import pytest

import croupier
from croupier.games.bluff import GAME
from croupier.players.python_file import find_class

BOTS = Path(__file__).parents[3] / "bots" / "bluff"


@pytest.mark.parametrize("path", sorted(BOTS.glob("*.py")), ids=lambda path: path.name)
def test_the_example_bots_play(path: Path) -> None:
    assert find_class(GAME, path, "")
    report = croupier.run("bluff", [str(path), "noob", "honest"], n=6, seed=1, settings={"max_turns": 20}, trust=True)
    assert not any(record.faults for record in report.standings.records)
