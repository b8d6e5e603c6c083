"""A season's host, its database and its visitors as processes and tasks, for bench/host.py. All of it on loopback."""

import asyncio
import os
import random
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import zipfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from time import monotonic, perf_counter, process_time, sleep

import aiohttp
import msgspec
from sqlalchemy import select

from croupier.arena.store.errors import StoreError
from croupier.arena.store.store import open_store
from croupier.season import schema as s
from croupier.season.competition import Competition

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
MAIN = "from croupier.ui.cli.main import main; main()"
START_SECONDS = 120.0


def bomb() -> bytes:
    """A small zip of 100 MB of zeros."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bot.py", "pass")
        archive.writestr("zeros", b"\0" * 100_000_000)
    return packed.getvalue()


class Database:
    """A PostgreSQL server of our own, which can be killed and started again."""

    def __init__(self) -> None:
        helper = runpy.run_path(str(Path(__file__).parent.parent / "tests/arena/conftest.py"))
        as_nobody, nobody, found = helper["as_nobody"], helper["NOBODY"], helper["programs"]()
        if found is None:
            sys.exit("there is no PostgreSQL server here; scripts/system-packages.sh installs one")
        self._run = as_nobody
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-bench-postgres-"))
        if os.getuid() == 0:
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._data = self.folder / "data"
        self._control = [str(found / "pg_ctl"), "-D", str(self._data), "-w", "-l", str(self.folder / "log")]
        self._options = f"-p {port} -k {self.folder} -c listen_addresses=127.0.0.1"
        as_nobody([str(found / "initdb"), "-D", str(self._data), "-U", "croupier", "--auth=trust"], self.folder)
        self.start()
        self.url = f"postgresql://croupier@127.0.0.1:{port}/postgres"

    def start(self) -> None:
        """Start the server; again if a process of a server that was killed has not ended yet."""
        deadline = monotonic() + START_SECONDS
        while True:
            try:
                self._run([*self._control, "-o", self._options, "start"], self.folder)
            except AssertionError:
                if monotonic() > deadline:
                    raise
                sleep(0.5)
            else:
                return

    def kill(self) -> None:
        """kill -9 of the server and of every process that it has started."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        processes = [first, *_children(first)]
        for pid in processes:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        while any(Path("/proc", str(pid)).exists() and not _is_zombie(pid) for pid in processes):
            sleep(0.05)

    def close(self) -> None:
        with suppress(AssertionError):
            self._run([*self._control, "-m", "immediate", "stop"], self.folder)
        shutil.rmtree(self.folder, ignore_errors=True)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


def _is_zombie(pid: int) -> bool:
    try:
        return Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


class Host:
    """`croupier host`, which can be killed and started again at the same port."""

    def __init__(self, folder: Path, db: str = "") -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.db = db or str(folder / "season.sqlite")
        (folder / "season.toml").write_text(SEASON)
        self.port = 0
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--db", self.db, "--workers", "2"]
        command = [sys.executable, "-c", MAIN, "host", str(self.folder / "season.toml"), *options]
        deadline = monotonic() + START_SECONDS
        while True:  # as a supervisor would: the database may be starting too
            with (self.folder / "host.log").open("a") as log:
                self.process = subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "COLUMNS": "500"}
                )
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
            if "127.0.0.1:" in line:
                break
            assert monotonic() < deadline, f"the host does not start: {(self.folder / 'host.log').read_text()[-2000:]}"
            self.process.wait()
        self.port = int(line.partition("127.0.0.1:")[2].partition("/")[0])
        self.api = f"http://127.0.0.1:{self.port}/api/v1/season"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def seconds_used(self) -> float:
        """Processor seconds of the host, its workers and the bots that have ended."""
        found, left = 0.0, [self.process.pid]
        while left:
            pid = left.pop()
            left += _children(pid)
            with suppress(OSError):
                times = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[11:15]
                found += sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
        return found

    def workers(self) -> list[int]:
        with open_store(self.db) as store, Competition(store).data.read() as connection:
            names = connection.execute(select(s.WORKERS.c.name)).scalars().all()
        return [int(name.rpartition(":")[2]) for name in names]

    def checks_left(self) -> int:
        try:
            with open_store(self.db) as store:
                data = Competition(store).data
                with data.read() as connection:
                    return data.count(connection, s.BOTS, s.BOTS.c.state == "waiting")
        except StoreError:
            return -1


