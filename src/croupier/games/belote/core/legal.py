"""The legal moves of Belote, written once: nothing else in the game decides what is legal.

A hand has at most eight cards, and `out` has room for more. So places are written that hold no card, in falling order
or below a literal one: the compiler then checks the length of `out` once.
"""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import AS_TRUMPS, NONE_LOW, OFFERED, RISING
from croupier.kernel.bits import lowest


def legal_moves(words: vec[i64], question: i64, seat: i64, out: vec[i64]) -> i64:
    """Write the moves with which `seat` may answer `question` into `out`; how many there are."""
    if question == c.Q_CARD:
        return _legal_cards(words, seat, out)
    return _legal_bids(words, seat, out) if question == c.Q_BID else _legal_cuts(out)


def _legal_cuts(out: vec[i64]) -> i64:
    """Rule 1.4."""
    out[0] = c.M_CUT + c.SAFE_CUT
    n: i64 = 1
    for cut in range(i64((c.LAST_CUT - c.FIRST_CUT + 1) * 2)):
        if cut != c.SAFE_CUT:
            out[n] = c.M_CUT + cut
            n += 1
    return n


def _legal_bids(words: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """Section 3. Safe: accept, or the lowest bid."""
    current = words[w.BID]
    n: i64 = 0
    if current >= 0:
        out[0] = c.M_ACCEPT
        n = 1
    if words[w.CLOSED] == 0:
        has_colour: bool = words[w.ANNOUNCED + (seat & 1)] & c.COLOURS != 0
        for mode in range(current + 1, i64(c.MODES)):
            if not has_colour or mode >= c.NO_TRUMPS:
                out[n] = c.M_ANNOUNCE + mode
                n += 1
    doubled = words[w.DOUBLED]
    doublable: i64 = words[w.MAY_DOUBLE + seat] & ~doubled
    redoublable: i64 = doubled & ~words[w.REDOUBLED] & c.REDOUBLABLE & words[w.ANNOUNCED + (seat & 1)]
    while doublable != 0:
        out[n] = c.M_DOUBLE + lowest(doublable)
        doublable &= doublable - 1
        n += 1
    while redoublable != 0:
        out[n] = c.M_REDOUBLE + lowest(redoublable)
        redoublable &= redoublable - 1
        n += 1
    return n


def _legal_cards(words: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """Rules 4.1 to 4.6. Safe: the lowest card, which is the one with the fewest points."""
    ranked: i64 = words[w.RANKED]
    hand: i64 = words[w.HAND + seat]
    if words[w.N_PLAYED] & 3 == 0:
        return _offer_any(hand, ranked, out)
    best: i64 = words[w.BEST_ROW]
    led: i64 = words[w.LED]
    shift: i64 = led << 3
    cards: i64 = (hand >> shift) & 255
    if cards != 0:
        ranking: i64 = (ranked >> led) & AS_TRUMPS
        higher: i64 = cards & (best >> shift)
        if higher != 0 and ranking != 0:
            cards = higher
        return _offer_suit(cards, ranking, c.M_CARD + shift, out)
    cards = hand & words[w.TRUMPS]
    if cards == 0 or (best >= 0 and words[w.BEST_SEAT] == seat ^ 2):  # rule 4.5: the partner wins with a plain card
        return _offer_any(hand, ranked, out)
    if cards & best != 0:
        cards &= best
    shift = words[w.MODE] << 3
    return _offer_suit(cards >> shift, AS_TRUMPS, c.M_CARD + shift, out)


def _offer_suit(cards: i64, ranking: i64, base: i64, out: vec[i64]) -> i64:
    """Some cards of one suit as moves, `base` being its Seven.

    Four places are always written, and those that hold no card are not counted: that costs less than a loop.
    """
    offered: i64 = OFFERED[ranking + cards]
    out[3] = base + ((offered >> 13) & 7)
    out[2] = base + ((offered >> 10) & 7)
    out[1] = base + ((offered >> 7) & 7)
    out[0] = base + ((offered >> 4) & 7)
    n: i64 = offered & 15
    if n > 4:
        out[7] = base + ((offered >> 25) & 7)
        out[6] = base + ((offered >> 22) & 7)
        out[5] = base + ((offered >> 19) & 7)
        out[4] = base + ((offered >> 16) & 7)
    return n


def _offer_any(cards: i64, ranked: i64, out: vec[i64]) -> i64:
    """Cards of all suits as moves, suit by suit; `ranked` has the suits that rank as trumps from bit 8 on."""
    if cards & (cards - 1) == 0:
        out[0] = c.M_CARD + lowest(cards)
        return 1
    base: i64 = c.M_CARD
    lowest_yet: i64 = NONE_LOW
    n: i64 = 0
    table = RISING
    out[15] = 0
    while cards != 0:
        rising: i64 = table[(ranked & AS_TRUMPS) + (cards & 255)]
        n &= 7
        out[n] = base + ((rising >> 4) & 7)
        out[n + 1] = base + ((rising >> 7) & 7)
        out[n + 2] = base + ((rising >> 10) & 7)
        size: i64 = rising & 15
        if size > 3:
            out[n + 3] = base + ((rising >> 13) & 7)
            out[n + 4] = base + ((rising >> 16) & 7)
            out[n + 5] = base + ((rising >> 19) & 7)
            out[n + 6] = base + ((rising >> 22) & 7)
            out[n + 7] = base + ((rising >> 25) & 7)
        low: i64 = (rising >> 28) + n
        if low < lowest_yet:
            lowest_yet = low
        n += size
        base += 8
        cards >>= 8
        ranked >>= 1
    at: i64 = lowest_yet & 7
    safe: i64 = out[at]
    out[at] = out[0]
    out[0] = safe
    return n
