"""Coup's events: their codes, fields and sentences."""

from collections.abc import Sequence
from typing import Any, Final, cast

from croupier.games.coup.core import codes
from croupier.games.coup.moves import ACTIONS, CHARACTERS, QUESTIONS, Action, Character, name_of
from croupier.kernel.decision import Event, Seat
from croupier.kernel.declare import from_a, from_b, from_event, from_x
from croupier.kernel.event_bits import x_of, y_of

ENDINGS: Final = ("", "one player is left", "drawn by the turn limit")

_DEEDS: Final = {
    Action.INCOME: "takes 1 coin as income",
    Action.FOREIGN_AID: "asks for foreign aid",
    Action.TAX: "claims Duke to collect tax",
    Action.EXCHANGE: "claims Ambassador to exchange cards",
    Action.COUP: "pays 7 coins for a coup against",
    Action.ASSASSINATE: "claims Assassin to assassinate",
    Action.STEAL: "claims Captain to steal from",
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
            return " and ".join(map(name_of, cast("tuple[Character, ...]", value)))
        if isinstance(value, Character):
            return name_of(value)
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
    says = "{seat} has {coins:coin}"


class Answered(CoupEvent, code=codes.E_ANSWERED):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    answer: str = from_x(_answer)
    """Its notation: "allow", "challenge", "block duke"."""

    def text(self, names: Sequence[str]) -> str:
        answer, _, character = self.answer.partition(" ")
        claiming = f" with {character.capitalize()}" if character else ""
        return f"{names[self.seat]} answers in secret: {answer}{claiming}"


class Allowed(CoupEvent, code=codes.E_ALLOWED):
    """The answers were opened: nobody objects to what `seat` does."""

    seat: Seat
    question: str = from_a(QUESTIONS)
    """Which window it was: "respond", "block" or "challenge_block"."""

    def text(self, names: Sequence[str]) -> str:
        name = names[self.seat]
        if self.question == "challenge_block":
            return f"Nobody challenges {name}'s block"
        return f"Nobody {'blocks' if self.question == 'block' else 'challenges'} {name}"


class Challenged(CoupEvent, code=codes.E_CHALLENGED, slow=True):
    """The answers were opened: `seat` doubts that `target` has the character."""

    seat: Seat
    target: Seat = from_a(Seat)
    character: Character = from_b(CHARACTERS)
    says = "{seat} challenges {target}'s {character}"


class Blocked(CoupEvent, code=codes.E_BLOCKED, slow=True):
    """The answers were opened: `seat` blocks the action; the block may still be challenged."""

    seat: Seat
    character: Character = from_a(CHARACTERS)
    says = "{seat} claims {character} to block"


class Shown(CoupEvent, code=codes.E_SHOWN, reveals=True, slow=True):
    """A challenged claim was proved; the card goes back to the court, which is shuffled."""

    seat: Seat
    character: Character = from_a(CHARACTERS)
    says = "{seat} shows {character} and shuffles it into the court"


class Replaced(CoupEvent, code=codes.E_REPLACED, reveals=True):
    """The one who showed a card drew another. Only he learns which."""

    seat: Seat
    character: Character | None = from_x(CHARACTERS)
    says = "{seat} draws {character|a card} as a replacement"


class Lost(CoupEvent, code=codes.E_LOST, reveals=True, slow=True):
    """An influence was turned face up."""

    seat: Seat
    character: Character = from_a(CHARACTERS)
    says = "{seat} loses {character}"


class WentOut(CoupEvent, code=codes.E_OUT, leaves=True):
    """A player is out of the game."""

    seat: Seat
    expelled: bool = from_a(bool)
    says = "{seat} {expelled?leaves the game|is out}"


class Drew(CoupEvent, code=codes.E_DREW, reveals=True):
    """Two cards were drawn from the court for an exchange. Only the one who draws learns them."""

    seat: Seat
    characters: tuple[Character, Character] | None = from_event(_characters)
    says = "{seat} draws {characters|two cards} from the court"


class Returned(CoupEvent, code=codes.E_RETURNED, reveals=True):
    """An exchange is over: two cards went back to the court, which is shuffled. Only the one who did it knows them."""

    seat: Seat
    characters: tuple[Character, Character] | None = from_event(_characters)
    says = "{seat} returns {characters|two cards} to the court"


class Ended(CoupEvent, code=codes.E_ENDED):
    """The match is over; no winner means that the living share it."""

    winner: Seat | None = from_b(Seat, plus_one=True)
    ending: str = from_a(ENDINGS)
    says = "{winner|Nobody} wins: {ending}"
