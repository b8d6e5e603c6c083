"""What a command writes besides what it prints: a report, and the matches for other programs."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from croupier import __version__
from croupier.arena.archive import with_replay
from croupier.arena.compare import Comparison
from croupier.arena.export import Export, writing
from croupier.arena.plan import Plan
from croupier.arena.report import Facts, report_page
from croupier.arena.summary import Summary
from croupier.arena.work import Played
from croupier.players.entrant import Entrant
from croupier.ui.cli.console import err


class Exports:
    """The tables that were asked for, written while matches are played; to be used within `with`."""

    def __init__(self, plan: Plan, csv: Path | None, parquet: Path | None) -> None:
        self._plan = plan
        with ExitStack() as stack:
            self._each = [
                stack.enter_context(Export(folder, form, plan.names))
                for folder, form in ((csv, "csv"), (parquet, "parquet"))
                if folder is not None
            ]
            self._stack = stack.pop_all()

    def __enter__(self) -> "Exports":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)
        if error is None:
            for export in self._each:
                _wrote(export.paths)

    def add(self, played: Played) -> None:
        if self._each:
            whole = with_replay(self._plan, played, __version__)
            for export in self._each:
                export.add(whole)


def write_report(path: Path, summary: Summary, facts: Facts, comparison: Comparison | None = None) -> None:
    """One file; says where it is on standard error."""
    with writing(path):
        path.write_text(report_page(summary, facts, comparison), encoding="utf-8")
    _wrote([path])


def heading(summary: Summary) -> str:
    """The best of them by name."""
    order = summary.ranking()
    return ", ".join(summary.rows[number].name for number in order[:4]) + (" and others" if len(order) > 4 else "")


def rungs_text(entrants: Sequence[Entrant]) -> list[str]:
    """How bots from files were kept, a sentence each."""
    return [f"{entrant.name} was kept as: {entrant.rung}." for entrant in entrants if entrant.rung]


def _wrote(paths: Sequence[Path]) -> None:
    err().print(f"wrote {', '.join(map(str, paths))}", highlight=False, markup=False, soft_wrap=True)
