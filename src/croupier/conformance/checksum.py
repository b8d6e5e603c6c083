"""One number for thousands of random matches of a game: equal numbers mean equal rules, chance and heuristics.

python -m croupier.conformance.checksum cuttle 2 1000 rules=online
"""

import hashlib
import sys

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games import find_game
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.kernel.rng import Chance
from croupier.kernel.state import LEGAL_LIMIT


def checksum(game: Game, seats: int, matches: int, values: dict[str, str]) -> str:
    """Play `matches` matches, half of the moves by the heuristic, and hash every position and event on the way."""
    state = game.new_state(game.settings(values), seats)
    moves = vec[i64]([0] * LEGAL_LIMIT)
    chance = Chance()
    chance.start(matches, 0, 0)
    digest = hashlib.sha256()
    for seed in range(matches):
        state.start(seed * 1_000_003 << 20)
        while state.to_act >= 0:
            n = state.legal(moves)
            word = chance.word()
            state.apply(state.hint(word, moves, n) if word & 1 else moves[(word >> 1) % n])
            digest.update(str(list(state.events[: state.n_events])).encode())
        digest.update(str((state.snapshot(DEALER), list(state.seen))).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    name, table, count, *pairs = sys.argv[1:]
    print(checksum(find_game(name), int(table), int(count), dict(pair.split("=") for pair in pairs)))
