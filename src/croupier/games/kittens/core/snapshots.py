"""What a seat knows of a match of Exploding Kittens, beyond what the layout says: hands, piles, open questions."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.belief import restore_looks
from croupier.games.kittens.core.table import CARDS_PER_WORD, after, has, knows_card
from croupier.kernel.bits import bit
from croupier.kernel.event_bits import DEALER
from croupier.kernel.layout import append_words, restore_words


def hide(words: vec[i64], seat: i64, out: vec[i64]) -> None:
    """Leave in `out`, the words before DISCARD, what `seat` (or PUBLIC) knows."""
    seats = words[w.SEATS]
    for other in range(seats):
        if other != seat:
            out[w.HAND + other] = words[w.KNOWN + seat * seats + other] if seat >= 0 else i64(0)
    if seat >= 0:
        out[w.OWN_LIKELY] = words[w.LIKELY + seat]
    if out[w.QUESTION] == c.Q_REACT and out[w.TO_ACT] >= 0:
        _hide_answers(words, seat, out)
    elif out[w.QUESTION] >= c.Q_FIVE and seat != words[w.TURN]:
        # A combo that is being put together is as yet secret.
        out[w.QUESTION] = c.Q_TURN
        out[w.PENDING] = c.NOTHING
        out[w.COMBO] = 0
        out[w.TARGET] = -1


def _hide_answers(words: vec[i64], seat: i64, out: vec[i64]) -> None:
    """As far as a seat can tell no other has answered yet, and if it must answer it is the first."""
    last = words[w.LAST]
    owing: i64 = words[w.ALIVE] & ~bit(last)
    first = after(words, last)
    if seat >= 0 and (owing >> seat) & 1 != 0:
        if has(words[w.HAND + seat], c.NOPE) != 0 and (words[w.ANSWERED] >> seat) & 1 == 0:
            first = seat
        else:
            owing &= ~bit(seat)
            if first == seat:
                first = after(words, seat)
    out[w.SEALED] = owing
    out[w.TO_ACT] = first


def append_piles(words: vec[i64], seat: i64, out: vec[i64], n: i64) -> i64:
    """Append both piles as far as `seat` knows them; where they end."""
    n = append_words(out, n, words, w.DISCARD, words[w.PILE_WORDS])
    end: i64 = n + words[w.PILE_WORDS]
    size: i64 = words[w.PILE_SIZE]
    at: i64 = 0
    while n < end:
        word: i64 = 0
        shift: i64 = 0
        while shift < 4 * CARDS_PER_WORD and at < size:
            if seat == DEALER or (seat >= 0 and knows_card(words, at, seat)):
                word |= ((words[w.PILE + at] + 1) & 15) << shift
            at += 1
            shift += 4
        out[n] = word
        n += 1
    return n


def append_secrets(words: vec[i64], out: vec[i64], n: i64) -> i64:
    """Append what only the dealer knows; where it ends."""
    seats = words[w.SEATS]
    n = append_words(out, n, words, w.BEFORE_FIVE, w.LIKELY - w.BEFORE_FIVE + seats)
    n = append_words(out, n, words, w.KNOWN, seats * seats)
    for i in range(words[w.PILE_SIZE]):
        out[n + i] = words[w.PILE + i] >> 4
    return n + words[w.PILE_SIZE]


def restore_piles(words: vec[i64], ints: tuple[int, ...], n: i64) -> i64:
    """The way back from `append_piles`; as yet no seat knows a card of the draw pile."""
    most: i64 = words[w.PILE_WORDS] * CARDS_PER_WORD
    if words[w.PILE_SIZE] > most or words[w.DISCARD_SIZE] > most:
        raise ValueError("a pile holds more cards than there are")
    n = restore_words(words, w.DISCARD, ints, n, words[w.PILE_WORDS])
    word: i64 = 0
    for i in range(words[w.PILE_SIZE]):
        if i % CARDS_PER_WORD == 0:
            word = ints[n + i // CARDS_PER_WORD]
        words[w.PILE + i] = (word - 1) & 15
        word >>= 4
    return n + words[w.PILE_WORDS]


def restore_secrets(words: vec[i64], ints: tuple[int, ...], n: i64) -> None:
    """The way back from `append_secrets`."""
    seats = words[w.SEATS]
    n = restore_words(words, w.BEFORE_FIVE, ints, n, w.LIKELY - w.BEFORE_FIVE + seats)
    n = restore_words(words, w.KNOWN, ints, n, seats * seats)
    for i in range(words[w.PILE_SIZE]):
        knowing: i64 = ints[n + i]
        words[w.PILE + i] |= knowing << 4


def restore_knowledge(words: vec[i64], seat: i64) -> None:
    """Work out from what `seat` (or PUBLIC) knows, and from what it saw the others look at, who knows what."""
    seats = words[w.SEATS]
    words[w.BEFORE_FIVE] = words[w.DISCARD_SIZE]
    for i in range(seats * seats):
        words[w.KNOWN + i] = 0
    if seat < 0:
        return
    for other in range(seats):
        known: i64 = words[w.HAND + other]
        if other != seat and known != 0:
            words[w.KNOWN + seat * seats + other] = known
            words[w.SHOWN] |= bit(other)
    for i in range(i64(w.PILE), w.PILE + words[w.PILE_SIZE]):
        if words[i] != c.NO_CARD:
            words[i] |= bit(4 + seat)
    words[w.LIKELY + seat] = words[w.OWN_LIKELY]
    words[w.OWN_LIKELY] = 0
    restore_looks(words)
