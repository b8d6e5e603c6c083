"""Bluff's figures on one core, each with its target: the compiled core by seats and decks, and the Python bots.

    python bench/bluff.py

Moves are those of random matches with the default settings but for the decks, sealed answers among them and the deals
included. A deal takes longer with more cards; what it takes is printed beside it. Each figure is the best of many short
rounds: what else the machine does can only make a round slower.
"""

from collections.abc import Callable
from time import perf_counter

from croupier.ai.registry import BUILT_IN
from croupier.arena.bench.loops import copies, imaginings, playouts
from croupier.games.bluff import GAME
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.spec import load_bots

ROUNDS = 60
CORE_TARGET = 20.0
BOTS_TARGET = 100_000
STYLES = ("noob", "easy", "medium", "hard", "insane")


def best(work: Callable[[], float]) -> float:
    """Things done per second, in the best round."""
    found = 0.0
    for _ in range(ROUNDS):
        began = perf_counter()
        done = work()
        found = max(found, done / (perf_counter() - began))
    return found


def verdict(value: float, target: float) -> str:
    return f"target {target:,g}: {value / target:.2f}"


def core(seats: int, decks: int) -> None:
    state = GAME.new_state(GAME.settings({"decks": decks}), seats)
    state.watching = False

    def deal() -> int:
        for seed in range(50):
            state.start(seed)
        return 50

    million = best(lambda: playouts(state, 100, 1)) / 1e6
    dealt = 1e6 / best(deal)
    table = f"{seats} seats, {decks} {'deck' if decks == 1 else 'decks'}"
    print(
        f"random play, {table}: {million:.1f} million moves/s ({verdict(million, CORE_TARGET)}); a deal {dealt:.1f} us"
    )


def worlds(seats: int) -> None:
    source = GAME.new_state(GAME.settings(), seats)
    source.start(1)
    seat = source.to_act
    seen, target = source.fresh(), source.fresh()
    seen.restore(seat, source.snapshot(seat))
    seen.watching = target.watching = False
    copy = best(lambda: (copies(source, target, 1000), 1000)[1])
    world = best(lambda: (imaginings(seen, target, seat, 1000), 1000)[1])
    print(f"{seats} seats: copy a state {1e9 / copy:.0f} ns, sample a world {1e9 / world:.0f} ns")


def bots(*specs: str) -> None:
    entrants = load_bots(GAME, specs, BUILT_IN)
    names = [entrant.name for entrant in entrants]

    def play() -> int:
        decisions = 0
        for seed in range(3):
            match = Match(GAME, GAME.settings(), names, seed)
            run_bots(match, [entrant.make() for entrant in entrants])
            decisions += len(match.steps)
        return decisions

    speed = best(play)
    print(f"Python bots {' '.join(specs)}: {speed:,.0f} decisions/s ({verdict(speed, BOTS_TARGET)})")


if __name__ == "__main__":
    for seats in (2, 4, 8):
        for decks in (1, 2, 4):
            core(seats, decks)
    for seats in (2, 4, 8):
        worlds(seats)
    bots("psych:hard*2")
    bots(*(f"psych:{style}" for style in STYLES[:4]))
    bots("psych:hard*8")
    bots(*STYLES[:4])
