"""Coup's table as integers: hands, coins, the court, what was claimed, and what each seat knows of the court.

What a seat knows beyond sizes and open cards is a list of particular cards, each with the seats that may hold it by
now: a card that went back to the court before its eyes is in the court, or with a seat that drew from the court since.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.core import codes as c
from croupier.games.coup.core import layout as w
from croupier.kernel.bits import bit

_THERE: Final = 0x808080
_ONES: Final = 0x010101


def _elsewhere(known: i64, seat: i64) -> i64:
    """In each byte 1 if there is a card that `seat` cannot hold."""
    return ((known & _THERE) >> 7) - ((known >> seat) & _ONES)


def _sum(three: i64) -> i64:
    """Of three bytes."""
    return (three & 255) + ((three >> 8) & 255) + (three >> 16)


def forget_action(words: vec[i64]) -> None:
    """Nothing is pending."""
    words[w.ACTION] = -1
    words[w.TARGET] = -1
    words[w.CONTEST] = 0
    words[w.CHALLENGER] = -1
    words[w.BLOCKER] = -1
    words[w.BLOCK] = -1
    words[w.THEN] = 0
    words[w.DRAWN] = -1
    words[w.OTHER_DRAWN] = -1


# Hands and the court.


def lay_open(words: vec[i64], seat: i64, character: i64) -> None:
    """A card of `seat` lies face up from now on."""
    at: i64 = w.OPEN_CARDS + 2 * seat
    words[at if words[at] < 0 else at + 1] = character
    words[w.OPENED] += bit(8 * character)


def open_of(words: vec[i64], character: i64) -> i64:
    """How many cards of a character are face up."""
    return (words[w.OPENED] >> (8 * character)) & 255


def holds(words: vec[i64], seat: i64, character: i64) -> bool:
    at: i64 = w.HAND + 2 * seat
    return words[at] == character or words[at + 1] == character


def put(words: vec[i64], seat: i64, low: i64, high: i64) -> None:
    """Give `seat` this hand; -1 stands for no card."""
    if low < 0 or (high >= 0 and high < low):
        low, high = high, low
    words[w.HAND + 2 * seat] = low
    words[w.HAND + 2 * seat + 1] = high


def swap(words: vec[i64], seat: i64, old: i64, new: i64) -> None:
    """A card of the hand is exchanged for another, or for none (-1)."""
    a: i64 = words[w.HAND + 2 * seat]
    b: i64 = words[w.HAND + 2 * seat + 1]
    if a == old:
        put(words, seat, new, b)
    else:
        put(words, seat, a, new)


def draw(words: vec[i64]) -> i64:
    """The next card of the court."""
    words[w.COURT_SIZE] -= 1
    return words[w.COURT + words[w.COURT_SIZE]]


def give_back(words: vec[i64], character: i64) -> None:
    """A card goes to the court, which is to be shuffled then."""
    words[w.COURT + words[w.COURT_SIZE]] = character
    words[w.COURT_SIZE] += 1


# What is remembered of the court (rules 8.2 and 8.3). For each seat and character there are up to three bytes, the
# latest card in the lowest: 0x80 for the card, and the seats that may have drawn it since. Whatever may be the
# card that turns up is taken to be it, the one with the fewest places first: what stays known is certain.


def remember(words: vec[i64], viewer: i64, character: i64) -> None:
    """`viewer` saw the character go back to the court."""
    at: i64 = w.KNOWN + viewer * c.CHARACTERS + character
    words[at] = ((words[at] << 8) | 0x80) & 0xFFFFFF


def recognise(words: vec[i64], viewer: i64, character: i64, holder: i64) -> None:
    """`viewer` sees the character in the hand of `holder`; with -1, draws it from the court itself."""
    at: i64 = w.KNOWN + viewer * c.CHARACTERS + character
    known: i64 = words[at]
    shift: i64 = 0
    while known >> shift != 0:
        if holder < 0 or (known >> (shift + holder)) & 1 != 0:
            below: i64 = known & (bit(shift) - 1)
            words[at] = below | ((known >> (shift + 8)) << shift)
            return
        shift += 8


def seen_at(words: vec[i64], holder: i64, character: i64) -> None:
    """Everybody else sees the character in the hand of `holder`."""
    for viewer in range(words[w.SEATS]):
        if viewer != holder:
            recognise(words, viewer, character, holder)


def may_hold_more(words: vec[i64], seat: i64) -> None:
    """`seat` draws from the court: what others know to be there may be in its hand from now on."""
    for viewer in range(words[w.SEATS]):
        if viewer != seat:
            at: i64 = w.KNOWN + viewer * c.CHARACTERS
            for i in range(at, at + c.CHARACTERS):
                known: i64 = words[i]
                if known != 0:
                    words[i] = known | (((known & _THERE) >> 7) << seat)


def known_elsewhere(words: vec[i64], viewer: i64, character: i64, seat: i64) -> i64:
    """How many cards of the character `viewer` knows to have gone back and not to be in the hand of `seat`."""
    return _sum(_elsewhere(words[w.KNOWN + viewer * c.CHARACTERS + character], seat))


def all_known_elsewhere(words: vec[i64], viewer: i64, seat: i64) -> i64:
    """The same for all characters together."""
    at: i64 = w.KNOWN + viewer * c.CHARACTERS
    found: i64 = 0
    for i in range(at, at + c.CHARACTERS):
        found += _elsewhere(words[i], seat)
    return _sum(found)


def holds_nothing(words: vec[i64], seat: i64) -> None:
    """`seat` is out: whatever is known to have gone back is elsewhere."""
    keep: i64 = ~(bit(seat) * _ONES)
    for i in range(i64(w.KNOWN), i64(w.KNOWN) + words[w.SEATS] * c.CHARACTERS):
        words[i] &= keep


# Claims.


def claim(words: vec[i64], seat: i64, character: i64) -> None:
    _count_claim(words, seat, character, 1)
    shift: i64 = 8 * character
    if (words[w.SINCE + seat] >> shift) & 255 < 255:
        words[w.SINCE + seat] += bit(shift)


def unclaim(words: vec[i64], seat: i64, character: i64) -> None:
    """The claim made last was refused."""
    _count_claim(words, seat, character, -1)
    words[w.SINCE + seat] -= bit(8 * character)


def claim_ended(words: vec[i64], seat: i64, character: i64, shown: bool) -> None:
    _count_claim(words, seat, character, 0x10000 if shown else 0x100000000)


def _count_claim(words: vec[i64], seat: i64, character: i64, what: i64) -> None:
    words[w.CLAIMS + seat * c.CHARACTERS + character] += what
    words[w.RECORD + seat] += what
