"""Every legal move of Cuttle, written once: nothing else in the game decides what is legal."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle.core import codes as c
from croupier.games.cuttle.core import layout as w
from croupier.games.cuttle.core.table import top_jacks
from croupier.kernel.bits import bit, lowest


def legal_moves(words: vec[i64], question: i64, seat: i64, out: vec[i64]) -> i64:
    """Write the moves with which `seat` may answer `question` into `out`; how many there are."""
    if question == c.Q_TURN:
        if words[w.PILE_SIZE] > 0:
            out[0] = c.M_DRAW
        else:
            out[0] = c.M_PASS
        return plays(words, words[w.HAND + seat] & ~words[w.FROZEN], words[w.PILE_SIZE], out, 1)
    if question == c.Q_COUNTER:
        out[0] = c.M_PASS
        return _listed(words[w.HAND + seat] & c.TWOS, c.M_COUNTER - 4, out, 1)
    if question == c.Q_SEVEN:
        cards: i64 = bit(words[w.REVEALED])
        pile = words[w.PILE_SIZE]
        if words[w.OTHER_REVEALED] >= 0:
            cards |= bit(words[w.OTHER_REVEALED])
            pile += 1
        n = plays(words, cards, pile, out, 0)
        if n > 0:
            return n
        return _listed(cards, c.M_SCRAP - 40, out, 0)  # only Jacks can be unplayable (rule 4.11)
    if question == c.Q_THREE:
        return _listed(takeable(words), c.M_TAKE, out, 0)
    return _listed(words[w.HAND + seat], c.M_DISCARD, out, 0)


def _listed(cards: i64, first: i64, out: vec[i64], n: i64) -> i64:
    """One move per card: its number plus `first`."""
    while cards != 0:
        out[n] = first + lowest(cards)
        n += 1
        cards &= cards - 1
    return n


def takeable(words: vec[i64]) -> i64:
    """What a Three may take from the scrap pile (rule 4.7)."""
    return words[w.SCRAP] if words[w.THREE_TAKES] & c.TAKES_THREES != 0 else words[w.SCRAP] & ~c.THREES


def plays(words: vec[i64], cards: i64, pile: i64, out: vec[i64], n: i64) -> i64:
    """Every way to play one of `cards`, for the seat whose turn it is (rules 3 and 4)."""
    me = words[w.TURN]
    you: i64 = 1 - me
    your_points: i64 = words[w.POINTS + you]
    left: i64 = cards & c.NUMBERS
    while left != 0:
        low: i64 = left & -left
        left ^= low
        card = lowest(low)
        out[n] = c.M_POINTS + card
        n += 1
        targets: i64 = your_points & (low - 1)
        if targets != 0:
            n = _listed(targets, c.M_SCUTTLE + ((card * (card - 1)) >> 1), out, n)
    if cards & c.UNTARGETED != 0:
        n = _listed(cards & _useful_one_offs(words, you, pile), c.M_ONE_OFF, out, n)
    if cards & (c.EIGHTS | c.QUEENS | c.KINGS) != 0:
        n = _listed(cards & (c.EIGHTS | c.QUEENS | c.KINGS), c.M_PERMANENT - 28, out, n)
    if cards & (c.TWOS | c.NINES | c.JACKS) != 0:
        n = _targeted(words, cards, me, you, out, n)
    return n


def _targeted(words: vec[i64], cards: i64, me: i64, you: i64, out: vec[i64], n: i64) -> i64:
    """Twos, Nines and Jacks with each of their targets (rules 4.6, 4.12 and 6.1)."""
    queens: i64 = words[w.PERMANENTS + you] & c.QUEENS
    left: i64 = cards & c.TWOS
    if left != 0:
        exposed = _exposed(words, you, queens, words[w.PERMANENTS + you])
        while left != 0 and exposed != 0:
            n = _listed(exposed, c.M_TWO + (lowest(left) - 4) * 52, out, n)
            left &= left - 1
    left = cards & c.NINES
    if left != 0:
        targets = _nine_targets(words, me, you, queens)
        while left != 0 and targets != 0:
            n = _listed(targets, c.M_NINE + (lowest(left) - 32) * 52, out, n)
            left &= left - 1
    left = cards & c.JACKS
    if left != 0 and queens == 0:
        points: i64 = words[w.POINTS + you]
        while left != 0 and points != 0:
            n = _listed(points, c.M_JACK + (lowest(left) - 40) * 40, out, n)
            left &= left - 1
    return n


def _useful_one_offs(words: vec[i64], you: i64, pile: i64) -> i64:
    """The cards, wherever they are, whose one-off has something to do (rule 4.2)."""
    useful: i64 = 0
    if pile > 0:
        useful = c.FIVES | c.SEVENS
    if words[w.HAND_SIZE + you] > 0:
        useful |= c.FOURS
    if _three_has_a_card(words):
        useful |= c.THREES
    if words[w.ANY_SWEEP] != 0:
        return useful | c.ACES | c.SIXES
    if words[w.POINTS] | words[w.POINTS + 1] != 0:
        useful |= c.ACES
    if words[w.PERMANENTS] | words[w.PERMANENTS + 1] | words[w.JACKS] != 0:
        useful |= c.SIXES
    return useful


def _three_has_a_card(words: vec[i64]) -> bool:
    """Whether a Three may be played. Off a Seven, that Seven may not count (rule 4.2)."""
    cards: i64 = takeable(words)
    if words[w.REVEALED] < 0 or words[w.THREE_TAKES] & c.COUNTS_SEVEN != 0:
        return cards != 0
    sevens: i64 = cards & c.SEVENS
    return cards != sevens or sevens & (sevens - 1) != 0


def _exposed(words: vec[i64], seat: i64, queens: i64, cards: i64) -> i64:
    """Which of `cards` and of the top Jacks of `seat` the other may target (rule 6.3)."""
    if queens == 0:
        return cards if words[w.JACKS] == 0 else cards | top_jacks(words, seat)
    if queens & (queens - 1) == 0:
        return queens
    return 0


def _nine_targets(words: vec[i64], me: i64, you: i64, queens: i64) -> i64:
    if words[w.NINE_TAKES_POINTS] != 0:
        return _exposed(words, you, queens, words[w.PERMANENTS + you] | words[w.POINTS + you])
    mine: i64 = words[w.PERMANENTS + me]
    if words[w.JACKS] != 0:
        mine |= top_jacks(words, me)
    return mine | _exposed(words, you, queens, words[w.PERMANENTS + you])
