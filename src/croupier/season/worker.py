"""A worker: takes jobs from the store, plays them in sandboxes, and writes the results back.

Bots come from the store by their content hash, so a worker needs nothing but the address of the database. A job counts
when its result is committed; a worker that is killed loses nothing but time.
"""

import os
from collections import OrderedDict
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import msgspec

from croupier.arena.check.checks import Finding
from croupier.arena.meeting import check_newcomer, meeting_blocks
from croupier.arena.plan.run_plan import new_plan
from croupier.arena.run.backend import RunOptions
from croupier.arena.run.session import Session
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import RunSetup
from croupier.arena.store.store import Store, default_path, open_store
from croupier.arena.tournament.session import KIND as TOURNAMENT
from croupier.arena.tournament.session import play_tournament
from croupier.kernel.decision import Clock
from croupier.kernel.errors import CroupierError, UsageError
from croupier.players.entrant import Entrant, printable
from croupier.players.sandbox.isolation import Isolation
from croupier.players.sandbox.limits import Limits
from croupier.season.competition import Competition
from croupier.season.config import Season, read_season
from croupier.season.packing import unpack_into
from croupier.season.queue import CHECK, MEETING, ROUND, Job, Queue, Seat, worker_name
from croupier.season.standings import Rater

MAX_LOADED: Final = 12
"""Bots whose processes are kept from one meeting to the next."""
IDLE_SECONDS: Final = 0.3
START_SECONDS: Final = 5.0
"""Seconds to load a bot."""


class CheckTookTooLong(CroupierError):
    """The bot used up the time for the whole check."""


