"""What a measuring command writes besides what it prints: a report, and the matches for other programs."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from croupier import __version__
from croupier.arena.compare import Comparison
from croupier.arena.export import export
from croupier.arena.ledger import Ledger
from croupier.arena.summary import Summary, summarise
from croupier.kernel.decision import encode_hook
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
    names = " against ".join((asked.names[1], asked.names[0])) if comparison is not None else ", ".join(
        shown.rows[number].name for number in shown.ranking()[:4]
    ) + (" and others" if len(shown.ranking()) > 4 else "")  # fmt: skip
    facts = Facts(
        names,
        command,
        asked.seed,
        msgspec.to_builtins(asked.settings, enc_hook=encode_hook),
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
