"""A worker: takes jobs from the store, plays them in sandboxes, and writes the results back.

Bots come from the store by their content hash, so a worker needs nothing but the address of the database. A job counts
when its result is committed; a worker that is killed loses nothing but time.
"""

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import Any, Final

import msgspec

from croupier.arena.check.checks import Finding
from croupier.arena.meeting import check_newcomer, meeting_blocks
from croupier.arena.plan.run_plan import Plan
from croupier.arena.plan.schedule import Pairing, match_seed
from croupier.arena.run.backend import RunOptions
from croupier.arena.run.session import Session
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.task import Chunk, Played, RunSetup, Task
from croupier.arena.store.errors import StoreError
from croupier.arena.store.store import Store
from croupier.kernel.decision import Clock
from croupier.kernel.errors import CroupierError, UsageError
from croupier.players.entrant import Entrant, printable
from croupier.players.sandbox.isolation import Isolation
from croupier.players.sandbox.limits import Limits
from croupier.season.competition import Competition, ladder_plan
from croupier.season.config import Season, read_season
from croupier.season.packing import unpack_into, unpacked_in
from croupier.season.rounds import FieldEntry, round_plan
from croupier.season.standings import Rater
from croupier.season.work.feedback import make_feedback
from croupier.season.work.jobs import CHECK, FEEDBACK, MEETING, PART, ROUND, Job, Seat, worker_name
from croupier.season.work.queue import Queue
from croupier.season.work.round_play import play_round

