"""`croupier coup-server`, `coup-bot` and `coup-human`: the CoupBots line protocol, served and spoken."""

import asyncio
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from croupier import __version__
from croupier.ai.registry import BUILT_IN
from croupier.arena.plan.settings import read_settings
from croupier.arena.store.replay_log import ReplayLog
from croupier.arena.write_errors import WriteErrors
from croupier.games.coup import GAME, CoupSettings
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import checked_seed, secret_of
from croupier.match.match import Match
from croupier.match.run_players import luck_seed
from croupier.players import event_loop
from croupier.players.coupbots.answer_hints import AnswerHints
from croupier.players.coupbots.client import brain_of, connected, is_over, lines, play_bot
from croupier.players.coupbots.connection import FRAME
from croupier.players.coupbots.server import PORT, CoupServer, Finished, ServerOptions
from croupier.players.coupbots.v2_client import V2Translator
from croupier.players.entrant import Entrant
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.output import Seed, Set, examples, say

Connect = Annotated[str, typer.Option("--connect", metavar="HOST:PORT", help="Address of the server.")]
_HERE = f"127.0.0.1:{PORT}"


class Dialect(StrEnum):
    """How messages are spelled."""

    FIRST = "first"
    SECOND = "second"


Speak = Annotated[Dialect, typer.Option("--dialect", help="first (TURN|1) or second (TURN 1); bots play in both.")]


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise UsageError(f"{text!r} is not an address; write HOST:PORT, such as {_HERE}")
    return host, int(port)


class Server:
    """The command coup-server."""

    EXAMPLES = examples(
        ("croupier coup-server", "one game of six; bots fill empty seats after 30 s"),
        ("croupier coup-server --players 4 --games 0 --history coup.jsonl", "games of four until Ctrl-C, with replays"),
        (
            "croupier coup-server --with bluffer --with honest --lobby 5",
            "four clients and two bots",
        ),
        ("croupier coup-server --fill my_bot.py --trust", "your own bot fills the empty seats"),
        ("croupier coup-server --lobby 600", "a long wait; press Enter to start now"),
    )

    @staticmethod
    def command(
        host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
        port: Annotated[
            int, typer.Option("--port", min=0, max=65535, metavar="PORT", help="0 means any free port.")
        ] = PORT,
        players: Annotated[int, typer.Option("--players", min=2, max=6, metavar="N", help="Seats at each table.")] = 6,
        games: Annotated[int, typer.Option("--games", min=0, metavar="N", help="Number of games; 0 means no end.")] = 1,
        lobby: Annotated[
            float, typer.Option("--lobby", min=0, metavar="SECONDS", help="Time before bots fill empty seats.")
        ] = 30.0,
        limit: Annotated[
            float, typer.Option("--limit", min=0.05, metavar="SECONDS", help="Time limit for each answer.")
        ] = 30.0,
        fill: Annotated[
            list[str] | None,
            typer.Option(
                "--fill",
                metavar="BOT",
                autocompletion=bot_names,
                help="A bot for empty seats, used in turn. Default: bluffer.",
            ),
        ] = None,
        with_: Annotated[
            list[str] | None,
            typer.Option(
                "--with",
                metavar="BOT",
                autocompletion=bot_names,
                help="A bot that plays at every table; can be repeated.",
            ),
        ] = None,
        trust: Annotated[
            bool,
            typer.Option("--trust", metavar="", help="Run bots without a sandbox: only for bots you trust."),
        ] = False,
        history: Annotated[
            Path | None, typer.Option("--history", metavar="FILE", help="Append a replay of every finished match.")
        ] = None,
        set_: Set = None,
        seed: Seed = None,
    ) -> None:
        """Serve the CoupBots line protocol.

        Clients of both dialects can connect and mix. A table starts when it is full, when the lobby time is over and
        bots fill the empty seats, or when you press Enter. Several tables can run at once.
        """
        fillers = load_bots(GAME, fill or ["bluffer"], BUILT_IN, Isolation(trust))
        guests = load_bots(GAME, with_ or [], BUILT_IN, Isolation(trust))
        if len(guests) >= players:
            raise UsageError(f"{len(guests)} bots leave no seat for a client at a table of {players}")
        store, errors = None if history is None else ReplayLog(history, __version__), WriteErrors()

        def finished(match: Match, specs: Sequence[str]) -> None:
            result = match.result()
            winner = ", ".join(match.table.names[seat] for seat in result.winners)
            say(f"{winner} wins after {len(match.steps)} answers; places {result.places}")
            if store is not None and history is not None:
                with errors.attempt(history):
                    store.add(match, specs)

        settings = read_settings(GAME, set_ or [])
        assert isinstance(settings, CoupSettings)
        options = ServerOptions(host, port, players, games, lobby, limit, secret_of(checked_seed(seed)), settings)
        with suppress(KeyboardInterrupt):
            event_loop.run(_serve(options, fillers, guests, finished))
        errors.check()


