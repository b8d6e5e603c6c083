"""What a seat knows as numbers, the way back from them, and the worlds that fit them (RULES.md, section 7)."""

from typing import Final

from mypy_extensions import i64

from croupier.games.bluff.core.codes import (
    CHALLENGED,
    OPEN,
    PUBLIC_STATISTICS,
    Q_CHALLENGE,
    Q_CLAIM,
    Q_LAY,
    RANKS,
    S_BLUFFS,
    S_FOOLED,
    STATISTICS,
    TRUSTED,
)
from croupier.games.bluff.core.lanes import one, shift_of, word_of
from croupier.games.bluff.core.table import CLAIMED, HAND, LAID, LEFT, OUT, ROW, SIZE, STATS, TAKEN, WON, Table, next_of
from croupier.kernel.bits import bit
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.rng import Chance
from croupier.kernel.state import State

HEAD: Final = 18  # numbers of a snapshot before those of the seats


def snapshot(state: State, table: Table, seat: i64) -> tuple[int, ...]:
    """Rule 7.1: the state's numbers, then vectors by seat, then what the eye of `seat` and the public know."""
    seats: i64 = state.seats
    question: i64 = state.question
    to_act: i64 = state.to_act
    sealed: i64 = state.sealed
    dealer = seat == DEALER
    chooses = dealer or seat == table.turn
    if not chooses and question == Q_CLAIM:
        question = Q_LAY
    if not dealer and sealed != 0:
        # As far as this seat can tell nobody else has answered yet, and if it must answer it is the first.
        sealed = table.witnesses()
        if seat >= 0:
            sealed &= ~(bit(seat) & ~state.sealed)
        to_act = seat if seat >= 0 and (sealed >> seat) & 1 != 0 else next_of(sealed, table.turn)
    shows = chooses or table.options.truth
    ints: list[int] = [
        question,
        to_act,
        sealed,
        state.ending,
        table.round,
        table.turn,
        table.turns,
        table.claims,
        table.claim_rank,
        table.claim_count,
        table.last_rank,
        table.expelled,
        table.stock_size,
        table.n_chosen if chooses else 0,
        table.chosen_low if chooses else 0,
        table.chosen_high if chooses else 0,
        table.pending_low if shows else 0,
        table.pending_high if shows else 0,
    ]
    _append(ints, table, SIZE, 1)
    _append(ints, table, OUT, 1)
    _append(ints, table, WON, 1)
    _append(ints, table, LEFT, 1)
    for kind in range(i64(PUBLIC_STATISTICS)):
        _append(ints, table, STATS + kind, 1)
    _append(ints, table, CLAIMED, 2)
    _append(ints, table, TAKEN, 2)
    if dealer:
        _append(ints, table, HAND, 2)
        _append(ints, table, LAID, 2)
        _append_known(ints, table, 0, seats + 1)
        for kind in range(i64(PUBLIC_STATISTICS), i64(STATISTICS)):
            _append(ints, table, STATS + kind, 1)
        for other in range(seats):
            ints.append(_answer_of(state, table, other))
        ints.append(table.stock[0])
        ints.append(table.stock[1])
        ints.append(state.seed)
        return tuple(ints)
    eye: i64 = seats
    if seat != PUBLIC:
        eye = seat
        rows = table.rows
        at: i64 = ROW * seat
        ints.append(rows[at + HAND])
        ints.append(rows[at + HAND + 1])
        ints.append(rows[at + LAID])
        ints.append(rows[at + LAID + 1])
        # While a claim waits its own author knows whether it is a lie, but not yet what becomes of it.
        ints.append(rows[at + STATS + S_BLUFFS])
        ints.append(rows[at + STATS + S_FOOLED])
        ints.append(_answer_of(state, table, seat))
    if table.options.truth:
        _append(ints, table, LAID, 2)
    _append_known(ints, table, eye, eye + 1)
    _append_known(ints, table, seats, seats + 1)
    return tuple(ints)


def _answer_of(state: State, table: Table, seat: i64) -> i64:
    """How the seat answered in the window that is open; OPEN if it did not yet or is not asked."""
    if state.question != Q_CHALLENGE or (table.witnesses() & ~state.sealed) >> seat & 1 == 0:
        return OPEN
    return CHALLENGED if (table.challengers >> seat) & 1 != 0 else TRUSTED


