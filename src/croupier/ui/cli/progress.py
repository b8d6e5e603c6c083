"""Progress of long work, on standard error: a bar on a terminal, a line now and then in a pipe or a log file."""

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from croupier.ui.cli.heartbeat import touch
from croupier.ui.cli.output import err

REFRESH_SECONDS = 0.1
LINE_SECONDS = 5.0
"""Seconds between two lines where there is no terminal."""

NO_REMARK: Callable[[], str] = str
"""The remark of a bar without one."""


class ShowProgress(Protocol):
    """Shows progress; cheap, so it may be called often."""

    def __call__(
        self,
        done: int,
        remark: Callable[[], str] = NO_REMARK,
        total: int | None = None,
        below: Callable[[], str] = NO_REMARK,
    ) -> None:
        """Show how much is done.

        `remark` makes the text beside the bar or at the end of the line, `below` the lines below a bar. `total`
        replaces the total that was given first.
        """
        ...


def _show_nothing(
    done: int, remark: Callable[[], str] = NO_REMARK, total: int | None = None, below: Callable[[], str] = NO_REMARK
) -> None:
    return


class _Bar(Progress):
    """A progress bar with lines of text below it."""

    below = ""

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from super().get_renderables()
        if self.below:
            yield Text(self.below, no_wrap=True, overflow="ellipsis")


@contextmanager
def progress(title: str, total: int, unit: str, quiet: bool = False) -> Generator[ShowProgress]:
    """Yield the function that shows progress; it shows nothing if `quiet`."""
    if quiet:
        yield _show_nothing
        return
    if not sys.stderr.isatty():
        yield _print_lines(title, total, unit)
        return
    bar = _Bar(
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

    def show(
        done: int, remark: Callable[[], str] = NO_REMARK, total: int | None = None, below: Callable[[], str] = NO_REMARK
    ) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown >= REFRESH_SECONDS:
            shown = now
            bar.below = below()
            beside = "" if bar.below else remark()
            bar.update(task, completed=done, total=total, rate=rate(done, now - began, unit), remark=beside)
            bar.refresh()

    with bar:
        yield show


def _print_lines(title: str, total: int, unit: str) -> ShowProgress:
    """Print a line every LINE_SECONDS; work that takes less time prints nothing."""
    planned = total
    began = shown = monotonic()

    def show(
        done: int, remark: Callable[[], str] = NO_REMARK, total: int | None = None, below: Callable[[], str] = NO_REMARK
    ) -> None:
        nonlocal planned, shown
        planned = total or planned
        now = monotonic()
        if now - shown < LINE_SECONDS:
            return
        shown = now
        print(progress_line(title, done, planned, unit, now - began, remark()), file=sys.stderr, flush=True)
        touch()

    return show


def progress_line(title: str, done: int, total: int, unit: str, seconds: float, remark: str = "") -> str:
    """A line that can stand alone: work done, speed, time left, remark."""
    left = f", {duration(seconds * (total - done) / done)} left" if 0 < done < total else ""
    remark = f"; {remark}" if remark else ""
    return f"{title}: {done:,} of {total:,} {unit}, {rate(done, seconds, unit)}{left}{remark}"


def duration(seconds: float) -> str:
    """Text for a time in seconds: 48 s, 3 min 05 s, 2 h 10 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def rate(done: int, seconds: float, unit: str) -> str:
    """The speed as text: per second, or per minute if it is slow."""
    each = done / seconds if seconds else 0.0
    if each >= 10 or not done:
        return f"{each:,.0f} {unit}/s"
    return f"{each:.1f} {unit}/s" if each >= 1 else f"{each * 60:.1f} {unit}/min"
