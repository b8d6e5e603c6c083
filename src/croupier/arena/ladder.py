"""A ladder that never ends: bots come, are checked, meet those near to them, and move up or down at once.

Live ratings are OpenSkill's (Plackett-Luce), match by match, so they depend on the order; a fit over all matches, which
does not, can be had at any time. What is kept is a run in a store of the folder's own: who came, and every match. Where
everybody stands follows from that, so whatever ends the program, the ladder goes on as if nothing had.
"""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from openskill.models import PlackettLuce

from croupier.arena.check.checker import CheckOptions
from croupier.arena.check.checks import check
from croupier.arena.plan.blocks import rotations, seat_sides
from croupier.arena.plan.run_plan import Plan, settings_in
from croupier.arena.plan.schedule import Pairing, match_seed, seats_for
from croupier.arena.run.backend import RunOptions, game_limit
from croupier.arena.run.session import Session
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.arena.run.table import StopFlag, Stopped
from croupier.arena.run.task import Played, RunSetup, Task
from croupier.arena.store.store import Store
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant, printable
from croupier.players.sandbox.isolation import Isolation

KIND: Final = "ladder"
STORE: Final = "ladder.sqlite"
FIRST_SIGMA: Final = 25.0 / 3
"""The deviation of a bot that has not played."""
MAX_SIGMA: Final = 3.0
"""A bot whose deviation is above this plays first."""
MAX_LADDER_MATCHES: Final = 120
"""A bot is known after these matches however large its deviation: one that always loses teaches little each time."""
REPLACED_REASON: Final = "there is a newer file"
GONE_REASON: Final = "its file is gone"
MEETING_BLOCKS: Final = 4
MAX_CHECK_FAULTS: Final = 3
"""Faults after which a check ends, because others wait."""
BASELINE: Final = ("random", "heuristic")


class Standing(msgspec.Struct):
    """One bot on the ladder."""

    name: str
    spec: str
    checksum: str = ""
    """Of its file; empty for a bot that is always there."""
    refused: str = ""
    """Why it may not play, if it may not."""
    mu: float = 25.0
    sigma: float = FIRST_SIGMA
    matches: int = 0
    faults: int = 0

    @property
    def ordinal(self) -> float:
        """What it surely is worth: three deviations below its mean."""
        return self.mu - 3 * self.sigma


