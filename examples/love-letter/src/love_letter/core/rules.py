"""The rules of Love Letter. RULES.md says them in words; comments cite its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit, count, first, lowest_of_few
from croupier.kernel.event_bits import pack
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
        words[w.PROTECTED] = 0
        words[w.OPEN] = 0
        words[w.ASIDE] = deck[0]
        words[w.ASIDE_LEFT] = 1
        words[w.SIZE] = c.DECK - 1
        for i in range(i64(c.DECK)):
            words[w.PILE + i] = deck[i + 1] if i < c.DECK - 1 else i64(-1)
        self.emit_public(c.E_ROUND, begins, number & 255, 0)
        if self.seats == 2:
            for i in range(i64(3)):
                card: i64 = self._take(words, -1)
                words[w.OPEN] |= (card + 1) << (i * 4)
                self.emit_public(c.E_OPEN, 0, card, 0)
        for seat in range(i64(c.SEATS)):
            words[w.LAID + seat] = 0
            words[w.LACKS + seat] = 0
            words[w.TIED + seat] = -1
            words[w.HAND + seat] = -1
            words[w.DRAWN + seat] = -1
            words[w.EXTRA + seat] = 0
            words[w.SEES + seat] = -1
            words[w.DEEP + seat] = 0
            for other in range(i64(c.SEATS)):
                words[w.KNOWN + seat * c.SEATS + other] = -1
        for seat in range(self.seats):
            words[w.HAND + seat] = self._take(words, -1)
            self._emit_own_card(c.E_DEALT, seat, words[w.HAND + seat])
        self._start_turn(words, begins)

    def _emit_own_card(self, kind: i64, seat: i64, card: i64) -> None:
        self.emit(pack(kind, seat, 0, 0, card, -1, bit(seat), first(self.seats)))

    def _take(self, words: vec[i64], seat: i64) -> i64:
        """The top card of the deck, or the one that was set aside. Those who know it see that `seat` draws it."""
        for viewer in range(self.seats):
            words[w.SEES + viewer] = -1
        if words[w.SIZE] == 0:
            words[w.ASIDE_LEFT] = 0
            aside: i64 = words[w.ASIDE]
            words[w.ASIDE] = -1
            return aside
        place: i64 = words[w.SIZE] - 1
        words[w.SIZE] = place
        card: i64 = words[w.PILE + place]
        words[w.PILE + place] = -1
        if place < 15:
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
        self._emit_own_card(c.E_DREW, seat, words[w.DRAWN + seat])

    # Moves.

    def legal(self, out: vec[i64]) -> i64:
        words = self.words
        seat: i64 = self.to_act
        hand: i64 = words[w.HAND + seat]
        if self.question == c.Q_RETURN:
            return self._legal_returns(words, hand, words[w.EXTRA + seat], out)
        drawn: i64 = words[w.DRAWN + seat]
        low: i64 = hand if hand < drawn else drawn
        high: i64 = drawn if hand < drawn else hand
        n: i64 = 0
        if high == c.COUNTESS and (low == c.KING or low == c.PRINCE):  # rule 3.9
            out[0] = c.M_COUNTESS
            return 1
        targets: i64 = words[w.ALIVE] & ~words[w.PROTECTED] & ~bit(seat)
        n = self._offer(low, seat, targets, out, 0)
        return n if low == high else self._offer(high, seat, targets, out, n)

    def _offer(self, kind: i64, seat: i64, targets: i64, out: vec[i64], n: i64) -> i64:
        """The moves with one card."""
        if kind == c.PRINCE:
            targets |= bit(seat)
        if kind == c.SPY or kind == c.HANDMAID or kind == c.CHANCELLOR or kind >= c.COUNTESS:
            simple: i64 = c.M_SPY
            if kind == c.HANDMAID:
                simple = c.M_HANDMAID
            elif kind == c.CHANCELLOR:
                simple = c.M_CHANCELLOR
            elif kind >= c.COUNTESS:
                simple = c.M_COUNTESS + kind - c.COUNTESS
            out[n] = simple
            return n + 1
        if targets == 0:  # rule 2.4
            out[n] = c.M_NO_TARGET + (3 if kind == c.KING else kind - 1)
            return n + 1
        while targets != 0:
            target: i64 = lowest_of_few(targets)
            targets &= targets - 1
            if kind == c.GUARD:
                for guess in range(i64(9)):
                    out[n] = c.M_GUARD + target * 9 + guess
                    n += 1
            else:
                base: i64 = c.M_KING
                if kind == c.PRIEST:
                    base = c.M_PRIEST
                elif kind == c.BARON:
                    base = c.M_BARON
                elif kind == c.PRINCE:
                    base = c.M_PRINCE
                out[n] = base + target
                n += 1
        return n

    def _legal_returns(self, words: vec[i64], hand: i64, extra: i64, out: vec[i64]) -> i64:
        """Rule 3.7: keep one of the kinds, and choose which of the others goes to the bottom."""
        kinds: i64 = bit(hand)
        left: i64 = extra
        while left != 0:
            kinds |= bit((left & 15) - 1)
            left >>= 4
        n: i64 = 0
        while kinds != 0:
            kept: i64 = lowest_of_few(kinds)
            kinds &= kinds - 1
            a, b = others_than(hand, extra, kept)
            out[n] = c.M_RETURN + kept * 2
            n += 1
            if a >= 0 and a != b:
                out[n] = c.M_RETURN + kept * 2 + 1
                n += 1
        return n

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.words, self.seats, self.to_act, self.question, r, moves, n)

    def apply(self, move: i64) -> None:
        words = self.words
        self.n_events = 0
        seat: i64 = self.to_act
        if self.question == c.Q_RETURN:
            self._return(words, seat, move - c.M_RETURN)
            return
        kind, target, guess = parts_of(move)
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
        self._forget(words, seat)
        if kind == c.PRINCE or kind == c.KING:
            words[w.LACKS + seat] = bit(c.COUNTESS)

    def _add(self, words: vec[i64], seat: i64, kind: i64) -> None:
        laid: i64 = words[w.LAID + seat]
        shift: i64 = 0
        while (laid >> shift) & 15 != 0:
            shift += 4
        words[w.LAID + seat] = laid | ((kind + 1) << shift)

    def _forget(self, words: vec[i64], seat: i64) -> None:
        """What all knew about the hand of a seat no longer holds."""
        words[w.LACKS + seat] = 0
        tied: i64 = words[w.TIED + seat]
        if tied >= 0:
            words[w.TIED + tied] = -1
            words[w.TIED + seat] = -1

    def _learn(self, words: vec[i64], seat: i64, other: i64) -> None:
        words[w.KNOWN + seat * c.SEATS + other] = words[w.HAND + other]

    def _aim(self, words: vec[i64], seat: i64, kind: i64, target: i64, guess: i64) -> None:
        """Section 3."""
        both: i64 = bit(seat) | bit(target)
        everyone: i64 = first(self.seats)
        mine: i64 = words[w.HAND + seat]
        theirs: i64 = words[w.HAND + target]
        if kind == c.GUARD:
            self.emit_public(c.E_GUESSED, seat, guess, target)
            if theirs == guess:
                self._eliminate(words, target)
            else:
                words[w.LACKS + target] |= bit(guess)
        elif kind == c.PRIEST:
            self._learn(words, seat, target)
            self.emit(pack(c.E_SAW, seat, target, 0, theirs, -1, both, everyone))
        elif kind == c.BARON:
            self._learn(words, seat, target)
            self._learn(words, target, seat)
            self.emit(pack(c.E_COMPARED, seat, target, 0, mine, theirs, both, everyone))
            if mine == theirs:
                self._forget(words, seat)
                self._forget(words, target)
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
            self.emit(pack(c.E_SWAPPED, seat, target, 0, theirs, mine, both, everyone))

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
        self._learn(words, seat, target)
        self._learn(words, target, seat)

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
        self._emit_own_card(c.E_DREW, target, words[w.HAND + target])

    def _draw_two(self, words: vec[i64], seat: i64) -> None:
        """Rule 3.7. What others knew of the cards is lost in the choice."""
        extra: i64 = 0
        shift: i64 = 0
        while shift < 8 and words[w.SIZE] > 0:
            card: i64 = self._take(words, seat)
            extra |= (card + 1) << shift
            self._emit_own_card(c.E_DREW, seat, card)
            shift += 4
        for viewer in range(self.seats):
            words[w.SEES + viewer] = -1
            words[w.KNOWN + viewer * c.SEATS + seat] = -1
        words[w.EXTRA + seat] = extra
        words[w.LACKS + seat] = 0
        self.question = c.Q_RETURN

    def _return(self, words: vec[i64], seat: i64, choice: i64) -> None:
        kept: i64 = choice >> 1
        a, b = others_than(words[w.HAND + seat], words[w.EXTRA + seat], kept)
        if choice & 1 != 0:
            a, b = b, a
        n: i64 = 1 if a < 0 else 2
        size: i64 = words[w.SIZE]
        while size > 0:
            size -= 1
            words[w.PILE + size + n] = words[w.PILE + size]
        words[w.SIZE] += n
        words[w.PILE] = b
        if n == 2:
            words[w.PILE + 1] = a
        for viewer in range(self.seats):
            words[w.DEEP + viewer] = (words[w.DEEP + viewer] << (n * 4)) & first(60)
        words[w.DEEP + seat] |= (b + 1) | ((a + 1) << 4)
        words[w.HAND + seat] = kept
        words[w.EXTRA + seat] = 0
        self.emit(pack(c.E_RETURNED, seat, n, 0, a, b, bit(seat), first(self.seats)))
        self._next(words, seat)

    def _eliminate(self, words: vec[i64], seat: i64) -> None:
        card: i64 = words[w.HAND + seat]
        self._forget(words, seat)
        self._add(words, seat, card)
        words[w.HAND + seat] = -1
        words[w.ALIVE] &= ~bit(seat)
        words[w.PROTECTED] &= ~bit(seat)
        for viewer in range(self.seats):
            words[w.KNOWN + viewer * c.SEATS + seat] = -1
        self.emit_public(c.E_OUT, seat, card, 0)

    # Rounds and the end.

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
        best: i64 = -1
        spies: i64 = 0
        for seat in range(self.seats):
            if (words[w.ALIVE] >> seat) & 1 != 0:
                if count(words[w.ALIVE]) > 1:
                    self.emit_public(c.E_SHOWN, seat, words[w.HAND + seat], 0)
                if words[w.HAND + seat] > best:
                    best = words[w.HAND + seat]
                laid: i64 = words[w.LAID + seat]
                while laid != 0:
                    if laid & 15 == c.SPY + 1:
                        spies |= bit(seat)
                    laid >>= 4
        begins: i64 = -1
        most: i64 = 0
        for seat in range(self.seats):
            if (words[w.ALIVE] >> seat) & 1 != 0 and words[w.HAND + seat] == best:
                self._score(words, seat, 0)
                if begins < 0:
                    begins = seat
            if spies == bit(seat):
                self._score(words, seat, 1)
            if words[w.TOKENS + seat] > most:
                most = words[w.TOKENS + seat]
        if most >= words[w.GOAL]:
            self._end(c.END_TOKENS)
        else:
            self._start_round(words, words[w.ROUND] + 1, begins)

    def _score(self, words: vec[i64], seat: i64, is_spy: i64) -> None:
        words[w.TOKENS + seat] += 1
        self.emit_public(c.E_WON, seat, words[w.TOKENS + seat], is_spy)

    def _end(self, ending: i64) -> None:
        self.ending = ending
        self.to_act = -1
        self.emit_public(c.E_ENDED, 0, ending, 0)

    def expel(self, seat: i64) -> None:
        """Rule 4.4."""
        words = self.words
        self.n_events = 0
        if self.to_act >= 0:
            words[w.GONE] = seat
            self._end(c.END_LEFT)

    def score(self, seat: i64) -> i64:
        words = self.words
        return words[w.TOKENS + seat]

    def place(self, seat: i64) -> i64:
        words = self.words
        if seat == words[w.GONE]:
            return self.seats
        better: i64 = 0
        for other in range(self.seats):
            if other != words[w.GONE] and words[w.TOKENS + other] > words[w.TOKENS + seat]:
                better += 1
        return better + 1

    def reward(self, seat: i64) -> i64:
        """The winners share one win."""
        if self.place(seat) > 1:
            return 0
        winners: i64 = 0
        for other in range(self.seats):
            if self.place(other) == 1:
                winners += 1
        return 1000 // winners

    def chapter(self) -> i64:
        words = self.words
        return words[w.ROUND]

    def outlook(self, seat: i64) -> i64:
        """One win, shared by how many tokens each seat has."""
        words = self.words
        total: i64 = 0
        for other in range(self.seats):
            total += (words[w.TOKENS + other] + 2) * (words[w.TOKENS + other] + 2)
        return (words[w.TOKENS + seat] + 2) * (words[w.TOKENS + seat] + 2) * 1000 // total

    def deal_unknown(self, seat: i64) -> None:
        imagine(self.words, self.deck, self.seats, self.to_act, self.question, seat, self.chance)


def others_than(hand: i64, extra: i64, kept: i64) -> tuple[i64, i64]:
    """The cards of a Chancellor without the one that is kept: -1 and the only one, or the lower and the higher one."""
    x: i64 = (extra & 15) - 1
    y: i64 = (extra >> 4) - 1
    if kept != hand:
        if kept == x:
            x = hand
        else:
            y = hand
    if y < 0 or x < y:
        return (y, x) if y < 0 else (x, y)
    return y, x


def parts_of(move: i64) -> tuple[i64, i64, i64]:
    """The card of a move, its target and its guess, each -1 if there is none."""
    if move >= c.M_GUARD:
        guess: i64 = (move - c.M_GUARD) % 9
        return c.GUARD, (move - c.M_GUARD) // 9, guess + 1 if guess > 0 else i64(0)
    if move >= c.M_KING:
        return c.KING, move - c.M_KING, -1
    if move >= c.M_PRINCE:
        return c.PRINCE, move - c.M_PRINCE, -1
    if move >= c.M_BARON:
        return c.BARON, move - c.M_BARON, -1
    if move >= c.M_PRIEST:
        return c.PRIEST, move - c.M_PRIEST, -1
    if move >= c.M_NO_TARGET:
        return c.KING if move == c.M_NO_TARGET + 3 else move - c.M_NO_TARGET + 1, -1, -1
    if move >= c.M_COUNTESS:
        return move - c.M_COUNTESS + c.COUNTESS, -1, -1
    if move == c.M_CHANCELLOR:
        return c.CHANCELLOR, -1, -1
    return c.HANDMAID if move == c.M_HANDMAID else c.SPY, -1, -1
