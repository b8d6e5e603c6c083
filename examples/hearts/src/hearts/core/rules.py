"""The rules of Hearts. RULES.md says them in words; comments cite its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit, lowest, lowest_of_few
from croupier.kernel.event_bits import DEALER
from croupier.kernel.rng import DEAL
from croupier.kernel.state import State
from croupier.kernel.three_hands import ThreeHands
from hearts.core import codes as c
from hearts.core import layout as w
from hearts.core.heuristic import choose
from hearts.core.layout import LAYOUT
from hearts.core.worlds import imagine

DIRECTIONS: Final = vec[i64]([1, 3, 2, 0])  # rule 1.2


@final
class HeartsState(State):
    """A match of Hearts."""

    def __init__(self, options: dict[str, int]) -> None:
        super().__init__(4, 128, LAYOUT, options)
        self.options: Final = options
        self.deck: Final = vec[i64]([0] * c.DECK)
        self.hands: ThreeHands = ThreeHands()

    def fresh(self) -> State:
        return HeartsState(self.options)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        self._start_deal(self.words, 0)

    def _start_deal(self, words: vec[i64], deal: i64) -> None:
        """Section 1."""
        words[w.DEAL] = deal
        passing: i64 = DIRECTIONS[deal & 3]
        words[w.PASSING] = passing
        self.reset_words(w.LAID, w.GONE)
        self.reset_words(w.PLAYED, w.TOTAL)
        self.reset_words(w.HAND, w.END)
        deck = self.deck
        for i in range(i64(c.DECK)):
            deck[i] = i
        self.shuffled(deck, c.DECK, DEAL, deal)
        for seat in range(i64(4)):
            hand: i64 = 0
            for i in range(seat * 13, seat * 13 + 13):
                hand |= bit(deck[i])
            words[w.HAND + seat] = hand
        if self.watching:
            self.emit_public(c.E_DEAL, 0, deal & 255, passing)
            for seat in range(i64(4)):
                hand = words[w.HAND + seat]
                while hand != 0:
                    self.emit_secret(c.E_DEALT, seat, 0, lowest(hand), -1, bit(seat))
                    hand &= hand - 1
        if passing == 0:
            self._open_play(words)
        else:
            self.question = c.Q_PASS
            self.sealed = 15
            self.to_act = 0

    def legal(self, out: vec[i64]) -> i64:
        words = self.words
        seat: i64 = self.to_act & 3
        hand: i64 = words[w.HAND + seat]
        base: i64 = c.M_PLAY
        n: i64 = 0
        out[12] = 0
        if self.question == c.Q_PASS:
            base = c.M_PASS
        elif words[w.N_PLAYED] & 3 != 0:  # rule 2.2
            shift: i64 = words[w.LED] * 13
            suit: i64 = (hand >> shift) & c.SUIT
            if suit != 0:
                base += shift
                while suit != 0:
                    out[n] = base + lowest_of_few(suit)
                    suit &= suit - 1
                    n += 1
                return n
            if words[w.N_PLAYED] < 4 and hand & ~c.POINT_CARDS != 0:
                hand &= ~c.POINT_CARDS
        elif words[w.BROKEN] == 0 and hand & ~c.HEART_CARDS != 0:  # rule 2.4
            hand &= ~c.HEART_CARDS
        while hand != 0:
            out[n] = base + lowest(hand)
            hand &= hand - 1
            n += 1
        return n

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.words, self.question, self.to_act, moves, n)

    def apply(self, move: i64) -> None:
        self.n_events = 0
        if move < c.M_PLAY:
            self._lay_down(self.words, move - c.M_PASS)
        else:
            self._play(self.words, move - c.M_PLAY)

    # Passing.

    def _lay_down(self, words: vec[i64], card: i64) -> None:
        """Rule 1.3: a sealed answer. Only its own seat is sent the event."""
        seat: i64 = self.to_act & 3
        words[w.HAND + seat] ^= bit(card)
        words[w.GIVEN + seat] |= bit(card)
        self.emit_own(c.E_LAID, seat, card, -1)
        self.sealed &= ~bit(seat)
        if self.sealed != 0:
            self.to_act = lowest_of_few(self.sealed)
            return
        words[w.LAID] += 1
        self.emit_public(c.E_ALL_LAID, 0, words[w.LAID], 0)
        if words[w.LAID] < c.PASSED:
            self.sealed = 15
            self.to_act = 0
        else:
            self._exchange(words)

    def _exchange(self, words: vec[i64]) -> None:
        for seat in range(i64(4)):
            to: i64 = (seat + words[w.PASSING]) & 3
            cards: i64 = words[w.GIVEN + seat]
            words[w.RECEIVED + to] = cards
            words[w.HAND + to] |= cards
            if self.watching:
                while cards != 0:
                    self.emit_secret(c.E_PASSED, seat, to, lowest(cards), -1, bit(seat) | bit(to))
                    cards &= cards - 1
        self._open_play(words)

    # The tricks.

    def _open_play(self, words: vec[i64]) -> None:
        """Rule 2.1."""
        self.question = c.Q_CARD
        self.sealed = 0
        for seat in range(i64(4)):
            if words[w.HAND + seat] & 1 != 0:
                self.to_act = seat
        words[w.LEADER] = self.to_act
        self._play(words, c.TWO_OF_CLUBS)

    def _play(self, words: vec[i64], card: i64) -> None:
        seat: i64 = self.to_act & 3
        suit: i64 = (card * 79) >> 10  # card // 13
        played: i64 = words[w.N_PLAYED]
        if self.watching:
            self.emit_public(c.E_PLAYED, seat, card, 0)
        words[w.HAND + seat] ^= bit(card)
        words[w.PLAYED + seat] |= bit(card)
        words[w.TRICK + (played & 3)] = card
        words[w.N_PLAYED] = played + 1
        if played & 3 == 0:
            if suit == c.HEARTS and words[w.BROKEN] == 0:
                words[w.VOID + seat] = 7  # rule 2.4: it has nothing else
            words[w.LED] = suit
            words[w.BEST] = card
            words[w.BEST_SEAT] = seat
        elif suit == words[w.LED]:
            if card > words[w.BEST]:
                words[w.BEST] = card
                words[w.BEST_SEAT] = seat
        else:
            words[w.VOID + seat] |= bit(words[w.LED])
            if played < 4 and (c.POINT_CARDS >> card) & 1 != 0:
                words[w.VOID + seat] |= 3  # rule 2.2: it has nothing but points
        if suit == c.HEARTS:
            words[w.BROKEN] = 1
            words[w.TRICK_POINTS] += 1
        elif card == c.QUEEN:
            words[w.TRICK_POINTS] += 13
        if played & 3 != 3:
            self.to_act = (seat + 1) & 3
            return
        winner: i64 = words[w.BEST_SEAT] & 3
        if self.watching:
            self.emit_public(c.E_TRICK, winner, words[w.TRICK_POINTS], 0)
        words[w.POINTS + winner] += words[w.TRICK_POINTS]
        words[w.TRICK_POINTS] = 0
        words[w.LEADER] = winner
        self.to_act = winner
        if played == c.DECK - 1:
            self._end_deal(words)

    # Points and ends.

    def _end_deal(self, words: vec[i64]) -> None:
        """Section 3, and rule 4.1."""
        most: i64 = 0
        for seat in range(i64(4)):
            if words[w.POINTS + seat] == 26:
                for other in range(i64(4)):
                    words[w.POINTS + other] = 0 if other == seat else 26
                break
        for seat in range(i64(4)):
            words[w.TOTAL + seat] += words[w.POINTS + seat]
            total: i64 = words[w.TOTAL + seat]
            if total > most:
                most = total
            if self.watching:
                self.emit_public(c.E_SCORED, seat, words[w.POINTS + seat], total if total < 255 else i64(255))
        deals: i64 = words[w.DEALS]
        if deals > 0 and words[w.DEAL] + 1 >= deals:
            self.end_match(c.E_ENDED, c.END_DEALS)
        elif deals == 0 and most >= words[w.TARGET]:
            self.end_match(c.E_ENDED, c.END_TARGET)
        else:
            self._start_deal(words, words[w.DEAL] + 1)

    def expel(self, seat: i64) -> None:
        """Rule 4.3."""
        words = self.words
        self.n_events = 0
        if self.to_act >= 0:
            words[w.GONE] = seat
            self.end_match(c.E_ENDED, c.END_LEFT)

    def score(self, seat: i64) -> i64:
        words = self.words
        return words[w.TOTAL + seat]

    def standing(self, seat: i64) -> i64:
        """Rule 4.2: few points are good, and the one who left is last."""
        words = self.words
        return -words[w.TOTAL + seat] - (10000 if seat == words[w.GONE] else 0)

    def chapter(self) -> i64:
        words = self.words
        return words[w.DEAL]

    def outlook(self, seat: i64) -> i64:
        """One win, shared by how few points each seat has."""
        words = self.words
        least: i64 = words[w.TOTAL]
        for other in range(i64(4)):
            if words[w.TOTAL + other] < least:
                least = words[w.TOTAL + other]
        mine: i64 = 0
        all_shares: i64 = 0
        for other in range(i64(4)):
            behind: i64 = words[w.TOTAL + other] - least
            share: i64 = (70 - behind) * (70 - behind) if behind < 65 else i64(25)
            all_shares += share
            if other == seat:
                mine = share
        return mine * 1000 // all_shares

    # Knowledge.

    def copy_from(self, other: State) -> None:
        assert isinstance(other, HeartsState)
        super().copy_from(other)
        self.hands = other.hands

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """In a window a seat knows only of its own answer."""
        if seat != DEALER and self.sealed != 0:
            out[w.SEALED] = 15
            out[w.TO_ACT] = 0
            if seat >= 0:
                if (self.sealed >> seat) & 1 != 0:
                    out[w.TO_ACT] = seat
                else:
                    out[w.SEALED] = 15 & ~bit(seat)
                    out[w.TO_ACT] = 1 if seat == 0 else 0
        return n

    def finish_restore(self, seat: i64, ints: tuple[int, ...], n: i64) -> None:
        self.hands = ThreeHands()

    def deal_unknown(self, seat: i64) -> None:
        imagine(self.words, self.question, self.sealed, seat, self.hands, self.chance)
