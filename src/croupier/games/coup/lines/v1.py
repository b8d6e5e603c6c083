"""The first dialect, that of the guide: fields between bars, names in full, nothing is acknowledged.

An ALLOW does not say what it allows. Clients that follow the guide word for word send one after INCOME and COUP too,
which ask nothing, and a slow client's may arrive when the next action waits for its answer.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations

from croupier.games.coup.core.codes import SEATS
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
from croupier.games.coup.lines.protocol import ACTIONS, ALLOW, CARDS, Line, LineTranslator, list_answers
from croupier.games.coup.moves import Act, Action, Allow, Block, Challenge, Character, CoupMove, Keep, Lose, Show
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Decision, Seat

_NUMBERS = tuple(str(seat + 1) for seat in range(SEATS))


def write_move(move: CoupMove, me: str, numbers: Sequence[str]) -> str:
    """How the client `me` sends a move; `numbers` are those of the seats."""
    match move:
        case Act(action=action, target=target):
            return f"ACT|{me}|{str(action).upper()}" + ("" if target is None else f"|{numbers[target]}")
        case Allow():
            return f"ALLOW|{me}"
        case Challenge():
            return f"CHAL|{me}"
        case Block(character=card):
            return f"BLOCK|{me}|{str(card).upper()}"
        case Show(character=card):
            return f"SHOW|{me}|{str(card).upper()}"
        case Lose(character=card):
            return f"LOSE|{me}|{str(card).upper()}"
        case Keep(characters=cards):
            return "|".join(["KEEP", me, *(str(card).upper() for card in cards)])
        case _:
            raise ValueError(f"{move} is not a move of Coup")


@cache
def _spellings(move: CoupMove, me: str) -> tuple[tuple[str, str], ...]:
    """What the client may send for a move, each with what it means: cards are kept in any order."""
    orders = [Keep(cards) for cards in permutations(move.characters)] if isinstance(move, Keep) else [move]
    return tuple((write_move(order, me, _NUMBERS), str(move)) for order in orders)


def _replies(answers: Iterable[CoupMove], me: str) -> dict[str, str]:
    return {text: meaning for answer in answers for text, meaning in _spellings(answer, me)}


# A match repeats few distinct lines, so each is made once.


@cache
def _line(*fields: str | int) -> Line:
    return Line("|".join([str(field) for field in fields]).upper())


@cache
def _act_line(seat: Seat, action: Action, target: Seat | None, me: Seat, waits: bool) -> Line:
    on = "" if target is None else f"|{target + 1}"
    answers = list_answers(action, target, me) if waits and action not in (Action.INCOME, Action.COUP) else []
    return Line(f"ACT|{seat + 1}|{str(action).upper()}{on}", _replies(answers, str(me + 1)), "action")


@cache
def _block_line(seat: Seat, character: Character, me: Seat, waits: bool) -> Line:
    answers = [Allow(), Challenge()] if waits else []
    return Line(f"BLOCK|{seat + 1}|{str(character).upper()}", _replies(answers, str(me + 1)), "block")


class V1LineTranslator(LineTranslator):
    """The guide's: fields between bars, names in full, nothing is acknowledged."""

    waits_for_each = False

    def __init__(self, seat: Seat, joint: bool) -> None:
        super().__init__(seat, joint)
        self._is_contested = False
        """Whether the action or block that stands was challenged: then not all who were asked allowed it."""
        self._allow = f"ALLOW|{self._me}"
        self._unasked = 0
        """Actions that asked nothing and may still be answered with ALLOW: lines are answered in their order."""
        self._allows_all = False
        """Whether the client was seen answering such an action."""
        self._uncertain: Line | None = None
        """The line whose answer was an ALLOW that may have belonged to one of those actions."""
        self._is_taken = False
        """Whether that answer has been used."""
        self._writers = {
            Dealt: self._on_dealt,
            Acted: self._on_acted,
            Blocked: self._on_blocked,
            Challenged: self._on_challenged,
            Allowed: self._on_allowed,
            Shown: self._on_shown,
            Replaced: self._on_hand_changed,
            Returned: self._on_hand_changed,
            Lost: self._on_lost,
            Coins: self._on_coins,
            WentOut: self._on_went_out,
            Ended: self._on_ended,
        }

    def normalize(self, text: str) -> str:
        fields = text.strip().upper().split("|")
        while fields and not fields[-1]:
            fields.pop()
        if not fields:
            return ""
        letters = ACTIONS if fields[0] == "ACT" else CARDS
        return "|".join([*fields[:2], *(letters.get(field, field) for field in fields[2:])])

    def mark_sent(self, line: Line) -> None:
        super().mark_sent(line)
        if line.about == "action" and not line.replies:
            self._unasked += 1

    def read_answer(self, text: str) -> bool:
        wanted, is_allow = self.wanted, self.normalize(text) == self._allow
        if is_allow and self._unasked:
            if wanted is None:
                self._unasked -= 1
                self._allows_all = True
            elif self._allows_all and self._allow in wanted.replies:
                self._unasked -= 1
                self.silence_consents = True  # unless it was the answer to this line after all
                return False
        if not super().read_answer(text):
            return False
        if not is_allow:
            self._unasked = 0
        self._uncertain, self._is_taken = wanted if self._unasked else None, False
        return True

    def correct_answer(self, text: str) -> bool:
        line = self._uncertain
        meaning = None if line is None else line.replies.get(self.normalize(text))
        if line is None or meaning is None or meaning == ALLOW:
            return False
        self._uncertain, self._unasked, self._allows_all = None, 0, True
        if not self._is_taken:
            self._said[line.about] = meaning
        return True

    def take(self, decision: Decision[CoupMove, CoupView]) -> str | None:
        self._is_taken = True
        return super().take(decision)

    def take_silence(self) -> None:
        super().take_silence()
        self._unasked, self._allows_all = 0, False

    def may_ignore(self, text: str) -> bool:
        return super().may_ignore(text) or self.normalize(text) == self._allow

    def _out(self, seat: Seat) -> Line:
        return _line("END", seat + 1)

    def _on_dealt(self, event: Dealt, view: CoupView, lines: list[Line]) -> None:
        me = self.seat
        if event.seat == me and not self._dealt:
            self._dealt = True
            lines += [self._deck(view), _line("COINS", self._me, view.coins(me))]
            lines += [_line("PLAYER", other + 1) for other in range(view.seats) if other != me]

    def _on_acted(self, event: Acted, view: CoupView, lines: list[Line]) -> None:
        me = self.seat
        self._is_contested = False
        if event.seat != me:
            lines.append(_act_line(event.seat, event.action, event.target, me, view.is_alive(me)))

    def _on_blocked(self, event: Blocked, view: CoupView, lines: list[Line]) -> None:
        me = self.seat
        self._is_contested = False
        if event.seat != me:
            lines.append(_block_line(event.seat, event.character, me, view.is_alive(me)))

    def _on_challenged(self, event: Challenged, view: CoupView, lines: list[Line]) -> None:
        self._is_contested = True
        if event.seat != self.seat:
            lines.append(_line("CHAL", event.seat + 1))

    def _on_allowed(self, event: Allowed, view: CoupView, lines: list[Line]) -> None:
        if self._is_contested:
            return
        if event.question != "respond" or self._joint or view.target is None:
            silent = (self.seat, event.seat)
            lines += [
                _line("ALLOW", other + 1) for other in range(view.seats) if other not in silent and view.is_alive(other)
            ]

    def _on_shown(self, event: Shown, view: CoupView, lines: list[Line]) -> None:
        if event.seat != self.seat:
            lines.append(_line("SHOW", event.seat + 1, event.character))

    def _on_hand_changed(self, event: Replaced | Returned, view: CoupView, lines: list[Line]) -> None:
        if event.seat == self.seat:
            lines.append(self._deck(view))

    def _on_lost(self, event: Lost, view: CoupView, lines: list[Line]) -> None:
        mine = event.seat == self.seat
        lines.append(self._deck(view) if mine else _line("LOSE", event.seat + 1, event.character))

    def _on_coins(self, event: Coins, view: CoupView, lines: list[Line]) -> None:
        lines.append(_line("COINS", event.seat + 1, event.coins))

    def _on_went_out(self, event: WentOut, view: CoupView, lines: list[Line]) -> None:
        self._is_out = self._is_out or event.seat == self.seat
        if event.seat not in self._left:
            lines.append(self._out(event.seat))

    def _on_ended(self, event: Ended, view: CoupView, lines: list[Line]) -> None:
        if event.winner is not None:
            lines.append(_line("WIN", event.winner + 1))

    def _deck(self, view: CoupView) -> Line:
        return _line("DECK", self._me, *view.hand)

    def _line_for(self, decision: Decision[CoupMove, CoupView]) -> Line | None:
        me = self._me
        replies = _replies(decision.moves, me)
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
