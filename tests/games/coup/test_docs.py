"""The example bots of Coup play without a fault."""

from pathlib import Path

import pytest

from croupier.ai.baselines import RandomBot
from croupier.games.coup import GAME, Bluffer
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.python_file import FileBot, find_class

ROOT = Path(__file__).parents[3]
BOTS = sorted((ROOT / "bots" / "coup").glob("*.py"))


def plays_without_a_fault(path: Path) -> None:
    make = FileBot(find_class(GAME, path), {})
    for seed in range(30):
        window = ["official", "joint"][seed % 2]
        match = Match(GAME, GAME.settings({"window": window}), ("it", "random", "bluffer"), seed)
        run_bots(match, [make(), RandomBot(), Bluffer()])
        assert [step.faults for step in match.steps if step.faults] == []


@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.name)
def test_the_bots_of_the_folder(path: Path) -> None:
    plays_without_a_fault(path)
