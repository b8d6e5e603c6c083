"""The one way to name a stored match: a file of replays with --match K, or RUN/N, match N of a saved run.

Matches are numbered from 1 everywhere. Inside the database they are numbered from 0.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from croupier.arena.plan.run_plan import stored_replay
from croupier.arena.store.store import open_store
from croupier.kernel.errors import UsageError
from croupier.match.replay.format import Replay
from croupier.match.replay.read import count_replays, read_replays, replays_in

_RUN_AND_NUMBER: Final = re.compile(r"(\d{1,9})/(\d{1,9})")


class MatchName(msgspec.Struct, frozen=True):
    """A match of a saved run."""

    run: int
    number: int
    """From 1."""

    @property
    def index(self) -> int:
        """The number in the database, from 0."""
        return self.number - 1

    def __str__(self) -> str:
        return f"{self.run}/{self.number}"


def parse_match_name(text: str) -> MatchName | None:
    """RUN/N; None if the text is something else."""
    found = _RUN_AND_NUMBER.fullmatch(text)
    if found is None:
        return None
    name = MatchName(int(found[1]), int(found[2]))
    if not name.number:
        raise UsageError(f"matches are numbered from 1: the first match of run {name.run} is {name.run}/1")
    return name


class MatchSource(msgspec.Struct, frozen=True):
    """A file of replays, or one match of a saved run."""

    name: str
    read: Callable[[], Iterator[Replay]]
    count: Callable[[], int]
    """Number of matches, for progress; not checked."""

    def __str__(self) -> str:
        return self.name

    def matches(self, number: int | None) -> Iterator[Replay]:
        """All matches, or match `number`; reads no further than needed."""
        count = 0
        for count, replay in enumerate(self.read(), 1):
            if number is None:
                yield replay
            elif number == count:
                yield replay
                return
        if count == 0:
            raise UsageError(f"{self} contains no match")
        if number is not None:
            raise UsageError(f"no match {number} in {self}; it has {count}")

    def only_match(self, number: int | None) -> Replay:
        """Match `number`, or the only match."""
        found = self.matches(number)
        first = next(found)
        if number is None and next(found, None) is not None:
            raise UsageError(f"{self} has several matches; choose one with --match K")
        return first


def open_source(text: str, db: str | None) -> MatchSource:
    """A file of replays, or a match of a saved run; a file whose name looks like RUN/N takes precedence."""
    file = Path(text)
    if file.is_file():
        return MatchSource(text, lambda: read_replays(file), lambda: count_replays(file))
    name = parse_match_name(text)
    if text.isdecimal():
        raise UsageError(f"{text} is a run; name one of its matches: {text}/1 is the first")
    if name is None:
        raise UsageError(f"no file {file}; to write one: croupier run ... --history FILE")
    with open_store(db) as store:
        plan, played = store.plan(name.run), store.game(name.run, name.index)
    lines = stored_replay(plan, played).splitlines(keepends=True)
    return MatchSource(text, lambda: replays_in(lines, text), lambda: 1)
