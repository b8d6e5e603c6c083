"""`croupier coup-bot` and `croupier coup-human`: clients for any server that speaks the CoupBots line protocol."""

import asyncio
import sys
from contextlib import suppress
from threading import Thread
from typing import Annotated

import typer

from croupier.ai import BUILT_IN
from croupier.arena.api import checked_seed
from croupier.games.coup import GAME
from croupier.kernel.errors import UsageError
from croupier.players.coupclient import Prompter, brain_of, connected, lines, play_bot
from croupier.players.coupserver import PORT
from croupier.players.loader import load_bots
from croupier.players.shelter import Shelter
from croupier.ui.cli.console import Seed, examples, say

Connect = Annotated[str, typer.Option("--connect", metavar="HOST:PORT", help="Where the server listens.")]
_HERE = f"127.0.0.1:{PORT}"


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
    )

    @staticmethod
    def command(
        bot: Annotated[str, typer.Argument(metavar="BOT", help="A built-in bot or a Python file; it is run here.")],
        connect: Connect = _HERE,
        verbose: Annotated[bool, typer.Option("--verbose", metavar="", help="Print every line.")] = False,
        seed: Seed = None,
    ) -> None:
        """Let a bot play one game on a CoupBots server.

        A CoupLineBot gets the lines as they are. For any other bot of Coup they are turned into questions and a view,
        and its answers into lines.
        """
        host, port = _address(connect)
        entrants = load_bots(GAME, [bot], BUILT_IN, Shelter(trust=True))
        if len(entrants) != 1:
            raise UsageError(f"{bot!r} is {len(entrants)} bots; a client plays for one")
        brain = brain_of(entrants[0].make(), checked_seed(seed), say)
        last = asyncio.run(play_bot(brain, host, port, say if verbose else lambda text: None))
        say(last or "the server hung up")


class HumanClient:
    """The command coup-human."""

    NAME = "coup-human"
    EXAMPLES = examples(("croupier coup-human --connect 127.0.0.1:12345", "type the messages yourself"))

    @staticmethod
    def command(connect: Connect = _HERE) -> None:
        """Play on a CoupBots server by hand: HELLO and READY are sent for you, and what may be answered is shown."""
        host, port = _address(connect)
        with suppress(KeyboardInterrupt):
            asyncio.run(_by_hand(host, port))


async def _by_hand(host: str, port: int) -> None:
    reader, writer = await connected(host, port)
    loop = asyncio.get_running_loop()
    prompter = Prompter()

    def typed(text: str) -> None:
        if text.strip() and not writer.is_closing():
            writer.write(f"{text.strip()}\n".encode())

    def listen_to_keys() -> None:
        for text in sys.stdin:
            with suppress(RuntimeError):  # the game is over
                loop.call_soon_threadsafe(typed, text)

    writer.write(b"HELLO\n")
    # A thread, because not everything that can be typed from can be waited for; it ends with the program.
    Thread(target=listen_to_keys, daemon=True).start()
    try:
        async for text in lines(reader):
            say(f"< {text}")
            advice = prompter.help_with(text)
            if text == "START":
                typed(advice[0])
            elif advice:
                say(f"  you may type: {'  '.join(advice)}")
    finally:
        writer.close()
