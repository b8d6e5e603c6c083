"""The rules of Love Letter. RULES.md says them in words; comments cite its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit, count, first, lowest_of_few
from croupier.kernel.rng import DEAL
from croupier.kernel.state import State
from love_letter.core import codes as c
from love_letter.core import layout as w
from love_letter.core.heuristic import choose
from love_letter.core.layout import LAYOUT
from love_letter.core.worlds import imagine

CARDS: Final = vec[i64]([0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9])


@final
class LoveLetterState(State):
    """A match of Love Letter."""

    def __init__(self, seats: i64, options: dict[str, int]) -> None:
        super().__init__(seats, 64, LAYOUT, options)
        self.options: Final = options
        self.deck: Final = vec[i64]([0] * c.DECK)

    def fresh(self) -> State:
        return LoveLetterState(self.seats, self.options)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        self._start_round(self.words, 0, 0)

    def _start_round(self, words: vec[i64], number: i64, begins: i64) -> None:
        """Section 1."""
        deck = self.deck
        for i in range(i64(c.DECK)):
            deck[i] = CARDS[i]
        self.shuffled(deck, c.DECK, DEAL, number)
        words[w.ROUND] = number
        words[w.ALIVE] = first(self.seats)
        self.reset_words(w.PROTECTED, w.GONE)
        self.reset_words(w.LAID, w.END)
        words[w.UNSEEN] = c.COPIES
        words[w.ASIDE_LEFT] = 1
        words[w.SIZE] = c.DECK - 1
        for i in range(i64(c.DECK)):
            words[w.ASIDE + i] = deck[i]
        self.emit_public(c.E_ROUND, begins, number & 255, 0)
        if self.seats == 2:
            for i in range(i64(3)):
                card: i64 = self._take(words, -1)
                words[w.OPEN] |= (card + 1) << (i * 4)
                words[w.UNSEEN] -= bit(card * 4)
                self.emit_public(c.E_OPEN, 0, card, 0)
        for seat in range(self.seats):
            words[w.HAND + seat] = self._take(words, -1)
            self.emit_secret(c.E_DREW, seat, 0, words[w.HAND + seat], -1, bit(seat))
        self._start_turn(words, begins)

    def _take(self, words: vec[i64], seat: i64) -> i64:
        """The top card of the deck, or the one that was set aside. Those who know it see that `seat` draws it."""
        self.reset_words(w.SEES, w.DEEP)
        place: i64 = words[w.SIZE] - 1  # -1 is the card that was set aside
        words[w.SIZE if place >= 0 else w.ASIDE_LEFT] -= 1
        card: i64 = words[w.PILE + place]
        words[w.PILE + place] = -1
        if place >= 0 and place < 15:
            for viewer in range(self.seats):
                known: i64 = (words[w.DEEP + viewer] >> (place * 4)) & 15
                if viewer != seat and known != 0:
                    words[w.SEES + viewer] = known - 1
                words[w.DEEP + viewer] &= first(place * 4)
        return card

    def _start_turn(self, words: vec[i64], seat: i64) -> None:
        """Rule 2.1."""
        words[w.PROTECTED] &= ~bit(seat)
        words[w.DRAWN + seat] = self._take(words, seat)
        self.question = c.Q_PLAY
        self.to_act = seat
        self.emit_secret(c.E_DREW, seat, 0, words[w.DRAWN + seat], -1, bit(seat))

    def legal(self, out: vec[i64]) -> i64:
        words = self.words
        seat: i64 = self.to_act
        hand: i64 = words[w.HAND + seat]
        if self.question == c.Q_RETURN:
            return c.offer_returns(hand, words[w.EXTRA + 2 * seat], words[w.EXTRA + 2 * seat + 1], out)
        kinds: i64 = bit(hand) | bit(words[w.DRAWN + seat])
        if kinds & bit(c.COUNTESS) != 0 and kinds & (bit(c.KING) | bit(c.PRINCE)) != 0:  # rule 3.9
            out[0] = c.M_PLAY + c.COUNTESS
            return 1
        targets: i64 = words[w.ALIVE] & ~words[w.PROTECTED] & ~bit(seat)
        n: i64 = 0
        while kinds != 0:
            n = c.offer(lowest_of_few(kinds), seat, targets, out, n)
            kinds &= kinds - 1
        return n

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.words, self.to_act, self.question, r, moves, n)

    def apply(self, move: i64) -> None:
        words = self.words
        self.n_events = 0
        seat: i64 = self.to_act
        if self.question == c.Q_RETURN:
            self._return(words, seat, move - c.M_RETURN)
            return
        kind, target, guess = c.parts_of(move)
        self._lay(words, seat, kind)
        self.emit_public(c.E_PLAYED, seat, kind, target + 1)
        if kind == c.PRINCESS:
            self._eliminate(words, seat)
        elif kind == c.HANDMAID:
            words[w.PROTECTED] |= bit(seat)
        elif kind == c.CHANCELLOR and words[w.SIZE] > 0:
            self._draw_two(words, seat)
            return
        elif target >= 0:
            self._aim(words, seat, kind, target, guess)
        self._next(words, seat)

    def _lay(self, words: vec[i64], seat: i64, kind: i64) -> None:
        """Lay one of two cards down, and work out what the others know of the one that is left."""
        if words[w.HAND + seat] == kind:
            words[w.HAND + seat] = words[w.DRAWN + seat]
        words[w.DRAWN + seat] = -1
        self._add(words, seat, kind)
        for viewer in range(self.seats):
            at: i64 = w.KNOWN + viewer * c.SEATS + seat
            seen: i64 = words[w.SEES + viewer]
            if seen >= 0 and seen != kind:
                words[at] = seen
            elif seen < 0 and words[at] == kind:
                words[at] = -1
            words[w.SEES + viewer] = -1
        lacks: i64 = words[w.LACKS + seat]
        self._forget(words, seat)
        if (lacks >> kind) & 1 != 0:  # it was drawn just now: the other one is the old hand
            words[w.LACKS + seat] = lacks
        if kind == c.PRINCE or kind == c.KING:
            words[w.LACKS + seat] |= bit(c.COUNTESS)

    def _add(self, words: vec[i64], seat: i64, kind: i64) -> None:
        laid: i64 = words[w.LAID + seat]
        shift: i64 = 0
        while (laid >> shift) & 15 != 0:
            shift += 4
        words[w.LAID + seat] = laid | ((kind + 1) << shift)
        words[w.UNSEEN] -= bit(kind * 4)
        if kind == c.SPY:
            words[w.SPIES] |= bit(seat)

    def _forget(self, words: vec[i64], seat: i64) -> None:
        """What all knew about the hand of a seat no longer holds."""
        words[w.LACKS + seat] = 0
        tied: i64 = words[w.TIED + seat]
        if tied >= 0:
            words[w.TIED + tied] = -1
            words[w.TIED + seat] = -1

    def _aim(self, words: vec[i64], seat: i64, kind: i64, target: i64, guess: i64) -> None:
        """Section 3."""
        both: i64 = bit(seat) | bit(target)
        mine: i64 = words[w.HAND + seat]
        theirs: i64 = words[w.HAND + target]
        if kind == c.GUARD:
            self.emit_public(c.E_GUESSED, seat, guess, target)
            if theirs == guess:
                self._eliminate(words, target)
            else:
                words[w.LACKS + target] |= bit(guess)
        elif kind == c.PRIEST:
            self.emit_secret(c.E_SAW, seat, target, theirs, -1, both)
        elif kind == c.BARON:
            self.emit_public(c.E_COMPARED, seat, target, 0)
            if mine == theirs:
                lacks: i64 = words[w.LACKS + seat] | words[w.LACKS + target]
                self._forget(words, seat)
                self._forget(words, target)
                words[w.LACKS + seat] = words[w.LACKS + target] = lacks
                words[w.TIED + seat] = target
                words[w.TIED + target] = seat
            else:
                loser: i64 = seat if mine < theirs else target
                words[w.LACKS + (seat + target - loser)] |= first(words[w.HAND + loser] + 1)
                self._eliminate(words, loser)
        elif kind == c.PRINCE:
            self._redraw(words, target)
        else:
            self._trade(words, seat, target)
            words[w.GOT + target] = mine
            self.emit_secret(c.E_SWAPPED, seat, target, theirs, mine, both)
        is_tie: bool = kind == c.BARON and mine == theirs
        if kind == c.PRIEST or kind == c.KING or is_tie:
            words[w.KNOWN + seat * c.SEATS + target] = words[w.HAND + target]
        if kind == c.KING or is_tie:
            words[w.KNOWN + target * c.SEATS + seat] = words[w.HAND + seat]

    def _trade(self, words: vec[i64], seat: i64, target: i64) -> None:
        """Rule 3.8: what is known of the two hands changes places with them."""
        lacks: i64 = words[w.LACKS + seat]
        other_lacks: i64 = words[w.LACKS + target]
        self._forget(words, seat)
        self._forget(words, target)
        words[w.LACKS + seat] = other_lacks
        words[w.LACKS + target] = lacks
        mine: i64 = words[w.HAND + seat]
        words[w.HAND + seat] = words[w.HAND + target]
        words[w.HAND + target] = mine
        for viewer in range(self.seats):
            row: i64 = w.KNOWN + viewer * c.SEATS
            known: i64 = words[row + seat]
            words[row + seat] = words[row + target]
            words[row + target] = known
        words[w.KNOWN + seat * c.SEATS + seat] = -1
        words[w.KNOWN + target * c.SEATS + target] = -1

    def _redraw(self, words: vec[i64], target: i64) -> None:
        """Rule 3.6."""
        card: i64 = words[w.HAND + target]
        if card == c.PRINCESS:
            self._eliminate(words, target)
            return
        self._add(words, target, card)
        self.emit_public(c.E_DISCARDED, target, card, 0)
        self._forget(words, target)
        words[w.HAND + target] = self._take(words, target)
        for viewer in range(self.seats):
            words[w.KNOWN + viewer * c.SEATS + target] = words[w.SEES + viewer]
            words[w.SEES + viewer] = -1
        self.emit_secret(c.E_DREW, target, 0, words[w.HAND + target], -1, bit(target))

    def _draw_two(self, words: vec[i64], seat: i64) -> None:
        """Rule 3.7. What others knew of the cards is lost in the choice."""
        for i in range(i64(2)):
            if words[w.SIZE] > 0:
                words[w.EXTRA + 2 * seat + i] = self._take(words, seat)
                self.emit_secret(c.E_DREW, seat, 0, words[w.EXTRA + 2 * seat + i], -1, bit(seat))
        self.reset_words(w.SEES, w.DEEP)
        for viewer in range(self.seats):
            words[w.KNOWN + viewer * c.SEATS + seat] = -1
        self._forget(words, seat)
        self.question = c.Q_RETURN

    def _return(self, words: vec[i64], seat: i64, choice: i64) -> None:
        extra: i64 = w.EXTRA + 2 * seat
        kept: i64 = choice >> 1
        a, b = c.others_than(words[w.HAND + seat], words[extra], words[extra + 1], kept)
        if choice & 1 != 0:
            a, b = b, a
        self.reset_words(extra, extra + 2)
        n: i64 = 1 if a < 0 else 2
        top: i64 = w.PILE + words[w.SIZE] - 1
        for i in range(words[w.SIZE]):
            words[top + n - i] = words[top - i]
        words[w.SIZE] += n
        words[w.PILE] = b
        if n == 2:
            words[w.PILE + 1] = a
        for viewer in range(self.seats):
            words[w.DEEP + viewer] = (words[w.DEEP + viewer] << (n * 4)) & first(60)
        words[w.DEEP + seat] |= (b + 1) | ((a + 1) << 4)
        words[w.HAND + seat] = kept
        self.emit_secret(c.E_RETURNED, seat, n, a, b, bit(seat))
        self._next(words, seat)

    def _eliminate(self, words: vec[i64], seat: i64) -> None:
        card: i64 = words[w.HAND + seat]
        self._forget(words, seat)
        self._add(words, seat, card)
        words[w.HAND + seat] = -1
        words[w.ALIVE] &= ~bit(seat)
        for viewer in range(self.seats):
            words[w.KNOWN + viewer * c.SEATS + seat] = -1
        self.emit_public(c.E_OUT, seat, card, 0)

    def _next(self, words: vec[i64], seat: i64) -> None:
        """Rules 2.5 and 4.1."""
        if words[w.SIZE] == 0 or count(words[w.ALIVE]) == 1:
            self._end_round(words)
            return
        seat = (seat + 1) % self.seats
        while (words[w.ALIVE] >> seat) & 1 == 0:
            seat = (seat + 1) % self.seats
        self._start_turn(words, seat)

    def _end_round(self, words: vec[i64]) -> None:
        """Section 4."""
        alive: i64 = words[w.ALIVE]
        best: i64 = -1
        for seat in range(self.seats):
            if count(alive) > 1 and (alive >> seat) & 1 != 0:
                self.emit_public(c.E_SHOWN, seat, words[w.HAND + seat], 0)
            if words[w.HAND + seat] > best:
                best = words[w.HAND + seat]
        begins: i64 = -1
        most: i64 = 0
        for seat in range(self.seats):
            if words[w.HAND + seat] == best:
                self._score(words, seat, 0)
                if begins < 0:
                    begins = seat
            if words[w.SPIES] & alive == bit(seat):
                self._score(words, seat, 1)
            if words[w.TOKENS + seat] > most:
                most = words[w.TOKENS + seat]
        if most >= words[w.GOAL]:
            self.end_match(c.E_ENDED, c.END_TOKENS)
        else:
            self._start_round(words, words[w.ROUND] + 1, begins)

    def _score(self, words: vec[i64], seat: i64, is_spy: i64) -> None:
        words[w.TOKENS + seat] += 1
        self.emit_public(c.E_WON, seat, words[w.TOKENS + seat], is_spy)

    def expel(self, seat: i64) -> None:
        """Rule 4.4."""
        self.n_events = 0
        if self.to_act >= 0:
            self.words[w.GONE] = seat
            self.end_match(c.E_ENDED, c.END_LEFT)

    def score(self, seat: i64) -> i64:
        return self.words[w.TOKENS + seat]

    def standing(self, seat: i64) -> i64:
        return -1 if seat == self.words[w.GONE] else self.score(seat)

    def chapter(self) -> i64:
        return self.words[w.ROUND]

    def outlook(self, seat: i64) -> i64:
        """One win, shared by how many tokens each seat has."""
        words = self.words
        total: i64 = 0
        for other in range(self.seats):
            total += (words[w.TOKENS + other] + 2) * (words[w.TOKENS + other] + 2)
        return (words[w.TOKENS + seat] + 2) * (words[w.TOKENS + seat] + 2) * 1000 // total

    def deal_unknown(self, seat: i64) -> None:
        imagine(self.words, self.deck, self.seats, self.to_act, self.question, seat, self.chance)
