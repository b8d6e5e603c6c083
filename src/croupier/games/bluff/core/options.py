"""The settings of Bluff as the rules read them: numbers that are worked out once."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.bluff.core.codes import ASCENDING
from croupier.games.bluff.core.lanes import one, word_of


@final
@mypyc_attr(acyclic=True)
class Options:
    """The settings as the rules read them."""

    def __init__(
        self,
        seats: int,
        decks: int,
        ranks: tuple[int, ...],
        hand_size: int,
        max_cards: int,
        order: int,
        max_turns: int,
        rounds: int,
        truth: bool,
        teams: bool,
        immediate: bool,
        deal: tuple[int, ...] = (),
    ) -> None:
        self.seats: Final[i64] = seats
        self.copies: Final[i64] = 4 * decks
        self.n_ranks: Final[i64] = len(ranks)
        self.ranks: Final = vec[i64](list(ranks))
        self.cards: Final[i64] = 4 * decks * len(ranks)
        self.pack: Final = vec[i64]([card_of(rank) for rank in ranks for _ in range(4 * decks)])
        limit = hand_size * seats if hand_size > 0 else 4 * decks * len(ranks)
        self.dealt: Final[i64] = min(limit, 4 * decks * len(ranks))
        self.max_cards: Final[i64] = max_cards
        self.plain: Final = max_cards == 1 and order == ASCENDING  # a turn is one move
        self.order: Final[i64] = order
        self.turns: Final[i64] = max_turns * seats
        self.rounds: Final[i64] = rounds
        self.truth: Final = truth
        self.half: Final[i64] = seats // 2 if teams else 0
        self.sides: Final = vec[i64](_sides(seats, teams))  # for each seat the set of those on its side
        self.everyone: Final[i64] = (1 << seats) - 1
        self.immediate: Final = immediate
        self.deal: Final = deal


def card_of(rank: int) -> int:
    """A card as it is shuffled: as its word counts it, and negative where that is the high word."""
    return one(rank) * (1 - 2 * word_of(rank))


def _sides(seats: int, teams: bool) -> list[int]:
    if not teams:
        return [1 << seat for seat in range(seats)]
    half = seats // 2
    return [(1 << seat % half) | (1 << seat % half + half) for seat in range(seats)]
