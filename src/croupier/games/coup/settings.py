"""Coup's settings, checked when they are made (RULES.md, section 9)."""

from typing import Literal

import msgspec

from croupier.games.coup.core.layout import LAYOUT
from croupier.games.coup.moves import CHARACTERS, Character
from croupier.kernel.decision import Settings


class CoupSettings(Settings, frozen=True):
    """The defaults are the official game; CoupBots plays with window=joint and refund=false."""

    window: Literal["official", "joint"] = "official"
    """Whether challenges come before blocks, or both are answered at once and a block beats a challenge."""
    refund: bool = True
    """Whether a successfully challenged assassination returns its three coins."""
    one_coin: bool = False
    """Whether the first of two players begins with one coin."""
    max_turns: int = 1000
    deal: str = ""
    """Characters in the order they are dealt, such as "duke captain contessa"; the others follow in random order."""

    def __post_init__(self) -> None:
        if not 1 <= self.max_turns <= 10_000:
            raise ValueError("max_turns must be 1 to 10000")
        order = self.deal_order()
        for index, character in enumerate(CHARACTERS):
            if order.count(index) > 3:
                raise ValueError(f"deal names {character} more than three times")

    def public(self) -> "CoupSettings":
        return msgspec.structs.replace(self, deal="")

    def deal_order(self) -> tuple[int, ...]:
        return tuple(CHARACTERS.index(Character(word.lower())) for word in self.deal.replace(",", " ").split())

    def first_cards(self) -> tuple[int, ...]:
        """The cards of `deal`: 3 * character + 0 to 2."""
        order = self.deal_order()
        return tuple(3 * kind + order[:place].count(kind) for place, kind in enumerate(order))

    def options(self, seats: int) -> dict[str, int]:
        """As the rules read them: the settings of the same name, and what follows from the others."""
        return LAYOUT.options(self, seats=seats, joint=self.window == "joint")
