"""Exploding Kittens' figures on one core: moves in the compiled core, matches of the four example bots.

    python bench/kittens.py

The bots are loaded from bots/kittens as `croupier run ... --trust` loads them, and play with views, events, `on_event`
and talk. Each figure is the best of many short rounds: what else the machine does can only make a round slower.
"""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from croupier.ai.registry import BUILT_IN
from croupier.arena.bench.loops import playouts
from croupier.games.kittens import GAME
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots

BOTS = Path(__file__).parents[1] / "bots" / "kittens"
ROUNDS = 60
MATCHES = 60


def best(work: Callable[[], int]) -> float:
    """Things done per second, in the best round."""
    found = 0.0
    for _ in range(ROUNDS):
        began = perf_counter()
        done = work()
        found = max(found, done / (perf_counter() - began))
    return found


def core(seats: int, **settings: object) -> None:
    """Answers to a Nope window count as moves."""
    state = GAME.new_state(GAME.settings(settings), seats)
    state.watching = False
    speed = best(lambda: playouts(state, 300, 1))
    print(f"random play, {seats} seats: {speed / 1e6:.1f} million moves/s (target 8)")


def bots() -> None:
    entrants = load_bots(GAME, [str(path) for path in sorted(BOTS.glob("*.py"))], BUILT_IN, Isolation(trust=True))
    names = tuple(entrant.name for entrant in entrants)
    settings = GAME.settings()
    decisions = 0

    def play() -> int:
        nonlocal decisions
        decisions = 0
        for seed in range(MATCHES):
            match = Match(GAME, settings, names, seed)
            run_bots(match, [entrant.make() for entrant in entrants])
            decisions += len(match.steps)
        return MATCHES

    speed = best(play)
    print(f"{' '.join(names)}: {speed:,.0f} matches/s (target 1,200), {speed * decisions / MATCHES:,.0f} decisions/s")


if __name__ == "__main__":
    core(2)
    core(4)
    core(10, deck="large")
    bots()
