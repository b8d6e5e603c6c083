"""The second dialect, CoupBots as published later: one-letter codes, and every line waits for its answer."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from croupier.games.coup.dialect import ACTION_LETTERS, ALLOW, CARD_LETTERS, CHALLENGE, Clerk, Line, answers_to
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
from croupier.games.coup.moves import Act, Action, Allow, Block, Character, CoupMove, Keep
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Decision, Event, Seat


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

    def _out(self, seat: Seat) -> Line:
        return Line(f"DEAD {seat + 1}")

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
                if seat not in self._left:
                    yield self._out(seat)
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
        answers = [each for each in answers_to(action, target, self.seat) if not isinstance(each, Allow)]
        more = {self._said_to_act(each): str(each) for each in answers}
        return self._open(text, view, more, "action")

    def _said_to_act(self, answer: CoupMove) -> str:
        if isinstance(answer, Block):
            return f"BLOCK {self._me} {CARD_LETTERS[answer.character]}"
        return f"CHAL {self._me}"

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
