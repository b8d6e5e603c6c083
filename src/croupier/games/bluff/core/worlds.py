"""What a snapshot holds besides the words of the layout, and the worlds that fit it (RULES.md, section 7)."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.lanes import lane, one, shift_of, word_of
from croupier.games.bluff.core.table import ask_for, known_at, next_of, rank_at, witnesses
from croupier.kernel.bits import bit
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.layout import append_words, restore_words
from croupier.kernel.rng import Chance
from croupier.kernel.state import State


def hide(state: State, seat: i64, out: vec[i64]) -> None:
    """Rule 7.1: of a turn that is not over yet a seat sees only what it did itself."""
    words = state.words
    if seat != words[w.TURN]:
        if state.question == c.Q_CLAIM:
            out[w.QUESTION] = c.Q_LAY
        for i in range(i64(w.N_CHOSEN), i64(w.PENDING)):
            out[i] = 0
        if words[w.TRUTH] == 0:
            out[w.PENDING] = 0
            out[w.PENDING + 1] = 0
    if state.sealed != 0:
        # The seat does not know who else has answered: as if no other had, and if it must answer it is the first.
        sealed: i64 = witnesses(words)
        if seat >= 0:
            sealed &= ~(bit(seat) & ~state.sealed)
        out[w.SEALED] = sealed
        if seat >= 0 and (sealed >> seat) & 1 != 0:
            out[w.TO_ACT] = seat
        else:
            out[w.TO_ACT] = next_of(sealed, words[w.TURN]) if sealed != 0 else i64(-1)


def append_own(state: State, seat: i64, out: vec[i64], n: i64) -> i64:
    """Behind the words that all see: those of the seat alone (see `c.OWN_LAID`), what it knows and what all know."""
    words = state.words
    seats = words[w.SEATS]
    eye: i64 = seats
    if seat != PUBLIC:
        eye = seat
        n = append_words(out, n, words, c.ROW * seat + w.HAND, c.OWN_ANSWER)
        out[n] = _answer_of(state, words, seat)
        n += 1
    if words[w.TRUTH] != 0:
        for other in range(seats):
            n = append_words(out, n, words, c.ROW * other + w.LAID, 2)
    n = append_words(out, n, words, known_at(words, eye, 0), 2 * seats)
    return append_words(out, n, words, known_at(words, seats, 0), 2 * seats)


def append_all(state: State, out: vec[i64], n: i64) -> i64:
    """For the dealer: what every eye knows, what each seat did in secret, and the cards out of play."""
    words = state.words
    seats = words[w.SEATS]
    n = append_words(out, n, words, known_at(words, 0, 0), 2 * seats * (seats + 1))
    for seat in range(seats):
        out[n + seat] = words[c.ROW * seat + w.BLUFFS]
        out[n + seats + seat] = words[c.ROW * seat + w.FOOLED]
        out[n + 2 * seats + seat] = _answer_of(state, words, seat)
    return append_words(out, n + 3 * seats, words, w.STOCK, 2)


def _answer_of(state: State, words: vec[i64], seat: i64) -> i64:
    """How the seat answered in the window that is open; OPEN if it did not yet or is not asked."""
    if state.question != c.Q_CHALLENGE or (witnesses(words) & ~state.sealed) >> seat & 1 == 0:
        return c.OPEN
    return c.CHALLENGED if (words[w.CHALLENGERS] >> seat) & 1 != 0 else c.TRUSTED


def restore_own(words: vec[i64], seat: i64, ints: tuple[int, ...], n: i64) -> None:
    """The way back from `append_own`."""
    seats = words[w.SEATS]
    eye: i64 = seats
    if seat != PUBLIC:
        eye = seat
        n = restore_words(words, c.ROW * seat + w.HAND, ints, n, c.OWN_ANSWER)
        _restore_answer(words, seat, ints[n])
        n += 1
    if words[w.TRUTH] != 0:
        for other in range(seats):
            n = restore_words(words, c.ROW * other + w.LAID, ints, n, 2)
    n = restore_words(words, known_at(words, eye, 0), ints, n, 2 * seats)
    restore_words(words, known_at(words, seats, 0), ints, n, 2 * seats)


def restore_all(words: vec[i64], ints: tuple[int, ...], n: i64) -> None:
    """The way back from `append_all`."""
    seats = words[w.SEATS]
    n = restore_words(words, known_at(words, 0, 0), ints, n, 2 * seats * (seats + 1))
    for seat in range(seats):
        words[c.ROW * seat + w.BLUFFS] = ints[n + seat]
        words[c.ROW * seat + w.FOOLED] = ints[n + seats + seat]
        _restore_answer(words, seat, ints[n + 2 * seats + seat])
    restore_words(words, w.STOCK, ints, n + 3 * seats, 2)


def _restore_answer(words: vec[i64], seat: i64, answer: i64) -> None:
    if answer == c.CHALLENGED:
        words[w.CHALLENGERS] |= bit(seat)


def work_out(words: vec[i64]) -> None:
    """What follows from the words that every snapshot holds."""
    ask_for(words, words[w.TURNS] % words[w.N_RANKS])
    if words[w.CLAIM_COUNT] > 0:
        words[w.SAID + word_of(words[w.CLAIM_RANK])] = one(words[w.CLAIM_RANK]) * words[w.CLAIM_COUNT]
    for seat in range(words[w.SEATS]):
        laid: i64 = words[c.ROW * seat + w.LAID_SIZE]
        if laid > 0:
            words[w.PILE_SIZE] += laid
            words[w.LAYERS] |= bit(seat)


def imagine(words: vec[i64], order: vec[i64], zone: vec[i64], seat: i64, chance: Chance) -> None:
    """Rule 7.7. The others know what everybody knows; what else they know is theirs."""
    seats = words[w.SEATS]
    public: i64 = known_at(words, seats, 0)
    for eye in range(seats):
        if eye != seat:
            at: i64 = known_at(words, eye, 0)
            for i in range(2 * seats):
                words[at + i] = words[public + i] if i >> 1 != eye else 0
    _spread(words, order, zone, seat if seat >= 0 else seats, chance)


def _spread(words: vec[i64], order: vec[i64], zone: vec[i64], eye: i64, chance: Chance) -> None:
    """The cards that are not accounted for go anywhere they fit, every way being equally likely."""
    n: i64 = _unaccounted(words, order, eye)
    chance.shuffle(order, n)
    at: i64 = 0
    for seat in range(words[w.SEATS]):
        if seat == eye:
            continue
        cards: i64 = words[c.ROW * seat + w.HAND_SIZE]
        if words[w.TRUTH] == 0:
            cards += words[c.ROW * seat + w.LAID_SIZE]
        filled: i64 = _expand(words, zone, eye, seat)
        while filled < cards:
            zone[filled] = order[at]
            filled += 1
            at += 1
        _split(words, zone, seat, cards, chance)
    words[w.STOCK] = 0
    words[w.STOCK + 1] = 0
    for i in range(at, n):
        words[w.STOCK + word_of(order[i])] += one(order[i])


def _unaccounted(words: vec[i64], order: vec[i64], eye: i64) -> i64:
    """Write the cards into `order` whose place the eye does not know; how many there are."""
    seats = words[w.SEATS]
    low: i64 = 0
    high: i64 = 0
    for seat in range(seats):
        at: i64 = c.ROW * seat
        if seat != eye:
            known: i64 = known_at(words, eye, seat)
            low += words[known]
            high += words[known + 1]
        else:
            low += words[at + w.HAND]
            high += words[at + w.HAND + 1]
        if seat == eye or words[w.TRUTH] != 0:
            low += words[at + w.LAID]
            high += words[at + w.LAID + 1]
    n: i64 = 0
    for i in range(words[w.N_RANKS]):
        rank: i64 = rank_at(words, i)
        free: i64 = words[w.COPIES] - lane(low, high, rank)
        while free > 0:
            order[n] = rank
            n += 1
            free -= 1
    return n


def _expand(words: vec[i64], zone: vec[i64], eye: i64, seat: i64) -> i64:
    """Write the cards that are known to be with a seat into `zone`; how many there are."""
    at: i64 = known_at(words, eye, seat)
    n: i64 = 0
    for rank in range(i64(c.RANKS)):
        count: i64 = (words[at + word_of(rank)] >> shift_of(rank)) & 0xFF
        while count > 0:
            zone[n] = rank
            n += 1
            count -= 1
    return n


def _split(words: vec[i64], zone: vec[i64], seat: i64, cards: i64, chance: Chance) -> None:
    """Divide `zone` between the hand, the pile and the claim that waits for answers."""
    at: i64 = c.ROW * seat
    size: i64 = words[at + w.HAND_SIZE]
    if cards > size:
        chance.shuffle(zone, cards)
    words[at + w.HAND] = 0
    words[at + w.HAND + 1] = 0
    pending: i64 = cards
    if words[w.TRUTH] == 0:
        words[at + w.LAID] = 0
        words[at + w.LAID + 1] = 0
        if words[w.CLAIM_COUNT] > 0 and words[w.TURN] == seat:
            pending = cards - words[w.CLAIM_COUNT]
            words[w.PENDING] = 0
            words[w.PENDING + 1] = 0
    for i in range(cards):
        rank: i64 = zone[i]
        word: i64 = word_of(rank)
        if i < size:
            words[at + w.HAND + word] += one(rank)
        else:
            words[at + w.LAID + word] += one(rank)
            if i >= pending:
                words[w.PENDING + word] += one(rank)
