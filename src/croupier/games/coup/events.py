"""Coup's events: the classes, their sentences, and the one table from event integers to events."""

from collections.abc import Callable, Sequence
from typing import Final

from croupier.games.coup import codes
from croupier.games.coup.moves import ACTIONS, CHARACTERS, QUESTIONS, Action, Character
from croupier.kernel.decision import Event, Seat
from croupier.kernel.events import a_of, actor_of, b_of, kind_of, x_of, y_of

ENDINGS: Final = ("", "one player is left", "drawn by the turn limit")

_DEEDS: Final = {
    Action.INCOME: "takes income",
    Action.FOREIGN_AID: "asks for foreign aid",
    Action.TAX: "claims the duke and taxes",
    Action.EXCHANGE: "claims the ambassador and exchanges",
    Action.COUP: "launches a coup against",
    Action.ASSASSINATE: "claims the assassin against",
    Action.STEAL: "claims the captain and steals from",
}


class Dealt(Event, frozen=True, gc=False):
    """An influence was dealt. Only its owner learns which."""

    seat: Seat
    character: Character | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is dealt {self.character or 'a card'}"


class Acted(Event, frozen=True, gc=False):
    """A turn's action was announced; it may still be challenged or blocked."""

    seat: Seat
    action: Action
    target: Seat | None

    def text(self, names: Sequence[str]) -> str:
        on = "" if self.target is None else f" {names[self.target]}"
        return f"{names[self.seat]} {_DEEDS[self.action]}{on}"


class Coins(Event, frozen=True, gc=False):
    """Somebody's coins changed."""

    seat: Seat
    coins: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} now has {self.coins} {'coin' if self.coins == 1 else 'coins'}"


class Answered(Event, frozen=True, gc=False):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    answer: str
    """Its notation: "allow", "challenge", "block duke"."""

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} answers in secret: {self.answer}"


class Allowed(Event, frozen=True, gc=False):
    """The answers were opened: nobody objects to what `seat` does."""

    seat: Seat
    question: str
    """Which window it was: "respond", "block" or "challenge_block"."""

    def text(self, names: Sequence[str]) -> str:
        what = {"respond": "challenges", "block": "blocks"}.get(self.question, "challenges the block of")
        return f"nobody {what} {names[self.seat]}"


class Challenged(Event, frozen=True, gc=False):
    """The answers were opened: `seat` doubts that `target` has the character."""

    seat: Seat
    target: Seat
    character: Character

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} challenges the {self.character} of {names[self.target]}"


class Blocked(Event, frozen=True, gc=False):
    """The answers were opened: `seat` blocks the action; the block may still be challenged."""

    seat: Seat
    character: Character

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} blocks with the {self.character}"


class Shown(Event, frozen=True, gc=False):
    """A challenged claim was proved; the card goes back to the court, which is shuffled."""

    seat: Seat
    character: Character

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} shows the {self.character} and shuffles it back"


class Replaced(Event, frozen=True, gc=False):
    """The one who showed a card drew another. Only he learns which."""

    seat: Seat
    character: Character | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {self.character or 'a card'} instead"


class Lost(Event, frozen=True, gc=False):
    """An influence was turned face up."""

    seat: Seat
    character: Character

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} loses the {self.character}"


class WentOut(Event, frozen=True, gc=False):
    """A player is out of the game."""

    seat: Seat
    expelled: bool

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} {'leaves the game' if self.expelled else 'is out'}"


class Drew(Event, frozen=True, gc=False):
    """Two cards were drawn from the court for an exchange. Only the one who draws learns them."""

    seat: Seat
    characters: tuple[Character, Character] | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {_pair(self.characters)}"


class Returned(Event, frozen=True, gc=False):
    """An exchange is over: two cards went back to the court, which is shuffled. Only the one who did it knows them."""

    seat: Seat
    characters: tuple[Character, Character] | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} returns {_pair(self.characters)}"


class Ended(Event, frozen=True, gc=False):
    """The match is over; no winner means that the living share it."""

    winner: Seat | None
    ending: str

    def text(self, names: Sequence[str]) -> str:
        return f"nobody wins: {self.ending}" if self.winner is None else f"{names[self.winner]} wins: {self.ending}"


EVENT_TYPES = (
    Dealt
    | Acted
    | Coins
    | Answered
    | Allowed
    | Challenged
    | Blocked
    | Shown
    | Replaced
    | Lost
    | WentOut
    | Drew
    | Returned
    | Ended
)

SHOWING: Final = frozenset({Dealt, Shown, Replaced, Lost, Drew, Returned})


def _pair(characters: tuple[Character, Character] | None) -> str:
    return "two cards" if characters is None else " and ".join(characters)


def _character(index: int) -> Character | None:
    return None if index < 0 else CHARACTERS[index]


def _characters(event: int) -> tuple[Character, Character] | None:
    return None if x_of(event) < 0 else (CHARACTERS[x_of(event)], CHARACTERS[y_of(event)])


def _answer(code: int) -> str:
    if code < codes.CHALLENGED:
        return "allow"
    return "challenge" if code == codes.CHALLENGED else f"block {CHARACTERS[code - codes.BLOCKED]}"


_TABLE: Final[dict[int, Callable[[int], Event]]] = {
    codes.E_DEALT: lambda e: Dealt(actor_of(e), _character(x_of(e))),
    codes.E_ACTED: lambda e: Acted(actor_of(e), ACTIONS[a_of(e)], None if b_of(e) == 0 else b_of(e) - 1),
    codes.E_COINS: lambda e: Coins(actor_of(e), a_of(e)),
    codes.E_ANSWERED: lambda e: Answered(actor_of(e), _answer(x_of(e))),
    codes.E_ALLOWED: lambda e: Allowed(actor_of(e), QUESTIONS[a_of(e)]),
    codes.E_CHALLENGED: lambda e: Challenged(actor_of(e), a_of(e), CHARACTERS[b_of(e)]),
    codes.E_BLOCKED: lambda e: Blocked(actor_of(e), CHARACTERS[a_of(e)]),
    codes.E_SHOWN: lambda e: Shown(actor_of(e), CHARACTERS[a_of(e)]),
    codes.E_REPLACED: lambda e: Replaced(actor_of(e), _character(x_of(e))),
    codes.E_LOST: lambda e: Lost(actor_of(e), CHARACTERS[a_of(e)]),
    codes.E_OUT: lambda e: WentOut(actor_of(e), a_of(e) == 1),
    codes.E_DREW: lambda e: Drew(actor_of(e), _characters(e)),
    codes.E_RETURNED: lambda e: Returned(actor_of(e), _characters(e)),
    codes.E_ENDED: lambda e: Ended(None if b_of(e) == 0 else b_of(e) - 1, ENDINGS[a_of(e)]),
}


def make_event(event: int) -> Event:
    """The event behind a redacted integer."""
    return _TABLE[kind_of(event)](event)
