"""Every legal move of Cuttle, written once: nothing else in the game decides what is legal."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle.codes import (
    ACES,
    EIGHTS,
    FIVES,
    FOURS,
    JACKS,
    KINGS,
    M_COUNTER,
    M_DISCARD,
    M_DRAW,
    M_JACK,
    M_NINE,
    M_ONE_OFF,
    M_PASS,
    M_PERMANENT,
    M_POINTS,
    M_SCRAP,
    M_SCUTTLE,
    M_TAKE,
    M_TWO,
    NINES,
    NUMBERS,
    Q_COUNTER,
    Q_SEVEN,
    Q_THREE,
    Q_TURN,
    QUEENS,
    SEVENS,
    SIXES,
    THREES,
    TWOS,
    UNTARGETED,
)
from croupier.games.cuttle.table import HAND, PERMANENTS, POINTS, SIZE, Table
from croupier.kernel.bits import bit, lowest


def legal_moves(table: Table, question: i64, seat: i64, out: vec[i64]) -> i64:
    """Write the moves with which `seat` may answer `question` into `out`; how many there are."""
    if question == Q_TURN:
        if table.pile > 0:
            out[0] = M_DRAW
        else:
            out[0] = M_PASS
        return plays(table, table.zones[HAND + seat] & ~table.frozen, table.pile, out, 1)
    if question == Q_COUNTER:
        out[0] = M_PASS
        return _listed(table.zones[HAND + seat] & TWOS, M_COUNTER - 4, out, 1)
    if question == Q_SEVEN:
        cards: i64 = bit(table.revealed_a)
        pile = table.pile
        if table.revealed_b >= 0:
            cards |= bit(table.revealed_b)
            pile += 1
        n = plays(table, cards, pile, out, 0)
        if n > 0:
            return n
        return _listed(cards, M_SCRAP - 40, out, 0)  # only Jacks can be unplayable (rule 4.11)
    if question == Q_THREE:
        return _listed(takeable(table), M_TAKE, out, 0)
    return _listed(table.zones[HAND + seat], M_DISCARD, out, 0)


def _listed(cards: i64, first: i64, out: vec[i64], n: i64) -> i64:
    """One move per card: its number plus `first`."""
    while cards != 0:
        out[n] = first + lowest(cards)
        n += 1
        cards &= cards - 1
    return n


def takeable(table: Table) -> i64:
    """What a Three may take from the scrap pile (rule 4.7)."""
    return table.scrap if table.options.three_takes_three else table.scrap & ~THREES


def plays(table: Table, cards: i64, pile: i64, out: vec[i64], n: i64) -> i64:
    """Every way to play one of `cards`, for the seat whose turn it is (rules 3 and 4)."""
    zones = table.zones
    me = table.turn
    you: i64 = 1 - me
    your_points: i64 = zones[POINTS + you]
    left: i64 = cards & NUMBERS
    while left != 0:
        low: i64 = left & -left
        left ^= low
        card = lowest(low)
        out[n] = M_POINTS + card
        n += 1
        targets: i64 = your_points & (low - 1)
        if targets != 0:
            n = _listed(targets, M_SCUTTLE + ((card * (card - 1)) >> 1), out, n)
    if cards & UNTARGETED != 0:
        n = _listed(cards & _useful_one_offs(table, you, pile), M_ONE_OFF, out, n)
    if cards & (EIGHTS | QUEENS | KINGS) != 0:
        n = _listed(cards & (EIGHTS | QUEENS | KINGS), M_PERMANENT - 28, out, n)
    if cards & (TWOS | NINES | JACKS) != 0:
        n = _targeted(table, cards, me, you, out, n)
    return n


def _targeted(table: Table, cards: i64, me: i64, you: i64, out: vec[i64], n: i64) -> i64:
    """Twos, Nines and Jacks with each of their targets (rules 4.6, 4.12 and 6.1)."""
    zones = table.zones
    queens: i64 = zones[PERMANENTS + you] & QUEENS
    left: i64 = cards & TWOS
    if left != 0:
        exposed = _exposed(table, you, queens, zones[PERMANENTS + you])
        while left != 0 and exposed != 0:
            n = _listed(exposed, M_TWO + (lowest(left) - 4) * 52, out, n)
            left &= left - 1
    left = cards & NINES
    if left != 0:
        targets = _nine_targets(table, me, you, queens)
        while left != 0 and targets != 0:
            n = _listed(targets, M_NINE + (lowest(left) - 32) * 52, out, n)
            left &= left - 1
    left = cards & JACKS
    if left != 0 and queens == 0:
        points: i64 = zones[POINTS + you]
        while left != 0 and points != 0:
            n = _listed(points, M_JACK + (lowest(left) - 40) * 40, out, n)
            left &= left - 1
    return n


def _useful_one_offs(table: Table, you: i64, pile: i64) -> i64:
    """The cards, wherever they are, whose one-off has something to do (rule 4.2)."""
    zones = table.zones
    useful: i64 = 0
    if pile > 0:
        useful = FIVES | SEVENS
    if zones[SIZE + you] > 0:
        useful |= FOURS
    if takeable(table) != 0:
        useful |= THREES
    if table.options.any_sweep:
        return useful | ACES | SIXES
    if zones[POINTS] | zones[POINTS + 1] != 0:
        useful |= ACES
    if zones[PERMANENTS] | zones[PERMANENTS + 1] | table.jacks != 0:
        useful |= SIXES
    return useful


def _exposed(table: Table, seat: i64, queens: i64, cards: i64) -> i64:
    """Which of `cards` and of the top Jacks of `seat` the other may target (rule 6.3)."""
    if queens == 0:
        return cards if table.jacks == 0 else cards | table.top_jacks(seat)
    if queens & (queens - 1) == 0:
        return queens
    return 0


def _nine_targets(table: Table, me: i64, you: i64, queens: i64) -> i64:
    zones = table.zones
    if table.options.nine_takes_points:
        return _exposed(table, you, queens, zones[PERMANENTS + you] | zones[POINTS + you])
    mine: i64 = zones[PERMANENTS + me]
    if table.jacks != 0:
        mine |= table.top_jacks(me)
    return mine | _exposed(table, you, queens, zones[PERMANENTS + you])
