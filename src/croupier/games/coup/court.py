"""What happens to the cards and coins of Coup: dealing, drawing, losing. Whose turn it is, rules.py knows.

The numbers in comments are those of RULES.md.
"""

from typing import Final

from mypy_extensions import i64

from croupier.games.coup import codes
from croupier.games.coup.codes import CHARACTERS, DECK
from croupier.games.coup.table import COINS, HAND, HIDDEN, PLACE, SINCE, Options, Table
from croupier.kernel.bits import bit, first
from croupier.kernel.events import pack, public
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

COURT: Final = purpose("coup: court")


class CourtState(State):
    """The part of a match that has to do with cards and coins."""

    def __init__(self, options: Options, seats: i64) -> None:
        super().__init__(seats, 48)
        self.options: Final = options
        self.table: Final = Table(options, seats)

    def start(self, seed: i64) -> None:
        """Rules 1.1 to 1.4."""
        self.begin(seed)
        table = self.table
        table.clear()
        self._lay_out()
        zones = table.zones
        everyone: i64 = first(self.seats)
        table.influences = 2 * self.seats
        for seat in range(self.seats):
            a: i64 = table.draw()
            b: i64 = table.draw()
            table.put(seat, a, b)
            zones[HIDDEN + seat] = 2
            zones[COINS + seat] = 2
            if self.watching:
                self.emit(pack(codes.E_DEALT, seat, 0, 0, a, -1, bit(seat), everyone))
                self.emit(pack(codes.E_DEALT, seat, 0, 0, b, -1, bit(seat), everyone))
        if self.seats == 2 and self.options.one_coin:
            zones[COINS] = 1
        self.to_act = 0
        self.question = codes.Q_ACT

    def _lay_out(self) -> None:
        """All cards in the court. Rule 9.5: those of the setting `deal` come first, so they lie last."""
        court = self.table.court
        deal = self.options.deal
        for i in range(i64(DECK)):
            court[i] = i
        self.shuffled(court, DECK, DEAL, 0, deal)
        if len(deal) > 0:
            for i in range(i64(DECK // 2)):
                kept: i64 = court[i]
                court[i] = court[DECK - 1 - i]
                court[DECK - 1 - i] = kept
        for i in range(i64(DECK)):
            court[i] //= 3
        self.table.court_size = DECK

    def tell(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        """Emit an event without secrets."""
        if self.watching:
            self.emit(public(kind, actor, a, b, self.seats))

    def set_coins(self, seat: i64, coins: i64) -> None:
        self.table.zones[COINS + seat] = coins
        self.tell(codes.E_COINS, seat, coins, 0)

    # Challenges that are met (rule 4.5).

    def replace(self, seat: i64, character: i64) -> None:
        """Rule 4.5: the shown card goes back, the court is shuffled, a card is drawn."""
        table = self.table
        table.give_back(character)
        self.shuffle_court()
        card = table.draw()
        table.swap(seat, character, card)
        table.zones[SINCE + seat] = 0
        table.seen_at(seat, character)
        for viewer in range(self.seats):
            table.remember(viewer, character)
        table.may_hold_more(seat)
        table.recognise(seat, card, -1)
        if self.watching:
            self.emit(pack(codes.E_REPLACED, seat, 0, 0, card, -1, bit(seat), first(self.seats)))

    def shuffle_court(self) -> None:
        table = self.table
        self.shuffled(table.court, table.court_size, COURT, table.shuffles)
        table.shuffles += 1

    # Losing influence (section 2).

    def lose(self, seat: i64, character: i64) -> None:
        """Rules 2.1 and 2.2."""
        self.turn_up(seat, character)
        if self.table.zones[HIDDEN + seat] == 0:
            self.out(seat, 0)

    def turn_up(self, seat: i64, character: i64) -> None:
        """An influence lies face up from now on."""
        table = self.table
        zones = table.zones
        table.swap(seat, character, -1)
        table.seen_at(seat, character)
        table.lay_open(seat, character)
        zones[HIDDEN + seat] -= 1
        table.influences -= 1
        zones[SINCE + seat] &= ~(bit(8 * character) * 255)
        self.tell(codes.E_LOST, seat, character, 0)

    def out(self, seat: i64, expelled: i64) -> None:
        """Rules 2.2, 2.3 and 2.5."""
        table = self.table
        zones = table.zones
        zones[PLACE + seat] = table.alive
        table.alive -= 1
        table.holds_nothing(seat)
        zones[SINCE + seat] = 0
        self.tell(codes.E_OUT, seat, expelled, 0)
        if zones[COINS + seat] > 0:
            self.set_coins(seat, 0)
        if table.alive == 1:
            for other in range(self.seats):
                if zones[HIDDEN + other] > 0:
                    zones[PLACE + other] = 1
                    self.end(codes.END_LAST, other)

    # The exchange (section 7).

    def draw_two(self, seat: i64) -> None:
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
            self.emit(pack(codes.E_DREW, seat, 0, 0, a, b, bit(seat), first(self.seats)))

    def keep(self, seat: i64, move: i64) -> None:
        """Rules 7.2 and 7.3."""
        table = self.table
        zones = table.zones
        low: i64 = move - codes.M_KEEP_TWO
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
        self.return_cards(seat, held)

    def return_cards(self, seat: i64, held: i64) -> None:
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
        self.shuffle_court()
        if self.watching:
            self.emit(pack(codes.E_RETURNED, seat, 0, 0, b, a, bit(seat), first(self.seats)))

    # The end.

    def end(self, ending: i64, winner: i64) -> None:
        self.ending = ending
        self.to_act = -1
        self.sealed = 0
        self.tell(codes.E_ENDED, 0, ending, winner + 1)

    def reward(self, seat: i64) -> i64:
        if self.table.zones[PLACE + seat] != 1:
            return 0
        return 1000 if self.ending == codes.END_LAST else 500

    def place(self, seat: i64) -> i64:
        return self.table.zones[PLACE + seat]

    def score(self, seat: i64) -> i64:
        """How many were outlived."""
        return self.seats - self.table.zones[PLACE + seat]
