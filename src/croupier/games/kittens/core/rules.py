"""The rules of Exploding Kittens: the deal, what each move does, and the Nopes. Comments cite RULES.md by number."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core.belief import believe
from croupier.games.kittens.core.codes import (
    ACTION_LIMIT,
    DEFUSE,
    E_ANSWERED,
    E_CHOSE,
    E_DEALT,
    E_FIVE,
    E_NOPED,
    E_PAIR,
    E_PLAYED,
    E_RESOLVED,
    E_STARTED,
    E_TRIPLE,
    E_TURN,
    EXPLODED,
    FAVOR,
    FIVE,
    HAND_SIZE,
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
    TRIPLE,
)
from croupier.games.kittens.core.effects import Effects
from croupier.games.kittens.core.heuristic import HORIZON, choose, outlook
from croupier.games.kittens.core.knowledge import imagine, prune_sealed, restore, snapshot
from croupier.games.kittens.core.legal import legal_moves
from croupier.games.kittens.core.table import one
from croupier.kernel.bits import bit, count, lowest
from croupier.kernel.event_bits import DEALER, pack
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

PILE: Final = purpose("kittens: the draw pile")


@final
class KittensState(Effects):
    """A match of Exploding Kittens."""

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
            full: i64 = at + HAND_SIZE
            while at < full:
                hand += bit(order[at] * 5)
                at += 1
            hands[seat] = hand
            sizes[seat] = HAND_SIZE + 1
        table.show_first_defuses()
        pile = table.pile
        size: i64 = 0
        while at < n:
            pile[size] = order[at]
            at += 1
            size += 1
        for i in range(options.defuses):
            pile[size + i] = DEFUSE
        size += options.defuses
        for i in range(seats - 1):
            pile[size + i] = KITTEN
        size += seats - 1
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

    def asks_openly(self) -> bool:
        """Only those who hold a Nope are asked to react, so nobody may know who is."""
        return self.question != Q_REACT

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
        left: i64 = 3
        while left > 0:
            table.drop(seat, card, self.everyone)
            table.lay(card)
            left -= 1
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

    # The end, copies and knowledge.

    def place(self, seat: i64) -> i64:
        return self.table.places[seat]

    def reward(self, seat: i64) -> i64:
        return (self.seats - self.table.places[seat]) * 1000 // (self.seats - 1)

    def horizon(self) -> i64:
        return HORIZON * self.seats

    def outlook(self, seat: i64) -> i64:
        return outlook(self.table, seat)

    def score(self, seat: i64) -> i64:
        """How many others were out before."""
        return self.seats - self.table.places[seat]

    def copy_from(self, other: State) -> None:
        assert isinstance(other, KittensState)
        super().copy_from(other)
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

    def believe(self, seat: i64) -> None:
        believe(self.table, seat, self.chance)
