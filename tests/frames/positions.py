"""What all games' tests do with a position: play a match by notation, and list and play the legal moves of a state."""

from collections.abc import Iterator
from typing import Any, Generic, Self, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Decision, Event
from croupier.kernel.state import LEGAL_LIMIT, State
from croupier.kernel.view import View
from croupier.match.match import Match

V = TypeVar("V", bound=View)
_BUFFER = vec[i64]([0] * LEGAL_LIMIT)


class MatchByNotation(Generic[V]):
    """A match, and short words for what the tests ask of it. Every move is checked to be legal."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = list(match.happened())

    def ask(self, seat: int = -1) -> Decision[Any, Any]:
        decision = self.match.ask(seat)
        assert decision is not None, "the match is over"
        return decision

    def do(self, *notations: str) -> Self:
        """Play these moves; `events` is then what they made happen, as the dealer knows it."""
        self.events = []
        for notation in notations:
            self.match.play(self.ask().index_of(notation))
            self.events += self.match.happened()
        return self

    @property
    def moves(self) -> list[str]:
        return [str(move) for move in self.ask().moves]

    @property
    def asked(self) -> tuple[int, str]:
        """Who must answer, and which question."""
        decision = self.ask()
        return decision.seat, decision.question

    def view(self, seat: int) -> V:
        return self.match.view(seat)  # type: ignore[return-value]

    def happened(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def legal_moves(state: State) -> list[int]:
    return [int(_BUFFER[i]) for i in range(state.legal(_BUFFER))]


def random_steps(state: State, seed: int, *, expel_one_in: int = 0) -> Iterator[list[int]]:
    """Play a random match; the raw events of the deal, then of each step.

    One step in `expel_one_in`, outside of sealed windows, is the expulsion of a seat; none if it is 0.
    """
    luck = BotRandom(seed)
    state.start(seed)
    yield [int(state.events[i]) for i in range(state.n_events)]
    while state.to_act >= 0:
        if expel_one_in and state.sealed == 0 and luck.below(expel_one_in) == 0:
            state.expel(luck.below(state.seats))
        else:
            moves = legal_moves(state)
            state.apply(moves[luck.below(len(moves))])
        yield [int(state.events[i]) for i in range(state.n_events)]
