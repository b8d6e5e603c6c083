"""The second dialect, CoupBots as published later: one-letter codes, and every line waits for its answer."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final

from croupier.games.coup.events import (
    Acted,
    Blocked,
    Challenged,
    Coins,
    Dealt,
    Ended,
    Lost,
    Replaced,
    Shown,
    WentOut,
)
from croupier.games.coup.lines.protocol import (
    ACTION_LETTERS,
    ALLOW,
    CARD_LETTERS,
    CHALLENGE,
    Line,
    LineTranslator,
    list_answers,
)
from croupier.games.coup.moves import Act, Action, Allow, Block, Character, CoupMove, Keep
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Decision, Event, Seat

_OK: Final = {"OK": ALLOW}


# A match repeats few distinct lines, so each is made once.


@cache
def _line(text: str, waits: bool) -> Line:
    """A line that is answered with OK; the dead only listen."""
    return Line(text, _OK if waits else {})


@cache
def _act_line(seat: Seat, action: Action, target: Seat | None, me: Seat, waits: bool) -> Line:
    text = f"ACT {seat + 1} {ACTION_LETTERS[action]}" + ("" if target is None else f" {target + 1}")
    answers = {_answer(answer, me): str(answer) for answer in list_answers(action, target, me)}
    return Line(text, answers if waits else {}, "action")


@cache
def _block_line(seat: Seat, character: Character, me: Seat, waits: bool) -> Line:
    replies = {**_OK, f"CHAL {me + 1}": CHALLENGE} if waits else {}
    return Line(f"BLOCK {seat + 1} {CARD_LETTERS[character]}", replies, "block")


def _answer(answer: CoupMove, me: Seat) -> str:
    if isinstance(answer, Block):
        return f"BLOCK {me + 1} {CARD_LETTERS[answer.character]}"
    return "OK" if isinstance(answer, Allow) else f"CHAL {me + 1}"


@cache
def _spellings(move: CoupMove, me: str) -> tuple[tuple[str, str], ...]:
    """What the client may send for a move, each with what it means: cards are kept in any order."""
    match move:
        case Act(action=action, target=target):
            on = "" if target is None else f" {target + 1}"
            return ((f"ACT {me} {ACTION_LETTERS[action]}{on}", str(move)),)
        case Keep(characters=cards):
            orders = permutations(CARD_LETTERS[card] for card in cards)
            return tuple((" ".join(["KEEP", *order]), str(move)) for order in orders)
        case _:
            return ()


class V2LineTranslator(LineTranslator):
    """CoupBots as published later: one-letter codes between spaces, and every line waits for its answer."""

    waits_for_each = True

    def __init__(self, seat: Seat, joint: bool) -> None:
        super().__init__(seat, joint)
        self._turn = -1
        self._pays = False
        self._price = ""
        self._new_hand = ""
        self._writers = {
            Dealt: self._on_dealt,
            Acted: self._on_acted,
            Coins: self._on_coins,
            Blocked: self._on_blocked,
            Challenged: self._on_challenged,
            Shown: self._on_shown,
            Replaced: self._on_replaced,
            Lost: self._on_lost,
            WentOut: self._on_went_out,
            Ended: self._on_ended,
        }

    def normalize(self, text: str) -> str:
        return text

    def _out(self, seat: Seat) -> Line:
        return Line(f"DEAD {seat + 1}")

    def write_lines(self, events: Sequence[Event], view: CoupView) -> list[Line]:
        lines = super().write_lines(events, view)
        if view.turn_number != self._turn and view.ints[1] >= 0:
            self._write_held(view, lines, with_price=True)
            self._turn = view.turn_number
            if view.actor != self.seat:
                lines.append(self._open(f"TURN {view.actor + 1}", view))
        return lines

    def _on_dealt(self, event: Dealt, view: CoupView, lines: list[Line]) -> None:
        me = self.seat
        if event.seat == me and not self._dealt:
            self._dealt = True
            lines += [self._deck(view), self._open(f"COINS {self._me} {view.coins(me)}", view)]
            lines += [self._open(f"PLAYER {other + 1}", view) for other in range(view.seats) if other != me]

    def _on_acted(self, event: Acted, view: CoupView, lines: list[Line]) -> None:
        action, target, me = event.action, event.target, self.seat
        self._pays = action.price > 0
        if event.seat != me:
            line = _act_line(event.seat, action, target, me, view.is_alive(me))
            is_hit = action is Action.COUP and target == me
            lines.append(Line(line.text, self._losses(view), "lose") if is_hit else line)

    def _on_coins(self, event: Coins, view: CoupView, lines: list[Line]) -> None:
        text = f"COINS {event.seat + 1} {event.coins}"
        if self._pays:
            self._pays, self._price = False, text  # a price is sent at the end of the turn
        elif view.is_alive(event.seat):
            lines.append(self._open(text, view))

    def _on_blocked(self, event: Blocked, view: CoupView, lines: list[Line]) -> None:
        me = self.seat
        if event.seat != me:
            lines.append(_block_line(event.seat, event.character, me, view.is_alive(me)))

    def _on_challenged(self, event: Challenged, view: CoupView, lines: list[Line]) -> None:
        text = f"CHAL {event.seat + 1}"
        if event.target == self.seat:
            replies = self._losses(view)
            if view.claimed in view.hand and view.claimed is not None:
                replies[f"SHOW {self._me} {CARD_LETTERS[view.claimed]}"] = f"show {view.claimed}"
            lines.append(Line(text, replies, "show"))
        elif event.seat != self.seat:
            lines.append(self._open(text, view))

    def _on_shown(self, event: Shown, view: CoupView, lines: list[Line]) -> None:
        if event.seat == self.seat:
            return
        text = f"SHOW {event.seat + 1} {CARD_LETTERS[event.character]}"
        if view.challenger == self.seat and view.is_alive(self.seat):
            lines.append(Line(text, self._losses(view), "lose"))
        else:
            lines.append(self._open(text, view))

    def _on_replaced(self, event: Replaced, view: CoupView, lines: list[Line]) -> None:
        if event.seat == self.seat:
            self._new_hand = self._deck(view).text

    def _on_lost(self, event: Lost, view: CoupView, lines: list[Line]) -> None:
        if event.seat != self.seat:
            lines.append(self._open(f"LOSE {event.seat + 1} {CARD_LETTERS[event.character]}", view))
        elif (deck := self._deck(view)) not in lines:
            lines.append(deck)  # who leaves loses both cards at once, but is sent what is left only once
        if view.is_alive(event.seat):
            self._write_held(view, lines)

    def _on_went_out(self, event: WentOut, view: CoupView, lines: list[Line]) -> None:
        if event.seat == self.seat:
            self._is_out = True  # its empty DECK says so
        elif event.seat not in self._left:
            lines.append(self._out(event.seat))
        self._write_held(view, lines)

    def _on_ended(self, event: Ended, view: CoupView, lines: list[Line]) -> None:
        lines.append(Line("EXIT"))

    def _write_held(self, view: CoupView, lines: list[Line], with_price: bool = False) -> None:
        """Write what was kept back until now."""
        if self._new_hand:
            lines.append(self._open(self._new_hand, view))
            self._new_hand = ""
        if self._price and with_price:
            lines.append(self._open(self._price, view))
            self._price = ""

    def _open(self, text: str, view: CoupView) -> Line:
        return _line(text, view.is_alive(self.seat))

    def _deck(self, view: CoupView) -> Line:
        return _line(" ".join(["DECK", *(CARD_LETTERS[card] for card in view.hand)]), True)

    def _losses(self, view: CoupView) -> dict[str, str]:
        return {f"LOSE {self._me} {CARD_LETTERS[card]}": f"lose {card}" for card in view.hand}

    def _line_for(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        view, me = decision.view, self._me
        match decision.question:
            case "act":
                return Line(f"TURN {me}", self._replies(decision), "turn")
            case "lose":
                return Line(f"LOSE {me}", self._losses(view), "lose")
            case "keep":
                drawn = " ".join(CARD_LETTERS[card] for card in view.drawn)
                return Line(f"CHOOSE {drawn}", self._replies(decision), "turn")
            case _:
                return None

    def _replies(self, decision: Decision[CoupMove, CoupView]) -> dict[str, str]:
        return {text: meaning for move in decision.moves for text, meaning in _spellings(move, self._me)}
