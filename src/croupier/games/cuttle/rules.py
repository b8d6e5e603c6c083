"""The rules of Cuttle: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle.codes import (
    ACE,
    E_CONTROL,
    E_COUNTERED,
    E_DEALT,
    E_DISCARDED,
    E_DREW,
    E_ENDED,
    E_ONE_OFF,
    E_PASSED,
    E_PERMANENT,
    E_POINTS,
    E_RESOLVED,
    E_RETURNED,
    E_REVEALED,
    E_SCRAPPED,
    E_SCUTTLED,
    E_SHOWN,
    E_TOOK,
    EIGHT,
    END_DECK,
    END_EMPTY_HAND,
    END_FORFEIT,
    END_GOAL,
    END_PASSES,
    END_TURNS,
    FIVE,
    FOUR,
    JACK,
    M_COUNTER,
    M_DISCARD,
    M_DRAW,
    M_JACK,
    M_NINE,
    M_ONE_OFF,
    M_PASS,
    M_PERMANENT,
    M_POINTS,
    M_SCRAP,
    M_SCUTTLE,
    M_TAKE,
    M_TWO,
    Q_COUNTER,
    Q_FIVE,
    Q_FOUR,
    Q_LIMIT,
    Q_SEVEN,
    Q_THREE,
    Q_TURN,
    QUEENS,
    SEVEN,
    SIX,
    THREE,
    TWO,
    TWOS,
)
from croupier.games.cuttle.legal import legal_moves
from croupier.games.cuttle.policy import choose
from croupier.games.cuttle.table import HAND, PERMANENTS, POINTS, SCORE, SIZE, Options, Table
from croupier.kernel.bits import bit, lowest
from croupier.kernel.events import DEALER, pack, public
from croupier.kernel.rng import DEAL
from croupier.kernel.state import State

SCUTTLERS: Final = vec[i64]([card for card in range(40) for _ in range(card)])  # the attacker of each scuttle move


@final
class CuttleState(State):
    """A match of Cuttle."""

    def __init__(self, options: Options) -> None:
        super().__init__(2, 80)
        self.options: Final = options
        self.table: Final = Table(options)

    def fresh(self) -> State:
        return CuttleState(self.options)

    def start(self, seed: i64) -> None:
        """Rules 1.1 to 1.4."""
        self.begin(seed)
        table = self.table
        table.clear()
        order = table.order
        for i in range(i64(52)):
            order[i] = i
        self.shuffled(order, 52, DEAL, 0, self.options.deal)
        zones = table.zones
        for i in range(i64(11)):
            seat: i64 = 0 if i < 5 else 1
            zones[HAND + seat] |= bit(order[i])
            if self.watching:
                self.emit(pack(E_DEALT, seat, 0, 0, order[i], -1, bit(seat), 3))
        zones[SIZE] = 5
        zones[SIZE + 1] = 6
        table.stack(11, 41)
        self.to_act = 0
        self.question = Q_TURN

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.table, self.question, self.to_act, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.table, self.question, self.to_act, r, moves, n)

    def asks_openly(self) -> bool:
        """Rule 4.4: that somebody is asked for a counter would tell that he holds a Two."""
        return self.question != Q_COUNTER

    def apply(self, move: i64) -> None:
        self.n_events = 0
        seat = self.to_act
        if move == M_DRAW:
            self.table.passes = 0
            self._draw(seat)
            self._end_turn()
        elif move == M_PASS:
            if self.question == Q_COUNTER:
                self._close_window()
            else:
                self._pass(seat)
        elif move < M_SCUTTLE:
            self._play_points(seat, move - M_POINTS)
        elif move < M_ONE_OFF:
            self._scuttle(seat, move - M_SCUTTLE)
        elif move < M_TWO:
            self._one_off(seat, move - M_ONE_OFF, -1)
        elif move < M_NINE:
            self._one_off(seat, 4 + (move - M_TWO) // 52, (move - M_TWO) % 52)
        elif move < M_JACK:
            self._one_off(seat, 32 + (move - M_NINE) // 52, (move - M_NINE) % 52)
        elif move < M_PERMANENT:
            self._jack(seat, 40 + (move - M_JACK) // 40, (move - M_JACK) % 40)
        elif move < M_COUNTER:
            self._permanent(seat, move - M_PERMANENT + 28)
        elif move < M_TAKE:
            self._counter(seat, move - M_COUNTER + 4)
        elif move < M_DISCARD:
            self._take(seat, move - M_TAKE)
        elif move < M_SCRAP:
            self._discard(seat, move - M_DISCARD)
        else:
            self._use(seat, move - M_SCRAP + 40)
            self._to_scrap(move - M_SCRAP + 40, seat)
            self._end_turn()

    def _tell(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        """Emit an event without secrets."""
        if self.watching:
            self.emit(public(kind, actor, a, b, 2))

    # Turns.

    def _use(self, seat: i64, card: i64) -> None:
        """The card to be played leaves the hand, or the cards that a Seven revealed."""
        table = self.table
        table.passes = 0
        if self.question != Q_SEVEN:
            table.drop(seat, card)
            return
        other: i64 = table.revealed_b if card == table.revealed_a else table.revealed_a
        table.revealed_a = -1
        table.revealed_b = -1
        if other >= 0:
            table.push(other)

    def _draw(self, seat: i64) -> None:
        """Draw a card; the other seat learns it by his glasses, or because he knew the top card (rule 7.2)."""
        table = self.table
        zones = table.zones
        shown: bool = table.top >= 0 or table.has_glasses(1 - seat)
        card = table.pop()
        zones[HAND + seat] |= bit(card)
        zones[SIZE + seat] += 1
        if shown:
            table.known |= bit(card)
        if self.watching:
            self.emit(pack(E_DREW, seat, 0, 0, card, -1, 3 if shown else bit(seat), 3))

    def _pass(self, seat: i64) -> None:
        table = self.table
        table.passes += 1
        self._tell(E_PASSED, seat, 0, 0)
        if table.passes >= (3 if self.options.passes_only else 2):
            self._end(END_PASSES, -1)
        else:
            self._end_turn()

    def _play_points(self, seat: i64, card: i64) -> None:
        self._use(seat, card)
        self._tell(E_POINTS, seat, card, 0)
        table = self.table
        table.add_points(seat, card)
        if table.reached_goal(seat):
            self._end(END_GOAL, seat)
        else:
            self._end_turn()

    def _scuttle(self, seat: i64, code: i64) -> None:
        card = SCUTTLERS[code]
        target: i64 = code - ((card * (card - 1)) >> 1)
        self._use(seat, card)
        self._tell(E_SCUTTLED, seat, card, target)
        self._to_scrap(card, seat)
        self._scrap_points(target)
        self._end_turn()

    def _jack(self, seat: i64, card: i64, target: i64) -> None:
        self._use(seat, card)
        self._tell(E_PERMANENT, seat, card, target + 1)
        self.table.lay_jack(card - 40, target)
        self._change_sides(target)
        self._checked_end_turn()

    def _permanent(self, seat: i64, card: i64) -> None:
        self._use(seat, card)
        self._tell(E_PERMANENT, seat, card, 0)
        zones = self.table.zones
        zones[PERMANENTS + seat] |= bit(card)
        if card >> 2 == EIGHT:
            self._look(1 - seat)
        self._checked_end_turn()

    def _look(self, seat: i64) -> None:
        """The hand of `seat` is seen through the other's glasses (rule 7.1)."""
        table = self.table
        hand: i64 = table.zones[HAND + seat]
        if self.watching:
            new: i64 = hand & ~table.known
            while new != 0:
                self.emit(pack(E_SHOWN, seat, 0, 0, lowest(new), -1, 3, 3))
                new &= new - 1
        table.known |= hand

    # One-offs and counters.

    def _one_off(self, seat: i64, card: i64, target: i64) -> None:
        self._use(seat, card)
        self._tell(E_ONE_OFF, seat, card, target + 1)
        table = self.table
        table.pending = card
        table.target = target
        table.twos = 0
        table.n_twos = 0
        self._open_window(1 - seat)

    def _open_window(self, seat: i64) -> None:
        """Ask `seat` for a counter; a seat that has none passes by itself and leaves no trace of it (rule 4.4)."""
        zones = self.table.zones
        can: bool = zones[HAND + seat] & TWOS != 0
        if can and self.options.queen_stops_counter and zones[PERMANENTS + 1 - seat] & QUEENS != 0:
            can = False
        if can:
            self.to_act = seat
            self.question = Q_COUNTER
        else:
            self._close_window()

    def _counter(self, seat: i64, card: i64) -> None:
        table = self.table
        table.drop(seat, card)
        table.twos |= bit(card)
        table.n_twos += 1
        self._tell(E_COUNTERED, seat, card, 0)
        self._open_window(1 - seat)

    def _close_window(self) -> None:
        table = self.table
        seat = table.turn
        card = table.pending
        works: bool = table.n_twos & 1 == 0
        self._tell(E_RESOLVED, seat, card, 1 if works else 0)
        table.scrap |= table.twos
        table.twos = 0
        table.n_twos = 0
        self.to_act = seat
        self.question = Q_TURN
        if works and card >> 2 == THREE:
            self.question = Q_THREE  # the Three itself is scrapped when the choice is made (rule 4.7)
            return
        table.scrap |= bit(card)
        table.pending = -1
        target = table.target
        table.target = -1
        if works:
            self._effect(seat, card >> 2, target)
        else:
            self._end_turn()

    def _effect(self, seat: i64, rank: i64, target: i64) -> None:
        """Rules 4.5 to 4.12. The Three has a question of its own."""
        zones = self.table.zones
        if rank == SEVEN:
            self._reveal(seat)
        elif rank == FIVE:
            if not self.options.five_discards:
                self._draw_up_to(seat, 2)
            elif zones[SIZE + seat] == 0:
                self._draw_up_to(seat, 3)
            else:
                self._ask_discards(seat, Q_FIVE, 1)
        elif rank == FOUR:
            held: i64 = zones[SIZE + 1 - seat]
            self._ask_discards(1 - seat, Q_FOUR, held if held < 2 else i64(2))
        else:
            if rank == ACE:
                self._scrap_all_points()
            elif rank == TWO:
                self._to_scrap(target, self._lift(target))
            elif rank == SIX:
                self._scrap_all_permanents()
            else:
                self._return(target)
            self._checked_end_turn()

    def _ask_discards(self, seat: i64, question: i64, n: i64) -> None:
        self.table.to_discard = n
        if n == 0:
            self._end_turn()
        else:
            self.to_act = seat
            self.question = question

    def _discard(self, seat: i64, card: i64) -> None:
        table = self.table
        table.drop(seat, card)
        table.scrap |= bit(card)
        self._tell(E_DISCARDED, seat, card, 0)
        table.to_discard -= 1
        if table.to_discard > 0:
            return
        if self.question == Q_FIVE:
            self._draw_up_to(seat, 3)
        elif self.question == Q_LIMIT:
            self._next_turn()
        else:
            self._end_turn()

    def _draw_up_to(self, seat: i64, n: i64) -> None:
        left = n
        while left > 0 and self.table.pile > 0:
            self._draw(seat)
            left -= 1
        self._end_turn()

    def _reveal(self, seat: i64) -> None:
        table = self.table
        table.revealed_a = table.pop()
        table.revealed_b = table.pop() if table.pile > 0 else i64(-1)
        self._tell(E_REVEALED, seat, table.revealed_a, table.revealed_b + 1)
        self.question = Q_SEVEN

    def _take(self, seat: i64, card: i64) -> None:
        table = self.table
        table.scrap = (table.scrap & ~bit(card)) | bit(table.pending)
        table.pending = -1
        table.pick_up(seat, card)
        self._tell(E_TOOK, seat, card, 0)
        self._end_turn()

    def _return(self, target: i64) -> None:
        """A Nine sends its target back to a hand (rule 4.12)."""
        table = self.table
        zones = table.zones
        owner: i64
        if ((zones[POINTS] | zones[POINTS + 1]) >> target) & 1 != 0:
            owner = table.points_holder(target)
            table.remove_points(owner, target)
            self._scrap_jacks_on(target, owner)
        else:
            owner = self._lift(target)
        table.pick_up(owner, target)
        if self.options.nine_freezes:
            if owner == table.turn:
                table.chilled |= bit(target)
            else:
                table.frozen |= bit(target)
        self._tell(E_RETURNED, owner, target, 0)

    # Cards that leave the table or change sides (rules 6.1 and 6.2).

    def _to_scrap(self, card: i64, had: i64) -> None:
        self.table.scrap |= bit(card)
        self._tell(E_SCRAPPED, had, card, 0)

    def _change_sides(self, point_card: i64) -> None:
        table = self.table
        giver = table.points_holder(point_card)
        table.remove_points(giver, point_card)
        table.add_points(1 - giver, point_card)
        self._tell(E_CONTROL, 1 - giver, point_card, 0)

    def _lift(self, permanent: i64) -> i64:
        """Take a permanent off the table; under a Jack the point card changes sides. Returns who had the permanent."""
        table = self.table
        if permanent >> 2 != JACK:
            return table.lift_permanent(permanent)
        under = table.jack_lies_on(permanent - 40)
        had = table.points_holder(under)
        table.remove_jack(permanent - 40)
        self._change_sides(under)
        return had

    def _scrap_points(self, card: i64) -> None:
        """A point card leaves the table with every Jack on it."""
        table = self.table
        seat = table.points_holder(card)
        table.remove_points(seat, card)
        self._to_scrap(card, seat)
        self._scrap_jacks_on(card, seat)

    def _scrap_jacks_on(self, point_card: i64, seat: i64) -> None:
        """The top Jack belongs to `seat`, who has the point card; below it owners alternate."""
        table = self.table
        if table.jacks == 0:
            return
        n = table.jacks_on(point_card)
        for suit in range(i64(4)):
            if table.jack_lies_on(suit) == point_card:
                above: i64 = n - 1 - table.jack_height(suit)
                table.remove_jack(suit)
                self._to_scrap(40 + suit, seat if above & 1 == 0 else 1 - seat)

    def _scrap_all_points(self) -> None:
        for seat in range(i64(2)):
            cards: i64 = self.table.zones[POINTS + seat]
            while cards != 0:
                self._scrap_points(lowest(cards))
                cards &= cards - 1

    def _scrap_all_permanents(self) -> None:
        table = self.table
        if table.jacks != 0:
            for step in range(i64(4)):  # from the top of each stack down: a card under n Jacks changes sides n times
                for suit in range(i64(4)):
                    if table.jack_lies_on(suit) >= 0 and table.jack_height(suit) == 3 - step:
                        self._to_scrap(40 + suit, self._lift(40 + suit))
        zones = table.zones
        for seat in range(i64(2)):
            cards: i64 = zones[PERMANENTS + seat]
            zones[PERMANENTS + seat] = 0
            while cards != 0:
                self._to_scrap(lowest(cards), seat)
                cards &= cards - 1

    # Ends of turns and of the match (rules 5.1 to 5.6).

    def _checked_end_turn(self) -> None:
        table = self.table
        seat = table.turn
        if table.reached_goal(seat):
            self._end(END_GOAL, seat)
        elif table.reached_goal(1 - seat):
            self._end(END_GOAL, 1 - seat)
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        table = self.table
        limit = self.options.hand_limit
        if self.options.nine_freezes:
            table.frozen = (table.frozen & ~table.zones[HAND + table.turn]) | table.chilled
            table.chilled = 0
        if limit > 0 and table.zones[SIZE + table.turn] > limit:
            self._ask_discards(table.turn, Q_LIMIT, table.zones[SIZE + table.turn] - limit)
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        table = self.table
        seat: i64 = 1 - table.turn
        table.turn = seat
        table.turns += 1
        self.to_act = seat
        self.question = Q_TURN
        if table.pile == 0 and not self.options.passes_only:
            zones = table.zones
            lead: i64 = zones[SCORE] - zones[SCORE + 1]
            if lead != 0:
                self._end(END_DECK, 0 if lead > 0 else 1)
                return
            if zones[HAND + seat] == 0:
                self._end(END_EMPTY_HAND, 1 - seat)
                return
        if table.turns >= self.options.max_turns:
            self._end(END_TURNS, -1)

    def _end(self, ending: i64, winner: i64) -> None:
        self.ending = ending
        self.table.winner = winner
        self.to_act = -1
        self._tell(E_ENDED, 0, ending, winner + 1)

    def expel(self, seat: i64) -> None:
        self.n_events = 0
        self._end(END_FORFEIT, 1 - seat)

    def reward(self, seat: i64) -> i64:
        winner = self.table.winner
        if winner < 0:
            return 500
        return 1000 if winner == seat else 0

    def place(self, seat: i64) -> i64:
        winner = self.table.winner
        return 1 if winner < 0 or winner == seat else 2

    def score(self, seat: i64) -> i64:
        return self.table.zones[SCORE + seat]

    # Copies and knowledge.

    def copy_from(self, other: State) -> None:
        assert isinstance(other, CuttleState)
        self.copy_base(other)
        self.table.copy_from(other.table)

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        mine = (self.question, self.to_act, self.ending)
        if seat == DEALER:
            return (*mine, *self.table.snapshot(seat), self.seed)
        return (*mine, *self.table.snapshot(seat))

    def write_snapshot(self, seat: i64, out: vec[i64]) -> i64:
        if seat < 0:
            return super().write_snapshot(seat, out)
        out[0] = self.question
        out[1] = self.to_act
        out[2] = self.ending
        return self.table.write_snapshot(seat, out)

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        self.begin(ints[-1] if seat == DEALER else 0)
        self.question = ints[0]
        self.to_act = ints[1]
        self.ending = ints[2]
        self.table.restore(ints[3:-1] if seat == DEALER else ints[3:])

    def imagine(self, seat: i64, seed: i64) -> None:
        self.seed = seed
        self.chance.start(seed, DEAL, 0)
        self.table.imagine(seat, self.chance)
