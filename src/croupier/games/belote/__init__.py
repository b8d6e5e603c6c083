"""Malagasy Belote: two teams bid for six modes, then play eight tricks, until one has 150 match points.

A bot author needs only what this module exports: `BeloteBot`, `BeloteView`, the moves and the words.
"""

from types import MappingProxyType
from typing import Final

from croupier.games.belote.bot import BeloteBot
from croupier.games.belote.bots import BOTS, CalculatingBot, DeterministicBot
from croupier.games.belote.core import layout
from croupier.games.belote.core.rules import BeloteState
from croupier.games.belote.events import ENDINGS, BeloteEvent, NegotiationCompleted, Scored, TrickCompleted
from croupier.games.belote.features import features
from croupier.games.belote.guide import GUIDE
from croupier.games.belote.http.client import ANSWER_RULES, KINDS, BeloteClient
from croupier.games.belote.http.server import BeloteServer
from croupier.games.belote.moves import (
    PROMPTS,
    QUESTIONS,
    Accept,
    Announce,
    BeloteMove,
    Bid,
    Cut,
    Double,
    Play,
    Redouble,
)
from croupier.games.belote.settings import BeloteSettings
from croupier.games.belote.stats import STATS
from croupier.games.belote.terms import Mode, Multiplier, Team, team_of
from croupier.games.belote.themes import THEMES
from croupier.games.belote.view import BeloteView, DealResult, Played, Spoken, Trick, cards_held
from croupier.kernel.cards import Card, Rank, Suit
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.game import CheckedTable, Game
from croupier.kernel.http_api import HttpApi
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


class Belote(Game):
    """The game of Malagasy Belote."""

    name = "belote"
    title = "Malagasy Belote"
    summary = "two teams bid for six modes and play eight tricks, to 150 match points"
    seats = range(4, 5)
    settings_type = BeloteSettings
    questions = QUESTIONS
    prompts = PROMPTS
    guide = GUIDE
    endings = ENDINGS
    move = BeloteMove
    event = BeloteEvent
    view = BeloteView
    bot = BeloteBot
    bots = BOTS
    starter_moves = ("accept", "play J", "play 9", "play A", "play 10")
    stats = STATS
    http = HttpApi(BeloteClient, BeloteServer, KINDS, ANSWER_RULES, check_settings={"deals": 2})
    answer_seconds = 30.0
    features = staticmethod(features)
    fair_settings = MappingProxyType({"cut": "fixed"})
    checked_tables = (
        CheckedTable(4),
        CheckedTable(4, {"cut": "fixed", "deals": 2, "accept_doubles": "lock"}),
    )
    themes = THEMES
    puzzle_events = frozenset({NegotiationCompleted, Scored, TrickCompleted})
    puzzle_tables = (CheckedTable(4), CheckedTable(4, {"deals": 1}))
    zones = TableZones(
        (
            ZoneSpec("Hand", "hand", is_own=True, size=cards_held),
            ZoneSpec("Trick", "trick"),
            ZoneSpec("Contract", "mode", is_text=True),
            ZoneSpec("Match points", "match_points", is_text=True),
            ZoneSpec("Card points", "card_points", is_text=True),
        )
    )

    def turn_text(self, view: BeloteView) -> str:
        part = "bidding" if view.mode is None else f"trick {min(8, len(view.tricks) + 1)}"
        return f"Deal {view.deal + 1}, {part}"

    def score_text(self, view: BeloteView) -> str:
        what, points = "Points", view.card_points
        if not any(points):
            what, points = "Match points", view.match_points
        names = view.table.names
        return f"{what}: {names[0]} and {names[2]} {points[0]}, {names[1]} and {names[3]} {points[1]}"

    def make_state(self, settings: BeloteSettings, seats: int) -> State:
        return BeloteState(settings.options())

    def teams(self, settings: BeloteSettings, seats: int) -> tuple[int, ...]:
        return (0, 1, 0, 1)

    def is_worth_solving(self, ints: tuple[int, ...]) -> bool:
        return ints[layout.N_PLAYED] >= SOLVED_FROM


SOLVED_FROM: Final = 12
"""Cards played when searches begin to solve: a world takes half a millisecond then, and seven a trick earlier."""
GAME: Final = Belote()
