"""How strong the built-in search is: contests on deal blocks, with intervals, that can be stopped and taken up again.

The contests are a table. After every block the sums are written to a file, so a run that ends goes on where it was.
The contest that is done soonest is played to its end, so that an hour is spent on many answers rather than on a part
of each.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.ai.search.bots import IsmctsBot
from croupier.ai.search.search import Search
from croupier.arena.plan.schedule import all_seatings, match_seed
from croupier.arena.results.totals import Record, Totals
from croupier.arena.run.task import Played
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.spec import load_bots

ROOT: Final = 9
BLOCKS: Final = 400
LADDER_BLOCKS: Final = 60
PEEKING: Final = "peeking"
"""Looks at all cards. Not a bot that anybody can enter: it is made here and nowhere else."""
GUESS: Final = {"cuttle": 0.1, "kittens": 0.7, "belote": 1.0, "coup": 1.5, "bluff": 9.0}
"""Seconds a block takes with one search of 1,000 iterations; only for the order, until a block was played."""
SEARCHING: Final = {"ismcts": 1000, "mcts": 1000, "hard": 1000}
"""The bots that search, and how many iterations they make unless told otherwise."""
SEATS: Final = {"cuttle": 2, "kittens": 4, "coup": 4, "bluff": 4, "belote": 4}


class Contest(msgspec.Struct, frozen=True):
    """One question about strength."""

    game: str
    bot: str
    against: str
    target: float = 0.0
    """The share of wins it should have; 0 if it is only told."""
    blocks: int = BLOCKS
    alone: bool = True
    """One seat (or team) against all others; else seats are shared evenly, and parity is one half."""
    sequential: bool = False
    """Stops as soon as the interval leaves one half."""

    @property
    def key(self) -> str:
        return f"{self.game}: {self.bot} against {self.against}{'' if self.alone else ', evenly'}"


class Tally(msgspec.Struct):
    """What is known so far."""

    record: Record = Record()
    seconds: float = 0.0
    """In which the bot in question made its decisions."""
    decisions: int = 0
    played: float = 0.0
    """Seconds that the blocks took, all bots together."""

    @property
    def milliseconds(self) -> float:
        return 1000 * self.seconds / self.decisions if self.decisions else 0.0


def contests(game: str = "") -> list[Contest]:
    """All of them, or those of one game."""
    table = [
        Contest("cuttle", "ismcts", "random", 0.95),
        Contest("cuttle", "ismcts", "heuristic", 0.70),
        Contest("kittens", "ismcts", "heuristic", 0.36),
        Contest("kittens", "ismcts:think=50ms", "heuristic", 0.45),
        Contest("coup", "ismcts", "heuristic", 0.40),
        Contest("bluff", "ismcts", "heuristic", 0.40),
        Contest("belote", "ismcts", "heuristic", 0.65),  # that is `calculating`, the strongest baseline
        Contest("belote", "ismcts", "deterministic", 0.5, LADDER_BLOCKS),
        *(Contest(name, "mcts", "heuristic", blocks=LADDER_BLOCKS) for name in SEATS),
        *(Contest(name, PEEKING, "heuristic", blocks=LADDER_BLOCKS) for name in SEATS),
        *(
            Contest(name, f"ismcts:iterations={more}", f"ismcts:iterations={less}", 0.5, LADDER_BLOCKS, False, True)
            for name in SEATS
            for less, more in ((100, 1000), (1000, 10_000))
        ),
        *(
            Contest(name, better, worse, 0.5, BLOCKS, False, True)
            for name in SEATS
            for worse, better in (("noob", "easy"), ("easy", "medium"), ("medium", "hard"))
        ),
        # Elsewhere they are the searches of 1,000 and 10,000 iterations.
        Contest("bluff", "insane", "hard", 0.5, BLOCKS, False, True),
    ]
    return [contest for contest in table if game in ("", contest.game)]


class Ledger:
    """The tallies, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.tallies: dict[str, Tally] = {}
        if path.exists():
            self.tallies = msgspec.json.decode(path.read_bytes(), type=dict[str, Tally])

    def of(self, contest: Contest) -> Tally:
        return self.tallies.setdefault(contest.key, Tally())

    def save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(self.tallies), indent=1))
        fresh.replace(self._path)


