"""Love Letter: one card in the hand, one drawn, one played; the highest card left takes the round.

A bot author needs only what this module exports.
"""

from typing import Final

from croupier.kernel.decision import Settings
from croupier.kernel.display.guide import Guide
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.game import CheckedTable, Game
from croupier.kernel.state import State
from love_letter import face
from love_letter.core.rules import LoveLetterState
from love_letter.face import KINDS, Guess, Keep, LoveLetterBot, LoveLetterView, Play

__all__ = ["GAME", "KINDS", "Guess", "Keep", "LoveLetterBot", "LoveLetterState", "LoveLetterView", "Play"]

GOALS: Final = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}


class LoveLetterSettings(Settings, frozen=True):
    """RULES.md, section 5."""

    tokens: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.tokens <= 20:
            raise ValueError("tokens must be 0 to 20")


class LoveLetter(Game):
    """The game of Love Letter."""

    name = "love-letter"
    title = "Love Letter"
    summary = "one card in the hand, one drawn, one played; the highest card left takes the round"
    seats = range(2, 7)
    settings_type = LoveLetterSettings
    questions = face.QUESTIONS
    prompts = face.PROMPTS
    endings = face.ENDINGS
    move = face.LoveLetterMove
    event = face.LoveLetterEvent
    view = LoveLetterView
    bot = LoveLetterBot
    starter_moves = ("guess", "play Handmaid", "play Spy", "play Priest")
    checked_tables = (CheckedTable(2, {"tokens": 2}), CheckedTable(4, {"tokens": 2}), CheckedTable(6, {"tokens": 1}))
    guide = Guide(goal=f"{summary[:1].upper()}{summary[1:]}.", faces={name: str(n) for n, name in enumerate(KINDS)})
    zones = TableZones(
        (
            ZoneSpec("Hand", "hand", is_own=True, known="known.*", size="hand_sizes.*"),
            ZoneSpec("Played", "laid.*"),
            ZoneSpec("Tokens", "tokens.*", is_text=True),
            ZoneSpec("now", "state.*", is_text=True),
            ZoneSpec("Out of the round", "open"),
            ZoneSpec("Deck", "deck_size", is_down=True),
        )
    )

    def make_state(self, settings: LoveLetterSettings, seats: int) -> State:
        return LoveLetterState(seats, {"goal": settings.tokens or GOALS[seats]})


GAME: Final = LoveLetter()
