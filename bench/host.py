"""A season under load: many who hand in at once, many who look, kill -9 at random times, and a hostile entrant.

    python bench/host.py            all figures, each with its limit
    python bench/host.py --quick    a tenth of it
    python bench/host.py kills      only one of load, hostile, kills, scale
    python bench/host.py hostile --pairs 8

A host with two workers is started on this machine; the clients run in this process, on the same cores. Entrants hand in
within a minute while browsers follow the leaderboard, which asks for the season and the table every five seconds and
now and then for the page of a team. The database is SQLite; for the kills it is a PostgreSQL of our own, which is
killed as well. `hostile` runs pairs of a season without and one with a hostile entrant, in turns, each with a third of
the entrants in a third of the time, and prints the median of their ratios: other processes slow both of a pair alike.
"""

import asyncio
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, time

import aiohttp
import msgspec
from season_host import Database, Host, Receipt, browse, enter, start_attack
from season_scale import print_scale
from sqlalchemy import select

from croupier.arena.run.one_thread import ONE_THREAD
from croupier.arena.store.errors import StoreError
from croupier.arena.store.store import open_store
from croupier.season import schema as s
from croupier.season.competition import Competition

ENTRANTS, BROWSERS, SECONDS = 300, 100, 60.0
KILLS = ("host", "host", "host", "worker", "worker", "worker", "database", "database", "database", "database")
KILL_ENTRANTS = 30
PAGE_LIMIT, HOSTILE_LIMIT = 0.300, 1.10
PAIRS, PAIR_PART = 4, 3
DRAIN_SECONDS = 1800.0


class LoadResult(msgspec.Struct, frozen=True):
    """What the clients saw."""

    pages: list[float]
    """Seconds of each page."""
    drained: float
    """Seconds until the last check was done."""
    receipts: list[Receipt]
    began: float
    """The time when the first entrant came."""
    used: float
    """Processor seconds of the host, its workers and the bots."""
    attack: str = ""
    """Requests of the hostile entrant, and processor seconds that it used itself."""

    @property
    def p95(self) -> float:
        return quantiles(self.pages, n=20)[18] if len(self.pages) > 1 else max(self.pages)


class Outcome(msgspec.Struct, frozen=True):
    """What the store has in the end."""

    passed: int
    lost: int
    """Confirmed submissions that are not there, or are there with other content."""
    disorder: int
    """Checks that were begun before one that was handed in earlier; those repeated or put off are not counted."""
    put_off: int
    """Checks that took so long that they were repeated after the others."""
    last_check: float
    """The time when the last check of a receipt was done."""
    waited: float
    """Seconds from handing in to the end of the check, median."""
    broken: int
    """Deals that were not played once from every seat."""


async def hand_in_all(
    host: Host, entrants: int, browsers: int, seconds: float, is_attacked: bool = False
) -> LoadResult:
    """Everybody hands in within `seconds`; `is_attacked`: there is a hostile entrant too."""
    times: list[float] = []
    connector = aiohttp.TCPConnector(limit=0)
    attacker = await start_attack(host, seconds) if is_attacked else None
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(30)) as session:
        if attacker is not None and attacker.stdin is not None:
            attacker.stdin.write(b"\n")
        at, began, used = time(), monotonic(), host.seconds_used()
        until = began + seconds

        async def later(number: int) -> Receipt:
            await asyncio.sleep(seconds * number / entrants)
            return (await enter(session, host.api, number))[1]

        looking = [asyncio.create_task(browse(session, host.api, until, times)) for _ in range(browsers)]
        receipts = await asyncio.gather(*(later(number) for number in range(entrants)))
        await asyncio.gather(*looking)
        while (left := await asyncio.to_thread(host.checks_left)) and monotonic() - began < DRAIN_SECONDS:
            await asyncio.sleep(0.5 if left else 0)
        drained, used = monotonic() - began, host.seconds_used() - used
        said = b"" if attacker is None else (await attacker.communicate())[0]
        return LoadResult(times, drained, list(receipts), at, used, said.decode().strip())


