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
from croupier.ui.cli.match_sources import MatchName, parse_match_name
from croupier.ui.cli.options import Csv, Db, Parquet, check_folders
from croupier.ui.cli.output import Quiet, examples, say
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier export 3 --parquet data", "games.parquet and decisions.parquet of run 3"),
    ("croupier export history.jsonl --csv data", "the same from a file of replays"),
)


def command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="RUN|RUN/N|FILE",
            help="Number of a run, RUN/N for one match, or a file of replays.",
            show_default=False,
        ),
    ],
    csv: Csv = None,
    parquet: Parquet = None,
    db: Db = None,
    quiet: Quiet = False,
) -> None:
    """Export matches and decisions as tables.

    games has a row for each seat of each match. decisions has a row for each answer: what the seat knew (observation,
    as JSON), the legal moves, the move chosen, and the result of the match. Each match is replayed for this.
    """
    if csv is None and parquet is None:
        raise UsageError("give an output folder: --csv DIR, --parquet DIR, or both")
    check_folders(csv, parquet)
    for folder, form in ((csv, "csv"), (parquet, "parquet")):
        if folder is not None:
            match = None if Path(source).is_file() else parse_match_name(source)
            if match is not None or source.isdecimal():
                run = int(source) if match is None else match.run
                written = _from_run(run, match, folder, form, db, quiet)
            else:
                written = _from_file(source, folder, form, quiet)
            say(f"Wrote {', '.join(map(str, written))}")


def _from_run(run: int, match: MatchName | None, folder: Path, form: str, db: str | None, quiet: bool) -> list[Path]:
    with open_store(db) as store:
        plan = store.plan(run)
        chosen = store.games(run) if match is None else [store.game(run, match.index)]
        count = len(store.numbers(run)) if match is None else 1
        matches = progress(f"{form} of run {run}", count, "matches", quiet)
        with Export(folder, form, plan.names) as export, matches as show:
            for number, played in enumerate(chosen, 1):
                export.add(with_replay(plan, played, __version__))
                show(number)
    return export.paths


def _from_file(source: str, folder: Path, form: str, quiet: bool) -> list[Path]:
    path = Path(source)
    if not path.is_file():
        raise UsageError(f"{source!r} is neither a run, nor a match (RUN/N), nor a file of replays")
    names: dict[str, int] = {}
    called: list[str] = []
    count = count_replays(path)
    if not count and not path.stat().st_size:
        raise UsageError(f"{path} contains no match; to write one: croupier run ... --history FILE")
    matches = progress(f"{form} of {path.name}", count, "matches", quiet)
    with Export(folder, form, called) as export, matches as show:
        for number, replay in enumerate(read_replays(path)):
            show(number)
            seating = [names.setdefault(name, len(names)) for name in replay.head.names]
            called[:] = names
            export.add_replay(replay, played_from(replay, number, seating))
    return export.paths
