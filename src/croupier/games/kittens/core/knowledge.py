"""What a seat of Exploding Kittens knows, as integers, and the worlds that fit it.

The order of the integers is that of `croupier.games.kittens.view`. Piles are written with four bits to a card, plus one
so that 0 is a card that is not known.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core.belief import restore_looks
from croupier.games.kittens.core.codes import (
    HAND_TYPES,
    KITTEN,
    NOPE,
    NOTHING,
    Q_DEFUSE,
    Q_FIVE,
    Q_LAST_WORDS,
    Q_REACT,
    Q_TURN,
)
from croupier.games.kittens.core.table import WORD, Table, has, one, total
from croupier.kernel.bits import bit, lowest
from croupier.kernel.event_bits import DEALER
from croupier.kernel.rng import Chance

HEAD: Final = 22  # integers before the lists that have one for each seat


def snapshot(table: Table, seat: i64, question: i64, to_act: i64, sealed: i64, ending: i64) -> list[int]:
    """All that `seat` (or DEALER, or PUBLIC) knows."""
    pending = table.pending
    combo = table.combo
    target = table.target
    if seat != DEALER:
        if question == Q_REACT and to_act >= 0:
            sealed, to_act = _sealed_for(table, seat)
        elif question >= Q_FIVE and seat != table.turn:
            # What is being put together is nobody else's business yet.
            question = Q_TURN
            pending = NOTHING
            combo = 0
            target = -1
    seats = table.seats
    ints: list[int] = [
        question,
        to_act,
        sealed,
        ending,
        table.turn,
        table.owed,
        table.attacked,
        table.actions,
        table.alive,
        table.pile_size,
        table.discard_size,
        pending,
        combo,
        target,
        table.named,
        table.nopes,
        table.last,
        table.looks,
        table.returned,
        table.returner,
        table.avoided,
        table.likely[seat] if seat >= 0 else 0,
    ]
    hands = table.hands
    sizes = table.sizes
    places = table.places
    voids = table.voids
    known = table.known
    for other in range(seats):
        if seat == DEALER or other == seat:
            ints.append(hands[other])
        elif seat < 0:
            ints.append(0)
        else:
            ints.append(known[seat * seats + other])
    for other in range(seats):
        ints.append(sizes[other])
    for other in range(seats):
        ints.append(places[other])
    for other in range(seats):
        ints.append(voids[other])
    _add_pile(ints, table.discard, table.knows, table.discard_size, table.options.words, DEALER)
    _add_pile(ints, table.pile, table.knows, table.pile_size, table.options.words, seat)
    if seat == DEALER:
        _add_secrets(ints, table)
    return ints


def _sealed_for(table: Table, seat: i64) -> tuple[i64, i64]:
    """As far as a seat can tell nobody else has answered yet, and if it must answer it is the first."""
    owing: i64 = table.alive & ~bit(table.last)
    if seat >= 0 and (owing >> seat) & 1 != 0:
        if has(table.hands[seat], NOPE) != 0 and (table.answered >> seat) & 1 == 0:
            return owing, seat
        owing &= ~bit(seat)
    first: i64 = table.after(table.last)
    if first == seat:
        first = table.after(seat)
    return owing, first


def _add_pile(ints: list[int], cards: vec[i64], knows: vec[i64], n: i64, words: i64, seat: i64) -> None:
    at: i64 = 0
    stop: i64 = len(ints) + words
    while len(ints) < stop:
        word: i64 = 0
        shift: i64 = 0
        while shift < 4 * WORD and at < n:
            if seat == DEALER or (seat >= 0 and (knows[at] >> seat) & 1 != 0):
                word |= (cards[at] + 1) << shift
            at += 1
            shift += 4
        ints.append(word)


def _add_secrets(ints: list[int], table: Table) -> None:
    ints.append(table.mark)
    ints.append(table.answered)
    ints.append(table.noping)
    ints.append(table.shuffles)
    ints.append(table.steals)
    ints.append(table.shown)
    likely = table.likely
    for seat in range(table.seats):
        ints.append(likely[seat])
    known = table.known
    for i in range(table.seats * table.seats):
        ints.append(known[i])
    knows = table.knows
    for i in range(table.pile_size):
        ints.append(knows[i])


def restore(table: Table, seat: i64, ints: tuple[int, ...]) -> None:
    """Take over a snapshot without its first four integers, which are the state's."""
    seats = table.seats
    table.clear()
    table.turn = ints[4]
    table.owed = ints[5]
    table.attacked = ints[6]
    table.actions = ints[7]
    table.alive = ints[8]
    table.pile_size = ints[9]
    table.discard_size = ints[10]
    table.pending = ints[11]
    table.combo = ints[12]
    table.target = ints[13]
    table.named = ints[14]
    table.nopes = ints[15]
    table.last = ints[16]
    table.looks = ints[17]
    table.returned = ints[18]
    table.returner = ints[19]
    table.avoided = ints[20]
    hands = table.hands
    sizes = table.sizes
    places = table.places
    voids = table.voids
    known = table.known
    likely = table.likely
    at: i64 = HEAD
    for other in range(seats):
        hands[other] = ints[at + other]
        sizes[other] = ints[at + seats + other]
        places[other] = ints[at + 2 * seats + other]
        voids[other] = ints[at + 3 * seats + other]
        if seat >= 0 and other != seat:
            known[seat * seats + other] = hands[other]
            if hands[other] != 0:
                table.shown |= bit(other)
    at += 4 * seats
    words = table.options.words
    _read_pile(ints, at, table.discard, table.discard_size)
    _read_pile(ints, at + words, table.pile, table.pile_size)
    at += 2 * words
    knows = table.knows
    pile = table.pile
    table.mark = table.discard_size
    if seat == DEALER:
        table.mark = ints[at]
        table.answered = ints[at + 1]
        table.noping = ints[at + 2]
        table.shuffles = ints[at + 3]
        table.steals = ints[at + 4]
        table.shown = ints[at + 5]
        at += 6
        for other in range(seats):
            likely[other] = ints[at + other]
        at += seats
        for i in range(seats * seats):
            known[i] = ints[at + i]
        at += seats * seats
        for i in range(table.pile_size):
            knows[i] = ints[at + i]
    else:
        for i in range(table.pile_size):
            knows[i] = bit(seat) if seat >= 0 and pile[i] >= 0 else 0
        if seat >= 0:
            likely[seat] = ints[21]
            restore_looks(table)
    _gather(table, ints[0])


