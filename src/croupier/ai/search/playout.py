"""Play from a position to the end by the game's heuristic, and what each seat gets for it. Compiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.kernel.rng import Chance, purpose
from croupier.kernel.state import LEGAL_LIMIT, State

SEARCH: Final = purpose("search")
FORECASTS: Final = 1  # the stream of a forecast; 0 is that of a search
NOBODY: Final = -1
WHOLE_MATCH: Final = 5000  # more moves than any playout should have


@final
@mypyc_attr(acyclic=True)
class Playout:
    """The playout policy, and the rewards of the last position that it judged."""

    def __init__(self, seats: i64, chance: Chance) -> None:
        self.chance: Chance = chance
        self.moves: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self.rewards: vec[i64] = vec[i64]([0] * seats)
        """Of each seat."""
        # What the caller may change.
        self.randomness: i64 = 819
        """How many of 4096 moves of the seat that searches are random instead of the heuristic's."""
        self.rival_randomness: i64 = 819
        """The same for the moves of all others."""
        self.wins_only: bool = True
        """Whether a place that does not win is worth nothing, whatever the game gives for it."""

    def run(self, world: State, me: i64, chapter: i64, horizon: i64) -> None:
        """Play `horizon` moves, or to the end of the match or the chapter if that comes first; then judge."""
        world.watching = False
        moves = self.moves
        chance = self.chance
        own: i64 = self.randomness
        rivals: i64 = self.rival_randomness
        left: i64 = horizon
        while world.to_act >= 0 and left > 0 and world.chapter() == chapter:
            n: i64 = world.legal(moves)
            move: i64 = moves[0]
            if n > 1:
                # Where many are asked at once, one random answer in five would be a blunder in nearly every window.
                randomness: i64 = own if world.to_act == me else rivals
                if world.sealed == 0 and chance.word() >> 20 < randomness:
                    move = moves[chance.below(n)]
                else:
                    move = world.hint(chance.word(), moves, n)
            world.apply(move)
            left -= 1
        self.judge(world)

    def forecast(self, world: State, truth: State, seed: i64) -> None:
        """Play a copy of `truth` to the end in `world`, for those who look back at a match with all cards open."""
        self.chance.start(seed, SEARCH, FORECASTS)
        world.copy_from(truth)
        self.run(world, NOBODY, truth.chapter(), WHOLE_MATCH)

    def judge(self, world: State) -> None:
        """Fill `rewards` with what each seat got, or may expect at the end of a chapter."""
        rewards = self.rewards
        over: bool = world.to_act < 0
        for seat in range(world.seats):
            if not over:
                rewards[seat] = world.outlook(seat)
            elif self.wins_only and world.place(seat) != 1:
                rewards[seat] = 0
            else:
                rewards[seat] = world.reward(seat)
