"""A match of Exploding Kittens played by notation, from a position in words: hands, pile and discard pile.

Piles are written as they lie, the next card of the draw pile and the lowest card of the discard pile first.
"""

from typing import Any

from frames.positions import MatchByNotation

from croupier.games.kittens import GAME, BotView
from croupier.games.kittens.friendly.cards import TYPES, WORDS
from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
_NUMBER = {word: number for number, word in enumerate(WORDS.values())}


def numbers(text: str) -> list[int]:
    return [_NUMBER[word] for word in text.split()]


def hand_of(text: str) -> int:
    return sum(1 << 5 * number for number in numbers(text))


def words_of(cards: Any) -> str:
    """Cards or None as the tests write them: "taco ?"."""
    return " ".join("?" if card is None else WORDS[TYPES[card.number]] for card in cards)


class Play(MatchByNotation[BotView]):
    """A match of Exploding Kittens, and short words for what the tests ask of it."""

    @property
    def owed(self) -> int:
        return self.match.state.snapshot(DEALER)[5]

    def hand(self, seat: int) -> str:
        return words_of(self.view(seat).my_hand)

    def top(self, seat: int) -> str:
        return words_of(self.view(seat).known_top)

    @property
    def pile(self) -> str:
        """All of it, as only the dealer knows it."""
        return words_of(self.view(DEALER).known_top)

    @property
    def discard(self) -> str:
        return words_of(self.view(0).discard_pile)

    def known(self, seat: int) -> dict[str, str]:
        return {name: words_of(cards) for name, cards in self.view(seat).known_hands.items()}


def dealt(seats: int = 3, seed: int = 1, **settings: Any) -> Play:
    return Play(Match(GAME, GAME.settings(settings), NAMES[:seats], seed))


def position(
    *hands: str | None,
    pile: str = "taco beard melon skip potato kitten rainbow kitten",
    discard: str = "",
    turn: int = 0,
    owed: int = 1,
    attacked: bool = False,
    actions: int = 0,
    **settings: Any,
) -> Play:
    """The turn of a seat in the middle of a match; a hand that is None belongs to a seat that is out."""
    play = dealt(len(hands), **settings)
    state, seats = play.match.state, len(hands)
    options = GAME.settings(settings).options(seats)
    alive = sum(1 << seat for seat, hand in enumerate(hands) if hand is not None)
    lowest_first = numbers(pile)[::-1]
    gone = numbers(discard)
    ints = [
        0,
        turn,
        0,
        0,
        turn,
        owed,
        int(attacked),
        actions,
        alive,
        len(lowest_first),
        len(gone),
        -1,
        0,
        -1,
        0,
        0,
        turn,
        *(0, -1, -1, 0, 0),  # nobody has looked at the pile or put a kitten back
    ]
    ints += [hand_of(hand or "") for hand in hands]
    ints += [len((hand or "").split()) for hand in hands]
    ints += [0 if hand is not None else seats for hand in hands]
    ints += [0] * seats
    for cards in (gone, lowest_first):
        ints += [
            sum((card + 1) << 4 * i for i, card in enumerate(cards[word * 15 : word * 15 + 15]))
            for word in range(options["pile_words"])
        ]
    ints += [0] * 6 + [0] * seats + [0] * seats * seats + [0] * len(lowest_first) + [7]
    state.restore(DEALER, tuple(ints))
    for seat in range(seats):
        play.match.take_news(seat)
    return play
