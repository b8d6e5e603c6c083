"""Imagined worlds of Cuttle: the cards that a restored state does not place, dealt to the other hand and the pile."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.cuttle.core import codes as c
from croupier.games.cuttle.core import layout as w
from croupier.games.cuttle.core.table import jack_lies_on, push, stack
from croupier.kernel.bits import bit, count, lowest
from croupier.kernel.rng import Chance


@final
@mypyc_attr(acyclic=True)
class Pool:
    """A set of cards as a list; the many worlds imagined for one decision share it."""

    def __init__(self) -> None:
        self.list: Final = vec[i64]([0] * c.DECK_SIZE)
        self.set: i64 = 0
        self.size: i64 = 0

    def fill(self, cards: i64) -> None:
        self.set = cards
        pool = self.list
        n: i64 = 0
        while cards != 0:
            pool[n] = lowest(cards)
            n += 1
            cards &= cards - 1
        self.size = n


def unplaced(words: vec[i64]) -> i64:
    """The cards that lie nowhere, as far as these words show."""
    placed: i64 = words[w.SCRAP] | words[w.TWOS]
    for i in range(i64(w.HAND), i64(w.SCORE)):
        placed |= words[i]
    for suit in range(i64(4)):
        if jack_lies_on(words, suit) >= 0:
            placed |= bit(40 + suit)
    for card in (words[w.TOP], words[w.PENDING], words[w.REVEALED], words[w.OTHER_REVEALED]):
        if card >= 0:
            placed |= bit(card)
    return c.FULL_DECK & ~placed


def imagine(words: vec[i64], pool: Pool, order: vec[i64], seat: i64, chance: Chance) -> None:
    """Deal the unknown cards to the other hand and the pile."""
    if pool.set != words[w.UNKNOWN]:
        pool.fill(words[w.UNKNOWN])
    n = pool.size
    chance.deal_into(pool.list, order, n)
    you: i64 = 1 - seat
    cards: i64 = words[w.HAND + you]
    missing: i64 = words[w.HAND_SIZE + you] - count(cards)
    at: i64 = 0
    while at < missing:
        cards |= bit(order[at])
        at += 1
    words[w.HAND + you] = cards
    top: i64 = words[w.TOP]
    stack(words, order, at, n - at)
    if top >= 0:
        push(words, top)
