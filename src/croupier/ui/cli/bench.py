"""`croupier bench`: the figures in the README."""

import platform
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from croupier import __version__, _build
from croupier.arena.bench import FULL, QUICK, Figure, measure, measure_memory, met
from croupier.ui.cli.console import Json, err, examples, out, print_json

NAME = "bench"
EXAMPLES = examples(
    ("croupier bench", "all figures, in about twenty seconds"),
    ("croupier bench --quick", "a rough idea, in seconds"),
    ("croupier bench --memory", "also: does memory stay flat over a million games"),
)


def command(
    quick: Annotated[bool, typer.Option("--quick", metavar="", help="Measure for a shorter time.")] = False,
    memory: Annotated[
        bool, typer.Option("--memory", metavar="", help="Play a million games too; takes minutes.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure how fast this machine plays, one core, against the targets.

    Each figure is the best of several rounds. A ratio of 1 or more meets the target.
    """
    figures = measure(QUICK if quick else FULL)
    if memory:
        err().print("a million games, in a process of their own: some minutes", highlight=False)
        figures.append(measure_memory())
    made_by = "croupier bench" + (" --quick" if quick else "") + (" --memory" if memory else "")
    if json:
        print_json(
            {
                "command": made_by,
                "croupier": __version__,
                "core": _build.build_line(),
                "compiled": _build.is_compiled(),
                "python": platform.python_version(),
                "figures": [
                    {
                        "name": figure.name,
                        "value": round(figure.value, 3),
                        "unit": figure.unit,
                        "target": figure.target,
                        "less_is_better": figure.less_is_better,
                        "ratio": round(figure.ratio, 3),
                    }
                    for figure in figures
                ],
                "met": met(figures),
            }
        )
        return
    out().print(_table(figures, made_by))


def _table(figures: list[Figure], made_by: str) -> Table:
    title = f"{made_by}: Cuttle, one core, {_build.build_line()}, Python {platform.python_version()}"
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=title, title_justify="left")
    table.add_column("what")
    for column in ("figure", "target", "ratio"):
        table.add_column(column, justify="right")
    for figure in figures:
        bound = "at most" if figure.less_is_better else "at least"
        value = f"{figure.value:,.{0 if figure.value >= 100 else 2}f} {figure.unit}"
        style = None if figure.ratio >= 1 else "red"
        table.add_row(
            figure.name,
            value,
            f"{bound} {figure.target:,.{0 if figure.target >= 2 else 2}f}",
            f"{figure.ratio:.2f}",
            style=style,
        )
    return table
