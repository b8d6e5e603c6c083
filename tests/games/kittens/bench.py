"""How fast Exploding Kittens is: the compiled core, and the four example bots with views, events and talk.

python tests/games/kittens/bench.py
"""

from pathlib import Path
from time import perf_counter

from croupier.games.kittens import GAME
from croupier.kernel.drill import playouts
from croupier.match.core import Match
from croupier.match.drivers import run_bots
from croupier.players.pyfile import find_class

BOTS = Path(__file__).parents[3] / "bots" / "kittens"
ROUNDS = 40


def best(work, n: int) -> float:
    """What `work(n)` counts, per second, in the best of many rounds."""
    rates = []
    for _ in range(ROUNDS):
        began = perf_counter()
        done = work(n)
        rates.append(done / (perf_counter() - began))
    return max(rates)


def main() -> None:
    for seats, values in ((2, {}), (4, {}), (5, {}), (10, {"deck": "large"})):
        state = GAME.new_state(GAME.settings(values), seats)
        state.watching = False
        rate = best(lambda n, state=state: playouts(state, n, 1), 1000)
        print(f"core, {seats} seats: {rate / 1e6:.1f} million moves/s")
    kinds = [find_class(GAME, path) for path in sorted(BOTS.glob("*.py"))]
    names = tuple(kind.__name__ for kind in kinds)
    settings = GAME.settings()

    def play(n: int) -> int:
        for seed in range(n):
            run_bots(Match(GAME, settings, names, seed), [kind() for kind in kinds])
        return n

    print(f"four example bots: {best(play, 60):,.0f} matches/s")


if __name__ == "__main__":
    main()
