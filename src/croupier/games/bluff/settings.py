"""Bluff's settings (RULES.md, section 8)."""

from typing import Any, Final, Literal

import msgspec

from croupier.games.bluff.core.codes import ADJACENT, ASCENDING, FREE
from croupier.games.bluff.core.layout import LAYOUT
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError

DECKS: Final[dict[str, tuple[int, ...]]] = {
    "standard": tuple(range(13)),
    "faces": (0, 10, 11, 12),
    "numbers": tuple(range(1, 10)),
    "high-low": (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12),
}
ORDERS: Final = {"ascending": ASCENDING, "free": FREE, "same-or-adjacent": ADJACENT}
_BY_TEXT: Final = {str(rank): rank - 1 for rank in Rank}


class BluffSettings(Settings, frozen=True):
    """What is left out follows from `mode`."""

    mode: Literal["classic", "truth", "chaos", "team"] = "classic"
    decks: int = 1
    deck: Literal["standard", "faces", "numbers", "high-low"] = "standard"
    hand_size: int = 0
    """0 deals the whole deck; otherwise at most so many cards each, the rest being out of play."""
    max_cards: int | None = None
    """How many cards may be laid in one turn."""
    claim_order: Literal["ascending", "free", "same-or-adjacent"] | None = None
    last_claim: Literal["challengeable", "immediate"] = "challengeable"
    max_turns: int = 30
    """Turns per player and round."""
    rounds: int = 1
    deal: str = ""
    """Ranks in the order they are dealt, such as "A 7 K"; the cards not named follow in random order."""

    def __post_init__(self) -> None:
        self._fill_in()
        _check("decks", self.decks, 1, 4)
        _check("hand_size", self.hand_size, 0, 208, " (0 deals all cards)")
        _check("max_cards", self.max_cards or 0, 1, 4)
        _check("max_turns", self.max_turns, 1, 500)
        _check("rounds", self.rounds, 1, 20)
        if self.mode != "chaos" and self.max_cards != 1:
            raise ValueError(f"max_cards={self.max_cards} needs mode=chaos; otherwise one card is laid in a turn")
        if self.mode == "truth" and self.claim_order != "free":
            raise ValueError(
                f"mode=truth needs claim_order=free, not {self.claim_order}: "
                "a player who must not lie and does not have the rank could not play"
            )
        named = self.deal_order()
        for rank in set(named):
            if rank not in DECKS[self.deck] or named.count(rank) > 4 * self.decks:
                raise ValueError(f"deal names {Rank(rank + 1)} more often than it is in the deck")

    def _fill_in(self) -> None:
        if self.max_cards is None:
            msgspec.structs.force_setattr(self, "max_cards", 4 if self.mode == "chaos" else 1)
        if self.claim_order is None:
            order = "free" if self.mode == "truth" else "ascending"
            msgspec.structs.force_setattr(self, "claim_order", order)

    def deal_order(self) -> tuple[int, ...]:
        texts = self.deal.replace(",", " ").split()
        for text in texts:
            if text not in _BY_TEXT:
                raise ValueError(f"deal: {text!r} is not a rank; ranks are {', '.join(_BY_TEXT)}")
        return tuple(_BY_TEXT[text] for text in texts)

    def options(self, seats: int) -> dict[str, int]:
        """As the rules read them: the settings of the same name, and what follows from the others."""
        if self.mode == "team" and (seats < 4 or seats % 2):
            raise UsageError(f"bluff: mode=team needs 4, 6 or 8 players, not {seats}")
        ranks = DECKS[self.deck]
        cards = 4 * self.decks * len(ranks)
        return LAYOUT.options(
            self,
            seats=seats,
            copies=4 * self.decks,
            n_ranks=len(ranks),
            ranks=sum(rank << 4 * place for place, rank in enumerate(ranks)),
            cards=cards,
            dealt=min(self.hand_size * seats or cards, cards),
            one_move=self.max_cards == 1 and self.claim_order == "ascending",
            order=ORDERS[self.claim_order or "ascending"],
            turn_limit=self.max_turns * seats,
            truth=self.mode == "truth",
            half=seats // 2 if self.mode == "team" else 0,
            everyone=(1 << seats) - 1,
            immediate=self.last_claim == "immediate",
        )


def _check(name: str, value: int, low: int, high: int, note: str = "") -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low} to {high}{note}")


def teams(settings: Any, seats: int) -> tuple[int, ...]:
    """Partners sit opposite each other."""
    return tuple(seat % (seats // 2) if settings.mode == "team" else seat for seat in range(seats))
