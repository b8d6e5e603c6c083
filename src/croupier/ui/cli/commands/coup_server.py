"""`croupier coup-server`: where CoupBots clients connect."""

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from croupier import __version__
from croupier.ai.registry import BUILT_IN
from croupier.arena.plan.settings import read_settings
from croupier.arena.run.setup import checked_seed
from croupier.arena.store.replay_log import History
from croupier.games.coup import GAME, CoupSettings
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.players import event_loop
from croupier.players.coupbots.server import PORT, CoupServer, Finished, ServerOptions
from croupier.players.entrant import Entrant
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.output import Seed, Set, examples, say

NAME = "coup-server"
EXAMPLES = examples(
    ("croupier coup-server", "one game of six; seats that stay empty are filled after 30 s"),
    ("croupier coup-server --players 4 --games 0 --history coup.jsonl", "games of four until Ctrl-C, replays kept"),
    (
        "croupier coup-server --with bluffer --with honest --lobby 5",
        "four clients and two bots",
    ),
    ("croupier coup-server --fill my_bot.py --trust", "your own bot takes the empty seats"),
    ("croupier coup-server --lobby 600", "long waiting; press Enter to start with those who are there"),
)


def command(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any that is free.")] = PORT,
    players: Annotated[int, typer.Option("--players", min=2, max=6, metavar="N", help="Seats at each table.")] = 6,
    games: Annotated[int, typer.Option("--games", min=0, metavar="N", help="End after so many; 0 means never.")] = 1,
    lobby: Annotated[float, typer.Option("--lobby", min=0, help="Seconds until empty seats are filled.")] = 30.0,
    limit: Annotated[float, typer.Option("--limit", min=0.05, help="Seconds for every answer.")] = 30.0,
    fill: Annotated[
        list[str] | None,
        typer.Option(
            "--fill",
            metavar="BOT",
            autocompletion=bot_names,
            help="For seats that stay empty, in turn. Bluffer if left out.",
        ),
    ] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="BOT",
            autocompletion=bot_names,
            help="Sits at every table from the start; can be repeated.",
        ),
    ] = None,
    trust: Annotated[
        bool, typer.Option("--trust", metavar="", help="Run bots from files unprotected in this process: for your own.")
    ] = False,
    history: Annotated[
        Path | None, typer.Option("--history", metavar="FILE", help="Append a replay of every finished match.")
    ] = None,
    set_: Set = None,
    seed: Seed = None,
) -> None:
    """Serve the CoupBots line protocol.

    Clients of both dialects may connect and mix; a table starts when it is full, or when the lobby has waited long
    enough and bots fill it up, or when you press Enter. Several tables are played at once.
    """
    fillers = load_bots(GAME, fill or ["bluffer"], BUILT_IN, Isolation(trust))
    guests = load_bots(GAME, with_ or [], BUILT_IN, Isolation(trust))
    if len(guests) >= players:
        raise UsageError(f"{len(guests)} bots leave no seat for a client at a table of {players}")
    store = None if history is None else History(history, __version__)

    def finished(match: Match, specs: Sequence[str]) -> None:
        result = match.result()
        winner = ", ".join(match.table.names[seat] for seat in result.winners)
        say(f"{winner} wins after {len(match.steps)} answers; places {result.places}")
        if store is not None:
            store.add(match, specs)

    settings = read_settings(GAME, set_ or [])
    assert isinstance(settings, CoupSettings)
    options = ServerOptions(host, port, players, games, lobby, limit, checked_seed(seed), settings)
    with suppress(KeyboardInterrupt):
        event_loop.run(_serve(options, fillers, guests, finished))


async def _serve(
    options: ServerOptions, fillers: Sequence[Entrant], guests: Sequence[Entrant], finished: Finished
) -> None:
    server = CoupServer(options, fillers, guests, finished)
    task = asyncio.create_task(server.serve())
    waiting = asyncio.create_task(server.ready.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    if not waiting.done():
        waiting.cancel()
    else:
        say(f"listening on {server.address[0]}:{server.address[1]}")
        if sys.stdin.isatty():
            say("press Enter to start with those who wait; bots take the empty seats")
        _listen_to_keys(server)
    try:
        await task
    except OSError as error:
        host, port = server.options.host, server.options.port
        raise UsageError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None


def _listen_to_keys(server: CoupServer) -> None:
    """The host says that the game starts by entering a line."""
    loop = asyncio.get_running_loop()

    def start() -> None:
        if not server.start_now():
            say("nobody waits")

    def read() -> None:
        with suppress(OSError, RuntimeError):  # in the background there are no keys, and the server may have ended
            for _ in sys.stdin:
                loop.call_soon_threadsafe(start)

    # A server in the background that reads from the terminal would be stopped.
    if hasattr(signal, "SIGTTIN"):
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    # A thread, because not everything that can be typed from can be waited for; it ends with the program.
    Thread(target=read, daemon=True).start()
