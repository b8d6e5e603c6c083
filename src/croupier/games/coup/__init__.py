"""Coup: two hidden influences each, claims that may be lies, and the last one standing wins.

A bot author needs only what this module exports: `CoupBot`, `CoupView` and the words of the game.
"""

from typing import Final

from croupier.games.coup.bot import CoupBot
from croupier.games.coup.bots import BOTS, Bluffer, Honest
from croupier.games.coup.core.rules import CoupState
from croupier.games.coup.events import ENDINGS, CoupEvent, Lost, Shown
from croupier.games.coup.features import features
from croupier.games.coup.guide import GUIDE
from croupier.games.coup.lines.bot import CoupLineBot
from croupier.games.coup.moves import (
    PROMPTS,
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
)
from croupier.games.coup.settings import CoupSettings
from croupier.games.coup.stats import STATS
from croupier.games.coup.themes import THEMES
from croupier.games.coup.view import CoupView, Record, Returned, Rival
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.fault_policy import FaultPolicy, Penalty
from croupier.kernel.game import CheckedTable, Game
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


class Coup(Game):
    """The game of Coup."""

    name = "coup"
    title = "Coup"
    summary = "two hidden influences, claims that may be lies; the last one standing wins"
    seats = range(2, 7)
    settings_type = CoupSettings
    questions = QUESTIONS
    prompts = PROMPTS
    guide = GUIDE
    reactions = frozenset({"respond", "block", "challenge_block"})
    endings = ENDINGS
    move = CoupMove
    event = CoupEvent
    view = CoupView
    bot = CoupBot
    bots = BOTS
    starter_moves = ("coup", "challenge", "show", "income")
    # Rule 10.2: who leaves, or sends two illegal answers in a row, is out of the game.
    policy = FaultPolicy({("*", fault): Penalty.EXPEL for fault in ("Gone", "IllegalMove", "BadMessage")})
    stats = STATS
    answer_seconds = 30.0
    features = staticmethod(features)
    checked_tables = (
        CheckedTable(2),
        CheckedTable(3, {"deal": "duke duke contessa captain"}),
        CheckedTable(6),
        CheckedTable(2, {"one_coin": True, "window": "joint"}),
        CheckedTable(4, {"window": "joint", "refund": False}),
    )
    themes = THEMES
    puzzle_events = frozenset({Lost, Shown})
    puzzle_tables = (CheckedTable(2), CheckedTable(3), CheckedTable(4), CheckedTable(5), CheckedTable(6))
    zones = TableZones(
        (
            ZoneSpec("Hand", "hand", is_own=True, size="players.*.influence"),
            ZoneSpec("Drawn", "drawn", is_own=True),
            ZoneSpec("Lost", "players.*.lost"),
            ZoneSpec("Coins", "players.*.coins", is_text=True),
            ZoneSpec("Court", "court_size", is_down=True),
            ZoneSpec("Action", "action", is_text=True),
            ZoneSpec("Claimed", "claimed", is_text=True),
        )
    )

    def turn_text(self, view: CoupView) -> str:
        return f"Turn {view.turn_number + 1}: {view.table.names[view.actor]}"

    def score_text(self, view: CoupView) -> str:
        alive = (seat for seat in range(view.seats) if view.is_alive(seat))
        return "Coins: " + ", ".join(f"{view.table.names[seat]} {view.coins(seat)}" for seat in alive)

    def make_state(self, settings: CoupSettings, seats: int) -> State:
        return CoupState(settings.options(seats), settings.first_cards())


GAME: Final = Coup()
