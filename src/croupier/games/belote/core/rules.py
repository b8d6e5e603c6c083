"""The rules of Belote: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.heuristic import choose, outlook, weight
from croupier.games.belote.core.layout import LAYOUT
from croupier.games.belote.core.legal import legal_moves
from croupier.games.belote.core.ranks import LAID, POINTS_MASK, POINTS_SHIFT, RANKED, TRUMPS, card_of
from croupier.games.belote.core.scoring import (
    announcer_of,
    match_points,
    packed_result,
    sweeper_of,
    wins_at_once,
)
from croupier.games.belote.core.solver import Solver, count_out
from croupier.games.belote.core.table import clear_deal, collect, resume_trick
from croupier.games.belote.core.tricks import rule_out, take_trick
from croupier.games.belote.core.worlds import imagine
from croupier.kernel.bits import bit, lowest
from croupier.kernel.event_bits import DEALER, pack
from croupier.kernel.layout import append_words, copy_words, restore_words, round_up
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State
from croupier.kernel.three_hands import ThreeHands

FIRST_DEALER: Final = purpose("belote: first dealer")
TARGET_STEP: Final = 100
SOLVED_FROM: Final = 8  # cards played, when the rest of a deal is short enough to be solved
SNAPSHOT_REST: Final = 69  # the cards played, LATER, the deck and the seed; the results come on top


@final
class BeloteState(State):
    """A match of Belote."""

    def __init__(self, options: dict[str, int]) -> None:
        """`options`: the words of the layout's last section by name."""
        super().__init__(4, 128, LAYOUT, options)
        self.options: Final = options
        self.deck: Final = vec[i64]([0] * c.DECK_SIZE)
        self.results: vec[i64] = vec[i64]([0] * 64)  # of the deals so far; see scoring.py
        self.worlds: ThreeHands = ThreeHands()
        self.solver: Solver | None = None  # large, and only searches need one
        self.after_deal: BeloteState | None = None

    def fresh(self) -> State:
        return BeloteState(self.options)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        words = self.words
        chance = self.chance
        chance.start(seed, FIRST_DEALER, 0)
        words[w.DEALER] = chance.below(4)
        words[w.TARGET] = words[w.FIRST_TARGET]
        self._start_deal(words)

    def _start_deal(self, words: vec[i64]) -> None:
        """Rules 1.3 and 1.4: a fresh deck, and the dealer's right cuts it."""
        clear_deal(words, self.first_words)
        deck = self.deck
        for i in range(i64(c.DECK_SIZE)):
            deck[i] = i
        self.shuffled(deck, c.DECK_SIZE, DEAL, words[w.DEAL])
        words[w.UNDEALT] = c.DECK_SIZE
        self.emit_public(c.E_DEAL, words[w.DEALER], words[w.DEAL] & 255, (words[w.DEAL] >> 8) & 255)
        self.question = c.Q_CUT
        self.to_act = (words[w.DEALER] + 3) & 3

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.words, self.question, self.to_act, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.words, self.question, self.to_act, r, moves, n)

    def weight(self, seat: i64) -> i64:
        return weight(self.words, seat)

    def apply(self, move: i64) -> None:
        """A card is laid in this very function, for speed (rules 4.1 to 4.7).

        The word with the highest place is read first: one check of the length then serves all literal places.
        """
        words = self.words
        self.n_events = 0
        if move < c.M_CARD:
            self._cut_or_bid(words, move)
            return
        best: i64 = words[w.BEST_ROW]
        card: i64 = move - c.M_CARD
        row: i64 = LAID[(words[w.MODE] << 5) + card]
        seat: i64 = self.to_act
        self.to_act = (seat + 1) & 3
        if self.watching:
            self.emit_public(c.E_PLAYED, seat, card, 0)
        words[w.HAND + (seat & 3)] ^= bit(card)
        played: i64 = words[w.N_PLAYED] & 31
        words[w.PLAYS + played] = card
        words[w.N_PLAYED] = played + 1
        words[w.TRICK_POINTS] += (row >> POINTS_SHIFT) & POINTS_MASK
        loses: bool = False
        if played & 3 == 0:
            words[w.LED] = card >> 3
        else:
            loses = (best >> card) & 1 == 0
            if card >> 3 != words[w.LED] or (loses and best < 0):
                rule_out(words, seat, card, best, loses)
        if not loses:
            words[w.BEST_SEAT] = seat
            words[w.BEST_ROW] = row
        if played & 3 == 3:
            self._end_trick(words)

    def _cut_or_bid(self, words: vec[i64], move: i64) -> None:
        if move >= c.M_ACCEPT:
            self._bid(words, move)
        else:
            self._cut(words, c.FIRST_CUT + (move >> 1), move & 1 == 0)

    # The cut and the deal.

    def _cut(self, words: vec[i64], position: i64, from_top: bool) -> None:
        """Rules 1.4 and 1.5."""
        deck = self.deck
        self.emit_public(c.E_CUT, self.to_act, position, 1 if from_top else 0)
        top: i64 = 0
        if words[w.REAL_CUT] != 0:
            top = position if from_top else c.DECK_SIZE - position
        for turn in range(i64(4)):
            seat: i64 = (words[w.DEALER] + 1 + turn) & 3
            words[w.HAND + seat] = collect(deck, top + turn * 3, 3) | collect(deck, top + 12 + turn * 2, 2)
            words[w.LATER + seat] = collect(deck, top + 20 + turn * 3, 3)
            self._show(seat, words[w.HAND + seat])
        words[w.UNDEALT] = 0
        self.question = c.Q_BID
        self.to_act = (words[w.DEALER] + 1) & 3

    def _show(self, seat: i64, cards: i64) -> None:
        """Emit that cards were dealt; only `seat` learns which."""
        if self.watching:
            while cards != 0:
                self.emit(pack(c.E_DEALT, seat, 0, 0, lowest(cards), -1, bit(seat), 15))
                cards &= cards - 1

    # The bidding.

    def _bid(self, words: vec[i64], move: i64) -> None:
        seat = self.to_act
        number: i64 = words[w.N_ACTIONS]
        words[w.N_ACTIONS] = number + 1
        words[w.ACTIONS + number // c.ACTIONS_PER_WORD] |= (move - c.M_ACCEPT) << (number % c.ACTIONS_PER_WORD * 5)
        if move == c.M_ACCEPT:
            self._accept(words, seat)
        elif move < c.M_DOUBLE:
            self._announce(words, seat, move - c.M_ANNOUNCE)
        elif move < c.M_REDOUBLE:
            words[w.ACCEPTS] = 0
            words[w.DOUBLED] |= bit(move - c.M_DOUBLE)
            words[w.CLOSED] = 1
            self.emit_public(c.E_DOUBLED, seat, move - c.M_DOUBLE, 0)
        else:
            words[w.ACCEPTS] = 0
            words[w.REDOUBLED] |= bit(move - c.M_REDOUBLE)
            self.emit_public(c.E_REDOUBLED, seat, move - c.M_REDOUBLE, 0)
        if words[w.ACCEPTS] == 3:
            self._begin_play(words)
        else:
            self.to_act = (seat + 1) & 3

    def _announce(self, words: vec[i64], seat: i64, mode: i64) -> None:
        """Rules 3.2 and 3.3; rule 3.5: both opponents may double it until they speak otherwise."""
        words[w.BID] = mode
        words[w.BIDDER] = seat
        words[w.ACCEPTS] = 0
        words[w.ANNOUNCED + (seat & 1)] |= bit(mode)
        words[w.MAY_DOUBLE + seat] = 0
        words[w.MAY_DOUBLE + ((seat + 1) & 3)] |= bit(mode)
        words[w.MAY_DOUBLE + ((seat + 3) & 3)] |= bit(mode)
        self.emit_public(c.E_ANNOUNCED, seat, mode, 0)

    def _accept(self, words: vec[i64], seat: i64) -> None:
        """Rules 3.4 and 3.7."""
        mode = words[w.BID]
        words[w.ACCEPTS] += 1
        words[w.MAY_DOUBLE + seat] = 0
        doubles: i64 = 0
        if bit(mode) & c.ACCEPT_DOUBLES != 0 and (seat ^ words[w.BIDDER]) & 1 != 0:
            words[w.CLOSED] = 1
            if words[w.ACCEPT_DOUBLES] != 0 and (words[w.DOUBLED] >> mode) & 1 == 0:
                words[w.DOUBLED] |= bit(mode)
                doubles = 1
        self.emit_public(c.E_ACCEPTED, seat, mode, doubles)

    def _begin_play(self, words: vec[i64]) -> None:
        """Rules 3.8 and 1.6. Modes are announced in rising order, so the first of a set is the lowest."""
        doubled: i64 = words[w.DOUBLED]
        mode: i64 = words[w.BID]
        if doubled != 0:
            mode = lowest(doubled)
            words[w.MULTIPLIER] = 4 if (words[w.REDOUBLED] >> mode) & 1 != 0 else 2
        words[w.MODE] = mode
        words[w.TRUMPS] = TRUMPS[mode]
        words[w.RANKED] = RANKED[mode]
        words[w.ANNOUNCER] = announcer_of(words, mode)
        self.emit_public(c.E_CONTRACT, words[w.ANNOUNCER], mode, words[w.MULTIPLIER])
        for turn in range(i64(4)):
            seat: i64 = (words[w.DEALER] + 1 + turn) & 3
            self._show(seat, words[w.LATER + seat])
            words[w.HAND + seat] |= words[w.LATER + seat]
            words[w.LATER + seat] = 0
        self.question = c.Q_CARD
        self.to_act = words[w.LEADER]

    # The tricks.

    def _end_trick(self, words: vec[i64]) -> None:
        """Rules 4.7 and 4.8."""
        points: i64 = take_trick(words)
        winner: i64 = words[w.LEADER]
        self.to_act = winner
        if self.watching:
            self.emit_public(c.E_TRICK, winner, points, 0)
        if words[w.N_PLAYED] == c.DECK_SIZE:
            self._end_deal(words)

    # Scores and ends.

    def _end_deal(self, words: vec[i64]) -> None:
        """Section 5."""
        mode: i64 = words[w.MODE]
        team: i64 = words[w.ANNOUNCER] & 1
        sweeper: i64 = sweeper_of(words)
        instant: bool = wins_at_once(words, sweeper)
        first, second = match_points(words, sweeper)
        words[w.POINTS] += first
        words[w.POINTS + 1] += second
        self.add_result(
            packed_result(mode, words[w.MULTIPLIER], team, sweeper, instant, words[w.CARD_POINTS], first, second)
        )
        if self.watching:
            for side in range(i64(2)):
                self.emit_public(c.E_COUNTED, side, words[w.CARD_POINTS + side] & 255, words[w.CARD_POINTS + side] >> 8)
            self.emit_public(c.E_SCORED, 0, first & 255, first >> 8)
            self.emit_public(c.E_SCORED, 1, second & 255, second >> 8)
            self.emit_public(c.E_DEAL_ENDED, 0, sweeper + 1, 1 if instant else 0)
        if instant:
            self._end(words, c.END_SWEEP, sweeper)
        else:
            self._next_deal(words)

    def add_result(self, result: i64) -> None:
        words = self.words
        n: i64 = words[w.N_RESULTS]
        self._make_room(n + 1)
        self.results[n] = result
        words[w.N_RESULTS] = n + 1

    def _make_room(self, n: i64) -> None:
        """Have room for n results."""
        if n > len(self.results):
            longer = vec[i64]([0] * round_up(2 * n))
            copy_words(longer, self.results, len(self.results))
            self.results = longer

    def _next_deal(self, words: vec[i64]) -> None:
        """Rules 5.7 to 5.9."""
        lead: i64 = words[w.POINTS] - words[w.POINTS + 1]
        deals = words[w.DEALS]
        if deals > 0:
            if words[w.N_RESULTS] == deals:
                self._end(words, c.END_DEALS, -1 if lead == 0 else (0 if lead > 0 else 1))
                return
        else:
            while words[w.POINTS] >= words[w.TARGET] and words[w.POINTS + 1] >= words[w.TARGET]:
                words[w.TARGET] += TARGET_STEP
                self.emit_public(c.E_TARGET, 0, words[w.TARGET] & 255, words[w.TARGET] >> 8)
            if words[w.POINTS] >= words[w.TARGET] or words[w.POINTS + 1] >= words[w.TARGET]:
                self._end(words, c.END_TARGET, 0 if lead > 0 else 1)
                return
        words[w.DEAL] += 1
        words[w.DEALER] = (words[w.DEALER] + 1) & 3
        self._start_deal(words)

    def _end(self, words: vec[i64], ending: i64, winner: i64) -> None:
        words[w.WINNER] = winner
        self.end_match(c.E_ENDED, ending, winner + 1)

    def expel(self, seat: i64) -> None:
        """Rule 5.10."""
        words = self.words
        self.n_events = 0
        self._end(words, c.END_FORFEIT, (seat + 1) & 1)

    def reward(self, seat: i64) -> i64:
        words = self.words
        winner = words[w.WINNER]
        if winner < 0:
            return 500
        return 1000 if winner == seat & 1 else 0

    def chapter(self) -> i64:
        words = self.words
        return words[w.DEAL]

    def outlook(self, seat: i64) -> i64:
        return outlook(self.words, seat & 1)

    def is_solvable(self) -> bool:
        words = self.words
        return self.question == c.Q_CARD and words[w.N_PLAYED] >= SOLVED_FROM

    def solve(self, seat: i64, moves: vec[i64], n: i64, out: vec[i64]) -> None:
        solver = self.solver
        after = self.after_deal
        if solver is None or after is None:
            solver = Solver()
            after = BeloteState(self.options)
            after.watching = False
            self.solver = solver
            self.after_deal = after
        solver.solve(self.words, seat, moves, n, out)
        for i in range(n):
            out[n + i] = out[i] if seat & 1 == 0 else -out[i]
            after.copy_from(self)
            count_out(after.words, out[i])
            after._end_deal(after.words)
            out[i] = after.reward(seat) if after.to_act < 0 else after.outlook(seat)

    def place(self, seat: i64) -> i64:
        words = self.words
        winner = words[w.WINNER]
        return 1 if winner < 0 or winner == seat & 1 else 2

    def score(self, seat: i64) -> i64:
        words = self.words
        return words[w.POINTS + (seat & 1)]

    # Copies and knowledge.

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BeloteState)
        super().copy_from(other)
        words = self.words
        if words[w.UNDEALT] > 0:
            copy_words(self.deck, other.deck, c.DECK_SIZE)
        n: i64 = words[w.N_RESULTS]
        if n > 0:
            self._make_room(n)
            copy_words(self.results, other.results, n)
        self.worlds = other.worlds

    def snapshot_rest(self) -> i64:
        words = self.words
        return SNAPSHOT_REST + words[w.N_RESULTS]

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """A seat knows its own hand, a spectator none."""
        words = self.words
        out[w.IN_TRICK] = words[w.N_PLAYED] & 3
        out[w.BEST] = card_of(words[w.BEST_ROW])
        if seat != DEALER:
            for other in range(i64(4)):
                if other != seat:
                    out[w.HAND + other] = 0
        n = append_words(out, n, words, w.PLAYS, words[w.N_PLAYED])
        n = append_words(out, n, self.results, 0, words[w.N_RESULTS])
        if seat == DEALER:
            n = append_words(out, n, words, w.LATER, 4)
            n = append_words(out, n, self.deck, 0, words[w.UNDEALT])
        return n

    def finish_restore(self, seat: i64, ints: tuple[int, ...], n: i64) -> None:
        words = self.words
        n = restore_words(words, w.PLAYS, ints, n, words[w.N_PLAYED])
        self._make_room(words[w.N_RESULTS])
        n = restore_words(self.results, 0, ints, n, words[w.N_RESULTS])
        if seat == DEALER:
            n = restore_words(words, w.LATER, ints, n, 4)
            restore_words(self.deck, 0, ints, n, words[w.UNDEALT])
        else:
            deck = self.deck
            for i in range(words[w.UNDEALT]):
                deck[i] = 0
        self.worlds = ThreeHands()
        resume_trick(words)

    def deal_unknown(self, seat: i64) -> None:
        imagine(self.words, self.deck, self.worlds, seat, self.chance)
