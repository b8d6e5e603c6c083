"""`croupier coup-bot` and `croupier coup-human`: clients for any server that speaks the CoupBots line protocol."""

import asyncio
import sys
from contextlib import suppress
from enum import StrEnum
from threading import Thread
from typing import Annotated

import typer

from croupier.ai.registry import BUILT_IN
from croupier.arena.run.setup import checked_seed
from croupier.games.coup import GAME
from croupier.kernel.errors import UsageError
from croupier.players import event_loop
from croupier.players.coupbots.client import Prompter, brain_of, connected, lines, play_bot
from croupier.players.coupbots.connection import FRAME
from croupier.players.coupbots.server import PORT
from croupier.players.coupbots.v2_client import V2Translator
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.output import Seed, examples, say

Connect = Annotated[str, typer.Option("--connect", metavar="HOST:PORT", help="Where the server listens.")]
_HERE = f"127.0.0.1:{PORT}"


class Dialect(StrEnum):
    """How messages are spelled."""

    FIRST = "first"
    SECOND = "second"


Speak = Annotated[
    Dialect, typer.Option("--dialect", help="That of the guide (TURN|1), or the later one (TURN 1); bots play in both.")
]


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise UsageError(f"{text!r} is no address; write it as HOST:PORT, such as {_HERE}")
    return host, int(port)


class BotClient:
    """The command coup-bot."""

    NAME = "coup-bot"
    EXAMPLES = examples(
        ("croupier coup-bot bots/coup/liner.py --connect 127.0.0.1:12345", "a line bot plays one game"),
        ("croupier coup-bot bots/coup/taxman.py", "so does a friendly one"),
        ("croupier coup-bot bluffer --verbose", "or a built-in one; every line is printed"),
        ("croupier coup-bot honest --dialect second", "on a server that knows only the later dialect"),
    )

    @staticmethod
    def command(
        bot: Annotated[
            str,
            typer.Argument(
                metavar="BOT", autocompletion=bot_names, help="A built-in bot or a Python file; it is run here."
            ),
        ],
        connect: Connect = _HERE,
        dialect: Speak = Dialect.FIRST,
        verbose: Annotated[bool, typer.Option("--verbose", metavar="", help="Print every line.")] = False,
        seed: Seed = None,
    ) -> None:
        """Let a bot play one game on a CoupBots server.

        A CoupLineBot gets the lines as they are. For any other bot of Coup they are turned into questions and a view,
        and its answers into lines.
        """
        host, port = _address(connect)
        entrants = load_bots(GAME, [bot], BUILT_IN, Isolation(trust=True))
        if len(entrants) != 1:
            raise UsageError(f"{bot!r} is {len(entrants)} bots; a client plays for one")
        brain = brain_of(entrants[0].make(), checked_seed(seed), say)
        last = event_loop.run(play_bot(brain, host, port, say if verbose else None, dialect is Dialect.SECOND))
        say(last or "the server hung up")


class HumanClient:
    """The command coup-human."""

    NAME = "coup-human"
    EXAMPLES = examples(
        ("croupier coup-human --connect 127.0.0.1:12345", "type the messages yourself"),
        (
            "croupier coup-human --dialect second",
            "in the later dialect; a mere OK is sent for you",
        ),
    )

    @staticmethod
    def command(connect: Connect = _HERE, dialect: Speak = Dialect.FIRST) -> None:
        """Play on a CoupBots server by hand.

        HELLO and READY are sent for you, and what may be answered is shown.
        """
        host, port = _address(connect)
        with suppress(KeyboardInterrupt):
            event_loop.run(_by_hand(host, port, dialect is Dialect.SECOND))


async def _by_hand(host: str, port: int, second: bool) -> None:
    reader, writer = await connected(host, port)
    loop = asyncio.get_running_loop()
    prompter, tongue = Prompter(), V2Translator()
    frame = FRAME if second else ""

    def typed(text: str) -> None:
        if text.strip() and not writer.is_closing():
            tongue.said(text.strip())
            writer.write(f"{frame}{text.strip()}\n".encode())

    def listen_to_keys() -> None:
        for text in sys.stdin:
            with suppress(RuntimeError):  # the game is over
                loop.call_soon_threadsafe(typed, text)

    typed("HELLO")
    # A thread, because not everything that can be typed from can be waited for; it ends with the program.
    Thread(target=listen_to_keys, daemon=True).start()
    try:
        async for line in lines(reader):
            text = line.removeprefix(frame)
            say(f"< {text}")
            told, answer = tongue.heard(text) if second else ([text], "")
            advice = [prompter.help_with(message) for message in told][-1:]
            if text == "START":
                typed(answer or advice[0][0])
            elif advice and advice[0]:
                legal = [tongue.spelled(each) for each in advice[0]] if second else advice[0]
                say(f"  you may type: {'  '.join(dict.fromkeys(legal))}")
            elif answer:
                typed(answer)
    finally:
        writer.close()
