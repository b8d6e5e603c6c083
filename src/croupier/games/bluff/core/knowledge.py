"""What each seat learns when cards are laid and piles are taken (RULES.md, section 7).

Knowledge is arithmetic on whole words of lanes. Only seats that have cards on the pile can lose any by it, and mostly
that is the claimer alone, so most piles cost a few operations for every eye.
"""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core.lanes import least, less, spread
from croupier.games.bluff.core.table import CLAIMED, HAND, LAID, OUT, ROW, SIZE, TAKEN, Table
from croupier.kernel.bits import bit, lowest_of_few


def learn_lay(table: Table) -> None:
    """Rule 7.6: where nobody can lie everybody knows what was laid, so it is no longer with the seat."""
    seats: i64 = table.options.seats
    known = table.known
    low: i64 = table.pending_low
    high: i64 = table.pending_high
    at: i64 = 2 * table.turn
    end: i64 = 2 * seats * (seats + 1)
    while at < end:
        known[at] = less(known[at], low)
        known[at + 1] = less(known[at + 1], high)
        at += 2 * seats


def give_pile(table: Table, taker: i64) -> None:
    """Rule 4.5: the whole pile goes to `taker`, after the last claim was shown."""
    rows = table.rows
    pile: i64 = table.pile
    to: i64 = ROW * taker
    low: i64 = table.pending_low
    high: i64 = table.pending_high
    at: i64 = ROW * table.turn
    if pile == table.claim_count and not table.options.truth:
        _learn_claim(table, taker)
        rows[to + TAKEN] = rows[at + CLAIMED]
        rows[to + TAKEN + 1] = rows[at + CLAIMED + 1]
        _clear_laid(rows, at)
    else:
        low = 0
        high = 0
        low_claims: i64 = 0
        high_claims: i64 = 0
        layers: i64 = table.layers
        while layers != 0:
            at = ROW * lowest_of_few(layers)
            layers &= layers - 1
            low += rows[at + LAID]
            high += rows[at + LAID + 1]
            low_claims += rows[at + CLAIMED]
            high_claims += rows[at + CLAIMED + 1]
        if table.options.truth:
            _learn_open_pile(table, taker, low, high)
        else:
            _learn_pile(table, taker, low, high)
        layers = table.layers
        while layers != 0:
            _clear_laid(rows, ROW * lowest_of_few(layers))
            layers &= layers - 1
        rows[to + TAKEN] = low_claims
        rows[to + TAKEN + 1] = high_claims
    rows[to + HAND] += low
    rows[to + HAND + 1] += high
    rows[to + SIZE] += pile
    table.pile = 0
    table.layers = 0
    table.last_rank = -1


def _clear_laid(rows: vec[i64], at: i64) -> None:
    """Nothing of the seat whose row begins here is on the pile any more."""
    rows[at + LAID] = 0
    rows[at + LAID + 1] = 0
    rows[at + CLAIMED] = 0
    rows[at + CLAIMED + 1] = 0
    rows[at + OUT] = 0


def _learn_open_pile(table: Table, taker: i64, low: i64, high: i64) -> None:
    """Rule 7.6."""
    seats: i64 = table.options.seats
    known = table.known
    for eye in range(seats + 1):
        if eye != taker:
            known[2 * (eye * seats + taker)] += low
            known[2 * (eye * seats + taker) + 1] += high


def _learn_claim(table: Table, taker: i64) -> None:
    """Rule 7.3, where the shown cards are the whole pile: all eyes learn the same."""
    low: i64 = table.pending_low
    high: i64 = table.pending_high
    if table.claim_count == 1:
        word: i64 = 1 if low == 0 else 0
        _learn_shown(table, taker, word, low + high)
        return
    _learn_shown(table, taker, 0, low)
    _learn_shown(table, taker, 1, high)


def _learn_shown(table: Table, taker: i64, word: i64, shown: i64) -> None:
    seats: i64 = table.options.seats
    step: i64 = 2 * seats
    end: i64 = step * (seats + 1)
    known = table.known
    claimer: i64 = table.turn
    at: i64 = 2 * claimer + word
    to: i64 = 2 * taker + word
    while at < end:
        known[at] = less(known[at], shown)
        known[to] += shown
        at += step
        to += step
    # Nobody keeps count of itself.
    known[step * claimer + 2 * claimer + word] = 0
    known[step * taker + 2 * taker + word] = 0


