"""What a command writes besides what it prints: a report, and the matches for other programs."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from types import TracebackType
from webbrowser import open as open_browser

from croupier import __version__
from croupier.arena.compare.compare import Comparison
from croupier.arena.plan.run_plan import Plan
from croupier.arena.report import ReportFacts, report_page
from croupier.arena.results.export import Export
from croupier.arena.results.summary import Summary
from croupier.arena.run.task import Played, RunSetup
from croupier.arena.store.collect import with_replay
from croupier.arena.write_errors import WriteErrors, explain_write_errors
from croupier.match.match import Match
from croupier.match.replay.write import ReplayWriter
from croupier.match.run_players import Watch
from croupier.players.entrant import Entrant
from croupier.ui.cli.output import err


@contextmanager
def write_live(
    path: Path | None, errors: WriteErrors, specs: Sequence[str], isolation: Sequence[str] = ()
) -> Generator[Watch | None]:
    """Write a match while it is played, for `croupier watch`. Yields the watcher, None if there is no path."""
    if path is None:
        yield None
        return
    with explain_write_errors(path):
        writer = ReplayWriter(path, __version__, specs, isolation)

    def watch(match: Match) -> None:
        if not errors.is_given_up(path):
            with errors.attempt(path):
                writer.watch(match)

    try:
        yield watch
    finally:
        with errors.attempt(path):
            writer.close()


class Exports:
    """The tables that were asked for, written while matches are played; to be used within `with`."""

    def __init__(self, plan: Plan, csv: Path | None, parquet: Path | None, errors: WriteErrors) -> None:
        """One that cannot be written any more on the way is given up, which `errors` says."""
        self._plan = plan
        self._errors = errors
        with ExitStack() as stack:
            self._each = [
                stack.enter_context(Export(folder, form, plan.names))
                for folder, form in ((csv, "csv"), (parquet, "parquet"))
                if folder is not None
            ]
            stack.pop_all()

    def __enter__(self) -> "Exports":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for export in self._each:
            with self._errors.attempt(export.paths[0]):
                export.__exit__(kind, error, trace)
            if error is None and not self._errors.is_given_up(export.paths[0]):
                _print_written(export.paths)

    def add(self, played: Played) -> None:
        if self._each:
            whole = with_replay(self._plan, played, __version__)
            for export in self._each:
                if not self._errors.is_given_up(export.paths[0]):
                    with self._errors.attempt(export.paths[0]):
                        export.add(whole)


def write_report(path: Path, summary: Summary, facts: ReportFacts, comparison: Comparison | None = None) -> None:
    """Write a report, and its path on standard error."""
    write_page(path, report_page(summary, facts, comparison))


def write_page(path: Path, page: str) -> None:
    """Write a page of HTML, and its path on standard error."""
    with explain_write_errors(path):
        path.write_text(page, encoding="utf-8")
    _print_written([path])


def page_path(path: Path | None, name: str, is_opened: bool) -> Path | None:
    """The file for a page: `path`, a temporary one if the page is only to be opened, None if it is not wanted."""
    if path is None and is_opened:
        return Path(mkdtemp(prefix="croupier-")) / name
    return path


def open_pages(paths: Sequence[Path | None]) -> None:
    """Open files in the browser; a sentence if there is no browser."""
    for path in paths:
        if path is not None and path.exists() and not open_browser(path.absolute().as_uri()):
            err().print(f"no browser found; open {path} yourself", highlight=False, markup=False, soft_wrap=True)


def heading(summary: Summary) -> str:
    """The best of them by name."""
    order = summary.ranking()
    return ", ".join(summary.rows[number].name for number in order[:4]) + (" and others" if len(order) > 4 else "")


def isolation_text(entrants: Sequence[Entrant]) -> str:
    """How bots from files and programs are isolated, in a sentence; empty when there are none."""
    by_level: dict[str, list[str]] = {}
    for entrant in entrants:
        if entrant.isolation:
            by_level.setdefault(entrant.isolation, []).append(entrant.name)
    said = {"trusted": "running without a sandbox (--trust)", "process": "NOT sandboxed (a separate process only)"}
    return "; ".join(
        f"{', '.join(names)}: {said.get(level, f'sandboxed ({level})')}" for level, names in by_level.items()
    )


def memory_text(setup: RunSetup) -> str:
    """A sentence about the bots that may remember deals; empty when there are none."""
    names = setup.may_remember_deals
    return (
        f"{', '.join(names)}: may recognise a deal from another seat, because Croupier cannot start a new process "
        "for each seating."
        if names
        else ""
    )


def remarks(plan: Plan, setup: RunSetup, skipped: Mapping[int, str], condition: str = "") -> list[str]:
    """Sentences for a report: disqualified bots, matches left out, isolation, memory, conditions."""
    sentences = [
        f"Disqualified in the verification match: {name} {reason}." for name, reason in plan.disqualified.items()
    ]
    if skipped:
        first = next(iter(skipped.items()))
        sentences.append(f"Matches skipped: {len(skipped)}. The first, match {first[0] + 1}, {first[1]}.")
    isolated = isolation_text(setup.entrants)
    more = [f"{isolated}." if isolated else "", memory_text(setup), condition]
    return [*sentences, *filter(None, more)]


def _print_written(paths: Sequence[Path]) -> None:
    err().print(f"Wrote {', '.join(map(str, paths))}", highlight=False, markup=False, soft_wrap=True)