class Bot:
    """The command coup-bot."""

    EXAMPLES = examples(
        ("croupier coup-bot bots/coup/liner.py --connect 127.0.0.1:12345", "play one game with a line bot"),
        ("croupier coup-bot bots/coup/taxman.py", "play one game with an ordinary Coup bot"),
        ("croupier coup-bot bluffer --verbose", "play one game with a built-in bot, printing every line"),
        ("croupier coup-bot honest --dialect second", "on a server that speaks only the second dialect"),
    )

    @staticmethod
    def command(
        bot: Annotated[
            str,
            typer.Argument(
                metavar="BOT", autocompletion=bot_names, help="A built-in bot or a Python file; it runs here."
            ),
        ],
        connect: Connect = _HERE,
        dialect: Speak = Dialect.FIRST,
        verbose: Annotated[bool, typer.Option("--verbose", metavar="", help="Print every line.")] = False,
        seed: Annotated[
            str | None, typer.Option("--seed", metavar="S", help="Seed of the bot's random numbers. Default: random.")
        ] = None,
    ) -> None:
        """Let a bot play one game on a CoupBots server.

        A CoupLineBot receives the protocol lines unchanged. For any other Coup bot, lines are translated into
        questions and a view, and its answers into lines.
        """
        host, port = _address(connect)
        entrants = load_bots(GAME, [bot], BUILT_IN, Isolation(trust=True))
        if len(entrants) != 1:
            raise UsageError(f"{bot!r} is {len(entrants)} bots; give one")
        brain = brain_of(entrants[0].make(), luck_seed(secret_of(checked_seed(seed)), 0), say)
        last = event_loop.run(play_bot(brain, host, port, say if verbose else None, dialect is Dialect.SECOND))
        say(last or "the server closed the connection")


class Human:
    """The command coup-human."""

    EXAMPLES = examples(
        ("croupier coup-human --connect 127.0.0.1:12345", "type the messages yourself"),
        (
            "croupier coup-human --dialect second",
            "in the second dialect; OK is sent for you",
        ),
    )

    @staticmethod
    def command(connect: Connect = _HERE, dialect: Speak = Dialect.FIRST) -> None:
        """Play on a CoupBots server by hand.

        HELLO and READY are sent for you, and the possible answers are shown.
        """
        host, port = _address(connect)
        with suppress(KeyboardInterrupt):
            event_loop.run(_play_by_hand(host, port, dialect is Dialect.SECOND))


async def _play_by_hand(host: str, port: int, second: bool) -> None:
    reader, writer = await connected(host, port)
    prompter, translator = AnswerHints(), V2Translator()
    frame = FRAME if second else ""

    def send(text: str) -> None:
        if text.strip() and not writer.is_closing():
            translator.said(text.strip())
            writer.write(f"{frame}{text.strip()}\n".encode())

    send("HELLO")
    _on_typed_lines(send)
    try:
        async for line in lines(reader):
            text = line.removeprefix(frame)
            say(f"< {text}")
            if is_over(text):
                break
            texts, answer = translator.heard(text) if second else ([text], "")
            advice = [prompter.help_with(message) for message in texts][-1:]
            if text == "START":
                send(answer or advice[0][0])
            elif advice and advice[0]:
                legal = [translator.spelled(each) for each in advice[0]] if second else advice[0]
                say(f"  possible answers: {'  '.join(dict.fromkeys(legal))}")
            elif answer:
                send(answer)
    finally:
        writer.close()


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
            say("press Enter to start now; bots fill the empty seats")
        if hasattr(signal, "SIGTTIN"):  # a server in the background that reads from the terminal would be stopped
            signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        _on_typed_lines(lambda _: None if server.start_now() else say("no table is waiting"))
    try:
        await task
    except OSError as error:
        host, port = server.options.host, server.options.port
        raise UsageError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None


def _on_typed_lines(act: Callable[[str], None]) -> None:
    """Call `act` in the event loop with every line of the standard input.

    A thread reads, because not every standard input can be waited for; it ends with the program.
    """
    loop = asyncio.get_running_loop()

    def read() -> None:
        with suppress(OSError, RuntimeError):  # in the background there are no keys, and the loop may have ended
            for text in sys.stdin:
                loop.call_soon_threadsafe(act, text)

    Thread(target=read, daemon=True).start()
