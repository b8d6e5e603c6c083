"""Strength of the built-in search: a table of tests on deal blocks, which can be stopped and resumed.

The sums of every test are written to one small file after each block, and a later run goes on from there. The test that
will be done soonest is played first, so that an hour gives many whole answers.
"""

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from croupier.ai.learned.weights import has_guide, shipped_policy
from croupier.ai.search.bots import IsmctsBot, solves_without_policy
from croupier.ai.search.search import Search
from croupier.arena.bench.zoo import maker_of
from croupier.arena.plan.blocks import NEW, halves_design, lone_design
from croupier.arena.plan.schedule import match_seed
from croupier.arena.results.totals import EntrantRecord, Totals
from croupier.arena.run.task import Played
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.run_players import run_bots

ROOT_SEED: Final = 9
BLOCKS: Final = 400
LADDER_BLOCKS: Final = 60
LEVEL_BLOCKS: Final = 200
MIN_BLOCKS: Final = 8
"""Blocks before a sequential test may stop."""
PEEKING: Final = "peeking"
"""A search that sees all cards. It exists in this module only and cannot be entered in a match."""
BLOCK_SECONDS_GUESS: Final = {"cuttle": 0.1, "kittens": 0.7, "belote": 1.0, "coup": 1.5, "bluff": 9.0}
"""Seconds for a block with one search of 1,000 iterations; orders the tests until a block was played."""
SEARCH_ITERATIONS: Final = {"ismcts": 1000, "mcts": 1000, "hard": 1000, "expert": 4000, "insane": 10_000}
"""The default number of iterations of each bot that searches, those of a learned search counted by their time."""
BEFORE: Final = {"hard": "ismcts", "insane": "ismcts:iterations=10000"}
"""What these levels are in games without a policy; where one was learned they should be no weaker."""
MODES: Final = {"bluff": ("", "chaos")}
SEATS: Final = {"cuttle": 2, "kittens": 4, "coup": 4, "bluff": 4, "belote": 4}


class StrengthTest(msgspec.Struct, frozen=True):
    """One question about strength."""

    game: str
    bot: str
    against: str
    target: float = 0.0
    """The share of wins that the bot should have; 0 for none."""
    blocks: int = BLOCKS
    alone: bool = True
    """One seat (or team) against all others; otherwise the seats are shared evenly, and parity is one half."""
    sequential: bool = False
    """Whether the test stops as soon as the interval leaves one half."""

    seats: int = 0
    """0 for the usual number."""
    mode: str = ""
    """Of Bluff."""

    @property
    def where(self) -> str:
        """The game, and what is not as usual."""
        return self.game + (f", {self.seats} seats" if self.seats else "") + (f", {self.mode}" if self.mode else "")

    @property
    def key(self) -> str:
        return f"{self.where}: {self.bot} against {self.against}{'' if self.alone else ', evenly'}"


class StrengthRecord(msgspec.Struct):
    """The sums of one test so far."""

    totals: EntrantRecord = msgspec.field(default=EntrantRecord(), name="record")
    """Of the tested bot."""
    seconds: float = 0.0
    """Thinking time of the tested bot."""
    decisions: int = 0
    """Decisions of the tested bot."""
    played: float = 0.0
    """Time that the blocks took, in seconds, all bots together."""

    @property
    def milliseconds(self) -> float:
        """Mean thinking time for a decision."""
        return 1000 * self.seconds / self.decisions if self.decisions else 0.0


