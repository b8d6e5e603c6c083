"""The rules of Coup: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.core import codes as c
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.belief import weight
from croupier.games.coup.core.cards import CardsAndCoins
from croupier.games.coup.core.heuristic import HORIZON, choose, outlook
from croupier.games.coup.core.legal import (
    ASSASSINATION_PRICE,
    CLAIMED,
    COUP_PRICE,
    claimant,
    claimed_character,
    legal_moves,
    next_of,
    respondents,
)
from croupier.games.coup.core.table import claim, claim_ended, forget_action
from croupier.games.coup.core.worlds import imagine
from croupier.kernel.bits import bit
from croupier.kernel.event_bits import DEALER, pack
from croupier.kernel.layout import append_words, restore_words
from croupier.kernel.state import State


@final
class CoupState(CardsAndCoins):
    """A match of Coup."""

    def fresh(self) -> State:
        return CoupState(self.options, self.first_cards)

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.words, self.question, self.to_act, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.words, self.question, self.to_act, r, moves, n)

    def horizon(self) -> i64:
        return HORIZON * self.seats

    def outlook(self, seat: i64) -> i64:
        return outlook(self.words, seat)

    def weight(self, seat: i64) -> i64:
        return weight(self.words, seat)

    def apply(self, move: i64) -> None:
        words = self.words
        self.n_events = 0
        question = self.question
        seat = self.to_act
        if question == c.Q_ACT:
            self._act(words, seat, move)
        elif question <= c.Q_CHALLENGE_BLOCK:
            self._answer(words, seat, move)
        elif question == c.Q_SHOW:
            self._settle_challenge(words, seat, move)
        elif question == c.Q_LOSE:
            self.lose(words, seat, move - c.M_LOSE)
            self._go_on(words)
        else:
            self.keep(words, seat, move)
            self._end_turn(words)

    # The turn (section 3).

    def _act(self, words: vec[i64], seat: i64, move: i64) -> None:
        action: i64 = move - c.M_ACT
        target: i64 = -1
        price: i64 = 0
        if move >= c.M_STEAL:
            action = c.STEAL
            target = move - c.M_STEAL
        elif move >= c.M_ASSASSINATE:
            action = c.ASSASSINATE
            target = move - c.M_ASSASSINATE
            price = ASSASSINATION_PRICE
        elif move >= c.M_COUP:
            action = c.COUP
            target = move - c.M_COUP
            price = COUP_PRICE
        words[w.ACTION] = action
        words[w.TARGET] = target
        self.emit_public(c.E_ACTED, seat, action, target + 1)
        if price > 0:
            self.set_coins(words, seat, words[w.COINS + seat] - price)
        if action in (c.INCOME, c.COUP):
            self._effect(words)
        elif action == c.FOREIGN_AID:
            self._open(words, c.Q_BLOCK)
        else:
            claim(words, seat, CLAIMED[action])
            self._open(words, c.Q_RESPOND)

    # Sealed windows (sections 4 to 6).

    def _open(self, words: vec[i64], question: i64) -> None:
        self.question = question
        self.sealed = respondents(words, question)
        self.to_act = next_of(words, question, self.sealed)

    def _answer(self, words: vec[i64], seat: i64, move: i64) -> None:
        """Rule 4.3: an answer is known to its own seat alone until the window closes."""
        answer: i64 = c.ALLOWED
        if move == c.M_CHALLENGE:
            answer = c.CHALLENGED
        elif move >= c.M_BLOCK:
            answer = c.BLOCKED + move - c.M_BLOCK
        words[w.ANSWER + seat] = answer
        self.sealed &= ~bit(seat)
        if self.watching:
            self.emit(pack(c.E_ANSWERED, seat, 0, 0, answer, -1, bit(seat), bit(seat)))
        if self.sealed != 0:
            self.to_act = next_of(words, self.question, self.sealed)
        else:
            self._close(words)

    def _close(self, words: vec[i64]) -> None:
        """Rules 4.2, 5.4 and 9.2: of several the first in turn order counts, and a block before a challenge."""
        question = self.question
        challenger: i64 = -1
        blocker: i64 = -1
        block: i64 = -1
        seat: i64 = words[w.BLOCKER] if question == c.Q_CHALLENGE_BLOCK else words[w.TURN]
        for _seat in range(self.seats - 1):
            seat += 1
            if seat == self.seats:
                seat = 0
            answer: i64 = words[w.ANSWER + seat]
            words[w.ANSWER + seat] = c.OPEN
            if answer == c.CHALLENGED and challenger < 0:
                challenger = seat
            elif answer >= c.BLOCKED and blocker < 0:
                blocker = seat
                block = answer - c.BLOCKED
        if blocker >= 0:
            self._block(words, blocker, block)
        elif challenger >= 0:
            blocked: bool = question == c.Q_CHALLENGE_BLOCK
            self._challenge(words, challenger, c.BLOCK_CONTEST if blocked else c.ACTION_CONTEST)
        elif question == c.Q_CHALLENGE_BLOCK:
            self.emit_public(c.E_ALLOWED, words[w.BLOCKER], question, 0)
            self._end_turn(words)
        else:
            self.emit_public(c.E_ALLOWED, words[w.TURN], question, 0)
            if question == c.Q_RESPOND:
                self._ask_for_blocks(words)
            else:
                self._effect(words)

    def _block(self, words: vec[i64], seat: i64, character: i64) -> None:
        words[w.BLOCKER] = seat
        words[w.BLOCK] = character
        # A challenge of the action that failed is over: from here on it is about the block.
        words[w.CONTEST] = c.NO_CONTEST
        words[w.CHALLENGER] = -1
        claim(words, seat, character)
        self.emit_public(c.E_BLOCKED, seat, character, 0)
        self._open(words, c.Q_CHALLENGE_BLOCK)

    def _ask_for_blocks(self, words: vec[i64]) -> None:
        """The action was not challenged, or survived it (rules 5.2, 5.3 and 9.2)."""
        target = words[w.TARGET]
        if target < 0 or words[w.JOINT] != 0 or words[w.HIDDEN + target] == 0 or words[w.HIDDEN + words[w.TURN]] == 0:
            self._effect(words)
        else:
            self._open(words, c.Q_BLOCK)

    # Challenges (rules 4.4 to 4.7).

    def _challenge(self, words: vec[i64], seat: i64, contest: i64) -> None:
        words[w.CONTEST] = contest
        words[w.CHALLENGER] = seat
        self.emit_public(c.E_CHALLENGED, seat, claimant(words), claimed_character(words))
        self._ask(words, c.Q_SHOW, claimant(words))

    def _ask(self, words: vec[i64], question: i64, seat: i64) -> None:
        self.question = question
        self.to_act = seat
        self.sealed = 0

    def _settle_challenge(self, words: vec[i64], seat: i64, move: i64) -> None:
        character = claimed_character(words)
        if move >= c.M_LOSE:
            claim_ended(words, seat, character, False)
            self.lose(words, seat, move - c.M_LOSE)
            self._claim_failed(words)
            return
        claim_ended(words, seat, character, True)
        self.emit_public(c.E_SHOWN, seat, character, 0)
        self.replace(words, seat, character)
        words[w.THEN] = c.THEN_BLOCKS if words[w.CONTEST] == c.ACTION_CONTEST else c.THEN_END
        if words[w.HIDDEN + words[w.CHALLENGER]] > 0:
            self._ask(words, c.Q_LOSE, words[w.CHALLENGER])
        else:
            self._go_on(words)

    def _claim_failed(self, words: vec[i64]) -> None:
        """Rules 4.6 and 6.3."""
        if words[w.CONTEST] == c.BLOCK_CONTEST:
            words[w.THEN] = c.THEN_EFFECT
        else:
            words[w.THEN] = c.THEN_END
            actor = words[w.TURN]
            if words[w.ACTION] == c.ASSASSINATE and words[w.REFUND] != 0 and words[w.HIDDEN + actor] > 0:
                self.set_coins(words, actor, words[w.COINS + actor] + ASSASSINATION_PRICE)
        self._go_on(words)

    def _go_on(self, words: vec[i64]) -> None:
        """After a loss: whatever was to follow, unless the match is over."""
        if self.ending != 0:
            return
        then = words[w.THEN]
        if then == c.THEN_END:
            self._end_turn(words)
        elif then == c.THEN_BLOCKS:
            self._ask_for_blocks(words)
        else:
            self._effect(words)

    # Effects (section 3).

    def _effect(self, words: vec[i64]) -> None:
        seat = words[w.TURN]
        action = words[w.ACTION]
        target = words[w.TARGET]
        if words[w.HIDDEN + seat] == 0 or (target >= 0 and words[w.HIDDEN + target] == 0):
            self._end_turn(words)  # rules 2.4 and 2.5
            return
        coins: i64 = words[w.COINS + seat]
        if action == c.INCOME:
            self.set_coins(words, seat, coins + 1)
        elif action == c.FOREIGN_AID:
            self.set_coins(words, seat, coins + 2)
        elif action == c.TAX:
            self.set_coins(words, seat, coins + 3)
        elif action == c.STEAL:
            theirs: i64 = words[w.COINS + target]
            booty: i64 = i64(2) if theirs > 2 else theirs
            self.set_coins(words, seat, coins + booty)
            self.set_coins(words, target, theirs - booty)
        elif action == c.EXCHANGE:
            self.draw_two(words, seat)
            self._ask(words, c.Q_KEEP, seat)
            return
        else:
            words[w.THEN] = c.THEN_END
            self._ask(words, c.Q_LOSE, target)
            return
        self._end_turn(words)

    # Turns and ends.

    def _end_turn(self, words: vec[i64]) -> None:
        """Rules 1.4 and 2.6."""
        forget_action(words)
        words[w.TURNS] += 1
        seat = words[w.TURN]
        while True:
            seat += 1
            if seat == self.seats:
                seat = 0
            if words[w.HIDDEN + seat] > 0:
                break
        words[w.TURN] = seat
        self._ask(words, c.Q_ACT, seat)
        if words[w.TURNS] >= words[w.MAX_TURNS]:
            for other in range(self.seats):
                if words[w.HIDDEN + other] > 0:
                    words[w.PLACE + other] = 1
            self.end(c.END_TURNS, -1)

    def expel(self, seat: i64) -> None:
        """Rule 2.5. Nothing happens to a seat that is out already, or in a match that is over."""
        words = self.words
        self.n_events = 0
        if self.ending != 0 or words[w.HIDDEN + seat] == 0:
            return
        asked: bool = self.to_act == seat
        question = self.question
        if question == c.Q_KEEP and asked:
            self.return_cards(words, seat, bit(8 * words[w.DRAWN]) + bit(8 * words[w.OTHER_DRAWN]))
        while words[w.HIDDEN + seat] > 0:
            self.turn_up(words, seat, words[w.HAND + 2 * seat])
        self.out(words, seat, 1)
        if self.ending != 0 or not asked:
            return
        if question == c.Q_SHOW:
            claim_ended(words, seat, claimed_character(words), False)
            self._claim_failed(words)
        elif question == c.Q_LOSE:
            self._go_on(words)
        else:
            self._end_turn(words)

    # Knowledge.

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """Append which cards are known to have gone back: to the seat itself, or for DEALER to each, and the court."""
        words = self.words
        if seat != DEALER and seat != words[w.TURN]:
            out[w.DRAWN] = -1
            out[w.OTHER_DRAWN] = -1
        if seat != DEALER and self.sealed != 0:
            # The seat does not know who else has answered: as if no other had, and if it must answer it is the first.
            sealed: i64 = respondents(words, self.question)
            if seat >= 0 and words[w.ANSWER + seat] != c.OPEN:
                sealed &= ~bit(seat)
            owes: bool = seat >= 0 and (sealed >> seat) & 1 != 0
            out[w.TO_ACT] = seat if owes else next_of(words, self.question, sealed)
            out[w.SEALED] = sealed
        if seat >= 0:
            return append_words(out, n, words, w.KNOWN + seat * c.CHARACTERS, c.CHARACTERS)
        if seat == DEALER:
            n = append_words(out, n, words, w.KNOWN, self.seats * c.CHARACTERS)
            n = append_words(out, n, words, w.COURT, words[w.COURT_SIZE])
        return n

    def snapshot_rest(self) -> i64:
        return self.seats * c.CHARACTERS + c.DECK + 1

    def finish_restore(self, seat: i64, ints: tuple[int, ...], n: i64) -> None:
        words = self.words
        if seat >= 0:
            restore_words(words, w.KNOWN + seat * c.CHARACTERS, ints, n, c.CHARACTERS)
        elif seat == DEALER:
            n = restore_words(words, w.KNOWN, ints, n, self.seats * c.CHARACTERS)
            restore_words(words, w.COURT, ints, n, words[w.COURT_SIZE])
        for i in range(self.seats):
            words[w.INFLUENCES] += words[w.HIDDEN + i]
        for i in range(2 * self.seats):
            if words[w.OPEN_CARDS + i] >= 0:
                words[w.OPENED] += bit(8 * words[w.OPEN_CARDS + i])
        for i in range(c.CHARACTERS * self.seats):
            words[w.RECORD + i // c.CHARACTERS] += words[w.CLAIMS + i]

    def deal_unknown(self, seat: i64) -> None:
        imagine(self.words, self.pool, self.spots, seat, self.question, self.chance)
