"""The rules of Bluff: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import heuristic, table, worlds
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.belief import believe
from croupier.games.bluff.core.knowledge import give_pile, learn_lay
from croupier.games.bluff.core.lanes import lane, one, word_of
from croupier.games.bluff.core.layout import LAYOUT
from croupier.games.bluff.core.legal import chosen_rank, claims, lays
from croupier.games.bluff.core.table import lies, next_of, next_seat, side_of
from croupier.kernel.bits import bit, count, lowest_of_few
from croupier.kernel.event_bits import DEALER, pack
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

PICK: Final = purpose("bluff: which challenger")
WORLD: Final = purpose("bluff: world")


@final
class BluffState(State):
    """A match of Bluff."""

    def __init__(self, options: dict[str, int], deal: tuple[int, ...]) -> None:
        """`options`: the words of the layout's last section by name; `deal`: the ranks that are dealt first."""
        super().__init__(options["seats"], 192, LAYOUT, options)
        self.options: Final = options
        self.first_ranks: Final = deal
        ranks = [(options["ranks"] >> 4 * place) & 15 for place in range(options["n_ranks"])]
        self.deck: Final = vec[i64]([_card(rank) for rank in ranks for _ in range(options["copies"])])
        self.order: Final = vec[i64]([0] * c.MOST_CARDS)  # room for the cards while a world is imagined
        self.zone: Final = vec[i64]([0] * c.MOST_CARDS)
        self.n_words = table.known_at(self.words, self.seats + 1, 0)

    def fresh(self) -> State:
        return BluffState(self.options, self.first_ranks)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        self._start_round(self.words, 0)

    def _start_round(self, words: vec[i64], number: i64) -> None:
        """Rules 1.2 to 1.5. A deal depends on the seed and the number of the round, and on nothing else."""
        order = self.deck[:]
        self.shuffled(order, words[w.CARDS], DEAL, number)
        if len(self.first_ranks) > 0:
            _put_first(order, self.first_ranks)
        if number > 0:
            table.clear_round(words)
        table.deal(words, order)
        table.ask_for(words, 0)
        words[w.ROUND] = number
        seat: i64 = number % self.seats
        if (words[w.EXPELLED] >> seat) & 1 != 0:
            seat = next_seat(words, seat)
        self._begin_turn(words, seat)
        if self.watching:
            self._show_deal(words)

    def _begin_turn(self, words: vec[i64], seat: i64) -> None:
        words[w.TURN] = seat
        self.to_act = seat
        self.question = c.Q_LAY

    def _show_deal(self, words: vec[i64]) -> None:
        self.emit_public(c.E_ROUND, words[w.TURN], words[w.ROUND], words[w.STOCK_SIZE])
        for seat in range(self.seats):
            self.emit_public(c.E_DEALT, seat, words[c.ROW * seat + w.HAND_SIZE], 0)
            for rank in range(i64(c.RANKS)):
                held: i64 = table.held(words, seat, rank)
                if held > 0:
                    self.emit_own(c.E_HELD, seat, rank, held)

    def legal(self, out: vec[i64]) -> i64:
        question: i64 = self.question
        if question == c.Q_CHALLENGE:
            out[0] = c.M_TRUST
            out[1] = c.M_CHALLENGE
            return 2
        if question == c.Q_LAY:
            return lays(self.words, self.to_act, out)
        return claims(self.words, out)

    def apply(self, move: i64) -> None:
        words = self.words
        self.n_events = 0
        if self.question != c.Q_CHALLENGE:
            self._lay(words, move)
            return
        # Most moves are answers. As a method of its own this would take a tenth longer.
        seat: i64 = self.to_act
        sealed: i64 = self.sealed & ~bit(seat)
        self.sealed = sealed
        words[w.CHALLENGERS] |= move << seat
        if self.watching:
            self.emit_own(c.E_ANSWERED, seat, c.TRUSTED + move, -1)
        if sealed != 0:
            self.to_act = next_of(sealed, words[w.TURN])
        else:
            self._close(words)

    # A turn.

    def _lay(self, words: vec[i64], move: i64) -> None:
        if words[w.ONE_MOVE] != 0:
            if self.watching:
                self.emit_own(c.E_LAID, self.to_act, move - c.M_LAY, -1)
            table.lay_one(words, move - c.M_LAY)
            self._claimed(words)
        elif move >= c.M_CLAIM:
            self._claim(words, move - c.M_CLAIM)
        elif move == c.M_STOP:
            if self.watching:
                self.emit(pack(c.E_STOPPED, self.to_act, 0, 0, -1, -1, 0, bit(self.to_act)))
            self._settle_rank(words)
        else:
            self._pick(words, move - c.M_LAY)

    def _pick(self, words: vec[i64], rank: i64) -> None:
        """Rule 2.2: the card is picked; the others learn nothing until the claim."""
        self.emit_own(c.E_LAID, self.to_act, rank, -1)
        table.pick(words, rank)
        n: i64 = words[w.N_CHOSEN]
        if n == words[w.MAX_CARDS] or n == words[c.ROW * words[w.TURN] + w.HAND_SIZE]:
            self._settle_rank(words)

    def _settle_rank(self, words: vec[i64]) -> None:
        """Rules 3.1 to 3.4: claim the rank there is no choice about, or ask for it."""
        if words[w.ORDER] == c.ASCENDING:
            self._claim(words, words[w.ASKED])
        elif words[w.TRUTH] != 0:
            self._claim(words, chosen_rank(words))
        else:
            self.question = c.Q_CLAIM

    def _claim(self, words: vec[i64], rank: i64) -> None:
        table.lay_chosen(words, rank)
        if words[w.TRUTH] != 0:
            learn_lay(words)
        self._claimed(words)

    def _claimed(self, words: vec[i64]) -> None:
        """Rules 2.3 and 4.1: the cards lie face down, and everybody else is asked."""
        seat: i64 = words[w.TURN]
        if self.watching:
            self.emit_public(c.E_CLAIMED, seat, words[w.CLAIM_RANK], words[w.CLAIM_COUNT])
        if words[w.IMMEDIATE] != 0 and words[c.ROW * seat + w.HAND_SIZE] == 0:
            words[c.ROW * seat + w.FOOLED] += lies(words)
            self._end_turn(words, seat)
            return
        self.question = c.Q_CHALLENGE
        if words[w.EXPELLED] == 0 and words[w.HALF] == 0:
            self.sealed = words[w.EVERYONE] & ~bit(seat)
            self.to_act = next_seat(words, seat)
        else:
            self.sealed = table.witnesses(words)
            self.to_act = next_of(self.sealed, seat)

    # The sealed window.

    def _close(self, words: vec[i64]) -> None:
        """Rules 4.2 to 4.6: no seat knows how the others answered until now, and then only what this shows."""
        challengers: i64 = words[w.CHALLENGERS]
        claimer: i64 = words[w.TURN]
        if challengers == 0:
            words[c.ROW * claimer + w.FOOLED] += lies(words)
            if self.watching:
                self.emit_public(c.E_TRUSTED, claimer, 0, 0)
            self._end_turn(words, next_seat(words, claimer))
            return
        words[w.CHALLENGERS] = 0
        challenger: i64 = lowest_of_few(challengers)
        if challengers & (challengers - 1) != 0:
            challenger = next_of(challengers, claimer)
            chance = self.chance
            chance.start(self.seed, PICK, words[w.CLAIM_NUMBER])
            steps: i64 = chance.below(count(challengers))
            while steps > 0:
                challenger = next_of(challengers, challenger)
                steps -= 1
        self._judge(words, claimer, challenger)

    def _judge(self, words: vec[i64], claimer: i64, challenger: i64) -> None:
        """Rules 4.3 to 4.5."""
        lie: bool = lies(words) != 0
        taker: i64 = challenger
        following: i64 = claimer
        words[c.ROW * claimer + w.CHALLENGED] += 1
        words[c.ROW * challenger + w.CHALLENGES] += 1
        if lie:
            taker = claimer
            following = challenger
            words[c.ROW * claimer + w.CAUGHT] += 1
            words[c.ROW * challenger + w.SUCCESSES] += 1
        if self.watching:
            self._show_claim(words, claimer, challenger, lie)
            self._show_pile(words, taker)
        words[c.ROW * taker + w.COLLECTED] += words[w.PILE_SIZE]
        give_pile(words, taker)
        self._end_turn(words, following)

    def _show_claim(self, words: vec[i64], claimer: i64, challenger: i64, lie: bool) -> None:
        """Rule 4.3: the cards of the claim are shown to all."""
        self.emit_public(c.E_CHALLENGED, challenger, claimer, 0)
        for rank in range(i64(c.RANKS)):
            shown: i64 = lane(words[w.PENDING], words[w.PENDING + 1], rank)
            if shown > 0:
                self.emit_public(c.E_REVEALED, claimer, rank, shown)
        verdict: i64 = challenger * 2 if lie else challenger * 2 + 1
        self.emit_public(c.E_JUDGED, claimer, words[w.CLAIM_RANK], verdict)

    def _show_pile(self, words: vec[i64], taker: i64) -> None:
        """Rule 4.5: who takes the pile sees its cards, and so does the partner."""
        self.emit_public(c.E_TOOK, taker, words[w.PILE_SIZE], 0)
        viewers: i64 = side_of(words, taker)
        low: i64 = 0
        high: i64 = 0
        for seat in range(self.seats):
            low += words[c.ROW * seat + w.LAID]
            high += words[c.ROW * seat + w.LAID + 1]
        for rank in range(i64(c.RANKS)):
            found: i64 = lane(low, high, rank)
            if found > 0:
                self.emit(pack(c.E_FOUND, taker, 0, 0, rank, found, viewers, viewers))

    # Turns and ends.

    def _end_turn(self, words: vec[i64], following: i64) -> None:
        """Rules 5.1, 5.2 and 2.4; `following` acts next unless the round is over."""
        seat: i64 = words[w.TURN]
        table.clear_claim(words)
        words[w.TURNS] += 1
        table.ask_for(words, words[w.PLACE] + 1)
        self.question = c.Q_LAY
        if words[c.ROW * seat + w.HAND_SIZE] == 0:
            self._end_round(words, side_of(words, seat), c.END_EMPTY)
        elif words[w.TURNS] >= words[w.TURN_LIMIT]:
            self._end_round(words, table.fewest(words), c.END_TURNS)
        else:
            self._begin_turn(words, following)

    def _end_round(self, words: vec[i64], winners: i64, why: i64) -> None:
        """Rules 5.3 and 6.1."""
        sides: i64 = count(winners)
        if words[w.HALF] > 0:
            sides = sides // 2
        for seat in range(self.seats):
            at: i64 = c.ROW * seat
            if (winners >> seat) & 1 != 0:
                words[at + w.WON] += c.ROUND_WON // sides
            words[at + w.LEFT] += words[at + w.HAND_SIZE]
        self.emit_public(c.E_ROUND_OVER, 0, winners, why)
        if words[w.ROUND] + 1 < words[w.ROUNDS]:
            self._start_round(words, words[w.ROUND] + 1)
        else:
            self.end_match(c.E_ENDED, why if words[w.ROUNDS] == 1 else c.END_ROUNDS)

    def expel(self, seat: i64) -> None:
        """Rule 6.4."""
        words = self.words
        self.n_events = 0
        if self.to_act < 0 or (words[w.EXPELLED] >> seat) & 1 != 0:
            return
        words[w.EXPELLED] |= bit(seat)
        self.emit_public(c.E_EXPELLED, seat, 0, 0)
        following: i64 = next_seat(words, seat)
        is_last: bool = words[w.EVERYONE] & ~words[w.EXPELLED] & ~side_of(words, following) == 0
        if is_last or words[w.TURN] == seat:
            table.put_back(words)
            table.clear_claim(words)
            self.question = c.Q_LAY
            if is_last:
                self.end_match(c.E_ENDED, c.END_LAST)
            else:
                self._begin_turn(words, following)

    def place(self, seat: i64) -> i64:
        return 1 + table.sides_before(self.words, seat)

    def reward(self, seat: i64) -> i64:
        return table.reward(self.words, seat)

    def score(self, seat: i64) -> i64:
        words = self.words
        return words[c.ROW * seat + w.WON] * 100 // c.ROUND_WON

    # Heuristic and search.

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return heuristic.choose(self.words, self.question, self.to_act, r, moves, n)

    def chance_of_truth(self, seat: i64) -> i64:
        """For code that is not compiled, as the next: how likely the claim is true, in parts of `heuristic.UNIT`."""
        return heuristic.chance_of_truth(self.words, seat)

    def chance_of_lie(self, seat: i64) -> i64:
        return heuristic.chance_of_lie(self.words, seat)

    def last_needed(self, seat: i64) -> i64:
        return heuristic.last_needed(self.words, seat)

    def chapter(self) -> i64:
        words = self.words
        return words[w.ROUND]

    def horizon(self) -> i64:
        """Hands grow and shrink for long; after some turns their sizes say as much as the rest of the round."""
        return heuristic.HORIZON * self.seats

    def outlook(self, seat: i64) -> i64:
        return heuristic.outlook(self.words, seat)

    def imagine(self, seat: i64, seed: i64) -> None:
        self.seed = seed
        self.chance.start(seed, WORLD, 0)
        worlds.imagine(self.words, self.order, self.zone, seat, self.chance)

    def believe(self, seat: i64) -> None:
        believe(self.words, self.zone, seat, self.chance)

    # Snapshots.

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        if seat == DEALER:
            return worlds.append_all(self, out, n)
        worlds.hide(self, seat, out)
        return worlds.append_own(self, seat, out, n)

    def snapshot_rest(self) -> i64:
        """The dealer's, which is the longest."""
        return 2 * self.seats * (self.seats + 1) + 3 * self.seats + 3

    def finish_restore(self, seat: i64, ints: tuple[int, ...], n: i64) -> None:
        words = self.words
        worlds.work_out(words)
        if seat == DEALER:
            worlds.restore_all(words, ints, n)
        else:
            worlds.restore_own(words, seat, ints, n)


def _card(rank: int) -> int:
    """A card as it is shuffled: as its word counts it, and negative where that is the high word."""
    return one(rank) * (1 - 2 * word_of(rank))


def _put_first(order: vec[i64], ranks: tuple[int, ...]) -> None:
    """Honour the setting `deal`: its ranks come first, in its order; the others keep theirs."""
    first = [_card(rank) for rank in ranks]
    rest = [int(card) for card in order]
    for card in first:
        rest.remove(card)
    for at, card in enumerate((*first, *rest)):
        order[at] = card
