"""The first dialect, that of the guide: fields between bars, names in full, nothing is acknowledged."""

from collections.abc import Iterable, Sequence
from itertools import permutations

from croupier.games.coup.codes import SEATS
from croupier.games.coup.dialect import ACTIONS, CARDS, Clerk, Line, answers_to
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
from croupier.games.coup.moves import Act, Action, Allow, Block, Challenge, CoupMove, Keep, Lose, Show
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Decision, Event, Seat

_NUMBERS = tuple(str(seat + 1) for seat in range(SEATS))


def line_of(move: CoupMove, me: str, numbers: Sequence[str]) -> str:
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


def _living(view: CoupView, but: Seat) -> list[Seat]:
    return [seat for seat in range(view.seats) if seat != but and view.is_alive(seat)]


class FirstDialect(Clerk):
    """The guide's: fields between bars, names in full, nothing is acknowledged."""

    waits_for_each = False

    def normal(self, text: str) -> str:
        fields = text.strip().upper().split("|")
        while fields and not fields[-1]:
            fields.pop()
        if not fields:
            return ""
        letters = ACTIONS if fields[0] == "ACT" else CARDS
        return "|".join([*fields[:2], *(letters.get(field, field) for field in fields[2:])])

    def may_ignore(self, text: str) -> bool:
        return self.normal(text) == f"ALLOW|{self._me}"

    def _out(self, seat: Seat) -> Line:
        return Line(f"END|{seat + 1}")

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
                answers = answers_to(action, target, me) if waits else []
                yield Line(f"ACT|{seat + 1}|{str(action).upper()}{on}", self._replies(answers), "action")
            case Blocked(seat=seat, character=character) if seat != me:
                answers = [Allow(), Challenge()] if view.is_alive(me) else []
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
            case WentOut(seat=seat) if seat not in self._left:
                yield self._out(seat)
            case Ended(winner=winner) if winner is not None:
                yield Line(f"WIN|{winner + 1}")
            case _:
                return

    def _deck(self, view: CoupView) -> Line:
        return Line("|".join(["DECK", self._me, *(str(card).upper() for card in view.hand)]))

    def _replies(self, answers: Iterable[CoupMove]) -> dict[str, str]:
        return {line_of(answer, self._me, _NUMBERS): str(answer) for answer in answers}

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
        if isinstance(move, Keep):
            orders = permutations(move.characters)
            return ["|".join(["KEEP", self._me, *(str(card).upper() for card in order)]) for order in orders]
        return [line_of(move, self._me, _NUMBERS)]
