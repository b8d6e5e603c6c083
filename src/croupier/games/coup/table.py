"""Coup's table as integers: hands, coins, the court, what was claimed, and what each seat knows of the court.

What a seat knows beyond sizes and open cards is a list of particular cards, each with the seats that may hold it by
now: a card that went back to the court before its eyes is in the court, or with somebody who drew from the court since.
A card that went back later can be in fewer places, so these sets are nested, and dealing the known cards first, the one
with the fewest places before the others, is exactly uniform (rule 8.4).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.coup.codes import CHARACTERS, DECK, Q_KEEP, SEATS
from croupier.kernel.bits import bit, count
from croupier.kernel.events import DEALER
from croupier.kernel.rng import Chance

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
ZONES: Final = 114

_THERE: Final = 0x808080
_ONES: Final = 0x010101


@final
@mypyc_attr(acyclic=True)
class Options:
    """The settings of RULES.md, section 9, as the rules read them."""

    def __init__(self, joint: bool, refund: bool, one_coin: bool, max_turns: i64, deal: tuple[int, ...]) -> None:
        self.joint: Final = joint
        self.refund: Final = refund
        self.one_coin: Final = one_coin
        self.max_turns: i64 = max_turns
        self.deal: tuple[int, ...] = deal


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

    def holds_nothing(self, seat: i64) -> None:
        """`seat` is out: whatever is known to have gone back is elsewhere."""
        zones = self.zones
        keep: i64 = ~(bit(seat) * _ONES)
        for i in range(i64(KNOWN), i64(KNOWN) + self.seats * CHARACTERS):
            zones[i] &= keep

    # Claims.

    def claim(self, seat: i64, character: i64) -> None:
        zones = self.zones
        zones[CLAIMS + seat * CHARACTERS + character] += 1
        shift: i64 = 8 * character
        if (zones[SINCE + seat] >> shift) & 255 < 255:
            zones[SINCE + seat] += bit(shift)

    def claim_ended(self, seat: i64, character: i64, shown: bool) -> None:
        self.zones[CLAIMS + seat * CHARACTERS + character] += 0x10000 if shown else 0x100000000

    # Copies and knowledge.

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

    def snapshot(self, seat: i64) -> list[int]:
        """What `seat` knows, in the order of view.py; for DEALER what all know, and the court behind it."""
        zones = self.zones
        n = self.seats
        mine: bool = seat == DEALER or seat == self.turn
        ints: list[int] = [
            self.court_size,
            self.shuffles,
            self.alive,
            self.turn,
            self.turns,
            self.action,
            self.target,
            self.contest,
            self.challenger,
            self.blocker,
            self.block,
            self.then,
            self.drawn_a if mine else -1,
            self.drawn_b if mine else -1,
        ]
        for i in range(i64(COINS), i64(COINS) + n):
            ints.append(zones[i])
        for i in range(i64(HIDDEN), i64(HIDDEN) + n):
            ints.append(zones[i])
        for i in range(i64(PLACE), i64(PLACE) + n):
            ints.append(zones[i])
        for i in range(n):
            ints.append(zones[ANSWER + i] if i == seat or seat == DEALER else 0)
        for i in range(2 * n):
            ints.append(zones[HAND + i] if i >> 1 == seat or seat == DEALER else -1)
        for i in range(i64(OPEN_CARDS), i64(OPEN_CARDS) + 2 * n):
            ints.append(zones[i])
        for i in range(i64(CLAIMS), i64(CLAIMS) + CHARACTERS * n):
            ints.append(zones[i])
        for i in range(i64(SINCE), i64(SINCE) + n):
            ints.append(zones[i])
        if seat >= 0:
            for i in range(i64(CHARACTERS)):
                ints.append(zones[KNOWN + seat * CHARACTERS + i])
        elif seat == DEALER:
            for i in range(CHARACTERS * n):
                ints.append(zones[KNOWN + i])
            court = self.court
            for i in range(self.court_size):
                ints.append(court[i])
        return ints

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        """Take over a snapshot."""
        zones = self.zones
        n = self.seats
        self.clear()
        self.court_size = ints[0]
        self.shuffles = ints[1]
        self.alive = ints[2]
        self.turn = ints[3]
        self.turns = ints[4]
        self.action = ints[5]
        self.target = ints[6]
        self.contest = ints[7]
        self.challenger = ints[8]
        self.blocker = ints[9]
        self.block = ints[10]
        self.then = ints[11]
        self.drawn_a = ints[12]
        self.drawn_b = ints[13]
        at: i64 = 14
        for i in range(n):
            zones[COINS + i] = ints[at + i]
            zones[HIDDEN + i] = ints[at + n + i]
            zones[PLACE + i] = ints[at + 2 * n + i]
            zones[ANSWER + i] = ints[at + 3 * n + i]
        at += 4 * n
        for i in range(2 * n):
            zones[HAND + i] = ints[at + i]
            zones[OPEN_CARDS + i] = ints[at + 2 * n + i]
        at += 4 * n
        for i in range(CHARACTERS * n):
            zones[CLAIMS + i] = ints[at + i]
        at += CHARACTERS * n
        for i in range(n):
            zones[SINCE + i] = ints[at + i]
        at += n
        if seat >= 0:
            for i in range(i64(CHARACTERS)):
                zones[KNOWN + seat * CHARACTERS + i] = ints[at + i]
        elif seat == DEALER:
            for i in range(CHARACTERS * n):
                zones[KNOWN + i] = ints[at + i]
            at += CHARACTERS * n
            court = self.court
            for i in range(self.court_size):
                court[i] = ints[at + i]

    # Imagined worlds (rule 8.4).

    def imagine(self, viewer: i64, question: i64, chance: Chance) -> None:
        """Deal what `viewer` does not know: known cards within their places, then all others anywhere."""
        pool = self.pool
        spots = self.spots
        zones = self.zones
        n = self._gather_spots(viewer, question)
        self._gather_pool(viewer, question)
        taken: i64 = 0
        dealt: i64 = 0
        width: i64 = 0
        while width < SEATS:
            reach: i64 = 0
            for character in range(i64(CHARACTERS)):
                known: i64 = zones[KNOWN + viewer * CHARACTERS + character]
                while known != 0:
                    mask: i64 = known & 0x3F
                    if count(mask) == width:
                        if reach == 0:
                            reach = self._reach(n, taken, mask)
                        pick: i64 = taken + chance.below(reach - taken)
                        spot: i64 = spots[pick]
                        spots[pick] = spots[taken]
                        spots[taken] = spot
                        taken += 1
                        self._fill(spot, character)
                        self._leave_pool(character, n - dealt)
                        dealt += 1
                    known >>= 8
            width += 1
        left: i64 = n - dealt
        chance.shuffle(pool, left)
        for i in range(left):
            self._fill(spots[taken + i], pool[i])
        for seat in range(self.seats):
            if seat != viewer:
                self.put(seat, zones[HAND + 2 * seat], zones[HAND + 2 * seat + 1])

    def _gather_spots(self, viewer: i64, question: i64) -> i64:
        """List every place whose card is unknown: below 0 in the court; seat * 4 + 0, 1 in a hand, + 2, 3 drawn."""
        spots = self.spots
        zones = self.zones
        n: i64 = 0
        for i in range(self.court_size):
            spots[n] = -1 - i
            n += 1
        for seat in range(self.seats):
            if seat != viewer:
                for i in range(zones[HIDDEN + seat]):
                    spots[n] = seat * 4 + i
                    n += 1
        if question == Q_KEEP and viewer != self.turn:
            spots[n] = self.turn * 4 + 2
            spots[n + 1] = self.turn * 4 + 3
            n += 2
        return n

    def _gather_pool(self, viewer: i64, question: i64) -> None:
        """List every card that is neither open nor held by `viewer`."""
        pool = self.pool
        zones = self.zones
        seen: i64 = 0  # per character 8 bits
        for i in range(2 * self.seats):
            card: i64 = zones[OPEN_CARDS + i]
            if card >= 0:
                seen += bit(8 * card)
        for i in range(i64(2)):
            card = zones[HAND + 2 * viewer + i]
            if card >= 0:
                seen += bit(8 * card)
        if question == Q_KEEP and viewer == self.turn:
            seen += bit(8 * self.drawn_a) + bit(8 * self.drawn_b)
        n: i64 = 0
        for character in range(i64(CHARACTERS)):
            for _card in range(3 - ((seen >> (8 * character)) & 255)):
                pool[n] = character
                n += 1

    def _reach(self, n: i64, taken: i64, mask: i64) -> i64:
        """Bring the places of the court and of the seats in `mask` to the front, behind those taken; where they end."""
        spots = self.spots
        end: i64 = taken
        for i in range(taken, n):
            spot: i64 = spots[i]
            if spot < 0 or (mask >> (spot >> 2)) & 1 != 0:
                spots[i] = spots[end]
                spots[end] = spot
                end += 1
        return end

    def _leave_pool(self, character: i64, n: i64) -> None:
        pool = self.pool
        for i in range(n):
            if pool[i] == character:
                pool[i] = pool[n - 1]
                return

    def _fill(self, spot: i64, character: i64) -> None:
        if spot < 0:
            self.court[-1 - spot] = character
        elif spot & 3 == 2:
            self.drawn_a = character
        elif spot & 3 == 3:
            self.drawn_b = character
        else:
            self.zones[HAND + 2 * (spot >> 2) + (spot & 3)] = character
