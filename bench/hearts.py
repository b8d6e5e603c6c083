"""Random playouts of Hearts, a game of another package, and of OpenSpiel's Hearts in C++, in turns on one core.

    pip install -e examples/hearts && croupier compile hearts && python bench/hearts.py

A playout is one deal, from the shuffle to the scores, in processor time. The two do not do exactly the same: ours
passes cards in each playout, OpenSpiel in three of four; ours deals by one shuffle, OpenSpiel by a chance move for each
card, and it plays the 2 of clubs as a move. OpenSpiel's loop over the moves is its own, in C++ (evaluate_bots).
"""

import argparse
import os
import subprocess
import sys
import time
from statistics import median

OURS = """
import sys, time
from croupier.arena.bench import loops
from croupier.games import find_game
game = find_game("hearts")
state = game.new_state(game.settings({"deals": 1}), 4)
state.watching = False
n = int(sys.argv[1])
loops.playouts(state, max(1, n // 10), 7)
began = time.process_time()
loops.playouts(state, n, 1)
print(n / (time.process_time() - began))
"""
THEIRS = """
import sys, time
import pyspiel
game = pyspiel.load_game("hearts(pass_cards=true)")
bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
n = int(sys.argv[1])
pyspiel.evaluate_bots(game.new_initial_state(), bots, 0)
began = time.process_time()
for seed in range(n):
    pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
print(n / (time.process_time() - began))
"""


def rate(script: str, playouts: int, pure: bool = False) -> float:
    """Playouts per second of processor time in a new process."""
    environment = {**os.environ, "CROUPIER_PURE": "1" if pure else "0"}
    command = [sys.executable, "-c", script, str(playouts)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--playouts", type=int, default=20_000)
    options = parser.parse_args()
    rates: dict[str, list[float]] = {"compiled": [], "plain Python": [], "OpenSpiel (C++)": []}
    for _ in range(options.rounds):
        rates["compiled"].append(rate(OURS, options.playouts))
        rates["OpenSpiel (C++)"].append(rate(THEIRS, options.playouts // 10))
        rates["plain Python"].append(rate(OURS, max(20, options.playouts // 1000), pure=True))
    ours = median(rates["compiled"])
    for name, measured in rates.items():
        print(
            f"{name:16} {median(measured):12,.0f} playouts/s; compiled is {ours / median(measured):.1f} times as fast"
        )
    print(f"measured in turns, {options.rounds} rounds, {time.strftime('%Y-%m-%d')}")


if __name__ == "__main__":
    main()
