"""The client's end of the CoupBots line protocol: a bot, or a person, against any server that speaks it.

A brain is whatever answers lines with lines: a `CoupLineBot`, or an `BotOverLines` with a friendly bot behind it. It
knows the first dialect; for the second a `V2Translator` stands between.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import combinations
from typing import Any

from croupier.games.coup.lines.bot import CoupLineBot
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.players.coupbots.client_bot import BotOverLines
from croupier.players.coupbots.connection import FRAME, without_delay
from croupier.players.coupbots.v2_client import ENDINGS, LineBrain, TwoDialectBrain
from croupier.players.python_file import on_one_line

Tell = Callable[[str], None]


def brain_of(bot: Bot[Any, Any], luck_seed: int, tell: Tell) -> LineBrain:
    """A line bot as it is; any other bot of Coup with an interpreter."""
    return bot if isinstance(bot, CoupLineBot) else BotOverLines(bot, luck_seed, tell)


async def connected(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        reader, writer = await asyncio.open_connection(host, port)
    except OSError as error:
        raise UsageError(f"there is no server at {host}:{port} ({error.strerror or error})") from None
    without_delay(writer)
    return reader, writer


async def play_bot(brain: LineBrain, host: str, port: int, tell: Tell | None = None, second: bool = False) -> str:
    """Say HELLO and let the bot answer what comes, until the server ends it; the last WIN or END line."""
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
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return last


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


class AnswerHints:
    """Tells a person what may be answered to each message of the first dialect."""

    def __init__(self) -> None:
        self.me = ""
        self._coins = 2
        self._hand: list[str] = []
        self._rivals: list[str] = []

    def help_with(self, message: str) -> list[str]:
        """What may be typed now; nothing if no answer is expected."""
        command, *fields = message.split("|")
        me, mine = self.me, fields[:1] == [self.me]
        match command:
            case "PLAYER" if not me:
                self.me = fields[0]
            case "PLAYER":
                self._rivals.append(fields[0])
            case "COINS" if mine:
                self._coins = int(fields[1])
            case "DECK":
                self._hand = fields[1:]
            case "END" if fields[0] in self._rivals:
                self._rivals.remove(fields[0])
            case "START":
                return [f"READY|{me}"]
            case "TURN" if mine:
                return self._actions()
            case "ACT" if self._hand and fields[1] not in ("INCOME", "COUP"):
                return self._answers(fields[1], fields[2:] == [me])
            case "BLOCK" if self._hand and not mine:
                return [f"ALLOW|{me}", f"CHAL|{me}"]
            case "SHOW" if fields == [me]:
                cards = dict.fromkeys(self._hand)
                return [*(f"SHOW|{me}|{card}" for card in cards), *(f"LOSE|{me}|{card}" for card in cards)]
            case "LOSE" if fields == [me]:
                return [f"LOSE|{me}|{card}" for card in dict.fromkeys(self._hand)]
            case "CHOOSE":
                kept = combinations(sorted([*self._hand, *fields[1:]]), len(self._hand))
                return ["|".join(["KEEP", me, *cards]) for cards in dict.fromkeys(kept)]
            case _:
                pass
        return []

    def _actions(self) -> list[str]:
        me = self.me
        coups = [f"ACT|{me}|COUP|{rival}" for rival in self._rivals]
        if self._coins >= 10:
            return coups
        plain = [f"ACT|{me}|{action}" for action in ("INCOME", "FOREIGN_AID", "TAX", "EXCHANGE")]
        steals = [f"ACT|{me}|STEAL|{rival}" for rival in self._rivals]
        murders = [f"ACT|{me}|ASSASSINATE|{rival}" for rival in self._rivals] if self._coins >= 3 else []
        return [*plain, *steals, *murders, *(coups if self._coins >= 7 else [])]

    def _answers(self, action: str, on_me: bool) -> list[str]:
        cards = {"FOREIGN_AID": ["DUKE"], "ASSASSINATE": ["CONTESSA"], "STEAL": ["CAPTAIN", "AMBASSADOR"]}
        blocks = cards.get(action, []) if on_me or action == "FOREIGN_AID" else []
        challenge = [] if action == "FOREIGN_AID" else [f"CHAL|{self.me}"]
        return [f"ALLOW|{self.me}", *challenge, *(f"BLOCK|{self.me}|{card}" for card in blocks)]
