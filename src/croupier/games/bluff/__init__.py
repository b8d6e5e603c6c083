"""Bluff (Cheat): lay cards face down, say what they are, and be believed.

A bot author needs only what this module exports: `BluffBot`, `BluffView` and the ranks.
"""

from importlib.resources import files
from typing import Final

from croupier.games.bluff.analysis import ANALYSIS, PlayerStats, statistics
from croupier.games.bluff.bot import BluffBot
from croupier.games.bluff.codes import MOVE_COUNT
from croupier.games.bluff.events import ENDINGS, EVENT_TYPES, SHOWING, make_event
from croupier.games.bluff.features import features
from croupier.games.bluff.house import HOUSE, PsychBot
from croupier.games.bluff.moves import (
    MOVE_TYPES,
    QUESTIONS,
    BluffMove,
    Challenge,
    Claim,
    Lay,
    Stop,
    Trust,
    make_move,
)
from croupier.games.bluff.opponent import OpponentModel
from croupier.games.bluff.personality import Personality
from croupier.games.bluff.rules import BluffState
from croupier.games.bluff.settings import BluffSettings, teams
from croupier.games.bluff.view import BluffView, Record
from croupier.kernel.cards import Rank
from croupier.kernel.game import Game
from croupier.kernel.state import State

__all__ = [
    "GAME",
    "BluffBot",
    "BluffMove",
    "BluffSettings",
    "BluffState",
    "BluffView",
    "Challenge",
    "Claim",
    "Lay",
    "OpponentModel",
    "Personality",
    "PlayerStats",
    "PsychBot",
    "Rank",
    "Record",
    "Stop",
    "Trust",
    "statistics",
]


def _new_state(settings: BluffSettings, seats: int) -> State:
    return BluffState(settings.options(seats))


GAME: Final = Game(
    name="bluff",
    title="Bluff",
    summary="lay cards face down and claim a rank; sealed challenges decide who takes the pile",
    rules_version=1,
    seats=range(2, 9),
    settings=BluffSettings,
    new_state=_new_state,
    questions=QUESTIONS,
    reactions=frozenset({"challenge"}),
    endings=ENDINGS,
    move_count=MOVE_COUNT,
    make_move=make_move,
    move_types=MOVE_TYPES,
    make_event=make_event,
    event_types=EVENT_TYPES,
    showing=SHOWING,
    view=BluffView,
    bot=BluffBot,
    house=HOUSE,
    analysis=ANALYSIS,
    teams=teams,
    rules_text=files(__name__).joinpath("RULES.md").read_text("utf-8"),
    features=features,
)
