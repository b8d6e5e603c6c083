"""Cuttle: two players race to 21 points, each card being points, weapon or effect.

A bot author needs only what this module exports: `CuttleBot`, `CuttleView` and the moves.
"""

from typing import Final

from croupier.games.cuttle.bot import CuttleBot
from croupier.games.cuttle.bots import BOTS, Strategist
from croupier.games.cuttle.core.rules import CuttleState
from croupier.games.cuttle.events import (
    ENDINGS,
    ChangedSides,
    Countered,
    CuttleEvent,
    Resolved,
    Returned,
    Scrapped,
    Scuttled,
    Took,
)
from croupier.games.cuttle.features import features
from croupier.games.cuttle.guide import GUIDE
from croupier.games.cuttle.moves import (
    PROMPTS,
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
)
from croupier.games.cuttle.settings import CuttleSettings
from croupier.games.cuttle.stats import STATS
from croupier.games.cuttle.themes import THEMES
from croupier.games.cuttle.view import CuttleView, Side
from croupier.kernel.cards import Card, Rank, Suit
from croupier.kernel.decision import Settings
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.game import CheckedTable, Game
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
    "Strategist",
    "Suit",
    "Take",
]


class Cuttle(Game):
    """The game of Cuttle."""

    name = "cuttle"
    title = "Cuttle"
    summary = "race to 21 points; every card is points, weapon or effect"
    seats = range(2, 3)
    settings_type = CuttleSettings
    questions = QUESTIONS
    prompts = PROMPTS
    guide = GUIDE
    reactions = frozenset({"counter"})
    endings = ENDINGS
    move = CuttleMove
    event = CuttleEvent
    view = CuttleView
    bot = CuttleBot
    bots = BOTS
    starter_moves = ("king", "points", "jack", "counter", "draw")
    stats = STATS
    features = staticmethod(features)
    checked_tables = (
        CheckedTable(2),
        CheckedTable(2, {"rules": "online"}),
        CheckedTable(2, {"deal": "2c 8h 7s 9d Kc 2d 2h Js Jd 3c 5c 7h 7c Jh Jc"}),
    )
    themes = THEMES
    puzzle_events = frozenset({ChangedSides, Countered, Resolved, Returned, Scrapped, Scuttled, Took})
    puzzle_tables = (CheckedTable(2), CheckedTable(2, {"rules": "online"}))
    zones = TableZones(
        (
            ZoneSpec("Hand", "hand", is_own=True, known="sides.*.known_hand", size="sides.*.hand_size"),
            ZoneSpec("Points", "sides.*.points"),
            ZoneSpec("Permanents", "sides.*.permanents"),
            ZoneSpec("Score", "sides.*.score", is_text=True),
            ZoneSpec("Pile", "pile_size", is_down=True),
            ZoneSpec("Scrap", "scrap"),
            ZoneSpec("Shown by the Seven", "revealed"),
            ZoneSpec("Played", "pending"),
            ZoneSpec("Counters", "counters"),
        )
    )

    def version_of(self, settings: Settings) -> int:
        # Since version 2 a Three off a Seven is refused over an empty scrap, and hands are open with an empty pile.
        assert isinstance(settings, CuttleSettings)
        return 2 if settings.rules == "online" else self.rules_version

    def turn_text(self, view: CuttleView) -> str:
        return f"Turn {view.turn_number + 1}: {view.table.names[view.turn]}"

    def score_text(self, view: CuttleView) -> str:
        sides = [(name, view.side(seat)) for seat, name in enumerate(view.table.names)]
        return ", ".join(f"{name} {side.score} of {side.goal}" for name, side in sides)

    def make_state(self, settings: CuttleSettings, seats: int) -> State:
        return CuttleState(settings.options(), settings.deal_order())


GAME: Final = Cuttle()
