"""JSON lines over TCP, connecting out: the bot is a server, and every seat has a connection of its own."""

import asyncio
import os
from typing import Final

from croupier.kernel.errors import Gone, UsageError
from croupier.players.json.link import Lines, StreamLink

CONNECT_SECONDS: Final = 10.0


async def connected(host: str, port: int) -> StreamLink:
    """A new connection, or Gone."""
    link = StreamLink()
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            link.transport, _ = await loop.create_connection(lambda: Lines(link), host, port)
    except TimeoutError:
        raise Gone(f"tcp://{host}:{port} did not answer within {CONNECT_SECONDS:g} s") from None
    except OSError as error:
        raise Gone(f"cannot connect to tcp://{host}:{port} ({reason(error)})") from None
    return link


async def reached(host: str, port: int) -> StreamLink:
    """The same when a run begins: a UsageError."""
    try:
        return await connected(host, port)
    except Gone as error:
        raise UsageError(f"{error}; start the bot first") from None


def reason(error: OSError) -> str:
    """Why, in the system's words and without its numbers; the name of an unknown host is the user's own."""
    if error.errno is not None and error.errno > 0:
        return os.strerror(error.errno).lower()
    return "unknown host" if error.errno is not None else str(error)
