"""The client's end of the CoupBots line protocol: a bot, or a person, against any server that speaks it.

A brain is whatever answers lines with lines: a `CoupLineBot`, or an `BotOverLines` with a friendly bot behind it. It
knows the first dialect; for the second a `V2Translator` stands between.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from croupier.games.coup.lines.bot import CoupLineBot
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.players.coupbots.answer_hints import RetryingBrain
from croupier.players.coupbots.client_bot import BotOverLines
from croupier.players.coupbots.connection import FRAME, without_delay
from croupier.players.coupbots.v2_client import ENDINGS, LineBrain, TwoDialectBrain
from croupier.players.python_file import on_one_line

Tell = Callable[[str], None]


def brain_of(bot: Bot[Any, Any], luck_seed: int, tell: Tell) -> LineBrain:
    """A line bot almost as it is; any other bot of Coup with an interpreter."""
    return RetryingBrain(bot) if isinstance(bot, CoupLineBot) else BotOverLines(bot, luck_seed, tell)


async def connected(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        reader, writer = await asyncio.open_connection(host, port)
    except OSError as error:
        raise UsageError(f"no server at {host}:{port} ({error.strerror or error})") from None
    without_delay(writer)
    return reader, writer


async def play_bot(brain: LineBrain, host: str, port: int, tell: Tell | None = None, second: bool = False) -> str:
    """Say HELLO and let the bot answer what comes until the game is over; the last WIN or END line."""
    reader, writer = await connected(host, port)
    frame = FRAME if second else ""
    bilingual = TwoDialectBrain(brain)
    speaker = bilingual if second else brain
    last = ""

    def send(text: str) -> None:
        if tell is not None:
            tell(f"> {text}")
        if not writer.is_closing():
            writer.write(f"{frame}{text}\n".encode())

    try:
        send("HELLO")
        async for line in lines(reader):
            text = line.removeprefix(frame)
            if tell is not None:
                tell(f"< {text}")
            try:
                speaker.receive(text)
            except Exception as error:
                raise UsageError(f"the bot failed at {text!r}: {on_one_line(error)}") from error
            last = text if text.startswith(ENDINGS) else bilingual.last or last
            while speaker.checkout:
                send(speaker.checkout.popleft())
            if is_over(text):
                break
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return last


def is_over(text: str) -> bool:
    """Whether the server has said that the game is over, in either dialect; what it sends after it concerns nobody."""
    return text == "EXIT" or text.startswith("WIN|")


async def lines(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    """What the server sends, line by line, until it hangs up."""
    while True:
        try:
            raw = await reader.readline()
        except (ConnectionError, ValueError):
            return
        if not raw:
            return
        yield raw.decode(errors="replace").rstrip("\r\n")
