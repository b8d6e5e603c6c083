"""The cost of language models in a run, and its cap: a folder that all processes of the run write to.

Before a request the most that it can cost is reserved; afterwards the reservation is replaced by the actual cost. So
the cap holds whatever happens in between, also with many workers.
"""

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError

_MICRO: Final = 1_000_000
LOCK_POLL_SECONDS: Final = 0.01


class RequestRecord(msgspec.Struct, frozen=True):
    """One request for one decision."""

    bot: str
    game: str
    seat: int
    decision: int
    question: str
    model: str
    prompt: str
    """The hash of what was asked."""
    attempt: int
    """2 when an unreadable answer was asked for again."""
    tokens_in: int
    tokens_out: int
    cost: float | None
    """In US dollars; None if the price is not known."""
    seconds: float
    retries: int
    """How often the provider did not answer before."""
    path: str
    """How the answer was read."""
    outcome: str
    """move, illegal, unreadable, or what went wrong."""
    replayed: bool = False
    """From a cassette: it cost then what it says, and nothing now."""


class CostAccount:
    """The requests of a run with their costs, and the most it may cost."""

    def __init__(self, folder: Path, cap: float | None = None) -> None:
        if cap is not None and not 0 < cap < float("inf"):
            raise UsageError(f"--max-cost must be more than 0 US dollars, not {cap:g}")
        self._folder = folder
        self.cap = cap
        folder.mkdir(parents=True, exist_ok=True)
        self._write(self._ledger, b"")

    @property
    def _ledger(self) -> Path:
        return self._folder / "ledger.jsonl"

    @property
    def _purse(self) -> Path:
        return self._folder / "purse"

    @property
    def spent(self) -> float:
        """What was spent or is set aside."""
        with self._locked():
            return self._amount() / _MICRO

    def set_aside(self, most: float) -> bool:
        """Whether the cap allows a request that can cost so much; if so, it is counted from now on."""
        with self._locked():
            spent = self._amount() + _rounded_up(most)
            if self.cap is not None and spent > self.cap * _MICRO:
                return False
            self._store(spent)
        return True

    def settle(self, most: float, cost: float) -> None:
        """A request for which `most` was set aside did cost `cost`."""
        with self._locked():
            self._store(self._amount() - _rounded_up(most) + _rounded_up(cost))

    def enter(self, entry: RequestRecord) -> None:
        self._write(self._ledger, msgspec.json.encode(entry) + b"\n")

    def entries(self) -> list[RequestRecord]:
        return [msgspec.json.decode(line, type=RequestRecord) for line in self._ledger.read_bytes().splitlines()]

    def _locked(self) -> AbstractContextManager[object]:
        """Keep other processes from the purse."""
        from filelock import FileLock

        return FileLock(self._folder / "purse.lock", poll_interval=LOCK_POLL_SECONDS)

    def _amount(self) -> int:
        return int(self._purse.read_bytes()) if self._purse.exists() else 0

    def _store(self, amount: int) -> None:
        new = self._folder / "purse.new"
        new.write_bytes(b"%d\n" % amount)
        new.replace(self._purse)

    @staticmethod
    def _write(path: Path, line: bytes) -> None:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)


def _rounded_up(dollars: float) -> int:
    return -int(-dollars * _MICRO // 1)


class BotCosts(msgspec.Struct, frozen=True):
    """The costs of one bot in sums."""

    bot: str
    models: tuple[str, ...]
    answers: int
    requests: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    """None if the price of a model is not known."""
    seconds: float
    retries: int
    harness: int
    """Decisions without an answer that could be read, for which the safe move was played."""
    paths: dict[str, int]
    replayed: int


def sum_costs(entries: Sequence[RequestRecord]) -> list[BotCosts]:
    """Sum up the requests of each bot, in the order in which they first asked."""
    by_bot: dict[str, list[RequestRecord]] = {}
    for entry in entries:
        by_bot.setdefault(entry.bot, []).append(entry)
    return [_sum_bot_costs(bot, own) for bot, own in by_bot.items()]


def _sum_bot_costs(bot: str, entries: Sequence[RequestRecord]) -> BotCosts:
    costs = [entry.cost for entry in entries]
    paths: dict[str, int] = {}
    for entry in entries:
        if entry.outcome == "move":
            paths[entry.path] = paths.get(entry.path, 0) + 1
    return BotCosts(
        bot,
        tuple(dict.fromkeys(entry.model for entry in entries)),
        answers=sum(entry.outcome == "move" for entry in entries),
        requests=len(entries),
        tokens_in=sum(entry.tokens_in for entry in entries),
        tokens_out=sum(entry.tokens_out for entry in entries),
        cost=None if None in costs else sum(cost for cost in costs if cost is not None),
        seconds=sum(entry.seconds for entry in entries),
        retries=sum(entry.retries for entry in entries),
        harness=sum(_is_harness(entry) for entry in entries),
        paths=paths,
        replayed=sum(entry.replayed for entry in entries),
    )


def _is_harness(entry: RequestRecord) -> bool:
    """A first unreadable answer is only asked for again."""
    return entry.outcome not in ("move", "illegal") and not (entry.outcome == "unreadable" and entry.attempt == 1)
