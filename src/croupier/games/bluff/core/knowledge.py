"""What each seat learns when cards are laid and piles are taken (RULES.md, section 7).

Knowledge is arithmetic on whole words of lanes. Only seats that have cards on the pile can lose any by it, and mostly
that is the claimer alone, so most piles cost a few operations for every eye.
"""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.lanes import least, less, spread
from croupier.games.bluff.core.table import known_at, side_of
from croupier.kernel.bits import bit, lowest_of_few


def learn_lay(words: vec[i64]) -> None:
    """Rule 7.6: where lying is impossible everybody knows what was laid, so it is no longer with the seat."""
    seats = words[w.SEATS]
    low: i64 = words[w.PENDING]
    high: i64 = words[w.PENDING + 1]
    at: i64 = known_at(words, 0, words[w.TURN])
    end: i64 = known_at(words, seats + 1, 0)
    while at < end:
        words[at] = less(words[at], low)
        words[at + 1] = less(words[at + 1], high)
        at += 2 * seats


def give_pile(words: vec[i64], taker: i64) -> None:
    """Rule 4.5: the whole pile goes to `taker`, after the last claim was shown."""
    pile: i64 = words[w.PILE_SIZE]
    to: i64 = c.ROW * taker
    low: i64 = words[w.PENDING]
    high: i64 = words[w.PENDING + 1]
    at: i64 = c.ROW * words[w.TURN]
    open_pile: bool = words[w.TRUTH] != 0
    if pile == words[w.CLAIM_COUNT] and not open_pile:
        _learn_claim(words, taker)
        words[to + w.TAKEN] = words[at + w.CLAIMED]
        words[to + w.TAKEN + 1] = words[at + w.CLAIMED + 1]
        _clear_laid(words, at)
    else:
        low = 0
        high = 0
        low_claims: i64 = 0
        high_claims: i64 = 0
        layers: i64 = words[w.LAYERS]
        while layers != 0:
            at = c.ROW * lowest_of_few(layers)
            layers &= layers - 1
            low += words[at + w.LAID]
            high += words[at + w.LAID + 1]
            low_claims += words[at + w.CLAIMED]
            high_claims += words[at + w.CLAIMED + 1]
        if open_pile:
            _learn_open_pile(words, taker, low, high)
        else:
            _learn_pile(words, taker, low, high)
        layers = words[w.LAYERS]
        while layers != 0:
            _clear_laid(words, c.ROW * lowest_of_few(layers))
            layers &= layers - 1
        words[to + w.TAKEN] = low_claims
        words[to + w.TAKEN + 1] = high_claims
    words[to + w.HAND] += low
    words[to + w.HAND + 1] += high
    words[to + w.HAND_SIZE] += pile
    words[w.PILE_SIZE] = 0
    words[w.LAYERS] = 0
    words[w.LAST_RANK] = -1


def _clear_laid(words: vec[i64], at: i64) -> None:
    """Nothing of the seat whose row begins here is on the pile any more."""
    words[at + w.LAID] = 0
    words[at + w.LAID + 1] = 0
    words[at + w.CLAIMED] = 0
    words[at + w.CLAIMED + 1] = 0
    words[at + w.LAID_SIZE] = 0


def _learn_open_pile(words: vec[i64], taker: i64, low: i64, high: i64) -> None:
    """Rule 7.6."""
    for eye in range(words[w.SEATS] + 1):
        if eye != taker:
            at: i64 = known_at(words, eye, taker)
            words[at] += low
            words[at + 1] += high


def _learn_claim(words: vec[i64], taker: i64) -> None:
    """Rule 7.3, where the shown cards are the whole pile: all eyes learn the same."""
    low: i64 = words[w.PENDING]
    high: i64 = words[w.PENDING + 1]
    if words[w.CLAIM_COUNT] == 1:
        word: i64 = 1 if low == 0 else 0
        _learn_shown(words, taker, word, low + high)
        return
    _learn_shown(words, taker, 0, low)
    _learn_shown(words, taker, 1, high)


def _learn_shown(words: vec[i64], taker: i64, word: i64, shown: i64) -> None:
    seats = words[w.SEATS]
    claimer: i64 = words[w.TURN]
    step: i64 = 2 * seats
    first: i64 = known_at(words, 0, 0) + word
    at: i64 = first + 2 * claimer
    to: i64 = first + 2 * taker
    end: i64 = first + step * (seats + 1)
    while at < end:
        words[at] = less(words[at], shown)
        words[to] += shown
        at += step
        to += step
    # No seat keeps count of itself.
    words[first + (step + 2) * claimer] = 0
    words[first + (step + 2) * taker] = 0


