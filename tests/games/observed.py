"""Random matches as a learning agent observes them, for tests that compare every entry with what it should mean."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from croupier.ai.observation.layout import observation_layout
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Decision, View
from croupier.kernel.features import LARGEST
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.match import Match

Entries = dict[str, int]


class Observed(msgspec.Struct):
    """What one seat is shown at one decision."""

    view: Any
    state: State
    decision: Decision[Any, View]
    row: Entries
    played: Sequence[tuple[str, str]]
    """The questions and answers so far."""


def observations(game: Game, seats: int, seed: int, values: Mapping[str, Any]) -> Iterator[Observed]:
    """Every decision of a random match, and what the seat to act observes."""
    settings = game.settings(dict(values))
    layout = observation_layout(game, settings, seats)
    buffer = layout.buffer(game.move_count)
    match, luck = Match(game, settings, [f"p{seat}" for seat in range(seats)], seed), BotRandom(seed)
    played: list[tuple[str, str]] = []
    while (decision := match.ask()) is not None:
        buffer.write_observation(match.state, decision.seat)
        row = {name: entry for name, entry in zip(layout.entries, bytes(memoryview(buffer.row)), strict=True) if name}
        yield Observed(decision.view, match.state, decision, row, played)
        index = luck.below(len(decision.moves))
        played.append((decision.question, str(decision.moves[index])))
        match.play(index)


def several(name: str, values: Sequence[int]) -> Entries:
    """The entries of a feature that has more than one."""
    return {f"{name} {i}": min(LARGEST, int(value)) for i, value in enumerate(values)}


def single(name: str, value: int) -> Entries:
    return {name: min(LARGEST, max(0, value))}


def one_of(name: str, size: int, index: int | None) -> Entries:
    """The entry of this number is 1, or none."""
    return several(name, [i == index for i in range(size)])


def members(name: str, size: int, numbers: Sequence[int]) -> Entries:
    """The entries of these numbers are 1."""
    return several(name, [i in numbers for i in range(size)])
