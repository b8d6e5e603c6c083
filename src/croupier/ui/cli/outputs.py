"""What a measuring command writes besides what it prints: a report, and the matches for other programs."""

from collections.abc import Sequence
from pathlib import Path

from croupier import __version__
from croupier.arena.compare import Comparison
from croupier.arena.export import export
from croupier.arena.ledger import Ledger
from croupier.arena.plan import plain
from croupier.arena.summary import Summary, summarise
from croupier.kernel.errors import UsageError
from croupier.ui.cli.console import err
from croupier.ui.cli.measured import Measurement


def write_outputs(
    asked: Measurement,
    ledger: Ledger,
    command: str,
    report: Path | None,
    csv: Path | None,
    parquet: Path | None,
    *,
    summary: Summary | None = None,
    comparison: Comparison | None = None,
    saving: float | None = None,
    names: Sequence[str] | None = None,
) -> None:
    """Whatever was asked for; says where it is on standard error."""
    if report is not None and ledger.matches:
        _report(asked, ledger, command, report, summary, comparison, saving)
    for folder, form in ((csv, "csv"), (parquet, "parquet")):
        if folder is not None:
            written = export(ledger.kept or [], names or asked.names, folder, form)
            err().print(f"wrote {', '.join(map(str, written))}", highlight=False, markup=False, soft_wrap=True)


def _report(
    asked: Measurement,
    ledger: Ledger,
    command: str,
    path: Path,
    summary: Summary | None,
    comparison: Comparison | None,
    saving: float | None,
) -> None:
    from croupier.arena.report import Facts, report_page

    shown = summary or summarise(ledger, asked.names, asked.game, asked.seed, history=True)
    order = shown.ranking()
    names = ", ".join(shown.rows[number].name for number in order[:4]) + (" and others" if len(order) > 4 else "")
    if comparison is not None:
        names = f"{asked.names[1]} against {asked.names[0]}"
    facts = Facts(
        names,
        command,
        asked.seed,
        plain(asked.settings),
        __version__,
        comparison.saving if comparison is not None else saving,
        asked.conditions_text(),
        [f"{entrant.name} was kept as: {entrant.rung}." for entrant in asked.entrants if entrant.rung],
    )
    try:
        path.write_text(report_page(shown, facts, comparison), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    err().print(f"wrote {path}", highlight=False, markup=False, soft_wrap=True)
