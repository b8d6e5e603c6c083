"""The client's end of the CoupBots line protocol: a line bot, or a person, against any server that speaks it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from croupier.games.coup.linebot import CoupLineBot
from croupier.kernel.errors import UsageError
from croupier.players.coupline import without_delay


async def connected(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        reader, writer = await asyncio.open_connection(host, port)
    except OSError as error:
        raise UsageError(f"there is no server at {host}:{port} ({error.strerror or error})") from None
    without_delay(writer)
    return reader, writer


async def play_bot(bot: CoupLineBot, host: str, port: int, tell: Callable[[str], None] = lambda text: None) -> str:
    """Say HELLO and let the bot answer what comes, until the server ends it; the last WIN or END line."""
    reader, writer = await connected(host, port)
    last = ""
    try:
        _send(writer, "HELLO", tell)
        async for text in lines(reader):
            tell(f"< {text}")
            if text.startswith(("WIN|", "END|")):
                last = text
            bot.receive(text)
            while bot.checkout:
                _send(writer, bot.checkout.popleft(), tell)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return last


def _send(writer: asyncio.StreamWriter, text: str, tell: Callable[[str], None]) -> None:
    tell(f"> {text}")
    if not writer.is_closing():
        writer.write(f"{text}\n".encode())


async def lines(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    """What the server sends, line by line, until it hangs up."""
    while True:
        try:
            raw = await reader.readline()
        except ConnectionError:
            return
        if not raw:
            return
        yield raw.decode(errors="replace").rstrip("\r\n")


def help_with(message: str, me: str) -> str:
    """What may be answered to a message of the first dialect; empty if nothing is expected."""
    command, *fields = message.split("|")
    if command == "START":
        return f"READY|{me}"
    if command == "TURN" and fields == [me]:
        actions = (
            "INCOME",
            "FOREIGN_AID",
            "TAX",
            "EXCHANGE",
            "STEAL|id",
            "ASSASSINATE|id (3 coins)",
            "COUP|id (7 coins)",
        )
        return "  ".join(f"ACT|{me}|{action}" for action in actions)
    if command == "ACT" and len(fields) > 1 and fields[1] not in ("INCOME", "COUP"):
        cards = {"FOREIGN_AID": ["DUKE"], "ASSASSINATE": ["CONTESSA"], "STEAL": ["CAPTAIN", "AMBASSADOR"]}.get(
            fields[1], []
        )
        mine = fields[1] == "FOREIGN_AID" or fields[2:] == [me]
        blocks = [f"BLOCK|{me}|{card}" for card in cards] if mine else []
        challenge = [] if fields[1] == "FOREIGN_AID" else [f"CHAL|{me}"]
        return "  ".join([f"ALLOW|{me}", *challenge, *blocks])
    if command == "BLOCK" and fields[:1] != [me]:
        return f"ALLOW|{me}  CHAL|{me}"
    if command == "SHOW" and fields == [me]:
        return f"SHOW|{me}|CARD (the claimed one)  LOSE|{me}|CARD (another)"
    if command == "LOSE" and fields == [me]:
        return f"LOSE|{me}|CARD"
    if command == "CHOOSE":
        return f"KEEP|{me}|CARD|CARD (of these and your own, as many as you have)"
    return ""
