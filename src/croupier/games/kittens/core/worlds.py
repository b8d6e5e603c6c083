"""Imagined worlds of Exploding Kittens (rule 8.6): the cards that a restored state does not place, dealt at random."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.table import card_of_pile, discarded, has, kittens_left, one, spread_out, total
from croupier.kernel.rng import Chance


@final
@mypyc_attr(acyclic=True)
class Pool:
    """The cards without a place as a list, which the many worlds imagined for one decision share, and room to deal."""

    def __init__(self, seats: i64, capacity: i64) -> None:
        self.cards: Final = vec[i64]([0] * capacity)
        self.hand: i64 = 0  # the same cards as a hand
        self.size: i64 = 0
        self.order: Final = vec[i64]([0] * capacity)
        self.dealt: Final = vec[i64]([0] * seats)

    def shuffle(self, hand: i64, chance: Chance) -> None:
        """Bring these cards into a random order."""
        if hand != self.hand:
            self.size = spread_out(hand, self.cards)
            self.hand = hand
        chance.deal_into(self.cards, self.order, self.size)


def find_unplaced(words: vec[i64], question: i64) -> None:
    """Work out which cards are in the game and have no place yet."""
    left: i64 = words[w.DECK]
    for card in range(i64(c.HAND_TYPES)):
        for seat in range(words[w.SEATS]):
            left = _without(left, card, has(words[w.HAND + seat], card))
    for i in range(words[w.DISCARD_SIZE]):
        left = _without(left, discarded(words, i), 1)
    kittens = kittens_left(words)
    if question in (c.Q_DEFUSE, c.Q_LAST_WORDS):
        kittens -= 1  # the one that was just drawn
    for i in range(words[w.PILE_SIZE]):
        card = card_of_pile(words, i)
        if card == c.KITTEN:
            kittens -= 1
        elif card != c.NO_CARD:
            left = _without(left, card, 1)
    words[w.UNPLACED] = left
    words[w.UNPLACED_KITTENS] = kittens


def _without(hand: i64, card: i64, n: i64) -> i64:
    """A hand without n cards of a type, or all it has of it."""
    held = has(hand, card)
    return hand - (n if n < held else held) * one(card)


def imagine(words: vec[i64], pool: Pool, seat: i64, chance: Chance) -> None:
    """Put every card that has no place where it may be, each such world being equally likely."""
    order = pool.order
    taken: i64 = -1
    while taken < 0:
        pool.shuffle(words[w.UNPLACED], chance)
        taken = _fill_restricted(words, order, pool.size, pool.dealt, seat, chance)
    for other in range(words[w.SEATS]):
        if other != seat and words[w.LACKS + other] == 0:
            hand: i64 = words[w.HAND + other]
            for _card in range(words[w.HAND_SIZE + other] - total(hand)):
                hand += one(order[taken])
                taken += 1
            words[w.HAND + other] = hand
    _fill_pile(words, order, taken, chance)


def _fill_restricted(words: vec[i64], order: vec[i64], n: i64, dealt: vec[i64], seat: i64, chance: Chance) -> i64:
    """Deal to the seats that certainly lack some types; how many cards that took, or -1 if it must be tried again.

    A hand drawn from the cards that are allowed and left is as likely as any other; but how many are left depends on
    the hands before it, and so would the weight of the world. Each draw is therefore kept only in proportion to that.
    """
    taken: i64 = 0
    first: bool = True
    for other in range(words[w.SEATS]):
        lacks: i64 = words[w.LACKS + other]
        dealt[other] = 0
        if other == seat or lacks == 0:
            continue
        missing: i64 = words[w.HAND_SIZE + other] - total(words[w.HAND + other])
        allowed: i64 = 0
        left: i64 = 0
        for i in range(n):
            if (lacks >> order[i]) & 1 == 0:
                allowed += 1
                if i >= taken:
                    left += 1
        at: i64 = taken
        while missing > 0:
            if left == 0 or (not first and chance.below(allowed) >= left):
                return -1
            while (lacks >> order[at]) & 1 != 0:
                at += 1
            card = order[at]
            order[at] = order[taken]
            order[taken] = card
            dealt[other] += one(card)
            taken += 1
            at += 1
            allowed -= 1
            left -= 1
            missing -= 1
        _shuffle_rest(order, taken, n, chance)  # those that were passed over came to the front
        first = False
    for other in range(words[w.SEATS]):
        words[w.HAND + other] += dealt[other]
    return taken


def _shuffle_rest(order: vec[i64], begin: i64, end: i64, chance: Chance) -> None:
    while begin < end - 1:
        other: i64 = begin + chance.below(end - begin)
        card: i64 = order[begin]
        order[begin] = order[other]
        order[other] = card
        begin += 1


def _fill_pile(words: vec[i64], order: vec[i64], taken: i64, chance: Chance) -> None:
    """The kittens go anywhere in the unknown part of the pile, then the rest of the cards."""
    kittens: i64 = words[w.UNPLACED_KITTENS]
    size: i64 = words[w.PILE_SIZE]
    unknown: i64 = 0
    for i in range(size):
        if card_of_pile(words, i) == c.NO_CARD:
            unknown += 1
    for i in range(size):
        if card_of_pile(words, i) != c.NO_CARD:
            continue
        card: i64 = c.KITTEN
        if kittens > 0 and chance.below(unknown) < kittens:
            kittens -= 1
        else:
            card = order[taken]
            taken += 1
        words[w.PILE + i] += card - c.NO_CARD
        unknown -= 1
