"""The plot of a comparison: how the test walked between its two bounds, and what gain it saw on the way."""

from croupier.arena.compare.compare import Comparison
from croupier.arena.report.svg import WIDTH, dot, drawing, line, path, text, ticks


def walk(result: Comparison) -> str:
    """The likelihood ratio after every block, between "not better" and "better"."""
    bounds = result.hypotheses
    ratios = [each.ratio for each in result.path]
    low, high = min([bounds.lower * 1.15, *ratios]), max([bounds.upper * 1.15, *ratios])
    last = max(1, result.path[-1].games if result.path else 1)
    left, right, top, bottom = 56.0, WIDTH - 120.0, 8.0, 230.0

    def across(games: int) -> float:
        return left + games / last * (right - left)

    def up(ratio: float) -> float:
        return bottom - (ratio - low) / (high - low) * (bottom - top)

    parts = [line(left, up(0.0), right, up(0.0), class_="grid")]
    for bound, words, kind in ((bounds.upper, "better", "good"), (bounds.lower, "not better", "bad")):
        parts.append(line(left, up(bound), right, up(bound), class_=f"bound {kind}"))
        parts.append(text(right + 10, up(bound) + 4, words, class_=f"label {kind}"))
        parts.append(text(left - 8, up(bound) + 4, f"{bound:.2f}", text_anchor="end", class_="tick"))
    parts += [
        text(across(int(t)), bottom + 18, f"{t:,.0f}", text_anchor="middle", class_="tick") for t in ticks(0, last, 5)
    ]
    parts.append(text(right, bottom + 34, "matches", text_anchor="end", class_="tick"))
    points = [(left, up(0.0)), *[(across(each.games), up(each.ratio)) for each in result.path]]
    parts.append(path(points, class_="line c0"))
    parts.append(dot(points[-1][0], points[-1][1], 4.5, class_="spot c0"))
    return drawing(bottom + 40, parts, "The sequential test, match by match")


def gain(result: Comparison) -> str:
    """The gain with its interval, between nothing and the edge that was looked for."""
    low, high = result.interval
    edge = result.hypotheses.edge
    left, right = 40.0, WIDTH - 40.0
    ends = (min(low, 0.0) - 0.02, max(high, edge) + 0.02)

    def at(value: float) -> float:
        return left + (value - ends[0]) / (ends[1] - ends[0]) * (right - left)

    parts = [line(at(t / 100), 30, at(t / 100), 74, class_="grid") for t in ticks(ends[0] * 100, ends[1] * 100, 8)]
    parts += [
        text(at(t / 100), 92, f"{t:+.3g}" if t else "0", text_anchor="middle", class_="tick")
        for t in ticks(ends[0] * 100, ends[1] * 100, 8)
    ]
    for value, words, kind in ((0.0, "no gain", "bad"), (edge, f"edge {edge * 100:g}", "good")):
        parts.append(line(at(value), 22, at(value), 74, class_=f"bound {kind}"))
        anchor = "end" if kind == "bad" else "start"
        parts.append(text(at(value), 16, words, text_anchor=anchor, class_=f"label {kind}"))
    parts.append(line(at(low), 52, at(high), 52, class_="interval"))
    parts.append(dot(at(result.gain), 52, 6, f"{result.gain * 100:+.2f} points", class_="mark"))
    return drawing(100, parts, "The gain in points, with its interval")
