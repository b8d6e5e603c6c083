"""Monte Carlo tree search over any State, from what one seat knows: the loop that all searching bots share.

Every round imagines a world that fits the view, walks down the tree in it, plays on by the rollout policy and gives
each seat that moved its own reward. With `open_worlds` (information-set search) there is a new world in every round and
a node is what the seat to act has been shown since the root. Without it one world is kept for a while and a node is the
sequence of moves: that is determinised search, whose votes over worlds are added up by the caller.
"""

from math import sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.ai.learned.integer_net import Evaluator
from croupier.ai.search.playout import SEARCH, Playout
from croupier.ai.search.tree import NONE, Tree
from croupier.ai.search.worlds import WorldSampler
from croupier.kernel.event_bits import mix
from croupier.kernel.rng import Chance
from croupier.kernel.state import LEGAL_LIMIT, MOVE_LIMIT, State

DEPTH: Final = 256  # no path in the tree is longer
LEAST_SPREAD: Final = 0.05
LEAST_SHARE: Final = 0.05  # of the best move's: what is less likely is never drawn
SOLVING_ROUNDS: Final = 16  # as long as it takes to solve a world, about
MARGIN_WEIGHT: Final = 0.1  # of what tells moves apart that bring the same
ROOT: Final = 1


@final
@mypyc_attr(acyclic=True)
class Search:
    """One search after the other, for matches of one game with the same settings."""

    def __init__(self, root: State, world: State, capacity: i64) -> None:
        self.root: State = root
        self.world: State = world
        self.tree: Tree = Tree(capacity)
        self.chance: Chance = Chance()
        self.moves: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self.root_moves: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        """The moves that the search is about, the first `n_moves` of them, and what came of each."""
        self.root_visits: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self.root_rewards: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self.root_shares: vec[float] = vec[float]([0.0] * LEGAL_LIMIT)
        """How much speaks for each move: its visits, or with a guide the improved policy, whose best move has 1."""
        self.move_squares: vec[i64] = vec[i64]([0] * MOVE_LIMIT)
        """By the id of a move at the root: the sum of the squares of its rewards, which shows how sure its value is."""
        self.n_moves: i64 = 0
        self.path_edges: vec[i64] = vec[i64]([0] * DEPTH)
        self.path_seats: vec[i64] = vec[i64]([0] * DEPTH)
        self.weights: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self.worlds: WorldSampler = WorldSampler(root, world, self.chance)
        self.playout: Playout = Playout(root.seats, self.chance)
        self.seat: i64 = 0
        self.chapter: i64 = 0
        self.horizon: i64 = 0
        self.rounds: i64 = 0
        # What the caller may change.
        self.open_worlds: bool = True
        self.exploration: float = 1.414
        self.adapts: bool = False
        """Whether curiosity follows the spread of rewards: outlooks differ by hundredths where wins differ by one."""
        self.ordered: bool = True
        """Whether the heuristic says which move is tried first."""
        self.trust: float = 0.2
        """How much of the curiosity belongs to the heuristic's move; 0 for the plain upper confidence bound. With a
        learned policy, how much of it follows that."""
        self.model: i64 = 0
        """How many of 4096 moves of the others in the tree are the heuristic's, whatever paid so far."""
        self.patience: i64 = 200
        """After so many other moves in a node of theirs it is half as many, since what pays is better known then."""
        self.reach: i64 = 0
        """How many moves of a rollout are played before the outlook is asked for; 0 leaves it to the game."""
        self.forced: i64 = NONE
        """A move that every round begins with, to learn more about it; NONE to choose freely."""
        self.guide: Evaluator | None = None
        """A learned policy: its moves are the priors and the rivals' moves, its outlook takes the place of rollouts."""
        self.eagerness: float = 10.0
        """With a guide: how soon visits go to the better moves; one that is worth 1 / eagerness less gets a third."""
        self.sharpness: float = 25.0
        """With a guide: how much the search changes the policy. A move that is worth 1 / sharpness less than another
        is played a third as often as the policy said."""
        self.mixes: bool = False
        """Whether the move is drawn from `root_shares` instead of taking the best."""
        self.gain: float = 0.0
        """With a guide: how its outlook counts what the chapter brings (0.5 for nothing, and so much for a sure win);
        0 if it is about the match."""
        self.solves: bool = False
        """Whether the end of a chapter is worked out in each world instead of being searched (`State.solve`)."""
        self.standing: i64 = 0
        self.solving: bool = False
        self.solved: vec[i64] = vec[i64]([0] * (2 * LEGAL_LIMIT))
        self.margins: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self.curiosity: float = 0.0
        self.counted: i64 = 0
        self.total: i64 = 0
        self.squares: i64 = 0

    def begin(self, seat: i64, ints: tuple[int, ...], seed: i64) -> None:
        """A new search from what `seat` knows."""
        root = self.root
        root.watching = True
        root.restore(seat, ints)
        self.prepare(seat, seed)

    def begin_at(self, truth: State, seat: i64, seed: i64) -> None:
        """The same with all cards on the table; only the benchmark of peeking does this."""
        self.root.watching = True
        self.root.copy_from(truth)
        self.prepare(seat, seed)

    def prepare(self, seat: i64, seed: i64) -> None:
        self.seat = seat
        self.chapter = self.root.chapter()
        self.chance.start(seed, SEARCH, 0)
        self.tree.clear()
        self.rounds = 0
        self.worlds.watching = self.open_worlds
        self.worlds.prepare(seat)
        self.forced = NONE
        self.curiosity = self.exploration
        self.counted = 0
        self.total = 0
        self.squares = 0
        self.horizon = self.reach if self.reach > 0 else self.root.horizon()
        self.n_moves = self.root.legal(self.root_moves)
        self.solving = self.solves and self.root.is_solvable()
        if self.gain > 0.0:
            self.standing = self.root.outlook(seat)
        for i in range(self.n_moves):
            self.root_visits[i] = 0
            self.root_rewards[i] = 0
            self.margins[i] = 0
            self.move_squares[self.root_moves[i]] = 0

    def run(self, rounds: i64) -> None:
        """Run more rounds. Determinised search stays in one world for them, and begins a new tree."""
        if self.solving:
            self._solve_worlds((rounds + SOLVING_ROUNDS - 1) // SOLVING_ROUNDS)
            self.rounds += rounds
            return
        if self.open_worlds:
            for _round in range(rounds):
                self.worlds.imagine(self.worlds.draw())
                self._round()
            for i in range(self.n_moves):
                self.root_visits[i] = 0
                self.root_rewards[i] = 0
        else:
            self.tree.clear()
            seed: i64 = self.worlds.draw()
            for _round in range(rounds):
                self.worlds.imagine(seed)
                self._round()
        self.rounds += rounds
        self._count()

    def _solve_worlds(self, worlds: i64) -> None:
        """Work out so many worlds, and add up what each move brings in them."""
        solved = self.solved
        n: i64 = self.n_moves
        for _world in range(worlds):
            self.worlds.imagine(self.worlds.draw())
            self.world.solve(self.seat, self.root_moves, n, solved)
            for i in range(n):
                self.root_visits[i] += 1
                self.root_rewards[i] += solved[i]
                self.move_squares[self.root_moves[i]] += solved[i] * solved[i]
                self.margins[i] += solved[n + i]
        for i in range(n):
            self.root_shares[i] = float(self.root_rewards[i]) + float(self.margins[i]) * MARGIN_WEIGHT

    def _count(self) -> None:
        """Add what the tree says about the moves at its root."""
        slot: i64 = self.root_slot()
        if slot < 0:
            return
        tree = self.tree
        stamp: i64 = tree.mark(slot)
        for i in range(self.n_moves):
            move: i64 = self.root_moves[i]
            if tree.stamps[move] == stamp:
                edge: i64 = tree.edge_of[move]
                self.root_visits[i] += int(tree.visits[edge])
                self.root_rewards[i] += int(tree.rewards[edge])
        if self.guide is not None:
            stamp = tree.improve(slot, self.sharpness)
            for i in range(self.n_moves):
                is_known: bool = tree.stamps[self.root_moves[i]] == stamp
                self.root_shares[i] = tree.shares[tree.edge_of[self.root_moves[i]]] if is_known else 0.0
        else:
            for i in range(self.n_moves):
                self.root_shares[i] = float(self.root_visits[i])

    def best(self) -> i64:
        """The number of the move for which most speaks, the better one of equals."""
        shares = self.root_shares
        rewards = self.root_rewards
        best: i64 = 0
        for i in range(self.n_moves):
            if shares[i] > shares[best] or (shares[i] == shares[best] and rewards[i] > rewards[best]):
                best = i
        return best

    def choice(self) -> i64:
        """The number of the move to play; where it `mixes` one that is drawn, but none that is far from the best."""
        if not self.mixes or self.guide is None or self.solving:
            return self.best()  # shares of solved worlds are sums of rewards, not a policy
        shares = self.root_shares
        weights = self.weights
        total: i64 = 0
        for i in range(self.n_moves):
            weights[i] = i64(shares[i] * 65536.0) if shares[i] >= LEAST_SHARE else i64(0)
            total += weights[i]
        if total == 0:
            return self.best()
        point: i64 = self.chance.below(total)
        index: i64 = 0
        while point >= weights[index]:
            point -= weights[index]
            index += 1
        return index

    def _round(self) -> None:
        """One walk down the tree, one rollout, and the rewards on the way back."""
        guide = self.guide
        if guide is not None:
            self._guided_round(guide)
            return
        world = self.world
        tree = self.tree
        moves = self.moves
        chance = self.chance
        edges = self.path_edges
        seats = self.path_seats
        depth: i64 = 0
        modelled: i64 = 0
        key: i64 = ROOT
        while world.to_act >= 0 and depth < DEPTH and world.chapter() == self.chapter:
            n: i64 = world.legal(moves)
            seat: i64 = world.to_act
            if n == 1 and depth > 0:
                if not self.open_worlds:
                    key = mix(key, moves[0] + 1)
                world.apply(moves[0])
                continue
            if self.open_worlds:
                key = node_key(world.seen[seat], seat)
            hinted: i64 = NONE
            is_modelled: bool = seat != self.seat and self.model > 0
            if self.ordered or is_modelled:
                hinted = world.hint(chance.word(), moves, n)
            if is_modelled and chance.word() >> 20 < self._modelled(key):
                if modelled == self.horizon:
                    break
                modelled += 1
                if not self.open_worlds:
                    key = mix(key, hinted + 1)
                world.apply(hinted)
                continue
            if not self.ordered:
                hinted = NONE
            slot: i64 = tree.enter(key)
            if slot < 0:
                break
            edge: i64
            if depth == 0 and self.forced >= 0:
                edge = tree.follow(slot, self.forced)
            else:
                edge = tree.choose(slot, moves, n, hinted, self.curiosity, self.trust, chance)
            if edge < 0:
                break
            edges[depth] = edge
            seats[depth] = seat
            depth += 1
            move: i64 = tree.moves[edge]
            if not self.open_worlds:
                key = mix(key, move + 1)
            world.apply(move)
            if tree.is_new:
                break
        self.playout.run(world, self.seat, self.chapter, self.horizon)
        rewards = self.playout.rewards
        if depth > 0:
            self._add_square(edges[0], rewards[seats[0]])
        while depth > 0:
            depth -= 1
            tree.reward(edges[depth], rewards[seats[depth]])
        if self.adapts:
            self._adapt(rewards[self.seat])

    def _guided_round(self, guide: Evaluator) -> None:
        """One walk down the tree to a decision of one's own that is new, and what the learned policy expects there.

        The tree holds one's own decisions only. The others play as the policy would with what they hold in this world.
        """
        world = self.world
        tree = self.tree
        moves = self.moves
        edges = self.path_edges
        me: i64 = self.seat
        depth: i64 = 0
        reward: i64 = -1
        by_chapter: bool = self.gain > 0.0
        while world.to_act >= 0 and reward < 0:
            if by_chapter and world.chapter() != self.chapter:
                break
            n: i64 = world.legal(moves)
            seat: i64 = world.to_act
            if n == 1 and depth > 0:
                world.apply(moves[0])
                continue
            if seat != me:
                guide.look(world, seat)
                world.apply(moves[guide.draw(moves, n, self.chance)])
                continue
            slot: i64 = tree.enter(node_key(world.seen[me], me))
            if slot < 0 or depth == DEPTH:
                guide.look(world, me)
                reward = guide.outlook()
                continue
            if tree.first[slot] < 0:
                guide.look(world, me)
                expected: i64 = guide.outlook()
                total: i64 = guide.score(moves, n)
                is_open: bool = tree.expand(slot, moves, n, guide.weights, total, self.trust, float(expected) * 0.001)
                if depth > 0 or not is_open:
                    reward = expected
                    continue
            edge: i64
            if depth == 0 and self.forced >= 0:
                edge = tree.follow(slot, self.forced)
            elif depth == 0:
                edge = tree.choose_fairly(slot, self.eagerness)
            else:
                edge = tree.choose_by_prior(slot, self.curiosity)
            edges[depth] = edge
            depth += 1
            world.apply(tree.moves[edge])
        if reward < 0:
            self.playout.judge(world)
            reward = self.playout.rewards[me]
            if by_chapter:
                reward = 500 + i64(self.gain * float(reward - self.standing))
                reward = i64(0) if reward < 0 else (i64(1000) if reward > 1000 else reward)
        if depth > 0:
            self._add_square(edges[0], reward)
        while depth > 0:
            depth -= 1
            tree.reward(edges[depth], reward)

    def _add_square(self, edge: i64, reward: i64) -> None:
        move: i64 = self.tree.moves[edge]
        self.move_squares[move] += reward * reward

    def _modelled(self, key: i64) -> i64:
        """How many of 4096 moves in this node of another seat are the heuristic's."""
        slot: i64 = self.tree.slot_of(key)
        if slot < 0:
            return self.model
        return self.model * self.patience // (self.patience + self.tree.node_visits[slot])

    def _adapt(self, reward: i64) -> None:
        """Let curiosity follow the spread of rewards, which is one half where every second match is won."""
        self.counted += 1
        self.total += reward
        self.squares += reward * reward
        if self.counted & 31 == 0:
            n: float = float(self.counted)
            mean: float = float(self.total) * 0.001 / n
            variance: float = float(self.squares) * 0.000001 / n - mean * mean
            spread: float = 2.0 * sqrt(variance) if variance > 0.0 else 0.0
            self.curiosity = self.exploration * (spread if spread > LEAST_SPREAD else LEAST_SPREAD)

    # The result.

    def root_slot(self) -> i64:
        if self.open_worlds:
            return self.tree.slot_of(node_key(self.root.seen[self.seat], self.seat))
        return self.tree.slot_of(ROOT)


def node_key(seen: i64, seat: i64) -> i64:
    """Stands for what a seat has seen; two seats that have seen nothing yet must not share a node."""
    return mix(seen, (seat + 1) << 40)
