"""A season under load: many who hand in at once, many who look, kill -9 at random times, and a hostile entrant.

    python bench/host.py            all figures, each with its limit
    python bench/host.py --quick    a tenth of it

A host with its workers is started on this machine; the clients run in this process, on the same cores. Entrants hand in
within a minute while browsers follow the leaderboard, which asks for the season and the table every five seconds and
now and then for the page of a team. The database is SQLite.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import zipfile
from contextlib import suppress
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from time import monotonic, perf_counter
from typing import Any

import aiohttp
from sqlalchemy import select

from croupier.arena.store.store import open_store
from croupier.season import schema as s
from croupier.season.competition import Competition

ENTRANTS, BROWSERS, SECONDS, KILLS = 300, 100, 60.0, 10
PAGE_LIMIT, HOSTILE_LIMIT = 0.300, 1.10
SEASON = """
title = "Bench"
game = "cuttle"
reference = ["random", "heuristic"]
[quota]
submissions_per_day = 5
[ladder]
meeting_blocks = 2
known_elo = 150.0
most_blocks = 20
"""
BOT = """
from croupier.games.cuttle import CuttleBot, Points

class Bot(CuttleBot):
    def select_move(self, view, legal_moves):
        points = [move for move in legal_moves if isinstance(move, Points)]
        return max(points, key=lambda move: move.card.rank, default=legal_moves[{step} % len(legal_moves)])
# {number}
"""


def bomb() -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bot.py", "pass")
        archive.writestr("zeros", b"\0" * 100_000_000)
    return packed.getvalue()


BOMB = bomb()
MAIN = "from croupier.ui.cli.main import main; main()"


class Host:
    """`croupier host`, which can be killed and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = str(folder / "season.sqlite")
        (folder / "season.toml").write_text(SEASON)
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [
            "host",
            str(self.folder / "season.toml"),
            "--port",
            str(self.port),
            "--db",
            self.db,
            "--workers",
            "2",
        ]
        environment = {**os.environ, "COLUMNS": "500"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *command], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.partition("127.0.0.1:")[2].partition("/")[0])
        self.api = f"http://127.0.0.1:{self.port}/api/v1/season"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def workers(self) -> list[int]:
        with open_store(self.db) as store, Competition(store).data.read() as connection:
            names = connection.execute(select(s.WORKERS.c.name)).scalars().all()
        return [int(name.rpartition(":")[2]) for name in names]


async def enter(session: aiohttp.ClientSession, host: Host, number: int) -> str:
    """Join and hand in, as often as it takes until the server has said that it has both; the token."""
    token = ""
    while True:
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            if not token:
                form = {"name": f"person {number}", "team": f"team {number} {random.random():.6f}"}
                async with session.post(f"{host.api}/join", json=form) as answer:
                    token = (await answer.json()).get("token", "")
            body = BOT.format(number=number, step=number % 3).encode()
            headers = {"Authorization": f"Bearer {token}"}
            async with session.post(f"{host.api}/bots?name=bot.py", data=body, headers=headers) as answer:
                if answer.status == 202:
                    return token
        await asyncio.sleep(0.2)


async def browse(session: aiohttp.ClientSession, host: Host, until: float, times: list[float]) -> None:
    await asyncio.sleep(random.random() * 5)
    while monotonic() < until:
        paths = ["", "/leaderboard", *([f"/teams/{random.randrange(1, 20)}"] if random.random() < 0.2 else [])]
        for path in paths:
            began = perf_counter()
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with session.get(f"{host.api}{path}") as answer:
                    await answer.read()
                times.append(perf_counter() - began)
        await asyncio.sleep(5)


async def attack(session: aiohttp.ClientSession, host: Host, until: float) -> None:
    """Endless submissions, giant files, zip bombs, bots that hang at load, forged tokens, other teams' ids."""
    token = await enter(session, host, 10**6)
    bodies = [b"import time\ntime.sleep(1000)\n", BOMB, b"x" * 5_000_000, b"#" * 1_000_000]
    while monotonic() < until:
        headers = {"Authorization": f"Bearer {random.choice([token, 'forged'])}"}
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            body = random.choice(bodies)
            async with session.post(f"{host.api}/bots?name=bot.py", data=body, headers=headers) as answer:
                await answer.read()
            async with session.post(f"{host.api}/bots/{random.randrange(300)}/activate", headers=headers) as answer:
                await answer.read()
        await asyncio.sleep(0.02)


