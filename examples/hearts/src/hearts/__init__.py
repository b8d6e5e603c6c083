"""Hearts: take no hearts and not the Queen of spades, or take them all.

A bot author needs only what this module exports.
"""

from typing import Final

from croupier.kernel.cards import Card
from croupier.kernel.decision import Settings
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.game import CheckedTable, Game
from croupier.kernel.state import State
from hearts import face
from hearts.core.layout import LAYOUT
from hearts.core.rules import HeartsState
from hearts.face import DECK, Duck, HeartsBot, HeartsView, Pass, Play, points_of

__all__ = ["DECK", "GAME", "Card", "Duck", "HeartsBot", "HeartsState", "HeartsView", "Pass", "Play", "points_of"]


class HeartsSettings(Settings, frozen=True):
    """RULES.md, section 5."""

    target: int = 100
    deals: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.target <= 500:
            raise ValueError("target must be 1 to 500")
        if not 0 <= self.deals <= 100:
            raise ValueError("deals must be 0 to 100")


class Hearts(Game):
    """The game of Hearts."""

    name = "hearts"
    title = "Hearts"
    summary = "take no hearts and not the Queen of spades, or take them all"
    seats = range(4, 5)
    settings_type = HeartsSettings
    questions = face.QUESTIONS
    prompts = face.PROMPTS
    endings = face.ENDINGS
    move = face.HeartsMove
    event = face.HeartsEvent
    view = HeartsView
    bot = HeartsBot
    bots = face.BOTS
    starter_moves = ("play 2", "play 3", "play 4", "pass Q", "pass A")
    checked_tables = (CheckedTable(4, {"deals": 2}),)
    zones = TableZones(
        (
            ZoneSpec("Hand", "hand", is_own=True, size="hand_sizes.*"),
            ZoneSpec("Trick", "trick.*", in_middle=True),
            ZoneSpec("Passed", "given", is_own=True),
            ZoneSpec("Received", "received", is_own=True),
            ZoneSpec("Points", "points.*", is_text=True),
            ZoneSpec("Total", "totals.*", is_text=True),
        )
    )

    def make_state(self, settings: HeartsSettings, seats: int) -> State:
        return HeartsState(LAYOUT.options(settings))


GAME: Final = Hearts()