class Ladder:
    """Everybody who ever came, by number, and where they stand."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        known = plan.options.get("bots", [])
        self.bots = [
            Standing(name, spec, **each) for name, spec, each in zip(plan.names, plan.bots, known, strict=True)
        ]
        self.matches = self.blocks = 0

    def find(self, name: str) -> Standing | None:
        """Whoever is called so now."""
        return next((bot for bot in self.bots if bot.name == name), None)

    def enter(self, name: str, spec: str, checksum: str = "", refused: str = "") -> Standing:
        """Somebody new. Who was called so before is called otherwise from now on, and plays no more."""
        before = self.find(name)
        if before is not None:
            before.name = before.spec = f"{name} ({before.checksum[:6]})"
            before.refused = before.refused or REPLACED_REASON
        self.bots.append(Standing(name, spec, checksum, refused))
        return self.bots[-1]

    def stored_plan(self) -> Plan:
        """As it stands in the store."""
        return msgspec.structs.replace(
            self.plan,
            bots=tuple(bot.spec for bot in self.bots),
            names=tuple(bot.name for bot in self.bots),
            checksums={bot.spec: bot.checksum for bot in self.bots if bot.checksum},
            options={"bots": [{"checksum": bot.checksum, "refused": bot.refused} for bot in self.bots]},
        )

    def ranking(self) -> list[int]:
        """The numbers of those who may play, best first."""
        playing = [number for number, bot in enumerate(self.bots) if not bot.refused]
        return sorted(playing, key=lambda n: (-self.bots[n].ordinal, -self.bots[n].mu, self.bots[n].name))

    def next_table(self, sides: int) -> list[int] | None:
        """The bot that is least known, and those nearest to it who have played least; None if all are known well."""
        playing, bots = self.ranking(), self.bots
        if len(playing) < 2:
            return None
        restless = [n for n in playing if bots[n].sigma >= MAX_SIGMA and bots[n].matches < MAX_LADDER_MATCHES]
        if not restless:
            return None
        first = max(restless, key=lambda n: (bots[n].sigma, bots[n].name))
        near = sorted(
            (n for n in playing if n != first),
            key=lambda n: (abs(bots[n].mu - bots[first].mu) + 0.01 * bots[n].matches, bots[n].name),
        )
        return [first, *near[: max(1, sides - 1)]]

    def matches_left(self, sides: int) -> int:
        """About how many matches it takes until all are known well, with so many at a table.

        What is known of a bot, one over the square of its deviation, grows evenly with its matches.
        """
        left = 0.0
        for bot in (self.bots[number] for number in self.ranking()):
            if bot.sigma >= MAX_SIGMA and bot.matches < MAX_LADDER_MATCHES:
                known = bot.sigma**-2 - FIRST_SIGMA**-2
                needed = bot.matches * (MAX_SIGMA**-2 - bot.sigma**-2) / known if known > 0 else MAX_LADDER_MATCHES
                left += min(needed, MAX_LADDER_MATCHES - bot.matches)
        return round(left / max(2, sides))

    def standings(self) -> list[Standing]:
        """The bots that may play, best first."""
        return [self.bots[number] for number in self.ranking()]

    def __str__(self) -> str:
        lines = [f"{self.plan.game} ladder, {self.matches} matches"]
        for bot in self.standings():
            lines.append(f"  {bot.name}: {bot.ordinal:.1f} ({bot.mu:.1f} +- {bot.sigma:.1f}), {bot.matches} matches")
        return "\n".join(lines)

    def rate(self, played: Played) -> None:
        """The next match. Partners are one team, and ties share a rank."""
        self.matches = max(self.matches, played.number + 1)
        self.blocks = max(self.blocks, played.block + 1)
        seating = played.seating
        model = PlackettLuce()
        sides: dict[int, list[int]] = {}
        for seat, team in enumerate(played.teams):
            sides.setdefault(team, []).append(seat)
        for seat, _ in played.faults:
            self.bots[seating[seat]].faults += 1
        if len({frozenset(seating[seat] for seat in seats) for seats in sides.values()}) < 2:
            return
        before = {bot: (self.bots[bot].mu, self.bots[bot].sigma) for bot in seating}
        teams = [[model.rating(*before[seating[seat]]) for seat in seats] for seats in sides.values()]
        ranks = [float(played.places[seats[0]]) for seats in sides.values()]
        changes: dict[int, list[tuple[float, float]]] = {}
        for seats, team in zip(sides.values(), model.rate(teams, ranks=ranks), strict=True):
            for seat, rating in zip(seats, team, strict=True):
                changes.setdefault(seating[seat], []).append((rating.mu, rating.sigma))
        for bot, found in changes.items():
            # A bot at several seats moves by the mean of what its seats would have.
            self.bots[bot].mu = sum(mu for mu, _ in found) / len(found)
            self.bots[bot].sigma = sum(sigma for _, sigma in found) / len(found)
            self.bots[bot].matches += 1


class StoredLadder:
    """The ladder of a folder, in its store. A meeting counts as a whole or not at all."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self.run = run
        self.ladder = Ladder(store.plan(run))
        for played in store.games(run):
            self.ladder.rate(played)

    def store_bots(self) -> None:
        self._store.change_plan(self.run, self.ladder.stored_plan())

    def add(self, meeting: Sequence[Played]) -> None:
        """Commit it, and then let everybody move."""
        self._store.journal(self.run, meeting)
        for played in meeting:
            self.ladder.rate(played)


def open_ladder(
    folder: Path, store: Store, game: Game | None, settings: dict[str, Any], seats: int | None, seed: int
) -> StoredLadder:
    """The ladder of a folder, or a new one."""
    runs = [run for run in store.runs() if run.plan.kind == KIND]
    if not runs:
        if game is None:
            raise UsageError(f"{folder} has no ladder yet: say which game it is for with --game")
        plan = Plan(game.name, game.rules_version, settings, (), (), seed, (), 0, kind=KIND, seats=seats)
        return StoredLadder(store, store.begin_run(plan))
    plan = runs[0].plan
    if game is not None and plan.game != game.name:
        raise UsageError(f"{folder} is a ladder for {plan.game}, not for {game.name}")
    if (settings and settings != plan.settings) or (seats is not None and seats != plan.seats):
        raise UsageError(f"{folder} is a ladder with other settings; they cannot be changed once it is begun")
    return StoredLadder(store, runs[0].id)


def check_rules(plan: Plan, game: Game) -> None:
    if plan.rules_version != game.rules_version:
        raise UsageError(
            f"this ladder was begun by rules version {plan.rules_version} of {game.name}, and this Croupier has "
            f"version {game.rules_version}: begin a new one in another folder"
        )


