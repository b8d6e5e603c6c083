"""Liar: claim what you like, but not to those who know better. A small game that shows all a game may do.

It lives with the tests and runs uncompiled; CONTRIBUTING.md builds it step by step.
"""

from typing import Final

from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import CheckedTable, Game
from croupier.kernel.state import State
from liar.face import (
    BOTS,
    ENDINGS,
    QUESTIONS,
    Challenge,
    Claim,
    Honest,
    LiarBot,
    LiarEvent,
    LiarMove,
    LiarView,
    Swap,
    Trust,
)
from liar.rules import LiarState

__all__ = [
    "GAME",
    "Challenge",
    "Claim",
    "Honest",
    "LiarBot",
    "LiarMove",
    "LiarSettings",
    "LiarState",
    "LiarView",
    "Swap",
    "Trust",
]


class LiarSettings(Settings, frozen=True):
    """RULES.md, section 6."""

    deals: int = 4
    lives: int = 2
    teams: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= 20:
            raise ValueError("deals must be 1 to 20")
        if not 1 <= self.lives <= 9:
            raise ValueError("lives must be 1 to 9")


class Liar(Game):
    """The game of Liar."""

    name = "liar"
    title = "Liar"
    summary = "claim ranks face down; sealed challenges, secret swaps"
    seats = range(3, 5)
    settings_type = LiarSettings
    questions = QUESTIONS
    reactions = frozenset({"answer"})
    endings = ENDINGS
    move = LiarMove
    event = LiarEvent
    checked_tables = (CheckedTable(3), CheckedTable(4), CheckedTable(4, {"teams": True, "lives": 1}))
    view = LiarView
    bot = LiarBot
    bots = BOTS

    def make_state(self, settings: LiarSettings, seats: int) -> State:
        if settings.teams and seats != 4:
            raise UsageError(f"liar: teams=true needs 4 players, not {seats}")
        return LiarState(seats, settings.deals, settings.lives, settings.teams)

    def teams(self, settings: LiarSettings, seats: int) -> tuple[int, ...]:
        return tuple(seat % 2 if settings.teams else seat for seat in range(seats))


GAME: Final = Liar()