def _append(ints: list[int], table: Table, column: i64, width: i64) -> None:
    """One or two numbers of every seat."""
    rows = table.rows
    end: i64 = ROW * table.options.seats
    at: i64 = column
    while at < end:
        ints.append(rows[at])
        if width == 2:
            ints.append(rows[at + 1])
        at += ROW


def _append_known(ints: list[int], table: Table, eye: i64, stop: i64) -> None:
    known = table.known
    width: i64 = 2 * table.options.seats
    for i in range(eye * width, stop * width):
        ints.append(known[i])


def restore(state: State, table: Table, seat: i64, ints: tuple[int, ...]) -> None:
    """Become what `snapshot` described."""
    seats: i64 = state.seats
    dealer = seat == DEALER
    state.begin(ints[len(ints) - 1] if dealer else 0)
    state.question = ints[0]
    state.to_act = ints[1]
    state.sealed = ints[2]
    state.ending = ints[3]
    table.clear()
    table.round = ints[4]
    table.turn = ints[5]
    table.turns = ints[6]
    table.ask_for(table.turns % table.options.n_ranks)
    table.claims = ints[7]
    table.claim_rank = ints[8]
    table.claim_count = ints[9]
    table.last_rank = ints[10]
    table.expelled = ints[11]
    table.stock_size = ints[12]
    table.n_chosen = ints[13]
    table.chosen_low = ints[14]
    table.chosen_high = ints[15]
    table.pending_low = ints[16]
    table.pending_high = ints[17]
    if table.claim_count > 0:
        said: i64 = one(table.claim_rank) * table.claim_count
        table.said_high = said * word_of(table.claim_rank)
        table.said_low = said - table.said_high
    at: i64 = HEAD
    at = _read(ints, at, table, SIZE, 1)
    at = _read(ints, at, table, OUT, 1)
    at = _read(ints, at, table, WON, 1)
    at = _read(ints, at, table, LEFT, 1)
    for kind in range(i64(PUBLIC_STATISTICS)):
        at = _read(ints, at, table, STATS + kind, 1)
    at = _read(ints, at, table, CLAIMED, 2)
    at = _read(ints, at, table, TAKEN, 2)
    rows = table.rows
    for other in range(seats):
        out: i64 = rows[ROW * other + OUT]
        if out > 0:
            table.pile += out
            table.layers |= bit(other)
    if dealer:
        at = _read(ints, at, table, HAND, 2)
        at = _read(ints, at, table, LAID, 2)
        at = _read_known(ints, at, table, 0, seats + 1)
        for kind in range(i64(PUBLIC_STATISTICS), i64(STATISTICS)):
            at = _read(ints, at, table, STATS + kind, 1)
        for other in range(seats):
            if ints[at + other] == CHALLENGED:
                table.challengers |= bit(other)
        at += seats
        table.stock[0] = ints[at]
        table.stock[1] = ints[at + 1]
        return
    eye: i64 = seats
    if seat != PUBLIC:
        eye = seat
        own: i64 = ROW * seat
        rows[own + HAND] = ints[at]
        rows[own + HAND + 1] = ints[at + 1]
        rows[own + LAID] = ints[at + 2]
        rows[own + LAID + 1] = ints[at + 3]
        rows[own + STATS + S_BLUFFS] = ints[at + 4]
        rows[own + STATS + S_FOOLED] = ints[at + 5]
        if ints[at + 6] == CHALLENGED:
            table.challengers |= bit(seat)
        at += 7
    if table.options.truth:
        at = _read(ints, at, table, LAID, 2)
    at = _read_known(ints, at, table, eye, eye + 1)
    _read_known(ints, at, table, seats, seats + 1)


def _read(ints: tuple[int, ...], at: i64, table: Table, column: i64, width: i64) -> i64:
    """Fill one or two numbers of every seat; where the rest begins."""
    rows = table.rows
    end: i64 = ROW * table.options.seats
    to: i64 = column
    while to < end:
        rows[to] = ints[at]
        if width == 2:
            rows[to + 1] = ints[at + 1]
        at += width
        to += ROW
    return at


