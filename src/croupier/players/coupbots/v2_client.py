"""Version 2 of the line protocol for clients that are written for version 1.

A `V2Translator` turns each message of a server into messages of version 1 and gives the answer that silence means. In
version 2 the question follows from the messages before it, so the translator remembers whose claim stands.
"""

from typing import Final, Protocol

from croupier.games.coup.lines.bot import Checkout
from croupier.games.coup.lines.protocol import ACTIONS, CARDS

_CARD_LETTERS: Final = {name: letter for letter, name in CARDS.items()}
_ACTION_LETTERS: Final = {name: letter for letter, name in ACTIONS.items()}
_UNCLAIMED: Final = "IFC"
_CLAIMED: Final = {"T": "D", "X": "B", "A": "A", "S": "C"}
OK: Final = "OK"
ENDINGS: Final = ("WIN|", "END|")


class LineBrain(Protocol):
    """Answers lines with lines."""

    @property
    def checkout(self) -> Checkout: ...
    def receive(self, message: str) -> None: ...


class V2Translator:
    """Translates for one client."""

    def __init__(self) -> None:
        self.me = ""
        self._living: list[str] = []
        self._claimant = self._claimed = ""
        self._challenger = ""
        self._is_proving = False
        """Whether the last question was to prove one's own claim."""
        self._kept: list[str] | None = None
        """The hand after an exchange: the first dialect tells it, the second does not."""
        self._is_out = False

    def heard(self, message: str) -> tuple[list[str], str]:
        """A message in the first dialect, and the answer if nothing is said to it; none is empty."""
        command, *fields = message.split(" ")
        lines: list[str] = []
        if self._kept is not None and command != "ILLEGAL":
            lines.append("|".join(["DECK", self.me, *self._kept]))
            self._kept = None
        if command != "ILLEGAL":
            self._is_proving = False
        told, answer = self._told(command, fields)
        is_listening = self._is_out
        self._is_out = bool(self.me) and self.me not in self._living
        return [*lines, *told], "" if is_listening else answer

    def _told(self, command: str, fields: list[str]) -> tuple[list[str], str]:
        me = self.me
        mine = fields[:1] == [me]
        match command, fields:
            case "PLAYER", [number]:
                self.me = me or number
                self._living.append(number)
            case "START", []:
                return ["START"], "READY"
            case "TURN", [_] if mine:
                return [f"TURN|{me}"], ""
            case "TURN", [_]:
                return [], OK
            case "DECK", []:
                return [f"DECK|{me}", *self._end(me)], OK
            case "DECK", cards:
                return ["|".join(["DECK", me, *_names(cards)])], OK
            case "ACT", [actor, letter, *target]:
                return self._act(actor, letter, target)
            case "BLOCK", [blocker, card]:
                self._claimant, self._claimed, self._challenger = blocker, card, ""
            case "CHAL", [challenger]:
                self._challenger = challenger
                if self._claimant == me:
                    self._is_proving = True
                    return [f"CHAL|{challenger}", f"SHOW|{me}"], ""
            case "SHOW", [_, _] if self._challenger == me:
                return [_line(command, fields), f"LOSE|{me}"], ""
            case "LOSE", [_] if mine:
                return [f"LOSE|{me}"], ""
            case "CHOOSE", cards:
                return ["|".join(["CHOOSE", me, *_names(cards)])], ""
            case "DEAD", [number]:
                return self._end(number), ""
            case "EXIT", []:
                return ([f"WIN|{self._living[0]}"] if len(self._living) == 1 else self._end(me)), ""
            case "ILLEGAL", []:
                return [f"ILLEGAL|{me}"], ""
            case _:
                pass
        return [_line(command, fields)], OK

    def _end(self, number: str) -> list[str]:
        """A player is out; servers that send DEAD to the dead, too, say it twice."""
        if number not in self._living:
            return []
        self._living.remove(number)
        return [f"END|{number}"]

    def _act(self, actor: str, letter: str, target: list[str]) -> tuple[list[str], str]:
        self._claimant = "" if letter in _UNCLAIMED else actor
        self._claimed = _CLAIMED.get(letter, "")
        self._challenger = ""
        line = "|".join(["ACT", actor, ACTIONS.get(letter, letter), *target])
        if letter == "C" and target == [self.me]:
            return [line, f"LOSE|{self.me}"], ""
        return [line], OK

    def said(self, answer: str) -> None:
        """The client answered this, in the second dialect."""
        command, *fields = answer.split(" ")
        match command, fields:
            case "ACT", [me, letter, *_]:
                self._act(me, letter, [])
            case "BLOCK", [me, card]:
                self._claimant, self._claimed, self._challenger = me, card, ""
            case "CHAL", [me]:
                self._challenger = me
            case "KEEP", cards:
                self._kept = _names(cards)
            case _:
                pass

    def spelled(self, line: str) -> str:
        """An answer of the first dialect in the second."""
        command, *fields = line.strip().upper().split("|")
        match command, fields:
            case "ALLOW", _:
                return OK
            case "READY", _:
                return "READY"
            case "ACT", [me, action, *target]:
                return " ".join(["ACT", me, _ACTION_LETTERS.get(action, action), *target])
            case "KEEP", [_, *cards]:
                return " ".join(["KEEP", *_letters(cards)])
            case (("SHOW" | "LOSE"), [me, card]) if self._is_proving:
                # The claimed card can only be shown, any other is turned up and lost.
                letter = _letters([card])[0]
                return f"{'SHOW' if letter == self._claimed else 'LOSE'} {me} {letter}"
            case _:
                return " ".join([command, *fields[:1], *_letters(fields[1:])])


class TwoDialectBrain:
    """A brain for the second dialect, with one for the first behind it."""

    def __init__(self, brain: LineBrain) -> None:
        self._brain = brain
        self._tongue = V2Translator()
        self.last = ""
        """How it ended, in the first dialect."""
        self.checkout = Checkout()

    def receive(self, message: str) -> None:
        lines, answer = self._tongue.heard(message)
        said = self._brain.checkout
        for line in lines:
            said.clear()  # only what is said to the last one is an answer
            self._brain.receive(line)
            if line.startswith(ENDINGS):
                self.last = line
        if said and (answer or _asks(lines)):
            answer = self._tongue.spelled(said.popleft())
        said.clear()
        if answer:
            self._tongue.said(answer)
            self.checkout.append(answer)


def _asks(lines: list[str]) -> bool:
    """Whether an answer is wanted although there is none to give by default."""
    command, *fields = lines[-1].split("|") if lines else [""]
    return command in ("TURN", "CHOOSE", "ILLEGAL") or (command in ("SHOW", "LOSE") and len(fields) == 1)


def _line(command: str, fields: list[str]) -> str:
    """A number, and what may be a card."""
    return "|".join([command, *fields[:1], *_names(fields[1:])])


def _names(fields: list[str]) -> list[str]:
    return [CARDS.get(field, field) for field in fields]


def _letters(fields: list[str]) -> list[str]:
    return [_CARD_LETTERS.get(field, field) for field in fields]