def _read_pile(ints: tuple[int, ...], at: i64, cards: vec[i64], n: i64) -> None:
    word: i64 = 0
    for i in range(n):
        if i % WORD == 0:
            word = ints[at + i // WORD]
        cards[i] = (word & 15) - 1
        word >>= 4


def _gather(table: Table, question: i64) -> None:
    """Find the cards that are in the game and have no place yet."""
    counts = vec[i64]([0] * (KITTEN + 1))
    given = table.options.counts
    hands = table.hands
    for card in range(i64(HAND_TYPES)):
        counts[card] = given[card]
        for other in range(table.seats):
            counts[card] -= has(hands[other], card)
    discard = table.discard
    for i in range(table.discard_size):
        counts[discard[i]] -= 1
    counts[KITTEN] = table.kittens_left()
    if question in (Q_DEFUSE, Q_LAST_WORDS):
        counts[KITTEN] -= 1  # the one that was just drawn
    pile = table.pile
    for i in range(table.pile_size):
        if pile[i] >= 0:
            counts[pile[i]] -= 1
    pool = vec[i64]([0] * table.options.capacity)
    n: i64 = 0
    for card in range(i64(HAND_TYPES)):
        left: i64 = counts[card]
        while left > 0:
            pool[n] = card
            n += 1
            left -= 1
    table.pool = pool
    table.pool_size = n
    table.kittens = counts[KITTEN]


def imagine(table: Table, seat: i64, chance: Chance) -> None:
    """Put every card that has no place where it may be, each such world being equally likely."""
    order = table.order
    n = table.pool_size
    taken: i64 = 0
    while True:
        chance.deal_into(table.pool, order, n)
        taken = _fill_restricted(table, seat, chance)
        if taken >= 0:
            break
    hands = table.hands
    sizes = table.sizes
    voids = table.voids
    for other in range(table.seats):
        if other == seat or voids[other] != 0:
            continue
        missing: i64 = sizes[other] - total(hands[other])
        while missing > 0:
            hands[other] += one(order[taken])
            taken += 1
            missing -= 1
    _fill_pile(table, taken, chance)


def _fill_restricted(table: Table, seat: i64, chance: Chance) -> i64:
    """Deal to the seats that certainly lack some types; how many cards that took, or -1 if it must be tried again.

    A hand drawn from the cards that are allowed and left is as likely as any other; but how many are left depends on
    the hands before it, and so would the weight of the world. Each draw is therefore kept only in proportion to that.
    """
    hands = table.hands
    voids = table.voids
    sizes = table.sizes
    n = table.pool_size
    order = table.order
    dealt = table.dealt
    taken: i64 = 0
    first: bool = True
    for other in range(table.seats):
        void = voids[other]
        dealt[other] = 0
        if other == seat or void == 0:
            continue
        missing: i64 = sizes[other] - total(hands[other])
        allowed: i64 = 0
        left: i64 = 0
        for i in range(n):
            if (void >> order[i]) & 1 == 0:
                allowed += 1
                if i >= taken:
                    left += 1
        at: i64 = taken
        while missing > 0:
            if left == 0 or (not first and chance.below(allowed) >= left):
                return -1
            while (void >> order[at]) & 1 != 0:
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
    for other in range(table.seats):
        hands[other] += dealt[other]
    return taken


def _shuffle_rest(order: vec[i64], begin: i64, end: i64, chance: Chance) -> None:
    while begin < end - 1:
        other: i64 = begin + chance.below(end - begin)
        card: i64 = order[begin]
        order[begin] = order[other]
        order[other] = card
        begin += 1


def _fill_pile(table: Table, taken: i64, chance: Chance) -> None:
    """The kittens go anywhere in the unknown part of the pile, then the rest of the cards."""
    pile = table.pile
    order = table.order
    kittens = table.kittens
    unknown: i64 = 0
    for i in range(table.pile_size):
        if pile[i] < 0:
            unknown += 1
    for i in range(table.pile_size):
        if pile[i] >= 0:
            continue
        if kittens > 0 and chance.below(unknown) < kittens:
            pile[i] = KITTEN
            kittens -= 1
        else:
            pile[i] = order[taken]
            taken += 1
        unknown -= 1


def prune_sealed(table: Table, sealed: i64, to_act: i64) -> i64:
    """In an imagined world only those who hold a Nope are asked, and the seat that imagines it."""
    asked: i64 = bit(to_act)
    left: i64 = sealed
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if has(table.hands[other], NOPE) != 0:
            asked |= bit(other)
    return asked