def _learn_pile(table: Table, taker: i64, low: i64, high: i64) -> None:
    """Rules 7.3 to 7.5: what each eye knows when the pile has moved."""
    seats: i64 = table.options.seats
    rows = table.rows
    known = table.known
    viewers: i64 = table.options.sides[taker]
    others: i64 = table.options.everyone & ~viewers
    while others != 0:
        eye: i64 = lowest_of_few(others)
        others &= others - 1
        _learn_unseen(table, rows, known, eye, taker, rows[ROW * eye + LAID], rows[ROW * eye + LAID + 1])
    _learn_unseen(table, rows, known, seats, taker, 0, 0)
    while viewers != 0:
        eye = lowest_of_few(viewers)
        viewers &= viewers - 1
        # Cards of the pile that a viewer sees and cannot tell whose they were.
        rest_low: i64 = low - rows[ROW * eye + LAID]
        rest_high: i64 = high - rows[ROW * eye + LAID + 1]
        if table.turn != eye:
            rest_low -= table.pending_low
            rest_high -= table.pending_high
        _learn_seen(table, rows, known, eye, rest_low, rest_high)
        if eye != taker:
            # The partner: its friend holds all of it.
            at: i64 = 2 * (eye * seats + taker)
            known[at] += low
            known[at + 1] += high


def _learn_unseen(table: Table, rows: vec[i64], known: vec[i64], eye: i64, taker: i64, low: i64, high: i64) -> None:
    """Rules 7.3 and 7.4, for one who does not see the pile; its own cards on it are certain to go to the taker."""
    claimer: i64 = table.turn
    row: i64 = 2 * eye * table.options.seats
    layers: i64 = table.layers & ~bit(eye) & ~bit(taker)
    while layers != 0:
        seat: i64 = lowest_of_few(layers)
        layers &= layers - 1
        at: i64 = row + 2 * seat
        sure_low: i64 = known[at]
        sure_high: i64 = known[at + 1]
        hidden: i64 = rows[ROW * seat + OUT]
        if seat == claimer:
            low += table.pending_low
            high += table.pending_high
            sure_low = less(sure_low, table.pending_low)
            sure_high = less(sure_high, table.pending_high)
            hidden -= table.claim_count
        if hidden > 0 and sure_low | sure_high != 0:
            stays: i64 = spread(rows[ROW * seat + SIZE])
            goes: i64 = spread(hidden)
            low += less(sure_low, stays)
            high += less(sure_high, stays)
            sure_low = less(sure_low, goes)
            sure_high = less(sure_high, goes)
        known[at] = sure_low
        known[at + 1] = sure_high
    at = row + 2 * taker
    if taker == claimer:
        low += table.pending_low
        high += table.pending_high
        known[at] = less(known[at], table.pending_low)
        known[at + 1] = less(known[at + 1], table.pending_high)
    known[at] += low
    known[at + 1] += high


def _learn_seen(table: Table, rows: vec[i64], known: vec[i64], eye: i64, rest_low: i64, rest_high: i64) -> None:
    """Rule 7.5, for the taker and its partner; `rest` are the cards whose owner the eye cannot tell."""
    seats: i64 = table.options.seats
    layers: i64 = table.layers & ~bit(eye)
    while layers != 0:
        seat: i64 = lowest_of_few(layers)
        layers &= layers - 1
        at: i64 = 2 * (eye * seats + seat)
        sure_low: i64 = known[at]
        sure_high: i64 = known[at + 1]
        hidden: i64 = rows[ROW * seat + OUT]
        if seat == table.turn:
            sure_low = less(sure_low, table.pending_low)
            sure_high = less(sure_high, table.pending_high)
            hidden -= table.claim_count
        if hidden > 0:
            most: i64 = spread(hidden)
            sure_low = less(sure_low, least(most, rest_low))
            sure_high = less(sure_high, least(most, rest_high))
        known[at] = sure_low
        known[at + 1] = sure_high
