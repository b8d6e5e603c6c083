"""The CoupBots line protocol without a socket: questions become lines, lines become answers.

A `LineTranslator` serves one client; `v1.py` and `v2.py` have one for each version of the protocol. Every line that it
writes carries the answers that are allowed to it, each with what it means in Croupier's notation: looking an answer up
is both the parser and the check.
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


EventWriter = Callable[[Any, CoupView, list[Line]], None]
"""Appends the lines that report an event."""


class LineTranslator(ABC):
    """Translates for one client. `wanted` is the line that waits for an answer."""

    waits_for_each: bool
    """Whether every line must be answered before the next is sent."""

    def __init__(self, seat: Seat, joint: bool) -> None:
        self.seat = seat
        self._joint = joint
        self._me = str(seat + 1)
        self._dealt = False
        self._left: set[Seat] = set()
        self._is_out = False
        """Whether the client was told that it is out; what it sends from then on is ignored."""
        self._said: dict[str, str] = {}
        """What the client said, by what it was about."""
        self._writers: dict[type[Event], EventWriter] = {}
        """By event class; events of other classes are not reported."""
        self.wanted: Line | None = None
        self.silence_consents = False
        """Whether no answer to the waiting line means consent."""

    # From the table to the client.

    def write_lines(self, events: Sequence[Event], view: CoupView) -> list[Line]:
        """Write the lines that report these events."""
        lines: list[Line] = []
        for event in events:
            write = self._writers.get(type(event))
            if write is not None:
                write(event, view, lines)
        return lines

    @abstractmethod
    def _line_for(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        """The line that asks a question of its own; None if what happened has asked it already."""

    def write_departure(self, seat: Seat) -> Line:
        """Write the line for a seat that disconnected; it is sent at once, before the influences are turned up."""
        self._left.add(seat)
        return self._out(seat)

    @abstractmethod
    def _out(self, seat: Seat) -> Line: ...

    def mark_sent(self, line: Line) -> None:
        """Note that the line was sent; if it has replies, it waits for one from now on."""
        if line.replies:
            self.wanted = line
            self._said.pop(line.about, None)
            self.silence_consents = line.about == "block" and not self.waits_for_each

    def ask(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        """Write the line that must still be sent to get the answer to this question; None if there is none."""
        return None if self.answer(decision) is not None else self._line_for(decision)

    def answer(self, decision: Decision[CoupMove, CoupView]) -> str | None:
        """Look up the client's answer to this question; None if it has given none."""
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
        """Look up the answer and remove it, unless it is one to an action, which counts twice (rule 4.7)."""
        answer = self.answer(decision)
        if decision.question not in ("respond", "block"):
            about = {"challenge_block": "block", "act": "turn", "keep": "turn"}
            self._said.pop(about.get(decision.question, decision.question), None)
        return answer

    # From the client to the table.

    def read_answer(self, text: str) -> bool:
        """Read the text as an answer to the waiting line; False if it is none of its replies."""
        if self.wanted is None:
            return False
        replies = self.wanted.replies
        meaning = replies.get(text) or replies.get(self.normalize(text))
        if meaning is None:
            return False
        if self.wanted.about:
            self._said[self.wanted.about] = meaning
        self.wanted = None
        self.silence_consents = False
        return True

    def correct_answer(self, text: str) -> bool:
        """Read the text in place of an answer that was meant for an earlier line; False if there is none such.

        It counts unless the earlier one has been used; then it is dropped.
        """
        return False

    def take_silence(self) -> None:
        """Take silence as consent to the waiting line."""
        if self.wanted is not None:
            self._said[self.wanted.about] = ALLOW
        self.stop_waiting()

    def stop_waiting(self) -> None:
        """Drop the waiting line."""
        self.wanted = None
        self.silence_consents = False

    @abstractmethod
    def normalize(self, text: str) -> str:
        """Spell an answer as the replies do."""

    def may_ignore(self, text: str) -> bool:
        """Whether a line that nobody waits for is no fault: one that crossed the end of its client is none."""
        return self._is_out


def list_answers(action: Action, target: Seat | None, me: Seat) -> list[CoupMove]:
    """List what this client may answer to an action."""
    answers: list[CoupMove] = [Allow()]
    if action.claims is not None:
        answers.append(Challenge())
    if action is Action.FOREIGN_AID or target == me:
        answers += [Block(character) for character in action.blocked_by]
    return answers
