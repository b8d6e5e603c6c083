"""The heuristic: steal Defuses early, keep a way out for the draw that may explode, put kittens before the next player.

It looks only at what the seat to act knows: its own hand, what it was shown of the others' and of the pile, and what
lies open. Probabilities are in thousandths.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core.codes import (
    ATTACK,
    DEFUSE,
    FAVOR,
    FIVE,
    FUTURE,
    KITTEN,
    M_DEPTH,
    M_DRAW,
    M_FAVOR,
    M_FIVE,
    M_GIVE,
    M_NAME,
    M_NOPE,
    M_PAIR,
    M_PASS,
    M_PLAY,
    M_TRIPLE,
    NOPE,
    PAIR,
    Q_DEFUSE,
    Q_GIVE,
    Q_NAME,
    Q_REACT,
    Q_TURN,
    SHUFFLE,
    SKIP,
    TRIPLE,
)
from croupier.games.kittens.core.table import Table, has
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


def choose(table: Table, question: i64, seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The move that `seat` plays among the n legal `moves`."""
    if question == Q_TURN:
        return _turn(table, seat, moves, n)
    if question == Q_REACT:
        return M_NOPE if n == 2 and _wants_nope(table, seat) else M_PASS
    if question == Q_GIVE:
        return _give(table, seat, moves, n)
    if question == Q_DEFUSE:
        return _depth(table)
    if question == Q_NAME:
        return _name(table)
    return moves[0]


def risk(table: Table, seat: i64) -> i64:
    """The probability that the next card is a kitten."""
    pile = table.pile
    knows = table.knows
    top: i64 = table.pile_size - 1
    if (knows[top] >> seat) & 1 != 0:
        return CERTAIN if pile[top] == KITTEN else 0
    kittens = table.kittens_left()
    unknown: i64 = 0
    for i in range(table.pile_size):
        if (knows[i] >> seat) & 1 == 0:
            unknown += 1
        elif pile[i] == KITTEN:
            kittens -= 1
    return kittens * 1000 // unknown


def _turn(table: Table, seat: i64, moves: vec[i64], n: i64) -> i64:
    hand = table.hands[seat]
    danger = risk(table, seat)
    defuses = has(hand, DEFUSE)
    steal = _best_steal(table, seat, moves, n)
    if steal >= 0:
        return steal
    if danger == 0:
        return M_DRAW
    if danger < CERTAIN and danger >= LOOK_FROM and has(hand, FUTURE) != 0:
        return M_PLAY + FUTURE
    if danger < (WITHOUT_DEFUSE if defuses == 0 else WITH_DEFUSE):
        return M_DRAW
    if has(hand, ATTACK) != 0:
        return M_PLAY + ATTACK
    if danger == CERTAIN and has(hand, SHUFFLE) != 0 and (table.owed > 1 or has(hand, SKIP) == 0):
        return M_PLAY + SHUFFLE
    if has(hand, SKIP) != 0:
        return M_PLAY + SKIP
    if defuses == 0:
        if moves[n - 1] == M_FIVE and table.discard_size > 0:
            return M_FIVE
        return _at_richest(table, moves, n)
    return M_DRAW


def _target(move: i64) -> i64:
    """Against whom a Favor, a pair or a triple goes."""
    if move >= M_TRIPLE:
        return (move - M_TRIPLE) % 10
    if move >= M_PAIR:
        return (move - M_PAIR) % 10
    return move - M_FAVOR


def _best_steal(table: Table, seat: i64, moves: vec[i64], n: i64) -> i64:
    """A steal that is worth its cards now: three cats for a Defuse, two for a card, a Favor; -1 for none."""
    best: i64 = -1
    value: i64 = 0
    known = table.known
    sizes = table.sizes
    voids = table.voids
    seats = table.seats
    if moves[n - 1] == M_FIVE and (table.discarded() >> DEFUSE) & 1 != 0:
        return M_FIVE
    for i in range(n):
        move: i64 = moves[i]
        if move < M_FAVOR or move >= M_FIVE:
            continue
        worth: i64 = 0
        target = _target(move)
        if move < M_PAIR:
            worth = 100 + sizes[target]
        elif move < M_TRIPLE:
            if (move - M_PAIR) // 10 <= FAVOR:
                worth = 200 + sizes[target]
        elif (move - M_TRIPLE) // 10 <= FAVOR and (voids[target] >> DEFUSE) & 1 == 0:
            worth = 300 + sizes[target]
            if has(known[seat * seats + target], DEFUSE) != 0:
                worth += 100
        if worth > value:
            value = worth
            best = move
    return best


