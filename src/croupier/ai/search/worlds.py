"""Worlds that fit what one seat knows, drawn as often as they explain what the others did. Compiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.kernel.rng import Chance
from croupier.kernel.state import State

BATCH: Final = 256  # worlds that are drawn at once
MOST_DRAWN: Final = 1024


@final
@mypyc_attr(acyclic=True)
class WorldSampler:
    """Makes `world` a copy of `root` in which everything unknown lies somewhere."""

    def __init__(self, root: State, world: State, chance: Chance) -> None:
        self.root: State = root
        self.world: State = world
        self.chance: Chance = chance
        self.seat: i64 = 0
        """The seat that does the searching."""
        self.batch: vec[i64] = vec[i64]([0] * BATCH)
        self.left: i64 = 0
        """Worlds of the batch that were not used yet: its first ones."""
        self.last: i64 = 0
        """The seed of the world that was drawn last."""
        self.drawn: vec[i64] = vec[i64]([0] * MOST_DRAWN)
        self.weights: vec[i64] = vec[i64]([0] * MOST_DRAWN)
        self.is_first: bool = True
        self.weighs: bool = False
        # What the caller may change.
        self.watching: bool = True
        """Whether events in these worlds are made and hashed."""
        self.peeks: bool = False
        """For the benchmark that shows what peeking would be worth: the root is the truth and nothing is imagined."""
        self.candidates: i64 = 256
        """Worlds that are drawn and weighed for a batch, at most MOST_DRAWN; 0 to weigh none."""
        self.believes: bool = True
        """Whether worlds are made likelier by what the others did (`State.believe`)."""

    def prepare(self, seat: i64) -> None:
        """Begin to draw worlds for `root` as it is now."""
        self.seat = seat
        self.left = 0
        self.is_first = True
        self.weighs = self.candidates > 0 and not self.peeks

    def imagine(self, seed: i64) -> None:
        """Make `world` a copy of the root in which everything unknown lies where this seed puts it."""
        world = self.world
        world.watching = self.watching
        world.copy_from(self.root)
        if not self.peeks:
            world.imagine(self.seat, seed)
            if self.believes:
                world.believe(self.seat)

    def draw(self) -> i64:
        """The seed of another world."""
        if self.left == 0:
            self._draw_batch()
        self.left -= 1
        self.last = self.batch[self.left]
        return self.last

    def _draw_batch(self) -> None:
        """Draw worlds in proportion to how well they explain what the others did (`State.weight`)."""
        batch = self.batch
        chance = self.chance
        self.left = BATCH
        if not self.weighs:
            for i in range(i64(BATCH)):
                batch[i] = _seed(chance)
            return
        drawn = self.drawn
        weights = self.weights
        n: i64 = self.candidates
        total: i64 = 0
        same: bool = True
        for i in range(n):
            drawn[i] = _seed(chance)
            self.imagine(drawn[i])
            weight: i64 = self.world.weight(self.seat)
            weights[i] = weight
            total += weight
            if weight != weights[0]:
                same = False
        if same and self.is_first:
            self.weighs = False  # nothing tells worlds apart here
        self.is_first = False
        # Systematic resampling: one random offset, then equal steps through the weights.
        step: i64 = total // BATCH
        if step < 1:
            step = 1
        at: i64 = chance.below(step if step < 1000000000 else i64(1000000000))
        world: i64 = 0
        passed: i64 = weights[0]
        for k in range(i64(BATCH)):
            while passed <= at and world < n - 1:
                world += 1
                passed += weights[world]
            batch[k] = drawn[world]
            at += step
        # In random order: the early rounds of a search count most.
        chance.shuffle(batch, BATCH)


def _seed(chance: Chance) -> i64:
    """Below 2**62."""
    return (chance.word() << 30) | (chance.word() & 0x3FFFFFFF)
