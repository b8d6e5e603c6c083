"""The speed figures of `croupier bench`, each with its target and the ratio of the two; 1.0 and more meets the target.

A figure is the best of many short rounds, because other work of the machine can only make a round slower.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from croupier.ai.baselines import RandomBot
from croupier.arena.bench.loops import copies, imaginings, playouts
from croupier.games import find_game
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.match import Match
from croupier.match.run_players import run_bots

GAME: Final = "cuttle"
POSITION_AFTER: Final = 20  # moves into a match: both have cards on the table
FEW_GAMES, MANY_GAMES = 100_000, 1_000_000
REPORT_EVERY_GAMES = 10_000  # games between two lines of progress


class Figure(msgspec.Struct, frozen=True):
    """One measurement."""

    name: str
    value: float
    unit: str
    target: float
    less_is_better: bool = False

    @property
    def ratio(self) -> float:
        """Above 1 the target is met."""
        return self.target / self.value if self.less_is_better else self.value / self.target


class Effort(msgspec.Struct, frozen=True):
    """Length and number of the rounds of a measurement."""

    seconds: float
    rounds: int


FULL: Final = Effort(seconds=0.05, rounds=60)
QUICK: Final = Effort(seconds=0.02, rounds=5)


def measure(effort: Effort, tell: Callable[[int], None] | None = None) -> list[Figure]:
    """All figures but the one for memory, which takes minutes; `tell` is called with how many there are."""
    game = find_game(GAME)
    figures = _core(game, effort)
    if tell is not None:
        tell(len(figures))
    return [*figures, *_bots(game, effort)]


def _core(game: Game, effort: Effort) -> list[Figure]:
    state = _new(game)
    matches = _per_second(lambda n: playouts(state, n, 1), effort)
    n = max(1, int(matches * effort.seconds))
    moves_per_match = playouts(state, n, 1) / n
    source, target = _position(game), _new(game)
    copy = 1e9 / _per_second(lambda n: copies(source, target, n), effort)
    seat = source.to_act
    seen = _new(game)
    seen.restore(seat, source.snapshot(seat))
    imagined = 1e9 / _per_second(lambda n: imaginings(seen, target, seat, n), effort)
    return [
        Figure("random playouts in the core", matches, "matches/s", 300_000),
        Figure("moves in random playouts", matches * moves_per_match, "moves/s", 10_000_000),
        Figure("copy a state", copy, "ns", 30, less_is_better=True),
        Figure("sample a world", imagined, "ns", 400, less_is_better=True),
    ]


def _bots(game: Game, effort: Effort) -> list[Figure]:
    settings = game.settings()

    def play(n: int) -> int:
        decisions = 0
        for seed in range(n):
            match = Match(game, settings, ("one", "two"), seed)
            run_bots(match, [RandomBot(), RandomBot()])
            decisions += len(match.steps)
        return decisions

    matches = _per_second(play, effort)
    sample = max(1, int(matches * effort.seconds))
    return [
        Figure("two random Python bots", matches, "matches/s", 4_000),
        Figure("decisions of two random Python bots", matches * play(sample) / sample, "decisions/s", 150_000),
    ]


def _per_second(work: Callable[[int], object], effort: Effort) -> float:
    """Calls per second of the work that `work(n)` does `n` times."""
    n, best = 1, 0.0
    while True:
        began = perf_counter()
        work(n)
        seconds = perf_counter() - began
        if seconds >= effort.seconds / 4:
            break
        n *= 4
    n = max(1, int(n * effort.seconds / seconds))
    for _ in range(effort.rounds):
        began = perf_counter()
        work(n)
        best = max(best, n / (perf_counter() - began))
    return best


def _new(game: Game) -> State:
    state = game.new_state(game.settings(), game.seats[0])
    state.watching = False
    return state


def _position(game: Game) -> State:
    """A position in the middle of a match."""
    luck = BotRandom(1)
    for seed in range(1000):
        match = Match(game, game.settings(), ("one", "two"), seed)
        while len(match.steps) < POSITION_AFTER and (decision := match.ask()) is not None:
            match.play(luck.below(len(decision.moves)))
        if not match.over:
            state = _new(game)
            state.copy_from(match.state)
            return state
    raise RuntimeError(f"no match of {game.name} has {POSITION_AFTER} moves")


def measure_memory(
    few: int = FEW_GAMES, many: int = MANY_GAMES, progress: Callable[[int], None] = lambda done: None
) -> Figure:
    """The memory of a process after many games against that after few: at most 5 % more."""
    command = [sys.executable, "-c", f"from {__name__} import memory_child; memory_child({few}, {many})"]
    held: list[int] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            number, memory = map(int, line.split())
            progress(number)
            if number in (few, many):
                held.append(memory)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    before, after = held
    return Figure(
        f"memory after {many:,} games, relative to {few:,} games", after / before, "x", 1.05, less_is_better=True
    )


def memory_child(few: int, many: int) -> None:
    """In the process that `measure_memory` starts: play, and print now and then how many games and how much memory."""
    game = find_game(GAME)
    settings = game.settings()
    for number in range(1, many + 1):
        match = Match(game, settings, ("one", "two"), number)
        run_bots(match, [RandomBot(), RandomBot()])
        if number in (few, many) or number % REPORT_EVERY_GAMES == 0:
            print(number, _resident(), flush=True)


def _resident() -> int:
    """Bytes of memory this process holds; where the system does not tell, the most it ever held."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * 4096
    if sys.platform == "win32":
        raise UsageError("this system does not report the memory of a process")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def targets_met(figures: Sequence[Figure]) -> bool:
    return all(figure.ratio >= 1 for figure in figures)
