"""A policy network in whole numbers, which are the same on every machine. Compiled.

Entries of an observation are mostly 0, so the first layer adds up the rows of those that are not. Scores of parts are
worked out only for moves that are legal.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from croupier.ai.observation.buffers import ObservationBuffer
from croupier.ai.observation.encoder import roll_of
from croupier.kernel.rng import Chance
from croupier.kernel.state import LEGAL_LIMIT, State

ACTIVATION_BITS: Final = 8  # behind the point, in activations and logits
INPUT_BITS: Final = 4
ONE: Final = 16  # an input of 1
FULL: Final = 0x10000000000
"""2**40, the weight of the best move before it is cut to 30 bits."""
_STEP: Final = 1095225038176  # 2**40 * exp(-1 / 256), rounded
NEGLIGIBLE: Final = 50
"""A move that is so many times less likely than the best one is never played."""
SPARE_BITS: Final = 12
"""Of a move's weight that do not matter."""
TOGETHER: Final = 4  # rows that are added up at once
STEPS: Final = 16 << ACTIVATION_BITS
"""A move whose logit is so much lower has no weight."""


def _decaying() -> list[int]:
    """2**40 * exp(-i / 256), by whole numbers alone."""
    found = [FULL]
    while len(found) < STEPS:
        found.append((found[-1] * _STEP) >> 40)
    return found


def _logarithms() -> list[int]:
    """16 * log2(entry + 1), rounded down, by whole numbers alone."""
    return [((entry + 1) ** (1 << INPUT_BITS)).bit_length() - 1 for entry in range(128)]


DECAYING: Final = vec[i64]([value >> 10 for value in _decaying()])
LOGARITHMS: Final = vec[i64](_logarithms())


