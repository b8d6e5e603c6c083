"""Malagasy Belote: two teams bid for six modes, then play eight tricks, until one has 150 match points.

A bot author needs only what this module exports: `BeloteBot`, `BeloteView`, the moves and the words.
"""

from importlib.resources import files
from typing import Final

from croupier.games.belote.analysis import ANALYSIS
from croupier.games.belote.bot import BeloteBot
from croupier.games.belote.codes import MOVE_COUNT
from croupier.games.belote.desk import BeloteDesk
from croupier.games.belote.dialect import KINDS, PROMISES, BeloteDialect
from croupier.games.belote.events import ENDINGS, EVENT_TYPES, SHOWING, NegotiationCompleted, make_event
from croupier.games.belote.features import features
from croupier.games.belote.house import CalculatingBot, DeterministicBot
from croupier.games.belote.moves import (
    MOVE_TYPES,
    QUESTIONS,
    Accept,
    Announce,
    BeloteMove,
    Bid,
    Cut,
    Double,
    Play,
    Redouble,
    make_move,
)
from croupier.games.belote.rules import BeloteState
from croupier.games.belote.settings import BeloteSettings
from croupier.games.belote.view import BeloteView, DealResult, Played, Spoken, Trick
from croupier.games.belote.words import Mode, Multiplier, Team, team_of
from croupier.kernel.cards import Card, Rank, Suit
from croupier.kernel.game import Game
from croupier.kernel.httpapi import HttpApi
from croupier.kernel.state import State

__all__ = [
    "GAME",
    "Accept",
    "Announce",
    "BeloteBot",
    "BeloteMove",
    "BeloteSettings",
    "BeloteState",
    "BeloteView",
    "Bid",
    "CalculatingBot",
    "Card",
    "Cut",
    "DealResult",
    "DeterministicBot",
    "Double",
    "Mode",
    "Multiplier",
    "NegotiationCompleted",
    "Play",
    "Played",
    "Rank",
    "Redouble",
    "Spoken",
    "Suit",
    "Team",
    "Trick",
    "team_of",
]


def _new_state(settings: BeloteSettings, seats: int) -> State:
    return BeloteState(settings.options())


def _teams(settings: BeloteSettings, seats: int) -> tuple[int, ...]:
    return (0, 1, 0, 1)


GAME: Final = Game(
    name="belote",
    title="Malagasy Belote",
    summary="two teams bid for six modes and play eight tricks, to 150 match points",
    rules_version=1,
    seats=range(4, 5),
    settings=BeloteSettings,
    new_state=_new_state,
    questions=QUESTIONS,
    endings=ENDINGS,
    move_count=MOVE_COUNT,
    make_move=make_move,
    move_types=MOVE_TYPES,
    make_event=make_event,
    event_types=EVENT_TYPES,
    showing=SHOWING,
    analysis=ANALYSIS,
    view=BeloteView,
    bot=BeloteBot,
    house={"calculating": CalculatingBot, "deterministic": DeterministicBot},
    teams=_teams,
    http=HttpApi(BeloteDialect, BeloteDesk, KINDS, PROMISES, check_settings={"deals": 2}),
    answer_seconds=30.0,
    rules_text=files(__name__).joinpath("RULES.md").read_text("utf-8"),
    features=features,
)
