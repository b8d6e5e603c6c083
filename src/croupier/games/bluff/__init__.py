"""Bluff (Cheat): lay cards face down, say what they are, and be believed.

A bot author needs only what this module exports: `BluffBot`, `BluffView` and the ranks.
"""

from types import MappingProxyType
from typing import Final

from croupier.games.bluff.bluff_game import BluffGame, Phase, PlayerState
from croupier.games.bluff.bot import BluffBot
from croupier.games.bluff.bots import BOTS, OpponentModel, PsychBot
from croupier.games.bluff.core.rules import BluffState
from croupier.games.bluff.events import ENDINGS, BluffEvent, Judged
from croupier.games.bluff.features import features
from croupier.games.bluff.guide import GUIDE
from croupier.games.bluff.moves import (
    PROMPTS,
    QUESTIONS,
    BluffMove,
    Challenge,
    Claim,
    Lay,
    Stop,
    Trust,
)
from croupier.games.bluff.personality import PERSONALITIES, Personality
from croupier.games.bluff.settings import BluffSettings, teams
from croupier.games.bluff.stats import STATS, PlayerStats, statistics
from croupier.games.bluff.themes import THEMES
from croupier.games.bluff.view import BluffView, Record
from croupier.kernel.cards import Rank
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.game import CheckedTable, Game, ReadyTable
from croupier.kernel.state import State

__all__ = [
    "GAME",
    "BluffBot",
    "BluffGame",
    "BluffMove",
    "BluffSettings",
    "BluffState",
    "BluffView",
    "Challenge",
    "Claim",
    "Lay",
    "OpponentModel",
    "Personality",
    "Phase",
    "PlayerState",
    "PlayerStats",
    "PsychBot",
    "Rank",
    "Record",
    "Stop",
    "Trust",
    "statistics",
]


class Bluff(Game):
    """The game of Bluff."""

    name = "bluff"
    title = "Bluff"
    summary = "lay cards face down and claim a rank; sealed challenges decide who takes the pile"
    seats = range(2, 9)
    settings_type = BluffSettings
    questions = QUESTIONS
    prompts = PROMPTS
    guide = GUIDE
    reactions = frozenset({"challenge"})
    endings = ENDINGS
    move = BluffMove
    event = BluffEvent
    view = BluffView
    bot = BluffBot
    bots = BOTS
    starter_moves = ("challenge",)
    ready_tables = MappingProxyType(
        {name: ReadyTable(style.num_bots, {"decks": style.num_decks}) for name, style in PERSONALITIES.items()}
    )
    stats = STATS
    features = staticmethod(features)
    # Random play hardly ever empties a hand: a few turns show all there is.
    checked_tables = (
        CheckedTable(2, {"max_turns": 4}),
        CheckedTable(8, {"max_turns": 2, "decks": 2}),
        CheckedTable(3, {"mode": "chaos", "claim_order": "same-or-adjacent", "rounds": 2, "max_turns": 4}),
        CheckedTable(4, {"mode": "team", "hand_size": 8, "max_turns": 4}),
        CheckedTable(2, {"mode": "truth", "deck": "faces", "max_turns": 8}),
    )
    themes = THEMES
    puzzle_events = frozenset({Judged})
    puzzle_tables = (
        CheckedTable(2),
        CheckedTable(3),
        CheckedTable(4),
        CheckedTable(2, {"mode": "chaos"}),
        CheckedTable(3, {"mode": "chaos"}),
        CheckedTable(4, {"mode": "chaos"}),
        CheckedTable(4, {"mode": "team"}),
        CheckedTable(3, {"deck": "faces"}),
    )
    zones = TableZones(
        (
            ZoneSpec("Hand", "hand", is_own=True, known="known.*", size="hand_sizes.*"),
            ZoneSpec("Chosen", "chosen", is_own=True),
            ZoneSpec("On the pile", "laid_sizes.*", is_down=True),
            ZoneSpec("Said of the pile", "claims_on_pile.*"),
            ZoneSpec("Claimed", "claimed", is_text=True),
        )
    )

    def turn_text(self, view: BluffView) -> str:
        return f"Turn {view.turn_number + 1}: {view.table.names[view.turn]}"

    def score_text(self, view: BluffView) -> str:
        held = zip(view.table.names, view.hand_sizes, strict=True)
        return "Cards: " + ", ".join(f"{name} {size}" for name, size in held)

    def make_state(self, settings: BluffSettings, seats: int) -> State:
        return BluffState(settings.options(seats), settings.deal_order())

    def teams(self, settings: BluffSettings, seats: int) -> tuple[int, ...]:
        return teams(settings, seats)


GAME: Final = Bluff()