def outcome(host: Host, receipts: list[Receipt]) -> Outcome:
    with open_store(host.db) as store:
        competition = Competition(store)
        with competition.data.read() as connection:
            jobs = connection.execute(select(s.JOBS).where(s.JOBS.c.kind == "check").order_by(s.JOBS.c.id)).all()
        bots = competition.all_bots()
        found = [bots.get(receipt.number) for receipt in receipts]
        blocks = Counter(game.block for game in store.games(competition.run()))
    fresh = [job.taken for job in jobs if job.tries == 0 and job.taken and not job.is_slow]
    numbers = {receipt.number for receipt in receipts}
    honest = [job for job in jobs if msgspec.json.decode(job.body)["bot"] in numbers]
    return Outcome(
        passed=sum(bot is not None and bot.state == "passed" for bot in found),
        lost=sum(bot is None or bot.hash != receipt.hash for bot, receipt in zip(found, receipts, strict=True)),
        disorder=sum(a > b for a, b in pairwise(fresh)),
        broken=sum(size != 2 for size in blocks.values()),
        put_off=sum(job.is_slow for job in honest),
        last_check=max(job.done for job in honest),
        waited=median(job.done - job.made for job in honest),
    )


async def crash(host: Host, database: Database, kills: tuple[str, ...]) -> None:
    """Kill parts of the season at random times, in a random order."""
    for kind in random.sample(kills, len(kills)):
        await asyncio.sleep(random.uniform(1, 4))
        if kind == "worker":
            with suppress(StoreError, ProcessLookupError, IndexError):
                os.kill(random.choice(await asyncio.to_thread(host.workers)), signal.SIGKILL)
        elif kind == "host":
            await asyncio.to_thread(host.kill)
            await asyncio.to_thread(host.start)
        else:
            await asyncio.to_thread(database.kill)
            await asyncio.sleep(random.uniform(0, 1))
            await asyncio.to_thread(database.start)


def tell(name: str, figure: str, limit: str, ok: bool) -> bool:
    print(f"{name:62} {figure:>14}   {limit:22} {'ok' if ok else 'MISSED'}", flush=True)
    return ok


def show_load(folder: Path, part: int) -> bool:
    entrants, browsers, seconds = ENTRANTS // part, BROWSERS // part, SECONDS / part
    host = Host(folder / "load")
    try:
        found = asyncio.run(hand_in_all(host, entrants, browsers, seconds))
        stored = outcome(host, found.receipts)
    finally:
        host.kill()
    name = f"{entrants} hand in within {seconds:g} s, {browsers} browsers: page, p95"
    good = tell(name, f"{found.p95 * 1000:.0f} ms", f"under {PAGE_LIMIT * 1000:.0f} ms", found.p95 < PAGE_LIMIT)
    good &= tell("  bots that passed their check", f"{stored.passed}", f"{entrants}", stored.passed == entrants)
    good &= tell("  confirmed submissions that are lost", f"{stored.lost}", "0", stored.lost == 0)
    good &= tell("  checks begun out of order", f"{stored.disorder}", "0", stored.disorder == 0)
    slowest = max(receipt.seconds for receipt in found.receipts)
    tell("  slowest hand-in, from joining to the receipt", f"{slowest:.1f} s", "", True)
    tell("  until the last check was done", f"{found.drained:.0f} s", "", True)
    tell("  checks that were put off", f"{stored.put_off}", "", True)
    return good


class Attacked(msgspec.Struct, frozen=True):
    """A season of a pair, as its honest entrants saw it."""

    last: float
    """Seconds until the last of their checks was done."""
    waited: float
    """Seconds from handing in to the end of the check, median."""
    p95: float
    """Seconds of a page."""
    used: float
    """Processor seconds of the host, its workers and the bots."""
    attack: str


