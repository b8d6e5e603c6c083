"""The curves of a training as one HTML file, which renews itself in the browser until the training is over."""

from collections.abc import Sequence
from html import escape
from typing import Final

from croupier.arena.report.curves import curves
from croupier.arena.report.style import STYLE
from croupier.rl.train.trainer import Report

RENEW_SECONDS: Final = 15
WIN_RATES: Final = "How often the network wins when it sits alone among these opponents."


def training_page(heading: str, reports: Sequence[Report], is_over: bool) -> str:
    """The whole file. Without a report yet, it says so."""
    renewed = "" if is_over else f'<meta http-equiv="refresh" content="{RENEW_SECONDS}">'
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">{renewed}'
        f"<title>{escape(heading)} · Croupier</title><style>{STYLE}</style>"
    )
    body = _tiles(reports[-1]) + _curves(reports) if reports else "<p>The first figures come after a minute.</p>"
    state = "over" if is_over else "running"
    header = f'<header><p class="kicker">Training, {state}</p><h1>{escape(heading)}</h1></header>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body><main>{header}{body}</main></body></html>\n'


def _tiles(last: Report) -> str:
    numbers = [
        (f"{last.seconds / 60:,.1f}", "minutes"),
        (f"{last.decisions:,}", "decisions"),
        (f"{last.matches:,}", "matches"),
    ]
    tiles = "".join(f"<div><b>{escape(number)}</b><span>{escape(words)}</span></div>" for number, words in numbers)
    return f'<div class="tiles">{tiles}</div>'


def _curves(reports: Sequence[Report]) -> str:
    """A chart for each kind of opponent, then how much the policy still varies its moves."""
    charts: list[str] = []
    for opponent, tables in reports[-1].gauntlet.items():
        series = {table: _points(reports, opponent, table) for table in tables}
        drawn = curves(series, "minutes", 0.0, 1.0, f"Win rate against {opponent}", "{:.0%}".format)
        charts.append(f"<section><h2>Win rate against {escape(opponent)}</h2><p>{WIN_RATES}</p>{drawn}</section>")
    entropy = [(report.seconds / 60, report.entropy) for report in reports]
    highest = max(value for _, value in entropy) or 1.0
    drawn = curves({"entropy": entropy}, "minutes", 0.0, highest * 1.1, "Entropy of the moves", "{:.2f}".format)
    words = "0 would mean that the policy always plays the same move in the same position."
    return "".join(charts) + f"<section><h2>Entropy of the moves</h2><p>{words}</p>{drawn}</section>"


def _points(reports: Sequence[Report], opponent: str, table: str) -> list[tuple[float, float]]:
    """Minutes and win rates. The first self is not known before the first report."""
    return [
        (report.seconds / 60, report.gauntlet[opponent][table]) for report in reports if opponent in report.gauntlet
    ]
