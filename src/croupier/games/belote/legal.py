"""The legal moves of Belote, and what everybody learns from a card about the hand it came from."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.codes import (
    B_ANNOUNCED,
    B_CLOSED,
    B_CURRENT,
    B_DOUBLED,
    B_MAY_DOUBLE,
    B_REDOUBLED,
    COLOURS,
    FIRST_CUT,
    LAST_CUT,
    M_ACCEPT,
    M_ANNOUNCE,
    M_CARD,
    M_CUT,
    M_DOUBLE,
    M_REDOUBLE,
    MODES,
    NO_TRUMPS,
    REDOUBLABLE,
    SAFE_CUT,
)
from croupier.games.belote.table import HAND, LOWNESS, Table
from croupier.kernel.bits import lowest


def legal_cuts(out: vec[i64]) -> i64:
    """Rule 1.4."""
    out[0] = M_CUT + SAFE_CUT
    n: i64 = 1
    for cut in range(i64((LAST_CUT - FIRST_CUT + 1) * 2)):
        if cut != SAFE_CUT:
            out[n] = M_CUT + cut
            n += 1
    return n


def legal_bids(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Section 3. Safe: accept, or the lowest bid."""
    bidding = table.bidding
    current = bidding[B_CURRENT]
    n: i64 = 0
    if current >= 0:
        out[0] = M_ACCEPT
        n = 1
    if bidding[B_CLOSED] == 0:
        has_colour: bool = bidding[B_ANNOUNCED + (seat & 1)] & COLOURS != 0
        for mode in range(current + 1, i64(MODES)):
            if not has_colour or mode >= NO_TRUMPS:
                out[n] = M_ANNOUNCE + mode
                n += 1
    doubled = bidding[B_DOUBLED]
    doublable: i64 = bidding[B_MAY_DOUBLE + seat] & ~doubled
    redoublable: i64 = doubled & ~bidding[B_REDOUBLED] & REDOUBLABLE & bidding[B_ANNOUNCED + (seat & 1)]
    while doublable != 0:
        out[n] = M_DOUBLE + lowest(doublable)
        doublable &= doublable - 1
        n += 1
    while redoublable != 0:
        out[n] = M_REDOUBLE + lowest(redoublable)
        redoublable &= redoublable - 1
        n += 1
    return n


def is_excused(table: Table, seat: i64) -> bool:
    """Rule 4.5: the partner wins the trick with a plain card."""
    return table.best_seat == seat ^ 2 and (table.trumps >> table.best) & 1 == 0


def legal_cards(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Rules 4.1 to 4.6. Safe: the lowest card, which is the one with the fewest points."""
    hand: i64 = table.zones[HAND + seat]
    cards: i64 = hand
    if table.in_trick > 0:
        cards = hand & table.suit
        if cards != 0:
            higher: i64 = cards & table.better & table.must_beat
            if higher != 0:
                cards = higher
        else:
            cards = hand & table.trumps
            if cards == 0 or is_excused(table, seat):
                cards = hand
            elif cards & table.better != 0:
                cards &= table.better
    if cards & (cards - 1) == 0:
        out[0] = M_CARD + lowest(cards)
        return 1
    lowness = LOWNESS
    offset: i64 = table.mode * 32
    n: i64 = 0
    lowest_yet: i64 = 0x100000
    while cards != 0:
        card: i64 = lowest(cards)
        cards &= cards - 1
        out[n] = M_CARD + card
        low: i64 = lowness[offset + card] + n
        if low < lowest_yet:
            lowest_yet = low
        n += 1
    at: i64 = lowest_yet & 63
    safe: i64 = out[at]
    out[at] = out[0]
    out[0] = safe
    return n


def still_possible(table: Table, seat: i64, card: i64, may: i64) -> i64:
    """What `seat` may hold after it played `card` to a trick that others began (rule 6.2); `may` is what it was."""
    better: i64 = table.better
    beats: bool = (better >> card) & 1 != 0
    if (table.suit >> card) & 1 != 0:
        return may if beats else may & ~(better & table.must_beat)
    may &= ~table.suit
    trumps: i64 = table.trumps
    if trumps == 0 or is_excused(table, seat):
        return may
    if (trumps >> card) & 1 == 0:
        return may & ~trumps
    return may if beats else may & ~(better & trumps)
