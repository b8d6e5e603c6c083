"""Bluff's figures on one core: moves in the compiled core by number of decks, decisions of the Python bots.

    python bench/bluff.py

Each is the best of many short rounds: what else the machine does can only make a round slower.
"""

from collections.abc import Callable
from time import perf_counter

from croupier.ai import BUILT_IN
from croupier.games.bluff import GAME
from croupier.kernel.drill import copies, imaginings, playouts
from croupier.match.core import Match
from croupier.match.drivers import run_bots
from croupier.players.loader import load_bots

ROUNDS = 40


def best(work: Callable[[], float]) -> float:
    """Things done per second, in the best round."""
    found = 0.0
    for _ in range(ROUNDS):
        began = perf_counter()
        done = work()
        found = max(found, done / (perf_counter() - began))
    return found


def core(seats: int, decks: int) -> None:
    state = GAME.new_state(GAME.settings({"decks": decks}), seats)
    state.watching = False
    speed = best(lambda: playouts(state, 100, 1))
    print(f"random play, {seats} seats, {decks} decks: {speed / 1e6:.1f} million moves/s (target 20)")


def worlds(seats: int) -> None:
    source = GAME.new_state(GAME.settings(), seats)
    source.start(1)
    seat = source.to_act
    seen, target = source.fresh(), source.fresh()
    seen.restore(seat, source.snapshot(seat))
    seen.watching = target.watching = False
    copy = best(lambda: (copies(source, target, 1000), 1000)[1])
    world = best(lambda: (imaginings(seen, target, seat, 1000), 1000)[1])
    print(f"{seats} seats: copy a state {1e9 / copy:.0f} ns, imagine a world {1e9 / world:.0f} ns")


def bots(*specs: str) -> None:
    entrants = load_bots(GAME, specs, BUILT_IN)
    names = [entrant.name for entrant in entrants]

    def play() -> int:
        decisions = 0
        for seed in range(5):
            match = Match(GAME, GAME.settings({"max_turns": 30}), names, seed)
            run_bots(match, [entrant.make() for entrant in entrants])
            decisions += len(match.steps)
        return decisions

    print(f"{' '.join(specs)}: {best(play):,.0f} decisions/s (target 100,000)")


if __name__ == "__main__":
    for seats, decks in ((2, 1), (4, 1), (4, 2), (4, 4), (8, 4)):
        core(seats, decks)
    for seats in (2, 4, 8):
        worlds(seats)
    bots("psych:noob", "psych:easy", "psych:medium", "psych:hard")
    bots("noob", "easy", "medium", "hard")
