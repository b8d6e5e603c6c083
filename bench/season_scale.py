"""What one match, one check and one page cost, from which docs/scale.md computes what a large season needs."""

import random
import time
from pathlib import Path
from time import perf_counter, process_time

import msgspec
from season_host import BOT, SEASON
from sqlalchemy import insert

from croupier.arena.run.task import Played
from croupier.arena.store.store import Store, open_store
from croupier.season import schema as s
from croupier.season.competition import Competition
from croupier.season.pages.season_page import leaderboard
from croupier.season.standings import RatedBot, Snapshot, put_snapshot, rate_matches
from croupier.season.work.jobs import MEETING
from croupier.season.work.queue import Queue
from croupier.season.work.worker import Worker

LADDER = "meeting_blocks = 2\nknown_elo = 150.0\nmost_blocks = 20"
MATCHES, TEAMS, CLAIMS = 1600, 10_000, 200
MEETING_BLOCKS = (4, 50)
RATED = (100, 300)


def row(name: str, figure: str) -> None:
    print(f"{name:62} {figure:>14}", flush=True)


def print_scale(folder: Path, part: int) -> None:
    """One worker in this process, with sandboxed Python bots in Cuttle; processor time includes that of the bots."""
    for blocks in MEETING_BLOCKS:
        show_worker(folder / f"worker{blocks}", blocks, MATCHES // part)
    with open_store(str(folder / "teams.sqlite")) as store:
        show_queue(store, TEAMS // part)


def seconds_used() -> float:
    """Processor seconds of this process and of all that it has started and waited for."""
    import resource

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def show_worker(folder: Path, blocks: int, matches: int) -> None:
    folder.mkdir()
    file = SEASON.replace(LADDER, f"meeting_blocks = {blocks}\nknown_elo = 1.0\nmost_blocks = 1000000")
    path = folder / "season.sqlite"
    with open_store(str(path)) as store:
        season = Competition(store)
        season.open(file)
        worker = Worker(season, store, folder / "bots")
        people = 4
        for number in range(people):
            person = season.person(season.join(f"person {number}", f"team {number}").token)
            assert person is not None
            season.hand_in(person, "bot.py", BOT.format(number=number, step=number % 3).encode())
        used = seconds_used()
        for _ in range(people):
            worker.step()
        worker.close()  # its processes have ended, so that their time is known
        checked = seconds_used() - used
        size = _size(store, path)
        began, used = perf_counter(), seconds_used()
        while len(store.numbers(season.run())) < matches:
            worker.step()
        played = len(store.numbers(season.run()))
        whole = perf_counter() - began
        worker.close()
        used = seconds_used() - used
        grown = _size(store, path) - size
        if blocks == MEETING_BLOCKS[0]:
            row("processor time of the check of a bot", f"{checked / people:.2f} s")
        row(f"processor time of a match, {blocks} deals in a meeting", f"{used / played * 1000:.1f} ms")
        row("  matches of one worker beside everything else", f"{played / whole:.0f} /s")
        row("  database per match", f"{grown / played:.0f} bytes")


def _size(store: Store, path: Path) -> int:
    """Bytes of the database, with all that was in its journal."""
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


def show_queue(store: Store, teams: int) -> None:
    """Jobs, pages and ratings of a season with many teams, none of which is played."""
    season = Competition(store)
    season.open(SEASON)
    now = time.time()
    with season.data.change() as connection:
        connection.execute(
            insert(s.TEAMS),
            [
                {
                    "id": 10 + number,
                    "name": f"team {number}",
                    "key": f"team{number}",
                    "division": "",
                    "code": f"code {number}",
                    "joined": now,
                    "disqualified": "",
                    "is_reference": False,
                    "is_deleted": False,
                }
                for number in range(teams)
            ],
        )
        connection.execute(
            insert(s.BOTS),
            [
                {
                    "number": 10 + number,
                    "team": 10 + number,
                    "version": 1,
                    "hash": f"{number:064x}",
                    "size": 1000,
                    "file": "bot.py",
                    "handed_in": now,
                    "person": "",
                    "state": "passed",
                    "report": "",
                    "is_active": True,
                    "rated_as": 10 + number,
                    "blocks": 4,
                }
                for number in range(teams)
            ],
        )
        snapshot = tuple(
            RatedBot(10 + number, random.gauss(1500, 100), 1400.0, 1600.0, 8, 16, 0.5, 0, 0.001)
            for number in range(teams)
        )
        put_snapshot(connection, Snapshot(now, 0, snapshot))
        for number in range(64):
            season.data.see_worker(connection, f"node:{number}", now, "")
    queue = Queue(season)
    began = process_time()
    for number in range(CLAIMS):
        job = queue.claim(f"node:{number % 64}", rounds=False)
        assert job is not None
        if job.kind != MEETING:
            queue.retry(job, f"node:{number % 64}")
            continue
        queue.finish_meeting(job, f"node:{number % 64}", [_match(job.match + k, 0, 1) for k in range(4)])
    took = (process_time() - began) / CLAIMS
    row(f"processor time of a job in the queue, {teams} teams", f"{took * 1000:.1f} ms")
    began = process_time()
    body = msgspec.json.encode(leaderboard(season))
    row(f"processor time of the leaderboard, {teams} teams", f"{(process_time() - began) * 1000:.0f} ms")
    row("  its size", f"{len(body) / 1e6:.1f} MB")
    for rated in RATED:
        chance = random.Random(1)
        matches = [_match(number, *chance.sample(range(rated), 2)) for number in range(10 * rated)]
        began = process_time()
        rate_matches(matches, now, 1)
        row(f"processor time of ratings, {rated} bots, {len(matches)} matches", f"{process_time() - began:.1f} s")


def _match(number: int, one: int, other: int) -> Played:
    places = (1, 2) if number % 2 else (2, 1)
    sheet = random.randbytes(200)
    return Played(number, number // 2, 1, (one, other), (0, 1), places, (0.0, 0.0), "won", 20, sheet=sheet)
