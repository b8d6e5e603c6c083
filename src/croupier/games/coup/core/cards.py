"""What happens to the cards and coins of Coup: dealing, drawing, losing. Whose turn it is, rules.py knows.

The numbers in comments are those of RULES.md.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.core import codes as c
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.layout import LAYOUT
from croupier.games.coup.core.legal import kept
from croupier.games.coup.core.table import (
    draw,
    give_back,
    holds_nothing,
    lay_open,
    may_hold_more,
    put,
    recognise,
    remember,
    seen_at,
    swap,
)
from croupier.kernel.bits import bit, first
from croupier.kernel.event_bits import pack
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

COURT_SHUFFLE: Final = purpose("coup: court")


class CardsAndCoins(State):
    """The part of a match that has to do with cards and coins."""

    def __init__(self, options: dict[str, int], deal: tuple[int, ...]) -> None:
        """`options`: the words of the layout's last section by name; `deal`: cards, 3 * character + 0 to 2."""
        super().__init__(options["seats"], 48, LAYOUT, options)
        self.first_cards: Final = deal
        self.options: Final = options
        self.court: Final = vec[i64]([0] * c.DECK)  # while it is shuffled
        self.pool: Final = vec[i64]([0] * c.DECK)  # while a world is imagined
        self.spots: Final = vec[i64]([0] * c.DECK)

    def start(self, seed: i64) -> None:
        """Rules 1.1 to 1.4."""
        words = self.words
        self.begin(seed)
        self._fill_court(words)
        everyone: i64 = first(self.seats)
        words[w.ALIVE] = self.seats
        words[w.INFLUENCES] = 2 * self.seats
        for seat in range(self.seats):
            a: i64 = draw(words)
            b: i64 = draw(words)
            put(words, seat, a, b)
            words[w.HIDDEN + seat] = 2
            words[w.COINS + seat] = 2
            if self.watching:
                self.emit(pack(c.E_DEALT, seat, 0, 0, a, -1, bit(seat), everyone))
                self.emit(pack(c.E_DEALT, seat, 0, 0, b, -1, bit(seat), everyone))
        if self.seats == 2 and words[w.ONE_COIN] != 0:
            words[w.COINS] = 1
        self.to_act = 0
        self.question = c.Q_ACT

    def _fill_court(self, words: vec[i64]) -> None:
        """All cards in the court. Rule 9.5: those of the setting `deal` come first, so they lie last."""
        court = self.court
        for i in range(i64(c.DECK)):
            court[i] = i
        deal = self.first_cards
        self.shuffled(court, c.DECK, DEAL, 0, deal)
        for i in range(i64(c.DECK)):
            card: i64 = court[c.DECK - 1 - i] if len(deal) > 0 else court[i]
            words[w.COURT + i] = card // 3
        words[w.COURT_SIZE] = c.DECK

    def set_coins(self, words: vec[i64], seat: i64, coins: i64) -> None:
        words[w.COINS + seat] = coins
        self.emit_public(c.E_COINS, seat, coins, 0)

    # Challenges that are met (rule 4.5).

    def replace(self, words: vec[i64], seat: i64, character: i64) -> None:
        """Rule 4.5: the shown card goes back, the court is shuffled, a card is drawn."""
        give_back(words, character)
        self.shuffle_court(words)
        card = draw(words)
        swap(words, seat, character, card)
        words[w.SINCE + seat] = 0
        seen_at(words, seat, character)
        for viewer in range(self.seats):
            remember(words, viewer, character)
        may_hold_more(words, seat)
        recognise(words, seat, card, -1)
        self.emit_secret(c.E_REPLACED, seat, 0, card, -1, bit(seat))

    def shuffle_court(self, words: vec[i64]) -> None:
        court = self.court
        n: i64 = words[w.COURT_SIZE]
        for i in range(n):
            court[i] = words[w.COURT + i]
        self.shuffled(court, n, COURT_SHUFFLE, words[w.SHUFFLES])
        for i in range(n):
            words[w.COURT + i] = court[i]
        words[w.SHUFFLES] += 1

    # Losing influence (section 2).

    def lose(self, words: vec[i64], seat: i64, character: i64) -> None:
        """Rules 2.1 and 2.2."""
        self.turn_up(words, seat, character)
        if words[w.HIDDEN + seat] == 0:
            self.out(words, seat, 0)

    def turn_up(self, words: vec[i64], seat: i64, character: i64) -> None:
        """An influence lies face up from now on."""
        swap(words, seat, character, -1)
        seen_at(words, seat, character)
        lay_open(words, seat, character)
        words[w.HIDDEN + seat] -= 1
        words[w.INFLUENCES] -= 1
        words[w.SINCE + seat] &= ~(bit(8 * character) * 255)
        self.emit_public(c.E_LOST, seat, character, 0)

    def out(self, words: vec[i64], seat: i64, expelled: i64) -> None:
        """Rules 2.2, 2.3 and 2.5."""
        words[w.PLACE + seat] = words[w.ALIVE]
        words[w.ALIVE] -= 1
        holds_nothing(words, seat)
        words[w.SINCE + seat] = 0
        self.emit_public(c.E_OUT, seat, expelled, 0)
        if words[w.COINS + seat] > 0:
            self.set_coins(words, seat, 0)
        if words[w.ALIVE] == 1:
            for other in range(self.seats):
                if words[w.HIDDEN + other] > 0:
                    words[w.PLACE + other] = 1
                    self.end(c.END_LAST, other)

    # The exchange (section 7).

    def draw_two(self, words: vec[i64], seat: i64) -> None:
        """Rule 7.1."""
        a = draw(words)
        b = draw(words)
        words[w.DRAWN] = a
        words[w.OTHER_DRAWN] = b
        may_hold_more(words, seat)
        recognise(words, seat, a, -1)
        recognise(words, seat, b, -1)
        self.emit_secret(c.E_DREW, seat, 0, a, b, bit(seat))

    def keep(self, words: vec[i64], seat: i64, move: i64) -> None:
        """Rules 7.2 and 7.3."""
        low, high = kept(move)
        held: i64 = bit(8 * words[w.DRAWN]) + bit(8 * words[w.OTHER_DRAWN]) + bit(8 * words[w.HAND + 2 * seat])
        if high >= 0:
            held += bit(8 * words[w.HAND + 2 * seat + 1]) - bit(8 * high)
        held -= bit(8 * low)
        put(words, seat, low, high)
        words[w.SINCE + seat] = 0
        self.return_cards(words, seat, held)

    def return_cards(self, words: vec[i64], seat: i64, held: i64) -> None:
        """Two cards, counted in `held` with 8 bits per character, go back to the court."""
        a: i64 = -1
        b: i64 = -1
        for character in range(i64(c.CHARACTERS)):
            for _card in range((held >> (8 * character)) & 255):
                b = a
                a = character
                give_back(words, character)
                remember(words, seat, character)
        words[w.DRAWN] = -1
        words[w.OTHER_DRAWN] = -1
        self.shuffle_court(words)
        self.emit_secret(c.E_RETURNED, seat, 0, b, a, bit(seat))

    # The end.

    def end(self, ending: i64, winner: i64) -> None:
        self.end_match(c.E_ENDED, ending, winner + 1)

    def reward(self, seat: i64) -> i64:
        words = self.words
        if words[w.PLACE + seat] != 1:
            return 0
        return 1000 if self.ending == c.END_LAST else 500

    def place(self, seat: i64) -> i64:
        words = self.words
        return words[w.PLACE + seat]

    def score(self, seat: i64) -> i64:
        """How many were outlived."""
        words = self.words
        return self.seats - words[w.PLACE + seat]
