from pathlib import Path

import pytest

from croupier.games import find_game
from croupier.puzzles.mine import Mine, fresh_decisions
from croupier.puzzles.puzzle import Puzzle

FEW = 300
"""Iterations that are enough to find what looks like puzzles."""


@pytest.fixture(scope="session")
def dug() -> Mine:
    """A mine of Cuttle with four puzzles from short searches."""
    mine = Mine(find_game("cuttle"), 4, iterations=FEW, seed="test")
    for _ in mine.dig(fresh_decisions(mine.game, "test")):
        pass
    return mine


@pytest.fixture(scope="session")
def mined(dug: Mine) -> tuple[Puzzle, ...]:
    return tuple(dug.new)


@pytest.fixture
def forgetful(tmp_path: Path) -> Path:
    """A bot that answers from what it has seen: nothing, in an exam."""
    path = tmp_path / "forgetful.py"
    path.write_text(
        "from croupier.games.cuttle import CuttleBot\n\n\n"
        "class Forgetful(CuttleBot):\n"
        "    seen = 0\n\n"
        "    def observe(self, event, view):\n"
        "        self.seen += 1\n\n"
        "    def select_move(self, view, legal_moves):\n"
        "        return legal_moves[self.seen]\n",
        encoding="utf-8",
    )
    return path
