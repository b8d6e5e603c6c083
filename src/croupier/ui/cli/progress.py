"""A bar on the terminal while something long runs, on standard error and only when that is a terminal."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from croupier.ui.cli.console import err

EVERY = 0.1  # seconds

Tell = Callable[[int, Callable[[], str]], None]
"""Called as often as you like with how much is done and something that makes the remark beside the bar."""


@contextmanager
def progress(title: str, total: int, unit: str, quiet: bool = False) -> Generator[Tell]:
    if quiet or not sys.stderr.isatty():
        yield lambda done, remark: None
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

    def tell(done: int, remark: Callable[[], str]) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown >= EVERY:
            shown = now
            bar.update(task, completed=done, rate=f"{done / (now - began):,.0f} {unit}/s", remark=remark())
            bar.refresh()

    with bar:
        yield tell
