"""Kuhn poker: three cards, one bet. The game that docs/your-own-game.md builds, from the first line to the last."""

from typing import Final

from croupier.kernel.decision import Settings
from croupier.kernel.game import Game
from croupier.kernel.state import State
from kuhn.face import BOTS, ENDINGS, QUESTIONS, Card, KuhnBot, KuhnEvent, KuhnMove, KuhnView, Timid
from kuhn.rules import KuhnState

__all__ = ["GAME", "Card", "KuhnBot", "KuhnSettings", "KuhnState", "KuhnView", "Timid"]


class KuhnSettings(Settings, frozen=True):
    """RULES.md, section 4."""

    deals: int = 10

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= 100:
            raise ValueError("deals must be 1 to 100")


class Kuhn(Game):
    """The game of Kuhn poker."""

    name = "kuhn"
    title = "Kuhn poker"
    summary = "three cards, one bet, and bluffing pays"
    seats = range(2, 3)
    settings_type = KuhnSettings
    questions = QUESTIONS
    endings = ENDINGS
    move = KuhnMove
    event = KuhnEvent
    view = KuhnView
    bot = KuhnBot
    bots = BOTS

    def make_state(self, settings: KuhnSettings, seats: int) -> State:
        return KuhnState(settings.deals)


GAME: Final = Kuhn()
