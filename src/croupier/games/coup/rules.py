"""The rules of Coup: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup import codes
from croupier.games.coup.belief import weight
from croupier.games.coup.court import CourtState
from croupier.games.coup.knowledge import restore, snapshot
from croupier.games.coup.legal import (
    ASSASSINATION_PRICE,
    CLAIMED,
    COUP_PRICE,
    claimant,
    claimed_character,
    legal_moves,
    next_of,
    respondents,
)
from croupier.games.coup.policy import HORIZON, choose, outlook
from croupier.games.coup.table import ANSWER, COINS, HAND, HIDDEN, PLACE
from croupier.games.coup.worlds import imagine
from croupier.kernel.bits import bit
from croupier.kernel.events import DEALER, pack
from croupier.kernel.rng import DEAL
from croupier.kernel.state import State


@final
class CoupState(CourtState):
    """A match of Coup."""

    def fresh(self) -> State:
        return CoupState(self.options, self.seats)

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.table, self.question, self.to_act, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.table, self.question, self.to_act, r, moves, n)

    def horizon(self) -> i64:
        return HORIZON * self.seats

    def outlook(self, seat: i64) -> i64:
        return outlook(self.table, seat)

    def weight(self, seat: i64) -> i64:
        return weight(self.table, seat)

    def apply(self, move: i64) -> None:
        self.n_events = 0
        question = self.question
        seat = self.to_act
        if question == codes.Q_ACT:
            self._act(seat, move)
        elif question <= codes.Q_CHALLENGE_BLOCK:
            self._answer(seat, move)
        elif question == codes.Q_SHOW:
            self._settle_challenge(seat, move)
        elif question == codes.Q_LOSE:
            self.lose(seat, move - codes.M_LOSE)
            self._go_on()
        else:
            self.keep(seat, move)
            self._end_turn()

    # The turn (section 3).

    def _act(self, seat: i64, move: i64) -> None:
        table = self.table
        action: i64 = move - codes.M_ACT
        target: i64 = -1
        price: i64 = 0
        if move >= codes.M_STEAL:
            action = codes.STEAL
            target = move - codes.M_STEAL
        elif move >= codes.M_ASSASSINATE:
            action = codes.ASSASSINATE
            target = move - codes.M_ASSASSINATE
            price = ASSASSINATION_PRICE
        elif move >= codes.M_COUP:
            action = codes.COUP
            target = move - codes.M_COUP
            price = COUP_PRICE
        table.action = action
        table.target = target
        self.tell(codes.E_ACTED, seat, action, target + 1)
        if price > 0:
            self.set_coins(seat, table.zones[COINS + seat] - price)
        if action in (codes.INCOME, codes.COUP):
            self._effect()
        elif action == codes.FOREIGN_AID:
            self._open(codes.Q_BLOCK)
        else:
            table.claim(seat, CLAIMED[action])
            self._open(codes.Q_RESPOND)

    # Sealed windows (sections 4 to 6).

    def _open(self, question: i64) -> None:
        self.question = question
        self.sealed = respondents(self.table, question)
        self.to_act = next_of(self.table, question, self.sealed)

    def _answer(self, seat: i64, move: i64) -> None:
        """Rule 4.3: an answer is known to its own seat alone until the window closes."""
        answer: i64 = codes.ALLOWED
        if move == codes.M_CHALLENGE:
            answer = codes.CHALLENGED
        elif move >= codes.M_BLOCK:
            answer = codes.BLOCKED + move - codes.M_BLOCK
        self.table.zones[ANSWER + seat] = answer
        self.sealed &= ~bit(seat)
        if self.watching:
            self.emit(pack(codes.E_ANSWERED, seat, 0, 0, answer, -1, bit(seat), bit(seat)))
        if self.sealed != 0:
            self.to_act = next_of(self.table, self.question, self.sealed)
        else:
            self._close()

    def _close(self) -> None:
        """Rules 4.2, 5.4 and 9.2: of several the first in turn order counts, and a block before a challenge."""
        table = self.table
        zones = table.zones
        question = self.question
        challenger: i64 = -1
        blocker: i64 = -1
        block: i64 = -1
        seat: i64 = table.blocker if question == codes.Q_CHALLENGE_BLOCK else table.turn
        for _seat in range(self.seats - 1):
            seat += 1
            if seat == self.seats:
                seat = 0
            answer: i64 = zones[ANSWER + seat]
            zones[ANSWER + seat] = codes.OPEN
            if answer == codes.CHALLENGED and challenger < 0:
                challenger = seat
            elif answer >= codes.BLOCKED and blocker < 0:
                blocker = seat
                block = answer - codes.BLOCKED
        if blocker >= 0:
            self._block(blocker, block)
        elif challenger >= 0:
            blocked: bool = question == codes.Q_CHALLENGE_BLOCK
            self._challenge(challenger, codes.BLOCK_CONTEST if blocked else codes.ACTION_CONTEST)
        elif question == codes.Q_CHALLENGE_BLOCK:
            self.tell(codes.E_ALLOWED, table.blocker, question, 0)
            self._end_turn()
        else:
            self.tell(codes.E_ALLOWED, table.turn, question, 0)
            if question == codes.Q_RESPOND:
                self._ask_for_blocks()
            else:
                self._effect()

    def _block(self, seat: i64, character: i64) -> None:
        table = self.table
        table.blocker = seat
        table.block = character
        # A challenge of the action that failed is over: from here on it is about the block.
        table.contest = codes.NO_CONTEST
        table.challenger = -1
        table.claim(seat, character)
        self.tell(codes.E_BLOCKED, seat, character, 0)
        self._open(codes.Q_CHALLENGE_BLOCK)

    def _ask_for_blocks(self) -> None:
        """The action was not challenged, or survived it (rules 5.2, 5.3 and 9.2)."""
        table = self.table
        zones = table.zones
        target = table.target
        if target < 0 or self.options.joint or zones[HIDDEN + target] == 0 or zones[HIDDEN + table.turn] == 0:
            self._effect()
        else:
            self._open(codes.Q_BLOCK)

    # Challenges (rules 4.4 to 4.7).

    def _challenge(self, seat: i64, contest: i64) -> None:
        table = self.table
        table.contest = contest
        table.challenger = seat
        self.tell(codes.E_CHALLENGED, seat, claimant(table), claimed_character(table))
        self._ask(codes.Q_SHOW, claimant(table))

    def _ask(self, question: i64, seat: i64) -> None:
        self.question = question
        self.to_act = seat
        self.sealed = 0

    def _settle_challenge(self, seat: i64, move: i64) -> None:
        table = self.table
        character = claimed_character(table)
        if move >= codes.M_LOSE:
            table.claim_ended(seat, character, False)
            self.lose(seat, move - codes.M_LOSE)
            self._claim_failed()
            return
        table.claim_ended(seat, character, True)
        self.tell(codes.E_SHOWN, seat, character, 0)
        self.replace(seat, character)
        table.then = codes.THEN_BLOCKS if table.contest == codes.ACTION_CONTEST else codes.THEN_END
        if table.zones[HIDDEN + table.challenger] > 0:
            self._ask(codes.Q_LOSE, table.challenger)
        else:
            self._go_on()

    def _claim_failed(self) -> None:
        """Rules 4.6 and 6.3."""
        table = self.table
        if table.contest == codes.BLOCK_CONTEST:
            table.then = codes.THEN_EFFECT
        else:
            table.then = codes.THEN_END
            actor = table.turn
            if table.action == codes.ASSASSINATE and self.options.refund and table.zones[HIDDEN + actor] > 0:
                self.set_coins(actor, table.zones[COINS + actor] + ASSASSINATION_PRICE)
        self._go_on()

    def _go_on(self) -> None:
        """After a loss: whatever was to follow, unless the match is over."""
        if self.ending != 0:
            return
        then = self.table.then
        if then == codes.THEN_END:
            self._end_turn()
        elif then == codes.THEN_BLOCKS:
            self._ask_for_blocks()
        else:
            self._effect()

    # Effects (section 3).

    def _effect(self) -> None:
        table = self.table
        zones = table.zones
        seat = table.turn
        action = table.action
        target = table.target
        if zones[HIDDEN + seat] == 0 or (target >= 0 and zones[HIDDEN + target] == 0):
            self._end_turn()  # rules 2.4 and 2.5
            return
        coins: i64 = zones[COINS + seat]
        if action == codes.INCOME:
            self.set_coins(seat, coins + 1)
        elif action == codes.FOREIGN_AID:
            self.set_coins(seat, coins + 2)
        elif action == codes.TAX:
            self.set_coins(seat, coins + 3)
        elif action == codes.STEAL:
            theirs: i64 = zones[COINS + target]
            booty: i64 = i64(2) if theirs > 2 else theirs
            self.set_coins(seat, coins + booty)
            self.set_coins(target, theirs - booty)
        elif action == codes.EXCHANGE:
            self.draw_two(seat)
            self._ask(codes.Q_KEEP, seat)
            return
        else:
            table.then = codes.THEN_END
            self._ask(codes.Q_LOSE, target)
            return
        self._end_turn()

    # Turns and ends.

    def _end_turn(self) -> None:
        """Rules 1.4 and 2.6."""
        table = self.table
        zones = table.zones
        table.forget_action()
        table.turns += 1
        seat = table.turn
        while True:
            seat += 1
            if seat == self.seats:
                seat = 0
            if zones[HIDDEN + seat] > 0:
                break
        table.turn = seat
        self._ask(codes.Q_ACT, seat)
        if table.turns >= self.options.max_turns:
            for other in range(self.seats):
                if zones[HIDDEN + other] > 0:
                    zones[PLACE + other] = 1
            self.end(codes.END_TURNS, -1)

    def expel(self, seat: i64) -> None:
        """Rule 2.5. Whoever is out already, or leaves a match that is over, changes nothing."""
        self.n_events = 0
        table = self.table
        zones = table.zones
        if self.ending != 0 or zones[HIDDEN + seat] == 0:
            return
        asked: bool = self.to_act == seat
        question = self.question
        if question == codes.Q_KEEP and asked:
            self.return_cards(seat, bit(8 * table.drawn_a) + bit(8 * table.drawn_b))
        while zones[HIDDEN + seat] > 0:
            self.turn_up(seat, zones[HAND + 2 * seat])
        self.out(seat, 1)
        if self.ending != 0 or not asked:
            return
        if question == codes.Q_SHOW:
            table.claim_ended(seat, claimed_character(table), False)
            self._claim_failed()
        elif question == codes.Q_LOSE:
            self._go_on()
        else:
            self._end_turn()

    # Copies and knowledge.

    def copy_from(self, other: State) -> None:
        assert isinstance(other, CoupState)
        self.copy_base(other)
        self.table.copy_from(other.table)

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        sealed = self.sealed
        to_act = self.to_act
        if sealed != 0 and seat != DEALER:
            # As far as this seat can tell nobody else has answered yet, and if it must answer it is the first.
            sealed = respondents(self.table, self.question)
            if seat >= 0 and self.table.zones[ANSWER + seat] != codes.OPEN:
                sealed &= ~bit(seat)
            owes: bool = seat >= 0 and (sealed >> seat) & 1 != 0
            to_act = seat if owes else next_of(self.table, self.question, sealed)
        ints: list[int] = [self.question, to_act, sealed, self.ending]
        ints += snapshot(self.table, seat)
        if seat == DEALER:
            ints.append(self.seed)
        return tuple(ints)

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        self.begin(ints[-1] if seat == DEALER else 0)
        self.question = ints[0]
        self.to_act = ints[1]
        self.sealed = ints[2]
        self.ending = ints[3]
        restore(self.table, seat, ints[4:])

    def imagine(self, seat: i64, seed: i64) -> None:
        self.seed = seed
        self.chance.start(seed, DEAL, 0)
        imagine(self.table, seat, self.question, self.chance)
