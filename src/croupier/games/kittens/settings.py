"""The settings of Exploding Kittens (RULES.md, section 9)."""

from functools import lru_cache
from typing import Literal

import msgspec

from croupier.games.kittens.core import codes
from croupier.games.kittens.core.layout import LAYOUT
from croupier.games.kittens.core.table import CARDS_PER_WORD
from croupier.games.kittens.deck import checked_deck, load_deck, warn
from croupier.games.kittens.friendly.cards import COMBO_TYPES, TYPES
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError


class KittensSettings(Settings, frozen=True):
    """`deck` is looked up once; what a replay keeps is `cards`, which then holds whatever became of the file."""

    deck: str = "standard"
    """standard, large, duel, chaos, or a JSON file."""
    cards: dict[str, int] | None = None
    """How many of each type; read from `deck` unless given."""
    defuses_in_deck: int | Literal["all"] = "all"
    """How many Defuses go into the draw pile after everybody has got one."""
    attack_stacks: Literal["remaining", "printed"] = "remaining"
    combo_cards: Literal["standard", "cats", "any"] = "standard"
    hand_size: int = 7
    """How many cards are dealt to each player, besides a Defuse."""

    def __post_init__(self) -> None:
        deck = load_deck(self.deck) if self.cards is None else checked_deck(self.cards)
        msgspec.structs.force_setattr(self, "cards", deck)
        if self.defuses_in_deck != "all" and not 0 <= self.defuses_in_deck <= codes.MOST_OF_A_TYPE:
            raise ValueError(f"defuses_in_deck must be all or 0 to {codes.MOST_OF_A_TYPE}")
        if not 1 <= self.hand_size <= codes.MOST_DEALT:
            raise ValueError(f"hand_size must be 1 to {codes.MOST_DEALT}")

    def options(self, seats: int) -> dict[str, int]:
        """As the rules read them, for a table of so many seats."""
        cards = self.cards or {}
        counts = tuple(cards[card] for card in TYPES[: codes.HAND_TYPES])
        printed = self.attack_stacks == "printed"
        return _options(seats, counts, self.defuses_in_deck, printed, self.combo_cards, self.hand_size)


@lru_cache(maxsize=64)
def _options(
    seats: int, counts: tuple[int, ...], defuses: int | str, printed: bool, combos: str, dealt: int
) -> dict[str, int]:
    plain, given = counts[: codes.DEFUSE], counts[codes.DEFUSE]
    if sum(plain) < dealt * seats:
        raise UsageError(
            f"kittens: {seats} players need {dealt * seats} cards that are neither Defuse nor kitten, "
            f"and the deck has {sum(plain)}; the large deck has enough (deck=large)"
        )
    wanted = seats + 1
    if given < wanted:
        warn(f"{wanted - given} DefuseCard added: {seats} players need {wanted}, and the deck has {given}")
        given = wanted
    deck = (*plain, given if isinstance(defuses, str) else min(given, seats + defuses))
    return LAYOUT.options(
        None,
        seats=seats,
        everyone=(1 << seats) - 1,
        deck=sum(n << (5 * card) for card, n in enumerate(deck)),
        pile_words=-(-(sum(deck) + seats) // CARDS_PER_WORD),
        printed_attacks=printed,
        combo_ones=sum(1 << (5 * card) for card in COMBO_TYPES[combos]),
        dealt=dealt,
    )
