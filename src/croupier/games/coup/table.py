"""Coup's table as integers: hands, coins, the court, what was claimed, and what each seat knows of the court.

What a seat knows beyond sizes and open cards is a list of particular cards, each with the seats that may hold it by
now: a card that went back to the court before its eyes is in the court, or with somebody who drew from the court since.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.coup.codes import CHARACTERS, DECK, SEATS
from croupier.kernel.bits import bit

# Places in the vector of zones; each is indexed by + seat, or as the comment says.
COINS: Final = 0
HIDDEN: Final = 6  # influences left
PLACE: Final = 12  # 0 while in the game
ANSWER: Final = 18
HAND: Final = 24  # + seat * 2 + 0 or 1: a character, lower first, -1 for none or unknown
OPEN_CARDS: Final = 36  # + seat * 2 + 0 or 1: influences lost, in order, -1 for none
CLAIMS: Final = 48  # + seat * 5 + character: made, and shown << 16, and not shown << 32
SINCE: Final = 78  # per character 8 bits: claims since the hand last changed, at most 255
KNOWN: Final = 84  # + seat * 5 + character: the cards that `seat` knows to have gone back, see `remember`
RECORD: Final = 114  # the sum of all CLAIMS of the seat
ZONES: Final = 120

_THERE: Final = 0x808080
_ONES: Final = 0x010101


def _elsewhere(known: i64, seat: i64) -> i64:
    """In each byte 1 if there is a card that `seat` cannot hold."""
    return ((known & _THERE) >> 7) - ((known >> seat) & _ONES)


def _sum(three: i64) -> i64:
    """Of three bytes."""
    return (three & 255) + ((three >> 8) & 255) + (three >> 16)


@final
@mypyc_attr(acyclic=True)
class Options:
    """The settings of RULES.md, section 9, as the rules read them."""

    def __init__(self, joint: bool, refund: bool, one_coin: bool, max_turns: i64, deal: tuple[int, ...]) -> None:
        self.joint: Final = joint
        self.refund: Final = refund
        self.one_coin: Final = one_coin
        self.max_turns: i64 = max_turns
        self.deal: tuple[int, ...] = deal  # cards, 3 * character + 0 to 2


@final
@mypyc_attr(acyclic=True)
class Table:
    """All cards, coins and pending things of one match."""

    def __init__(self, options: Options, seats: i64) -> None:
        self.options: Final = options
        self.seats: i64 = seats
        self.zones: Final = vec[i64]([0] * ZONES)
        self.court: Final = vec[i64]([0] * DECK)  # the next card last
        self.pool: Final = vec[i64]([0] * DECK)
        self.spots: Final = vec[i64]([0] * DECK)
        self.court_size: i64 = 0
        self.shuffles: i64 = 0
        self.alive: i64 = 0
        self.influences: i64 = 0  # of all seats that are left
        self.opened: i64 = 0  # per character 8 bits: how many are face up
        self.turn: i64 = 0
        self.turns: i64 = 0
        self.action: i64 = -1
        self.target: i64 = -1
        self.contest: i64 = 0
        self.challenger: i64 = -1
        self.blocker: i64 = -1
        self.block: i64 = -1
        self.then: i64 = 0
        self.drawn_a: i64 = -1
        self.drawn_b: i64 = -1

    def clear(self) -> None:
        """As before a deal."""
        zones = self.zones
        for i in range(i64(ZONES)):
            zones[i] = 0
        for i in range(i64(2 * SEATS)):
            zones[HAND + i] = -1
            zones[OPEN_CARDS + i] = -1
        self.shuffles = 0
        self.alive = self.seats
        self.influences = 0
        self.opened = 0
        self.turn = 0
        self.turns = 0
        self.forget_action()

    def forget_action(self) -> None:
        """Nothing is pending."""
        self.action = -1
        self.target = -1
        self.contest = 0
        self.challenger = -1
        self.blocker = -1
        self.block = -1
        self.then = 0
        self.drawn_a = -1
        self.drawn_b = -1

    # Hands and the court.

    def lay_open(self, seat: i64, character: i64) -> None:
        """A card of `seat` lies face up from now on."""
        at: i64 = OPEN_CARDS + 2 * seat
        zones = self.zones
        zones[at if zones[at] < 0 else at + 1] = character
        self.opened += bit(8 * character)

    def open_of(self, character: i64) -> i64:
        """How many cards of a character are face up."""
        return (self.opened >> (8 * character)) & 255

    def holds(self, seat: i64, character: i64) -> bool:
        at: i64 = HAND + 2 * seat
        zones = self.zones
        return zones[at] == character or zones[at + 1] == character

    def put(self, seat: i64, low: i64, high: i64) -> None:
        """Give `seat` this hand; -1 stands for no card."""
        if low < 0 or (high >= 0 and high < low):
            low, high = high, low
        zones = self.zones
        zones[HAND + 2 * seat] = low
        zones[HAND + 2 * seat + 1] = high

    def swap(self, seat: i64, old: i64, new: i64) -> None:
        """A card of the hand is exchanged for another, or for none (-1)."""
        zones = self.zones
        a: i64 = zones[HAND + 2 * seat]
        b: i64 = zones[HAND + 2 * seat + 1]
        if a == old:
            self.put(seat, new, b)
        else:
            self.put(seat, a, new)

    def draw(self) -> i64:
        """The next card of the court."""
        self.court_size -= 1
        return self.court[self.court_size]

    def give_back(self, character: i64) -> None:
        """A card goes to the court, which is to be shuffled then."""
        self.court[self.court_size] = character
        self.court_size += 1

    # What is remembered of the court (rules 8.2 and 8.3). For each seat and character there are up to three bytes, the
    # latest card in the lowest: 0x80 for the card, and the seats that may have drawn it since. Whatever may be the
    # card that turns up is taken to be it, the one with the fewest places first: what stays known is certain.

    def remember(self, viewer: i64, character: i64) -> None:
        """`viewer` saw the character go back to the court."""
        at: i64 = KNOWN + viewer * CHARACTERS + character
        zones = self.zones
        zones[at] = ((zones[at] << 8) | 0x80) & 0xFFFFFF

    def recognise(self, viewer: i64, character: i64, holder: i64) -> None:
        """`viewer` sees the character in the hand of `holder`; with -1, comes to hold it himself out of the court."""
        zones = self.zones
        at: i64 = KNOWN + viewer * CHARACTERS + character
        known: i64 = zones[at]
        shift: i64 = 0
        while known >> shift != 0:
            if holder < 0 or (known >> (shift + holder)) & 1 != 0:
                below: i64 = known & (bit(shift) - 1)
                zones[at] = below | ((known >> (shift + 8)) << shift)
                return
            shift += 8

    def seen_at(self, holder: i64, character: i64) -> None:
        """Everybody else sees the character in the hand of `holder`."""
        for viewer in range(self.seats):
            if viewer != holder:
                self.recognise(viewer, character, holder)

    def may_hold_more(self, seat: i64) -> None:
        """`seat` draws from the court: whatever others know to be there may be his from now on."""
        zones = self.zones
        for viewer in range(self.seats):
            if viewer != seat:
                at: i64 = KNOWN + viewer * CHARACTERS
                for i in range(at, at + CHARACTERS):
                    known: i64 = zones[i]
                    if known != 0:
                        zones[i] = known | (((known & _THERE) >> 7) << seat)

    def known_elsewhere(self, viewer: i64, character: i64, seat: i64) -> i64:
        """How many cards of the character `viewer` knows to have gone back and not to be in the hand of `seat`."""
        return _sum(_elsewhere(self.zones[KNOWN + viewer * CHARACTERS + character], seat))

    def all_known_elsewhere(self, viewer: i64, seat: i64) -> i64:
        """The same for all characters together."""
        zones = self.zones
        at: i64 = KNOWN + viewer * CHARACTERS
        found: i64 = 0
        for i in range(at, at + CHARACTERS):
            found += _elsewhere(zones[i], seat)
        return _sum(found)

    def holds_nothing(self, seat: i64) -> None:
        """`seat` is out: whatever is known to have gone back is elsewhere."""
        zones = self.zones
        keep: i64 = ~(bit(seat) * _ONES)
        for i in range(i64(KNOWN), i64(KNOWN) + self.seats * CHARACTERS):
            zones[i] &= keep

    # Claims.

    def claim(self, seat: i64, character: i64) -> None:
        self._count_claim(seat, character, 1)
        zones = self.zones
        shift: i64 = 8 * character
        if (zones[SINCE + seat] >> shift) & 255 < 255:
            zones[SINCE + seat] += bit(shift)

    def unclaim(self, seat: i64, character: i64) -> None:
        """The claim made last was refused."""
        self._count_claim(seat, character, -1)
        self.zones[SINCE + seat] -= bit(8 * character)

    def claim_ended(self, seat: i64, character: i64, shown: bool) -> None:
        self._count_claim(seat, character, 0x10000 if shown else 0x100000000)

    def _count_claim(self, seat: i64, character: i64, what: i64) -> None:
        self.zones[CLAIMS + seat * CHARACTERS + character] += what
        self.zones[RECORD + seat] += what

    # Copies.

    def copy_from(self, other: "Table") -> None:
        mine = self.zones
        theirs = other.zones
        for i in range(i64(ZONES)):
            mine[i] = theirs[i]
        court = self.court
        other_court = other.court
        for i in range(i64(DECK)):
            court[i] = other_court[i]
        self.court_size = other.court_size
        self.shuffles = other.shuffles
        self.alive = other.alive
        self.influences = other.influences
        self.opened = other.opened
        self.turn = other.turn
        self.turns = other.turns
        self.action = other.action
        self.target = other.target
        self.contest = other.contest
        self.challenger = other.challenger
        self.blocker = other.blocker
        self.block = other.block
        self.then = other.then
        self.drawn_a = other.drawn_a
        self.drawn_b = other.drawn_b