def _read_known(ints: tuple[int, ...], at: i64, table: Table, eye: i64, stop: i64) -> i64:
    known = table.known
    width: i64 = 2 * table.options.seats
    for i in range(eye * width, stop * width):
        known[i] = ints[at]
        at += 1
    return at


def imagine(table: Table, seat: i64, chance: Chance) -> None:
    """Rule 7.7. The others know what everybody knows; what else they know is theirs."""
    width: i64 = 2 * table.options.seats
    known = table.known
    public: i64 = width * table.options.seats
    for eye in range(table.options.seats):
        if eye != seat:
            for i in range(width):
                known[eye * width + i] = known[public + i] if i >> 1 != eye else 0
    _spread(table, seat if seat >= 0 else table.options.seats, chance)


def _spread(table: Table, eye: i64, chance: Chance) -> None:
    """The cards that are not accounted for go anywhere they fit, every way being equally likely."""
    truth = table.options.truth
    n: i64 = _unaccounted(table, eye)
    order = table.order
    rows = table.rows
    zone = table.zone
    chance.shuffle(order, n)
    at: i64 = 0
    for seat in range(table.options.seats):
        if seat == eye:
            continue
        cards: i64 = rows[ROW * seat + SIZE]
        if not truth:
            cards += rows[ROW * seat + OUT]
        filled: i64 = _expand(table, eye, seat)
        while filled < cards:
            zone[filled] = order[at]
            filled += 1
            at += 1
        _split(table, seat, cards, chance)
    stock = table.stock
    stock[0] = 0
    stock[1] = 0
    for i in range(at, n):
        stock[word_of(order[i])] += one(order[i])


def _unaccounted(table: Table, eye: i64) -> i64:
    """Write the cards into `order` whose place the eye does not know; how many there are."""
    options = table.options
    seats: i64 = options.seats
    order = table.order
    n: i64 = 0
    for i in range(options.n_ranks):
        rank: i64 = options.ranks[i]
        free: i64 = options.copies
        for seat in range(seats):
            if seat != eye:
                free -= table.known_with(eye, seat, rank)
            if seat == eye or options.truth:
                free -= table.laid_by(seat, rank)
        if eye < seats:
            free -= table.held(eye, rank)
        while free > 0:
            order[n] = rank
            n += 1
            free -= 1
    return n


def _expand(table: Table, eye: i64, seat: i64) -> i64:
    """Write the cards that are known to be with a seat into `zone`; how many there are."""
    zone = table.zone
    known = table.known
    row: i64 = 2 * (eye * table.options.seats + seat)
    n: i64 = 0
    for rank in range(i64(RANKS)):
        count: i64 = (known[row + word_of(rank)] >> shift_of(rank)) & 0xFF
        while count > 0:
            zone[n] = rank
            n += 1
            count -= 1
    return n


def _split(table: Table, seat: i64, cards: i64, chance: Chance) -> None:
    """Divide `zone` between the hand, the pile and the claim that waits for answers."""
    zone = table.zone
    rows = table.rows
    truth = table.options.truth
    at: i64 = ROW * seat
    size: i64 = rows[at + SIZE]
    if cards > size:
        chance.shuffle(zone, cards)
    rows[at + HAND] = 0
    rows[at + HAND + 1] = 0
    if not truth:
        rows[at + LAID] = 0
        rows[at + LAID + 1] = 0
    pending: i64 = cards
    if table.claim_count > 0 and table.turn == seat and not truth:
        pending = cards - table.claim_count
        table.pending_low = 0
        table.pending_high = 0
    for i in range(cards):
        rank: i64 = zone[i]
        word: i64 = word_of(rank)
        if i < size:
            rows[at + HAND + word] += one(rank)
        else:
            rows[at + LAID + word] += one(rank)
            if i >= pending:
                _add_pending(table, rank)


def _add_pending(table: Table, rank: i64) -> None:
    card: i64 = one(rank)
    high: i64 = card * word_of(rank)
    table.pending_low += card - high
    table.pending_high += high
