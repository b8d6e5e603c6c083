"""The rules of Exploding Kittens: the deal, what each move does, and the Nopes. Comments cite RULES.md by number."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.belief import believe
from croupier.games.kittens.core.effects import give, take_effect
from croupier.games.kittens.core.heuristic import HORIZON, choose, outlook
from croupier.games.kittens.core.layout import LAYOUT
from croupier.games.kittens.core.legal import legal_moves
from croupier.games.kittens.core.snapshots import (
    append_piles,
    append_secrets,
    hide,
    restore_knowledge,
    restore_piles,
    restore_secrets,
)
from croupier.games.kittens.core.table import (
    CARDS_PER_WORD,
    after,
    discard,
    has,
    one,
    remove_lowest_kitten,
    settle,
    show_first_defuses,
    spread_out,
    with_nopes,
)
from croupier.games.kittens.core.turns import ask_for_turn, draw, leave, put_back
from croupier.games.kittens.core.worlds import Pool, find_unplaced, imagine
from croupier.kernel.bits import bit, count, lowest_of_few
from croupier.kernel.event_bits import DEALER
from croupier.kernel.layout import append_words
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

PILE_SHUFFLE: Final = purpose("kittens: the draw pile")


@final
class KittensState(State):
    """A match of Exploding Kittens."""

    def __init__(self, options: dict[str, int]) -> None:
        """`options`: the words of the layout's last section by name."""
        super().__init__(options["seats"], 96, LAYOUT, options)
        self.options: Final = options
        self.pool: Final = Pool(options["seats"], options["pile_words"] * CARDS_PER_WORD)

    def fresh(self) -> State:
        return KittensState(self.options)

    def start(self, seed: i64) -> None:
        """Rules 1.1 to 1.5."""
        self.begin(seed)
        words = self.words
        order = self.pool.order
        defuses = has(words[w.DECK], c.DEFUSE)
        n: i64 = spread_out(words[w.DECK], order) - defuses
        self.shuffled(order, n, DEAL, 0)
        at: i64 = 0
        for seat in range(self.seats):
            hand = one(c.DEFUSE)
            for _card in range(words[w.DEALT]):
                hand += one(order[at])
                at += 1
            words[w.HAND + seat] = hand
            words[w.HAND_SIZE + seat] = words[w.DEALT] + 1
        words[w.ALIVE] = words[w.EVERYONE]
        show_first_defuses(words)
        if self.watching:
            self._show_deal(order)
        size: i64 = n - at
        for i in range(size):
            order[i] = order[at + i]
        for _defuse in range(defuses - self.seats):
            order[size] = c.DEFUSE
            size += 1
        for _kitten in range(self.seats - 1):
            order[size] = c.KITTEN
            size += 1
        self.shuffled(order, size, PILE_SHUFFLE, 0)
        append_words(words, w.PILE, order, 0, size)
        words[w.PILE_SIZE] = size
        ask_for_turn(self, words)
        self.emit_public(c.E_TURN, 0, 1, 0)

    def _show_deal(self, order: vec[i64]) -> None:
        """Four cards to an event, the Defuse last."""
        dealt = self.words[w.DEALT]
        self.emit_public(c.E_STARTED, 0, dealt + 1, 0)
        for seat in range(self.seats):
            shown: i64 = 0
            while shown <= dealt:
                cards: i64 = 0
                for place in range(i64(4)):
                    card: i64 = c.NO_CARD
                    if shown < dealt:
                        card = order[seat * dealt + shown]
                    elif shown == dealt:
                        card = c.DEFUSE
                    cards |= card << (4 * place)
                    shown += 1
                last_two: i64 = cards >> 8
                if last_two == 255:  # no card: a field of an event is below that
                    last_two = -1
                self.emit_own(c.E_DEALT, seat, cards & 255, last_two)

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.words, self.question, self.to_act, out)

    def asks_openly(self) -> bool:
        """Only seats with a Nope are asked to react, so who is asked stays secret."""
        return self.question != c.Q_REACT

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.words, self.question, self.to_act, moves, n)

    def horizon(self) -> i64:
        return HORIZON * self.seats

    def outlook(self, seat: i64) -> i64:
        return outlook(self.words, seat)

    def apply(self, move: i64) -> None:
        words = self.words
        self.n_events = 0
        seat = self.to_act
        question = self.question
        if question == c.Q_TURN:
            self._take_turn(words, seat, move)
        elif question == c.Q_REACT:
            self._answer(words, seat, move)
        elif question == c.Q_GIVE:
            give(self, words, seat, move - c.M_GIVE)
        elif question == c.Q_DEFUSE:
            put_back(self, words, seat, move - c.M_DEPTH)
        elif question == c.Q_LAST_WORDS:
            leave(self, words, seat, c.EXPLODED)
        elif question == c.Q_FIVE:
            self._add(words, seat, move - c.M_ADD)
        elif question == c.Q_NAME:
            self._name(words, seat, move - c.M_NAME)
        else:
            self._pick(words, seat, move - c.M_PICK)

    # A turn.

    def _take_turn(self, words: vec[i64], seat: i64, move: i64) -> None:
        if move == c.M_DRAW:
            draw(self, words, seat)
        elif move < c.M_FAVOR:
            self._play(words, seat, move - c.M_PLAY, -1)
        elif move < c.M_PAIR:
            self._play(words, seat, c.FAVOR, move - c.M_FAVOR)
        elif move < c.M_TRIPLE:
            card: i64 = (move - c.M_PAIR) // 10
            target: i64 = (move - c.M_PAIR) % 10
            discard(words, seat, card)
            discard(words, seat, card)
            words[w.COMBO] = card
            words[w.TARGET] = target
            self.emit_public(c.E_PAIR, seat, card, target + 1)
            self._open(words, seat, c.PAIR)
        elif move < c.M_FIVE:
            words[w.COMBO] = (move - c.M_TRIPLE) // 10
            words[w.TARGET] = (move - c.M_TRIPLE) % 10
            words[w.PENDING] = c.TRIPLE
            self.emit_own(c.E_CHOSE, seat, words[w.COMBO], words[w.TARGET])
            self.question = c.Q_NAME
        else:
            words[w.PENDING] = c.FIVE
            self.emit_own(c.E_CHOSE, seat, c.NO_CARD, -1)
            self.question = c.Q_FIVE

    def _play(self, words: vec[i64], seat: i64, card: i64, target: i64) -> None:
        """Rules 3.1 to 3.5: what it does waits for Nopes."""
        discard(words, seat, card)
        words[w.TARGET] = target
        self.emit_public(c.E_PLAYED, seat, card, target + 1)
        self._open(words, seat, card)

    def _name(self, words: vec[i64], seat: i64, named: i64) -> None:
        """Rule 4.3."""
        card = words[w.COMBO]
        for _copy in range(i64(3)):
            discard(words, seat, card)
        words[w.NAMED] = named
        self.emit_public(c.E_TRIPLE, seat, card + 16 * named, words[w.TARGET] + 1)
        self._open(words, seat, c.TRIPLE)

    def _add(self, words: vec[i64], seat: i64, card: i64) -> None:
        """Rule 4.4: one of the five types."""
        words[w.COMBO] |= bit(card)
        self.emit_own(c.E_CHOSE, seat, card, -1)
        if count(words[w.COMBO]) == 5:
            self.question = c.Q_PICK

    def _pick(self, words: vec[i64], seat: i64, named: i64) -> None:
        """Rule 4.4: the discard pile counts as it lay before the five."""
        words[w.BEFORE_FIVE] = words[w.DISCARD_SIZE]
        words[w.NAMED] = named
        combo: i64 = words[w.COMBO]
        left: i64 = combo
        while left != 0:
            discard(words, seat, lowest_of_few(left))
            left &= left - 1
        self.emit_public(c.E_FIVE, seat, combo & 255, (combo >> 8) + 16 * named)
        self._open(words, seat, c.FIVE)

    # Nopes (section 5).

    def _open(self, words: vec[i64], seat: i64, pending: i64) -> None:
        words[w.ACTIONS] += 1
        words[w.PENDING] = pending
        words[w.NOPES] = 0
        self._open_round(words, seat)

    def _open_round(self, words: vec[i64], last: i64) -> None:
        """All but `last` may answer. A seat without a Nope passes by itself and leaves no trace of it."""
        words[w.LAST] = last
        words[w.ANSWERED] = 0
        words[w.NOPERS] = 0
        self.sealed = with_nopes(words, words[w.ALIVE] & ~bit(last))
        self.question = c.Q_REACT
        if self.sealed == 0:
            self._resolve(words)
        else:
            self.to_act = self._first_of(words, self.sealed)

    def _first_of(self, words: vec[i64], seats: i64) -> i64:
        """The first of these seats after the one that played last."""
        seat = after(words, words[w.LAST])
        while (seats >> seat) & 1 == 0:
            seat = after(words, seat)
        return seat

    def _answer(self, words: vec[i64], seat: i64, move: i64) -> None:
        own = bit(seat)
        self.sealed &= ~own
        words[w.ANSWERED] |= own
        if move == c.M_NOPE:
            words[w.NOPERS] |= own
        self.emit_own(c.E_ANSWERED, seat, 1 if move == c.M_NOPE else 0, -1)
        if self.sealed != 0:
            self.to_act = self._first_of(words, self.sealed)
        elif words[w.NOPERS] == 0:
            self._resolve(words)
        else:
            noper = self._first_of(words, words[w.NOPERS])
            discard(words, noper, c.NOPE)
            words[w.NOPES] += 1
            self.emit_public(c.E_NOPED, noper, 0, 0)
            self._open_round(words, noper)

    def _resolve(self, words: vec[i64]) -> None:
        """The round closed without a Nope."""
        seat = words[w.TURN]
        pending = words[w.PENDING]
        target = words[w.TARGET]
        named = words[w.NAMED]
        works: i64 = 1 - (words[w.NOPES] & 1)
        self.emit_public(c.E_RESOLVED, seat, works + 2 * (target + 1), pending)
        words[w.ANSWERED] = 0
        words[w.NOPES] = 0
        words[w.LAST] = seat
        if works != 0 and pending == c.FAVOR and words[w.HAND_SIZE + target] > 0:
            self.question = c.Q_GIVE
            self.to_act = target
            return
        settle(words)
        ask_for_turn(self, words)
        if works != 0:
            take_effect(self, words, self.pool.order, seat, pending, target, named)
        if self.question == c.Q_TURN and words[w.ACTIONS] >= c.ACTION_LIMIT and words[w.TURN] == seat:
            draw(self, words, seat)  # rule 2.6

    # The end.

    def expel(self, seat: i64) -> None:
        """Rule 6.3. A kitten that the seat has just drawn leaves with it; otherwise the lowest one of the pile does."""
        words = self.words
        self.n_events = 0
        if self.to_act < 0 or (words[w.ALIVE] >> seat) & 1 == 0:
            return
        drawn: bool = self.question == c.Q_DEFUSE or self.question == c.Q_LAST_WORDS
        if not (drawn and self.to_act == seat):
            remove_lowest_kitten(words)
        leave(self, words, seat, c.EXPELLED_ON_TURN if seat == words[w.TURN] else c.EXPELLED_GIVING)

    def place(self, seat: i64) -> i64:
        words = self.words
        return words[w.PLACE + seat]

    def reward(self, seat: i64) -> i64:
        return self.score(seat) * 1000 // (self.seats - 1)

    def score(self, seat: i64) -> i64:
        """How many others were out before."""
        return self.seats - self.place(seat)

    # Copies and knowledge.

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        words = self.words
        theirs = other.words
        append_words(words, w.KNOWN, theirs, w.KNOWN, self.seats * self.seats)
        append_words(words, w.PILE, theirs, w.PILE, theirs[w.PILE_SIZE])

    def snapshot_rest(self) -> i64:
        words = self.words
        per_seat: i64 = w.LIKELY - w.BEFORE_FIVE + self.seats + self.seats * self.seats
        return 2 * words[w.PILE_WORDS] + per_seat + words[w.PILE_SIZE] + 1

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        words = self.words
        if seat == DEALER:
            return append_secrets(words, out, append_piles(words, seat, out, n))
        hide(words, seat, out)
        return append_piles(words, seat, out, n)

    def finish_restore(self, seat: i64, ints: tuple[int, ...], n: i64) -> None:
        words = self.words
        n = restore_piles(words, ints, n)
        if seat == DEALER:
            restore_secrets(words, ints, n)
        else:
            restore_knowledge(words, seat)
        find_unplaced(words, self.question)

    def deal_unknown(self, seat: i64) -> None:
        words = self.words
        imagine(words, self.pool, seat, self.chance)
        if self.sealed != 0:
            self.sealed = with_nopes(words, self.sealed) | bit(self.to_act)

    def believe(self, seat: i64) -> None:
        believe(self.words, seat, self.chance)