def strength_tests(game: str = "") -> list[StrengthTest]:
    """All tests, or those of one game."""
    table = [
        StrengthTest("cuttle", "ismcts", "random", 0.95),
        StrengthTest("cuttle", "ismcts", "heuristic", 0.70),
        StrengthTest("kittens", "ismcts", "heuristic", 0.36),
        StrengthTest("kittens", "ismcts:think=50ms", "heuristic", 0.45),
        StrengthTest("coup", "ismcts", "heuristic", 0.40),
        StrengthTest("bluff", "ismcts", "heuristic", 0.40),
        StrengthTest("belote", "ismcts", "heuristic", 0.65),  # that is `calculating`, the strongest baseline
        StrengthTest("belote", "ismcts", "deterministic", 0.5, LADDER_BLOCKS),
        *(StrengthTest(name, "mcts", "heuristic", blocks=LADDER_BLOCKS) for name in SEATS),
        *(StrengthTest(name, PEEKING, "heuristic", blocks=LADDER_BLOCKS) for name in SEATS),
        *(
            StrengthTest(
                name, f"ismcts:iterations={more}", f"ismcts:iterations={less}", 0.5, LADDER_BLOCKS, False, True
            )
            for name in SEATS
            for less, more in ((100, 1000), (1000, 10_000))
        ),
        *_level_tests(),
        *_learned_tests(),
    ]
    return [test for test in table if game in ("", test.game)]


def _level_tests() -> list[StrengthTest]:
    """Each level against the one below, at several numbers of seats; learned ones also against what they were."""
    pairs = (("noob", "easy"), ("easy", "medium"), ("medium", "hard"), ("hard", "insane"))
    found: list[StrengthTest] = []
    for name in SEATS:
        seats = [table for table in (2, 0, 6) if not table or table in find_game(name).seats]
        tables = [(count, mode) for mode in MODES.get(name, ("",)) for count in (seats if len(seats) == 3 else [0])]
        for worse, better in pairs:
            found += [
                StrengthTest(name, better, worse, 0.6, LEVEL_BLOCKS, False, seats=count, mode=mode)
                for count, mode in tables
            ]
            if better in BEFORE and has_guide(name):
                found += [
                    StrengthTest(name, better, BEFORE[better], 0.5, LEVEL_BLOCKS, False, seats=count)
                    for count, _ in tables[:2]
                ]
    return found


def _learned_tests() -> list[StrengthTest]:
    """Of what was learned, where a policy comes with Croupier."""
    tables: dict[str, list[tuple[int, str]]] = {"kittens": [(2, ""), (0, "")], "coup": [(2, ""), (0, "")]}
    tables["bluff"] = [(seats, mode) for mode in MODES["bluff"] for seats in (2, 0)]
    targets = {"kittens": (0.55, 0.62, 0.9), "coup": (0.58, 0.65, 0.8)}
    usual_tables = {"cuttle": 0.8, "kittens": 0.6, "coup": 0.65, "bluff": 0.55, "belote": 0.82}
    found: list[StrengthTest] = []
    for name in SEATS:
        if not shipped_policy(name).is_file():
            if solves_without_policy(find_game(name)):
                found += [
                    StrengthTest(name, "expert", "ismcts", 0.5, BLOCKS, False),
                    StrengthTest(name, "expert", "heuristic", 0.82),
                    StrengthTest(name, "expert:think=50ms", "ismcts:think=50ms", 0.6, BLOCKS, False),
                ]
            continue
        for seats, mode in tables.get(name, [(0, "")]):
            alone, searching, simple = targets.get(name, (0.5, 0.6, 0.8)) if seats else (0.5, 0.6, 0.8)
            found += [
                StrengthTest(name, "learned", "heuristic", seats=seats, mode=mode),
                StrengthTest(name, "learned", "ismcts", alone, BLOCKS, False, seats=seats, mode=mode),
                StrengthTest(name, "expert", "learned", 0.5, BLOCKS, False, seats=seats, mode=mode),
                StrengthTest(
                    name, "expert", "heuristic", simple if seats else usual_tables[name], seats=seats, mode=mode
                ),
                StrengthTest(
                    name, "expert:think=50ms", "ismcts:think=50ms", searching, BLOCKS, False, seats=seats, mode=mode
                ),
            ]
    return found