def _at_richest(table: Table, moves: vec[i64], n: i64) -> i64:
    """In need: any combo or Favor, against whoever has most; without one, the first move, which is to draw."""
    best: i64 = moves[0]
    most: i64 = -1
    sizes = table.sizes
    for i in range(n):
        move: i64 = moves[i]
        if move < M_FAVOR or move >= M_FIVE:
            continue
        value: i64 = sizes[_target(move)]
        if move >= M_TRIPLE:
            value += 100
        if value > most:
            most = value
            best = move
    return best


def _wants_nope(table: Table, seat: i64) -> bool:
    """Whether what is pending should change: it happens unless an odd number of Nopes stands against it."""
    stands: bool = table.nopes & 1 == 0
    pending = table.pending
    hand = table.hands[seat]
    danger = risk(table, seat)
    if seat == table.turn:
        if stands:
            return False
        if pending in (SKIP, ATTACK, SHUFFLE):
            return danger >= WITHOUT_DEFUSE
        return pending == TRIPLE or has(hand, NOPE) > 1
    if not stands:
        return False
    if table.target == seat:
        if pending == TRIPLE:
            return has(hand, table.named) != 0 and WORTH[table.named] >= 8
        return pending == PAIR and has(hand, DEFUSE) != 0 and table.sizes[seat] < 6
    if pending == ATTACK:
        mine: bool = table.after(table.turn) == seat
        return (mine and danger >= 150) or danger == CERTAIN
    if pending == FIVE:
        return table.named == DEFUSE
    if danger == CERTAIN:
        return pending in (SKIP, SHUFFLE)
    return pending == SKIP and has(hand, NOPE) > 1 and danger >= 300


def _give(table: Table, seat: i64, moves: vec[i64], n: i64) -> i64:
    """The card that is missed least: a lone cat before one of a pair."""
    best: i64 = moves[0]
    least: i64 = 1000
    hand = table.hands[seat]
    for i in range(n):
        card: i64 = moves[i] - M_GIVE
        copies = has(hand, card)
        worth: i64 = WORTH[card] * 2
        if copies == 2 and card <= FAVOR:
            worth += 5
        elif copies > 2:
            worth += 1
        if worth < least:
            least = worth
            best = moves[i]
    return best


def _depth(table: Table) -> i64:
    """Before the next player's first draw, once the turns that are still owed have been drawn."""
    depth: i64 = table.owed - 1
    if depth > table.pile_size:
        depth = table.pile_size
    return M_DEPTH + depth


def _name(table: Table) -> i64:
    voids = table.voids
    void: i64 = voids[table.target]
    if void & bit(DEFUSE) == 0:
        return M_NAME + DEFUSE
    if void & bit(NOPE) == 0:
        return M_NAME + NOPE
    return M_NAME + ATTACK


def outlook(table: Table, seat: i64) -> i64:
    """The chance, of 1000, that `seat` is the last one left, by the hands of those who are in.

    The points were fitted to matches of the heuristic against itself: a Defuse triples the hope, a Skip or an Attack
    adds a fifth, any other card a tenth.
    """
    if table.places[seat] != 0:
        return 0
    all_shares: i64 = 0
    mine: i64 = 0
    for other in range(table.seats):
        if table.places[other] == 0:
            hand = table.hands[other]
            points: i64 = table.sizes[other] + 11 * has(hand, DEFUSE) + has(hand, SKIP) + has(hand, ATTACK)
            share: i64 = SHARES[points if points < 100 else i64(99)]
            all_shares += share
            if other == seat:
                mine = share
    return mine * 1000 // all_shares
