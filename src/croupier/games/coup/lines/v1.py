"""The first dialect, that of the guide: fields between bars, names in full, nothing is acknowledged."""

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
from croupier.games.coup.lines.protocol import ACTIONS, CARDS, Line, LineTranslator, list_answers
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
            raise ValueError(f"{move} is no move of Coup")


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

    def may_ignore(self, text: str) -> bool:
        return super().may_ignore(text) or self.normalize(text) == f"ALLOW|{self._me}"

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
