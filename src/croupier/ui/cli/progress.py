"""A bar on the terminal while something long runs, on standard error and only when that is a terminal."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from croupier.ui.cli.output import err

REFRESH_SECONDS = 0.1

NO_REMARK: Callable[[], str] = str
"""The remark of a bar without one."""


class ShowProgress(Protocol):
    """Shows progress on the bar; cheap, so it may be called often."""

    def __call__(self, done: int, remark: Callable[[], str] = NO_REMARK, total: int | None = None) -> None:
        """`remark` makes the text beside the bar; `total` is given where it was not known before."""
        ...


def _show_nothing(done: int, remark: Callable[[], str] = NO_REMARK, total: int | None = None) -> None:
    return


@contextmanager
def progress(title: str, total: int, unit: str, quiet: bool = False) -> Generator[ShowProgress]:
    if quiet or not sys.stderr.isatty():
        yield _show_nothing
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

    def show(done: int, remark: Callable[[], str] = NO_REMARK, total: int | None = None) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown >= REFRESH_SECONDS:
            shown = now
            bar.update(task, completed=done, total=total, rate=rate(done, now - began, unit), remark=remark())
            bar.refresh()

    with bar:
        yield show


def rate(done: int, seconds: float, unit: str) -> str:
    """The speed as text: per second, or per minute if it is slow."""
    each = done / seconds if seconds else 0.0
    if each >= 10 or not done:
        return f"{each:,.0f} {unit}/s"
    return f"{each:.1f} {unit}/s" if each >= 1 else f"{each * 60:.1f} {unit}/min"
