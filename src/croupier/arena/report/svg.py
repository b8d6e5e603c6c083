"""The few shapes that the plots are made of. Colours are classes of the page, so that light and dark both work."""

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

COLOURS: Final = 8
WIDTH: Final = 720


def attributes(**given: object) -> str:
    return "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(_number(value))}"' for name, value in given.items())


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def text(x: float, y: float, words: str, **given: object) -> str:
    return f"<text{attributes(x=x, y=y, **given)}>{escape(words)}</text>"


def line(x1: float, y1: float, x2: float, y2: float, **given: object) -> str:
    return f"<line{attributes(x1=x1, y1=y1, x2=x2, y2=y2, **given)}/>"


def box(x: float, y: float, width: float, height: float, hint: str = "", **given: object) -> str:
    shape = attributes(x=x, y=y, width=max(0.0, width), height=height, **given)
    return f"<rect{shape}>{_hint(hint)}</rect>"


def dot(x: float, y: float, radius: float, hint: str = "", **given: object) -> str:
    return f"<circle{attributes(cx=x, cy=y, r=radius, **given)}>{_hint(hint)}</circle>"


def path(points: Iterable[tuple[float, float]], **given: object) -> str:
    steps = " ".join(f"{'L' if number else 'M'}{x:.1f} {y:.1f}" for number, (x, y) in enumerate(points))
    return f'<path d="{steps}"{attributes(**given)}/>'


def _hint(words: str) -> str:
    return f"<title>{escape(words)}</title>" if words else ""


def drawing(height: float, parts: Sequence[str], label: str, width: float = WIDTH) -> str:
    """A whole plot; `label` is for those who cannot see it."""
    inside = "".join(parts)
    box_ = f"0 0 {width:g} {height:g}"
    return f'<svg viewBox="{box_}" role="img" aria-label="{escape(label)}" style="max-width:{width:g}px">{inside}</svg>'


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round numbers between two ends."""
    span = high - low
    if span <= 0:
        return [low]
    rough = span / wanted
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * each for each in (1, 2, 5, 10) if unit * each >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [number * step for number in range(first, floor(high / step + 1e-9) + 1)]


def short(name: str, most: int = 22) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
