"""A process on any machine of a cluster that plays chunks of a run, one after the other, in a supervised worker.

Orders come over standard input, and results go to standard output. The process ends when the input closes.
"""

import os
import socket
import sys
import traceback
from pathlib import Path

import msgspec

from croupier.arena.plan.run_plan import load_setup, read_plan
from croupier.arena.run.pool import WorkerPool
from croupier.arena.run.pool_protocol import Begin, Broken, Finished, Play, Ready, Refused, receive_order, send
from croupier.kernel.errors import UsageError


def main() -> None:
    """Serve orders until the input closes."""
    answers = os.dup(1)
    # Whatever is printed here is no answer.
    os.dup2(2, 1)
    try:
        _serve(0, answers)
    except UsageError as error:
        send(answers, Refused(f"{socket.gethostname()}: {error}"))
    except BaseException:
        send(answers, Broken(traceback.format_exc()))


def _serve(orders: int, answers: int) -> None:
    begin = receive_order(orders)
    if not isinstance(begin, Begin):
        return
    if not Path(begin.folder).is_dir():
        raise UsageError(f"no folder {begin.folder} here; bots must be in the same folder on every machine")
    os.chdir(begin.folder)
    sys.stdin = open(os.devnull)  # noqa: SIM115 (stays open as long as the process)
    plan = read_plan(begin.plan)
    setup = msgspec.structs.replace(load_setup(plan, begin.version), pads=begin.pads)
    with WorkerPool(setup, 1, plan.game_limit, pin=False) as workers:
        send(answers, Ready())
        while isinstance(order := receive_order(orders), Play):
            before = len(workers.skipped)
            played = tuple(workers.play([order.tasks]))
            skipped = tuple((one.task.number, one.reason) for one in workers.skipped[before:])
            send(answers, Finished(played, all=True, skipped=skipped))
