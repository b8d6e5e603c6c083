"""A worker that is a program of its own and not a fork: bots of this process may have started threads.

The threads of a process do not exist in its forks, but all that waits for them does: a thread pool there never answers.
Numerical libraries such as PyTorch have such pools.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.arena.plan.run_plan import Plan
from croupier.arena.run.one_thread import ONE_THREAD
from croupier.arena.run.pool_protocol import WorkerStatus, memory_file
from croupier.arena.run.pool_worker import WorkerContext, work_by_plan
from croupier.arena.run.task import RunSetup
from croupier.players.entrant import Entrant
from croupier.players.sandbox import linux
from croupier.players.sandbox.isolation import IsolationLevel

_MAIN: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); from croupier.arena.run.worker_program import main; main(sys.argv[2])"
)


class WorkerProgram(msgspec.Struct, frozen=True):
    """What the program is told: its descriptors, processor and folder, and whose child it is."""

    orders: int
    messages: int
    status: int
    core: int | None
    folder: str
    supervisor: int
    version: str
    plan: int = -1


def has_threads() -> bool:
    """Whether this process has threads that a fork would lack, also such as Python knows nothing of."""
    if _count_threads() == 1:
        return False
    # Libraries that are prepared for a fork, such as OpenBLAS, end their threads before it and start them again later.
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return _count_threads() > 1


def _count_threads() -> int:
    with suppress(OSError):
        return len(os.listdir("/proc/self/task"))
    return 1


def runs_files(setup: RunSetup, plan: Plan) -> bool:
    """Whether files of bots were run in this process, and the plan has all that is needed to load the bots again."""
    return (
        tuple(entrant.spec for entrant in setup.entrants) == plan.bots
        and any(_is_trusted_file(entrant) for entrant in setup.entrants)
        and all(_has_spec(entrant, setup) for entrant in setup.entrants)
    )


def _is_trusted_file(entrant: Entrant) -> bool:
    return entrant.guest is None and entrant.isolation == IsolationLevel.TRUSTED.value and ".py" in entrant.spec


def _has_spec(entrant: Entrant, setup: RunSetup) -> bool:
    if entrant.guest is not None:
        return bool(entrant.isolation) or "://" in entrant.spec or Path(entrant.spec).exists()
    name = entrant.spec.partition(":")[0]
    return ".py" in entrant.spec or name in BUILT_IN or name in setup.game.bots


def become_program(told: WorkerProgram, plan: bytes) -> NoReturn:
    """Replace this process, a fork of the supervisor, by the program."""
    try:
        told = msgspec.structs.replace(told, plan=memory_file(plan))
        for descriptor in (told.orders, told.messages, told.status, told.plan):
            os.set_inheritable(descriptor, True)
        words = [sys.executable, "-c", _MAIN, str(linux.OUR_PATH), msgspec.json.encode(told).decode()]
        os.execve(sys.executable, words, {**ONE_THREAD, **os.environ})
    finally:
        os._exit(1)


def main(text: str) -> None:
    """Be the worker."""
    told = msgspec.json.decode(text, type=WorkerProgram)
    with os.fdopen(told.plan, "rb") as file:
        plan = file.read()
    status = WorkerStatus(told.status)
    context = WorkerContext(told.orders, told.messages, status, told.core, Path(told.folder))
    work_by_plan(plan, told.version, context, told.supervisor)
