"""A Coup match played by notation: every move goes through the door that checks legality.

`dealt` begins a match in which each seat has the cards named. `rich` gives coins. In sealed windows `answers` takes
what each seat says, those not named allowing it.
"""

from croupier.games.coup import GAME, CoupView
from croupier.games.coup.table import COINS
from croupier.kernel.decision import Decision, Event
from croupier.match.core import Match

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
LETTERS = {"A": "assassin", "B": "ambassador", "C": "captain", "D": "duke", "E": "contessa"}
WINDOWS = ("respond", "block", "challenge_block")


def spelled(letters: str) -> str:
    """ "DC" becomes "duke captain"."""
    return " ".join(LETTERS[letter] for letter in letters if letter != " ")


class Play:
    """A match and short words for what the tests want to know about it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = list(match.happened())

    def ask(self, seat: int = -1) -> Decision:
        decision = self.match.ask(seat)
        assert decision is not None, "the match is over"
        return decision

    def do(self, *notations: str) -> "Play":
        """Play these moves; `events` is then what they made happen, as the dealer knows it."""
        self.events = []
        for notation in notations:
            self.match.play(self.ask().index_of(notation))
            self.events += self.match.happened()
        return self

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
            self.match.state.table.zones[COINS + seat] = number
        return self

    @property
    def moves(self) -> list[str]:
        return [str(move) for move in self.ask().moves]

    @property
    def asked(self) -> tuple[int, str]:
        """Who must answer, and which question."""
        decision = self.ask()
        return decision.seat, decision.question

    @property
    def open_seats(self) -> tuple[int, ...]:
        return self.match.open_seats()

    def view(self, seat: int) -> CoupView:
        view = self.match.view(seat)
        assert isinstance(view, CoupView)
        return view

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
