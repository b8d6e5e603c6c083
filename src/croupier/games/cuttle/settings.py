"""Cuttle's settings: two presets of one rule set (RULES.md, section 8)."""

from typing import Any, Final, Literal

import msgspec

from croupier.games.cuttle.core.codes import COUNTS_SEVEN, TAKES_THREES
from croupier.games.cuttle.core.layout import LAYOUT
from croupier.kernel.cards import Card
from croupier.kernel.decision import Settings

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "classic": {
        "five": "draw-two",
        "nine_freezes": False,
        "nine_targets": "permanents",
        "three_takes_three": True,
        "hand_limit": 0,
        "queen_stops_counter": False,
        "empty_deck": "points",
        "any_sweep": False,
        "three_counts_seven": True,
        "open_hands": False,
    },
    "online": {
        "five": "discard-draw-three",
        "nine_freezes": True,
        "nine_targets": "opponent",
        "three_takes_three": False,
        "hand_limit": 8,
        "queen_stops_counter": True,
        "empty_deck": "passes",
        "any_sweep": True,
        "three_counts_seven": False,
        "open_hands": True,
    },
}


class CuttleSettings(Settings, frozen=True):
    """What is left out comes from the preset `rules`."""

    rules: Literal["classic", "online"] = "classic"
    five: Literal["draw-two", "discard-draw-three"] | None = None
    nine_freezes: bool | None = None
    nine_targets: Literal["permanents", "opponent"] | None = None
    three_takes_three: bool | None = None
    hand_limit: int | None = None
    """0 for none."""
    queen_stops_counter: bool | None = None
    empty_deck: Literal["points", "passes"] | None = None
    any_sweep: bool | None = None
    """Whether an Ace or a Six may be played with nothing to scrap."""
    three_counts_seven: bool | None = None
    """Whether a Three may be played off a Seven when there is nothing to take but that Seven."""
    open_hands: bool | None = None
    """Whether both hands are open when the pile is empty."""
    max_turns: int = 500
    deal: str = ""
    """Cards in the order they are dealt, such as "10h 9s Ac"; those not named follow in random order."""

    def __post_init__(self) -> None:
        for name, value in PRESETS[self.rules].items():
            if getattr(self, name) is None:
                msgspec.structs.force_setattr(self, name, value)
        if self.hand_limit is None or not 0 <= self.hand_limit <= 52:
            raise ValueError("hand_limit must be 0 (none) to 52")
        if not 1 <= self.max_turns <= 10_000:
            raise ValueError("max_turns must be 1 to 10000")
        cards = self.deal_order()
        if len(set(cards)) != len(cards):
            raise ValueError("deal names a card twice")

    def public(self) -> "CuttleSettings":
        return msgspec.structs.replace(self, deal="")

    def deal_order(self) -> tuple[int, ...]:
        return tuple(Card(text).index for text in self.deal.replace(",", " ").split())

    def options(self) -> dict[str, int]:
        """As the rules read them: the settings of the same name, and what follows from the others."""
        return LAYOUT.options(
            self,
            five_discards=self.five == "discard-draw-three",
            three_takes=bool(self.three_takes_three) * TAKES_THREES + bool(self.three_counts_seven) * COUNTS_SEVEN,
            nine_takes_points=self.nine_targets == "opponent",
            passes_only=self.empty_deck == "passes",
        )
