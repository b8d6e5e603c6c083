"""Comparison of a new bot with an old one: blocks of equal deals go through a sequential test until it decides.

Blocks are judged in the order of the schedule, in whatever order they arrive, so the verdict depends on the seed alone.
"""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from croupier.arena.compare.sprt import DEFAULT_HYPOTHESES, Hypotheses, Power, SequentialTest, Verdict, power
from croupier.arena.plan.blocks import NEW, OLD, Design
from croupier.arena.plan.orders import OrderCycle
from croupier.arena.plan.schedule import Pairing, Seating, match_seed
from croupier.arena.results.intervals import WIN, BlockVariance, saving_factor, win_parts
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Chunk, Executor, Played, Task, deals_in_chunk

CHUNK_MATCHES = 48  # matches, about; small, since what was handed out when the test stops is played for nothing


class Progress(msgspec.Struct, frozen=True):
    """Where the test stands after a block."""

    games: int
    gain: float
    ratio: float
    faults: int = 0


class Comparison(msgspec.Struct, frozen=True):
    """The result of a comparison."""

    hypotheses: Hypotheses
    verdict: Verdict
    blocks: int
    games: int
    parity: float
    """Wins per match of a bot that is as good as the others; the rate of OLD where it does not meet NEW."""
    rate: float
    """Wins per match of NEW, in the matches that were played."""
    gain: float
    """Beyond parity: the median-unbiased estimate, which allows for a test that stopped by itself."""
    interval: tuple[float, float]
    """For the gain, at level 1 - 2 alpha; right for a test that stopped by itself."""
    saving: float | None
    """How many times as many matches play without blocks would have needed; None if blocks never differed."""
    unpaired_games: int | None
    ratio: float
    faults: Mapping[str, Mapping[str, int]]
    """Of NEW and OLD, by kind."""
    path: tuple[Progress, ...]
    stopped: bool = False
    """Whether it was stopped before a verdict."""
    may_remember_deals: tuple[str, ...] = ()
    """Bots that cannot be restarted between the seatings of a deal: trusted in this process, or running elsewhere."""

    @property
    def level(self) -> float:
        return 1 - 2 * self.hypotheses.alpha

    def __repr__(self) -> str:
        low, high = (value * 100 for value in self.interval)
        gain = f"gain {self.gain * 100:+.1f} points ({low:+.1f} to {high:+.1f})"
        return f"<Comparison: {self.verdict}; {gain}; {self.games} matches>"

    def _repr_html_(self) -> str:
        """The comparison in a notebook: the verdict, the figures and how the test went."""
        from croupier.arena.report.page import comparison_in_cell

        return comparison_in_cell(self)


Observer = Callable[[Progress], None]


