"""A season on a clock of its own, with bots that are trusted, so that weeks take seconds."""

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from arena.conftest import db as db
from arena.conftest import new_database as new_database
from arena.conftest import postgres_server as postgres_server

from croupier.arena.store.store import Store, open_store
from croupier.players.sandbox.isolation import Isolation
from croupier.season.competition import Competition
from croupier.season.work.worker import Worker

START = 1_800_000_000.0
DAY = 86_400.0

SEASON = """
title = "Test"
game = "cuttle"
reference = ["random"]

[limits]
answer_seconds = 20.0  # the machine may be busy
upload_kb = 64
unpacked_kb = 256
files = 20

[quota]
submissions_per_day = 3

[ladder]
meeting_blocks = 2
known_elo = 250.0
most_blocks = 12

[join]
team_size = 2

[[round]]
name = "final"
deadline = 2027-01-22T08:00:00Z
blocks = 3

[grades]
faultless = 40
rank = 40
beats = { random = 20 }
"""

FIRST = """
from croupier.games.cuttle import CuttleBot

class Bot(CuttleBot):
    def select_move(self, view, legal_moves):
        self.note = "secret-note depth=3"
        print("secret-print")
        return legal_moves[0]
"""
POINTS = """
from croupier.games.cuttle import CuttleBot, Points

class Bot(CuttleBot):
    def select_move(self, view, legal_moves):
        points = [move for move in legal_moves if isinstance(move, Points)]
        return max(points, key=lambda move: move.card.rank, default=legal_moves[0])
"""
CRASHES = """
from croupier.games.cuttle import CuttleBot

class Bot(CuttleBot):
    def select_move(self, view, legal_moves):
        return legal_moves[7]
"""


class VirtualClock:
    """Time that passes only when a test says so."""

    def __init__(self, at: float = START) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


def zipped(files: dict[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, body in files.items():
            archive.writestr(path, body)
    return packed.getvalue()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "season.sqlite")) as opened:
        yield opened


@pytest.fixture
def competition(store: Store, clock: VirtualClock) -> Competition:
    found = Competition(store, clock)
    assert found.open(SEASON)
    return found


@pytest.fixture
def worker(competition: Competition, store: Store, tmp_path: Path) -> Iterator[Worker]:
    found = Worker(competition, store, tmp_path / "bots", isolation=Isolation(trust=True), in_process=True)
    yield found
    found.close()


@pytest.fixture
def run_jobs(worker: Worker, clock: VirtualClock) -> Callable[[int], int]:
    def run(most: int = 200) -> int:
        """Do jobs until there is none; their number."""
        done = 0
        while done < most and worker.step():
            clock.sleep(1)
            done += 1
        return done

    return run
