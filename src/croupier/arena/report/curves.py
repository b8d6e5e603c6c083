"""Several values that change over the same time, as lines with their names at the end."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from croupier.arena.report.svg import COLOURS, WIDTH, dot, drawing, line, path, short, text, ticks

LEFT: Final = 56.0
RIGHT: Final = WIDTH - 150.0
TOP: Final = 8.0
BOTTOM: Final = 250.0
LABEL_HEIGHT: Final = 14.0


def curves(
    series: Mapping[str, Sequence[tuple[float, float]]],
    unit: str,
    low: float,
    high: float,
    label: str,
    show: Callable[[float], str] = "{:.0f}".format,
) -> str:
    """Lines from left to right between `low` and `high`; `unit` is what is counted to the right.

    `show` writes a value. Lines beyond the eighth share the colours of the first ones.
    """
    last = max(points[-1][0] for points in series.values())

    def across(moment: float) -> float:
        return LEFT + moment / (last or 1.0) * (RIGHT - LEFT)

    def up(value: float) -> float:
        return BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP)

    levels = ticks(low, high)
    parts = [line(LEFT, up(tick), RIGHT, up(tick), class_="grid") for tick in levels]
    parts += [text(LEFT - 8, up(tick) + 4, show(tick), text_anchor="end", class_="tick") for tick in levels]
    for tick in ticks(0, last, 5):
        parts.append(text(across(tick), BOTTOM + 18, f"{tick:,.10g}", text_anchor="middle", class_="tick"))
    parts.append(text(RIGHT, BOTTOM + 34, unit, text_anchor="end", class_="tick"))
    ends: list[tuple[float, str, int]] = []
    for number, (name, points) in enumerate(series.items()):
        colour = number % COLOURS
        parts.append(path([(across(moment), up(value)) for moment, value in points], class_=f"line c{colour}"))
        end = up(points[-1][1])
        parts.append(dot(across(points[-1][0]), end, 3.5, f"{name}: {show(points[-1][1])}", class_=f"spot c{colour}"))
        ends.append((end, name, colour))
    lowest = TOP
    for end, name, colour in sorted(ends):
        y = max(end, lowest)
        lowest = y + LABEL_HEIGHT
        parts.append(text(RIGHT + 10, y + 4, short(name, 18), class_=f"label c{colour}"))
    return drawing(max(BOTTOM + 40, lowest), parts, label)