class LadderSession:
    """A ladder that is being played: looks into its folder, checks new bots, and lets bots meet."""

    def __init__(
        self,
        folder: Path,
        stored: StoredLadder,
        options: RunOptions,
        isolation: Isolation,
        timeout: float | None = None,
        *,
        stop: StopFlag | None = None,
        announce: Callable[[str, str], None] | None = None,
    ) -> None:
        """`announce` gets the name of a new bot and why it may not play, empty if it may."""
        self._folder = folder
        self._stored = stored
        self.ladder = stored.ladder
        self._options = options
        self._isolation = isolation
        self._timeout = timeout
        self._stop = stop or StopFlag()
        self._announce = announce
        self._loaded: dict[str, Entrant] = {}
        self.game, self._settings = settings_in(self.ladder.plan)
        check_rules(self.ladder.plan, self.game)
        options.check()
        seats = seats_for(self.game, self._settings, 2, self.ladder.plan.seats)
        self._teams = self.game.teams(self._settings, seats)

    def update_bots(self, baseline: Sequence[str] = BASELINE) -> None:
        """Take in who is new or changed, and take out who is gone."""
        ladder = self.ladder
        for spec in baseline:
            if ladder.find(spec) is None:
                self._entrant(spec)
                ladder.enter(spec, spec)
        files = self._files()
        for name, (path, checksum) in files.items():
            known = ladder.find(name)
            if known is not None and known.checksum == checksum:
                known.refused = "" if known.refused == GONE_REASON else known.refused
                continue
            spec = str(path)
            self._loaded.pop(spec, None)
            try:
                refused = self._refusal(spec)
            except Stopped:
                return
            ladder.enter(name, spec, checksum, refused)
            self._stored.store_bots()
            if self._announce is not None:
                self._announce(name, refused)
        for bot in ladder.bots:
            if bot.checksum and bot.name not in files and not bot.refused:
                bot.refused = GONE_REASON
        self._stored.store_bots()

    def has_changes(self) -> bool:
        """Whether a file of the folder is new, changed or gone."""
        files, ladder = self._files(), self.ladder
        gone = any(bot.checksum and not bot.refused and bot.name not in files for bot in ladder.bots)
        known = {bot.name: bot.checksum for bot in ladder.bots if bot.refused != GONE_REASON}
        return gone or any(known.get(name) != checksum for name, (_, checksum) in files.items())

    def matches_left(self) -> int:
        """About how many matches it takes until all are known well."""
        return self.ladder.matches_left(len(set(self._teams)))

    def play_meeting(self) -> bool:
        """Play the next meeting; whether there was one."""
        ladder = self.ladder
        table = ladder.next_table(len(set(self._teams)))
        if self._stop.is_set or table is None:
            return False
        entrants = tuple(
            msgspec.structs.replace(self._entrant(ladder.bots[number].spec), name=f"p{place}")
            for place, number in enumerate(table)
        )
        setup = RunSetup(self.game, self._settings, entrants, clock_for(self.game, self._timeout), names=False)
        plan = msgspec.structs.replace(ladder.plan, game_limit=game_limit(self._options, setup, 0.0))
        chunks = self._chunks(len(table))
        with Session(setup, plan, self._options, stop=self._stop, verify=False, chunks=len(chunks)) as session:
            found = [
                msgspec.structs.replace(played, seating=tuple(table[place] for place in played.seating))
                for played in session.executor.play(chunks)
            ]
        if self._stop.is_set:
            return False
        if not found:
            # Nobody could tell whose fault it is; but those who are always there have played before.
            reason = next(iter(session.skipped.values()))
            for number in table:
                if ladder.bots[number].checksum:
                    ladder.bots[number].refused = f"its matches do not end: one {reason}"
            self._stored.store_bots()
        self._stored.add(sorted(found, key=lambda each: each.number))
        return True

    def _chunks(self, bots: int) -> list[list[Task]]:
        """The blocks of the next meeting, numbered on from those before."""
        seatings = rotations(self._teams, seat_sides(self._teams, [(place,) for place in range(bots)]))
        chunks: list[list[Task]] = []
        number = self.ladder.matches
        for block in range(self.ladder.blocks, self.ladder.blocks + MEETING_BLOCKS):
            seed = match_seed(self.ladder.plan.seed, block)
            chunks.append([Task(number + at, Pairing(block, seed, seating)) for at, seating in enumerate(seatings)])
            number += len(seatings)
        return chunks

    def _files(self) -> dict[str, tuple[Path, str]]:
        """The bots of the folder by name, with the checksums of their files."""
        always = {bot.name for bot in self.ladder.bots if not bot.checksum}
        found: dict[str, tuple[Path, str]] = {}
        for path in sorted(self._folder.glob("*.py")):
            if not path.name.startswith((".", "_")):
                with suppress(OSError):  # it was taken away just now
                    checksum = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
                    found[path.name if path.stem in always else path.stem] = (path, checksum)
        return found

    def _entrant(self, spec: str) -> Entrant:
        if spec not in self._loaded:
            self._loaded[spec] = make_entrants(self.game, [spec], self._isolation)[0]
        return self._loaded[spec]

    def _refusal(self, spec: str) -> str:
        """Why a bot may not play: the first check that it fails."""
        try:
            entrant = self._entrant(spec)
        except UsageError as error:
            return printable(str(error))
        options = CheckOptions(
            4, 5.0, 1, settings=self._settings, before_question=self._raise_if_stopped, max_faults=MAX_CHECK_FAULTS
        )
        broken = next((finding for finding in check(self.game, entrant, options) if not finding.passed), None)
        return "" if broken is None else f"does not keep a promise: {broken.check}: {printable(broken.observed)}"

    def _raise_if_stopped(self) -> None:
        if self._stop.is_set:
            raise Stopped("the check was stopped")