def run_comparison(
    executor: Executor,
    design: Design,
    root: int,
    hypotheses: Hypotheses = DEFAULT_HYPOTHESES,
    max_games: int = 100_000,
    observe: Observer | None = None,
    keep: Callable[[Played], None] | None = None,
    stop: StopFlag | None = None,
) -> Comparison:
    """Play until the test decides, `max_games` are played, or `stop` is set. `keep` gets every match that counts."""
    size = design.block_size
    test = SequentialTest(hypotheses, usual_variance(design))
    judge = _Judge(design)
    waiting: dict[int, list[Played]] = {}
    path: list[Progress] = []

    def chunks() -> Iterator[Chunk]:
        blocks = deals_in_chunk(size, CHUNK_MATCHES)
        cycle = OrderCycle(root, design.orders)
        for first in range(0, max(1, max_games // size), blocks):
            if test.verdict != "open" or (stop is not None and stop.is_set):
                return
            yield tuple(_tasks(cycle, root, range(first, min(first + blocks, max(1, max_games // size)))))

    block = 0

    def judged() -> None:
        """Every block that is complete now, in its turn."""
        nonlocal block
        while test.verdict == "open" and (len(waiting.get(block, ())) == size or block in broken_blocks(executor)):
            whole = sorted(waiting.pop(block, []), key=lambda each: each.number)
            block += 1
            if len(whole) < size:
                continue
            for each in whole if keep is not None else ():
                assert keep is not None
                keep(each)
            test.add(judge.gain(whole))
            path.append(Progress(test.blocks * size, test.mean, test.ratio, judge.fault_count))
            if observe is not None:
                observe(path[-1])

    matches = executor.play(chunks())
    for played in matches:
        waiting.setdefault(played.block, []).append(played)
        judged()
        if test.verdict != "open" or (stop is not None and stop.is_set):
            break
    judged()
    close = getattr(matches, "close", None)
    if close is not None:
        close()
    return _result(design, hypotheses, test, judge, path, stop is not None and stop.is_set and test.verdict == "open")


def broken_blocks(executor: Executor) -> set[int]:
    """The blocks of which a match had to be left out; they count for nothing."""
    return {skipped.task.pairing.block for skipped in executor.skipped}


def power_table(design: Design, hypotheses: Hypotheses, saving: float = 1.0) -> list[Power]:
    """Power of the test for several true gains, with this saving factor of the blocks."""
    variance = usual_variance(design) / saving
    return [power(hypotheses, variance, hypotheses.edge * times) for times in (-1.0, 0.0, 0.5, 1.0, 2.0, 4.0)]


def usual_variance(design: Design) -> float:
    """Of the gain in a block of independent matches between equals."""
    arms = [design.new, *([design.old] if design.old is not None else [])]
    return sum(arm.share * (1 - arm.share) / arm.size for arm in arms)


def _tasks(cycle: OrderCycle[tuple[Seating, ...]], root: int, blocks: range) -> Iterator[Task]:
    for block in blocks:
        seed, seatings = match_seed(root, block), cycle.next(block)
        for number, seating in enumerate(seatings):
            yield Task(block * len(seatings) + number, Pairing(block, seed, seating))


class _Judge:
    """Takes blocks apart: the gain of each, the variance between them, and the faults."""

    def __init__(self, design: Design) -> None:
        self._design = design
        arms = [design.new] if design.old is None else [design.new, design.old]
        self.variance = BlockVariance(*(arm.size for arm in arms))
        self.faults: dict[str, dict[str, int]] = {"new": {}, "old": {}}

    def gain(self, block: list[Played]) -> float:
        """Wins per match of NEW in this block beyond its share, or beyond those of OLD."""
        new = self._design.new.size
        arms = [_parts(block[:new], NEW)]
        parity = self._design.new.share
        if self._design.old is not None:
            arms.append(_parts(block[new:], OLD))
            parity = sum(arms[1]) / (WIN * len(arms[1]))
        self.variance.add(*arms)
        for played in block:
            for seat, kind in played.faults:
                if played.seating[seat] in (OLD, NEW):
                    own = self.faults["new" if played.seating[seat] == NEW else "old"]
                    own[kind] = own.get(kind, 0) + 1
        return sum(arms[0]) / (WIN * new) - parity

    @property
    def fault_count(self) -> int:
        return sum(sum(kinds.values()) for kinds in self.faults.values())


def _parts(matches: list[Played], entrant: int) -> list[int]:
    return [win_parts(played.seating, played.teams, played.places, (entrant,)) for played in matches]


def _result(
    design: Design, hypotheses: Hypotheses, test: SequentialTest, judge: _Judge, path: list[Progress], stopped: bool
) -> Comparison:
    games = test.blocks * design.block_size
    saving = saving_factor([judge.variance])
    low, high = test.interval()
    if design.old is None:
        low, high = max(low, -design.new.share), min(high, 1 - design.new.share)
    return Comparison(
        hypotheses,
        test.verdict,
        test.blocks,
        games,
        design.new.share if design.old is None else judge.variance.rate(1),
        judge.variance.rate(),
        test.gain,
        (low, high),
        saving,
        None if saving is None else round(games * saving),
        test.ratio,
        judge.faults,
        _thinned(path),
        stopped,
    )


def _thinned(path: list[Progress], most: int = 200) -> tuple[Progress, ...]:
    """Enough for a plot, the last one included."""
    step = max(1, round(len(path) / most))
    return tuple(path[len(path) - 1 :: -step][::-1]) if path else ()


def verdict_text(result: Comparison, old: str, new: str) -> str:
    """The verdict in words."""
    edge = f"{result.hypotheses.edge * 100:g}"
    low, high = (value * 100 for value in result.interval)
    if result.verdict == "better":
        return f"Yes: {new} is better than {old}."
    if result.verdict == "not better":
        if high < 0:
            return f"No: {new} is worse than {old}."
        return f"No: {new} is not better than {old} by {edge} points or more."
    why = "Stopped early" if result.stopped else "No verdict after all matches"
    lean = (
        "is neither clearly better nor clearly worse"
        if low <= 0 <= high
        else "looks better so far"
        if low > 0
        else "looks worse so far"
    )
    return f"{why}: {new} {lean}."
