"""Liar: claim what you like, but not to those who know better. A small game that shows all a game may do.

It lives with the tests and runs uncompiled; CONTRIBUTING.md builds it step by step.
"""

from pathlib import Path
from typing import Final

from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.state import State
from liar.codes import MOVE_COUNT
from liar.face import (
    ENDINGS,
    EVENT_TYPES,
    MOVE_TYPES,
    QUESTIONS,
    SHOWING,
    Challenge,
    Claim,
    Claimed,
    Honest,
    LiarBot,
    LiarMove,
    LiarView,
    Swap,
    Trust,
    make_event,
    make_move,
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


def _new_state(settings: LiarSettings, seats: int) -> State:
    if settings.teams and seats != 4:
        raise UsageError(f"liar: teams=true needs 4 players, not {seats}")
    return LiarState(seats, settings.deals, settings.lives, settings.teams)


def _teams(settings: LiarSettings, seats: int) -> tuple[int, ...]:
    return tuple(seat % 2 if settings.teams else seat for seat in range(seats))


GAME: Final = Game(
    name="liar",
    title="Liar",
    summary="claim ranks face down; sealed challenges, secret swaps",
    rules_version=1,
    seats=range(3, 5),
    settings=LiarSettings,
    new_state=_new_state,
    questions=QUESTIONS,
    reactions=frozenset({"answer"}),
    windows=frozenset({Claimed}),
    endings=ENDINGS,
    move_count=MOVE_COUNT,
    make_move=make_move,
    move_types=MOVE_TYPES,
    make_event=make_event,
    event_types=EVENT_TYPES,
    showing=SHOWING,
    view=LiarView,
    bot=LiarBot,
    house={"honest": Honest},
    teams=_teams,
    rules_text=(Path(__file__).parent / "RULES.md").read_text("utf-8"),
)
