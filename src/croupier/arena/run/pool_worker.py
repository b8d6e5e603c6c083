"""A worker: a fork of the supervisor that plays orders until its pipe closes.

It ends with the supervisor, ignores Ctrl-C, which the supervisor handles, and prints nothing.
"""

import ctypes
import gc
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Final, NoReturn

import msgspec

from croupier.arena.run.pool_protocol import (
    BLAME_SIGNAL,
    Broken,
    Finished,
    Play,
    Ready,
    Refused,
    Verify,
    WorkerStatus,
    receive_order,
    send,
)
from croupier.arena.run.table import StopFlag, Stopped
from croupier.arena.run.task import MAX_LOSSES, Played, RunSetup, TaskPlayer
from croupier.arena.run.time_limits import TimeLimits
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.players.sandbox.affinity import set_affinity
from croupier.players.sandbox.zygote_client import abandon_zygotes
from croupier.players.sandbox.zygote_protocol import SandboxLost

DELIVERY_SECONDS: Final = 0.05  # between two deliveries
GC_THRESHOLD: Final = 20_000
"""Allocations between two collections: matches leave few cycles, and fewer collections are quicker."""
SANDBOX_LOST_CODE: Final = 3
"""The exit code of a worker whose sandbox ended: its chunk must be played again by another one."""
_DIE_WITH_PARENT: Final = 1


class WorkerContext(msgspec.Struct, frozen=True):
    """The pipes, status, processor and folder of a worker."""

    orders: int
    """The descriptor to read from, and the one to write to."""
    messages: int
    status: WorkerStatus
    core: int | None
    """The processor that it is bound to; None for any."""
    folder: Path
    """Folder for temporary files."""


def work(setup: RunSetup, context: WorkerContext, supervisor: int) -> NoReturn:
    """Serve in the forked process; never returns."""
    _work(lambda: setup, context, supervisor)


def work_by_plan(plan: bytes, version: str, context: WorkerContext, supervisor: int) -> NoReturn:
    """Serve in a process that has loaded nothing yet; never returns."""

    def load() -> RunSetup:
        from croupier.arena.plan.run_plan import load_setup, read_plan

        return load_setup(read_plan(plan.decode()), version)

    _work(load, context, supervisor)


def _work(load: Callable[[], RunSetup], context: WorkerContext, supervisor: int) -> NoReturn:
    code = 1
    try:
        stop = _leave_supervisor(context, supervisor)
        _use_one_thread()
        try:
            setup = load()
        except UsageError as error:
            send(context.messages, Refused(str(error)))
        else:
            _serve(setup, context, stop)
        code = 0
    except SandboxLost:
        code = SANDBOX_LOST_CODE
    except BaseException:
        with suppress(OSError):
            send(context.messages, Broken(traceback.format_exc()))
    finally:
        os._exit(code)


def _leave_supervisor(context: WorkerContext, supervisor: int) -> StopFlag:
    """Close the files of the supervisor, follow its end, and handle signals; the flag is set by SIGTERM."""
    stop = StopFlag()

    def stopped(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, stopped)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != supervisor:
        os._exit(1)
    abandon_zygotes()
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)
    kept = sorted((context.orders, context.messages))
    for low, high in zip([2, *kept], [*kept, os.sysconf("SC_OPEN_MAX")], strict=True):
        os.closerange(low + 1, high)
    # Objects of the supervisor that own what is closed now must never be collected.
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    tempfile.tempdir = str(context.folder)
    if context.core is not None:
        set_affinity(frozenset({context.core}))
    return stop


def _use_one_thread() -> None:
    """Keep PyTorch from its thread pool: in a fork it has no threads, and every core has a worker already."""
    torch: Any = sys.modules.get("torch")
    if torch is not None:
        with suppress(Exception):
            torch.set_num_threads(1)


def _serve(setup: RunSetup, context: WorkerContext, stop: StopFlag) -> None:
    for cells in {entrant.cells for entrant in setup.entrants if entrant.cells is not None}:
        cells.abandon()
    try:
        with TaskPlayer(setup) as player:
            watch = _Watch(stop)
            _blame_when_asked(player, context.status, watch)
            send(context.messages, Ready())
            while not stop.is_set and (order := receive_order(context.orders)) is not None:
                if isinstance(order, Verify):
                    _verify(player, order, context, stop)
                elif isinstance(order, Play):
                    _play(player, order, context, stop, watch)
    except SandboxLost:
        raise
    except UsageError as error:
        send(context.messages, Refused(str(error)))
    except Stopped:
        return


class _Watch:
    """The stop flag's watch, which also notes since when the next answer is waited for."""

    def __init__(self, stop: StopFlag) -> None:
        self._stop = stop
        self.began = self.asked = 0.0

    def begin(self) -> None:
        self.began = monotonic()
        self.asked = 0.0

    def __call__(self, match: Match) -> None:
        if self._stop.is_set:
            self._stop.watch(match)
        self.asked = monotonic()


def _blame_when_asked(player: TaskPlayer, status: WorkerStatus, watch: _Watch) -> None:
    """On BLAME_SIGNAL write the seat that has used most of the time of the match."""

    def blame(number: int, frame: FrameType | None) -> None:
        now = monotonic()
        status.blame(player.slowest_seat(now - watch.began, now - watch.asked if watch.asked else 0.0))

    signal.signal(BLAME_SIGNAL, blame)


def _play(player: TaskPlayer, order: Play, context: WorkerContext, stop: StopFlag, watch: _Watch) -> None:
    status = context.status
    kept: list[Played] = []
    delivered = monotonic()
    for task in player.in_lives(order.tasks):
        status.write(task.number)
        watch.begin()
        kept.append(player.play(task, watch))
        status.clear()
        if stop.is_set:
            break
        if (now := monotonic()) - delivered > DELIVERY_SECONDS:
            send(context.messages, Finished(tuple(kept)))
            kept, delivered = [], now
    send(context.messages, Finished(tuple(kept), all=not stop.is_set))


def _verify(player: TaskPlayer, order: Verify, context: WorkerContext, stop: StopFlag) -> None:
    keeper = TimeLimits(order.seconds, lambda seat: context.status.write(order.task.number, seat))

    def watch(match: Match) -> None:
        context.status.write(order.task.number)
        stop.watch(match)

    for losses in range(1, MAX_LOSSES + 1):
        player.begin_life()
        context.status.write(order.task.number)
        try:
            played = player.play(order.task, watch, keeper.over)
        except SandboxLost:
            if losses == MAX_LOSSES:
                raise
        else:
            context.status.clear()
            send(context.messages, Finished((played,), all=True))
            return
