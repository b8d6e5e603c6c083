"""Games as small as they get, written out as trees, to see what a search makes of them."""

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from croupier.ai.search.search import Search
from croupier.kernel.event_bits import public
from croupier.kernel.state import State

Node = tuple[int, Mapping[int, Any]] | tuple[int, ...]
"""(seat, {move: node}) or the rewards of all seats."""


class Toy(State):
    """A tree for every world; which world it is, nobody is told. The seat to act sees the moves and nothing else."""

    def __init__(self, seats: int, *worlds: Any) -> None:
        super().__init__(seats)
        self.worlds = worlds
        self.world = 0
        self.path: tuple[int, ...] = ()
        self._stand()

    @property
    def node(self) -> Any:
        node: Any = self.worlds[self.world]
        for move in self.path:
            node = node[1][move]
        return node

    def _stand(self) -> None:
        node = self.node
        self.to_act = node[0] if isinstance(node[1], dict) else -1

    def fresh(self) -> State:
        return Toy(self.seats, *self.worlds)

    def legal(self, out: vec[i64]) -> i64:
        moves = sorted(self.node[1])
        for at, move in enumerate(moves):
            out[at] = move
        return len(moves)

    def apply(self, move: i64) -> None:
        self.n_events = 0
        self.emit(public(1, self.to_act, move, 0, self.seats))
        self.path = (*self.path, int(move))
        self._stand()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Toy)
        super().copy_from(other)
        self.world, self.path = other.world, other.path

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        self.begin(0)
        self.world, self.path = 0, ints
        self._stand()

    def imagine(self, seat: i64, seed: i64) -> None:
        self.world = int(seed) % len(self.worlds)
        self._stand()

    def reward(self, seat: i64) -> i64:
        return self.node[seat]

    def place(self, seat: i64) -> i64:
        return 1 if self.node[seat] == max(self.node) else 2


def search(toy: Toy, rounds: int = 400, seed: int = 1, **options: Any) -> Search:
    """A finished search from the beginning of the toy, by plain UCB unless `options` say otherwise."""
    found = Search(toy, toy.fresh(), rounds + 8)
    for name, value in {"trust": 0.0, "ordered": False, "wins_only": False, **options}.items():
        setattr(next(part for part in (found, found.worlds, found.playout) if hasattr(part, name)), name, value)
    found.begin(toy.to_act, (), seed)
    if found.open_worlds:
        found.run(rounds)
    else:
        for _ in range(20):
            found.run(rounds // 20)
    return found


def answer(found: Search) -> int:
    return int(found.root_moves[found.best()])


def value(found: Search, move: int) -> float:
    """Of a move at the root, from 0 to 1."""
    at = next(i for i in range(found.n_moves) if found.root_moves[i] == move)
    return found.root_rewards[at] / found.root_visits[at] / 1000
