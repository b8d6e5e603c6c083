"""The two dialects of the CoupBots line protocol, as pure translation: questions become lines, lines answers.

A `Clerk` serves one client. Every line it writes carries the answers that are allowed to it, each with what it means in
Croupier's notation: looking an answer up is both the parser and the check. It knows no socket and no clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Final

import msgspec

from croupier.games.coup.events import (
    Acted,
    Allowed,
    Blocked,
    Challenged,
    Coins,
    Dealt,
    Ended,
    Lost,
    Replaced,
    Returned,
    Shown,
    WentOut,
)
from croupier.games.coup.moves import Act, Action, Block, Character, CoupMove, Keep, Lose, Show
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Decision, Event, Seat

LINE_LIMIT: Final = 256  # bytes

CARD_LETTERS: Final = dict(zip(Character, "ABCDE", strict=True))
ACTION_LETTERS: Final = dict(zip(Action, "IFTXCAS", strict=True))
_CARDS: Final = {letter: str(card).upper() for card, letter in CARD_LETTERS.items()}
_ACTIONS: Final = {letter: str(action).upper() for action, letter in ACTION_LETTERS.items()}

ALLOW: Final = "allow"
CHALLENGE: Final = "challenge"


class Line(msgspec.Struct, frozen=True):
    """One line to the client. With replies an answer is wanted: the text of each, and what it means."""

    text: str
    replies: Mapping[str, str] = {}
    about: str = ""
    """What the answer is about: "action", "block", "show", "lose", "turn"; empty for a mere acknowledgement."""


class Clerk(ABC):
    """Translates for one client. `wanted` is the line that waits for an answer."""

    waits_for_each: bool
    """Whether every line must be answered before the next is sent."""

    def __init__(self, seat: Seat, joint: bool) -> None:
        self.seat = seat
        self._joint = joint
        self._me = str(seat + 1)
        self._dealt = False
        self._said: dict[str, str] = {}
        """What the client said, by what it was about."""
        self.wanted: Line | None = None
        self.quiet = False
        """Whether silence now means consent."""

    # From the table to the client.

    @abstractmethod
    def told(self, events: Sequence[Event], view: CoupView) -> list[Line]:
        """The lines that tell what happened."""

    @abstractmethod
    def _line_for(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        """The line that asks a question of its own; None if what happened has asked it already."""

    @abstractmethod
    def illegal(self) -> str: ...

    @abstractmethod
    def kicked(self) -> str: ...

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
        meaning = self.wanted.replies.get(self.normal(text))
        if meaning is None:
            return False
        if self.wanted.about:
            self._said[self.wanted.about] = meaning
        self.wanted = None
        self.quiet = False
        return True

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


def _living(view: CoupView, but: Seat) -> list[Seat]:
    return [seat for seat in range(view.seats) if seat != but and view.is_alive(seat)]


def _answers_to(action: Action, target: Seat | None, me: Seat) -> list[str]:
    """What this client may answer to an action, in our notation."""
    answers = [ALLOW]
    if action.claims is not None:
        answers.append(CHALLENGE)
    if action is Action.FOREIGN_AID or target == me:
        answers += [str(Block(character)) for character in action.blocked_by]
    return answers


class FirstDialect(Clerk):
    """The guide's: fields between bars, names in full, nothing is acknowledged."""

    waits_for_each = False

    def normal(self, text: str) -> str:
        fields = text.strip().upper().split("|")
        while fields and not fields[-1]:
            fields.pop()
        if not fields:
            return ""
        letters = _ACTIONS if fields[0] == "ACT" else _CARDS
        return "|".join([*fields[:2], *(letters.get(field, field) for field in fields[2:])])

    def may_ignore(self, text: str) -> bool:
        return self.normal(text) == f"ALLOW|{self._me}"

    def illegal(self) -> str:
        return f"ILLEGAL|{self._me}"

    def kicked(self) -> str:
        return f"END|{self._me}"

    def told(self, events: Sequence[Event], view: CoupView) -> list[Line]:
        lines: list[Line] = []
        for event in events:
            lines += self._line(event, view)
        return lines

    def _line(self, event: Event, view: CoupView) -> Iterable[Line]:
        me = self.seat
        match event:
            case Dealt(seat=seat) if seat == me and not self._dealt:
                self._dealt = True
                yield self._deck(view)
                yield Line(f"COINS|{self._me}|{view.coins(me)}")
                yield from (Line(f"PLAYER|{other + 1}") for other in range(view.seats) if other != me)
            case Acted(seat=seat, action=action, target=target) if seat != me:
                on = "" if target is None else f"|{target + 1}"
                waits = view.is_alive(me) and action not in (Action.INCOME, Action.COUP)
                answers = _answers_to(action, target, me) if waits else []
                yield Line(f"ACT|{seat + 1}|{str(action).upper()}{on}", self._replies(answers), "action")
            case Blocked(seat=seat, character=character) if seat != me:
                answers = [ALLOW, CHALLENGE] if view.is_alive(me) else []
                yield Line(f"BLOCK|{seat + 1}|{str(character).upper()}", self._replies(answers), "block")
            case Challenged(seat=seat) if seat != me:
                yield Line(f"CHAL|{seat + 1}")
            case Allowed(seat=seat, question=question):
                if question != "respond" or self._joint or view.target is None:
                    yield from (Line(f"ALLOW|{other + 1}") for other in _living(view, seat) if other != me)
            case Shown(seat=seat, character=character) if seat != me:
                yield Line(f"SHOW|{seat + 1}|{str(character).upper()}")
            case Replaced(seat=seat) | Returned(seat=seat) if seat == me:
                yield self._deck(view)
            case Lost(seat=seat, character=character):
                yield self._deck(view) if seat == me else Line(f"LOSE|{seat + 1}|{str(character).upper()}")
            case Coins(seat=seat, coins=coins):
                yield Line(f"COINS|{seat + 1}|{coins}")
            case WentOut(seat=seat):
                yield Line(f"END|{seat + 1}")
            case Ended(winner=winner) if winner is not None:
                yield Line(f"WIN|{winner + 1}")
            case _:
                return

    def _deck(self, view: CoupView) -> Line:
        return Line("|".join(["DECK", self._me, *(str(card).upper() for card in view.hand)]))

    def _replies(self, answers: Iterable[str]) -> dict[str, str]:
        words = {ALLOW: f"ALLOW|{self._me}", CHALLENGE: f"CHAL|{self._me}"}
        return {words.get(each) or f"BLOCK|{self._me}|{each.removeprefix('block ').upper()}": each for each in answers}

    def _line_for(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        me = self._me
        replies = {text: str(move) for move in decision.moves for text in self._spelled(move)}
        match decision.question:
            case "act":
                return Line(f"TURN|{me}", replies, "turn")
            case "show":
                # A card that was not claimed is turned up and lost.
                shown = {f"SHOW|{me}|{str(card).upper()}": f"lose {card}" for card in decision.view.hand}
                return Line(f"SHOW|{me}", {**shown, **replies}, "show")
            case "lose":
                return Line(f"LOSE|{me}", replies, "lose")
            case "keep":
                drawn = "|".join(str(card).upper() for card in decision.view.drawn)
                return Line(f"CHOOSE|{me}|{drawn}", replies, "turn")
            case _:
                return None

    def _spelled(self, move: CoupMove) -> list[str]:
        me = self._me
        match move:
            case Act(action=action, target=target):
                return [f"ACT|{me}|{str(action).upper()}" + ("" if target is None else f"|{target + 1}")]
            case Show(character=card):
                return [f"SHOW|{me}|{str(card).upper()}"]
            case Lose(character=card):
                return [f"LOSE|{me}|{str(card).upper()}"]
            case Keep(characters=cards):
                return ["|".join(["KEEP", me, *(str(card).upper() for card in order)]) for order in permutations(cards)]
            case _:
                return []


class SecondDialect(Clerk):
    """CoupBots as published later: one-letter codes between spaces, and every line waits for its answer."""

    waits_for_each = True

    def __init__(self, seat: Seat, joint: bool) -> None:
        super().__init__(seat, joint)
        self._turn = -1
        self._pays = False
        self._price = ""
        self._new_hand = ""

    def normal(self, text: str) -> str:
        return text

    def illegal(self) -> str:
        return "ILLEGAL"

    def kicked(self) -> str:
        return f"DEAD {self._me}"

    def told(self, events: Sequence[Event], view: CoupView) -> list[Line]:
        lines: list[Line] = []
        for event in events:
            # Who leaves loses both cards at once, but is told what is left only once.
            lines += [line for line in self._line(event, view) if line not in lines or line.text[:4] != "DECK"]
        if view.turn_number != self._turn and view.ints[1] >= 0:
            lines += self._held(view, with_price=True)
            self._turn = view.turn_number
            if view.actor != self.seat:
                lines.append(self._open(f"TURN {view.actor + 1}", view))
        return lines

    def _line(self, event: Event, view: CoupView) -> Iterable[Line]:
        me = self.seat
        match event:
            case Dealt(seat=seat) if seat == me and not self._dealt:
                self._dealt = True
                yield self._deck(view)
                yield self._open(f"COINS {self._me} {view.coins(me)}", view)
                yield from (self._open(f"PLAYER {other + 1}", view) for other in range(view.seats) if other != me)
            case Acted(seat=seat, action=action, target=target):
                self._pays = action.price > 0
                if seat != me:
                    yield self._act(seat, action, target, view)
            case Coins(seat=seat, coins=coins):
                text = f"COINS {seat + 1} {coins}"
                if self._pays:
                    self._pays, self._price = False, text  # a price is told at the end of the turn
                elif view.is_alive(seat):
                    yield self._open(text, view)
            case Blocked(seat=seat, character=character) if seat != me:
                text = f"BLOCK {seat + 1} {CARD_LETTERS[character]}"
                yield self._open(text, view, {f"CHAL {self._me}": CHALLENGE}, "block")
            case Challenged(seat=seat, target=target) if seat != me:
                yield self._challenged(seat, target, view)
            case Shown(seat=seat, character=character) if seat != me:
                yield self._shown(seat, character, view)
            case Replaced(seat=seat) if seat == me:
                self._new_hand = self._deck(view).text
            case Lost(seat=seat, character=character):
                if seat == me:
                    yield self._deck(view)
                else:
                    yield self._open(f"LOSE {seat + 1} {CARD_LETTERS[character]}", view)
                if view.is_alive(seat):
                    yield from self._held(view)
            case WentOut(seat=seat):
                yield Line(f"DEAD {seat + 1}")
                yield from self._held(view)
            case Ended():
                yield Line("EXIT")
            case _:
                return

    def _held(self, view: CoupView, with_price: bool = False) -> list[Line]:
        """What was kept back until now."""
        texts = [self._new_hand, self._price if with_price else ""]
        self._new_hand, self._price = "", "" if with_price else self._price
        return [self._open(text, view) for text in texts if text]

    def _open(self, text: str, view: CoupView, replies: Mapping[str, str] | None = None, about: str = "") -> Line:
        """A line that is answered with OK, or with one of the others; the dead only listen."""
        return Line(text, {"OK": ALLOW, **(replies or {})} if view.is_alive(self.seat) else {}, about)

    def _deck(self, view: CoupView) -> Line:
        return Line(" ".join(["DECK", *(CARD_LETTERS[card] for card in view.hand)]), {"OK": ALLOW})

    def _act(self, seat: Seat, action: Action, target: Seat | None, view: CoupView) -> Line:
        text = f"ACT {seat + 1} {ACTION_LETTERS[action]}" + ("" if target is None else f" {target + 1}")
        if action is Action.COUP and target == self.seat:
            return Line(text, self._losses(view), "lose")
        words = {CHALLENGE: f"CHAL {self._me}"}
        answers = [each for each in _answers_to(action, target, self.seat) if each != ALLOW]
        letters = {str(card): letter for card, letter in CARD_LETTERS.items()}
        more = {words.get(e) or f"BLOCK {self._me} {letters[e.removeprefix('block ')]}": e for e in answers}
        return self._open(text, view, more, "action")

    def _losses(self, view: CoupView) -> dict[str, str]:
        return {f"LOSE {self._me} {CARD_LETTERS[card]}": f"lose {card}" for card in view.hand}

    def _challenged(self, seat: Seat, target: Seat, view: CoupView) -> Line:
        if target != self.seat:
            return self._open(f"CHAL {seat + 1}", view)
        replies = self._losses(view)
        if view.claimed in view.hand and view.claimed is not None:
            replies[f"SHOW {self._me} {CARD_LETTERS[view.claimed]}"] = f"show {view.claimed}"
        return Line(f"CHAL {seat + 1}", replies, "show")

    def _shown(self, seat: Seat, character: Character, view: CoupView) -> Line:
        text = f"SHOW {seat + 1} {CARD_LETTERS[character]}"
        if view.challenger == self.seat and view.is_alive(self.seat):
            return Line(text, self._losses(view), "lose")
        return self._open(text, view)

    def _line_for(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        view, me = decision.view, self._me
        replies = {text: str(move) for move in decision.moves for text in self._spelled(move)}
        match decision.question:
            case "act":
                return Line(f"TURN {me}", replies, "turn")
            case "lose":
                return Line(f"LOSE {me}", self._losses(view), "lose")
            case "keep":
                return Line(f"CHOOSE {' '.join(CARD_LETTERS[card] for card in view.drawn)}", replies, "turn")
            case _:
                return None

    def _spelled(self, move: CoupMove) -> list[str]:
        match move:
            case Act(action=action, target=target):
                on = "" if target is None else f" {target + 1}"
                return [f"ACT {self._me} {ACTION_LETTERS[action]}{on}"]
            case Keep(characters=cards):
                return [" ".join(["KEEP", *(CARD_LETTERS[card] for card in order)]) for order in permutations(cards)]
            case _:
                return []
