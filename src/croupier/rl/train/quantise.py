"""From the network in floating point to a policy in whole numbers."""

from typing import Final

import numpy as np

from croupier.ai.learned.inputs import move_parts
from croupier.ai.learned.integer_net import ACTIVATION_BITS, INPUT_BITS
from croupier.ai.learned.weights import Policy, pack
from croupier.kernel.game import Game
from croupier.rl.train.network import Floats, PolicyNetwork

LARGEST: Final = 32_767
MOST_BITS: Final = 14


def quantise(
    network: PolicyNetwork, game: Game, entries: tuple[str, ...], trained: str = "", gain: float = 0.0
) -> Policy:
    w = network.weights
    first, second, parts, wins = (_bits(w[name]) for name in ("w1", "w2", "parts", "wins"))
    return Policy(
        game.name,
        game.rules_version,
        entries,
        move_parts(game)[0],
        n_sides=w["wins"].shape[1],
        hidden=(w["w1"].shape[1], w["w2"].shape[1]),
        # Logits keep the bits of activations.
        shifts=(first, second, parts, wins),
        layers=pack(
            {
                "w1": _whole(w["w1"], first),
                "b1": _whole(w["b1"], first + INPUT_BITS),
                "w2": _whole(w["w2"], second),
                "b2": _whole(w["b2"], second + ACTIVATION_BITS),
                "parts": _whole(w["parts"].T, parts),
                "part_bias": _whole(w["part_bias"], parts + ACTIVATION_BITS),
                "wins": _whole(w["wins"].T, wins),
                "win_bias": _whole(w["win_bias"], wins + ACTIVATION_BITS),
            }
        ),
        trained=trained,
        gain=gain,
    )


def _bits(weights: Floats) -> int:
    """How many bits behind the point leave room for the largest weight."""
    largest = float(np.abs(weights).max()) or 1.0
    return min(MOST_BITS, int(np.floor(np.log2(LARGEST / largest))))


def _whole(weights: Floats, bits: int) -> list[int]:
    return [int(number) for number in np.rint(weights.astype(np.float64) * 2.0**bits).ravel()]
