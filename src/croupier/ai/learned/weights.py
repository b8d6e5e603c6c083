"""The file of a learned policy: a compressed document with names and whole numbers, small enough to ship.

Entries and parts of moves go by their names, so that a file outlives changes that only add features or moves.
"""

import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from croupier.ai.learned.inputs import move_parts, table_inputs
from croupier.ai.learned.integer_net import Evaluator, IntegerNet
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

FORMAT: Final = 1
SUFFIX: Final = ".policy"
SHIPPED: Final = Path(__file__).parent / "shipped"
GUIDING: Final = frozenset({"coup", "cuttle", "kittens"})
"""Games whose searches use the shipped policy. In Belote and Bluff it was not shown to help a search."""
_LAYERS: Final = {
    "w1": "h",
    "b1": "q",
    "w2": "h",
    "b2": "q",
    "parts": "h",
    "part_bias": "q",
    "wins": "h",
    "win_bias": "q",
}
_MAX_BYTES: Final = 64_000_000


class Policy(msgspec.Struct, frozen=True):
    """A learned policy in whole numbers."""

    game: str
    rules_version: int
    entries: tuple[str, ...]
    """The names of the rows of the first layer."""
    parts: tuple[str, ...]
    """The names of the parts of moves."""
    n_sides: int
    hidden: tuple[int, int]
    shifts: tuple[int, int, int, int]
    layers: dict[str, bytes]
    """Little-endian whole numbers, see IntegerNet."""
    trained: str = ""
    """How, for people."""
    gain: float = 0.0
    """What it expects is what the chapter (a deal of Belote) brings: 0.5 for nothing, and so much for a whole match;
    0 if it expects the match to be won or lost."""
    format: int = FORMAT

    def save(self, path: Path) -> None:
        path.write_bytes(zlib.compress(msgspec.msgpack.encode(self), 9))

    def numbers(self, layer: str) -> list[int]:
        kept: array[int] = array(_LAYERS[layer])
        kept.frombytes(self.layers[layer])
        return list(_swapped(kept))


class OpenPolicy:
    """A policy that is ready to play."""

    def __init__(self, policy: Policy, game: Game) -> None:
        self.policy = policy
        self._game = game
        layers = {layer: policy.numbers(layer) for layer in _LAYERS}
        self._net = IntegerNet(policy.hidden, len(policy.parts), policy.shifts, layers)
        self._evaluators: dict[tuple[bytes, int], Evaluator] = {}

    def evaluator(self, settings: Settings, seats: int) -> Evaluator:
        """The network at tables of this kind; the same object each time."""
        key = (msgspec.json.encode(settings), seats)
        found = self._evaluators.get(key)
        if found is None:
            found = self._evaluators[key] = self._make_evaluator(settings, seats)
        return found

    def _make_evaluator(self, settings: Settings, seats: int) -> Evaluator:
        policy, game = self.policy, self._game
        inputs = table_inputs(game, settings, seats, policy.entries)
        # At larger tables than it was trained for, it does not see the seats beyond, and expects the same of them all.
        n_sides = min(inputs.n_sides, policy.n_sides)
        known = {name: number for number, name in enumerate(policy.parts)}
        names, numbers = move_parts(game)
        width = max(len(parts) for parts in numbers)
        columns = [[known.get(names[part], -1) for part in parts] + [-1] * (width - len(parts)) for parts in numbers]
        return Evaluator(
            self._net,
            inputs.layout.buffer(game.move_count),
            list(inputs.rows),
            list(inputs.constants),
            [move for row in inputs.turned for move in row],
            [part for row in columns for part in row],
            width,
            [min(side, n_sides - 1) for row in inputs.sides for side in row],
            n_sides,
            len(inputs.layout.rolled_moves),
        )


def pack(layers: Mapping[str, Sequence[int]]) -> dict[str, bytes]:
    """The numbers of all layers as a file keeps them."""
    return {layer: _swapped(array(_LAYERS[layer], numbers)).tobytes() for layer, numbers in layers.items()}


def _swapped(numbers: "array[int]") -> "array[int]":
    """Between this machine's order of bytes and the file's."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def load_policy(path: Path) -> Policy:
    try:
        inflated = zlib.decompressobj().decompress(path.read_bytes(), _MAX_BYTES)
        policy = msgspec.msgpack.decode(inflated, type=Policy)
    except FileNotFoundError:
        raise UsageError(f"no file {path}") from None
    except (OSError, zlib.error, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} is not a policy ({error}); to train one: croupier train") from None
    if policy.format != FORMAT:
        raise UsageError(f"{path} has format {policy.format}, and this version of Croupier reads format {FORMAT}")
    return policy


def shipped_policy(game: str) -> Path:
    """The policy that comes with Croupier."""
    return SHIPPED / f"{game}{SUFFIX}"


def has_guide(game: str) -> bool:
    """Whether searches that judge positions should use the shipped policy of a game."""
    return game in GUIDING and shipped_policy(game).is_file()


def policy_for(game: Game, weights: str = "") -> OpenPolicy:
    """The policy in the file `weights`, or the one that comes with Croupier."""
    path = Path(weights) if weights else shipped_policy(game.name)
    if not weights and not path.is_file():
        raise UsageError(
            f"no policy for {game.name} comes with Croupier; train one with "
            f"`croupier train {game.name} --out FILE`, and play it as learned:weights=FILE"
        )
    return open_policy(path, game)


def open_policy(path: Path, game: Game) -> OpenPolicy:
    """Read the policy in this file, or take it if it was read before."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        changed = 0
    return _open_policy(path, changed, game)


@lru_cache(maxsize=8)
def _open_policy(path: Path, changed: int, game: Game) -> OpenPolicy:
    policy = load_policy(path)
    if policy.game != game.name:
        raise UsageError(f"{path} is a policy for {policy.game}, not for {game.name}")
    return OpenPolicy(policy, game)
