"""A bar on the terminal while something long runs, on standard error and only when that is a terminal."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from croupier.ui.cli.output import err

EVERY = 0.1  # seconds

NOTHING: Callable[[], str] = str
"""Makes no remark."""


class Tell(Protocol):
    """Called as often as you like."""

    def __call__(self, done: int, remark: Callable[[], str] = NOTHING, total: int | None = None) -> None:
        """How much is done, what makes the remark beside the bar, and how much it will be if that was not known."""
        ...


def _silent(done: int, remark: Callable[[], str] = NOTHING, total: int | None = None) -> None:
    return


@contextmanager
def progress(title: str, total: int, unit: str, quiet: bool = False) -> Generator[Tell]:
    if quiet or not sys.stderr.isatty():
        yield _silent
        return
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.fields[remark]}", markup=False),
        console=err(),
        transient=True,
        auto_refresh=False,  # it would be done by a thread, and processes are forked only where there is none
    )
    task = bar.add_task(title, total=total, rate="", remark="")
    began = shown = monotonic()

    def tell(done: int, remark: Callable[[], str] = NOTHING, total: int | None = None) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown >= EVERY:
            shown = now
            bar.update(task, completed=done, total=total, rate=rate(done, now - began, unit), remark=remark())
            bar.refresh()

    with bar:
        yield tell


def rate(done: int, seconds: float, unit: str) -> str:
    """How fast it goes; what is slow is counted by the minute."""
    each = done / seconds if seconds else 0.0
    if each >= 10 or not done:
        return f"{each:,.0f} {unit}/s"
    return f"{each:.1f} {unit}/s" if each >= 1 else f"{each * 60:.1f} {unit}/min"
