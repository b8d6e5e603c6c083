"""The rules of Coup: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.codes import (
    ACTION_CONTEST,
    ALLOWED,
    ASSASSINATE,
    BLOCK_CONTEST,
    BLOCKED,
    CHALLENGED,
    CHARACTERS,
    COUP,
    DECK,
    E_ACTED,
    E_ALLOWED,
    E_ANSWERED,
    E_BLOCKED,
    E_CHALLENGED,
    E_COINS,
    E_DEALT,
    E_DREW,
    E_ENDED,
    E_LOST,
    E_OUT,
    E_REPLACED,
    E_RETURNED,
    E_SHOWN,
    END_LAST,
    END_TURNS,
    EXCHANGE,
    FOREIGN_AID,
    INCOME,
    M_ACT,
    M_ASSASSINATE,
    M_BLOCK,
    M_CHALLENGE,
    M_COUP,
    M_KEEP_TWO,
    M_LOSE,
    M_STEAL,
    OPEN,
    Q_ACT,
    Q_BLOCK,
    Q_CHALLENGE_BLOCK,
    Q_KEEP,
    Q_LOSE,
    Q_RESPOND,
    Q_SHOW,
    STEAL,
    TAX,
    THEN_BLOCKS,
    THEN_EFFECT,
    THEN_END,
)
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
from croupier.games.coup.policy import choose
from croupier.games.coup.table import ANSWER, COINS, HAND, HIDDEN, OPEN_CARDS, PLACE, SINCE, Options, Table
from croupier.kernel.bits import bit, first
from croupier.kernel.events import DEALER, pack, public
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

COURT: Final = purpose("coup: court")


@final
class CoupState(State):
    """A match of Coup."""

    def __init__(self, options: Options, seats: i64) -> None:
        super().__init__(seats, 48)
        self.options: Final = options
        self.table: Final = Table(options, seats)

    def fresh(self) -> State:
        return CoupState(self.options, self.seats)

    def start(self, seed: i64) -> None:
        """Rules 1.1 to 1.4."""
        self.begin(seed)
        table = self.table
        table.clear()
        court = table.court
        for i in range(i64(DECK)):
            court[i] = i // 3
        self.shuffled(court, DECK, DEAL, 0)
        if len(self.options.deal) > 0:
            self._put_last(court)
        table.court_size = DECK
        zones = table.zones
        everyone: i64 = first(self.seats)
        for seat in range(self.seats):
            a: i64 = table.draw()
            b: i64 = table.draw()
            table.put(seat, a, b)
            zones[HIDDEN + seat] = 2
            zones[COINS + seat] = 2
            if self.watching:
                self.emit(pack(E_DEALT, seat, 0, 0, a, -1, bit(seat), everyone))
                self.emit(pack(E_DEALT, seat, 0, 0, b, -1, bit(seat), everyone))
        if self.seats == 2 and self.options.one_coin:
            zones[COINS] = 1
        self.to_act = 0
        self.question = Q_ACT

    def _put_last(self, court: vec[i64]) -> None:
        """Honour the setting `deal`: its cards come first, so they lie last in the court; the others keep theirs."""
        rest = [int(card) for card in court]
        for card in self.options.deal:
            rest.remove(card)
        for i, card in enumerate(rest + list(reversed(self.options.deal))):
            court[i] = card

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.table, self.question, self.to_act, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.table, self.question, self.to_act, r, moves, n)

    def apply(self, move: i64) -> None:
        self.n_events = 0
        question = self.question
        seat = self.to_act
        if question == Q_ACT:
            self._act(seat, move)
        elif question <= Q_CHALLENGE_BLOCK:
            self._answer(seat, move)
        elif question == Q_SHOW:
            self._settle_challenge(seat, move)
        elif question == Q_LOSE:
            self._lose(seat, move - M_LOSE)
            self._go_on()
        else:
            self._keep(seat, move)

    def _tell(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        """Emit an event without secrets."""
        if self.watching:
            self.emit(public(kind, actor, a, b, self.seats))

    def _set_coins(self, seat: i64, coins: i64) -> None:
        self.table.zones[COINS + seat] = coins
        self._tell(E_COINS, seat, coins, 0)

    # The turn (section 3).

    def _act(self, seat: i64, move: i64) -> None:
        table = self.table
        action: i64 = move - M_ACT
        target: i64 = -1
        price: i64 = 0
        if move >= M_STEAL:
            action = STEAL
            target = move - M_STEAL
        elif move >= M_ASSASSINATE:
            action = ASSASSINATE
            target = move - M_ASSASSINATE
            price = ASSASSINATION_PRICE
        elif move >= M_COUP:
            action = COUP
            target = move - M_COUP
            price = COUP_PRICE
        table.action = action
        table.target = target
        self._tell(E_ACTED, seat, action, target + 1)
        if price > 0:
            self._set_coins(seat, table.zones[COINS + seat] - price)
        if action in (INCOME, COUP):
            self._effect()
        elif action == FOREIGN_AID:
            self._open(Q_BLOCK)
        else:
            table.claim(seat, CLAIMED[action])
            self._open(Q_RESPOND)

    # Sealed windows (sections 4 to 6).

    def _open(self, question: i64) -> None:
        self.question = question
        self.sealed = respondents(self.table, question)
        self.to_act = next_of(self.table, question, self.sealed)

    def _answer(self, seat: i64, move: i64) -> None:
        """Rule 4.3: an answer is known to its own seat alone until the window closes."""
        answer: i64 = ALLOWED
        if move == M_CHALLENGE:
            answer = CHALLENGED
        elif move >= M_BLOCK:
            answer = BLOCKED + move - M_BLOCK
        self.table.zones[ANSWER + seat] = answer
        self.sealed &= ~bit(seat)
        if self.watching:
            self.emit(pack(E_ANSWERED, seat, 0, 0, answer, -1, bit(seat), bit(seat)))
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
        left: i64 = respondents(table, question)
        while left != 0:
            seat = next_of(table, question, left)
            left &= ~bit(seat)
            answer: i64 = zones[ANSWER + seat]
            if answer == CHALLENGED and challenger < 0:
                challenger = seat
            elif answer >= BLOCKED and blocker < 0:
                blocker = seat
        block: i64 = zones[ANSWER + blocker] - BLOCKED if blocker >= 0 else -1
        for i in range(self.seats):
            zones[ANSWER + i] = OPEN
        if blocker >= 0:
            self._block(blocker, block)
        elif challenger >= 0:
            self._challenge(challenger, BLOCK_CONTEST if question == Q_CHALLENGE_BLOCK else ACTION_CONTEST)
        elif question == Q_CHALLENGE_BLOCK:
            self._tell(E_ALLOWED, table.blocker, question, 0)
            self._end_turn()
        else:
            self._tell(E_ALLOWED, table.turn, question, 0)
            if question == Q_RESPOND:
                self._ask_for_blocks()
            else:
                self._effect()

    def _block(self, seat: i64, character: i64) -> None:
        table = self.table
        table.blocker = seat
        table.block = character
        table.claim(seat, character)
        self._tell(E_BLOCKED, seat, character, 0)
        self._open(Q_CHALLENGE_BLOCK)

    def _ask_for_blocks(self) -> None:
        """The action was not challenged, or survived it (rules 5.2, 5.3 and 9.2)."""
        table = self.table
        zones = table.zones
        target = table.target
        if target < 0 or self.options.joint or zones[HIDDEN + target] == 0 or zones[HIDDEN + table.turn] == 0:
            self._effect()
        else:
            self._open(Q_BLOCK)

    # Challenges (rules 4.4 to 4.7).

    def _challenge(self, seat: i64, contest: i64) -> None:
        table = self.table
        table.contest = contest
        table.challenger = seat
        self._tell(E_CHALLENGED, seat, claimant(table), claimed_character(table))
        self._ask(Q_SHOW, claimant(table))

    def _ask(self, question: i64, seat: i64) -> None:
        self.question = question
        self.to_act = seat
        self.sealed = 0

    def _settle_challenge(self, seat: i64, move: i64) -> None:
        table = self.table
        character = claimed_character(table)
        if move >= M_LOSE:
            table.claim_ended(seat, character, False)
            self._lose(seat, move - M_LOSE)
            self._claim_failed()
            return
        table.claim_ended(seat, character, True)
        self._tell(E_SHOWN, seat, character, 0)
        self._replace(seat, character)
        table.then = THEN_BLOCKS if table.contest == ACTION_CONTEST else THEN_END
        if table.zones[HIDDEN + table.challenger] > 0:
            self._ask(Q_LOSE, table.challenger)
        else:
            self._go_on()

    def _claim_failed(self) -> None:
        """Rules 4.6 and 6.3."""
        table = self.table
        if table.contest == BLOCK_CONTEST:
            table.then = THEN_EFFECT
        else:
            table.then = THEN_END
            actor = table.turn
            if table.action == ASSASSINATE and self.options.refund and table.zones[HIDDEN + actor] > 0:
                self._set_coins(actor, table.zones[COINS + actor] + ASSASSINATION_PRICE)
        self._go_on()

    def _replace(self, seat: i64, character: i64) -> None:
        """Rule 4.5: the shown card goes back, the court is shuffled, a card is drawn."""
        table = self.table
        table.give_back(character)
        self._shuffle()
        card = table.draw()
        table.swap(seat, character, card)
        table.zones[SINCE + seat] = 0
        table.seen_at(seat, character)
        for viewer in range(self.seats):
            table.remember(viewer, character)
        table.may_hold_more(seat)
        table.recognise(seat, card, -1)
        if self.watching:
            self.emit(pack(E_REPLACED, seat, 0, 0, card, -1, bit(seat), first(self.seats)))

    def _shuffle(self) -> None:
        table = self.table
        self.shuffled(table.court, table.court_size, COURT, table.shuffles)
        table.shuffles += 1

    # Losing influence (section 2).

    def _lose(self, seat: i64, character: i64) -> None:
        table = self.table
        zones = table.zones
        table.swap(seat, character, -1)
        table.seen_at(seat, character)
        open_cards: i64 = OPEN_CARDS + 2 * seat
        zones[open_cards if zones[open_cards] < 0 else open_cards + 1] = character
        zones[HIDDEN + seat] -= 1
        zones[SINCE + seat] &= ~(bit(8 * character) * 255)
        self._tell(E_LOST, seat, character, 0)
        if zones[HIDDEN + seat] == 0:
            self._out(seat, 0)

    def _out(self, seat: i64, expelled: i64) -> None:
        """Rules 2.2, 2.3 and 2.5."""
        table = self.table
        zones = table.zones
        zones[PLACE + seat] = table.alive
        table.alive -= 1
        table.holds_nothing(seat)
        zones[SINCE + seat] = 0
        self._tell(E_OUT, seat, expelled, 0)
        if zones[COINS + seat] > 0:
            self._set_coins(seat, 0)
        if table.alive == 1:
            for other in range(self.seats):
                if zones[HIDDEN + other] > 0:
                    zones[PLACE + other] = 1
                    self._end(END_LAST, other)

    def _go_on(self) -> None:
        """After a loss: whatever was to follow, unless the match is over."""
        if self.ending != 0:
            return
        then = self.table.then
        if then == THEN_END:
            self._end_turn()
        elif then == THEN_BLOCKS:
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
        if action == INCOME:
            self._set_coins(seat, coins + 1)
        elif action == FOREIGN_AID:
            self._set_coins(seat, coins + 2)
        elif action == TAX:
            self._set_coins(seat, coins + 3)
        elif action == STEAL:
            theirs: i64 = zones[COINS + target]
            booty: i64 = 2 if theirs > 2 else theirs
            self._set_coins(seat, coins + booty)
            self._set_coins(target, theirs - booty)
        elif action == EXCHANGE:
            self._draw_two(seat)
            return
        else:
            table.then = THEN_END
            self._ask(Q_LOSE, target)
            return
        self._end_turn()

    def _draw_two(self, seat: i64) -> None:
        """Rule 7.1."""
        table = self.table
        a = table.draw()
        b = table.draw()
        table.drawn_a = a
        table.drawn_b = b
        table.may_hold_more(seat)
        table.recognise(seat, a, -1)
        table.recognise(seat, b, -1)
        if self.watching:
            self.emit(pack(E_DREW, seat, 0, 0, a, b, bit(seat), first(self.seats)))
        self._ask(Q_KEEP, seat)

    def _keep(self, seat: i64, move: i64) -> None:
        """Rules 7.2 and 7.3."""
        table = self.table
        zones = table.zones
        low: i64 = move - M_KEEP_TWO
        high: i64 = -1
        held: i64 = bit(8 * table.drawn_a) + bit(8 * table.drawn_b) + bit(8 * zones[HAND + 2 * seat])
        if low < 0:
            low += CHARACTERS
        else:
            held += bit(8 * zones[HAND + 2 * seat + 1])
            high = 0
            while low > high:
                high += 1
                low -= high
            held -= bit(8 * high)
        held -= bit(8 * low)
        table.put(seat, low, high)
        zones[SINCE + seat] = 0
        self._return_cards(seat, held)
        self._end_turn()

    def _return_cards(self, seat: i64, held: i64) -> None:
        """Two cards, counted in `held` with 8 bits per character, go back to the court."""
        table = self.table
        a: i64 = -1
        b: i64 = -1
        for character in range(i64(CHARACTERS)):
            for _card in range((held >> (8 * character)) & 255):
                b = a
                a = character
                table.give_back(character)
                table.remember(seat, character)
        table.drawn_a = -1
        table.drawn_b = -1
        self._shuffle()
        if self.watching:
            self.emit(pack(E_RETURNED, seat, 0, 0, b, a, bit(seat), first(self.seats)))

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
        self._ask(Q_ACT, seat)
        if table.turns >= self.options.max_turns:
            for other in range(self.seats):
                if zones[HIDDEN + other] > 0:
                    zones[PLACE + other] = 1
            self._end(END_TURNS, -1)

    def _end(self, ending: i64, winner: i64) -> None:
        self.ending = ending
        self.to_act = -1
        self.sealed = 0
        self._tell(E_ENDED, 0, ending, winner + 1)

    def expel(self, seat: i64) -> None:
        """Rule 2.5. Whoever is out already, or leaves a match that is over, changes nothing."""
        self.n_events = 0
        table = self.table
        zones = table.zones
        if self.ending != 0 or zones[HIDDEN + seat] == 0:
            return
        asked: bool = self.to_act == seat
        question = self.question
        if question == Q_KEEP and asked:
            self._return_cards(seat, bit(8 * table.drawn_a) + bit(8 * table.drawn_b))
        while zones[HIDDEN + seat] > 0:
            card: i64 = zones[HAND + 2 * seat]
            table.swap(seat, card, -1)
            table.seen_at(seat, card)
            open_cards: i64 = OPEN_CARDS + 2 * seat
            zones[open_cards if zones[open_cards] < 0 else open_cards + 1] = card
            zones[HIDDEN + seat] -= 1
            self._tell(E_LOST, seat, card, 0)
        self._out(seat, 1)
        if self.ending != 0 or not asked:
            return
        if question == Q_SHOW:
            table.claim_ended(seat, claimed_character(table), False)
            self._claim_failed()
        elif question == Q_LOSE:
            self._go_on()
        else:
            self._end_turn()

    def reward(self, seat: i64) -> i64:
        if self.table.zones[PLACE + seat] != 1:
            return 0
        return 1000 if self.ending == END_LAST else 500

    def place(self, seat: i64) -> i64:
        return self.table.zones[PLACE + seat]

    def score(self, seat: i64) -> i64:
        """How many were outlived."""
        return self.seats - self.table.zones[PLACE + seat]

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
            if seat >= 0 and self.table.zones[ANSWER + seat] != OPEN:
                sealed &= ~bit(seat)
            owes: bool = seat >= 0 and (sealed >> seat) & 1 != 0
            to_act = seat if owes else next_of(self.table, self.question, sealed)
        ints: list[int] = [self.question, to_act, sealed, self.ending]
        ints += self.table.snapshot(seat)
        if seat == DEALER:
            ints.append(self.seed)
        return tuple(ints)

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        self.begin(ints[-1] if seat == DEALER else 0)
        self.question = ints[0]
        self.to_act = ints[1]
        self.sealed = ints[2]
        self.ending = ints[3]
        self.table.restore(seat, ints[4:])

    def imagine(self, seat: i64, seed: i64) -> None:
        self.seed = seed
        self.chance.start(seed, DEAL, 0)
        self.table.imagine(seat, self.question, self.chance)