def is_done(contest: Contest, tally: Tally) -> bool:
    """Whether enough blocks were played."""
    record = tally.record
    if record.blocks >= contest.blocks:
        return True
    low, high = record.interval
    return contest.sequential and record.blocks >= 8 and (low > 0.5 or high < 0.5)


def seconds_left(contest: Contest, tally: Tally) -> float:
    """How long this contest will go on if blocks take as long as they did, or as is guessed before the first."""
    blocks = tally.record.blocks
    if is_done(contest, tally):
        return 0.0
    return (contest.blocks - blocks) * (tally.played / blocks if blocks else _guess(contest))


def _guess(contest: Contest) -> float:
    """How long a block takes: longer with more iterations, and where searches share the seats."""
    cost = 0.0
    for spec in (contest.bot, contest.against):
        name, _, options = spec.partition(":")
        if name in (*SEARCHING, PEEKING):
            cost += float(options.partition("iterations=")[2] or SEARCHING.get(name, 1000)) / 1000
    return GUESS[contest.game] * max(cost, 0.02) * (1 if contest.alone else 6)


def play_on(
    ledger: Ledger,
    wanted: Sequence[Contest],
    seconds: float | None,
    told: Callable[[Contest, Tally], None],
    stopped: Callable[[], bool] = lambda: False,
) -> bool:
    """Play blocks until all contests are done, the time is over or somebody says so; whether all are done."""
    deadline = None if seconds is None else monotonic() + seconds
    while left := [contest for contest in wanted if not is_done(contest, ledger.of(contest))]:
        if stopped() or (deadline is not None and monotonic() >= deadline):
            return False
        contest = min(left, key=lambda contest: seconds_left(contest, ledger.of(contest)))
        tally = ledger.of(contest)
        began = monotonic()
        play_block(contest, tally, tally.record.blocks)
        tally.played += monotonic() - began
        ledger.save()
        told(contest, tally)
    return True


def play_block(contest: Contest, tally: Tally, block: int) -> None:
    """One deal in every seating."""
    game = find_game(contest.game)
    settings = game.settings(game.fair_settings)
    seats = SEATS[game.name]
    teams = game.teams(settings, seats)
    totals = Totals(2)
    for number, seating in enumerate(_seatings(contest, teams)):
        match = Match(game, settings, [f"p{seat}" for seat in range(seats)], match_seed(ROOT, block), talk=False)
        bots = [_bot(game, contest.against if who else contest.bot, match) for who in seating]
        run_bots(match, bots)
        for step in match.steps:
            if step.faults:
                # Safe moves would be counted as weak play: a bot of the house that fails is a mistake of ours.
                raise RuntimeError(f"{contest.key}: seat {step.seat} failed in block {block}: {step.faults[0]}")
            if seating[step.seat] == 0:
                tally.seconds += step.seconds
                tally.decisions += 1
        result = match.result()
        won = (result.places, result.scores, result.ending)
        totals.add(Played(number, block, match.seed, seating, teams, *won, len(match.steps)))
    tally.record += totals.standings().records[0]


def _seatings(contest: Contest, teams: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """For each seat 0, the bot in question, or 1, one of the others."""
    if contest.alone:
        yield from (tuple(int(team != own) for team in teams) for own in sorted(set(teams)))
    elif len(set(teams)) < len(teams):
        yield from all_seatings(teams, 2)
    else:
        # Whom one sits next to matters: not only in turns, but in every way to share the seats.
        yield from sorted(set(permutations(seat % 2 for seat in range(len(teams)))))


def _bot(game: Game, spec: str, match: Match) -> Bot[Any, Any]:
    if spec == PEEKING:
        return _Peeking(game, match)
    return load_bots(game, [spec], BUILT_IN)[0].make()


class _Peeking(IsmctsBot):
    """Searches the truth instead of imagined worlds: what perfect knowledge of all cards would be worth."""

    def __init__(self, game: Game, match: Match) -> None:
        super().__init__(game, notes=False)
        self._match = match

    def set_up(self, search: Search) -> None:
        search.open_worlds = False
        search.peeks = True

    def decide(self, decision: Decision[Any, Any]) -> int:
        search = self._search
        search.begin_at(self._match.state, self.seat, self.rng.getrandbits(60))
        search.run(self.iterations)
        return search.best()
