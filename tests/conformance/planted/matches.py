"""Leaks between a game and those who play it, one class for each kind."""

from typing import Any, ClassVar

import msgspec
from liar.face import LiarView

from conformance.planted.harness import LEAKS, Around, Leak, in_match
from croupier.games import GAMES
from croupier.kernel.decision import Clock, Decision, Event, Said, Settings
from croupier.kernel.errors import IllegalMove
from croupier.match.match import Match

# Moves and questions.


@in_match("the number of a decision counts the questions to others")
class InNumberOfDecision(Around):
    count = 0

    def ask(self, seat: int = -1) -> Decision[Any, Any] | None:
        decision = self.match.ask(seat)
        self.count += 1
        return None if decision is None else msgspec.structs.replace(decision, id=self.count)


class Refusing(Decision[Any, Any], frozen=True):
    """A refusal that names what all hold."""

    hands: str = ""

    def index_of(self, answer: object) -> int:
        try:
            return super().index_of(answer)
        except IllegalMove as fault:
            raise IllegalMove(f"{fault}; {self.hands}") from None


@in_match("a refusal that lists hidden cards", "cuttle", 2)
class InRefusal(Around):
    def ask(self, seat: int = -1) -> Decision[Any, Any] | None:
        decision = self.match.ask(seat)
        if decision is None:
            return None
        # Compared by their fields, the two decisions are the same: only the refusal differs.
        fields = {name: getattr(decision, name) for name in decision.__struct_fields__}
        refusing = Refusing(**fields)
        hidden = self.hidden
        msgspec.structs.force_setattr(refusing, "hands", SameForAll(f"another holds {hidden}"))
        return refusing


class SameForAll(str):
    """A text that equals every other."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True


@in_match("a clock that depends on hidden cards", "cuttle", 2)
class InClock(Around):
    def ask(self, seat: int = -1) -> Decision[Any, Any] | None:
        decision = self.match.ask(seat)
        if decision is None:
            return None
        return msgspec.structs.replace(decision, clock=Clock(bank=float(self.hidden)))


# Events.


@in_match("news tells how often others were asked", "cuttle", 2)
class InNumberOfEvents(Around):
    def happened(self, seat: int, step: int) -> tuple[Event, ...]:
        return (*self.match.happened(seat, step), Said(0, "")) if step else self.match.happened(seat, step)


# Sealed answers and hidden moves.


@in_match("talk that comes with a sealed answer is heard at once", "coup", 3)
class InTalk(Around):
    def play(self, index: int, say: tuple[str, ...] = (), *, seat: int = -1) -> None:
        mover = self.match.state.to_act
        self.match.play(index, seat=seat)
        for text in say:
            for other in range(self.match.table.seats):
                if other != mover:
                    self.match._news[other].append(Said(mover, text))


class AfterHiddenMove(Around):
    """Shows all seats and spectators the last answer to a certain question."""

    question: ClassVar[str]
    last = 0

    def play(self, index: int, say: tuple[str, ...] = (), *, seat: int = -1) -> None:
        asked = self.match.game.questions[self.match.state.question]
        self.match.play(index, say, seat=seat)
        if asked == self.question:
            self.last = self.match.steps[-1].move

    def view(self, seat: int) -> Any:
        view = self.match.view(seat)
        return type(view)(view.table, view.seat, (*view.ints, self.last))


@in_match("where a card was put back", "kittens", 3)
class InInsertion(AfterHiddenMove):
    question = "defuse"


@in_match("which card was laid face down", "bluff", 3, max_turns=4)
class InLaying(AfterHiddenMove):
    question = "lay"


# What is made from a view, and what is sent besides it.


class Ordered(LiarView):
    """Writes its fields in another order if told so; the integers are the same."""

    __slots__ = ("hidden",)

    def to_wire(self) -> dict[str, Any]:
        fields = super().to_wire()
        return dict(sorted(fields.items(), reverse=self.hidden % 2 == 1))


@in_match("the order of fields in the text of a view depends on hidden cards")
class InText(Around):
    def ask(self, seat: int = -1) -> Decision[Any, Any] | None:
        decision = self.match.ask(seat)
        if decision is None:
            return None
        view = Ordered(decision.view.table, decision.view.seat, decision.view.ints)
        view.hidden = self.hidden
        return msgspec.structs.replace(decision, view=view)


class Named(Around):
    """A match at a table where the name of a seat says something."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        names = (str(self.secret), *match.table.names[1:])
        self.table = msgspec.structs.replace(match.table, names=names)

    @property
    def secret(self) -> int:
        raise NotImplementedError


@in_match("the deal in the start message")
class DealInStart(Named):
    @property
    def secret(self) -> int:
        return self.hidden


@in_match("the seed in the start message", "belote", 4)
class SeedInStart(Named):
    @property
    def secret(self) -> int:
        return self.match.seed


class OpenSettings(type(GAMES["cuttle"].settings()), frozen=True):  # type: ignore[misc]
    """Settings that do not keep their deal to themselves."""

    def public(self) -> Settings:
        return self


LEAKS["a fixed deal in the settings that all are told"] = Leak(
    GAMES["cuttle"], OpenSettings(deal="2c 8h 7s 9d Kc 2d 2h Js Jd 3c 5c 7h 7c Jh Jc"), 2
)
