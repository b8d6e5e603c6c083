"""Who plays a run, and how long a match may take: chosen from what was asked for and who takes part."""

from collections.abc import Collection, Sequence
from math import inf
from typing import Final

import msgspec

from croupier.arena.plan.schedule import Pairing, Seating, seatings_of
from croupier.arena.run.pool import Slow, Workers, all_cores
from croupier.arena.run.task import RunSetup, Task
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.errors import UsageError
from croupier.players.entrant import Entrant
from croupier.players.llm.spec import is_llm

GAME_LIMIT: Final = 10.0  # seconds
GAME_LIMIT_FACTOR: Final = 10
"""A match may take this many times as long as the verification match."""
VERIFICATION: Final = -2
"""The number of that match."""
_UNHURRIED: Final = ("human", "llm")
_SEARCHING: Final = ("ismcts", "mcts")


class RunOptions(msgspec.Struct, frozen=True):
    """How a run is played; it changes nothing about what comes out."""

    workers: int | None = None
    """None for one on every core."""
    backend: str = "local"
    address: str | None = None
    """Of a cluster that is there already."""
    game_limit: float | None = None
    """Seconds; 0 for no limit, None for what is usual."""
    in_process: bool = False
    """Without processes of their own for the matches: for somebody who sits at a breakpoint."""

    def check(self) -> None:
        if self.game_limit is not None and not 0 <= self.game_limit < inf:
            raise UsageError(f"--game-limit is a number of seconds from 0 on, not {self.game_limit:g}")
        if self.backend not in ("local", "ray"):
            raise UsageError(f"there is no backend {self.backend!r}; there are local and ray")
        if self.address is not None and self.backend != "ray":
            raise UsageError("--address is that of a Ray cluster: --backend ray --address HOST:PORT")


def only_once(entrants: Sequence[Entrant]) -> list[str]:
    """The names of bots that only one process at a time can have."""
    return [one.name for one in entrants if one.guest is not None and getattr(one.guest, "only_once", False)]


def worker_count(means: RunOptions, entrants: Sequence[Entrant], chunks: int) -> int:
    """As many as were asked for, no more than there is work for, and one if somebody can be reached only once."""
    if only_once(entrants):
        return 1
    return max(1, min(means.workers or len(all_cores()), chunks))


def is_unhurried(entrants: Sequence[Entrant]) -> bool:
    """Whether a person, a language model or somebody far away takes part: nobody knows how long that takes."""
    return any((one.guest is not None and not one.rung) or one.spec.partition(":")[0] in _UNHURRIED for one in entrants)


def is_searching(entrants: Sequence[Entrant]) -> bool:
    """Whether somebody takes part who thinks for as long as he was told to."""
    return any(one.spec.partition(":")[0] in _SEARCHING for one in entrants)


def game_limit(means: RunOptions, cast: RunSetup, verification: float) -> float | None:
    """How long a match may take, given how long the verification match took; 0 where there was none."""
    if means.game_limit is not None:
        return means.game_limit or None
    if is_unhurried(cast.entrants) or (not verification and is_searching(cast.entrants)):
        return None
    return max(GAME_LIMIT, GAME_LIMIT_FACTOR * verification)


def verify_speed(
    workers: Workers, cast: RunSetup, seats: int | None, seed: int, table_size: int
) -> tuple[dict[int, str], float]:
    """Let everybody play a match with time limits, `table_size` of them at a table.

    Returns who is too slow, by number and with the reason, and how many seconds a match takes without them.
    """
    slow: dict[int, str] = {}
    longest = 0.0
    limit = cast.clock.answer
    if limit is None or any(map(is_llm, cast.entrants)):  # a model's answers cost money, and it is in no hurry
        return {}, 0.0
    waiting: list[int] = list(range(len(cast.entrants)))
    while waiting:
        others = [number for number in range(len(cast.entrants)) if number not in slow and number not in waiting]
        table = [*waiting, *others][:table_size]
        if len(table) < 2:
            break
        pairing = Pairing(0, derived_seed("verification", seed), seatings_among(cast, table, seats)[0])
        found: Slow = workers.verify(Task(VERIFICATION, pairing), limit)
        slow |= found.entrants
        if not found.entrants:
            longest = max(longest, found.seconds)
        done: Collection[int] = found.entrants or table
        waiting = [number for number in waiting if number not in done]
    return slow, longest


def seatings_among(cast: RunSetup, numbers: Sequence[int], seats: int | None) -> tuple[Seating, ...]:
    """The seatings of some of the entrants."""
    seatings = seatings_of(cast.game, cast.settings, len(numbers), seats)
    return tuple(tuple(numbers[place] for place in seating) for seating in seatings)
