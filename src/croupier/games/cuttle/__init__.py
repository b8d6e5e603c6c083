"""Cuttle: two players race to 21 points, each card being points, weapon or effect.

A bot author needs only what this module exports: `CuttleBot`, `CuttleView` and the moves.
"""

from importlib.resources import files
from typing import Final

from croupier.games.cuttle.analysis import ANALYSIS
from croupier.games.cuttle.bot import CuttleBot
from croupier.games.cuttle.codes import MOVE_COUNT
from croupier.games.cuttle.events import ENDINGS, EVENT_TYPES, SHOWING, WINDOWS, make_event
from croupier.games.cuttle.features import features
from croupier.games.cuttle.moves import (
    MOVE_TYPES,
    QUESTIONS,
    Counter,
    CuttleMove,
    Discard,
    Draw,
    OneOff,
    Pass,
    Permanent,
    Points,
    Scrap,
    Scuttle,
    Take,
    make_move,
)
from croupier.games.cuttle.rules import CuttleState
from croupier.games.cuttle.settings import CuttleSettings
from croupier.games.cuttle.view import CuttleView, Side
from croupier.kernel.cards import Card, Rank, Suit
from croupier.kernel.game import Game
from croupier.kernel.state import State

__all__ = [
    "GAME",
    "Card",
    "Counter",
    "CuttleBot",
    "CuttleMove",
    "CuttleSettings",
    "CuttleState",
    "CuttleView",
    "Discard",
    "Draw",
    "OneOff",
    "Pass",
    "Permanent",
    "Points",
    "Rank",
    "Scrap",
    "Scuttle",
    "Side",
    "Suit",
    "Take",
]


def _new_state(settings: CuttleSettings, seats: int) -> State:
    return CuttleState(settings.options())


GAME: Final = Game(
    name="cuttle",
    title="Cuttle",
    summary="race to 21 points; every card is points, weapon or effect",
    rules_version=1,
    seats=range(2, 3),
    settings=CuttleSettings,
    new_state=_new_state,
    questions=QUESTIONS,
    reactions=frozenset({"counter"}),
    windows=WINDOWS,
    endings=ENDINGS,
    move_count=MOVE_COUNT,
    make_move=make_move,
    move_types=MOVE_TYPES,
    make_event=make_event,
    event_types=EVENT_TYPES,
    showing=SHOWING,
    analysis=ANALYSIS,
    view=CuttleView,
    bot=CuttleBot,
    rules_text=files(__name__).joinpath("RULES.md").read_text("utf-8"),
    features=features,
)
