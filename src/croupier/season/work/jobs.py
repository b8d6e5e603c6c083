"""Jobs as values: what a worker has to do, how long it may take, and whether the worker still runs."""

import os
import socket
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.arena.run.task import MAX_CHUNK_MATCHES
from croupier.season.config import Season

CHECK, MEETING, RATE, ROUND, PART, FEEDBACK = "check", "meeting", "rate", "round", "part", "feedback"
MAX_TRIES: Final = 10
"""A job whose worker ends this many times is given up. Most workers end because somebody ends them."""
ROUND_LEASE: Final = 14 * 86_400.0
SILENT_SECONDS: Final = 60.0
"""A worker that has not been heard of for this long is taken for dead, wherever it runs."""


class Seat(msgspec.Struct, frozen=True):
    """A bot of a meeting: by content, or by the name of a reference bot."""

    number: int
    hash: str
    spec: str = ""


class PartTask(msgspec.Struct, frozen=True):
    """A match of a round; the seating names places at the job's table."""

    number: int
    block: int
    seating: tuple[int, ...]


class Job(msgspec.Struct, frozen=True):
    """Something for a worker to do."""

    id: int
    kind: str
    tries: int
    is_slow: bool = False
    bot: int = -1
    round: int = -1
    table: tuple[Seat, ...] = ()
    block: int = 0
    match: int = 0
    blocks: int = 0
    run: int = 0
    matches: tuple[PartTask, ...] = ()


def failed_report(reason: str) -> str:
    """The report of a version that fails for a reason other than a check."""
    return msgspec.json.encode({"passed": False, "reason": reason, "findings": ()}).decode()


def lease_seconds(kind: str, season: Season) -> float:
    """The longest that a job can take before its worker is thought dead."""
    if kind == ROUND:
        return ROUND_LEASE
    if kind == MEETING:
        return 120 + season.limits.match_seconds * season.ladder.meeting_blocks * 2 * len(season.teams_of_seats())
    if kind == PART:
        return 120 + season.limits.match_seconds * MAX_CHUNK_MATCHES
    return 120 + 4 * season.limits.check_seconds


def job_of(row: Any) -> Job:
    fields = {"id": row.id, "kind": row.kind, "tries": row.tries, "is_slow": bool(row.is_slow)}
    return msgspec.convert({**fields, **msgspec.json.decode(row.body)}, Job)


def job_text(job: Job) -> str:
    if job.kind == CHECK:
        return f"{'long ' if job.is_slow else ''}check of bot {job.bot}"
    if job.kind == MEETING:
        return f"meeting of {', '.join(str(seat.number) for seat in job.table)}"
    if job.kind == FEEDBACK:
        return f"feedback for bot {job.bot}"
    if job.kind == PART:
        return f"round {job.round + 1}, matches {job.matches[0].number + 1} to {job.matches[-1].number + 1}"
    return f"round {job.round + 1}" if job.kind == ROUND else "ratings"


def worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def is_running(name: str) -> bool:
    pid = name.rpartition(":")[2]
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: str) -> bool:
    """Whether the process has ended and nobody has waited for it: in a container that may last for ever."""
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False
