"""Many games with six socket clients: no hang, no fault, and nothing is left behind.

The clients are those of the benchmark, in a process of their own.
"""

import asyncio
import gc
import json
import os
import sys
from pathlib import Path

import pytest
from players.coupbots.couptalk import ROOT

from croupier.ai.registry import BUILT_IN
from croupier.games.coup import GAME
from croupier.match.match import Match
from croupier.players.coupbots.server import CoupServer, ServerOptions
from croupier.players.spec import load_bots

CLIENTS = ROOT / "bench" / "coupclients.py"


async def play(server: CoupServer, dialect: str, games: int) -> None:
    port, core = str(server.address[1]), str(max(os.sched_getaffinity(0)))
    child = await asyncio.create_subprocess_exec(
        sys.executable, str(CLIENTS), port, dialect, str(games), core, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await child.communicate()
    assert child.returncode == 0
    assert json.loads(out)["lines"] > 300 * games


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


async def soak(games: int) -> None:
    endings: list[str] = []
    faults: list[str] = []

    def finished(match: Match, specs: object) -> None:
        endings.append(match.result().ending)
        faults.extend(fault for step in match.steps for fault in step.faults)

    server = CoupServer(ServerOptions(port=0, games=0), load_bots(GAME, ["bluffer"], BUILT_IN), (), finished)
    serving = asyncio.create_task(server.serve())
    await server.ready.wait()
    for dialect in ("first", "second"):  # what is made once is made now
        await play(server, dialect, max(10, games // 20))
    gc.collect()
    before = (open_files(), len(asyncio.all_tasks()), resident(), len(gc.get_objects()))
    endings.clear()
    for dialect in ("first", "second"):
        await play(server, dialect, games // 2)
    async with asyncio.timeout(10):
        while server.connections or server.tables:
            await asyncio.sleep(0)
    gc.collect()
    after = (open_files(), len(asyncio.all_tasks()), resident(), len(gc.get_objects()))
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    assert len(endings) == games
    assert set(endings) == {"one player is left"}
    assert faults == []
    assert after[:2] == before[:2], "sockets or tasks were left behind"
    assert after[2] < before[2] * 1.05 + 1_000_000, "memory grew"
    assert after[3] < before[3] + 2 * games // 10 + 500, "objects were left behind"


def test_fifty_games_of_six_clients() -> None:
    asyncio.run(soak(50))


@pytest.mark.soak
def test_a_thousand_games_of_six_clients() -> None:
    asyncio.run(soak(1000))
