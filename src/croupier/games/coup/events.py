"""Coup's events: their codes, fields and sentences."""

from collections.abc import Sequence
from typing import Any, Final, cast

from croupier.games.coup.core import codes
from croupier.games.coup.moves import ACTIONS, CHARACTERS, QUESTIONS, Action, Character
from croupier.kernel.decision import Event, Seat
from croupier.kernel.declare import from_a, from_b, from_event, from_x
from croupier.kernel.event_bits import x_of, y_of

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


def _characters(event: int) -> tuple[Character, Character] | None:
    return None if x_of(event) < 0 else (CHARACTERS[x_of(event)], CHARACTERS[y_of(event)])


def _answer(code: int) -> str:
    if code < codes.CHALLENGED:
        return "allow"
    return "challenge" if code == codes.CHALLENGED else f"block {CHARACTERS[code - codes.BLOCKED]}"


class CoupEvent(Event):
    """Any event of Coup."""

    @staticmethod
    def word(value: Any, names: Sequence[str]) -> str:
        if isinstance(value, tuple):
            return " and ".join(cast("tuple[Character, ...]", value))
        return str(_DEEDS.get(value, value))


class Dealt(CoupEvent, code=codes.E_DEALT, reveals=True):
    """An influence was dealt. Only its owner learns which."""

    seat: Seat
    character: Character | None = from_x(CHARACTERS)
    says = "{seat} is dealt {character|a card}"


class Acted(CoupEvent, code=codes.E_ACTED):
    """A turn's action was announced; it may still be challenged or blocked."""

    seat: Seat
    action: Action = from_a(ACTIONS)
    target: Seat | None = from_b(Seat, plus_one=True)
    says = "{seat} {action}[ {target}]"


class Coins(CoupEvent, code=codes.E_COINS):
    """Somebody's coins changed."""

    seat: Seat
    coins: int = from_a()
    says = "{seat} now has {coins:coin}"


class Answered(CoupEvent, code=codes.E_ANSWERED):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    answer: str = from_x(_answer)
    """Its notation: "allow", "challenge", "block duke"."""
    says = "{seat} answers in secret: {answer}"


class Allowed(CoupEvent, code=codes.E_ALLOWED):
    """The answers were opened: nobody objects to what `seat` does."""

    seat: Seat
    question: str = from_a(QUESTIONS)
    """Which window it was: "respond", "block" or "challenge_block"."""

    def text(self, names: Sequence[str]) -> str:
        what = {"respond": "challenges", "block": "blocks"}.get(self.question, "challenges the block of")
        return f"nobody {what} {names[self.seat]}"


class Challenged(CoupEvent, code=codes.E_CHALLENGED):
    """The answers were opened: `seat` doubts that `target` has the character."""

    seat: Seat
    target: Seat = from_a(Seat)
    character: Character = from_b(CHARACTERS)
    says = "{seat} challenges the {character} of {target}"


class Blocked(CoupEvent, code=codes.E_BLOCKED):
    """The answers were opened: `seat` blocks the action; the block may still be challenged."""

    seat: Seat
    character: Character = from_a(CHARACTERS)
    says = "{seat} blocks with the {character}"


class Shown(CoupEvent, code=codes.E_SHOWN, reveals=True):
    """A challenged claim was proved; the card goes back to the court, which is shuffled."""

    seat: Seat
    character: Character = from_a(CHARACTERS)
    says = "{seat} shows the {character} and shuffles it back"


class Replaced(CoupEvent, code=codes.E_REPLACED, reveals=True):
    """The one who showed a card drew another. Only he learns which."""

    seat: Seat
    character: Character | None = from_x(CHARACTERS)
    says = "{seat} draws {character|a card} instead"


class Lost(CoupEvent, code=codes.E_LOST, reveals=True):
    """An influence was turned face up."""

    seat: Seat
    character: Character = from_a(CHARACTERS)
    says = "{seat} loses the {character}"


class WentOut(CoupEvent, code=codes.E_OUT):
    """A player is out of the game."""

    seat: Seat
    expelled: bool = from_a(bool)
    says = "{seat} {expelled?leaves the game|is out}"


class Drew(CoupEvent, code=codes.E_DREW, reveals=True):
    """Two cards were drawn from the court for an exchange. Only the one who draws learns them."""

    seat: Seat
    characters: tuple[Character, Character] | None = from_event(_characters)
    says = "{seat} draws {characters|two cards}"


class Returned(CoupEvent, code=codes.E_RETURNED, reveals=True):
    """An exchange is over: two cards went back to the court, which is shuffled. Only the one who did it knows them."""

    seat: Seat
    characters: tuple[Character, Character] | None = from_event(_characters)
    says = "{seat} returns {characters|two cards}"


class Ended(CoupEvent, code=codes.E_ENDED):
    """The match is over; no winner means that the living share it."""

    winner: Seat | None = from_b(Seat, plus_one=True)
    ending: str = from_a(ENDINGS)
    says = "{winner|nobody} wins: {ending}"