class Receipt(msgspec.Struct, frozen=True):
    """What the server has confirmed."""

    number: int
    hash: str
    seconds: float
    """From the first attempt to the confirmation."""


async def enter(session: aiohttp.ClientSession, api: str, number: int) -> tuple[str, Receipt]:
    """Join and hand in, as often as it takes until the server has confirmed both; the token and the receipt."""
    token, began = "", monotonic()
    while True:
        with suppress(aiohttp.ClientError, OSError, TimeoutError, ValueError):
            if not token:
                form = {"name": f"person {number}", "team": f"team {number} {random.random():.6f}"}
                async with session.post(f"{api}/join", json=form) as answer:
                    token = (await answer.json()).get("token", "")
            body = BOT.format(number=number, step=number % 3).encode()
            headers = {"Authorization": f"Bearer {token}"}
            async with session.post(f"{api}/bots?name=bot.py", data=body, headers=headers) as answer:
                if answer.status == 202:
                    found = await answer.json()
                    return token, Receipt(found["number"], found["hash"], monotonic() - began)
        await asyncio.sleep(0.2)


async def browse(session: aiohttp.ClientSession, api: str, until: float, times: list[float]) -> None:
    """Follow the leaderboard as its page does, and look at a team now and then."""
    await asyncio.sleep(random.random() * min(5, until - monotonic()))
    while monotonic() < until:
        paths = ["", "/leaderboard", *([f"/teams/{random.randrange(1, 20)}"] if random.random() < 0.2 else [])]
        for path in paths:
            began = perf_counter()
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with session.get(f"{api}{path}") as answer:
                    await answer.read()
                times.append(perf_counter() - began)
        await asyncio.sleep(5)


async def start_attack(host: Host, seconds: float) -> asyncio.subprocess.Process:
    """A hostile entrant in a process of its own, which begins when it is sent a line.

    In the end it prints how many requests it sent and the processor time that they took.
    """
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, host.api, str(seconds), stdin=pipe, stdout=pipe
    )
    assert process.stdout is not None
    await process.stdout.readline()
    return process


async def attack(api: str, seconds: float) -> str:
    """Endless submissions, giant files, zip bombs, bots that hang at load, forged tokens, other teams' ids."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(30)) as session:
        return await _send_attacks(session, api, seconds)


async def _send_attacks(session: aiohttp.ClientSession, api: str, seconds: float) -> str:
    token, _ = await enter(session, api, 10**6)
    hangs = b"import time\ntime.sleep(1000)\n"
    others = [bomb(), b"x" * 5_000_000, b"#" * 1_000_000]
    print("ready", flush=True)
    sys.stdin.readline()
    began, until, sent = process_time(), monotonic() + seconds, 0
    while monotonic() < until:
        headers = {"Authorization": f"Bearer {random.choice([token, 'forged'])}"}
        sent += 1
        body = random.choice([hangs + b"# %d" % sent, *others])
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            async with session.post(f"{api}/bots?name=bot.py", data=body, headers=headers) as answer:
                await answer.read()
            async with session.post(f"{api}/bots/{random.randrange(300)}/activate", headers=headers) as answer:
                await answer.read()
        await asyncio.sleep(0.02)
    return f"{2 * sent} {process_time() - began:.1f}"


if __name__ == "__main__":
    print(asyncio.run(attack(sys.argv[1], float(sys.argv[2]))))
