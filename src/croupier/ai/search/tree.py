"""The tree of a search: nodes by hash, edges by move, and the choice between them.

A node is whatever its key stands for; in information-set search that is what the seat to act has been shown since the
root, so one table serves all seats. Which moves are legal may differ from visit to visit. Every edge therefore counts
how often it could have been chosen, and its rewards are those of the seat that moved: no sign is ever flipped.
"""

from math import sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.ai.learned.integer_net import DECAYING
from croupier.kernel.rng import Chance
from croupier.kernel.state import MOVE_LIMIT

NONE: Final = -1
SETTLED: Final = 8000  # visits after which curiosity is two thirds larger than at first
UNTRIED_LOSS: Final = 0.05
DOUBTS: Final = 6.0
"""Visits of what the seat expected that every move of a root has before the first of its own."""
_LOGS: Final = 4096


def _logarithms() -> list[float]:
    """Natural logarithms by additions and divisions alone, which are the same on every machine."""
    logs = [0.0, 0.0]
    for n in range(1, _LOGS - 1):
        x = 1.0 / (2 * n + 1)
        square, term, total, k = x * x, x, 0.0, 1
        while term > 1e-18:
            total += term / k
            term *= square
            k += 2
        logs.append(logs[-1] + 2.0 * total)
    return logs


LOGARITHMS: Final = vec[float](_logarithms())


def log_of(n: i64) -> float:
    """The natural logarithm of n; close to it above 4095, and 0 below 2."""
    logs = LOGARITHMS
    halved: float = 0.0
    while n >= _LOGS:
        n >>= 1
        halved += logs[2]
    if n < 2:
        return halved
    return logs[n] + halved


def decay(x: float) -> float:
    """exp(-x) for x from 0 on, in steps of 1/256 and the same on every machine; 0 from 16 on."""
    if x >= 15.99:
        return 0.0
    return float(DECAYING[i64(x * 256.0)]) / float(DECAYING[0])


