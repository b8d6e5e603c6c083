"""The heuristic: steal Defuses early, keep a way out for the draw that may explode, put kittens before the next player.

It looks only at what the seat to act knows: its own hand, what it was shown of the others' and of the pile, and what
lies open. Probabilities are in thousandths.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.table import (
    after,
    card_of_pile,
    discarded_types,
    has,
    kittens_left,
    knows_card,
)
from croupier.kernel.bits import bit

CERTAIN: Final = 1000
WITHOUT_DEFUSE: Final = 110  # the risk from which a way out is used, by the number of Defuses left
WITH_DEFUSE: Final = 400
LOOK_FROM: Final = 100  # the risk from which a See the Future is used
# What a card is worth keeping, by type: cats, Shuffle, Favor, See the Future, Skip, Attack, Nope, Defuse.
WORTH: Final = vec[i64]([0, 0, 0, 0, 0, 3, 4, 6, 8, 9, 10, 30, 0])
HORIZON: Final = 8  # moves per seat after which hands are compared instead of playing on


def _shares() -> list[int]:
    """By the points of a hand: each is worth a tenth more hope."""
    shares = [1000]
    while len(shares) < 100:
        shares.append(shares[-1] * 1105 // 1000)
    return shares


SHARES: Final = vec[i64](_shares())


def choose(words: vec[i64], question: i64, seat: i64, moves: vec[i64], n: i64) -> i64:
    """The move that `seat` plays among the n legal `moves`."""
    if question == c.Q_TURN:
        return _turn(words, seat, moves, n)
    if question == c.Q_REACT:
        return c.M_NOPE if n == 2 and _wants_nope(words, seat) else c.M_PASS
    if question == c.Q_GIVE:
        return _give(words, seat, moves, n)
    if question == c.Q_DEFUSE:
        return _depth(words)
    if question == c.Q_NAME:
        return _name(words)
    return moves[0]


def risk(words: vec[i64], seat: i64) -> i64:
    """The probability that the next card is a kitten."""
    top: i64 = words[w.PILE_SIZE] - 1
    if knows_card(words, top, seat):
        return CERTAIN if card_of_pile(words, top) == c.KITTEN else 0
    kittens = kittens_left(words)
    unknown: i64 = 0
    for i in range(top + 1):
        if not knows_card(words, i, seat):
            unknown += 1
        elif card_of_pile(words, i) == c.KITTEN:
            kittens -= 1
    return kittens * 1000 // unknown


def _turn(words: vec[i64], seat: i64, moves: vec[i64], n: i64) -> i64:
    hand = words[w.HAND + seat]
    danger = risk(words, seat)
    defuses = has(hand, c.DEFUSE)
    steal = _best_steal(words, seat, moves, n)
    if steal >= 0:
        return steal
    if danger == 0:
        return c.M_DRAW
    if danger < CERTAIN and danger >= LOOK_FROM and has(hand, c.FUTURE) != 0:
        return c.M_PLAY + c.FUTURE
    if danger < (WITHOUT_DEFUSE if defuses == 0 else WITH_DEFUSE):
        return c.M_DRAW
    if has(hand, c.ATTACK) != 0:
        return c.M_PLAY + c.ATTACK
    if danger == CERTAIN and has(hand, c.SHUFFLE) != 0 and (words[w.OWED] > 1 or has(hand, c.SKIP) == 0):
        return c.M_PLAY + c.SHUFFLE
    if has(hand, c.SKIP) != 0:
        return c.M_PLAY + c.SKIP
    if defuses == 0:
        if moves[n - 1] == c.M_FIVE and words[w.DISCARD_SIZE] > 0:
            return c.M_FIVE
        return _at_richest(words, moves, n)
    return c.M_DRAW


def _target(move: i64) -> i64:
    """Against whom a Favor, a pair or a triple goes."""
    if move >= c.M_TRIPLE:
        return (move - c.M_TRIPLE) % 10
    if move >= c.M_PAIR:
        return (move - c.M_PAIR) % 10
    return move - c.M_FAVOR


def _best_steal(words: vec[i64], seat: i64, moves: vec[i64], n: i64) -> i64:
    """A steal that is worth its cards now: three cats for a Defuse, two for a card, a Favor; -1 for none."""
    best: i64 = -1
    value: i64 = 0
    if moves[n - 1] == c.M_FIVE and (discarded_types(words) >> c.DEFUSE) & 1 != 0:
        return c.M_FIVE
    for i in range(n):
        move: i64 = moves[i]
        if move < c.M_FAVOR or move >= c.M_FIVE:
            continue
        worth: i64 = 0
        target = _target(move)
        if words[w.HAND_SIZE + target] == 0:
            continue
        if move < c.M_PAIR:
            worth = 100 + words[w.HAND_SIZE + target]
        elif move < c.M_TRIPLE:
            if (move - c.M_PAIR) // 10 <= c.FAVOR:
                worth = 200 + words[w.HAND_SIZE + target]
        elif (move - c.M_TRIPLE) // 10 <= c.FAVOR and (words[w.LACKS + target] >> c.DEFUSE) & 1 == 0:
            worth = 300 + words[w.HAND_SIZE + target]
            if has(words[w.KNOWN + seat * words[w.SEATS] + target], c.DEFUSE) != 0:
                worth += 100
        if worth > value:
            value = worth
            best = move
    return best


def _at_richest(words: vec[i64], moves: vec[i64], n: i64) -> i64:
    """In need: any combo or Favor, against the player with most cards; else the first move, which is to draw."""
    best: i64 = moves[0]
    most: i64 = 0
    for i in range(n):
        move: i64 = moves[i]
        if move < c.M_FAVOR or move >= c.M_FIVE:
            continue
        value: i64 = words[w.HAND_SIZE + _target(move)]
        if value > 0 and move >= c.M_TRIPLE:
            value += 100
        if value > most:
            most = value
            best = move
    return best


def _wants_nope(words: vec[i64], seat: i64) -> bool:
    """Whether what is pending should change: it happens unless an odd number of Nopes stands against it."""
    stands: bool = words[w.NOPES] & 1 == 0
    pending = words[w.PENDING]
    hand = words[w.HAND + seat]
    danger = risk(words, seat)
    if seat == words[w.TURN]:
        if stands:
            return False
        if pending in (c.SKIP, c.ATTACK, c.SHUFFLE):
            return danger >= WITHOUT_DEFUSE
        return pending == c.TRIPLE or has(hand, c.NOPE) > 1
    if not stands:
        return False
    if words[w.TARGET] == seat:
        if pending == c.TRIPLE:
            return has(hand, words[w.NAMED]) != 0 and WORTH[words[w.NAMED]] >= 8
        return pending == c.PAIR and has(hand, c.DEFUSE) != 0 and words[w.HAND_SIZE + seat] < 6
    if pending == c.ATTACK:
        mine: bool = after(words, words[w.TURN]) == seat
        return (mine and danger >= 150) or danger == CERTAIN
    if pending == c.FIVE:
        return words[w.NAMED] == c.DEFUSE
    if danger == CERTAIN:
        return pending in (c.SKIP, c.SHUFFLE)
    return pending == c.SKIP and has(hand, c.NOPE) > 1 and danger >= 300


def _give(words: vec[i64], seat: i64, moves: vec[i64], n: i64) -> i64:
    """The card that is missed least: a lone cat before one of a pair."""
    best: i64 = moves[0]
    least: i64 = 1000
    hand = words[w.HAND + seat]
    for i in range(n):
        card: i64 = moves[i] - c.M_GIVE
        copies = has(hand, card)
        worth: i64 = WORTH[card] * 2
        if copies == 2 and card <= c.FAVOR:
            worth += 5
        elif copies > 2:
            worth += 1
        if worth < least:
            least = worth
            best = moves[i]
    return best


def _depth(words: vec[i64]) -> i64:
    """Before the next player's first draw, once the turns that are still owed have been drawn."""
    depth: i64 = words[w.OWED] - 1
    if depth > words[w.PILE_SIZE]:
        depth = words[w.PILE_SIZE]
    return c.M_DEPTH + depth


def _name(words: vec[i64]) -> i64:
    lacks: i64 = words[w.LACKS + words[w.TARGET]]
    if lacks & bit(c.DEFUSE) == 0:
        return c.M_NAME + c.DEFUSE
    if lacks & bit(c.NOPE) == 0:
        return c.M_NAME + c.NOPE
    return c.M_NAME + c.ATTACK


def outlook(words: vec[i64], seat: i64) -> i64:
    """The chance, of 1000, that `seat` is the last one left, by the hands of those who are in.

    The points were fitted to matches of the heuristic against itself: a Defuse triples the hope, a Skip or an Attack
    adds a fifth, any other card a tenth.
    """
    if words[w.PLACE + seat] != 0:
        return 0
    all_shares: i64 = 0
    mine: i64 = 0
    for other in range(words[w.SEATS]):
        if words[w.PLACE + other] == 0:
            hand = words[w.HAND + other]
            points: i64 = (
                words[w.HAND_SIZE + other] + 11 * has(hand, c.DEFUSE) + has(hand, c.SKIP) + has(hand, c.ATTACK)
            )
            share: i64 = SHARES[points if points < 100 else i64(99)]
            all_shares += share
            if other == seat:
                mine = share
    return mine * 1000 // all_shares
