"""Matches at many tables with the network in some or all seats, kept as lessons."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.ai.learned.inputs import MAX_PARTS, move_parts, table_inputs
from croupier.kernel.decision import Settings
from croupier.kernel.game import Game
from croupier.rl.train.network import Batch, Floats, Forward, Ints, PolicyNetwork
from croupier.rl.vector import VectorEnv

SELF: Final = -1
"""The opponent of tables where the network plays all seats."""

GAIN: Final = 2.0
"""How much of a chapter's gain counts, which is small beside a match."""

Rival = Callable[["Tables", npt.NDArray[np.bool_]], Ints]
"""Chooses moves at all tables of a kind; those where it is not asked are ignored."""


class Tables:
    """Tables of one kind: a game with its settings and number of seats."""

    def __init__(self, game: Game, settings: Settings, seats: int, names: Sequence[str], tables: int) -> None:
        self.env = VectorEnv(game, tables, seats, settings, turned=True)
        inputs = table_inputs(game, settings, seats, names)
        self.seats = seats
        self.n_sides = inputs.n_sides
        self.rows = np.array([row if row >= 0 else len(names) for row in inputs.rows], np.int64)
        self.constants = np.array(inputs.constants, np.int64)
        self.turned = np.array(inputs.turned, np.int64)
        self.sides = np.array(inputs.sides, np.int64)
        parts, numbers = move_parts(game)
        self.parts = np.full((game.move_count, MAX_PARTS), len(parts), np.int64)
        for move, its in enumerate(numbers):
            self.parts[move, : len(its)] = its
        width = max(len(its) for its in numbers)
        self.parts = self.parts[:, :width]
        states = self.env.states
        self._chapters = np.array([int(state.chapter()) for state in states])
        self._outlooks = np.zeros((tables, seats), np.float32)
        self._note_outlooks(range(tables))
        self.rival = np.full(tables, SELF)
        """Who plays the other seats at each table."""
        self.own_seat = np.arange(tables) % seats

    def own(self) -> npt.NDArray[np.bool_]:
        """At which tables it is the turn of the network that learns."""
        return (self.rival == SELF) | (self.env.to_act == self.own_seat)

    def _note_outlooks(self, which: Iterable[int]) -> None:
        for table in which:
            state = self.env.states[table]
            self._outlooks[table] = [state.outlook(seat) / 1000 for seat in range(self.seats)]

    def turn_pages(self) -> npt.NDArray[np.bool_]:
        """At which tables a chapter of the match (a deal of Belote) ended with the last step and another began."""
        now = np.array([int(state.chapter()) for state in self.env.states])
        turned = (now != self._chapters) & ~self.env.done
        self._chapters = now
        return turned

    def gains(self, ended: npt.NDArray[np.bool_], won: Floats) -> Floats:
        """What the chapters that ended just now brought each seat: 0.5 for nothing, more for better prospects.

        `won` is how the matches ended, where they did. All gains of a match add up to how it ended.
        """
        before = self._outlooks.copy()
        self._note_outlooks(ended.nonzero()[0])
        after = np.where(self.env.done[:, None], won, self._outlooks)
        return np.clip(0.5 + GAIN * (after - before), 0, 1)

    def batch(self, which: npt.NDArray[np.bool_]) -> tuple[Batch, Ints]:
        """The decisions at these tables, and the ids of their legal moves in one flat list."""
        env = self.env
        counts = env.n_legal[which]
        starts = np.zeros(len(counts) + 1, np.int64)
        np.cumsum(counts, out=starts[1:])
        widest = int(counts.max())
        legal = env.legal[which, :widest]
        moves = legal[np.arange(widest) < counts[:, None]].astype(np.int64)
        seats = np.repeat(env.rolls[which] * self.seats + env.to_act[which], counts)
        parts = self.parts[self.turned[seats, moves]]
        return Batch(self.rows, self.constants, env.observations[which], starts, parts), moves


def choose(found: Forward, starts: Ints, rng: np.random.Generator) -> Ints:
    """One legal move of each decision, as likely as the network makes it: its number in the flat list."""
    # In double precision, so that the sums of many decisions stay exact enough.
    total = np.cumsum(found.probabilities, dtype=np.float64)
    before = total[starts[:-1]] - found.probabilities[starts[:-1]]
    after = total[starts[1:] - 1]
    point = before + rng.random(len(before)) * (after - before)
    return np.clip(np.searchsorted(total, point, side="right"), starts[:-1], starts[1:] - 1)