@final
@mypyc_attr(acyclic=True)
class IntegerNet:
    """The weights, and room for one evaluation."""

    def __init__(
        self, hidden: tuple[int, int], n_parts: int, shifts: tuple[int, int, int, int], layers: dict[str, list[int]]
    ) -> None:
        """`shifts` are the bits behind the point in the first and second layer, the parts and the wins."""
        self.n_first: i64 = hidden[0]
        self.n_second: i64 = hidden[1]
        self.n_parts: i64 = n_parts
        self.first_shift: i64 = shifts[0]
        self.second_shift: i64 = shifts[1]
        self.part_shift: i64 = shifts[2]
        self.win_shift: i64 = shifts[3]
        self.w1: vec[i16] = vec[i16](layers["w1"])
        """A row of the first layer after the other."""
        self.b1: vec[i64] = vec[i64](layers["b1"])
        self.w2: vec[i16] = vec[i16](layers["w2"])
        self.b2: vec[i64] = vec[i64](layers["b2"])
        self.w_parts: vec[i16] = vec[i16](layers["parts"])
        """The weights of a part after the other."""
        self.b_parts: vec[i64] = vec[i64](layers["part_bias"])
        self.w_wins: vec[i16] = vec[i16](layers["wins"])
        """The weights of a side after the other."""
        self.b_wins: vec[i64] = vec[i64](layers["win_bias"])
        self.first: vec[i64] = vec[i64]([0] * hidden[0])
        self.second: vec[i64] = vec[i64]([0] * hidden[1])
        self.part_scores: vec[i64] = vec[i64]([0] * n_parts)
        self.part_stamps: vec[i64] = vec[i64]([0] * n_parts)
        self.stamp: i64 = 0
        room = max(hidden[0], len(layers["w1"]) // hidden[0]) + TOGETHER
        self.factors: vec[i64] = vec[i64]([0] * room)
        """Of rows that are added up, and where the rows begin."""
        self.places: vec[i64] = vec[i64]([0] * room)


def add_rows(sums: vec[i64], n: i64, weights: vec[i16], factors: vec[i64], places: vec[i64], count: i64) -> None:
    """Add `count` rows of n weights to `sums`, each times its factor; four at a time, as reading `sums` costs most."""
    while count % TOGETHER != 0:
        factors[count] = 0
        places[count] = 0
        count += 1
    k: i64 = 0
    while k < count:
        f0: i64 = factors[k]
        f1: i64 = factors[k + 1]
        f2: i64 = factors[k + 2]
        f3: i64 = factors[k + 3]
        p0: i64 = places[k]
        p1: i64 = places[k + 1]
        p2: i64 = places[k + 2]
        p3: i64 = places[k + 3]
        j: i64 = 0
        while j < n:
            sums[j] += f0 * i64(weights[p0]) + f1 * i64(weights[p1]) + f2 * i64(weights[p2]) + f3 * i64(weights[p3])
            j += 1
            p0 += 1
            p1 += 1
            p2 += 1
            p3 += 1
        k += TOGETHER


@final
@mypyc_attr(acyclic=True)
class Evaluator:
    """A network at tables of one kind."""

    def __init__(
        self,
        net: IntegerNet,
        buffer: ObservationBuffer,
        rows: list[int],
        constants: list[int],
        turned: list[int],
        parts: list[int],
        width: int,
        sides: list[int],
        n_sides: int,
        n_rolls: int,
    ) -> None:
        """`rows`, `constants`, `turned`, `parts` and `sides` as in `inputs`, one row after the other; `parts` has
        `width` columns, and -1 where a move has no more parts."""
        self.net: IntegerNet = net
        self.buffer: ObservationBuffer = buffer
        self.rows: vec[i64] = vec[i64](rows)
        self.constants: vec[i64] = vec[i64](constants)
        self.turned: vec[i64] = vec[i64](turned)
        self.parts: vec[i64] = vec[i64](parts)
        self.width: i64 = width
        self.sides: vec[i64] = vec[i64](sides)
        self.n_sides: i64 = n_sides
        self.n_moves: i64 = len(parts) // width
        self.turn: i64 = 0
        """Where the moves begin in `turned` as they are counted now."""
        self.seats: i64 = int(len(turned) // (len(parts) // width) // n_rolls)
        self.weights: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        """Of the legal moves that were scored last: how likely each is, up to a factor."""
        self.wins: vec[i64] = vec[i64]([0] * n_sides)
        """How likely each side wins, in thousandths, one's own first."""

    def look(self, state: State, seat: i64) -> None:
        """See the table as `seat` does."""
        self.buffer.write_observation(state, seat)
        self._think(seat)

    def look_at_snapshot(self, ints: tuple[int, ...], seat: i64) -> None:
        """The same from the integers of a view."""
        self.buffer.write_snapshot(ints, seat)
        self._think(seat)

    def _think(self, seat: i64) -> None:
        net = self.net
        buffer = self.buffer
        roll: i64 = roll_of(buffer.program, seat * buffer.stride, buffer.ints)
        self.turn = (roll * self.seats + seat) * self.n_moves
        net.stamp += 1
        n: i64 = net.n_first
        first = net.first
        w1 = net.w1
        b1 = net.b1
        for j in range(n):
            first[j] = b1[j]
        constants = self.constants
        at: i64
        for i in range(i64(len(constants))):
            at = constants[i] * n
            for j in range(n):
                first[j] += i64(w1[at + j]) * ONE
        rows = self.rows
        row = self.buffer.row
        factors = net.factors
        places = net.places
        count: i64 = 0
        entry: i64 = 0
        for i in range(self.buffer.words):
            packed: i64 = row[i]
            k: i64 = entry
            while packed != 0:
                value: i64 = packed & 127
                if value != 0 and rows[k] >= 0:
                    factors[count] = LOGARITHMS[value]
                    places[count] = rows[k] * n
                    count += 1
                packed >>= 8
                k += 1
            entry += 8
        add_rows(first, n, w1, factors, places, count)
        down: i64 = net.first_shift + INPUT_BITS - ACTIVATION_BITS
        second = net.second
        w2 = net.w2
        b2 = net.b2
        m: i64 = net.n_second
        for j in range(m):
            second[j] = b2[j]
        count = 0
        active: i64
        for k in range(n):
            active = first[k] >> down
            if active > 0:
                factors[count] = active
                places[count] = k * m
                count += 1
        add_rows(second, m, w2, factors, places, count)
        shift: i64 = net.second_shift
        for j in range(m):
            active = second[j] >> shift
            second[j] = active if active > 0 else i64(0)

    def score(self, moves: vec[i64], n: i64) -> i64:
        """Write into `weights` how likely each of the n legal `moves` is; the sum of them."""
        weights = self.weights
        turned = self.turned
        parts = self.parts
        width: i64 = self.width
        base: i64 = self.turn
        best: i64 = -0x3FFFFFFFFFFFFFFF
        for i in range(n):
            at: i64 = turned[base + moves[i]] * width
            logit: i64 = 0
            for k in range(at, at + width):
                if parts[k] >= 0:
                    logit += self._part(parts[k])
            weights[i] = logit
            if logit > best:
                best = logit
        total: i64 = 0
        for i in range(n):
            lower: i64 = best - weights[i]
            weight: i64 = 0
            if lower < STEPS:
                weight = DECAYING[lower]
            weights[i] = weight
            total += weight
        return total

    def draw(self, moves: vec[i64], n: i64, chance: Chance) -> i64:
        """The number of one of the n legal `moves`, as often as the policy plays it; negligible ones never."""
        self.score(moves, n)
        weights = self.weights
        best: i64 = 0
        for i in range(n):
            weights[i] >>= SPARE_BITS
            if weights[i] > best:
                best = weights[i]
        least: i64 = best // NEGLIGIBLE
        total: i64 = 0
        for i in range(n):
            if weights[i] < least:
                weights[i] = 0
            total += weights[i]
        point: i64 = chance.below(total)
        index: i64 = 0
        while point >= weights[index]:
            point -= weights[index]
            index += 1
        return index

    def outlook(self) -> i64:
        """How likely the side that looked wins, in thousandths."""
        self.judge()
        return self.wins[0]

    def _part(self, part: i64) -> i64:
        net = self.net
        scores = net.part_scores
        if net.part_stamps[part] == net.stamp:
            return scores[part]
        m: i64 = net.n_second
        at: i64 = part * m
        second = net.second
        w = net.w_parts
        total: i64 = net.b_parts[part]
        for j in range(m):
            total += second[j] * i64(w[at + j])
        total >>= net.part_shift
        scores[part] = total
        net.part_stamps[part] = net.stamp
        return total

    def judge(self) -> None:
        """Write into `wins` how likely each side wins."""
        net = self.net
        wins = self.wins
        second = net.second
        w = net.w_wins
        m: i64 = net.n_second
        best: i64 = -0x3FFFFFFFFFFFFFFF
        for side in range(self.n_sides):
            total: i64 = net.b_wins[side]
            at: i64 = side * m
            for j in range(m):
                total += second[j] * i64(w[at + j])
            total >>= net.win_shift
            wins[side] = total
            if total > best:
                best = total
        total = 0
        for side in range(self.n_sides):
            lower: i64 = best - wins[side]
            weight: i64 = 0
            if lower < STEPS:
                weight = DECAYING[lower]
            wins[side] = weight
            total += weight
        for side in range(self.n_sides):
            wins[side] = wins[side] * 1000 // total
