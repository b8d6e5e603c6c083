"""How fast games are played, in whatever environment this file is run: it needs nothing but Python.

Every package plays the same way: at random among the legal moves, one game after the other, in one process. Rates are
per second of processor time, so that other work on the machine does not count; that of the best round is told.
"""

import json
import sys
import time
from collections.abc import Callable

ROUNDS = 5
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5

Clock = Callable[[], float]
Work = Callable[[], object]
Play = Callable[[int], int]
"""Plays a game by its number, and tells how many decisions that took."""


def tell_rate(game: str, seats: int, how: str, play: Play, at_once: int = 1) -> None:
    """Print the rates of a game as a line of JSON; `play` plays so many games at once."""
    play(0)  # what is loaded or built at the first use is no part of a game
    best_games = best_decisions = 0.0
    for number in range(ROUNDS):
        games = decisions = 0
        began = time.process_time()
        while (passed := time.process_time() - began) < SECONDS or not games:
            decisions += play(number * 1_000_000 + games)
            games += at_once
        if games / passed > best_games:
            best_games, best_decisions = games / passed, decisions / passed
    tell(kind="rate", game=game, seats=seats, how=how, games=best_games, decisions=best_decisions)


def tell_time(
    what: str, how: str, work: Callable[[], object], times: int = 1, clock: Clock = time.process_time
) -> None:
    """Print how long `work` takes, which does its thing so many times. What waits for others needs another clock."""
    work()
    seconds = min(timed(work, clock) for _ in range(ROUNDS)) / times
    tell(kind="time", game=what, how=how, seconds=seconds)


def timed(work: Work, clock: Clock) -> float:
    began = clock()
    work()
    return clock() - began


def tell(**fields: object) -> None:
    print(json.dumps(fields), flush=True)
