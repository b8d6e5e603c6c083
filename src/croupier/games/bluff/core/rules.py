"""The rules of Bluff: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core.belief import believe
from croupier.games.bluff.core.codes import (
    ASCENDING,
    E_ANSWERED,
    E_CHALLENGED,
    E_CLAIMED,
    E_DEALT,
    E_ENDED,
    E_EXPELLED,
    E_FOUND,
    E_HELD,
    E_JUDGED,
    E_LAID,
    E_REVEALED,
    E_ROUND,
    E_ROUND_OVER,
    E_STOPPED,
    E_TOOK,
    E_TRUSTED,
    END_EMPTY,
    END_LAST,
    END_ROUNDS,
    END_TURNS,
    M_CHALLENGE,
    M_CLAIM,
    M_LAY,
    M_STOP,
    M_TRUST,
    Q_CHALLENGE,
    Q_CLAIM,
    Q_LAY,
    RANKS,
    ROUND,
    S_CAUGHT,
    S_CHALLENGED,
    S_CHALLENGES,
    S_COLLECTED,
    S_FOOLED,
    S_SUCCESSES,
    TRUSTED,
)
from croupier.games.bluff.core.heuristic import HORIZON, choose, outlook
from croupier.games.bluff.core.knowledge import give_pile, learn_lay
from croupier.games.bluff.core.lanes import shift_of, word_of
from croupier.games.bluff.core.legal import claims, laid_rank, lays
from croupier.games.bluff.core.options import Options, card_of
from croupier.games.bluff.core.table import LAID, LEFT, ROW, SIZE, STATS, WON, Table, next_of
from croupier.games.bluff.core.worlds import imagine, restore, snapshot
from croupier.kernel.bits import bit, count, lowest_of_few
from croupier.kernel.event_bits import pack, public
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

PICK: Final = purpose("bluff: which challenger")
WORLD: Final = purpose("bluff: world")


@final
class BluffState(State):
    """A match of Bluff."""

    def __init__(self, options: Options) -> None:
        super().__init__(options.seats, 192)
        self.options: Final = options
        self.table: Final = Table(options)

    def fresh(self) -> State:
        return BluffState(self.options)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        self.table.clear()
        self._start_round(0)

    def _start_round(self, number: i64) -> None:
        """Rules 1.2 to 1.5. A deal depends on the seed and the number of the round, and on nothing else."""
        table = self.table
        options = self.options
        order = options.pack[:]
        self.shuffled(order, options.cards, DEAL, number)
        if len(options.deal) > 0:
            _put_first(order, options.deal)
        if number > 0:
            table.clear_round()
        table.deal(order)
        table.round = number
        self.question = Q_LAY
        table.turn = number % self.seats
        if (table.expelled >> table.turn) & 1 != 0:
            table.turn = table.next_seat(table.turn)
        self.to_act = table.turn
        if self.watching:
            self._tell_deal()

    def _tell_deal(self) -> None:
        table = self.table
        self._tell(E_ROUND, table.turn, table.round, table.stock_size)
        for seat in range(self.seats):
            self._tell(E_DEALT, seat, table.hand_size(seat), 0)
            own: i64 = bit(seat)
            for rank in range(i64(RANKS)):
                held: i64 = table.held(seat, rank)
                if held > 0:
                    self.emit(pack(E_HELD, seat, 0, 0, rank, held, own, own))

    def legal(self, out: vec[i64]) -> i64:
        question: i64 = self.question
        if question == Q_CHALLENGE:
            out[0] = M_TRUST
            out[1] = M_CHALLENGE
            return 2
        if question == Q_LAY:
            return lays(self.table, self.to_act, out)
        return claims(self.table, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.table, self.question, self.to_act, r, moves, n)

    # `table` is handed from method to method: fetching it anew in each of them takes a tenth of a move.

    def apply(self, move: i64) -> None:
        table = self.table
        self.n_events = 0
        if self.question == Q_CHALLENGE:
            seat: i64 = self.to_act
            sealed: i64 = self.sealed & ~bit(seat)
            self.sealed = sealed
            table.challengers |= move << seat
            if self.watching:
                self.emit(pack(E_ANSWERED, seat, 0, 0, TRUSTED + move, -1, bit(seat), bit(seat)))
            if sealed != 0:
                self.to_act = next_of(sealed, table.turn)
            else:
                self._close(table)
        elif self.options.plain:
            if self.watching:
                self._tell_laid(move - M_LAY)
            table.lay_one(move - M_LAY)
            self._claimed(table)
        elif move >= M_CLAIM:
            self._claim_chosen(table, move - M_CLAIM)
        elif move == M_STOP:
            if self.watching:
                self.emit(pack(E_STOPPED, self.to_act, 0, 0, -1, -1, 0, bit(self.to_act)))
            self._settle_rank(table)
        else:
            self._pick(table, move - M_LAY)

    def _tell(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        if self.watching:
            self.emit(public(kind, actor, a, b, self.seats))

    # A turn.

    def _pick(self, table: Table, rank: i64) -> None:
        """Rule 2.2: the card is picked; the others learn nothing until the claim."""
        self._tell_laid(rank)
        table.pick(rank)
        if table.n_chosen == self.options.max_cards or table.n_chosen == table.hand_size(table.turn):
            self._settle_rank(table)

    def _tell_laid(self, rank: i64) -> None:
        own: i64 = bit(self.to_act)
        self.emit(pack(E_LAID, self.to_act, 0, 0, rank, -1, own, own))

    def _settle_rank(self, table: Table) -> None:
        """Rules 3.1 to 3.4: claim the rank there is no choice about, or ask for it."""
        if self.options.order == ASCENDING:
            self._claim_chosen(table, table.asked_rank())
        elif self.options.truth:
            self._claim_chosen(table, laid_rank(table))
        else:
            self.question = Q_CLAIM

    def _claim_chosen(self, table: Table, rank: i64) -> None:
        low: i64 = table.chosen_low
        high: i64 = table.chosen_high
        n: i64 = table.n_chosen
        table.put_back()
        table.lay(rank, low, high, n)
        if self.options.truth:
            learn_lay(table)
        self._claimed(table)

    def _claimed(self, table: Table) -> None:
        """Rules 2.3 and 4.1: the cards lie face down, and everybody else is asked."""
        seat: i64 = table.turn
        if self.watching:
            self._tell(E_CLAIMED, seat, table.claim_rank, table.claim_count)
        if self.options.immediate and table.hand_size(seat) == 0:
            self._stood(table, seat)
            self._end_turn(table, seat)
            return
        self.question = Q_CHALLENGE
        if table.expelled == 0 and self.options.half == 0:
            self.sealed = self.options.everyone & ~bit(seat)
            self.to_act = table.next_seat(seat)
        else:
            self.sealed = table.witnesses()
            self.to_act = next_of(self.sealed, seat)

    def _stood(self, table: Table, claimer: i64) -> None:
        """Nobody challenged the claim."""
        table.rows[ROW * claimer + STATS + S_FOOLED] += table.lies()

    # The sealed window.

    def _close(self, table: Table) -> None:
        """Rules 4.2 to 4.6: nobody knows how the others answered until now, and then only what this tells."""
        challengers: i64 = table.challengers
        claimer: i64 = table.turn
        if challengers == 0:
            self._stood(table, claimer)
            if self.watching:
                self._tell(E_TRUSTED, claimer, 0, 0)
            self._end_turn(table, table.next_seat(claimer))
            return
        table.challengers = 0
        challenger: i64 = lowest_of_few(challengers)
        if challengers & (challengers - 1) != 0:
            challenger = next_of(challengers, claimer)
            chance = self.chance
            chance.start(self.seed, PICK, table.claims)
            steps: i64 = chance.below(count(challengers))
            while steps > 0:
                challenger = next_of(challengers, challenger)
                steps -= 1
        self._judge(table, claimer, challenger)

    def _judge(self, table: Table, claimer: i64, challenger: i64) -> None:
        """Rules 4.3 to 4.5."""
        rows = table.rows
        true = table.is_true()
        taker: i64 = challenger
        following: i64 = claimer
        rows[ROW * claimer + STATS + S_CHALLENGED] += 1
        rows[ROW * challenger + STATS + S_CHALLENGES] += 1
        if not true:
            taker = claimer
            following = challenger
            rows[ROW * claimer + STATS + S_CAUGHT] += 1
            rows[ROW * challenger + STATS + S_SUCCESSES] += 1
        if self.watching:
            self._tell_verdict(claimer, challenger, true)
            self._tell_pile(taker)
        rows[ROW * taker + STATS + S_COLLECTED] += table.pile
        give_pile(table, taker)
        self._end_turn(table, following)

    def _tell_verdict(self, claimer: i64, challenger: i64, true: bool) -> None:
        """Rule 4.3: the cards of the claim are shown to all."""
        table = self.table
        self._tell(E_CHALLENGED, challenger, claimer, 0)
        for rank in range(i64(RANKS)):
            shown: i64 = table.shown(rank)
            if shown > 0:
                self._tell(E_REVEALED, claimer, rank, shown)
        verdict: i64 = challenger * 2
        if true:
            verdict += 1
        self._tell(E_JUDGED, claimer, table.claim_rank, verdict)

    def _tell_pile(self, taker: i64) -> None:
        """Rule 4.5: who takes the pile sees its cards, and so does the partner."""
        table = self.table
        rows = table.rows
        self._tell(E_TOOK, taker, table.pile, 0)
        viewers: i64 = table.side_bits(taker)
        for rank in range(i64(RANKS)):
            word: i64 = word_of(rank)
            cards: i64 = 0
            for seat in range(self.seats):
                cards += rows[ROW * seat + LAID + word]
            found: i64 = (cards >> shift_of(rank)) & 0xFF
            if found > 0:
                self.emit(pack(E_FOUND, taker, 0, 0, rank, found, viewers, viewers))

    # Turns and ends.

    def _end_turn(self, table: Table, following: i64) -> None:
        """Rules 5.1, 5.2 and 2.4; `following` acts next unless the round is over."""
        seat: i64 = table.turn
        table.clear_claim()
        turns: i64 = table.turns + 1
        table.turns = turns
        table.ask_for(table.place + 1)
        self.question = Q_LAY
        if table.rows[ROW * seat + SIZE] == 0:
            self._end_round(table.side_bits(seat), END_EMPTY)
        elif turns >= self.options.turns:
            self._end_round(table.fewest(), END_TURNS)
        else:
            table.turn = following
            self.to_act = following

    def _end_round(self, winners: i64, why: i64) -> None:
        """Rules 5.3 and 6.1."""
        table = self.table
        sides: i64 = count(winners)
        if self.options.half > 0:
            sides = sides // 2
        rows = table.rows
        for seat in range(self.seats):
            at: i64 = ROW * seat
            if (winners >> seat) & 1 != 0:
                rows[at + WON] += ROUND // sides
            rows[at + LEFT] += rows[at + SIZE]
        self._tell(E_ROUND_OVER, 0, winners, why)
        if table.round + 1 < self.options.rounds:
            self._start_round(table.round + 1)
        else:
            self._end(why if self.options.rounds == 1 else END_ROUNDS)

    def _end(self, ending: i64) -> None:
        self.ending = ending
        self.to_act = -1
        self._tell(E_ENDED, 0, ending, 0)

    def expel(self, seat: i64) -> None:
        """Rule 6.4."""
        self.n_events = 0
        table = self.table
        if self.to_act < 0 or (table.expelled >> seat) & 1 != 0:
            return
        table.expelled |= bit(seat)
        self._tell(E_EXPELLED, seat, 0, 0)
        still_in: i64 = self.options.everyone & ~table.expelled
        following: i64 = self.table.next_seat(seat)
        if still_in & ~table.side_bits(following) == 0:
            table.clear_turn()
            self.question = Q_LAY
            self._end(END_LAST)
        elif table.turn == seat:
            table.clear_turn()
            self.question = Q_LAY
            table.turn = following
            self.to_act = following

    # Places.

    def place(self, seat: i64) -> i64:
        return 1 + self.table.sides_before(seat)

    def reward(self, seat: i64) -> i64:
        return self.table.reward(seat)

    def chapter(self) -> i64:
        return self.table.round

    def horizon(self) -> i64:
        """Hands grow and shrink for long; after some turns their sizes tell as much as the rest of the round."""
        return HORIZON * self.seats

    def outlook(self, seat: i64) -> i64:
        return outlook(self.table, seat)

    def score(self, seat: i64) -> i64:
        return self.table.rows[ROW * seat + WON] * 100 // ROUND

    # Copies and knowledge.

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BluffState)
        super().copy_from(other)
        self.table.copy_from(other.table)

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        return snapshot(self, self.table, seat)

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        restore(self, self.table, seat, ints)

    def imagine(self, seat: i64, seed: i64) -> None:
        self.seed = seed
        self.chance.start(seed, WORLD, 0)
        imagine(self.table, seat, self.chance)

    def believe(self, seat: i64) -> None:
        believe(self.table, seat, self.chance)


def _put_first(order: vec[i64], deal: tuple[int, ...]) -> None:
    """Honour the setting `deal`: its ranks come first, in its order; the others keep theirs."""
    first = [card_of(rank) for rank in deal]
    rest = [int(card) for card in order]
    for card in first:
        rest.remove(card)
    for at, card in enumerate((*first, *rest)):
        order[at] = card
