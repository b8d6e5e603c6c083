"""The win probability over a match as a picture: in the terminal as lines of blocks, in a file as SVG."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

BLOCKS: Final = " ▁▂▃▄▅▆▇█"
COLOURS: Final = ("#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f")
WIDTH, HEIGHT, LEFT, TOP = 800, 300, 50, 40


def bars(values: Sequence[float], width: int) -> str:
    """One line, a block for every value; more values than the line has room for are averaged."""
    n = min(width, len(values))
    cells: list[str] = []
    for cell in range(n):
        part = values[cell * len(values) // n : (cell + 1) * len(values) // n]
        mean = sum(part) / len(part)
        cells.append(BLOCKS[round(min(1.0, max(0.0, mean)) * (len(BLOCKS) - 1))])
    return "".join(cells)


def svg(names: Sequence[str], forecasts: Sequence[Sequence[float]], title: str) -> str:
    """A curve for every seat, from the deal on the left to the end on the right."""
    steps = max(1, len(forecasts) - 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 2 * LEFT} {HEIGHT + 2 * TOP + 30}" '
        'font-family="sans-serif" font-size="13">',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = TOP + HEIGHT * (1 - share)
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + WIDTH}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for seat, name in enumerate(names):
        colour = COLOURS[seat % len(COLOURS)]
        points = " ".join(
            f"{LEFT + WIDTH * at / steps:.1f},{TOP + HEIGHT * (1 - values[seat]):.1f}"
            for at, values in enumerate(forecasts)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x = LEFT + WIDTH * seat / len(names)
        parts.append(f'<text x="{x:.0f}" y="{TOP + HEIGHT + 30}" fill="{colour}">{escape(name)}</text>')
    parts.append("</svg>\n")
    return "\n".join(parts)
