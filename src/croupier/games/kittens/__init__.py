"""Exploding Kittens: draw until somebody explodes, and see to it that it is somebody else.

A bot author needs only what this module exports: `KittensBot` (also called `Bot`), `BotView`, `Card`, the actions,
`GameEvent` and `EventType`.
"""

from importlib.resources import files
from typing import Final

from croupier.games.kittens.actions import Action, DrawCardAction, PlayCardAction, PlayComboAction
from croupier.games.kittens.analysis import ANALYSIS
from croupier.games.kittens.bot import KittensBot
from croupier.games.kittens.cards import Card, CardType
from croupier.games.kittens.codes import MOVE_COUNT
from croupier.games.kittens.events import ENDINGS, EVENT_TYPES, SHOWING, WINDOWS, WentOut, make_event
from croupier.games.kittens.eventtype import EventType
from croupier.games.kittens.features import features
from croupier.games.kittens.house import HOUSE
from croupier.games.kittens.moves import MOVE_TYPES, QUESTIONS, KittensMove, make_move
from croupier.games.kittens.rules import KittensState
from croupier.games.kittens.settings import KittensSettings
from croupier.games.kittens.story import GameEvent
from croupier.games.kittens.view import BotView
from croupier.kernel.game import Game
from croupier.kernel.policy import FaultPolicy, Penalty
from croupier.kernel.state import State

Bot = KittensBot

__all__ = [
    "GAME",
    "Action",
    "Bot",
    "BotView",
    "Card",
    "CardType",
    "DrawCardAction",
    "EventType",
    "GameEvent",
    "KittensBot",
    "KittensMove",
    "KittensSettings",
    "KittensState",
    "PlayCardAction",
    "PlayComboAction",
]

_UNANSWERED = ("TooSlow", "Crashed", "Gone")

POLICY: Final = FaultPolicy(
    table={
        **{(question, fault): Penalty.EXPEL for question in ("turn", "five", "name", "pick") for fault in _UNANSWERED},
        **{("give", fault): Penalty.RANDOM_MOVE_AND_EXPEL for fault in _UNANSWERED},
        **{("defuse", fault): Penalty.RANDOM_MOVE for fault in _UNANSWERED},
        ("react", "*"): Penalty.SAFE_MOVE,
        ("last_words", "*"): Penalty.SAFE_MOVE,
    },
    faults=1_000_000,  # rule 10.2: a reaction that is skipped has no further consequence
)


def _new_state(settings: KittensSettings, seats: int) -> State:
    return KittensState(settings.options(seats))


GAME: Final = Game(
    name="kittens",
    title="Exploding Kittens",
    summary="draw until somebody explodes; Nopes, steals and secret knowledge of the pile",
    rules_version=1,
    seats=range(2, 11),
    settings=KittensSettings,
    new_state=_new_state,
    questions=QUESTIONS,
    reactions=frozenset({"react"}),
    windows=WINDOWS,
    leaving=frozenset({WentOut}),
    endings=ENDINGS,
    move_count=MOVE_COUNT,
    make_move=make_move,
    move_types=MOVE_TYPES,
    make_event=make_event,
    event_types=EVENT_TYPES,
    showing=SHOWING,
    analysis=ANALYSIS,
    view=BotView,
    bot=KittensBot,
    house=HOUSE,
    policy=POLICY,
    rules_text=files(__name__).joinpath("RULES.md").read_text("utf-8"),
    features=features,
)
