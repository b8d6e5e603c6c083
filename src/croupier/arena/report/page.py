"""The page around the plots: headings, tables, the style for light and dark, and the command that repeats it all."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

import msgspec

from croupier.arena.compare.compare import Comparison, verdict_text
from croupier.arena.report import plots
from croupier.arena.report.comparison_plots import gain, walk
from croupier.arena.report.style import STYLE
from croupier.arena.results.balance import balance_text
from croupier.arena.results.intervals import saving_text
from croupier.arena.results.summary import NEVER_MET, Summary, SummaryRow, few_blocks_text, version_text
from croupier.kernel.text import html_frame, html_table


class ReportFacts(msgspec.Struct, frozen=True):
    """What a report says besides the figures."""

    heading: str
    command: str
    seed: str | None
    """None if it is about matches of several runs, or is still a secret."""
    settings: Mapping[str, object]
    version: str
    remarks: Sequence[str] = ()
    """What must be known to read them: who was disqualified, how bots were kept, whether they could talk."""
    tables: Mapping[str, list[list[str]]] = {}
    """More tables by their headings, each with a row of column titles."""


def report_page(summary: Summary, facts: ReportFacts, comparison: Comparison | None = None) -> str:
    """The whole file."""
    sections = [_head(summary, facts, summary.saving if comparison is None else comparison.saving)]
    if comparison is not None:
        sections.append(_comparison(summary, comparison))
    sections += [
        _section("Standings", "Elo ratings with 95 % intervals; the mean is 1500.", plots.standings, summary),
        _table("", _standing_table(summary)),
        _section("Placements", "How often each bot finished first, second, and so on.", plots.placements, summary),
    ]
    if len(summary.ranking()) > 1:
        words = "How often the bot in the row finished ahead of the bot in the column, in percent. Ties count half."
        sections.append(_section("Head-to-head win rates", words, plots.heat_map, summary))
    if len(summary.history) > 1:
        sections.append(_section("Rating over time", "Ratings after more and more matches.", plots.over_time, summary))
    if any(row.times for row in summary.rows):
        words = "Matches by mean time per answer, on a logarithmic scale. Right: the mean over all answers."
        sections.append(_section("Time per answer", words, plots.times, summary))
    sections.append(_faults(summary))
    sections += _notes(summary)
    sections += _game(summary)
    sections += [_table(heading, rows) for heading, rows in facts.tables.items()]
    sections.append(_again(facts))
    title = escape(f"{facts.heading} · Croupier")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = f"<body><main>{''.join(sections)}</main></body>"
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head>{body}</html>\n'


def comparison_in_cell(result: Comparison) -> str:
    """A comparison inside the cell of a notebook."""
    low, high = (value * 100 for value in result.interval)
    rows = [
        ("matches", f"{result.games:,}"),
        ("win rate of the new bot", f"{result.rate:.1%}"),
        ("win rate of an equal bot", f"{result.parity:.1%}"),
        ("gain", f"{result.gain * 100:+.1f} points"),
        (f"{result.level:.0%} interval", f"{low:+.1f} to {high:+.1f} points"),
    ]
    plot = _cell(f"<section>{gain(result)}</section><section>{walk(result)}</section>", 640)
    title = f"<b>{escape(verdict_text(result, 'the old bot', 'the new bot'))}</b>"
    return title + html_table(("", ""), rows) + plot


def tournament_in_cell(summary: Summary) -> str:
    """The standings of a tournament inside the cell of a notebook."""
    rows = [
        (row.name, f"{row.elo:.0f}", f"{row.elo_low:.0f} to {row.elo_high:.0f}", f"{row.win_rate:.1%}")
        for row in (summary.rows[number] for number in summary.ranking())
    ]
    title = f"<b>{escape(summary.game)}: {summary.matches:,} matches</b>"
    plot = _cell(f"<section>{plots.standings(summary)}</section>", 420)
    return title + html_table(("bot", "Elo", "95 % interval", "win rate"), rows) + plot


def _cell(body: str, height: int) -> str:
    head = f'<meta charset="utf-8"><style>{STYLE}</style>'
    return html_frame(f"<!doctype html><html><head>{head}</head><body><main>{body}</main></body></html>", height)


def _head(summary: Summary, facts: ReportFacts, saving: float | None) -> str:
    numbers = [
        (f"{summary.matches:,}", "matches"),
        (f"{summary.blocks:,}", "deals"),
        (str(len(summary.ranking())), "bots"),
        ("-" if saving is None else f"{saving:.2f}×", "saving factor"),
    ]
    tiles = "".join(f"<div><b>{escape(number)}</b><span>{escape(words)}</span></div>" for number, words in numbers)
    endings = ", ".join(f"{ending} {count:,}" for ending, count in sorted(summary.endings.items(), key=lambda e: -e[1]))
    notes = [f"Endings: {endings}.", saving_text(saving)]
    notes += [version_text(summary, line) for line in summary.versions]
    if hardly_known := summary.hardly_known():
        notes.append(few_blocks_text(hardly_known))
    notes += [] if summary.balance is None else [balance_text(summary.balance)]
    if len(summary.rankings()) > 1:
        notes.append(NEVER_MET)
    notes += facts.remarks
    told = "".join(f"<p>{escape(note)}</p>" for note in notes)
    return (
        f'<header><p class="kicker">{escape(summary.title)}</p><h1>{escape(facts.heading)}</h1>'
        f'<div class="tiles">{tiles}</div>{told}</header>'
    )


def _section(
    heading: str, words: str, plot: Callable[[Summary], str] | None = None, summary: Summary | None = None
) -> str:
    drawn = plot(summary) if plot is not None and summary is not None and summary.ranking() else ""
    return f"<section><h2>{escape(heading)}</h2><p>{escape(words)}</p>{drawn}</section>"


def _best(row: SummaryRow) -> str:
    return "-" if row.best is None else f"{row.best:.1%}"


def _comparison(summary: Summary, result: Comparison) -> str:
    old, new = summary.rows[0].name, summary.rows[1].name
    low, high = (end * 100 for end in result.interval)
    words = (
        f"{new} gains {result.gain * 100:+.1f} points, {result.level:.0%} interval {low:+.1f} to {high:+.1f}, "
        f"after {result.games:,} matches."
    )
    if result.unpaired_games is not None:
        words += f" Unpaired play would have needed about {result.unpaired_games:,}."
    return (
        f'<section><h2 class="verdict">{escape(verdict_text(result, old, new))}</h2><p>{escape(words)}</p>'
        f"{gain(result)}<h3>The test, match by match</h3>{walk(result)}</section>"
    )


def _standing_table(summary: Summary) -> list[list[str]]:
    rows = [["", "bot", "Elo", "95 %", "P(best)", "matches", "win rate", "95 %", "mean score"]]
    for group in summary.rankings():
        for place, number in enumerate(group, 1):
            row = summary.rows[number]
            cells = [str(place), row.name, f"{row.elo:.0f}", f"{row.elo_low:.0f} to {row.elo_high:.0f}", _best(row)]
            cells += [f"{row.matches:,}", f"{row.win_rate:.1%}", f"{row.low:.1%} to {row.high:.1%}"]
            rows.append([*cells, f"{row.mean_score:.2f}"])
    return rows


def _faults(summary: Summary) -> str:
    """The plot, and what everybody is worth with and without them."""
    kinds = summary.fault_kinds
    if not kinds:
        return _section("Faults", "No bot crashed, timed out or gave an illegal answer.")
    rows = [["bot", "matches with a fault", *kinds, "Elo", "Elo without faults"]]
    for number in summary.ranking():
        row = summary.rows[number]
        clean = "-" if row.elo_without_faults is None else f"{row.elo_without_faults:.0f}"
        counts = [str(row.faults.get(kind, 0)) for kind in kinds]
        rows.append([row.name, f"{row.faulty:,}", *counts, f"{row.elo:.0f}", clean])
    words = "Crashes, timeouts and illegal answers. Elo without faults counts only matches without any."
    return f"<section><h2>Faults</h2><p>{escape(words)}</p>{plots.faults(summary)}{_table_of(rows)}</section>"


def _notes(summary: Summary) -> list[str]:
    """The numbers that bots put into their notes, a column for each."""
    names = sorted({name for row in summary.rows for name in row.notes})
    if not names:
        return []
    rows = [["bot", *names]]
    for number in summary.ranking():
        own = summary.rows[number].notes
        rows.append([summary.rows[number].name, *(f"{own[name]:.4g}" if name in own else "-" for name in names)])
    words = "Numbers from the bots' notes, averaged over decisions."
    return [f"<section><h2>Notes</h2><p>{escape(words)}</p>{_table_of(rows)}</section>"]


def _game(summary: Summary) -> list[str]:
    """What players of this game care about: a row for each figure, a column for each bot."""
    order = summary.ranking()
    if not order or not summary.rows[order[0]].figures:
        return []
    rows = [["", *(summary.rows[number].name for number in order)]]
    for heading in summary.rows[order[0]].figures:
        rows.append([heading, *(summary.rows[number].figures.get(heading, "-") for number in order)])
    told = "".join(f"<p>{escape(remark)}</p>" for remark in summary.remarks)
    return [f"<section><h2>{escape(summary.title)}</h2>{told}{_table_of(rows)}</section>"]


def _table(heading: str, rows: list[list[str]]) -> str:
    above = f"<h2>{escape(heading)}</h2>" if heading else ""
    return f"<section class='more'>{above}{_table_of(rows)}</section>"


def _table_of(rows: list[list[str]]) -> str:
    first = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows[1:])
    return f'<div class="wide"><table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table></div>'


def _again(facts: ReportFacts) -> str:
    settings = ", ".join(f"{name}={value}" for name, value in facts.settings.items())
    told = "" if facts.seed is None else f", seed {facts.seed}; settings: {settings or 'none'}"
    return (
        "<section><h2>Reproduce this</h2><p>This command deals the same cards. Deterministic bots give the "
        "same figures.</p>"
        f"<pre>{escape(facts.command)}</pre>"
        f"<p class='small'>Croupier {escape(facts.version)}{escape(told)}</p></section>"
    )
