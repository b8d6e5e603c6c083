"""Many tables at once on the compiled core: moves in; observations, masks, seats and rewards out. Compiled.

All of it is written into vectors that NumPy looks at without copying (see `croupier.rl.vector`). A table whose match is
over deals the next one at once.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from croupier.ai.observation.encoder import INTS, encode, roll_of
from croupier.kernel.rng import SEED_LIMIT, Chance, purpose
from croupier.kernel.state import LEGAL_LIMIT, State

_SAMPLE: Final = purpose("sample")


@final
@mypyc_attr(acyclic=True)
class Tables:
    """As many matches side by side as there are states, which have the same class and settings."""

    def __init__(self, states: list[State], program: list[int], stride: int, words: int, moves: int, seed: int) -> None:
        n: i64 = len(states)
        seats: i64 = states[0].seats
        self.n: i64 = n
        self.seats: i64 = seats
        self.moves: i64 = moves
        self.words: i64 = words
        self.stride: i64 = stride
        self.states: list[State] = states
        self.program: vec[i64] = vec[i64](program)
        self.rows: vec[i64] = vec[i64]([0] * (len(states) * words))
        """The observations, eight entries to a word."""
        self.mask: vec[u8] = vec[u8]([0] * (len(states) * moves))
        """1 for a legal move."""
        self.to_act: vec[i64] = vec[i64]([0] * len(states))
        """Whose observation and mask it is."""
        self.rolls: vec[i64] = vec[i64]([0] * len(states))
        """From where rolled features and moves are counted in the observation."""
        self.rewards: vec[float] = vec[float]([0.0] * (len(states) * int(seats)))
        """Of the matches that ended with the last step; they add up to 0."""
        self.done: vec[u8] = vec[u8]([0] * len(states))
        """1 where a match ended with the last step, so that what is shown belongs to the next."""
        self.chosen: vec[i64] = vec[i64]([0] * len(states))
        """By `sample` or `advise`."""
        self.matches: i64 = 0
        """How many have ended."""
        self.decisions: i64 = 0
        self.seed: i64 = seed
        self.dealt: i64 = 0
        self.chance: Chance = Chance()
        self.ints: vec[i64] = vec[i64]([0] * INTS)
        self.buffer: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self.legal: vec[i16] = vec[i16]([0] * (len(states) * LEGAL_LIMIT))
        self.n_legal: vec[i64] = vec[i64]([0] * len(states))
        for state in states:
            state.watching = False

    def restart(self, seed: int) -> None:
        """Deal a new match at every table; the same seed gives the same matches."""
        self.seed = seed
        self.dealt = 0
        self.chance.start(seed, _SAMPLE, 0)
        for i in range(self.n):
            self._deal(i)
            self._settle(i, False)
            self._show(i)

    def step(self, actions: bytes) -> None:
        """Play a move at every table: two bytes each, the lower one first. Nothing happens if one is illegal."""
        n: i64 = self.n
        if len(actions) != 2 * n:
            raise ValueError(f"{len(actions) // 2} actions for {n} tables")
        mask = self.mask
        moves: i64 = self.moves
        for i in range(n):
            asked: i64 = actions[2 * i] | (actions[2 * i + 1] << 8)
            if asked >= moves or mask[i * moves + asked] == 0:
                raise ValueError(f"table {i}: action {asked} is not legal; the mask says which are")
        for i in range(n):
            move: i64 = actions[2 * i] | (actions[2 * i + 1] << 8)
            state = self.states[i]
            state.apply(move)
            over: bool = state.to_act < 0
            self._settle(i, over)
            if over:
                self.matches += 1
                self._deal(i)
            self._show(i)
        self.decisions += n

    def sample(self) -> None:
        """Put into `chosen` a legal move for every table, each as likely as any other."""
        chance = self.chance
        n_legal = self.n_legal
        chosen = self.chosen
        legal = self.legal
        for i in range(self.n):
            chosen[i] = i64(legal[i * LEGAL_LIMIT + chance.below(n_legal[i])])

    def advise(self) -> None:
        """Put into `chosen` what the game's heuristic plays at every table."""
        chance = self.chance
        buffer = self.buffer
        chosen = self.chosen
        for i in range(self.n):
            state = self.states[i]
            count: i64 = state.legal(buffer)
            chosen[i] = state.hint(chance.word(), buffer, count)

    def _deal(self, i: i64) -> None:
        state = self.states[i]
        state.start((self.seed + self.dealt) % SEED_LIMIT)
        self.dealt += 1

    def _settle(self, i: i64, over: bool) -> None:
        """Rewards, from which what everybody gets on average is taken off; nothing while the match goes on."""
        done = self.done
        if not over:
            if done[i] == 0:
                return
            done[i] = 0
        else:
            done[i] = 1
        state = self.states[i]
        rewards = self.rewards
        seats: i64 = self.seats
        total: i64 = 0
        if over:
            for seat in range(seats):
                total += state.reward(seat)
        for seat in range(seats):
            mine: float = 0.0
            if over:
                mine = (float(state.reward(seat)) - float(total) / float(seats)) / 500.0
            rewards[i * seats + seat] = mine

    def _show(self, i: i64) -> None:
        """What the seat to act sees and may do."""
        state = self.states[i]
        mask = self.mask
        legal = self.legal
        buffer = self.buffer
        n_legal = self.n_legal
        first: i64 = i * LEGAL_LIMIT
        row: i64 = i * self.moves
        for j in range(n_legal[i]):
            mask[row + i64(legal[first + j])] = 0
        count: i64 = state.legal(buffer)
        n_legal[i] = count
        for j in range(count):
            move: i64 = buffer[j]
            legal[first + j] = i16(move)
            mask[row + move] = 1
        seat: i64 = state.to_act
        self.to_act[i] = seat
        state.write_snapshot(seat, self.ints)
        self.rolls[i] = roll_of(self.program, seat * self.stride, self.ints)
        encode(self.program, seat * self.stride, self.ints, self.rows, i * self.words, self.words)
