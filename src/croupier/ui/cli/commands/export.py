"""`croupier export`: stored matches for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from croupier import __version__
from croupier.arena.results.export import Export, played_from
from croupier.arena.store.collect import with_replay
from croupier.arena.store.store import open_store
from croupier.kernel.errors import UsageError
from croupier.match.replay.read import count_replays, read_replays
from croupier.ui.cli.options import Csv, Db, Parquet, check_folders
from croupier.ui.cli.output import Quiet, examples, say
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier export 3 --parquet data", "games.parquet and decisions.parquet of run 3"),
    ("croupier export history.jsonl --csv data", "the same from a file of replays"),
)


def command(
    source: Annotated[
        str, typer.Argument(metavar="RUN|FILE", help="The number of a run, or a file of replays.", show_default=False)
    ],
    csv: Csv = None,
    parquet: Parquet = None,
    db: Db = None,
    quiet: Quiet = False,
) -> None:
    """Write matches and decisions as tables.

    games has a row for each seat of each match; decisions has a row for each answer: what the seat knew (observation,
    as JSON), what was legal, which was chosen, and what came of it. Each match is played again for that.
    """
    if csv is None and parquet is None:
        raise UsageError("say where to: --csv DIR, --parquet DIR, or both")
    check_folders(csv, parquet)
    for folder, form in ((csv, "csv"), (parquet, "parquet")):
        if folder is not None:
            if source.isdigit():
                written = _from_run(int(source), folder, form, db, quiet)
            else:
                written = _from_file(source, folder, form, quiet)
            say(f"wrote {', '.join(map(str, written))}")


def _from_run(run: int, folder: Path, form: str, db: str | None, quiet: bool) -> list[Path]:
    with open_store(db) as store:
        plan = store.plan(run)
        matches = progress(f"{form} of run {run}", len(store.numbers(run)), "matches", quiet)
        with Export(folder, form, plan.names) as export, matches as show:
            for number, played in enumerate(store.games(run), 1):
                export.add(with_replay(plan, played, __version__))
                show(number)
    return export.paths


def _from_file(source: str, folder: Path, form: str, quiet: bool) -> list[Path]:
    path = Path(source)
    if not path.is_file():
        raise UsageError(f"{source!r} is neither the number of a run nor a file of replays")
    names: dict[str, int] = {}
    called: list[str] = []
    count = count_replays(path)
    if not count and not path.stat().st_size:
        raise UsageError(f"{path} has no match in it; croupier run ... --history FILE writes them")
    matches = progress(f"{form} of {path.name}", count, "matches", quiet)
    with Export(folder, form, called) as export, matches as show:
        for number, replay in enumerate(read_replays(path)):
            show(number)
            seating = [names.setdefault(name, len(names)) for name in replay.head.names]
            called[:] = names
            export.add_replay(replay, played_from(replay, number, seating))
    return export.paths
