"""The costliest kinds of decision of a bot: what it does most wrongly, added up over several matches."""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from croupier.ai.review import Judgement, judge_seat
from croupier.match.match import Match

KINDS_SHOWN: Final = 3
MIN_COST: Final = 0.03
"""A decision that costs less of a win is not counted, nor is one whose cost may be noise of the search."""


class MistakeKind(msgspec.Struct, frozen=True):
    """One kind of decision: the question, the kind of move played, and the kind of move that was better."""

    question: str
    played: str
    better: str
    count: int
    cost: float
    """Wins lost, added up."""
    match: int
    """The match with the costliest decision of this kind: its place among those examined, from 0."""
    worst: Judgement
    names: tuple[str, ...]
    """Of the seats in that match."""

    def text(self) -> str:
        """The kind by its costliest decision, with its moves as people say them."""
        played, better = (stats.move.label(self.names) for stats in (self.worst.played, self.worst.best))
        often = "" if self.count == 1 else f", and {self.count - 1} more like it"
        return f'{self.question}: "{played}" instead of "{better}"{often}; cost in all {self.cost:.2f} wins'


def costliest_kinds(
    matches: Iterable[tuple[Match, int]],
    iterations: int,
    observe: Callable[[int], None] | None = None,
    n: int = KINDS_SHOWN,
) -> list[MistakeKind]:
    """Search every decision of one seat in each match, and add up what the moves cost, kind by kind."""
    found: dict[tuple[str, str, str], list[tuple[int, Judgement]]] = {}
    names: list[tuple[str, ...]] = []
    for number, (match, seat) in enumerate(matches):
        names.append(match.table.names)
        for judgement in judge_seat(match, seat, iterations):
            if judgement.lost >= max(MIN_COST, judgement.noise):
                kind = (judgement.question, _verb(judgement.played.move), _verb(judgement.best.move))
                found.setdefault(kind, []).append((number, judgement))
        if observe is not None:
            observe(number + 1)
    kinds: list[MistakeKind] = []
    for kind, each in found.items():
        number, worst = max(each, key=lambda one: one[1].lost)
        kinds.append(MistakeKind(*kind, len(each), sum(one.lost for _, one in each), number, worst, names[number]))
    return sorted(kinds, key=lambda kind: -kind.cost)[:n]


def _verb(move: object) -> str:
    """The first word of a move's notation: what is done, without the cards."""
    return str(move).split(" ", 1)[0]