@final
@mypyc_attr(acyclic=True)
class Tree:
    """Nodes lie in an open-addressing table; the edges of a node are a chain, the newest first."""

    def __init__(self, capacity: i64) -> None:
        size: i64 = 64
        while size < 2 * capacity:
            size *= 2
        self.capacity: i64 = capacity
        self.size: i64 = size
        self.n_nodes: i64 = 0
        self.n_edges: i64 = 0
        self.values: vec[float] = vec[float]([0.0] * size)
        """What a learned player expects for the seat to act, from 0 to 1; only where nodes are expanded at once."""
        self.keys: vec[i64] = vec[i64]([0] * size)
        """0 where there is no node."""
        self.first: vec[i64] = vec[i64]([0] * size)
        self.node_visits: vec[i64] = vec[i64]([0] * size)
        self.next: vec[i64] = vec[i64]([0] * capacity)
        self.moves: vec[i64] = vec[i64]([0] * capacity)
        # Whole numbers, but what is made of them at every choice would have to be converted.
        self.visits: vec[float] = vec[float]([0.0] * capacity)
        self.available: vec[float] = vec[float]([0.0] * capacity)
        self.rewards: vec[float] = vec[float]([0.0] * capacity)
        """Sums, 1000 for a win."""
        self.priors: vec[float] = vec[float]([0.0] * capacity)
        """How likely a learned policy makes the move; only where nodes are expanded at once."""
        self.shares: vec[float] = vec[float]([0.0] * capacity)
        """Of the edges of the node that was improved last: how likely each is then; 1 for the likeliest."""
        self.edge_of: vec[i64] = vec[i64]([0] * MOVE_LIMIT)
        self.stamps: vec[i64] = vec[i64]([0] * MOVE_LIMIT)
        self.stamp: i64 = 0
        self.is_new: bool = False
        """Whether the edge that was chosen last had never been chosen before."""

    def clear(self) -> None:
        keys = self.keys
        for slot in range(self.size):
            keys[slot] = 0
        self.n_nodes = 0
        self.n_edges = 0

    def slot_of(self, key: i64) -> i64:
        """Where the node with this key lies; NONE if there is no such node."""
        keys = self.keys
        mask: i64 = self.size - 1
        slot: i64 = (key ^ (key >> 29)) & mask
        while keys[slot] != 0:
            if keys[slot] == key:
                return slot
            slot = (slot + 1) & mask
        return NONE

    def enter(self, key: i64) -> i64:
        """The node with this key, which is made if need be; NONE when the tree is full."""
        keys = self.keys
        mask: i64 = self.size - 1
        slot: i64 = (key ^ (key >> 29)) & mask
        while keys[slot] != 0:
            if keys[slot] == key:
                return slot
            slot = (slot + 1) & mask
        if self.n_nodes >= self.capacity:
            return NONE
        self.n_nodes += 1
        keys[slot] = key
        self.first[slot] = NONE
        self.node_visits[slot] = 0
        return slot

    def mark(self, slot: i64) -> i64:
        """Make `edge_of` hold the edges of this node; they are those with the stamp that is returned."""
        self.stamp += 1
        stamp: i64 = self.stamp
        moves = self.moves
        chain = self.next
        edge_of = self.edge_of
        stamps = self.stamps
        edge: i64 = self.first[slot]
        while edge >= 0:
            move: i64 = moves[edge]
            edge_of[move] = edge
            stamps[move] = stamp
            edge = chain[edge]
        return stamp

    def choose(
        self, slot: i64, legal: vec[i64], n: i64, hinted: i64, exploration: float, trust: float, chance: Chance
    ) -> i64:
        """The edge to follow among the n `legal` moves, made if it is new; NONE when the tree is full.

        With `trust` above 0 the heuristic is a prior: `hinted` has that share of the curiosity, all moves have the
        rest in equal parts, and a move that was never tried is taken to be as good as the others were. Without it each
        move is tried once, `hinted` first and the others in random order, and then the upper confidence bound decides.
        Both count over the visits in which a move was legal.
        """
        stamp: i64 = self.mark(slot)
        edge_of = self.edge_of
        stamps = self.stamps
        available = self.available
        visits = self.visits
        rewards = self.rewards
        self.node_visits[slot] += 1
        untried: i64 = 0
        wanted: i64 = NONE
        visited: float = 0.0
        won: float = 0.0
        i: i64 = 0
        while i < n:
            move: i64 = legal[i]
            if stamps[move] == stamp:
                edge: i64 = edge_of[move]
                available[edge] += 1.0
                visited += visits[edge]
                won += rewards[edge]
            else:
                untried += 1
                if move == hinted:
                    wanted = move
            i += 1
        if trust > 0.0:
            mean: float = 0.5
            if visited > 0.0:
                mean = won * 0.001 / visited
            found: i64 = self._most_promising(
                slot, stamp, legal, n, hinted, exploration, trust, mean, chance.below(n) if untried > 1 else i64(0)
            )
            self.is_new = stamps[found] != stamp
            if self.is_new:
                return self._add(slot, found)
            return edge_of[found]
        if untried > 0:
            if wanted < 0:
                skip: i64 = chance.below(untried)
                i = 0
                while skip > 0 or stamps[legal[i]] == stamp:
                    if stamps[legal[i]] != stamp:
                        skip -= 1
                    i += 1
                wanted = legal[i]
            self.is_new = True
            return self._add(slot, wanted)
        self.is_new = False
        return self._highest_bound(legal, n, exploration)

    def expand(
        self, slot: i64, legal: vec[i64], n: i64, weights: vec[i64], total: i64, trust: float, value: float
    ) -> bool:
        """Give a new node an edge for each of the n legal moves; False if there is no room for them.

        The `trust` of their priors is in proportion to `weights`, the rest in equal parts.
        """
        if self.n_edges + n > self.capacity:
            return False
        even: float = (1.0 - trust) / float(n)
        for i in range(n):
            edge: i64 = self._add(slot, legal[i])
            self.priors[edge] = even + trust * float(weights[i]) / float(total)
        self.values[slot] = value
        return True

    def choose_by_prior(self, slot: i64, exploration: float) -> i64:
        """Of a node that was expanded: the edge with the best sum of value and curiosity, which follows the priors.

        A move that was never tried is taken to be a little worse than the seat expected.
        """
        self.node_visits[slot] += 1
        visits = self.visits
        rewards = self.rewards
        priors = self.priors
        curiosity: float = exploration * sqrt(float(self.node_visits[slot]))
        untried: float = self.values[slot] - UNTRIED_LOSS
        best: i64 = NONE
        highest: float = -1000.0
        edge: i64 = self.first[slot]
        while edge >= 0:
            seen: float = visits[edge]
            worth: float = untried
            if seen > 0.0:
                worth = rewards[edge] * 0.001 / seen
            worth += curiosity * priors[edge] / (1.0 + seen)
            if worth > highest:
                highest = worth
                best = edge
            edge = self.next[edge]
        return best

    def choose_fairly(self, slot: i64, eagerness: float) -> i64:
        """Of a root that was expanded: the edge that is furthest behind its share of the visits.

        Shares follow the roots of the priors and what came of the moves so far, so no plausible one is judged by a few
        visits.
        """
        self.node_visits[slot] += 1
        best: float = self._best_worth(slot)
        found: i64 = NONE
        highest: float = -1.0
        edge: i64 = self.first[slot]
        while edge >= 0:
            share: float = sqrt(self.priors[edge]) * decay((best - self._worth(slot, edge)) * eagerness)
            share /= 1.0 + self.visits[edge]
            if share > highest:
                highest = share
                found = edge
            edge = self.next[edge]
        return found

    def improve(self, slot: i64, sharpness: float) -> i64:
        """Write into `shares` the priors of a root, changed by what came of its moves, and mark its edges."""
        stamp: i64 = self.mark(slot)
        best: float = self._best_worth(slot)
        highest: float = 0.0
        edge: i64 = self.first[slot]
        while edge >= 0:
            share: float = self.priors[edge] * decay((best - self._worth(slot, edge)) * sharpness)
            self.shares[edge] = share
            if share > highest:
                highest = share
            edge = self.next[edge]
        edge = self.first[slot]
        while edge >= 0:
            self.shares[edge] /= highest
            edge = self.next[edge]
        return stamp

    def _best_worth(self, slot: i64) -> float:
        best: float = -1000.0
        edge: i64 = self.first[slot]
        while edge >= 0:
            worth: float = self._worth(slot, edge)
            if worth > best:
                best = worth
            edge = self.next[edge]
        return best

    def _worth(self, slot: i64, edge: i64) -> float:
        """What came of a move of a root, with doubts."""
        expected: float = DOUBTS * (self.values[slot] - UNTRIED_LOSS)
        return (self.rewards[edge] * 0.001 + expected) / (self.visits[edge] + DOUBTS)

    def follow(self, slot: i64, move: i64) -> i64:
        """The edge of this very move, made if it is new; NONE when the tree is full."""
        stamp: i64 = self.mark(slot)
        self.node_visits[slot] += 1
        self.is_new = self.stamps[move] != stamp
        if self.is_new:
            return self._add(slot, move)
        self.available[self.edge_of[move]] += 1.0
        return self.edge_of[move]

    def _most_promising(
        self,
        slot: i64,
        stamp: i64,
        legal: vec[i64],
        n: i64,
        hinted: i64,
        exploration: float,
        trust: float,
        mean: float,
        start: i64,
    ) -> i64:
        """The move with the best sum of value and curiosity; equals are taken from number `start` on."""
        edge_of = self.edge_of
        stamps = self.stamps
        visits = self.visits
        available = self.available
        rewards = self.rewards
        share: float = (1.0 - trust) / float(n)
        visited: float = sqrt(float(self.node_visits[slot]))
        exploration *= 1.0 + log_of(SETTLED + self.node_visits[slot]) - log_of(SETTLED)
        best: i64 = legal[0]
        highest: float = -1.0
        at: i64 = start
        left: i64 = n
        while left > 0:
            left -= 1
            move: i64 = legal[at]
            at += 1
            if at == n:
                at = 0
            prior: float = share
            if move == hinted:
                prior += trust
            worth: float
            if stamps[move] == stamp:
                edge: i64 = edge_of[move]
                seen: float = visits[edge]
                worth = exploration * prior * sqrt(available[edge]) / (1.0 + seen)
                if seen > 0.0:
                    worth += rewards[edge] * 0.001 / seen
                else:
                    worth += mean
            else:
                worth = mean + exploration * prior * visited
            if worth > highest:
                highest = worth
                best = move
        return best

    def _add(self, slot: i64, move: i64) -> i64:
        edge: i64 = self.n_edges
        if edge >= self.capacity:
            return NONE
        self.n_edges += 1
        self.moves[edge] = move
        self.next[edge] = self.first[slot]
        self.first[slot] = edge
        self.visits[edge] = 0.0
        self.available[edge] = 1.0
        self.rewards[edge] = 0.0
        return edge

    def _highest_bound(self, legal: vec[i64], n: i64, exploration: float) -> i64:
        """Of the legal moves, all of which have an edge that was visited: the one with the highest bound."""
        edge_of = self.edge_of
        visits = self.visits
        available = self.available
        rewards = self.rewards
        best: i64 = NONE
        highest: float = -1.0
        i: i64 = 0
        while i < n:
            edge: i64 = edge_of[legal[i]]
            i += 1
            seen: float = visits[edge]
            if seen == 0.0:
                return edge
            bound: float = rewards[edge] * 0.001 / seen + exploration * sqrt(log_of(i64(available[edge])) / seen)
            if bound > highest:
                highest = bound
                best = edge
        return best

    def reward(self, edge: i64, points: i64) -> None:
        """The edge was followed, and the seat that followed it got so many of 1000 points."""
        self.visits[edge] += 1.0
        self.rewards[edge] += float(points)

    def favourite(self, slot: i64, legal: vec[i64], n: i64) -> i64:
        """Of the legal moves, the edge that was visited most often, the better one of equals; NONE if none was."""
        stamp: i64 = self.mark(slot)
        visits = self.visits
        rewards = self.rewards
        best: i64 = NONE
        i: i64 = 0
        while i < n:
            move: i64 = legal[i]
            i += 1
            if self.stamps[move] != stamp:
                continue
            edge: i64 = self.edge_of[move]
            ahead: float = 1.0
            if best >= 0:
                ahead = visits[edge] - visits[best]
                if ahead == 0.0:
                    ahead = rewards[edge] - rewards[best]
            if ahead > 0.0:
                best = edge
        return best
