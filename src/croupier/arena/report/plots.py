"""The plots of a report, each a function from a summary to SVG: one idea, direct labels, as little ink as will do."""

from collections.abc import Sequence
from typing import Final

from croupier.arena.report.curves import curves
from croupier.arena.report.svg import COLOURS, WIDTH, attributes, box, dot, drawing, line, short, text, ticks
from croupier.arena.results.summary import Summary
from croupier.arena.results.totals import BINS_PER_DECADE, FIRST_DECADE

LEFT: Final = 170.0
RIGHT: Final = 40.0
ROW: Final = 26.0
_FEW: Final = 40
"""More bots than that make a plot of rows too long; the best are shown."""


def _shown(summary: Summary) -> list[int]:
    return summary.ranking()[:_FEW]


def _names(summary: Summary, order: Sequence[int], top: float) -> list[str]:
    return [
        text(LEFT - 12, top + ROW * (row + 0.5) + 4, short(summary.rows[number].name), text_anchor="end", class_="name")
        for row, number in enumerate(order)
    ]


def standings(summary: Summary) -> str:
    """Ratings with their intervals, best first."""
    order = _shown(summary)
    rows = [summary.rows[number] for number in order]
    low, high = min(row.elo_low for row in rows), max(row.elo_high for row in rows)
    pad = max(10.0, (high - low) * 0.06)
    low, high = low - pad, high + pad
    right = WIDTH - 70

    def at(elo: float) -> float:
        return LEFT + (elo - low) / (high - low) * (right - LEFT)

    bottom = ROW * len(rows) + 8
    parts = [line(at(tick), 4, at(tick), bottom, class_="grid") for tick in ticks(low, high)]
    parts += [
        text(at(tick), bottom + 16, f"{tick:.0f}", text_anchor="middle", class_="tick") for tick in ticks(low, high)
    ]
    parts += _names(summary, order, 4)
    for number, row in enumerate(rows):
        y = 4 + ROW * (number + 0.5)
        hint = f"{row.name}: {row.elo:.0f}, 95 % interval {row.elo_low:.0f} to {row.elo_high:.0f}"
        parts.append(line(at(row.elo_low), y, at(row.elo_high), y, class_="interval"))
        parts.append(dot(at(row.elo), y, 5, hint, class_="mark"))
        parts.append(text(WIDTH - 4, y + 4, f"{row.elo:.0f}", text_anchor="end", class_="value"))
    return drawing(bottom + 24, parts, "Ratings with 95 % intervals, best first")


def placements(summary: Summary) -> str:
    """How often everybody came first, second, ..., as parts of one bar."""
    order = _shown(summary)
    places = sorted({place for number in order for place in summary.rows[number].places})
    parts = _names(summary, order, 26)
    room = WIDTH - LEFT - RIGHT
    for index, place in enumerate(places):
        x = LEFT + index * 74
        if x < WIDTH - 60:
            parts.append(box(x, 4, 12, 12, rx=3, class_="place", style=_shade(index, len(places))))
            parts.append(text(x + 17, 14, _ordinal(place), class_="tick"))
    for row, number in enumerate(order):
        counts = summary.rows[number].places
        total = sum(counts.values())
        x, y = LEFT, 26 + ROW * row + 4
        for index, place in enumerate(places):
            share = counts.get(place, 0) / total
            width = share * room
            hint = f"{summary.rows[number].name}: {_ordinal(place)} {counts.get(place, 0)} times, {share:.1%}"
            if width > 0:
                shade = _shade(index, len(places))
                parts.append(box(x, y, max(0.0, width - 2), ROW - 8, hint, rx=3, class_="place", style=shade))
            if width > 44:
                parts.append(
                    text(
                        x + width / 2 - 1, y + 13, f"{share:.0%}", text_anchor="middle", class_=_ink(index, len(places))
                    )
                )
            x += width
    return drawing(26 + ROW * len(order) + 6, parts, "Placement distribution")


def _shade(index: int, count: int) -> str:
    """From full colour for the first place to a trace of it for the last."""
    return f"fill-opacity:{1 - 0.86 * index / max(1, count - 1):.2f}"


def _ink(index: int, count: int) -> str:
    return "inside" if index / max(1, count - 1) < 0.45 else "share"


