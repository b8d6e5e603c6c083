"""The rules of Belote: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.codes import (
    ACCEPT_DOUBLES,
    ACTIONS_PER_NUMBER,
    B_ACCEPTS,
    B_ACTIONS,
    B_ANNOUNCED,
    B_BIDDER,
    B_CLOSED,
    B_COUNT,
    B_CURRENT,
    B_DOUBLED,
    B_MAY_DOUBLE,
    B_REDOUBLED,
    DECK_SIZE,
    E_ACCEPTED,
    E_ANNOUNCED,
    E_CONTRACT,
    E_COUNTED,
    E_CUT,
    E_DEAL,
    E_DEAL_ENDED,
    E_DEALT,
    E_DOUBLED,
    E_ENDED,
    E_PLAYED,
    E_REDOUBLED,
    E_SCORED,
    E_TARGET,
    E_TRICK,
    END_DEALS,
    END_FORFEIT,
    END_SWEEP,
    END_TARGET,
    FIRST_CUT,
    M_ACCEPT,
    M_ANNOUNCE,
    M_CARD,
    M_DOUBLE,
    M_REDOUBLE,
    NO_TRUMPS,
    Q_BID,
    Q_CARD,
    Q_CUT,
)
from croupier.games.belote.legal import legal_bids, legal_cards, legal_cuts
from croupier.games.belote.policy import choose, outlook, weight
from croupier.games.belote.ranks import TRUMPS
from croupier.games.belote.scoring import announcer_of, deal_points, packed_result, sweeper_of
from croupier.games.belote.table import CARD_POINTS, HAND, LATER, POINTS, Options, Table, gathered
from croupier.games.belote.tricks import lay_card, take_trick
from croupier.kernel.bits import bit, lowest
from croupier.kernel.events import DEALER, pack, public
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

FIRST_DEALER: Final = purpose("belote: first dealer")
TARGET_STEP: Final = 100


@final
class BeloteState(State):
    """A match of Belote."""

    def __init__(self, options: Options) -> None:
        super().__init__(4, 128)
        self.options: Final = options
        self.table: Final = Table()

    def fresh(self) -> State:
        return BeloteState(self.options)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        table = self.table
        chance = self.chance
        chance.start(seed, FIRST_DEALER, 0)
        table.dealer = chance.below(4)
        table.deal = 0
        table.target = self.options.target
        table.clear()
        self._start_deal()

    def _start_deal(self) -> None:
        """Rules 1.3 and 1.4: a fresh deck, and the dealer's right cuts it."""
        table = self.table
        table.clear_deal()
        deck = table.deck
        for i in range(i64(DECK_SIZE)):
            deck[i] = i
        self.shuffled(deck, DECK_SIZE, DEAL, table.deal)
        table.undealt = DECK_SIZE
        self._tell(E_DEAL, table.dealer, table.deal & 255, (table.deal >> 8) & 255)
        self.question = Q_CUT
        self.to_act = (table.dealer + 3) & 3

    def legal(self, out: vec[i64]) -> i64:
        if self.question == Q_CARD:
            return legal_cards(self.table, self.to_act, out)
        if self.question == Q_BID:
            return legal_bids(self.table, self.to_act, out)
        return legal_cuts(out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.table, self.question, self.to_act, r, moves, n)

    def weight(self, seat: i64) -> i64:
        return weight(self.table, seat)

    def apply(self, move: i64) -> None:
        self.n_events = 0
        if move >= M_CARD:
            self._play(move - M_CARD)
        elif move >= M_ACCEPT:
            self._bid(move)
        else:
            self._cut(FIRST_CUT + (move >> 1), move & 1 == 0)

    def _tell(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        """Emit an event without secrets."""
        if self.watching:
            self.emit(public(kind, actor, a, b, 4))

    # The cut and the deal.

    def _cut(self, position: i64, from_top: bool) -> None:
        """Rules 1.4 and 1.5."""
        table = self.table
        deck = table.deck
        self._tell(E_CUT, self.to_act, position, 1 if from_top else 0)
        top: i64 = 0
        if self.options.real_cut:
            top = position if from_top else DECK_SIZE - position
        zones = table.zones
        for turn in range(i64(4)):
            seat: i64 = (table.dealer + 1 + turn) & 3
            zones[HAND + seat] = gathered(deck, top + turn * 3, 3) | gathered(deck, top + 12 + turn * 2, 2)
            zones[LATER + seat] = gathered(deck, top + 20 + turn * 3, 3)
            self._show(seat, zones[HAND + seat])
        table.undealt = 0
        self.question = Q_BID
        self.to_act = (table.dealer + 1) & 3

    def _show(self, seat: i64, cards: i64) -> None:
        """Tell everybody that cards were dealt, and `seat` which."""
        if self.watching:
            while cards != 0:
                self.emit(pack(E_DEALT, seat, 0, 0, lowest(cards), -1, bit(seat), 15))
                cards &= cards - 1

    # The bidding.

    def _bid(self, move: i64) -> None:
        seat = self.to_act
        bidding = self.table.bidding
        number: i64 = bidding[B_COUNT]
        bidding[B_COUNT] = number + 1
        bidding[B_ACTIONS + number // ACTIONS_PER_NUMBER] |= (move - M_ACCEPT) << (number % ACTIONS_PER_NUMBER * 5)
        if move == M_ACCEPT:
            self._accept(seat)
        elif move < M_DOUBLE:
            self._announce(seat, move - M_ANNOUNCE)
        elif move < M_REDOUBLE:
            bidding[B_ACCEPTS] = 0
            bidding[B_DOUBLED] |= bit(move - M_DOUBLE)
            bidding[B_CLOSED] = 1
            self._tell(E_DOUBLED, seat, move - M_DOUBLE, 0)
        else:
            bidding[B_ACCEPTS] = 0
            bidding[B_REDOUBLED] |= bit(move - M_REDOUBLE)
            self._tell(E_REDOUBLED, seat, move - M_REDOUBLE, 0)
        if bidding[B_ACCEPTS] == 3:
            self._begin_play()
        else:
            self.to_act = (seat + 1) & 3

    def _announce(self, seat: i64, mode: i64) -> None:
        """Rules 3.2 and 3.3; rule 3.5: both opponents may double it until they speak otherwise."""
        bidding = self.table.bidding
        bidding[B_CURRENT] = mode
        bidding[B_BIDDER] = seat
        bidding[B_ACCEPTS] = 0
        bidding[B_ANNOUNCED + (seat & 1)] |= bit(mode)
        bidding[B_MAY_DOUBLE + seat] = 0
        bidding[B_MAY_DOUBLE + ((seat + 1) & 3)] |= bit(mode)
        bidding[B_MAY_DOUBLE + ((seat + 3) & 3)] |= bit(mode)
        self._tell(E_ANNOUNCED, seat, mode, 0)

    def _accept(self, seat: i64) -> None:
        """Rules 3.4 and 3.7."""
        bidding = self.table.bidding
        mode = bidding[B_CURRENT]
        bidding[B_ACCEPTS] += 1
        bidding[B_MAY_DOUBLE + seat] = 0
        doubles: i64 = 0
        if bit(mode) & ACCEPT_DOUBLES != 0 and (seat ^ bidding[B_BIDDER]) & 1 != 0:
            bidding[B_CLOSED] = 1
            if self.options.accept_doubles and (bidding[B_DOUBLED] >> mode) & 1 == 0:
                bidding[B_DOUBLED] |= bit(mode)
                doubles = 1
        self._tell(E_ACCEPTED, seat, mode, doubles)

    def _begin_play(self) -> None:
        """Rules 3.8 and 1.6. Modes are announced in rising order, so the first of a set is the lowest."""
        table = self.table
        bidding = table.bidding
        doubled: i64 = bidding[B_DOUBLED]
        mode: i64 = bidding[B_CURRENT]
        if doubled != 0:
            mode = lowest(doubled)
            table.multiplier = 4 if (bidding[B_REDOUBLED] >> mode) & 1 != 0 else 2
        table.mode = mode
        table.trumps = TRUMPS[mode]
        table.announcer = announcer_of(table, mode)
        self._tell(E_CONTRACT, table.announcer, mode, table.multiplier)
        zones = table.zones
        for turn in range(i64(4)):
            seat: i64 = (table.dealer + 1 + turn) & 3
            self._show(seat, zones[LATER + seat])
            zones[HAND + seat] |= zones[LATER + seat]
            zones[LATER + seat] = 0
        self.question = Q_CARD
        self.to_act = table.leader

    # The tricks.

    def _play(self, card: i64) -> None:
        """Rules 4.1 to 4.7."""
        seat: i64 = self.to_act
        laid: i64 = lay_card(self.table, self.table.zones, seat, card)
        if self.watching:
            self.emit(public(E_PLAYED, seat, card, 0, 4))
        if laid < 4:
            self.to_act = (seat + 1) & 3
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        """Rules 4.7 and 4.8."""
        points: i64 = take_trick(self.table, self.table.zones)
        winner: i64 = self.table.leader
        self.to_act = winner
        if self.watching:
            self.emit(public(E_TRICK, winner, points, 0, 4))
        if self.table.n_played == DECK_SIZE:
            self._end_deal()

    # Scores and ends.

    def _end_deal(self) -> None:
        """Section 5."""
        table = self.table
        zones = table.zones
        team: i64 = table.announcer & 1
        other: i64 = 1 - team
        sweeper: i64 = sweeper_of(table)
        instant: bool = sweeper >= 0 and table.mode < NO_TRUMPS and self.options.colour_sweep_points == 0
        if instant:
            gained: i64 = table.target - zones[POINTS + sweeper]
            first: i64 = gained if sweeper == 0 else 0
            second: i64 = gained if sweeper == 1 else 0
        else:
            for_team, for_other = deal_points(
                table.mode,
                table.multiplier,
                zones[CARD_POINTS + team],
                zones[CARD_POINTS + other],
                0 if sweeper < 0 else (1 if sweeper == team else 2),
                self.options.colour_sweep_points,
            )
            first = for_team if team == 0 else for_other
            second = for_other if team == 0 else for_team
        zones[POINTS] += first
        zones[POINTS + 1] += second
        table.add_result(
            packed_result(table.mode, table.multiplier, team, sweeper, instant, zones[CARD_POINTS], first, second)
        )
        if self.watching:
            for side in range(i64(2)):
                self._tell(E_COUNTED, side, zones[CARD_POINTS + side] & 255, zones[CARD_POINTS + side] >> 8)
            self._tell(E_SCORED, 0, first & 255, first >> 8)
            self._tell(E_SCORED, 1, second & 255, second >> 8)
            self._tell(E_DEAL_ENDED, 0, sweeper + 1, 1 if instant else 0)
        if instant:
            self._end(END_SWEEP, sweeper)
        else:
            self._next_deal()

    def _next_deal(self) -> None:
        """Rules 5.7 to 5.9."""
        table = self.table
        zones = table.zones
        lead: i64 = zones[POINTS] - zones[POINTS + 1]
        deals = self.options.deals
        if deals > 0:
            if table.n_results == deals:
                self._end(END_DEALS, -1 if lead == 0 else (0 if lead > 0 else 1))
                return
        else:
            while zones[POINTS] >= table.target and zones[POINTS + 1] >= table.target:
                table.target += TARGET_STEP
                self._tell(E_TARGET, 0, table.target & 255, table.target >> 8)
            if zones[POINTS] >= table.target or zones[POINTS + 1] >= table.target:
                self._end(END_TARGET, 0 if lead > 0 else 1)
                return
        table.deal += 1
        table.dealer = (table.dealer + 1) & 3
        self._start_deal()

    def _end(self, ending: i64, winner: i64) -> None:
        self.ending = ending
        self.table.winner = winner
        self.to_act = -1
        self._tell(E_ENDED, 0, ending, winner + 1)

    def expel(self, seat: i64) -> None:
        """Rule 5.10."""
        self.n_events = 0
        self._end(END_FORFEIT, (seat + 1) & 1)

    def reward(self, seat: i64) -> i64:
        winner = self.table.winner
        if winner < 0:
            return 500
        return 1000 if winner == seat & 1 else 0

    def chapter(self) -> i64:
        return self.table.deal

    def outlook(self, seat: i64) -> i64:
        return outlook(self.table, seat & 1, self.options.deals)

    def place(self, seat: i64) -> i64:
        winner = self.table.winner
        return 1 if winner < 0 or winner == seat & 1 else 2

    def score(self, seat: i64) -> i64:
        return self.table.zones[POINTS + (seat & 1)]

    # Copies and knowledge.

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BeloteState)
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