class Lessons:
    """The decisions of one rollout at tables of one kind."""

    def __init__(self, tables: Tables, steps: int) -> None:
        n = tables.env.n_tables
        self.batches: list[Batch] = []
        self.chosen: list[Ints] = []
        self.log_before: list[Floats] = []
        self.magnet: list[Floats] = []
        """The logarithms of what the magnet makes of the legal moves, if there is one."""
        self.at: list[Ints] = []
        """The tables of each step's decisions."""
        self.values = np.zeros((steps, n), np.float32)
        self.seats = np.zeros((steps, n), np.int64)
        self.learned = np.zeros((steps, n), np.bool_)
        self.done = np.zeros((steps, n), np.bool_)
        self.outcomes = np.zeros((steps, n, tables.seats), np.float32)
        self.tables = tables

    def results(self) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """For each decision how its match ended for each side, one's own first, and for which that is known."""
        steps, n = self.values.shape
        tables = self.tables
        found = np.zeros((steps, n, tables.n_sides), np.float32)
        known = np.zeros((steps, n), np.bool_)
        last = np.zeros((n, tables.seats), np.float32)
        ended = np.zeros(n, np.bool_)
        every = np.arange(n)[:, None]
        # For each seat a seat of each side.
        of_side = np.array([[list(row).index(side) for side in range(tables.n_sides)] for row in tables.sides])
        for step in reversed(range(steps)):
            over = self.done[step]
            last[over] = self.outcomes[step][over]
            ended |= over
            known[step] = ended
            found[step] = last[every, of_side[self.seats[step]]]
        return found, known

    def advantages(self, decay: float) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """How much better each decision went than expected, and for which decisions that is known."""
        steps, n = self.values.shape
        found = np.zeros((steps, n), np.float32)
        known = np.zeros((steps, n), np.bool_)
        next_value = np.zeros((n, self.tables.seats), np.float32)
        next_advantage = np.zeros_like(next_value)
        has_next = np.zeros((n, self.tables.seats), np.bool_)
        every = np.arange(n)
        for step in reversed(range(steps)):
            over = self.done[step]
            next_value[over] = self.outcomes[step][over]
            next_advantage[over] = 0
            has_next[over] = True
            seat = self.seats[step]
            here = self.learned[step]
            value = self.values[step]
            advantage = next_value[every, seat] - value + decay * next_advantage[every, seat]
            known[step] = here & has_next[every, seat]
            found[step] = advantage
            advantage = np.where(has_next[every, seat], advantage, 0)
            next_value[every[here], seat[here]] = value[here]
            next_advantage[every[here], seat[here]] = advantage[here]
            has_next[every[here], seat[here]] = True
        return found, known


def play(
    tables: Tables,
    network: PolicyNetwork,
    rivals: Sequence[Rival],
    steps: int,
    rng: np.random.Generator,
    teacher: Rival | None = None,
    magnet: PolicyNetwork | None = None,
    by_chapter: bool = False,
) -> Lessons:
    """Play so many moves at every table; with a teacher its moves are played and remembered instead of one's own.

    `by_chapter` counts what each chapter of a match brings by itself, and not who wins in the end.
    """
    env = tables.env
    lessons = Lessons(tables, steps)
    for step in range(steps):
        # A seat with one legal move is not asked: it costs as much as a choice, and teaches nothing.
        actions = env.legal[:, 0].astype(np.int64)
        choices = env.n_legal > 1
        own = tables.own()
        learns = own & choices
        at = learns.nonzero()[0]
        lessons.seats[step] = env.to_act
        lessons.learned[step] = learns
        if len(at):
            batch, moves = tables.batch(learns)
            found = network.forward(batch, tables.n_sides)
            if teacher is None:
                chosen = choose(found, batch.starts, rng)
            else:
                wanted = np.repeat(teacher(tables, learns)[learns], np.diff(batch.starts))
                chosen = np.flatnonzero(moves == wanted)
            actions[at] = moves[chosen]
            lessons.batches.append(batch)
            lessons.chosen.append(chosen)
            lessons.log_before.append(np.log(found.probabilities[chosen] + 1e-12))
            lessons.values[step, at] = found.wins[:, 0]
            if magnet is not None:
                lessons.magnet.append(np.log(magnet.forward(batch, tables.n_sides).probabilities + 1e-6))
        lessons.at.append(at)
        for number, rival in enumerate(rivals):
            asked = ~own & choices & (tables.rival == number)
            if asked.any():
                actions[asked] = rival(tables, asked)[asked]
        env.step(actions)
        ended = env.done | tables.turn_pages() if by_chapter else env.done
        lessons.done[step] = ended
        if ended.any():
            won = outcomes(env.rewards, tables)
            lessons.outcomes[step] = tables.gains(ended, won) if by_chapter else won
    return lessons


def outcomes(rewards: npt.NDArray[np.float64], tables: Tables) -> Floats:
    """For each seat what its side got of the win."""
    best = rewards >= rewards.max(1, keepdims=True) - 1e-9
    return (best * (tables.seats / tables.n_sides) / best.sum(1, keepdims=True)).astype(np.float32)


def heuristic(tables: Tables, asked: npt.NDArray[np.bool_]) -> Ints:
    return tables.env.advice()


def at_random(tables: Tables, asked: npt.NDArray[np.bool_]) -> Ints:
    return tables.env.sample()


def frozen(network: PolicyNetwork, rng: np.random.Generator) -> Rival:
    """An earlier network."""

    def select(tables: Tables, asked: npt.NDArray[np.bool_]) -> Ints:
        batch, moves = tables.batch(asked)
        actions = np.zeros(tables.env.n_tables, np.int64)
        actions[asked] = moves[choose(network.forward(batch, tables.n_sides), batch.starts, rng)]
        return actions

    return select