MAX_LOADED: Final = 12
"""Bots whose processes are kept from one meeting to the next."""
START_SECONDS: Final = 5.0
"""Seconds to load a bot."""
PRUNE_SECONDS: Final = 60.0
"""Seconds after which bots whose data was deleted are deleted here too."""


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
        rounds: bool = True,
    ) -> None:
        """`rounds`: it may lead rounds; `in_process` plays here, for tests with trusted bots."""
        self.name = name or worker_name()
        self.queue = Queue(competition)
        self._competition = competition
        self._store = store
        self._cache = cache
        self._isolation = isolation
        self._in_process = in_process
        self._rounds = rounds
        self._loaded: OrderedDict[str, Entrant] = OrderedDict()
        self._rater: Rater | None = None
        self._run = 0
        self._pruned = -PRUNE_SECONDS

    def step(self) -> bool:
        """Do the next job; whether there was one."""
        self._follow_ladder()
        self._prune()
        job = self.queue.claim(self.name, self._rounds)
        if job is None:
            return False
        self._do(job)
        return True

    def _follow_ladder(self) -> None:
        """Begin with the ladder that goes on now; a StoreError if this Croupier has other rules or deals."""
        run = self._competition.run()
        if run == self._run:
            return
        refusal = self._store.plan(run).refusal(ladder_plan(self._competition.season(), ""))
        if refusal:
            raise StoreError(f"{refusal}; install the Croupier of the host on this machine")
        self._run, self._rater = run, None

    def _prune(self) -> None:
        """Delete the folders of bots that are not in the store any more."""
        if monotonic() - self._pruned < PRUNE_SECONDS:
            return
        self._pruned = monotonic()
        gone = unpacked_in(self._cache) - self._competition.data.known_files()
        for digest in gone:
            self._forget(Seat(0, digest))
            rmtree(self._cache / digest, ignore_errors=True)

    def _do(self, job: Job) -> None:
        season = self._competition.season()
        try:
            if job.kind == CHECK:
                self._check(job, season)
            elif job.kind == MEETING:
                self._meet(job, season)
            elif job.kind == ROUND:
                self._play_round(job)
            elif job.kind == PART:
                self._play_part(job)
            elif job.kind == FEEDBACK:
                self._feedback(job)
            else:
                self._rate(job)
        except StoreError:
            raise  # of the database, not of the job: it is done again when the database answers
        except BotFailed as error:
            if job.kind == PART:
                self.queue.retry(job, self.name)
            else:
                self.queue.fail_bot(job, self.name, error.number, str(error))
        except UsageError as error:
            if job.kind == ROUND:
                self.queue.finish_round(job, self.name, 0, str(error))
            else:
                self.queue.give_up(job, self.name, str(error))

    def close(self) -> None:
        while self._loaded:
            self._unload(self._loaded.popitem()[1])

    # Checks.

    def _check(self, job: Job, season: Season) -> None:
        bot = self._competition.bot(job.bot)
        game, settings = season.game_and_settings()
        limit = season.limits.check_seconds
        if not job.is_slow:
            limit = min(limit, self.queue.first_check_seconds())
        began = monotonic()

        def before_question() -> None:
            if monotonic() > began + limit:
                raise CheckTookTooLong(f"the whole check may take {limit:g} s; the bot answers too slowly for that")

        findings: list[Finding] = []
        reason = ""
        seat = Seat(bot.number, bot.hash)
        self._forget(seat)  # its limits may be others than those of matches
        try:
            entrant = self._entrant(season, seat, min(limit, START_SECONDS))
            findings = check_newcomer(
                game, entrant, settings, min(limit, season.limits.answer_seconds), before_question
            )
        except StoreError:
            raise
        except (UsageError, CheckTookTooLong) as error:
            reason = printable(str(error))
        finally:
            self._forget(seat)
        seconds = monotonic() - began
        broken = next((finding for finding in findings if not finding.passed), None)
        if (reason or broken is not None) and limit <= seconds and limit < season.limits.check_seconds:
            self.queue.put_off(job, self.name, limit)
            return
        if broken is not None:
            reason = f"{broken.check}: {printable(broken.observed)}"
        report = {
            "passed": not reason,
            "reason": reason.replace(f"{self._cache}/{bot.hash}/", ""),
            "findings": [_finding(each) for each in findings],
        }
        text = msgspec.json.encode(report).decode().replace(f"{self._cache}/{bot.hash}/", "")
        self.queue.finish_check(job, self.name, text, not reason, seconds)

    # Meetings.

    def _meet(self, job: Job, season: Season) -> None:
        plan = self._store.plan(self._competition.run())
        teams = season.teams_of_seats()
        blocks = meeting_blocks(plan.secret, teams, len(job.table), job.block, job.match, job.blocks)
        chunk = [task for block in blocks for task in block]
        found = self._play(job, season, plan, chunk)
        if len(found) == len(chunk):
            self.queue.finish_meeting(job, self.name, found)
        else:
            self.queue.give_up(job, self.name, "matches are missing")

    def _play(self, job: Job, season: Season, plan: Plan, chunk: Chunk) -> list[Played]:
        """Matches between the bots of a job's table, whose seatings name places at the table."""
        game, settings = season.game_and_settings()
        entrants = tuple(
            msgspec.structs.replace(self._entrant(season, seat), name=f"p{place}")
            for place, seat in enumerate(job.table)
        )
        setup = RunSetup(game, settings, entrants, Clock(answer=season.limits.answer_seconds), names=False)
        options = RunOptions(1, game_limit=season.limits.match_seconds, in_process=self._in_process)
        with Session(setup, plan, options, verify=False, chunks=1) as session:
            return sorted(session.executor.play([chunk]), key=lambda played: played.number)

    # Ratings.

    def _rate(self, job: Job) -> None:
        began = monotonic()
        run = self._competition.run()
        if self._rater is None:
            with self._competition.data.read() as connection:
                self._rater = Rater(self._store, run, self._competition.first_match(connection))
        snapshot = self._rater.rate(self._competition.now(), self._store.plan(run).secret)
        self.queue.finish_rating(job, self.name, snapshot, monotonic() - began)

    # Rounds.

    def _play_round(self, job: Job) -> None:
        state = self._competition.rounds()[job.round]
        season = read_season(state.file)
        absent = state.absent or self._absent(season, state.field)
        playing = [entry for entry in state.field if entry.team not in absent]
        plan = round_plan(season, job.round, state.seed, playing)
        run = play_round(self.queue, job, plan, playing, self._help_out)
        self.queue.finish_round(job, self.name, run, absent=absent)

    def _absent(self, season: Season, field: Sequence[FieldEntry]) -> dict[str, str]:
        """The teams whose bots cannot be started any more, with the reason."""
        absent: dict[str, str] = {}
        for entry in field:
            try:
                self._entrant(season, Seat(entry.number, entry.hash, entry.team))
            except BotFailed as error:
                absent[entry.team] = str(error)
        return absent

    def _help_out(self) -> bool:
        """Do an urgent job while parts of a round are waited for; whether there was one."""
        job = self.queue.claim_urgent(self.name)
        if job is not None:
            self._do(job)
        return job is not None

    def _play_part(self, job: Job) -> None:
        season = read_season(self._competition.rounds()[job.round].file)
        plan = self._store.plan(job.run)
        chunk = [
            Task(each.number, Pairing(each.block, match_seed(plan.secret, each.block), each.seating))
            for each in job.matches
        ]
        found = self._play(job, season, plan, chunk)
        if len(found) == len(chunk):
            self.queue.finish_part(job, self.name, found)
        else:
            self.queue.retry(job, self.name)

    # Feedback.

    def _feedback(self, job: Job) -> None:
        began = monotonic()
        document = msgspec.json.encode(make_feedback(self._competition, self._competition.bot(job.bot))).decode()
        self.queue.finish_feedback(job, self.name, document, monotonic() - began)

    # Bots.

    def _isolation_of(self, season: Season, start: float) -> Isolation:
        if self._isolation is not None:
            return self._isolation
        return Isolation(limits=Limits(memory=season.limits.memory_mb, start=start))

    def _entrant(self, season: Season, seat: Seat, start: float = START_SECONDS) -> Entrant:
        """The bot of a seat, whose processes are kept for a while; it has `start` seconds to load."""
        key = seat.hash or seat.spec
        if key in self._loaded:
            self._loaded.move_to_end(key)
            return self._loaded[key]
        game, _ = season.game_and_settings()
        try:
            entrant = make_entrants(game, [self._spec(seat)], self._isolation_of(season, start))[0]
        except StoreError:
            raise
        except UsageError as error:
            reason = str(error).replace(f"{self._cache}/{seat.hash}/", "")
            raise BotFailed(seat.number, printable(reason)) from None
        self._loaded[key] = entrant
        while len(self._loaded) > MAX_LOADED:
            self._unload(self._loaded.popitem(last=False)[1])
        return entrant

    def _spec(self, seat: Seat) -> str:
        if not seat.hash:
            return seat.spec
        found = self._competition.data.file(seat.hash)
        if found is None:
            raise UsageError("its files were deleted")
        return unpack_into(self._cache, seat.hash, *found)

    def _forget(self, seat: Seat) -> None:
        entrant = self._loaded.pop(seat.hash, None)
        if entrant is not None:
            self._unload(entrant)

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
