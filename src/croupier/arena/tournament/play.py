"""Play a tournament: rounds of lineups become deal blocks, and blocks become results.

Everything follows from the root seed and the results; a duel that is decided gets no further blocks.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from croupier.arena.plan.blocks import Side, all_permutations, lineup_orders, seat_sides
from croupier.arena.plan.orders import OrderCycle
from croupier.arena.plan.schedule import Orders, Pairing, match_seed
from croupier.arena.results.intervals import WIN, win_parts
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Chunk, Executor, Played, Task, deals_in_chunk
from croupier.arena.tournament.formats import Format, Meeting, Round
from croupier.arena.tournament.lineups import Lineup

CHUNK_MATCHES = 48  # matches, about


class TournamentEntries(msgspec.Struct, frozen=True):
    """The entries of a tournament: bots, or partners that stay together."""

    teams: tuple[int, ...]
    """The team of each seat."""
    sides: tuple[Side, ...]
    """The entrants of each entry."""
    permute: bool = False

    def orders(self, lineup: Lineup) -> Orders:
        """The blocks of a lineup, for each order of its entries."""
        sides = [self.sides[entry] for entry in lineup]
        if self.permute:
            return (all_permutations(self.teams, seat_sides(self.teams, sides)),)
        return lineup_orders(self.teams, sides)


PlayedRounds = tuple[tuple[Round, tuple[Meeting, ...]], ...]
Keep = Callable[[Played], None]


class RoundRunner:
    """Plays one tournament."""

    def __init__(
        self, executor: Executor, entries: TournamentEntries, root: int, blocks: int, stop: StopFlag | None = None
    ) -> None:
        self._executor = executor
        self._entries = entries
        self._root = root
        self._blocks = blocks
        self._stop = stop or StopFlag()
        self._next_block = self._next_task = 0

    def play(self, form: Format, keep: Keep) -> PlayedRounds:
        """Play all rounds, or until the stop flag is set; `keep` gets every match as it ends."""
        rounds: list[tuple[Round, tuple[Meeting, ...]]] = []
        while not self._stop.is_set and (coming := form.next_round(rounds)) is not None:
            meetings = self._round(coming, keep)
            if meetings is None:
                break
            rounds.append((coming, meetings))
        return tuple(rounds)

    def _round(self, coming: Round, keep: Keep) -> tuple[Meeting, ...] | None:
        tables = [_Table(self._entries, lineup, self._root) for lineup in coming.lineups]
        if coming.best_of is None:
            whole = self._play([(table, self._blocks) for table in tables], keep)
        else:
            whole = True
            while whole and (open_ := [table for table in tables if not table.decided(coming.best_of)]):
                # All blocks that are needed at least, in all duels at the same time.
                whole = self._play([(table, table.needed(coming.best_of)) for table in open_], keep)
        return tuple(table.meeting() for table in tables) if whole else None

    def _play(self, wanted: Sequence[tuple["_Table", int]], keep: Keep) -> bool:
        """Play blocks at tables; whether all were played."""
        owners: dict[int, _Table] = {}
        chunks: list[Chunk] = []
        for table, blocks in wanted:
            tasks: list[Task] = []
            for _ in range(blocks):
                block, self._next_block = self._next_block, self._next_block + 1
                owners[block] = table
                for seating in table.cycle.next(block):
                    tasks.append(Task(self._next_task, Pairing(block, match_seed(self._root, block), seating)))
                    self._next_task += 1
            size = deals_in_chunk(table.block_size, CHUNK_MATCHES) * table.block_size
            chunks += [tuple(tasks[at : at + size]) for at in range(0, len(tasks), size)]
        left = sum(len(chunk) for chunk in chunks)
        matches = self._executor.play(self._until_stopped(chunks))
        for played in matches:
            keep(played)
            owners[played.block].add(played)
            left -= 1
            if self._stop.is_set:
                break
        close = getattr(matches, "close", None)
        if close is not None:
            close()
        return left <= len([one for one in self._executor.skipped if one.task.pairing.block in owners])

    def _until_stopped(self, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
        for chunk in chunks:
            if self._stop.is_set:
                return
            yield chunk


class _Table:
    """One lineup and its results so far."""

    def __init__(self, entries: TournamentEntries, lineup: Lineup, root: int) -> None:
        self.lineup = lineup
        orders = entries.orders(lineup)
        self.block_size = len(orders[0])
        self.cycle = OrderCycle(root, orders)
        self._sides = [entries.sides[entry] for entry in lineup]
        self._open: dict[int, list[Played]] = {}
        self._blocks: dict[int, tuple[tuple[float, float], ...]] = {}

    def add(self, played: Played) -> None:
        block = self._open.setdefault(played.block, [])
        block.append(played)
        if len(block) == self.block_size:
            block.sort(key=lambda each: each.number)
            self._blocks[played.block] = tuple(
                (sum(_wins(each, side) for each in block), sum(_score(each, side) for each in block))
                for side in self._sides
            )
            del self._open[played.block]

    def meeting(self) -> Meeting:
        blocks = [self._blocks[block] for block in sorted(self._blocks)]
        return Meeting(
            self.lineup,
            tuple(sum(block[i][0] for block in blocks) for i in range(len(self.lineup))),
            tuple(sum(block[i][1] for block in blocks) for i in range(len(self.lineup))),
            tuple(sum(_block_share(block, i) for block in blocks) for i in range(len(self.lineup))),
            len(blocks),
        )

    def needed(self, best_of: int) -> int:
        """The fewest blocks that could still decide the duel."""
        meeting = self.meeting()
        leader = max(meeting.blocks)
        return max(1, min(int(best_of / 2 - leader) + 1, best_of - meeting.played))

    def decided(self, best_of: int) -> bool:
        """Whether an entry has more than half of the blocks, or all are played."""
        meeting = self.meeting()
        return meeting.played >= best_of or max(meeting.blocks) > best_of / 2


def _wins(played: Played, side: Side) -> float:
    return win_parts(played.seating, played.teams, played.places, side) / WIN


def _score(played: Played, side: Side) -> float:
    own = [score for score, entrant in zip(played.scores, played.seating, strict=True) if entrant in side]
    return sum(own) / len(own)


def _block_share(block: Sequence[tuple[float, float]], number: int) -> float:
    """The share of a block that an entry won: the most wins win it, equal wins share it."""
    most = max(wins for wins, _ in block)
    best = [i for i, (wins, _) in enumerate(block) if wins >= most - 1e-9]
    return 1 / len(best) if number in best else 0.0