class BotFailed(UsageError):
    """A bot of a table cannot be started."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(reason)
        self.number = number


class Worker:
    """Does the jobs of one season, one after the other."""

    def __init__(
        self,
        competition: Competition,
        store: Store,
        cache: Path,
        *,
        name: str = "",
        isolation: Isolation | None = None,
        in_process: bool = False,
        round_workers: int = 1,
        rounds: bool = True,
    ) -> None:
        """`round_workers` is how many processes play a round; `in_process` plays here, for tests with trusted bots."""
        self.name = name or worker_name()
        self.queue = Queue(competition)
        self._competition = competition
        self._store = store
        self._cache = cache
        self._isolation = isolation
        self._in_process = in_process
        self._round_workers = round_workers
        self._rounds = rounds
        self._loaded: OrderedDict[str, Entrant] = OrderedDict()
        self._rater: Rater | None = None
        self.stop = StopFlag()

    def step(self) -> bool:
        """Do the next job; whether there was one."""
        job = self.queue.claim(self.name, self._rounds)
        if job is None:
            return False
        try:
            self._do(job)
        except BotFailed as error:
            self.queue.fail_bot(job, self.name, error.number, str(error))
        except UsageError as error:
            if job.kind == ROUND:
                self.queue.finish_round(job, self.name, 0, str(error))
            else:
                self.queue.give_up(job, self.name, str(error))
        return True

    def _do(self, job: Job) -> None:
        season = self._competition.season()
        if job.kind == CHECK:
            self._check(job, season)
        elif job.kind == MEETING:
            self._meet(job, season)
        elif job.kind == ROUND:
            self._play_round(job)
        else:
            self._rate(job)

    def close(self) -> None:
        while self._loaded:
            self._unload(self._loaded.popitem()[1])

    # Checks.

    def _check(self, job: Job, season: Season) -> None:
        bot = self._competition.bot(job.bot)
        game, settings = season.game_and_settings()
        deadline = monotonic() + season.limits.check_seconds

        def before_question() -> None:
            if monotonic() > deadline:
                raise CheckTookTooLong(
                    f"the whole check may take {season.limits.check_seconds:g} s; the bot answers too slowly for that"
                )

        findings: list[Finding] = []
        reason = ""
        try:
            entrant = self._entrant(season, Seat(bot.number, bot.hash))
            findings = check_newcomer(game, entrant, settings, season.limits.answer_seconds, before_question)
        except (UsageError, CheckTookTooLong) as error:
            reason = printable(str(error))
        broken = next((finding for finding in findings if not finding.passed), None)
        if broken is not None:
            reason = f"{broken.check}: {printable(broken.observed)}"
        report = {
            "passed": not reason,
            "reason": reason.replace(f"{self._cache}/{bot.hash}/", ""),
            "findings": [_finding(each) for each in findings],
        }
        text = msgspec.json.encode(report).decode().replace(f"{self._cache}/{bot.hash}/", "")
        self.queue.finish_check(job, self.name, text, not reason)

    # Meetings.

    def _meet(self, job: Job, season: Season) -> None:
        game, settings = season.game_and_settings()
        entrants = tuple(
            msgspec.structs.replace(self._entrant(season, seat), name=f"p{place}")
            for place, seat in enumerate(job.table)
        )
        plan = self._store.plan(self._competition.run())
        setup = RunSetup(game, settings, entrants, Clock(answer=season.limits.answer_seconds), names=False)
        blocks = meeting_blocks(plan.secret, season.teams_of_seats(), len(entrants), job.block, job.match, job.blocks)
        chunk = [task for block in blocks for task in block]
        options = RunOptions(1, game_limit=season.limits.match_seconds, in_process=self._in_process)
        with Session(setup, plan, options, stop=self.stop, verify=False, chunks=1) as session:
            found = sorted(session.executor.play([chunk]), key=lambda played: played.number)
        if self.stop.is_set:
            return
        if len(found) < len(chunk):
            reason = next(iter(session.skipped.values()), "matches are missing")
            self.queue.give_up(job, self.name, reason)
            return
        self.queue.finish_meeting(job, self.name, found)

    # Ratings.

    def _rate(self, job: Job) -> None:
        began = monotonic()
        run = self._competition.run()
        if self._rater is None:
            self._rater = Rater(self._store, run)
        snapshot = self._rater.rate(self._competition.now(), self._store.plan(run).secret)
        self.queue.finish_rating(job, self.name, snapshot, monotonic() - began)

    # Rounds.

    def _play_round(self, job: Job) -> None:
        state = self._competition.rounds()[job.round]
        season = read_season(state.file)
        terms = season.round[job.round].terms
        game, settings = season.game_and_settings()
        absent: dict[str, str] = {}
        found: list[Entrant] = []
        for entry in state.field:
            try:
                entrant = self._entrant(season, Seat(entry.number, entry.hash, entry.team), keep=True)
                found.append(msgspec.structs.replace(entrant, name=entry.team))
            except BotFailed as error:
                absent[entry.team] = str(error)
        entrants = tuple(found)
        setup = RunSetup(game, settings, entrants, Clock(answer=season.limits.answer_seconds), names=False)
        teams = season.teams_of_seats()
        isolation = self._isolation_of(season)
        plan = new_plan(setup, state.seed, isolation, kind=TOURNAMENT, seats=season.seats, options=terms.options())
        admit = terms.admit(teams)
        plan = admit(plan, plan.playing)
        options = RunOptions(self._round_workers, game_limit=season.limits.match_seconds, in_process=self._in_process)
        resume = self._store.last_run(plan) is not None
        with Session(
            setup, plan, options, stop=self.stop, store=self._store, resume=resume, admit=admit, table_size=len(teams)
        ) as session:
            play_tournament(session)
        session.check_journal()
        if not self.stop.is_set:
            self.queue.finish_round(job, self.name, session.run or 0, absent=absent)

    # Bots.

    def _isolation_of(self, season: Season) -> Isolation:
        if self._isolation is not None:
            return self._isolation
        return Isolation(limits=Limits(memory=season.limits.memory_mb, start=START_SECONDS))

    def _entrant(self, season: Season, seat: Seat, keep: bool = False) -> Entrant:
        """The bot of a seat; `keep` loads it beside all others, as a round needs them at the same time."""
        key = seat.hash or seat.spec
        if key in self._loaded:
            self._loaded.move_to_end(key)
            return self._loaded[key]
        game, _ = season.game_and_settings()
        try:
            entrant = make_entrants(game, [self._spec(seat)], self._isolation_of(season))[0]
        except UsageError as error:
            reason = str(error).replace(f"{self._cache}/{seat.hash}/", "")
            raise BotFailed(seat.number, printable(reason)) from None
        self._loaded[key] = entrant
        while len(self._loaded) > MAX_LOADED and not keep:
            self._unload(self._loaded.popitem(last=False)[1])
        return entrant

    def _spec(self, seat: Seat) -> str:
        if not seat.hash:
            return seat.spec
        found = self._competition.data.file(seat.hash)
        if found is None:
            raise UsageError("its files were deleted")
        return unpack_into(self._cache, seat.hash, *found)

    def _unload(self, entrant: Entrant) -> None:
        if entrant.cells is not None:
            entrant.cells.close()


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "passed": finding.passed,
        "observed": printable(finding.observed),
        "faults": [msgspec.to_builtins(fault) for fault in finding.faults],
    }


def cache_of(store: Store) -> Path:
    """The folder of unpacked bots: beside the database, or in the user's data folder."""
    url = store.engine.url
    beside = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else default_path()
    return beside.resolve().parent / "croupier-season-bots"


def work(db: str, round_workers: int = 1, rounds: bool = True, parent: int | None = None) -> None:
    """Do jobs for as long as `parent`, the process that started this one, is there; for ever if there is none."""
    with open_store(db) as store:
        worker = Worker(Competition(store), store, cache_of(store), round_workers=round_workers, rounds=rounds)
        try:
            while parent is None or os.getppid() == parent:
                if not worker.step():
                    sleep(IDLE_SECONDS)
        finally:
            worker.close()
