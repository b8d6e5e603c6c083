"""Every legal move of Exploding Kittens, written once: nothing else in the game decides what is legal."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core.codes import (
    ATTACK,
    FAVOR,
    FUTURE,
    HAND_TYPES,
    KITTEN,
    M_ADD,
    M_DEPTH,
    M_DRAW,
    M_EXPLODE,
    M_FAVOR,
    M_FIVE,
    M_GIVE,
    M_NAME,
    M_NOPE,
    M_PAIR,
    M_PASS,
    M_PICK,
    M_PLAY,
    M_TRIPLE,
    NOPE,
    Q_DEFUSE,
    Q_FIVE,
    Q_GIVE,
    Q_LAST_WORDS,
    Q_NAME,
    Q_REACT,
    Q_TURN,
    SHUFFLE,
    SKIP,
)
from croupier.games.kittens.core.table import Table, doubles, kinds, triples
from croupier.kernel.bits import bit, count, lowest


def legal_moves(table: Table, question: i64, seat: i64, out: vec[i64]) -> i64:
    """Write the moves with which `seat` may answer `question` into `out`; how many there are."""
    if question == Q_TURN:
        return _turn(table, seat, out)
    hand = table.hands[seat]
    if question == Q_REACT:
        out[0] = M_PASS
        if (hand >> (NOPE * 5)) & 31 == 0:
            return 1
        out[1] = M_NOPE
        return 2
    if question == Q_GIVE:
        return _typed(kinds(hand), M_GIVE, out)
    if question == Q_DEFUSE:
        n: i64 = 0
        depth: i64 = table.pile_size
        while depth >= 0:
            out[n] = M_DEPTH + depth
            n += 1
            depth -= 1
        return n
    if question == Q_LAST_WORDS:
        out[0] = M_EXPLODE
        return 1
    if question == Q_FIVE:
        return _typed(addable(table, hand), M_ADD, out)
    if question == Q_NAME:
        for card in range(i64(HAND_TYPES)):
            out[card] = M_NAME + HAND_TYPES - 1 - card  # a Defuse first: the most there is to be had
        out[HAND_TYPES] = M_NAME + KITTEN
        return HAND_TYPES + 1
    return _picks(table, out)


def _typed(ones: i64, first: i64, out: vec[i64]) -> i64:
    """One move per type of which the lowest bit is set."""
    n: i64 = 0
    while ones != 0:
        out[n] = first + lowest(ones) // 5
        n += 1
        ones &= ones - 1
    return n


def _turn(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Rules 2 to 4."""
    hand = table.hands[seat]
    out[0] = M_DRAW
    n: i64 = 1
    if (hand >> (SHUFFLE * 5)) & 31 != 0:
        out[n] = M_PLAY + SHUFFLE
        n += 1
    if (hand >> (FUTURE * 5)) & 31 != 0:
        out[n] = M_PLAY + FUTURE
        n += 1
    if (hand >> (SKIP * 5)) & 31 != 0:
        out[n] = M_PLAY + SKIP
        n += 1
    if (hand >> (ATTACK * 5)) & 31 != 0:
        out[n] = M_PLAY + ATTACK
        n += 1
    combo_ones = table.options.combo_ones
    pairs: i64 = doubles(hand) & combo_ones
    favor: bool = (hand >> (FAVOR * 5)) & 31 != 0
    if pairs != 0 or favor:
        threes: i64 = triples(hand) & combo_ones
        sizes = table.sizes
        targets: i64 = table.alive & ~bit(seat)
        while targets != 0:
            target = lowest(targets)
            targets &= targets - 1
            if sizes[target] == 0:
                continue
            if favor:
                out[n] = M_FAVOR + target
                n += 1
            left: i64 = pairs
            while left != 0:
                out[n] = M_PAIR + lowest(left) * 2 + target  # the bit of a type is five times its number
                n += 1
                left &= left - 1
            left = threes
            while left != 0:
                out[n] = M_TRIPLE + lowest(left) * 2 + target
                n += 1
                left &= left - 1
    if count(kinds(hand) & combo_ones) >= 5:
        out[n] = M_FIVE
        n += 1
    return n


def addable(table: Table, hand: i64) -> i64:
    """The types that may come next in a five: they are named in rising order, and enough must be left."""
    ones: i64 = kinds(hand) & table.options.combo_ones
    chosen: i64 = table.combo
    wanted: i64 = 5
    while chosen != 0:
        card = lowest(chosen)
        chosen &= chosen - 1
        wanted -= 1
        ones &= ~(bit(card * 5 + 1) - 1)
    fitting: i64 = 0
    while count(ones) >= wanted and ones != 0:
        fitting |= ones & -ones
        ones &= ones - 1
    return fitting


def _picks(table: Table, out: vec[i64]) -> i64:
    """Rule 4.4: any type in the discard pile, the most valuable first."""
    types = table.discarded()
    if types == 0:
        out[0] = M_PICK + KITTEN
        return 1
    n: i64 = 0
    for i in range(i64(HAND_TYPES)):
        card: i64 = HAND_TYPES - 1 - i
        if (types >> card) & 1 != 0:
            out[n] = M_PICK + card
            n += 1
    return n
