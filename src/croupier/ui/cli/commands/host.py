"""`croupier host`: a whole competition from one file."""

import os
import socket
from pathlib import Path
from typing import Annotated

import typer

from croupier.kernel.errors import UsageError
from croupier.ui.cli.output import examples, say

EXAMPLES = examples(
    ("croupier host class.toml", "on this machine, at http://127.0.0.1:8000/season"),
    ("croupier host class.toml --host 0.0.0.0", "for everyone on this network"),
    ("croupier host open.toml --db postgresql://me@db/season --backend ray", "on a cluster"),
    ("croupier host class.toml --check", "read the season file and stop"),
)


def command(
    file: Annotated[Path, typer.Argument(metavar="SEASON", help="Season file (TOML).", show_default=False)],
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="Port to listen on; 0 means any free port.")
    ] = 8000,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="A host name of the server; can be repeated.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=0, max=1000, help="Number of worker processes; 0 for none."),
    ] = None,
    backend: Annotated[
        str, typer.Option("--backend", metavar="local|ray", help="Play here, or on a Ray cluster.")
    ] = "local",
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Address of a running Ray cluster.")
    ] = None,
    new_admin_token: Annotated[
        bool,
        typer.Option("--new-admin-token", metavar="", help="Print a new admin token; the old one becomes invalid."),
    ] = False,
    check: Annotated[bool, typer.Option("--check", metavar="", help="Check the season file and stop.")] = False,
    db: Annotated[
        str | None,
        typer.Option(
            "--db",
            metavar="PATH|URL",
            help=(
                "Database of the season: a file, or postgresql://USER@HOST/NAME. Default: a file beside SEASON with "
                "the same name and .sqlite."
            ),
        ),
    ] = None,
) -> None:
    """Run a whole competition from a season file: entrants, ladder, rounds, grades.

    Entrants join and hand in bots on the page, with croupier submit, or by HTTP. Every bot runs in a sandbox. At each
    deadline the field is frozen and plays a tournament whose result anybody can verify. Everything is in the database,
    so the same command resumes it after any stop. The admin token is printed once, at the first start.
    """
    from croupier.arena.run.one_thread import ONE_THREAD

    os.environ.update(ONE_THREAD)  # before NumPy is loaded: ratings would take the cores from the pages
    from croupier.season.config import load_season

    season, text = load_season(file)
    if check:
        rounds = "1 round" if len(season.round) == 1 else f"{len(season.round)} rounds"
        say(f"{file} is a valid season file: {season.title}, {season.game}, {rounds}")
        return
    if backend not in ("local", "ray"):
        raise UsageError(f"no backend {backend!r}; choose local or ray")
    from croupier.arena.store.store import open_store
    from croupier.players.sandbox.isolation import find_best_level
    from croupier.season.competition import Competition
    from croupier.ui.web.options import WebServerOptions
    from croupier.ui.web.season.app import make_season_app
    from croupier.ui.web.season.workers import Workers
    from croupier.ui.web.server import address_for_others, config_of, run_config

    find_best_level()  # without a sandbox there is no season
    place = db or os.environ.get("CROUPIER_DB") or str(file.with_suffix(".sqlite"))
    with open_store(place) as store:
        competition = Competition(store)
        admin = competition.open(text, str(file))
        if new_admin_token and not admin:
            admin = competition.new_admin_token()
    count = max(1, (os.cpu_count() or 2) - 1) if workers is None else workers
    playing = Workers(place, count, backend, address) if count else None
    names = ("localhost", f"{socket.gethostname()}.local", host, socket.gethostname(), *(name or ()))
    options = WebServerOptions(
        db=place,
        hosts=tuple(each.lower() for each in names),
        workshop=False,
        connections=2000,
        requests=100.0,
        body_bytes=season.limits.upload_kb * 1024 + 65_536,
    )

    def ready(url: str) -> None:
        url = address_for_others(host, url) or url
        say(f"{season.title} is running at {url}season (press Ctrl-C to stop)")
        if admin:
            say(f"Admin page: {url}season/admin with this token, which is not shown again: {admin}")

    run_config(config_of(make_season_app(options, text, str(file), playing), options), host, port, ready)
