"""From the network in floating point to a policy in whole numbers, and back."""

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


def take_over(policy: Policy, network: PolicyNetwork, game: Game, entries: tuple[str, ...]) -> None:
    """Set the weights of a network with the same hidden layers to those of a policy.

    What the policy does not know, such as features that are newer than it, gets weights of 0.
    """
    w = network.weights
    first, second, parts, wins = policy.shifts
    hidden, last = policy.hidden

    def layer(name: str, bits: int, columns: int) -> Floats:
        return (np.array(policy.numbers(name)) / 2.0**bits).astype(np.float32).reshape(-1, columns)

    w["w1"] = _by_name(layer("w1", first, hidden), policy.entries, entries)
    w["b1"] = layer("b1", first + INPUT_BITS, hidden)[0]
    w["w2"] = layer("w2", second, last)
    w["b2"] = layer("b2", second + ACTIVATION_BITS, last)[0]
    names = move_parts(game)[0]
    w["parts"] = _by_name(layer("parts", parts, last), policy.parts, names).T.copy()
    w["part_bias"] = _by_name(layer("part_bias", parts + ACTIVATION_BITS, 1), policy.parts, names)[:, 0]
    sides = min(policy.n_sides, w["wins"].shape[1])
    w["wins"][:, :sides] = layer("wins", wins, last)[:sides].T
    w["win_bias"][:sides] = layer("win_bias", wins + ACTIVATION_BITS, 1)[:sides, 0]


def _by_name(rows: Floats, known: tuple[str, ...], wanted: tuple[str, ...]) -> Floats:
    """The rows of the names that are wanted; 0 for names that are not known."""
    row_of = dict(zip(known, rows, strict=True))
    none = np.zeros(rows.shape[1], np.float32)
    return np.stack([row_of.get(name, none) for name in wanted])


def _bits(weights: Floats) -> int:
    """How many bits behind the point leave room for the largest weight."""
    largest = float(np.abs(weights).max()) or 1.0
    return min(MOST_BITS, int(np.floor(np.log2(LARGEST / largest))))


def _whole(weights: Floats, bits: int) -> list[int]:
    return [int(number) for number in np.rint(weights.astype(np.float64) * 2.0**bits).ravel()]
