"""`croupier leaderboard`: ratings from everything that is in the store."""

from typing import Annotated

import typer

from croupier import __version__
from croupier.arena.report import ReportFacts
from croupier.arena.results.documents import rating_document
from croupier.arena.results.intervals import saving_text
from croupier.arena.results.summary import summarise
from croupier.arena.store.collect import collect
from croupier.arena.store.store import open_store
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.ui.cli.completion import game_names
from croupier.ui.cli.files import write_report
from croupier.ui.cli.options import Db, ReportFile, check_writable
from croupier.ui.cli.output import Json, examples, print_json, say
from croupier.ui.cli.tables import print_matrix, print_ratings, print_summary_notes

EXAMPLES = examples(
    ("croupier leaderboard", "all games"),
    ("croupier leaderboard cuttle --report board.html", "one game, with plots"),
    ("croupier leaderboard cuttle --run 3 --run 5", "only these runs"),
)


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", autocompletion=game_names, help="Default: all games with rated matches.", show_default=False
        ),
    ] = None,
    run: Annotated[
        list[int] | None, typer.Option("--run", metavar="RUN", help="Only this run; can be repeated.")
    ] = None,
    db: Db = None,
    report: ReportFile = None,
    json: Json = False,
) -> None:
    """Show ratings with intervals from all rated runs in the database.

    A bot is identified by its content: the same file under another path or name is the same bot, and a changed file
    is a new version. Series, and runs with --talk or --names, do not count.
    """
    check_writable(report)
    if report is not None and game is None:
        raise UsageError("a report needs a game: croupier leaderboard GAME --report FILE")
    with open_store(db) as store:
        games = [find_game(game).name] if game is not None else sorted({each.plan.game for each in store.runs()})
        documents: list[object] = []
        for name in games:
            found = collect(store, name, run)
            if not found.totals.matches:
                continue
            summary = summarise(
                found.totals, found.names, find_game(name), history=report is not None, versions=found.versions
            )
            documents.append({"game": name, "runs": found.runs, **rating_document(summary)})
            if not json:
                print_ratings(summary, summary.title)
                print_summary_notes(summary)
                print_matrix(summary)
                unrated = f"{found.unrated} unrated {'run' if found.unrated == 1 else 'runs'}"
                left = f" (not counted: {unrated})" if found.unrated else ""
                runs = f"{found.runs} {'run' if found.runs == 1 else 'runs'}"
                say(f"{summary.matches} matches from {runs}{left}. {saving_text(summary.saving)}")
            if report is not None:
                again = f"croupier leaderboard {name} --report {report.name}"
                write_report(report, summary, ReportFacts("Leaderboard", again, None, {}, __version__))
        if json:
            print_json({"games": documents})
        elif not documents:
            say(f"No rated matches in {store} yet. To play some: croupier tournament")