def _learn_pile(words: vec[i64], taker: i64, low: i64, high: i64) -> None:
    """Rules 7.3 to 7.5: what each eye knows when the pile has moved."""
    viewers: i64 = side_of(words, taker)
    others: i64 = words[w.EVERYONE] & ~viewers
    while others != 0:
        eye: i64 = lowest_of_few(others)
        others &= others - 1
        at: i64 = c.ROW * eye
        _learn_unseen(words, eye, taker, words[at + w.LAID], words[at + w.LAID + 1])
    _learn_unseen(words, words[w.SEATS], taker, 0, 0)
    while viewers != 0:
        eye = lowest_of_few(viewers)
        viewers &= viewers - 1
        # Cards of the pile that a viewer sees without knowing whose they were.
        at = c.ROW * eye
        rest_low: i64 = low - words[at + w.LAID]
        rest_high: i64 = high - words[at + w.LAID + 1]
        if words[w.TURN] != eye:
            rest_low -= words[w.PENDING]
            rest_high -= words[w.PENDING + 1]
        _learn_seen(words, eye, rest_low, rest_high)
        if eye != taker:
            # The partner: its friend holds all of it.
            at = known_at(words, eye, taker)
            words[at] += low
            words[at + 1] += high


def _learn_unseen(words: vec[i64], eye: i64, taker: i64, low: i64, high: i64) -> None:
    """Rules 7.3 and 7.4, for one who does not see the pile; its own cards on it are certain to go to the taker."""
    claimer: i64 = words[w.TURN]
    pending_low: i64 = words[w.PENDING]
    pending_high: i64 = words[w.PENDING + 1]
    own: i64 = known_at(words, eye, 0)
    layers: i64 = words[w.LAYERS] & ~bit(eye) & ~bit(taker)
    while layers != 0:
        seat: i64 = lowest_of_few(layers)
        layers &= layers - 1
        at: i64 = own + 2 * seat
        sure_low: i64 = words[at]
        sure_high: i64 = words[at + 1]
        hidden: i64 = words[c.ROW * seat + w.LAID_SIZE]
        if seat == claimer:
            low += pending_low
            high += pending_high
            sure_low = less(sure_low, pending_low)
            sure_high = less(sure_high, pending_high)
            hidden -= words[w.CLAIM_COUNT]
        if hidden > 0 and sure_low | sure_high != 0:
            stays: i64 = spread(words[c.ROW * seat + w.HAND_SIZE])
            goes: i64 = spread(hidden)
            low += less(sure_low, stays)
            high += less(sure_high, stays)
            sure_low = less(sure_low, goes)
            sure_high = less(sure_high, goes)
        words[at] = sure_low
        words[at + 1] = sure_high
    at = own + 2 * taker
    if taker == claimer:
        low += pending_low
        high += pending_high
        words[at] = less(words[at], pending_low)
        words[at + 1] = less(words[at + 1], pending_high)
    words[at] += low
    words[at + 1] += high


def _learn_seen(words: vec[i64], eye: i64, rest_low: i64, rest_high: i64) -> None:
    """Rule 7.5, for the taker and its partner; `rest` are the cards whose owner the eye does not know."""
    own: i64 = known_at(words, eye, 0)
    layers: i64 = words[w.LAYERS] & ~bit(eye)
    while layers != 0:
        seat: i64 = lowest_of_few(layers)
        layers &= layers - 1
        at: i64 = own + 2 * seat
        sure_low: i64 = words[at]
        sure_high: i64 = words[at + 1]
        hidden: i64 = words[c.ROW * seat + w.LAID_SIZE]
        if seat == words[w.TURN]:
            sure_low = less(sure_low, words[w.PENDING])
            sure_high = less(sure_high, words[w.PENDING + 1])
            hidden -= words[w.CLAIM_COUNT]
        if hidden > 0:
            most: i64 = spread(hidden)
            sure_low = less(sure_low, least(most, rest_low))
            sure_high = less(sure_high, least(most, rest_high))
        words[at] = sure_low
        words[at + 1] = sure_high