def _ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def heat_map(summary: Summary) -> str:
    """How often the bot of the row was ahead of the bot of the column."""
    order = _shown(summary)
    cell = max(22.0, min(58.0, (WIDTH - LEFT - 10) / len(order)))
    high = min(34.0, max(22.0, cell))
    top = 76.0
    parts: list[str] = []
    for index, number in enumerate(order):
        x = LEFT + cell * (index + 0.5)
        words = short(summary.rows[number].name, 14)
        parts.append(text(x, top - 8, words, class_="tick", transform=f"rotate(-38 {x:.1f} {top - 8:.1f})"))
        y = top + high * (index + 0.5) + 4
        parts.append(text(LEFT - 12, y, short(summary.rows[number].name), text_anchor="end", class_="name"))
    for row, a in enumerate(order):
        for column, b in enumerate(order):
            x, y = LEFT + cell * column, top + high * row
            pair = summary.pairs[a][b]
            if a == b or not pair.meetings:
                parts.append(box(x + 1, y + 1, cell - 2, high - 2, rx=3, class_="empty"))
                continue
            names = f"{summary.rows[a].name} ahead of {summary.rows[b].name}"
            hint = f"{names}: {pair.share:.1%} ({pair.low:.1%} to {pair.high:.1%}) of {pair.meetings} meetings"
            kind = "ahead" if pair.share >= 0.5 else "behind"
            strength = f"fill-opacity:{min(1.0, 0.08 + abs(pair.share - 0.5) * 1.7):.2f}"
            parts.append(box(x + 1, y + 1, cell - 2, high - 2, hint, rx=3, class_=kind, style=strength))
            if cell >= 30:
                ink = "inside" if abs(pair.share - 0.5) > 0.3 else "value"
                parts.append(
                    text(x + cell / 2, y + high / 2 + 4, f"{pair.share * 100:.0f}", text_anchor="middle", class_=ink)
                )
    width = max(float(WIDTH), LEFT + cell * len(order) + 60)
    return drawing(top + high * len(order) + 6, parts, "Head-to-head win rates, in percent", width)


def over_time(summary: Summary) -> str:
    """Ratings after more and more matches."""
    order = summary.ranking()[:COLOURS]
    series = {
        summary.rows[number].name: [(float(count), elos[number]) for count, elos in summary.history] for number in order
    }
    values = [elo for points in series.values() for _, elo in points]
    return curves(series, "matches", min(values) - 15, max(values) + 15, "Ratings over time")


def times(summary: Summary) -> str:
    """How long an answer takes: matches by their mean time per answer, one ridge for each bot."""
    order = [number for number in _shown(summary) if summary.rows[number].times]
    bins = [number for each in order for number in summary.rows[each].times]
    first, last = min(bins) - 1, max(bins) + 2
    right = WIDTH - 110.0
    row_height = 34.0

    def at(number: float) -> float:
        return LEFT + (number - first) / (last - first) * (right - LEFT)

    bottom = 10 + row_height * len(order)
    parts: list[str] = []
    for number in range(first, last + 1):
        if number % BINS_PER_DECADE == 0 or last - first <= 6:
            parts.append(line(at(number), 6, at(number), bottom, class_="grid"))
            label = duration(10.0 ** (number / BINS_PER_DECADE + FIRST_DECADE))
            parts.append(text(at(number), bottom + 16, label, text_anchor="middle", class_="tick"))
    for row, each in enumerate(order):
        found = summary.rows[each]
        base = 10 + row_height * (row + 1) - 4
        most = max(found.times.values())
        for number, count in found.times.items():
            high = max(1.5, count / most * (row_height - 10))
            hint = f"{found.name}: {count} matches"
            parts.append(box(at(number) + 0.5, base - high, at(number + 1) - at(number) - 1, high, hint, class_="bar"))
        parts.append(text(LEFT - 12, base - 4, short(found.name), text_anchor="end", class_="name"))
        mean = found.time_per_answer
        parts.append(
            text(WIDTH - 4, base - 4, "" if mean is None else duration(mean), text_anchor="end", class_="value")
        )
    return drawing(bottom + 24, parts, "Time per answer")


def duration(seconds: float) -> str:
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= unit * 0.9995:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e9:.3g} ns"


def faults(summary: Summary) -> str:
    """Faults per hundred matches, by kind."""
    order = [number for number in _shown(summary) if summary.rows[number].faults]
    kinds = summary.fault_kinds
    rates = {n: sum(summary.rows[n].faults.values()) / summary.rows[n].matches * 100 for n in order}
    most = max(rates.values())
    right = WIDTH - 90.0
    parts = _names(summary, order, 26)
    for index, kind in enumerate(kinds):
        parts.append(box(LEFT + index * 116, 4, 12, 12, rx=3, class_=f"fill c{index % COLOURS}"))
        parts.append(text(LEFT + index * 116 + 17, 14, kind, class_="tick"))
    for row, number in enumerate(order):
        x, y = LEFT, 26 + ROW * row + 4
        found = summary.rows[number]
        for index, kind in enumerate(kinds):
            count = found.faults.get(kind, 0)
            width = count / found.matches * 100 / most * (right - LEFT)
            if count:
                shape = attributes(rx=3, class_=f"fill c{index % COLOURS}")
                hint = f"{found.name}: {kind} {count}"
                parts.append(
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(1.5, width - 2):.1f}" height="{ROW - 8:.0f}"{shape}>'
                )
                parts.append(f"<title>{hint.replace('&', '&amp;').replace('<', '&lt;')}</title></rect>")
            x += width
        parts.append(text(x + 8, y + 13, f"{rates[number]:.3g} per 100", class_="value"))
    return drawing(26 + ROW * len(order) + 6, parts, "Faults per hundred matches")
