"""`croupier bench`: the figures in the README."""

import platform
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from croupier import __version__, _build
from croupier.arena.bench.figures import FULL, MANY_GAMES, QUICK, Figure, measure, measure_memory, targets_met
from croupier.kernel.errors import UsageError
from croupier.ui.cli.completion import game_names
from croupier.ui.cli.output import Json, Quiet, examples, out, print_json, right, rounded, table
from croupier.ui.cli.progress import progress
from croupier.ui.cli.strength import measure_strength

EXAMPLES = examples(
    ("croupier bench", "all figures, in about twenty seconds"),
    ("croupier bench --quick", "rough figures, in seconds"),
    ("croupier bench --memory", "also check that memory stays flat over a million games"),
    (
        "croupier bench --strength --game cuttle",
        "measure the strength of the built-in search; can be interrupted and continued",
    ),
    ("croupier bench --strength --hours 1", "the same for all games, for an hour"),
)

FIGURE_COUNT = 6


def command(
    quick: Annotated[bool, typer.Option("--quick", metavar="", help="Measure for a shorter time.")] = False,
    memory: Annotated[
        bool, typer.Option("--memory", metavar="", help="Also play a million games; takes minutes.")
    ] = False,
    strength: Annotated[
        bool, typer.Option("--strength", metavar="", help="Measure the built-in search instead; takes hours.")
    ] = False,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", autocompletion=game_names, help="With --strength: only this game.")
    ] = "",
    hours: Annotated[
        float | None, typer.Option("--hours", min=0, metavar="H", help="With --strength: stop after this many hours.")
    ] = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Measure the speed of this machine on one core, and compare it with the targets.

    Each figure is the best of several rounds. A ratio of 1 or more meets the target.

    With --strength, the built-in search is measured in contests on equal deals. Results are saved in
    runs/strength.json, a new run continues the last one, and in a checkout the table in docs/strength.md is updated.
    """
    if strength:
        measure_strength(game, hours, quiet or json, json)
        return
    if game or hours is not None:
        raise UsageError("--game and --hours need --strength")
    with progress("bench", FIGURE_COUNT, "figures", quiet or json) as show:
        figures = measure(QUICK if quick else FULL, show)
    if memory:
        with progress("memory", MANY_GAMES, "games", quiet or json) as show:
            figures.append(measure_memory(progress=show))
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
                    {**msgspec.to_builtins(figure), **rounded({"value": figure.value, "ratio": figure.ratio}, 3)}
                    for figure in figures
                ],
                "met": targets_met(figures),
            }
        )
        return
    out().print(_table(figures, made_by))


def _table(figures: list[Figure], made_by: str) -> Table:
    title = f"{made_by}: Cuttle, one core, {_build.build_line()}, Python {platform.python_version()}"
    rows: list[list[str]] = []
    for figure in figures:
        bound = "at most" if figure.less_is_better else "at least"
        value = f"{figure.value:,.{0 if figure.value >= 100 else 2}f} {figure.unit}"
        target = f"{bound} {figure.target:,.{0 if figure.target >= 2 else 2}f}"
        rows.append([figure.name, value, target, f"{figure.ratio:.2f}"])
    styles = ["" if figure.ratio >= 1 else "red" for figure in figures]
    return table(["what", *right("figure", "target", "ratio")], rows, title=title, styles=styles)
