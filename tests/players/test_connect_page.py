"""docs/connect.md: its transcript is what is really said, its meta file is one. tests/manual runs the rest.

`python tests/players/test_connect_page.py` rewrites the transcript.
"""

import asyncio
import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import msgspec

from croupier.ai.baselines import RandomBot
from croupier.games import GAMES
from croupier.kernel.decision import Clock
from croupier.match.match import Match
from croupier.match.run_players import run_players
from croupier.players.http.meta import read_meta
from croupier.players.inprocess import BotPlayer
from croupier.players.json.player import JsonPlayer

PAGE = Path(__file__).parents[2] / "docs" / "connect.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
SETTINGS = {"max_turns": 1, "hand_size": 3}
SEED = 1


class Writing:
    """A channel that writes down all that goes over it; at its end a bot that answers wrongly once."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def _note(self, mark: str, message: bytes) -> None:
        self.lines += laid_out(mark, json.loads(message))

    async def ask(self, message: bytes, news_seconds: float = 0.0) -> bytes:
        self._note("<", message)
        about = json.loads(message)
        match about["type"]:
            case "start":
                answer: dict[str, Any] = {"type": "ready", "name": "mini"}
            case "decide" if about["id"] == 1:
                answer = {"type": "move", "id": 1, "move": "lay joker"}
            case "illegal":
                answer = {"type": "move", "id": about["id"], "move": 0, "say": "Sorry!"}
            case _ if about["question"] == "challenge":
                answer = {"type": "move", "id": about["id"], "move": "trust", "note": "too early to doubt"}
            case _:
                answer = {"type": "move", "id": about["id"], "move": 0}
        text = msgspec.json.encode(answer)
        self._note(">", text)
        return text

    async def more(self) -> bytes:
        raise AssertionError

    async def tell(self, message: bytes) -> None:
        self._note("<", message)

    async def inform(self, message: bytes) -> None:
        raise AssertionError

    async def catch_up(self) -> None:
        return


def laid_out(mark: str, message: dict[str, Any]) -> list[str]:
    """A message in lines of a bearable length: whole if it fits, else field by field."""
    whole = json.dumps(message)
    if len(whole) < 110:
        return [f"{mark} {whole}"]
    fields = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in message.items()]
    lines = [line for field in fields for line in textwrap.wrap(f"{field},", 108, subsequent_indent="    ")]
    lines[-1] = lines[-1].removesuffix(",")
    return [f"{mark} {{", *(f"    {line}" for line in lines), "  }"]


def transcript() -> str:
    async def converse() -> list[str]:
        game = GAMES["bluff"]
        match = Match(game, game.settings(SETTINGS), ["mini", "random"], SEED)
        channel = Writing()
        async with JsonPlayer(channel, match, 0, "5f1d", Clock(answer=5.0)) as player:
            await run_players(match, [Still(player), BotPlayer(RandomBot(), match, 1)])
        return channel.lines

    return "\n".join(asyncio.run(converse())) + "\n"


class Still:
    """The same player with a clock that is the same every time."""

    wants_news = False

    def __init__(self, player: JsonPlayer) -> None:
        self._player = player
        self.observe = player.observe

    async def decide(self, decision: Any) -> Any:
        clock = Clock(answer=5.0, last=0.01 if decision.id > 1 else 0.0)
        return await self._player.decide(msgspec.structs.replace(decision, clock=clock))


def test_the_transcript_is_what_is_said() -> None:
    assert transcript() == next(text for kind, text in reversed(BLOCKS) if kind == "text")


def test_the_meta_file_is_one(tmp_path: Path) -> None:
    (text,) = (text for kind, text in BLOCKS if kind == "json")
    (tmp_path / "bot.meta.json").write_text(text, encoding="utf-8")
    meta = read_meta(tmp_path)
    assert meta.launch is not None
    assert meta.launch.command == ("node", "server.js")
    assert meta.notifications == ("news",)


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    head = page[: page.rindex("```text\n") + len("```text\n")]
    PAGE.write_text(f"{head}{transcript()}```\n", encoding="utf-8")
    sys.exit(0)
