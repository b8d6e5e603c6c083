"""Exploding Kittens: draw until somebody explodes, and see to it that it is somebody else.

A bot author needs only what this module exports: `KittensBot` (also called `Bot`), `BotView`, `Card`, the actions,
`GameEvent` and `EventType`.
"""

from typing import Final

from croupier.games.kittens.bot import KittensBot
from croupier.games.kittens.bots import BOTS
from croupier.games.kittens.core.rules import KittensState
from croupier.games.kittens.events import ENDINGS, Defused, KittenDrawn, KittensEvent, Noped, Stole, Took
from croupier.games.kittens.features import features
from croupier.games.kittens.friendly.actions import (
    Action,
    DefuseAction,
    DrawCardAction,
    GiveCardAction,
    PassAction,
    PlayCardAction,
    PlayComboAction,
)
from croupier.games.kittens.friendly.cards import Card, CardType
from croupier.games.kittens.friendly.event_types import EventType
from croupier.games.kittens.friendly.events import GameEvent
from croupier.games.kittens.guide import GUIDE
from croupier.games.kittens.moves import PROMPTS, QUESTIONS, KittensMove
from croupier.games.kittens.settings import KittensSettings
from croupier.games.kittens.stats import STATS
from croupier.games.kittens.themes import THEMES
from croupier.games.kittens.view import BotView
from croupier.kernel.declare import count
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.fault_policy import FaultPolicy, Penalty
from croupier.kernel.game import CheckedTable, Game
from croupier.kernel.state import State

Bot = KittensBot

__all__ = [
    "GAME",
    "Action",
    "Bot",
    "BotView",
    "Card",
    "CardType",
    "DefuseAction",
    "DrawCardAction",
    "EventType",
    "GameEvent",
    "GiveCardAction",
    "KittensBot",
    "KittensMove",
    "KittensSettings",
    "KittensState",
    "PassAction",
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


class Kittens(Game):
    """The game of Exploding Kittens."""

    name = "kittens"
    title = "Exploding Kittens"
    summary = "draw until somebody explodes; Nopes, steals and secret knowledge of the pile"
    rules_version = 2
    seats = range(2, 11)
    settings_type = KittensSettings
    questions = QUESTIONS
    prompts = PROMPTS
    guide = GUIDE
    reactions = frozenset({"react"})
    endings = ENDINGS
    move = KittensMove
    event = KittensEvent
    view = BotView
    bot = KittensBot
    bots = BOTS
    starter_moves = ("favor", "pair", "depth 0", "draw")
    policy = POLICY
    echoes_talk = True
    stats = STATS
    features = staticmethod(features)
    # Each hand is dealt exactly one Defuse; imagined worlds know of at least one (rules 8.2 and 8.6).
    deals_fairly = False
    checked_tables = (
        CheckedTable(2),
        CheckedTable(4),
        CheckedTable(2, {"deck": "duel", "defuses_in_deck": 2, "attack_stacks": "printed"}),
        CheckedTable(4, {"deck": "chaos", "combo_cards": "any"}),
        CheckedTable(10, {"deck": "large", "combo_cards": "cats"}),
    )
    themes = THEMES
    puzzle_events = frozenset({Defused, KittenDrawn, Noped, Stole, Took})
    puzzle_tables = (
        CheckedTable(2),
        CheckedTable(3),
        CheckedTable(4),
        CheckedTable(5),
        CheckedTable(2, {"deck": "duel"}),
        CheckedTable(3, {"deck": "chaos"}),
    )
    zones = TableZones(
        (
            ZoneSpec("Hand", "hand", is_own=True, known="known_hands.*", size="card_counts.*"),
            ZoneSpec("Pile", "pile_size", is_down=True),
            ZoneSpec("Known top", "known_top"),
            ZoneSpec("Discard", "discard"),
            ZoneSpec("Waits for Nopes", "pending", is_text=True),
        )
    )

    def turn_text(self, view: BotView) -> str:
        return f"{view.current_player}'s turn"

    def score_text(self, view: BotView) -> str:
        return f"{count(view.draw_pile_count, 'card')} in the draw pile, {count(view.kittens_in_pile, 'kitten')}"

    def make_state(self, settings: KittensSettings, seats: int) -> State:
        return KittensState(settings.options(seats))


GAME: Final = Kittens()
