"""Every legal move of Exploding Kittens, written once: nothing else in the game decides what is legal."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.table import discarded_types, doubles, has, kinds, triples
from croupier.kernel.bits import bit, count, lowest, lowest_of_few


def legal_moves(words: vec[i64], question: i64, seat: i64, out: vec[i64]) -> i64:
    """Write the moves with which `seat` may answer `question` into `out`; how many there are."""
    if question == c.Q_TURN:
        return _turn(words, seat, out)
    hand = words[w.HAND + seat]
    if question == c.Q_REACT:
        out[0] = c.M_PASS
        if has(hand, c.NOPE) == 0:
            return 1
        out[1] = c.M_NOPE
        return 2
    if question == c.Q_GIVE:
        return _typed(kinds(hand), c.M_GIVE, out)
    if question == c.Q_DEFUSE:
        n: i64 = 0
        depth: i64 = words[w.PILE_SIZE]
        while depth >= 0:
            out[n] = c.M_DEPTH + depth
            n += 1
            depth -= 1
        return n
    if question == c.Q_LAST_WORDS:
        out[0] = c.M_EXPLODE
        return 1
    if question == c.Q_FIVE:
        return _typed(_addable(words, hand), c.M_ADD, out)
    if question == c.Q_NAME:
        for card in range(i64(c.HAND_TYPES)):
            out[card] = c.M_NAME + c.HAND_TYPES - 1 - card  # a Defuse first: the most there is to be had
        out[c.HAND_TYPES] = c.M_NAME + c.KITTEN
        return c.HAND_TYPES + 1
    return _picks(words, out)


def _typed(ones: i64, first: i64, out: vec[i64]) -> i64:
    """One move per type of which the lowest bit is set."""
    n: i64 = 0
    while ones != 0:
        out[n] = first + lowest(ones) // 5
        n += 1
        ones &= ones - 1
    return n


def _turn(words: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """Rules 2 to 4."""
    hand = words[w.HAND + seat]
    out[0] = c.M_DRAW
    n: i64 = 1
    if has(hand, c.SHUFFLE) != 0:
        out[n] = c.M_PLAY + c.SHUFFLE
        n += 1
    if has(hand, c.FUTURE) != 0:
        out[n] = c.M_PLAY + c.FUTURE
        n += 1
    if has(hand, c.SKIP) != 0:
        out[n] = c.M_PLAY + c.SKIP
        n += 1
    if has(hand, c.ATTACK) != 0:
        out[n] = c.M_PLAY + c.ATTACK
        n += 1
    combo_ones = words[w.COMBO_ONES]
    pairs: i64 = doubles(hand) & combo_ones
    favor: bool = has(hand, c.FAVOR) != 0
    if pairs != 0 or favor:
        threes: i64 = triples(hand) & combo_ones
        targets: i64 = words[w.ALIVE] & ~bit(seat)
        while targets != 0:
            target = lowest_of_few(targets)
            targets &= targets - 1
            if favor and words[w.HAND_SIZE + target] != 0:
                out[n] = c.M_FAVOR + target
                n += 1
            left: i64 = pairs
            while left != 0:
                out[n] = c.M_PAIR + lowest(left) * 2 + target  # the bit of a type is five times its number
                n += 1
                left &= left - 1
            left = threes
            while left != 0:
                out[n] = c.M_TRIPLE + lowest(left) * 2 + target
                n += 1
                left &= left - 1
    if count(kinds(hand) & combo_ones) >= 5:
        out[n] = c.M_FIVE
        n += 1
    return n


def _addable(words: vec[i64], hand: i64) -> i64:
    """The types that may come next in a five: they are named in rising order, and enough must be left."""
    ones: i64 = kinds(hand) & words[w.COMBO_ONES]
    chosen: i64 = words[w.COMBO]
    wanted: i64 = 5
    while chosen != 0:
        card = lowest_of_few(chosen)
        chosen &= chosen - 1
        wanted -= 1
        ones &= ~(bit(card * 5 + 1) - 1)
    fitting: i64 = 0
    while count(ones) >= wanted and ones != 0:
        fitting |= ones & -ones
        ones &= ones - 1
    return fitting


def _picks(words: vec[i64], out: vec[i64]) -> i64:
    """Rule 4.4: any type in the discard pile, the most valuable first."""
    types = discarded_types(words)
    if types == 0:
        out[0] = c.M_PICK + c.KITTEN
        return 1
    n: i64 = 0
    for i in range(i64(c.HAND_TYPES)):
        card: i64 = c.HAND_TYPES - 1 - i
        if (types >> card) & 1 != 0:
            out[n] = c.M_PICK + card
            n += 1
    return n
