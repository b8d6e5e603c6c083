"""The CoupBots line protocol as pure translation: questions become lines, lines answers; two dialects speak it.

A `Clerk` serves one client. Every line it writes carries the answers that are allowed to it, each with what it means in
Croupier's notation: looking an answer up is both the parser and the check. It knows no socket and no clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from croupier.games.coup.moves import Action, Allow, Block, Challenge, Character, CoupMove
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Decision, Event, Seat

LINE_LIMIT: Final = 256  # bytes

CARD_LETTERS: Final = dict(zip(Character, "ABCDE", strict=True))
ACTION_LETTERS: Final = dict(zip(Action, "IFTXCAS", strict=True))
CARDS: Final = {letter: str(card).upper() for card, letter in CARD_LETTERS.items()}
ACTIONS: Final = {letter: str(action).upper() for action, letter in ACTION_LETTERS.items()}

ALLOW: Final = "allow"
CHALLENGE: Final = "challenge"


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line to the client. With replies an answer is wanted: the text of each, and what it means."""

    text: str
    replies: Mapping[str, str] = {}
    about: str = ""
    """What the answer is about: "action", "block", "show", "lose", "turn"; empty for a mere acknowledgement."""


Teller = Callable[[Any, CoupView, list[Line]], None]
"""Adds the lines that tell an event."""


class Clerk(ABC):
    """Translates for one client. `wanted` is the line that waits for an answer."""

    waits_for_each: bool
    """Whether every line must be answered before the next is sent."""

    def __init__(self, seat: Seat, joint: bool) -> None:
        self.seat = seat
        self._joint = joint
        self._me = str(seat + 1)
        self._dealt = False
        self._left: set[Seat] = set()
        self._said: dict[str, str] = {}
        """What the client said, by what it was about."""
        self._tellers: dict[type[Event], Teller] = {}
        """How each event is told; those that are not here are not."""
        self.wanted: Line | None = None
        self.quiet = False
        """Whether silence now means consent."""

    # From the table to the client.

    def told(self, events: Sequence[Event], view: CoupView) -> list[Line]:
        """The lines that tell what happened."""
        lines: list[Line] = []
        for event in events:
            tell = self._tellers.get(type(event))
            if tell is not None:
                tell(event, view, lines)
        return lines

    @abstractmethod
    def _line_for(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        """The line that asks a question of its own; None if what happened has asked it already."""

    def left(self, seat: Seat) -> Line:
        """Somebody disconnected: how this is told at once, although its influences are not face up yet."""
        self._left.add(seat)
        return self._out(seat)

    @abstractmethod
    def _out(self, seat: Seat) -> Line: ...

    def sent(self, line: Line) -> None:
        """The line went out; if it wants an answer it waits from now on."""
        if line.replies:
            self.wanted = line
            self._said.pop(line.about, None)
            self.quiet = line.about == "block" and not self.waits_for_each

    def ask(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        """What must still be sent to get the answer to this question; None when nothing is."""
        return None if self.answer(decision) is not None else self._line_for(decision)

    def answer(self, decision: Decision[CoupMove, CoupView]) -> str | None:
        """The client's answer to this question, if it has given it."""
        said = self._said
        match decision.question:
            case "respond":
                answer = said.get("action")
                kept = answer is not None and answer.startswith("block") and not self._joint
                return ALLOW if kept else answer
            case "block":
                # The client answered the action once: what is not a block was settled before.
                answer = said.get("action")
                return ALLOW if answer == CHALLENGE else answer
            case "challenge_block":
                return said.get("block")
            case "show" | "lose" as question:
                return said.get(question)
            case _:
                return said.get("turn")

    def take(self, decision: Decision[CoupMove, CoupView]) -> str | None:
        """The answer, which is used up by that, save for the one to an action: it counts twice (rule 4.7)."""
        answer = self.answer(decision)
        if decision.question not in ("respond", "block"):
            about = {"challenge_block": "block", "act": "turn", "keep": "turn"}
            self._said.pop(about.get(decision.question, decision.question), None)
        return answer

    # From the client to the table.

    def hear(self, text: str) -> bool:
        """Take an answer to the line that waits; False if it is none."""
        if self.wanted is None:
            return False
        replies = self.wanted.replies
        meaning = replies.get(text) or replies.get(self.normal(text))
        if meaning is None:
            return False
        if self.wanted.about:
            self._said[self.wanted.about] = meaning
        self.wanted = None
        self.quiet = False
        return True

    def consent(self) -> None:
        """Silence was the answer to the line that waits."""
        if self.wanted is not None:
            self._said[self.wanted.about] = ALLOW
        self.give_up()

    def give_up(self) -> None:
        """Nobody waits for the answer any more."""
        self.wanted = None
        self.quiet = False

    @abstractmethod
    def normal(self, text: str) -> str:
        """An answer as it stands among the replies."""

    def may_ignore(self, text: str) -> bool:
        """Whether a line that nobody waits for is no fault."""
        return False


def answers_to(action: Action, target: Seat | None, me: Seat) -> list[CoupMove]:
    """What this client may answer to an action."""
    answers: list[CoupMove] = [Allow()]
    if action.claims is not None:
        answers.append(Challenge())
    if action is Action.FOREIGN_AID or target == me:
        answers += [Block(character) for character in action.blocked_by]
    return answers
