"""The rules of Cuttle: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle.core import codes as c
from croupier.games.cuttle.core import layout as w
from croupier.games.cuttle.core.effects import change_sides, look, scrap_points, take_effect, to_scrap
from croupier.games.cuttle.core.heuristic import choose
from croupier.games.cuttle.core.layout import LAYOUT
from croupier.games.cuttle.core.legal import legal_moves
from croupier.games.cuttle.core.table import (
    add_points,
    drop,
    has_glasses,
    lay_jack,
    pick_up,
    pop,
    push,
    reached_goal,
    stack,
)
from croupier.games.cuttle.core.worlds import Pool, imagine, unplaced
from croupier.kernel.bits import bit
from croupier.kernel.event_bits import PUBLIC, pack
from croupier.kernel.rng import DEAL
from croupier.kernel.state import State

SCUTTLERS: Final = vec[i64]([card for card in range(40) for _ in range(card)])  # the attacker of each scuttle move


@final
class CuttleState(State):
    """A match of Cuttle."""

    def __init__(self, options: dict[str, int], deal: tuple[int, ...]) -> None:
        """`options`: the words of the layout's last section by name; `deal`: the cards that are dealt first."""
        super().__init__(2, 80, LAYOUT, options)
        self.options: Final = options
        self.first_cards: Final = deal
        self.order: Final = vec[i64]([0] * c.DECK_SIZE)
        self.pool: Final = Pool()

    def fresh(self) -> State:
        return CuttleState(self.options, self.first_cards)

    def start(self, seed: i64) -> None:
        """Rules 1.1 to 1.4."""
        self.begin(seed)
        order = self.order
        for i in range(i64(c.DECK_SIZE)):
            order[i] = i
        self.shuffled(order, c.DECK_SIZE, DEAL, 0, self.first_cards)
        words = self.words
        for i in range(i64(11)):
            seat: i64 = 0 if i < 5 else 1
            words[w.HAND + seat] |= bit(order[i])
            if self.watching:
                self.emit(pack(c.E_DEALT, seat, 0, 0, order[i], -1, bit(seat), 3))
        words[w.HAND_SIZE] = 5
        words[w.HAND_SIZE + 1] = 6
        stack(words, order, 11, 41)
        self.to_act = 0
        self.question = c.Q_TURN

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.words, self.question, self.to_act, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.words, self.question, self.to_act, r, moves, n)

    def asks_openly(self) -> bool:
        """Not when a counter is asked for: the question would show that the seat holds a Two (rule 4.4)."""
        return self.question != c.Q_COUNTER

    def apply(self, move: i64) -> None:
        words = self.words
        self.n_events = 0
        seat = self.to_act
        if move == c.M_DRAW:
            words[w.PASSES] = 0
            self._draw(words, seat)
            self._end_turn(words)
        elif move == c.M_PASS:
            if self.question == c.Q_COUNTER:
                self._close_window(words)
            else:
                self._pass(words, seat)
        elif move < c.M_SCUTTLE:
            self._play_points(words, seat, move - c.M_POINTS)
        elif move < c.M_ONE_OFF:
            self._scuttle(words, seat, move - c.M_SCUTTLE)
        elif move < c.M_TWO:
            self._one_off(words, seat, move - c.M_ONE_OFF, -1)
        elif move < c.M_NINE:
            self._one_off(words, seat, 4 + (move - c.M_TWO) // 52, (move - c.M_TWO) % 52)
        elif move < c.M_JACK:
            self._one_off(words, seat, 32 + (move - c.M_NINE) // 52, (move - c.M_NINE) % 52)
        elif move < c.M_PERMANENT:
            self._jack(words, seat, 40 + (move - c.M_JACK) // 40, (move - c.M_JACK) % 40)
        elif move < c.M_COUNTER:
            self._permanent(words, seat, move - c.M_PERMANENT + 28)
        elif move < c.M_TAKE:
            self._counter(words, seat, move - c.M_COUNTER + 4)
        elif move < c.M_DISCARD:
            self._take(words, seat, move - c.M_TAKE)
        elif move < c.M_SCRAP:
            self._discard(words, seat, move - c.M_DISCARD)
        else:
            self._use(words, seat, move - c.M_SCRAP + 40)
            to_scrap(self, words, move - c.M_SCRAP + 40, seat)
            self._end_turn(words)

    # Turns.

    def _use(self, words: vec[i64], seat: i64, card: i64) -> None:
        """The card to be played leaves the hand, or the cards that a Seven revealed."""
        words[w.PASSES] = 0
        if self.question != c.Q_SEVEN:
            drop(words, seat, card)
            return
        other: i64 = words[w.OTHER_REVEALED] if card == words[w.REVEALED] else words[w.REVEALED]
        words[w.REVEALED] = -1
        words[w.OTHER_REVEALED] = -1
        if other >= 0:
            push(words, other)
        self._show_hands(words)

    def _show_hands(self, words: vec[i64]) -> None:
        """Rule 7.4: with an empty pile both hands are open."""
        if words[w.PILE_SIZE] == 0 and words[w.OPEN_HANDS] != 0:
            look(self, words, 0)
            look(self, words, 1)

    def _draw(self, words: vec[i64], seat: i64) -> None:
        """Draw a card; the other seat learns it by his glasses, or because he knew the top card (rule 7.2)."""
        shown: bool = words[w.TOP] >= 0 or has_glasses(words, 1 - seat)
        card = pop(words)
        words[w.HAND + seat] |= bit(card)
        words[w.HAND_SIZE + seat] += 1
        if shown:
            words[w.KNOWN] |= bit(card)
        if self.watching:
            self.emit(pack(c.E_DREW, seat, 0, 0, card, -1, 3 if shown else bit(seat), 3))

    def _pass(self, words: vec[i64], seat: i64) -> None:
        words[w.PASSES] += 1
        self.emit_public(c.E_PASSED, seat, 0, 0)
        if words[w.PASSES] >= (3 if words[w.PASSES_ONLY] != 0 else 2):
            self._end(words, c.END_PASSES, -1)
        else:
            self._end_turn(words)

    def _play_points(self, words: vec[i64], seat: i64, card: i64) -> None:
        self._use(words, seat, card)
        self.emit_public(c.E_POINTS, seat, card, 0)
        add_points(words, seat, card)
        if reached_goal(words, seat):
            self._end(words, c.END_GOAL, seat)
        else:
            self._end_turn(words)

    def _scuttle(self, words: vec[i64], seat: i64, code: i64) -> None:
        card = SCUTTLERS[code]
        target: i64 = code - ((card * (card - 1)) >> 1)
        self._use(words, seat, card)
        self.emit_public(c.E_SCUTTLED, seat, card, target)
        to_scrap(self, words, card, seat)
        scrap_points(self, words, target)
        self._end_turn(words)

    def _jack(self, words: vec[i64], seat: i64, card: i64, target: i64) -> None:
        self._use(words, seat, card)
        self.emit_public(c.E_PERMANENT, seat, card, target + 1)
        lay_jack(words, card - 40, target)
        change_sides(self, words, target)
        self._checked_end_turn(words)

    def _permanent(self, words: vec[i64], seat: i64, card: i64) -> None:
        self._use(words, seat, card)
        self.emit_public(c.E_PERMANENT, seat, card, 0)
        words[w.PERMANENTS + seat] |= bit(card)
        if card >> 2 == c.EIGHT:
            look(self, words, 1 - seat)
        self._checked_end_turn(words)

    # One-offs and counters.

    def _one_off(self, words: vec[i64], seat: i64, card: i64, target: i64) -> None:
        self._use(words, seat, card)
        self.emit_public(c.E_ONE_OFF, seat, card, target + 1)
        words[w.PENDING] = card
        words[w.TARGET] = target
        words[w.TWOS] = 0
        words[w.N_TWOS] = 0
        self._open_window(words, 1 - seat)

    def _open_window(self, words: vec[i64], seat: i64) -> None:
        """Ask `seat` for a counter; a seat that has none passes by itself and leaves no trace of it (rule 4.4)."""
        can: bool = words[w.HAND + seat] & c.TWOS != 0
        if can and words[w.QUEEN_STOPS_COUNTER] != 0 and words[w.PERMANENTS + 1 - seat] & c.QUEENS != 0:
            can = False
        if can:
            self.to_act = seat
            self.question = c.Q_COUNTER
        else:
            self._close_window(words)

    def _counter(self, words: vec[i64], seat: i64, card: i64) -> None:
        drop(words, seat, card)
        words[w.TWOS] |= bit(card)
        words[w.N_TWOS] += 1
        self.emit_public(c.E_COUNTERED, seat, card, 0)
        self._open_window(words, 1 - seat)

    def _close_window(self, words: vec[i64]) -> None:
        seat = words[w.TURN]
        card = words[w.PENDING]
        works: bool = words[w.N_TWOS] & 1 == 0
        self.emit_public(c.E_RESOLVED, seat, card, 1 if works else 0)
        words[w.SCRAP] |= words[w.TWOS]
        words[w.TWOS] = 0
        words[w.N_TWOS] = 0
        self.to_act = seat
        self.question = c.Q_TURN
        if works and card >> 2 == c.THREE:
            self.question = c.Q_THREE  # the Three itself is scrapped when the choice is made (rule 4.7)
            return
        words[w.SCRAP] |= bit(card)
        words[w.PENDING] = -1
        target = words[w.TARGET]
        words[w.TARGET] = -1
        if works:
            self._effect(words, seat, card >> 2, target)
        else:
            self._end_turn(words)

    def _effect(self, words: vec[i64], seat: i64, rank: i64, target: i64) -> None:
        """Rules 4.5 to 4.12. The Three has a question of its own."""
        if rank == c.SEVEN:
            self._reveal(words, seat)
        elif rank == c.FIVE:
            if words[w.FIVE_DISCARDS] == 0:
                self._draw_up_to(words, seat, 2)
            elif words[w.HAND_SIZE + seat] == 0:
                self._draw_up_to(words, seat, 3)
            else:
                self._ask_discards(words, seat, c.Q_FIVE, 1)
        elif rank == c.FOUR:
            held: i64 = words[w.HAND_SIZE + 1 - seat]
            self._ask_discards(words, 1 - seat, c.Q_FOUR, held if held < 2 else i64(2))
        else:
            take_effect(self, words, rank, target)
            self._checked_end_turn(words)

    def _ask_discards(self, words: vec[i64], seat: i64, question: i64, n: i64) -> None:
        words[w.TO_DISCARD] = n
        if n == 0:
            self._end_turn(words)
        else:
            self.to_act = seat
            self.question = question

    def _discard(self, words: vec[i64], seat: i64, card: i64) -> None:
        drop(words, seat, card)
        words[w.SCRAP] |= bit(card)
        self.emit_public(c.E_DISCARDED, seat, card, 0)
        words[w.TO_DISCARD] -= 1
        if words[w.TO_DISCARD] > 0:
            return
        if self.question == c.Q_FIVE:
            self._draw_up_to(words, seat, 3)
        elif self.question == c.Q_LIMIT:
            self._next_turn(words)
        else:
            self._end_turn(words)

    def _draw_up_to(self, words: vec[i64], seat: i64, n: i64) -> None:
        left = n
        while left > 0 and words[w.PILE_SIZE] > 0:
            self._draw(words, seat)
            left -= 1
        self._end_turn(words)

    def _reveal(self, words: vec[i64], seat: i64) -> None:
        words[w.REVEALED] = pop(words)
        words[w.OTHER_REVEALED] = pop(words) if words[w.PILE_SIZE] > 0 else i64(-1)
        self.emit_public(c.E_REVEALED, seat, words[w.REVEALED], words[w.OTHER_REVEALED] + 1)
        self.question = c.Q_SEVEN

    def _take(self, words: vec[i64], seat: i64, card: i64) -> None:
        words[w.SCRAP] = (words[w.SCRAP] & ~bit(card)) | bit(words[w.PENDING])
        words[w.PENDING] = -1
        pick_up(words, seat, card)
        self.emit_public(c.E_TOOK, seat, card, 0)
        self._end_turn(words)

    # Ends of turns and of the match (rules 5.1 to 5.6).

    def _checked_end_turn(self, words: vec[i64]) -> None:
        seat = words[w.TURN]
        if reached_goal(words, seat):
            self._end(words, c.END_GOAL, seat)
        elif reached_goal(words, 1 - seat):
            self._end(words, c.END_GOAL, 1 - seat)
        else:
            self._end_turn(words)

    def _end_turn(self, words: vec[i64]) -> None:
        self._show_hands(words)
        limit = words[w.HAND_LIMIT]
        if words[w.NINE_FREEZES] != 0:
            words[w.FROZEN] = (words[w.FROZEN] & ~words[w.HAND + words[w.TURN]]) | words[w.CHILLED]
            words[w.CHILLED] = 0
        if limit > 0 and words[w.HAND_SIZE + words[w.TURN]] > limit:
            self._ask_discards(words, words[w.TURN], c.Q_LIMIT, words[w.HAND_SIZE + words[w.TURN]] - limit)
        else:
            self._next_turn(words)

    def _next_turn(self, words: vec[i64]) -> None:
        seat: i64 = 1 - words[w.TURN]
        words[w.TURN] = seat
        words[w.TURNS] += 1
        self.to_act = seat
        self.question = c.Q_TURN
        if words[w.PILE_SIZE] == 0 and words[w.PASSES_ONLY] == 0:
            lead: i64 = words[w.SCORE] - words[w.SCORE + 1]
            if lead != 0:
                self._end(words, c.END_DECK, 0 if lead > 0 else 1)
                return
            if words[w.HAND + seat] == 0:
                self._end(words, c.END_EMPTY_HAND, 1 - seat)
                return
        if words[w.TURNS] >= words[w.MAX_TURNS]:
            self._end(words, c.END_TURNS, -1)

    def _end(self, words: vec[i64], ending: i64, winner: i64) -> None:
        words[w.WINNER] = winner
        self.end_match(c.E_ENDED, ending, winner + 1)

    def expel(self, seat: i64) -> None:
        words = self.words
        self.n_events = 0
        self._end(words, c.END_FORFEIT, 1 - seat)

    def reward(self, seat: i64) -> i64:
        words = self.words
        winner = words[w.WINNER]
        if winner < 0:
            return 500
        return 1000 if winner == seat else 0

    def place(self, seat: i64) -> i64:
        words = self.words
        winner = words[w.WINNER]
        return 1 if winner < 0 or winner == seat else 2

    def score(self, seat: i64) -> i64:
        words = self.words
        return words[w.SCORE + seat]

    # Knowledge.

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """Of the other hand a seat knows what both know, a spectator nothing."""
        if seat >= 0:
            out[w.HAND + 1 - seat] &= out[w.KNOWN]
        elif seat == PUBLIC:
            out[w.KNOWN] = 0
            out[w.HAND] = 0
            out[w.HAND + 1] = 0
        return n

    def finish_restore(self, seat: i64, ints: tuple[int, ...], n: i64) -> None:
        self.words[w.UNKNOWN] = unplaced(self.words)

    def deal_unknown(self, seat: i64) -> None:
        imagine(self.words, self.pool, self.order, seat, self.chance)
