"""The number of workers and the time limit of a match, from the options of a run and its bots."""

from collections.abc import Collection, Sequence
from math import inf
from typing import Final

import msgspec

from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.schedule import Orders, Pairing
from croupier.arena.run.pool import VerificationResult, WorkerPool, all_cores
from croupier.arena.run.task import RunSetup, Task
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import match_key
from croupier.players.entrant import Entrant
from croupier.players.llm.spec import is_llm

MIN_GAME_LIMIT_SECONDS: Final = 10.0  # seconds
GAME_LIMIT_FACTOR: Final = 10
"""A match may take this many times as long as the verification match."""
VERIFICATION_NUMBER: Final = -2
"""The number of the verification match, which is no match of the run."""
VERIFICATION_DEAL: Final = 2**63
"""The number of its deal, which no block has."""
UNTIMED_BOTS: Final = ("human", "llm")
SEARCH_BOTS: Final = ("ismcts", "mcts")


class RunOptions(msgspec.Struct, frozen=True):
    """How a run is played, which changes nothing about its results."""

    workers: int | None = None
    """None for one on every core."""
    backend: str = "local"
    address: str | None = None
    """Address of a Ray cluster that is running already."""
    game_limit: float | None = None
    """Seconds that a match may take; 0 for no limit, None for the default."""
    in_process: bool = False
    """Play in this process, without workers, so that a debugger can stop at breakpoints."""
    padding: bool = True
    """In a run that can be rated, let reaction windows take the same time no matter who can react."""

    def check(self) -> None:
        if self.game_limit is not None and not 0 <= self.game_limit < inf:
            raise UsageError(f"--game-limit must be 0 or more seconds, not {self.game_limit:g}")
        if self.backend not in ("local", "ray"):
            raise UsageError(f"no backend {self.backend!r}; choose local or ray")
        if self.address is not None and self.backend != "ray":
            raise UsageError("--address needs a Ray cluster: --backend ray --address HOST:PORT")


def single_process_bots(entrants: Sequence[Entrant]) -> list[str]:
    """The names of bots that only one process at a time can have."""
    return [one.name for one in entrants if one.guest is not None and getattr(one.guest, "only_once", False)]


def worker_count(options: RunOptions, entrants: Sequence[Entrant], chunks: int) -> int:
    """Number of workers: as asked for, at most one for each chunk, and one if a bot allows only one process."""
    if single_process_bots(entrants):
        return 1
    return max(1, min(options.workers or len(all_cores()), chunks))


def has_untimed_bot(entrants: Sequence[Entrant]) -> bool:
    """Whether a person, a language model or a remote bot takes part, whose time cannot be predicted."""
    return any(
        (one.guest is not None and not one.isolation) or one.spec.partition(":")[0] in UNTIMED_BOTS for one in entrants
    )


def has_search_bot(entrants: Sequence[Entrant]) -> bool:
    """Whether a bot takes part that searches for as long as its options say."""
    return any(one.spec.partition(":")[0] in SEARCH_BOTS for one in entrants)


def game_limit(options: RunOptions, setup: RunSetup, verification: float) -> float | None:
    """Seconds that a match may take, from the seconds of the verification match; 0 where there was none."""
    if options.game_limit is not None:
        return options.game_limit or None
    if has_untimed_bot(setup.entrants) or (not verification and has_search_bot(setup.entrants)):
        return None
    return max(MIN_GAME_LIMIT_SECONDS, GAME_LIMIT_FACTOR * verification)


def verify_speed(
    workers: WorkerPool, setup: RunSetup, seats: int | None, secret: int, table_size: int
) -> tuple[dict[int, str], float]:
    """Let every bot play a match with time limits, `table_size` of them at a table.

    Returns the bots that are too slow, by number and with the reason, and the seconds of a match without them.
    """
    slow: dict[int, str] = {}
    longest = 0.0
    limit = setup.clock.answer
    if limit is None or any(map(is_llm, setup.entrants)):  # answers of a model cost money
        return {}, 0.0
    waiting: list[int] = list(range(len(setup.entrants)))
    while waiting:
        others = [number for number in range(len(setup.entrants)) if number not in slow and number not in waiting]
        table = [*waiting, *others][:table_size]
        if len(table) < 2:
            break
        pairing = Pairing(0, match_key(secret, VERIFICATION_DEAL), orders_among(setup, table, seats)[0][0])
        found: VerificationResult = workers.verify(Task(VERIFICATION_NUMBER, pairing), limit)
        slow |= found.too_slow
        if not found.too_slow:
            longest = max(longest, found.seconds)
        done: Collection[int] = found.too_slow or table
        waiting = [number for number in waiting if number not in done]
    return slow, longest


def orders_among(setup: RunSetup, numbers: Sequence[int], seats: int | None) -> Orders:
    """The blocks of some of the entrants."""
    orders = run_orders(setup.game, setup.settings, len(numbers), seats)
    return tuple(tuple(tuple(numbers[place] for place in seating) for seating in seatings) for seatings in orders)
