"""Coup: two hidden influences each, claims that may be lies, and the last one standing wins.

A bot author needs only what this module exports: `CoupBot`, `CoupView` and the words of the game.
"""

from importlib.resources import files
from typing import Final

from croupier.games.coup.analysis import ANALYSIS
from croupier.games.coup.bot import CoupBot
from croupier.games.coup.codes import MOVE_COUNT
from croupier.games.coup.events import ENDINGS, EVENT_TYPES, SHOWING, make_event
from croupier.games.coup.features import features
from croupier.games.coup.house import Bluffer, Honest
from croupier.games.coup.linebot import CoupLineBot
from croupier.games.coup.moves import (
    MOVE_TYPES,
    QUESTIONS,
    Act,
    Action,
    Allow,
    Block,
    Challenge,
    Character,
    CoupMove,
    Keep,
    Lose,
    Show,
    make_move,
)
from croupier.games.coup.rules import CoupState
from croupier.games.coup.settings import CoupSettings
from croupier.games.coup.view import CoupView, Record, Returned, Rival
from croupier.kernel.game import Game
from croupier.kernel.policy import FaultPolicy, Penalty
from croupier.kernel.state import State

__all__ = [
    "GAME",
    "Act",
    "Action",
    "Allow",
    "Block",
    "Bluffer",
    "Challenge",
    "Character",
    "CoupBot",
    "CoupLineBot",
    "CoupMove",
    "CoupSettings",
    "CoupState",
    "CoupView",
    "Honest",
    "Keep",
    "Lose",
    "Record",
    "Returned",
    "Rival",
    "Show",
]


def _new_state(settings: CoupSettings, seats: int) -> State:
    return CoupState(settings.options(), seats)


GAME: Final = Game(
    name="coup",
    title="Coup",
    summary="two hidden influences, claims that may be lies; the last one standing wins",
    rules_version=1,
    seats=range(2, 7),
    settings=CoupSettings,
    new_state=_new_state,
    questions=QUESTIONS,
    reactions=frozenset({"respond", "block", "challenge_block"}),
    endings=ENDINGS,
    move_count=MOVE_COUNT,
    make_move=make_move,
    move_types=MOVE_TYPES,
    make_event=make_event,
    event_types=EVENT_TYPES,
    showing=SHOWING,
    analysis=ANALYSIS,
    view=CoupView,
    bot=CoupBot,
    house={"bluffer": Bluffer, "honest": Honest},
    # Rule 10.2: who leaves, or sends two illegal answers in a row, is out of the game.
    policy=FaultPolicy(
        {("*", "Gone"): Penalty.EXPEL, ("*", "IllegalMove"): Penalty.EXPEL, ("*", "BadMessage"): Penalty.EXPEL}
    ),
    answer_seconds=30.0,
    rules_text=files(__name__).joinpath("RULES.md").read_text("utf-8"),
    features=features,
)
