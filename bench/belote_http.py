"""What the engine adds to a match over HTTP: its time for every decision, beside bare requests of the same sizes.

    python bench/belote_http.py       some seconds; bench/belote.py prints the same line

A bot that takes the first valid answer runs in a process of its own, on another core where there are two. A deal is
played, then the very requests that it took are sent once more with nothing around them, many times in turns; what the
fastest deal took longer than the fastest requests is the engine's.
"""

import asyncio
import os
import subprocess
import sys
from time import perf_counter

import aiohttp
from aiohttp import web

from croupier.games.belote import GAME
from croupier.kernel.errors import SeatError
from croupier.kernel.http_api import Call, Response
from croupier.match.match import Match
from croupier.match.run_players import run_players
from croupier.players.http.client import HttpChannel
from croupier.players.http.session import HttpSession, SessionOptions

TARGET = 0.5  # milliseconds
CORES = sorted(os.sched_getaffinity(0))


# The bot.


async def _answer(request: web.Request) -> web.Response:
    if request.path.endswith("/api/sessions"):
        return web.json_response({"sessionId": "s"}, status=201)
    if request.method == "DELETE":
        return web.Response(status=204)
    body = await request.json()
    if "deckSize" in body:
        return web.json_response({"position": 16, "fromTop": True})
    valid = body.get("validActions") or body.get("validPlays")
    return web.json_response(valid[0]) if valid else web.Response()


async def _serve() -> None:
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", _answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


# The measurement.


class Round:
    """One match: how long it took, how many decisions there were, and what was sent."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def note(self, call: Call, came: Response | SeatError) -> None:
        assert isinstance(came, Response), came
        self.calls.append(call)

    async def play(self, channel: HttpChannel, deals: int, options: SessionOptions) -> tuple[float, int]:
        assert GAME.http is not None
        match = Match(GAME, GAME.settings({"deals": deals}), ("a", "b", "c", "d"), 1)
        players = [HttpSession(GAME.http, channel, match, seat, options, self.note) for seat in range(4)]
        for player in players:
            await player.__aenter__()
        self.calls.clear()
        began = perf_counter()
        await run_players(match, players)
        seconds = perf_counter() - began
        assert not any(step.faults for step in match.steps)
        return seconds, len(match.steps)

    async def bare(self, client: aiohttp.ClientSession, base: str) -> float:
        headers = {"Content-Type": "application/json"}
        began = perf_counter()
        for call in self.calls:
            async with client.request(call.method, f"{base}/{call.path}", data=call.body, headers=headers) as response:
                await response.read()
        return perf_counter() - began


async def overhead(url: str, rounds: int, deals: int, news: tuple[str, ...] | None) -> tuple[float, float]:
    """Milliseconds for a decision: what the engine adds, and all of it; the best of several rounds."""
    best = best_bare = float("inf")
    decisions = 1
    async with HttpChannel(url) as channel, aiohttp.ClientSession() as client:
        for _ in range(rounds):
            one = Round()
            seconds, decisions = await one.play(channel, deals, SessionOptions(notifications=news))
            best = min(best, seconds)
            best_bare = min(best_bare, await one.bare(client, url))
    return (best - best_bare) / decisions * 1000, best / decisions * 1000


def measure(rounds: int, deals: int) -> list[tuple[str, float, float]]:
    """With and without news: what it is, what the engine adds, and all of it, in milliseconds for a decision."""
    os.sched_setaffinity(0, CORES[:1])
    command = [sys.executable, __file__, "--bot", str(CORES[-1])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout is not None
        try:
            url = f"http://127.0.0.1:{int(bot.stdout.readline())}"
            return [
                ("questions only", *asyncio.run(overhead(url, rounds, deals, ()))),
                ("with all news to four seats", *asyncio.run(overhead(url, rounds, deals, None))),
            ]
        finally:
            bot.kill()
            os.sched_setaffinity(0, CORES)


def report(rounds: int, deals: int) -> None:
    for what, added, whole in measure(rounds, deals):
        print(
            f"  over HTTP, {what:28}{added:7.3f} ms per decision in the engine, at most {TARGET}"
            f" ({whole:.2f} ms with requests and bot)"
        )


if __name__ == "__main__":
    if "--bot" in sys.argv[1:]:
        os.sched_setaffinity(0, {int(sys.argv[2])})
        asyncio.run(_serve())
    else:
        report(40, 1)
