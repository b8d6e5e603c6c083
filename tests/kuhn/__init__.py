"""Kuhn poker: three cards, one bet. The game that docs/sixth-game.md builds, from the first line to the last."""

from pathlib import Path
from typing import Final

from croupier.kernel.decision import Settings
from croupier.kernel.game import Game
from croupier.kernel.state import State
from kuhn.codes import MOVE_COUNT
from kuhn.face import (
    ENDINGS,
    EVENT_TYPES,
    MOVE_TYPES,
    QUESTIONS,
    SHOWING,
    Card,
    KuhnBot,
    KuhnView,
    Timid,
    make_event,
    make_move,
)
from kuhn.rules import KuhnState

__all__ = ["GAME", "Card", "KuhnBot", "KuhnSettings", "KuhnState", "KuhnView", "Timid"]


class KuhnSettings(Settings, frozen=True):
    """RULES.md, section 4."""

    deals: int = 10

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= 100:
            raise ValueError("deals must be 1 to 100")


def _new_state(settings: KuhnSettings, seats: int) -> State:
    return KuhnState(settings.deals)


GAME: Final = Game(
    name="kuhn",
    title="Kuhn poker",
    summary="three cards, one bet, and bluffing pays",
    rules_version=1,
    seats=range(2, 3),
    settings=KuhnSettings,
    new_state=_new_state,
    questions=QUESTIONS,
    endings=ENDINGS,
    move_count=MOVE_COUNT,
    make_move=make_move,
    move_types=MOVE_TYPES,
    make_event=make_event,
    event_types=EVENT_TYPES,
    showing=SHOWING,
    view=KuhnView,
    bot=KuhnBot,
    house={"timid": Timid},
    rules_text=(Path(__file__).parent / "RULES.md").read_text("utf-8"),
)
