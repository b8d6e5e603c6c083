"""`croupier runs`: what has been played and kept."""

from typing import Annotated, Any

import typer
from rich.table import Column

from croupier.arena.store.store import FINISHED, Run, open_store
from croupier.players.entrant import printable
from croupier.ui.cli.completion import game_names
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, examples, out, print_json, say, table

EXAMPLES = examples(
    ("croupier runs", "the runs that were kept, the latest first"),
    ("croupier replay 12/0", "the first match of run 12, told move by move"),
    ("croupier runs --db postgresql://me@host/bots", "those of a database that is shared"),
)
MAX_LISTED = 30


def command(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=game_names, help="Only of this game.", show_default=False),
    ] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """List the runs that were kept: their numbers, who played, and how far they came."""
    with open_store(db) as store:
        found = store.runs(game)
        where = str(store)
    if json:
        print_json({"db": where, "runs": [_document(run) for run in found]})
        return
    if not found:
        say(f"There is no run in {where} yet; croupier run GAME BOT ... -n N makes one.")
        return
    rows: list[list[str]] = []
    for run in found[:MAX_LISTED]:
        plan = run.plan
        state = "" if run.state == FINISHED else "not finished"
        cells = (str(run.id), run.begun[:16].replace("T", " "), plan.game, ", ".join(plan.names), str(run.games))
        rows.append([printable(cell) for cell in (*cells, plan.shown_seed(run.state == FINISHED) or "secret", state)])
    columns = [
        Column(heading, justify="right" if heading in ("run", "matches") else "left", overflow="fold")
        for heading in ("run", "begun (UTC)", "game", "bots", "matches", "seed", "")
    ]
    out().print(table(columns, rows, ruled=False))
    if len(found) > MAX_LISTED:
        say(f"... and {len(found) - MAX_LISTED} more.")
    say(f"\nIn {where}. croupier replay RUN/NUMBER tells a match; they are numbered from 0.")


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