async def hand_in_all(
    host: Host, entrants: int, browsers: int, seconds: float, hostile: bool = False
) -> tuple[Any, ...]:
    """The times of the pages, the seconds until the last check, and the tokens."""
    times: list[float] = []
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(30)) as session:
        began = monotonic()
        until = began + seconds

        async def later(number: int) -> str:
            await asyncio.sleep(seconds * number / entrants)
            return await enter(session, host, number)

        looking = [asyncio.create_task(browse(session, host, until, times)) for _ in range(browsers)]
        if hostile:
            looking.append(asyncio.create_task(attack(session, host, until)))
        tokens = await asyncio.gather(*(later(number) for number in range(entrants)))
        await asyncio.gather(*looking)
        while await asyncio.to_thread(checks_left, host):
            await asyncio.sleep(0.5)
        return times, monotonic() - began, tokens


def checks_left(host: Host) -> int:
    with open_store(host.db) as store:
        data = Competition(store).data
        with data.read() as connection:
            return data.count(connection, s.JOBS, s.JOBS.c.kind == "check", s.JOBS.c.state.in_(("waiting", "running")))


def outcome(host: Host) -> tuple[int, int, int]:
    """How many bots have passed, how many checks were not begun in order, and how many deals are not whole."""
    with open_store(host.db) as store:
        competition = Competition(store)
        with competition.data.read() as connection:
            jobs = connection.execute(select(s.JOBS).where(s.JOBS.c.kind == "check").order_by(s.JOBS.c.id)).all()
            passed = competition.data.count(connection, s.BOTS, s.BOTS.c.state == "passed", s.BOTS.c.hash != "")
        fresh = [job.taken for job in jobs if job.tries == 0]
        blocks: dict[int, int] = {}
        for game in store.games(competition.run()):
            blocks[game.block] = blocks.get(game.block, 0) + 1
    return (
        passed,
        sum(a > b for a, b in pairwise(fresh)),
        sum(size != 2 for size in blocks.values()),
    )


def tell(name: str, figure: str, limit: str, ok: bool) -> bool:
    print(f"{name:58} {figure:>14}   {limit:22} {'ok' if ok else 'MISSED'}", flush=True)
    return ok


async def crash(host: Host, kills: int) -> None:
    for _ in range(kills):
        await asyncio.sleep(random.uniform(1, 4))
        workers = await asyncio.to_thread(host.workers)
        if random.random() < 0.5 and workers:
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)
        else:
            await asyncio.to_thread(host.kill)
            await asyncio.to_thread(host.start)


def main() -> None:
    part = 10 if "--quick" in sys.argv else 1
    entrants, browsers, seconds = ENTRANTS // part, BROWSERS // part, SECONDS / part
    good = True
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "load"
        place.mkdir()
        host = Host(place)
        times, plain, _ = asyncio.run(hand_in_all(host, entrants, browsers, seconds))
        p95 = quantiles(times, n=20)[18]
        passed, disorder, broken = outcome(host)
        host.kill()
        name = f"{entrants} hand in within {seconds:g} s, {browsers} browsers: page, p95"
        good &= tell(name, f"{p95 * 1000:.0f} ms", f"under {PAGE_LIMIT * 1000:.0f} ms", p95 < PAGE_LIMIT)
        good &= tell("  bots that passed their check", f"{passed}", f"{entrants}", passed == entrants)
        good &= tell("  checks begun out of order", f"{disorder}", "0", disorder == 0)
        tell("  until the last check was done", f"{plain:.0f} s", "", True)
        place = Path(folder) / "hostile"
        place.mkdir()
        host = Host(place)
        times, hostile, _ = asyncio.run(hand_in_all(host, entrants, browsers, seconds, hostile=True))
        host.kill()
        good &= tell(
            "with a hostile entrant, until the last check was done",
            f"{hostile / plain:.2f} x",
            f"at most {HOSTILE_LIMIT:.2f} x",
            hostile / plain <= HOSTILE_LIMIT,
        )
        worst = quantiles(times, n=20)[18]
        good &= tell("  page, p95", f"{worst * 1000:.0f} ms", f"under {PAGE_LIMIT * 1000:.0f} ms", worst < PAGE_LIMIT)
        place = Path(folder) / "kills"
        place.mkdir()
        host = Host(place)

        few = max(10, entrants // 10)

        async def both() -> None:
            await asyncio.gather(hand_in_all(host, few, 5, 20.0), crash(host, KILLS))

        asyncio.run(both())
        passed, _, broken = outcome(host)
        host.kill()
        name = f"{KILLS} kill -9 of host and workers: bots that passed"
        good &= tell(name, f"{passed}", f"{few}", passed == few)
        good &= tell("  deals that are not whole", f"{broken}", "0", broken == 0)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
