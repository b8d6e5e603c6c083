"""`croupier coup-bot` and `croupier coup-human`: clients for any server that speaks the CoupBots line protocol."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from croupier.games.coup import GAME, CoupLineBot
from croupier.kernel.errors import UsageError
from croupier.players.coupclient import connected, help_with, lines, play_bot
from croupier.players.coupserver import PORT
from croupier.players.pyfile import FileBot, find_class
from croupier.ui.cli.console import examples, say

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
    EXAMPLES = examples(("croupier coup-bot bots/coup/liner.py --connect 127.0.0.1:12345", "play one game"))

    @staticmethod
    def command(
        bot: Annotated[Path, typer.Argument(metavar="FILE", help="A Python file with a CoupLineBot; it is run here.")],
        connect: Connect = _HERE,
        verbose: Annotated[bool, typer.Option("--verbose", metavar="", help="Print every line.")] = False,
    ) -> None:
        """Let a line bot play one game on a CoupBots server."""
        host, port = _address(connect)
        path, _, wanted = str(bot).partition(".py:")
        file = Path(path if not wanted else f"{path}.py")
        if not file.is_file():
            raise UsageError(f"there is no file {file}")
        kind = find_class(GAME, file, wanted)
        made = FileBot(kind, {})()
        if not isinstance(made, CoupLineBot):
            raise UsageError(f"{file}: {kind.__name__} is no CoupLineBot, so it cannot speak in lines")
        last = asyncio.run(play_bot(made, host, port, say if verbose else lambda text: None))
        say(last or "the server hung up")


class HumanClient:
    """The command coup-human."""

    NAME = "coup-human"
    EXAMPLES = examples(("croupier coup-human --connect 127.0.0.1:12345", "type the messages yourself"))

    @staticmethod
    def command(connect: Connect = _HERE) -> None:
        """Play on a CoupBots server by hand: HELLO is sent for you, and what may be answered is shown."""
        host, port = _address(connect)
        with suppress(KeyboardInterrupt):
            asyncio.run(_by_hand(host, port))


async def _by_hand(host: str, port: int) -> None:
    reader, writer = await connected(host, port)
    loop = asyncio.get_running_loop()

    def typed() -> None:
        text = sys.stdin.readline()
        if not text:
            loop.remove_reader(sys.stdin)
        elif text.strip():
            writer.write(f"{text.strip()}\n".encode())

    loop.add_reader(sys.stdin, typed)
    writer.write(b"HELLO\n")
    me = ""
    try:
        async for text in lines(reader):
            say(f"< {text}")
            if not me and text.startswith("PLAYER|"):
                me = text.removeprefix("PLAYER|")
            if text == "START":
                writer.write(f"READY|{me}\n".encode())
            elif advice := help_with(text, me):
                say(f"  you may type: {advice}")
    finally:
        with suppress(Exception):
            loop.remove_reader(sys.stdin)
        writer.close()
