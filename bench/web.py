"""The browser app under load: many tables at once, and many who look at one.

    python bench/web.py            all figures, each with its limit
    python bench/web.py --quick    a tenth of it

A server of its own is started on this machine. At each table one person plays against heuristic bots and thinks for a
while before every click; the figure is the time from the click to the first message that shows its result. Who
passes in a reaction window is shown nothing before it closes, by the rules of the table: these clicks are counted
apart, with how late the news came after that. The clients run in this process, on the same cores as the server. Games
are taken in turn from all there are.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import aiohttp
import msgspec

from croupier.games import GAMES

TABLES, SPECTATORS = 200, 1000
SECONDS = 30.0
THINKING = (0.5, 2.5)
LIMIT = 0.150
SHOWN = ("move_made", "window", "over")

SERVER = """
import sys
from croupier.ui.web.options import WebServerOptions
from croupier.ui.web.server import run_server
options = WebServerOptions(db=sys.argv[1], requests=1e6, messages=1e6)
run_server(options, "127.0.0.1", 0, lambda url: print(url, flush=True))
"""


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[str, int]]:
    """The address of a fresh server, and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "bench.sqlite")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            url = (await asyncio.to_thread(process.stdout.readline)).strip().rstrip("/")
            try:
                yield f"{url}/api/v1", process.pid
            finally:
                process.terminate()
                await asyncio.to_thread(process.wait)


async def opened(session: aiohttp.ClientSession, url: str, game: str, people: int, seed: int, **more: Any) -> Any:
    seats = 2 if game == "cuttle" else 4
    chairs = [{"kind": "you"}] * people + [{"kind": "bot", "bot": "heuristic"}] * (seats - people)
    async with session.post(f"{url}/tables", json={"game": game, "seats": chairs, "seed": seed, **more}) as answer:
        assert answer.status == 201, await answer.text()
        return await answer.json()


class RemoteBot:
    """Plays one game after the other at tables of its own, and remembers how long each click took."""

    def __init__(self, session: aiohttp.ClientSession, url: str, number: int) -> None:
        self._session = session
        self._url = url
        self._game = list(GAMES)[number % len(GAMES)]
        self._chance = random.Random(number)
        self.clicks: list[float] = []
        self.passes: list[float] = []
        """In reaction windows: seconds after their end."""
        self.games = 0
        self.lost = 0

    async def play(self, until: float) -> None:
        await asyncio.sleep(self._chance.random() * THINKING[1])
        while perf_counter() < until:
            table = await opened(self._session, self._url, self._game, 1, self._chance.getrandbits(40))
            try:
                async with self._session.ws_connect(f"{self._url}/tables/{table['table']}/live") as socket:
                    await socket.send_json({"type": "join", "version": 1, "token": table["token"]})
                    await self._one_game(socket, until)
            except (aiohttp.ClientError, TypeError):
                self.lost += 1

    async def _one_game(self, socket: aiohttp.ClientWebSocketResponse, until: float) -> None:
        clicked: float | None = None
        closes: float | None = None
        while perf_counter() < until:
            message = msgspec.json.decode(await socket.receive_str(timeout=60))
            if clicked is not None and message["type"] in SHOWN:
                if closes is not None and message["type"] != "window":
                    self.passes.append(perf_counter() - max(closes, clicked))
                else:
                    self.clicks.append(perf_counter() - clicked)
                clicked = None
            if message["type"] == "window":
                closes = perf_counter() + message["seconds"]
            elif message["type"] in SHOWN:
                closes = None
            if message["type"] == "over":
                self.games += 1
                return
            if message["type"] == "legal_moves":
                limit = message["window"] or THINKING[1]
                await asyncio.sleep(min(self._chance.uniform(*THINKING), limit / 2))
                index = self._chance.randrange(len(message["moves"]))
                clicked = perf_counter()
                await socket.send_json({"type": "select_move", "decision": message["decision"], "index": index})


async def many_tables(url: str, session: aiohttp.ClientSession, tables: int, seconds: float) -> bool:
    until = perf_counter() + seconds
    guests = [RemoteBot(session, url, number) for number in range(tables)]
    await asyncio.gather(*(guest.play(until) for guest in guests))
    clicks = sorted(click for guest in guests for click in guest.clicks)
    lost = sum(guest.lost for guest in guests)
    p95 = clicks[int(len(clicks) * 0.95)]
    ok = p95 < LIMIT and not lost
    print(f"{tables} tables, {len(clicks)} clicks in {seconds:g} s, {sum(guest.games for guest in guests)} games over")
    print(f"  click to new state: p50 {_ms(clicks[len(clicks) // 2])}, p95 {_ms(p95)}, max {_ms(clicks[-1])}")
    if passes := sorted(late for guest in guests for late in guest.passes):
        print(f"  {len(passes)} passes in a reaction window: shown at most {_ms(passes[-1])} after it closed")
    print(f"  limit: p95 under {_ms(LIMIT)}, no table lost ({lost} lost): {'met' if ok else 'MISSED'}")
    return ok


async def many_spectators(url: str, session: aiohttp.ClientSession, spectators: int) -> bool:
    """All look at one table of bots; for every step: when did the first see it, when the last."""
    table = await opened(session, url, "belote", 0, 5, pace=1, settings={"deals": 1})
    seen: dict[int, list[float]] = {}
    joined = asyncio.Event()
    here = 0

    async def watch() -> bool:
        nonlocal here
        async with session.ws_connect(f"{url}/tables/{table['table']}/live") as socket:
            await socket.send_json({"type": "join", "version": 1})
            await socket.receive_str(timeout=60)
            here += 1
            if here == spectators:
                joined.set()
            while True:
                message = await socket.receive_str(timeout=60)
                if message.startswith('{"type":"over"'):
                    return True
                if message.startswith('{"type":"move_made"') and joined.is_set():
                    seen.setdefault(int(message[27:].partition(",")[0]), []).append(perf_counter())

    done = await asyncio.gather(*(watch() for _ in range(spectators)), return_exceptions=True)
    whole = [max(times) - min(times) for times in seen.values() if len(times) == spectators]
    stayed = sum(each is True for each in done)
    spread = sorted(whole)[int(len(whole) * 0.95)] if whole else float("inf")
    ok = stayed == spectators and bool(whole)
    print(f"{spectators} spectators at one table: {len(whole)} steps reached all of them")
    print(f"  from the first to the last of them: p95 {_ms(spread)}")
    print(f"  limit: none lost ({spectators - stayed} lost): {'met' if ok else 'MISSED'}")
    return ok


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def _cpu(pid: int) -> float:
    """Seconds of processor time that the server has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def main(arguments: Sequence[str]) -> int:
    share = 0.1 if "--quick" in arguments else 1.0
    async with serving() as (url, pid), aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        kept = await many_tables(url, session, int(TABLES * share), max(5.0, SECONDS * share))
        print(f"  the server used {_cpu(pid):.1f} s of processor time so far")
        kept = await many_spectators(url, session, int(SPECTATORS * share)) and kept
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
