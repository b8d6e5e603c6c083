"""`croupier runs`: what has been played and kept."""

from typing import Annotated, Any

import typer
from rich.table import Column

from croupier.arena.store.store import FINISHED, Run, open_store
from croupier.games import find_game
from croupier.players.entrant import printable
from croupier.ui.cli.completion import game_names
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, examples, out, print_json, say, table

EXAMPLES = examples(
    ("croupier runs", "the saved runs, latest first"),
    ("croupier replay 12/1", "the first match of run 12, move by move"),
    ("croupier runs --db postgresql://me@host/bots", "the runs in a shared database"),
)
MAX_LISTED = 30
WIDE_COLUMNS = 110
"""On a screen as wide as this, only the names of bots are wrapped; a whole seed fits on a line."""


def command(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=game_names, help="Only runs of this game.", show_default=False),
    ] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """List the saved runs: number, bots, progress."""
    if game is not None:
        find_game(game)
    with open_store(db) as store:
        found = store.runs(game)
        where = str(store)
    if json:
        print_json({"db": where, "runs": [_document(run) for run in found]})
        return
    if not found:
        say(f"No runs in {where} yet. To play one: croupier run GAME BOT ... -n N")
        return
    rows: list[list[str]] = []
    for run in found[:MAX_LISTED]:
        plan = run.plan
        state = "" if run.state == FINISHED else "not finished"
        cells = (str(run.id), run.begun[:16].replace("T", " "), plan.game, ", ".join(plan.names), str(run.games))
        rows.append([printable(cell) for cell in (*cells, plan.shown_seed(run.state == FINISHED) or "secret", state)])
    is_wide = out().width >= WIDE_COLUMNS
    columns = [
        Column(
            heading,
            justify="right" if heading in ("run", "matches") else "left",
            overflow="fold",
            no_wrap=is_wide and heading != "bots",
        )
        for heading in ("run", "begun (UTC)", "game", "bots", "matches", "seed", "")
    ]
    out().print(table(columns, rows, ruled=False))
    if len(found) > MAX_LISTED:
        say(f"... and {len(found) - MAX_LISTED} more.")
    say(f"\nDatabase: {where}. To view match N of a run: croupier replay RUN/N")


def _document(run: Run) -> dict[str, Any]:
    plan = run.plan
    return {
        "run": run.id,
        "begun": run.begun,
        "state": run.state,
        "kind": plan.kind,
        "game": plan.game,
        "bots": list(plan.names),
        "specs": list(plan.bots),
        "seed": plan.shown_seed(run.state == FINISHED),
        "commitment": plan.commitment or None,
        "matches": run.games,
        "matches_planned": plan.schedule().matches,
    }