class StrengthFile:
    """The records of all tests in a JSON file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.records: dict[str, StrengthRecord] = {}
        if path.exists():
            self.records = msgspec.json.decode(path.read_bytes(), type=dict[str, StrengthRecord])

    def of(self, test: StrengthTest) -> StrengthRecord:
        return self.records.setdefault(test.key, StrengthRecord())

    def save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(self.records), indent=1))
        fresh.replace(self._path)


def is_done(test: StrengthTest, record: StrengthRecord) -> bool:
    """Whether enough blocks were played."""
    blocks, (low, high) = record.totals.blocks, record.totals.interval
    return blocks >= test.blocks or (test.sequential and blocks >= MIN_BLOCKS and (low > 0.5 or high < 0.5))


def seconds_left(test: StrengthTest, record: StrengthRecord) -> float:
    """Seconds until a test is done, from the time of its blocks so far, or from a guess before the first."""
    blocks = record.totals.blocks
    if is_done(test, record):
        return 0.0
    return (test.blocks - blocks) * (record.played / blocks if blocks else _guess(test))


def _guess(test: StrengthTest) -> float:
    """Seconds for a block: more with more iterations, and where searches share the seats."""
    cost = 0.0
    for spec in (test.bot, test.against):
        name, _, options = spec.partition(":")
        if name in (*SEARCH_ITERATIONS, PEEKING):
            cost += float(options.partition("iterations=")[2] or SEARCH_ITERATIONS.get(name, 1000)) / 1000
    return BLOCK_SECONDS_GUESS[test.game] * max(cost, 0.02) * (1 if test.alone else 6)


def play_tests(
    file: StrengthFile,
    wanted: Sequence[StrengthTest],
    seconds: float | None,
    on_block: Callable[[StrengthTest, StrengthRecord], None],
    stopped: Callable[[], bool] = lambda: False,
) -> bool:
    """Play blocks until all tests are done, `seconds` are over or `stopped` says so; whether all are done."""
    deadline = inf if seconds is None else monotonic() + seconds
    while left := [test for test in wanted if not is_done(test, file.of(test))]:
        if stopped() or monotonic() >= deadline:
            return False
        test = min(left, key=lambda test: seconds_left(test, file.of(test)))
        record = file.of(test)
        began = monotonic()
        play_block(test, record, record.totals.blocks)
        record.played += monotonic() - began
        file.save()
        on_block(test, record)
    return True


def play_block(test: StrengthTest, record: StrengthRecord, block: int) -> None:
    """Play one deal in every seating, and add it to the record."""
    game = find_game(test.game)
    settings = game.settings({**game.fair_settings, **({"mode": test.mode} if test.mode else {})})
    seats = test.seats or SEATS[game.name]
    teams = game.teams(settings, seats)
    # Neighbours matter: without partners the seats are shared in every order, not only in rotation.
    design = lone_design(teams) if test.alone else halves_design(teams, permute=len(set(teams)) == seats)
    totals = Totals(2)
    for number, seating in enumerate(design.orders[block % len(design.orders)]):
        match = Match(game, settings, [f"p{seat}" for seat in range(seats)], match_seed(ROOT_SEED, block), talk=False)
        run_bots(match, [_bot(game, test.bot if entrant == NEW else test.against, match) for entrant in seating])
        for step in match.steps:
            if step.faults:
                # A penalty would count as weak play, but a built-in bot that fails is a defect.
                raise RuntimeError(f"{test.key}: seat {step.seat} failed in block {block}: {step.faults[0]}")
            if seating[step.seat] == NEW:
                record.seconds += step.seconds
                record.decisions += 1
        result = match.result()
        won = (result.places, result.scores, result.ending)
        totals.add(Played(number, block, match.seed, seating, teams, *won, len(match.steps)))
    record.totals += totals.standings().records[NEW]


def _bot(game: Game, spec: str, match: Match) -> Bot[Any, Any]:
    if spec == PEEKING:
        return _Peeking(game, match)
    return maker_of(game, spec)()


class _Peeking(IsmctsBot):
    """Searches the true state instead of imagined worlds, to measure the value of knowing all cards."""

    def __init__(self, game: Game, match: Match) -> None:
        super().__init__(game, notes=False)
        self._match = match

    def set_up(self, search: Search) -> None:
        search.open_worlds = False
        search.worlds.peeks = True

    def decide(self, decision: Decision[Any, Any]) -> int:
        search = self._search
        search.begin_at(self._match.state, self.seat, self.rng.getrandbits(60))
        search.run(self.iterations)
        return search.best()
