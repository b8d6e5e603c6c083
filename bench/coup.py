"""Coup's figures: the compiled core, Python bots in this process, and six socket clients in both dialects.

    python bench/coup.py            about a minute
    python bench/coup.py --quick
    python bench/coup.py --sockets  only what goes over sockets

The clients run in a process of their own, on another core than the server where there are two. The bare rate is that
of the same conversation with nothing behind it: a game is recorded, and a root that does not know the game and clients
that only count lines repeat it, in turns with the real ones. Each figure is the best of several rounds: what else the
machine does can only make a round slower.
"""

import asyncio
import json
import os
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from croupier import _build
from croupier.ai.registry import BUILT_IN
from croupier.arena.bench.loops import playouts
from croupier.games.coup import GAME
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players import event_loop
from croupier.players.coupbots.server import CoupServer, ServerOptions
from croupier.players.spec import load_bots

CORE_TARGET, BOTS_TARGET, BARE_TARGET = 8_000_000, 150_000, 0.4
GAMES_TARGET = {"first": 35, "second": 25}
SEATS = 6
CORES = sorted(os.sched_getaffinity(0))
CLIENTS = Path(__file__).with_name("coupclients.py")
Log = list[tuple[int, int, str]]


def best(rounds: int, work: Callable[[], float]) -> float:
    """Things done per second, in the best round."""
    found = 0.0
    for _ in range(rounds):
        began = perf_counter()
        done = work()
        found = max(found, done / (perf_counter() - began))
    return found


def core(rounds: int, seats: int) -> None:
    state = GAME.new_state(GAME.settings(), seats)
    state.watching = False
    speed = best(rounds, lambda: playouts(state, 300, 1))
    print(f"  random play, {seats} seats          {speed:12,.0f} moves/s      {against(speed, CORE_TARGET)}")


def bots(rounds: int, *specs: str) -> None:
    entrants = load_bots(GAME, specs, BUILT_IN)
    names = [entrant.name for entrant in entrants]

    def play() -> int:
        decisions = 0
        for seed in range(20):
            match = Match(GAME, GAME.settings(), names, seed)
            run_bots(match, [entrant.make() for entrant in entrants])
            decisions += len(match.steps)
        return decisions

    speed = best(rounds, play)
    goal = against(speed, BOTS_TARGET) if set(specs) == {"random"} else "(they think in Python)"
    print(f"  {len(specs)} bots, {', '.join(dict.fromkeys(specs)):22} {speed:12,.0f} decisions/s  {goal}")


def against(value: float, target: float) -> str:
    return f"target {target:,}  x {value / target:.2f}"


async def clients(port: int, dialect: str, games: int, recording: Path | None = None) -> dict[str, Any]:
    """Let the other process play; what it prints."""
    more = [] if recording is None else [str(recording)]
    child = await asyncio.create_subprocess_exec(
        sys.executable, str(CLIENTS), str(port), dialect, str(games), str(CORES[-1]), *more, stdout=PIPE
    )
    out, _ = await child.communicate()
    return json.loads(out)


async def real(dialect: str, games: int, seed: int) -> dict[str, Any]:
    matches: list[Match] = []
    fill = load_bots(GAME, ["bluffer"], BUILT_IN)
    options = ServerOptions(port=0, games=games, seed=seed)
    server = CoupServer(options, fill, finished=lambda match, specs: matches.append(match))
    serving = asyncio.create_task(server.serve())
    await server.ready.wait()
    figures = await clients(server.address[1], dialect, games)
    await serving
    if any(step.faults for match in matches for step in match.steps):
        sys.exit("a client of the benchmark made a fault")
    return figures


class BareClient(asyncio.Protocol):
    """The root's end of a connection when nothing is behind it."""

    def __init__(self, root: "BareRoot") -> None:
        self.root = root

    def connection_made(self, transport: Any) -> None:
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport = transport
        self.root.enter(self)

    def data_received(self, data: bytes) -> None:
        self.root.heard(data.count(b"\n"))


class BareRoot:
    """Sends the lines of a recording, waiting for as many answers as there were, and hangs up."""

    def __init__(self, log: Log, games: int) -> None:
        self.steps: list[tuple[list[tuple[int, bytes]], int]] = []
        lines: dict[int, list[str]] = {}
        answers = 0
        for client, sent, line in log:
            if not sent and answers:
                self._add(lines, answers)
                lines, answers = {}, 0
            if sent:
                answers += 1
            else:
                lines.setdefault(client, []).append(f"{line}\n")
        self._add(lines, answers)
        self.games = games
        self.seated: list[BareClient] = []
        self.over = asyncio.Event()

    def _add(self, lines: dict[int, list[str]], answers: int) -> None:
        self.steps.append(([(client, "".join(text).encode()) for client, text in lines.items()], answers))

    def enter(self, client: BareClient) -> None:
        self.seated.append(client)
        if len(self.seated) == 1:
            self.step, self.open = 0, self.steps[0][1]

    def heard(self, lines: int) -> None:
        self.open -= lines
        while self.open <= 0:
            self.step += 1
            if self.step == len(self.steps):
                self.finish()
                return
            out, answers = self.steps[self.step]
            for client, data in out:
                self.seated[client].transport.write(data)
            self.open += answers

    def finish(self) -> None:
        self.open = 1
        for client in self.seated:
            client.transport.close()
        self.seated = []
        self.games -= 1
        if self.games == 0:
            self.over.set()


async def bare(dialect: str, games: int, log: Log) -> dict[str, Any]:
    root = BareRoot(log, games)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: BareClient(root), "127.0.0.1", 0)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(log, file)
        file.flush()
        figures = await clients(server.sockets[0].getsockname()[1], dialect, games, Path(file.name))
    await root.over.wait()
    server.close()
    return figures


def sockets(rounds: int, games: int, dialect: str) -> None:
    speed = lines = nothing = 0.0
    for number in range(rounds):
        figures = event_loop.run(real(dialect, games, number))
        speed = max(speed, games / figures["seconds"])
        lines = max(lines, figures["lines"] / figures["seconds"])
        repeated = event_loop.run(bare(dialect, games, figures["log"]))
        nothing = max(nothing, repeated["lines"] / repeated["seconds"])
    target = GAMES_TARGET[dialect]
    print(f"  six clients, {dialect:6} dialect     {speed:12,.1f} games/s      {against(speed, target)}")
    print(f"  lines either way               {lines:12,.0f} lines/s")
    print(
        f"  the same lines, nothing behind {nothing:12,.0f} lines/s      {lines / nothing:.2f} of it, "
        f"target {BARE_TARGET}  x {lines / nothing / BARE_TARGET:.2f}"
    )


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    rounds, games = (1, 2) if quick else (6, 60)
    print(f"Coup, {_build.build_line()}")
    if "--sockets" not in sys.argv[1:]:
        for seats in (2, 4, 6):
            core(2 if quick else 60, seats)
        bots(2 if quick else 20, "random", "random", "random", "random")
        bots(2 if quick else 20, "honest", "honest", "bluffer", "bluffer")
    os.sched_setaffinity(0, CORES[:1])
    for dialect in GAMES_TARGET:
        sockets(rounds, games, dialect)


if __name__ == "__main__":
    main()
