"""A Coup match played by notation: every move goes through the door that checks legality.

`dealt` begins a match in which each seat has the cards named. `rich` gives coins. In sealed windows `answers` takes
what each seat says, those not named allowing it.
"""

from frames.positions import MatchByNotation

from croupier.games.coup import GAME, CoupView
from croupier.games.coup.core import layout as w
from croupier.kernel.decision import Event
from croupier.match.match import Match

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
LETTERS = {"A": "assassin", "B": "ambassador", "C": "captain", "D": "duke", "E": "contessa"}
WINDOWS = ("respond", "block", "challenge_block")


def spelled(letters: str) -> str:
    """ "DC" becomes "duke captain"."""
    return " ".join(LETTERS[letter] for letter in letters if letter != " ")


class Play(MatchByNotation[CoupView]):
    """A match of Coup, and short words for what the tests ask of it."""

    def answers(self, **said: str) -> "Play":
        """Answer a whole sealed window; seats are named s0 to s5."""
        assert self.ask().question in WINDOWS
        question, self.events = self.ask().question, []
        while not self.match.over and self.match.state.sealed and self.ask().question == question:
            decision = self.ask()
            self.match.play(decision.index_of(said.get(f"s{decision.seat}", "allow")))
            self.events += self.match.happened()
        return self

    def allowed(self) -> "Play":
        """Nobody objects, in any window, until something else is asked."""
        events: list[Event] = []
        while not self.match.over and self.ask().question in WINDOWS:
            events += self.answers().events
        self.events = events
        return self

    def rich(self, *coins: int) -> "Play":
        for seat, number in enumerate(coins):
            self.match.state.words[w.COINS + seat] = number
        return self

    @property
    def open_seats(self) -> tuple[int, ...]:
        return self.match.open_seats()

    def hand(self, seat: int) -> str:
        letters = {name: letter for letter, name in LETTERS.items()}
        return "".join(letters[card] for card in self.view(seat).hand)

    def lost(self, seat: int) -> str:
        letters = {name: letter for letter, name in LETTERS.items()}
        return "".join(letters[card] for card in self.view(0).lost(seat))

    @property
    def coins(self) -> tuple[int, ...]:
        return tuple(self.view(0).coins(seat) for seat in range(self.match.table.seats))

    @property
    def kinds(self) -> list[str]:
        """The names of the last events, sealed answers left out."""
        return [type(event).__name__ for event in self.events if type(event).__name__ != "Answered"]


def dealt(*hands: str, court: str = "", seed: int = 1, **settings: object) -> Play:
    """A match from its beginning; `dealt("DC", "AE", court="BB")` gives seat 0 Duke and Captain."""
    deal = spelled("".join(hands) + court)
    return Play(Match(GAME, GAME.settings({"deal": deal, **settings}), NAMES[: len(hands)], seed))
