"""The rules of Exploding Kittens: what each move does. RULES.md says it in words; comments cite its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.codes import (
    ACTION_LIMIT,
    ATTACK,
    DEFUSE,
    E_ANSWERED,
    E_CHOSE,
    E_DEALT,
    E_DEFUSED,
    E_DISCARDED,
    E_DREW,
    E_ENDED,
    E_FIVE,
    E_GAVE,
    E_INSERTED,
    E_KITTEN,
    E_NOPED,
    E_OUT,
    E_PAIR,
    E_PEEKED,
    E_PICKED,
    E_PLAYED,
    E_RESOLVED,
    E_SHUFFLED,
    E_STARTED,
    E_STOLE,
    E_TOOK,
    E_TRIPLE,
    E_TURN,
    END_ALIVE,
    END_EXPELLED,
    EXPELLED_GIVING,
    EXPELLED_ON_TURN,
    EXPLODED,
    FAVOR,
    FIVE,
    FUTURE,
    HAND_SIZE,
    HAND_TYPES,
    KITTEN,
    M_ADD,
    M_DEPTH,
    M_DRAW,
    M_FAVOR,
    M_FIVE,
    M_GIVE,
    M_NAME,
    M_NOPE,
    M_PAIR,
    M_PICK,
    M_PLAY,
    M_TRIPLE,
    NO_CARD,
    NOPE,
    PAIR,
    Q_DEFUSE,
    Q_FIVE,
    Q_GIVE,
    Q_LAST_WORDS,
    Q_NAME,
    Q_PICK,
    Q_REACT,
    Q_TURN,
    SHUFFLE,
    SKIP,
    TRIPLE,
)
from croupier.games.kittens.knowledge import imagine, prune_sealed, restore, snapshot
from croupier.games.kittens.legal import legal_moves
from croupier.games.kittens.policy import choose
from croupier.games.kittens.table import Options, Table, has, one
from croupier.kernel.bits import bit, count, first, lowest
from croupier.kernel.events import DEALER, pack, public
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

PILE: Final = purpose("kittens: the draw pile")
SHUFFLED: Final = purpose("kittens: a Shuffle")
STOLEN: Final = purpose("kittens: a stolen card")


@final
class KittensState(State):
    """A match of Exploding Kittens."""

    def __init__(self, options: Options) -> None:
        super().__init__(options.seats, 96)
        self.options: Final = options
        self.table: Final = Table(options)
        self.everyone: i64 = first(options.seats)

    def fresh(self) -> State:
        return KittensState(self.options)

    def start(self, seed: i64) -> None:
        """Rules 1.1 to 1.5."""
        self.begin(seed)
        table = self.table
        table.clear()
        options = self.options
        seats = self.seats
        order = table.order
        plain = options.plain
        n = options.n_plain
        for i in range(n):
            order[i] = plain[i]
        self.shuffled(order, n, DEAL, 0)
        hands = table.hands
        sizes = table.sizes
        at: i64 = 0
        for seat in range(seats):
            hand = one(DEFUSE)
            for _card in range(i64(HAND_SIZE)):
                hand += bit(order[at] * 5)
                at += 1
            hands[seat] = hand
            sizes[seat] = HAND_SIZE + 1
        pile = table.pile
        size: i64 = 0
        while at < n:
            pile[size] = order[at]
            at += 1
            size += 1
        for _card in range(options.defuses):
            pile[size] = DEFUSE
            size += 1
        for _card in range(seats - 1):
            pile[size] = KITTEN
            size += 1
        self.shuffled(pile, size, PILE, 0)
        table.pile_size = size
        table.forget_pile()
        if self.watching:
            self._tell_deal()
        self.to_act = 0
        self.question = Q_TURN
        self._tell(E_TURN, 0, 1, 0)

    def _tell_deal(self) -> None:
        self._tell(E_STARTED, 0, HAND_SIZE + 1, 0)
        order = self.table.order
        for seat in range(self.seats):
            own = bit(seat)
            at: i64 = seat * HAND_SIZE
            self.emit(
                pack(E_DEALT, seat, 0, 0, order[at] + 16 * order[at + 1], order[at + 2] + 16 * order[at + 3], own, own)
            )
            at += 4
            self.emit(pack(E_DEALT, seat, 0, 0, order[at] + 16 * order[at + 1], order[at + 2] + 16 * DEFUSE, own, own))

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.table, self.question, self.to_act, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.table, self.question, self.to_act, r, moves, n)

    def apply(self, move: i64) -> None:
        self.n_events = 0
        seat = self.to_act
        question = self.question
        if question == Q_TURN:
            self._take_turn(seat, move)
        elif question == Q_REACT:
            self._answer(seat, move)
        elif question == Q_GIVE:
            self._give(seat, move - M_GIVE)
        elif question == Q_DEFUSE:
            self._insert(seat, move - M_DEPTH)
        elif question == Q_LAST_WORDS:
            self._leave(seat, EXPLODED)
        elif question == Q_FIVE:
            self._add(seat, move - M_ADD)
        elif question == Q_NAME:
            self._name(seat, move - M_NAME)
        else:
            self._pick(seat, move - M_PICK)

    def _tell(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        """Emit an event without secrets."""
        if self.watching:
            self.emit(public(kind, actor, a, b, self.seats))

    def _tell_own(self, kind: i64, seat: i64, x: i64, y: i64) -> None:
        """Emit an event for one seat alone."""
        if self.watching:
            self.emit(pack(kind, seat, 0, 0, x, y, bit(seat), bit(seat)))

    # A turn.

    def _take_turn(self, seat: i64, move: i64) -> None:
        table = self.table
        if move == M_DRAW:
            self._draw(seat)
        elif move < M_FAVOR:
            self._play(seat, move - M_PLAY, -1)
        elif move < M_PAIR:
            self._play(seat, FAVOR, move - M_FAVOR)
        elif move < M_TRIPLE:
            card: i64 = (move - M_PAIR) // 10
            target: i64 = (move - M_PAIR) % 10
            table.drop(seat, card, self.everyone)
            table.drop(seat, card, self.everyone)
            table.lay(card)
            table.lay(card)
            table.combo = card
            table.target = target
            self._tell(E_PAIR, seat, card, target + 1)
            self._open(seat, PAIR)
        elif move < M_FIVE:
            table.combo = (move - M_TRIPLE) // 10
            table.target = (move - M_TRIPLE) % 10
            table.pending = TRIPLE
            self._tell_own(E_CHOSE, seat, table.combo, table.target)
            self.question = Q_NAME
        else:
            table.pending = FIVE
            self._tell_own(E_CHOSE, seat, NO_CARD, -1)
            self.question = Q_FIVE

    def _play(self, seat: i64, card: i64, target: i64) -> None:
        """Rules 3.1 to 3.5: what it does waits for Nopes."""
        table = self.table
        table.drop(seat, card, self.everyone)
        table.lay(card)
        table.target = target
        self._tell(E_PLAYED, seat, card, target + 1)
        self._open(seat, card)

    def _name(self, seat: i64, named: i64) -> None:
        """Rule 4.3."""
        table = self.table
        card = table.combo
        for _card in range(i64(3)):
            table.drop(seat, card, self.everyone)
            table.lay(card)
        table.named = named
        self._tell(E_TRIPLE, seat, card + 16 * named, table.target + 1)
        self._open(seat, TRIPLE)

    def _add(self, seat: i64, card: i64) -> None:
        table = self.table
        table.combo |= bit(card)
        self._tell_own(E_CHOSE, seat, card, -1)
        if count(table.combo) == 5:
            self.question = Q_PICK

    def _pick(self, seat: i64, named: i64) -> None:
        """Rule 4.4: the discard pile counts as it lay before the five."""
        table = self.table
        table.mark = table.discard_size
        table.named = named
        left: i64 = table.combo
        while left != 0:
            card = lowest(left)
            left &= left - 1
            table.drop(seat, card, self.everyone)
            table.lay(card)
        self._tell(E_FIVE, seat, table.combo & 255, (table.combo >> 8) + 16 * named)
        self._open(seat, FIVE)

    # Nopes (section 5).

    def _open(self, seat: i64, pending: i64) -> None:
        table = self.table
        table.actions += 1
        table.pending = pending
        table.nopes = 0
        self._open_round(seat)

    def _open_round(self, last: i64) -> None:
        """Everybody but `last` may answer. Who has no Nope passes by himself and leaves no trace of it."""
        table = self.table
        table.last = last
        table.answered = 0
        table.noping = 0
        hands = table.hands
        asked: i64 = 0
        others: i64 = table.alive & ~bit(last)
        while others != 0:
            seat = lowest(others)
            others &= others - 1
            if (hands[seat] >> (NOPE * 5)) & 31 != 0:
                asked |= bit(seat)
        self.sealed = asked
        self.question = Q_REACT
        if asked == 0:
            self._resolve()
        else:
            self._ask_next()

    def _ask_next(self) -> None:
        table = self.table
        seat = table.after(table.last)
        sealed = self.sealed
        while (sealed >> seat) & 1 == 0:
            seat = table.after(seat)
        self.to_act = seat

    def _answer(self, seat: i64, move: i64) -> None:
        table = self.table
        own = bit(seat)
        self.sealed &= ~own
        table.answered |= own
        nopes: i64 = 0
        if move == M_NOPE:
            table.noping |= own
            nopes = 1
        self._tell_own(E_ANSWERED, seat, nopes, -1)
        if self.sealed != 0:
            self._ask_next()
        elif table.noping == 0:
            self._resolve()
        else:
            noper = table.after(table.last)
            while (table.noping >> noper) & 1 == 0:
                noper = table.after(noper)
            table.drop(noper, NOPE, self.everyone)
            table.lay(NOPE)
            table.nopes += 1
            self._tell(E_NOPED, noper, 0, 0)
            self._open_round(noper)

    def _resolve(self) -> None:
        """The round closed without a Nope."""
        table = self.table
        seat = table.turn
        pending = table.pending
        target = table.target
        combo = table.combo
        named = table.named
        works: i64 = 1 - (table.nopes & 1)
        self._tell(E_RESOLVED, seat, works + 2 * (target + 1), pending)
        table.answered = 0
        table.nopes = 0
        table.last = seat
        if works != 0 and pending == FAVOR and table.sizes[target] > 0:
            self.question = Q_GIVE
            self.to_act = target
            return
        table.settle()
        self.to_act = seat
        self.question = Q_TURN
        if works != 0:
            self._effect(seat, pending, target, combo, named)
        if self.question == Q_TURN and table.actions >= ACTION_LIMIT and table.turn == seat:
            self._draw(seat)  # rule 2.6

    def _effect(self, seat: i64, pending: i64, target: i64, combo: i64, named: i64) -> None:
        table = self.table
        if pending == SKIP:
            self._end_turn()
        elif pending == ATTACK:
            self._attack(seat)
        elif pending == SHUFFLE:
            self.shuffled(table.pile, table.pile_size, SHUFFLED, table.shuffles)
            table.shuffles += 1
            table.forget_pile()
            self._tell(E_SHUFFLED, seat, 0, 0)
        elif pending == FUTURE:
            self._peek(seat)
        elif pending == PAIR:
            self._steal(seat, target)
        elif pending == TRIPLE:
            self._take(seat, target, named)
        elif pending == FIVE:
            self._recover(seat, named)

    def _attack(self, seat: i64) -> None:
        """Rule 3.2."""
        table = self.table
        if not self.options.printed_attacks:
            turns: i64 = 1 + table.owed
        elif table.attacked != 0:
            turns = 2 + table.owed
        else:
            turns = 2
        self._next_turn(seat, table.after(seat), turns, 1)

    def _peek(self, seat: i64) -> None:
        """Rule 3.5."""
        table = self.table
        pile = table.pile
        knows = table.knows
        own = bit(seat)
        n = table.pile_size
        if n > 3:
            n = 3
        at: i64 = table.pile_size - 1
        x: i64 = pile[at]
        y: i64 = NO_CARD
        for i in range(n):
            knows[at - i] |= own
        if n > 1:
            x += 16 * pile[at - 1]
        else:
            x += 16 * NO_CARD
        if n > 2:
            y = pile[at - 2]
        if self.watching:
            self.emit(pack(E_PEEKED, seat, n, 0, x, y, own, self.everyone))

    # Cards that change hands.

    def _give(self, seat: i64, card: i64) -> None:
        table = self.table
        taker = table.turn
        both: i64 = bit(seat) | bit(taker)
        self._move_card(seat, taker, card, both)
        if self.watching:
            self.emit(pack(E_GAVE, seat, 0, taker + 1, card, -1, both, self.everyone))
        self._back_to_turn()

    def _back_to_turn(self) -> None:
        table = self.table
        table.settle()
        self.to_act = table.turn
        self.question = Q_TURN

    def _move_card(self, giver: i64, taker: i64, card: i64, witnesses: i64) -> None:
        table = self.table
        table.drop(giver, card, witnesses)
        table.gain(taker, card, witnesses)
        voids = table.voids
        if witnesses == self.everyone:
            voids[taker] &= ~bit(card)
        else:
            voids[taker] = 0

    def _steal(self, seat: i64, target: i64) -> None:
        """Rule 4.2."""
        table = self.table
        size = table.sizes[target]
        if size == 0:
            return
        chance = self.chance
        chance.start(self.seed, STOLEN, table.steals)
        table.steals += 1
        card = table.held(target, chance.below(size))
        both: i64 = bit(seat) | bit(target)
        self._move_card(target, seat, card, both)
        if self.watching:
            self.emit(pack(E_STOLE, seat, 0, target + 1, card, -1, both, self.everyone))

    def _take(self, seat: i64, target: i64, named: i64) -> None:
        """Rules 4.3 and 8.5: a type that was asked for in vain is not there."""
        table = self.table
        if named != KITTEN and has(table.hands[target], named) != 0:
            self._move_card(target, seat, named, self.everyone)
            self._tell(E_TOOK, seat, named + 1, target + 1)
            return
        if named != KITTEN:
            voids = table.voids
            voids[target] |= bit(named)
        self._tell(E_TOOK, seat, 0, target + 1)

    def _recover(self, seat: i64, named: i64) -> None:
        """Rule 4.4."""
        table = self.table
        if named == KITTEN:
            self._tell(E_PICKED, seat, 0, 0)
            return
        table.lift(named, table.mark)
        table.gain(seat, named, self.everyone)
        voids = table.voids
        voids[seat] &= ~bit(named)
        self._tell(E_PICKED, seat, named + 1, 0)

    # Drawing, kittens, ends of turns.

    def _draw(self, seat: i64) -> None:
        """Rules 2.2 and 6.2."""
        table = self.table
        at: i64 = table.pile_size - 1
        card = table.pile[at]
        witnesses: i64 = table.knows[at] | bit(seat)
        table.pile_size = at
        if card == KITTEN:
            self._tell(E_KITTEN, seat, 0, 0)
            self.to_act = seat
            if has(table.hands[seat], DEFUSE) == 0:
                self.question = Q_LAST_WORDS
                return
            table.drop(seat, DEFUSE, self.everyone)
            table.lay(DEFUSE)
            self._tell(E_DEFUSED, seat, 0, 0)
            self.question = Q_DEFUSE
            return
        table.gain(seat, card, witnesses)
        voids = table.voids
        voids[seat] = 0
        if self.watching:
            self.emit(pack(E_DREW, seat, 0, 0, card, -1, witnesses, self.everyone))
        self._end_turn()

    def _insert(self, seat: i64, depth: i64) -> None:
        """Rule 6.2: nobody else learns where."""
        table = self.table
        table.insert(KITTEN, depth, seat)
        if self.watching:
            self.emit(pack(E_INSERTED, seat, table.pile_size, 0, depth, -1, bit(seat), self.everyone))
        self._end_turn()

    def _end_turn(self) -> None:
        """One turn is over; the same seat goes on if it owes more."""
        table = self.table
        seat = table.turn
        if table.owed > 1:
            self._next_turn(seat, seat, table.owed - 1, table.attacked)
        else:
            self._next_turn(seat, table.after(seat), 1, 0)

    def _next_turn(self, before: i64, seat: i64, turns: i64, attacked: i64) -> None:
        table = self.table
        table.turn = seat
        table.last = seat
        table.owed = turns
        table.attacked = attacked
        table.actions = 0
        self.to_act = seat
        self.question = Q_TURN
        self._tell(E_TURN, seat, turns, before + 1)

    def _leave(self, seat: i64, why: i64) -> None:
        """Rules 6.2 and 6.3: the hand goes to the discard pile, and the next seat begins with one turn."""
        table = self.table
        places = table.places
        places[seat] = count(table.alive)
        table.alive &= ~bit(seat)
        self._tell(E_OUT, seat, why, places[seat])
        self._discard_hand(seat)
        if count(table.alive) == 1:
            self.to_act = -1
            self.ending = END_ALIVE if why == EXPLODED else END_EXPELLED
            winner = lowest(table.alive)
            places[winner] = 1
            self._tell(E_ENDED, winner, self.ending, 0)
        elif seat == table.turn:
            table.settle()
            self._next_turn(-1, table.after(seat), 1, 0)
        elif self.question == Q_GIVE and table.target == seat:
            self._back_to_turn()

    def _discard_hand(self, seat: i64) -> None:
        table = self.table
        hands = table.hands
        hand = hands[seat]
        cards: i64 = 0
        n: i64 = 0
        for card in range(i64(HAND_TYPES)):
            left: i64 = (hand >> (card * 5)) & 31
            while left > 0:
                table.lay(card)
                left -= 1
                cards |= card << (4 * n)
                n += 1
                if n == 4:
                    self._tell(E_DISCARDED, seat, cards & 255, cards >> 8)
                    cards = 0
                    n = 0
        if n > 0:
            cards |= 0xFFFF & ~(bit(4 * n) - 1)
            self._tell(E_DISCARDED, seat, cards & 255, cards >> 8)
        hands[seat] = 0
        sizes = table.sizes
        sizes[seat] = 0
        voids = table.voids
        voids[seat] = 0
        table.forget_hand(seat)

    def expel(self, seat: i64) -> None:
        """Rule 6.3. A kitten that the seat has just drawn leaves with it; otherwise the lowest one of the pile does."""
        self.n_events = 0
        table = self.table
        if self.to_act < 0 or (table.alive >> seat) & 1 == 0:
            return
        drawn: bool = self.question == Q_DEFUSE or self.question == Q_LAST_WORDS
        if not (drawn and self.to_act == seat):
            table.remove_lowest_kitten()
        self._leave(seat, EXPELLED_ON_TURN if seat == table.turn else EXPELLED_GIVING)

    # The end, copies and knowledge.

    def place(self, seat: i64) -> i64:
        return self.table.places[seat]

    def reward(self, seat: i64) -> i64:
        return (self.seats - self.table.places[seat]) * 1000 // (self.seats - 1)

    def score(self, seat: i64) -> i64:
        """How many others were out before."""
        return self.seats - self.table.places[seat]

    def copy_from(self, other: State) -> None:
        assert isinstance(other, KittensState)
        self.copy_base(other)
        self.table.copy_from(other.table)

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        ints = snapshot(self.table, seat, self.question, self.to_act, self.sealed, self.ending)
        if seat == DEALER:
            ints.append(self.seed)
        return tuple(ints)

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        self.begin(ints[-1] if seat == DEALER else 0)
        self.question = ints[0]
        self.to_act = ints[1]
        self.sealed = ints[2]
        self.ending = ints[3]
        restore(self.table, seat, ints)

    def imagine(self, seat: i64, seed: i64) -> None:
        self.seed = seed
        self.chance.start(seed, DEAL, 0)
        imagine(self.table, seat, self.chance)
        if self.sealed != 0:
            self.sealed = prune_sealed(self.table, self.sealed, self.to_act)