def run_attacked(folder: Path, part: int, is_attacked: bool) -> Attacked:
    host = Host(folder)
    try:
        found = asyncio.run(hand_in_all(host, ENTRANTS // part, BROWSERS // part, SECONDS / part, is_attacked))
        stored = outcome(host, found.receipts)
    finally:
        host.kill()
    assert stored.passed == ENTRANTS // part, stored
    return Attacked(stored.last_check - found.began, stored.waited, found.p95, found.used, found.attack)


def show_hostile(folder: Path, part: int, pairs: int) -> bool:
    part *= PAIR_PART
    plain: list[Attacked] = []
    attacked: list[Attacked] = []
    for number in range(pairs):
        for is_attacked in (False, True) if number % 2 == 0 else (True, False):
            found = run_attacked(folder / f"{'attacked' if is_attacked else 'plain'} {number}", part, is_attacked)
            (attacked if is_attacked else plain).append(found)
        one, other = plain[-1], attacked[-1]
        requests, used = other.attack.split()
        print(
            f"  pair {number + 1}: last check after {one.last:.1f} s, with a hostile entrant {other.last:.1f} s; "
            f"wait {one.waited:.1f} and {other.waited:.1f} s; "
            f"page, p95 {one.p95 * 1000:.0f} and {other.p95 * 1000:.0f} ms; "
            f"processor time {one.used:.1f} and {other.used:.1f} s; "
            f"{requests} hostile requests, sent with {used} s of a core",
            flush=True,
        )
    slower = median(after.last / before.last for before, after in zip(plain, attacked, strict=True))
    name = f"hostile entrant, {pairs} pairs: until the last honest check was done"
    good = tell(name, f"{slower:.2f} x", f"at most {HOSTILE_LIMIT:.2f} x", slower <= HOSTILE_LIMIT)
    more = median(after.used / before.used for before, after in zip(plain, attacked, strict=True))
    tell("  processor time of the host, its workers and all bots", f"{more:.2f} x", "", True)
    p95 = median(each.p95 for each in attacked)
    return good & tell("  page, p95", f"{p95 * 1000:.0f} ms", f"under {PAGE_LIMIT * 1000:.0f} ms", p95 < PAGE_LIMIT)


def show_kills(folder: Path, part: int) -> bool:
    kills = KILLS if part == 1 else ("host", "worker", "database")
    entrants = KILL_ENTRANTS if part == 1 else KILL_ENTRANTS // 3
    database = Database()
    try:
        host = Host(folder / "kills", database.url)

        async def both() -> LoadResult:
            found, _ = await asyncio.gather(hand_in_all(host, entrants, 5, 20.0), crash(host, database, kills))
            while left := await asyncio.to_thread(host.checks_left):  # the last kill may come after the last check
                await asyncio.sleep(0.5 if left else 0)
            return found

        try:
            found = asyncio.run(both())
            stored = outcome(host, found.receipts)
        finally:
            host.kill()
    finally:
        database.close()
    counts = ", ".join(f"{count} of the {kind}" for kind, count in Counter(kills).items())
    good = tell(f"kill -9, {counts}: bots passed", f"{stored.passed}", f"{entrants}", stored.passed == entrants)
    good &= tell("  confirmed submissions that are lost", f"{stored.lost}", "0", stored.lost == 0)
    good &= tell("  checks begun out of order", f"{stored.disorder}", "0", stored.disorder == 0)
    return good & tell("  deals that are not whole", f"{stored.broken}", "0", stored.broken == 0)


def main() -> None:
    if not ONE_THREAD.items() <= os.environ.items():  # as workers run; NumPy reads it when it is loaded
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **ONE_THREAD})
    part = 10 if "--quick" in sys.argv else 1
    pairs = int(sys.argv[sys.argv.index("--pairs") + 1]) if "--pairs" in sys.argv else PAIRS
    wanted = [word for word in sys.argv[1:] if word.isalpha()] or ["load", "hostile", "kills", "scale"]
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores; other processes before the start: load average {load:.1f}", flush=True)
    good = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "load" in wanted:
            good &= show_load(folder, part)
        if "hostile" in wanted:
            good &= show_hostile(folder, part, pairs)
        if "kills" in wanted:
            good &= show_kills(folder, part)
        if "scale" in wanted:
            print_scale(folder, part)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
