"""Bluff positions by hand: hands are dealt as written, moves are notations."""

from typing import Any

from frames.positions import MatchByNotation

from croupier.games.bluff import GAME, BluffState, BluffView
from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.kernel.decision import Event
from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


def dealt(*hands: str, seed: int = 1, **settings: Any) -> Match:
    """A match in which the seats hold these ranks, such as "A 7 K"; hands of one size, the other cards out of play."""
    rows = [hand.split() for hand in hands]
    order = [rank for cards in zip(*rows, strict=True) for rank in cards]
    values = {"hand_size": len(rows[0]), "deal": " ".join(order), **settings}
    return Match(GAME, GAME.settings(values), NAMES[: len(hands)], seed)


def do(match: Match, *moves: str) -> list[Event]:
    """Answer the open questions one after the other; what happened, as the dealer knows it."""
    return MatchByNotation[BluffView](match).do(*moves).events


def legal(match: Match) -> list[str]:
    return MatchByNotation[BluffView](match).moves


def view(match: Match, seat: int = DEALER) -> BluffView:
    seen = match.view(seat)
    assert isinstance(seen, BluffView)
    return seen


def hand(match: Match, seat: int) -> str:
    return " ".join(str(rank) for rank, count in view(match, seat).hand.items() for _ in range(count))


def known(match: Match, eye: int, seat: int) -> dict[str, int]:
    return {str(rank): count for rank, count in view(match, eye).known(seat).items()}


def of(events: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if type(event) is kind]


class Words:
    """The words of a state, and the cards that they count."""

    def __init__(self, state: BluffState) -> None:
        self.all = [int(word) for word in state.words]

    def __getitem__(self, place: int) -> int:
        return self.all[place]

    def of(self, seat: int, word: int) -> int:
        """What stands in the row of a seat."""
        return self.all[c.ROW * seat + word]

    def cards(self, at: int) -> tuple[int, int]:
        """Two words that count cards."""
        return self.all[at], self.all[at + 1]

    def cards_of(self, seat: int, word: int) -> tuple[int, int]:
        return self.cards(c.ROW * seat + word)

    def held(self, seat: int, rank: int) -> int:
        return count_of(self.cards_of(seat, w.HAND), rank)

    def laid_by(self, seat: int, rank: int) -> int:
        return count_of(self.cards_of(seat, w.LAID), rank)

    def known_with(self, eye: int, seat: int, rank: int) -> int:
        """Behind the rows of the seats: for each eye two words for each seat."""
        seats = self.all[w.SEATS]
        return count_of(self.cards(w.HAND_SIZE + c.ROW * seats + 2 * (eye * seats + seat)), rank)

    @property
    def is_true(self) -> bool:
        """Whether the last claim is."""
        cards = self.cards(w.PENDING)
        return count_of(cards, self.all[w.CLAIM_RANK]) == number_of(cards)


def count_of(cards: tuple[int, int], rank: int) -> int:
    return (cards[0] >> 8 * rank if rank < 7 else cards[1] >> 8 * (rank - 7)) & 255


def number_of(cards: tuple[int, int]) -> int:
    return sum(count_of(cards, rank) for rank in range(c.RANKS))


def cards_of(state: BluffState) -> list[int]:
    """All cards of a state by rank, wherever they are."""
    words = Words(state)
    places = [words.cards_of(seat, word) for seat in range(state.seats) for word in (w.HAND, w.LAID)]
    return [sum(count_of(cards, rank) for cards in (*places, words.cards(w.STOCK))) for rank in range(c.RANKS)]
