"""Check a bot behind HTTP against its game's API: matches are played with it and every answer is judged.

Strict where play is lenient: a status of 200 where the API says 201 does no harm in a match, but fails here.
"""

import asyncio
from time import perf_counter
from typing import Any, Final

import msgspec

from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import Decision, Reply
from croupier.kernel.errors import SeatError, TooSlow
from croupier.kernel.game import Game
from croupier.kernel.http_api import Call, HttpApi, Response
from croupier.match.match import Match
from croupier.match.run_players import run_players
from croupier.players.http.client import HttpChannel
from croupier.players.http.meta import check_url
from croupier.players.http.session import HttpSession, SessionOptions

AT_ONCE: Final = 4  # matches, to see whether sessions are kept apart
UNKNOWN: Final = "no-such-session"
HEALTH_LIMIT: Final = 5.0


class Check(msgspec.Struct, frozen=True):
    """One check, whether the bot passed it, and what came."""

    text: str
    kept: bool
    came: str


def check_http(game: Game, url: str, options: SessionOptions | None = None) -> list[Check]:
    """Run the checks of the game's HTTP API on the bot at `url`."""
    check_url(url, url)
    return asyncio.run(run_checks(game, url, options or SessionOptions()))


async def run_checks(game: Game, url: str, options: SessionOptions) -> list[Check]:
    """Run the checks in an event loop that is running already."""
    assert game.http is not None, f"{game.name} has no HTTP API of its own"
    return await _Checker(game, game.http, url, options).check()


class _SessionLog:
    """All that was sent and came back, and what was wrong with it."""

    def __init__(self) -> None:
        self.questions: dict[str, int] = {}
        self.wrong: dict[str, str] = {}
        """By question: the first answer that was none."""
        self.slowest = {True: 0.0, False: 0.0}
        """Seconds, for decisions and for news."""
        self.late = {True: "", False: ""}
        self.news: dict[str, int] = {}
        self.bad_news: dict[str, str] = {}


class _RecordedSession(HttpSession):
    """A session that logs what is sent and what comes back."""

    def __init__(self, record: _SessionLog, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options, noted=self._note)
        self._record = record

    def _note(self, call: Call, came: Response | SeatError) -> None:
        if not call.kind:
            return
        self._record.news[call.kind] = self._record.news.get(call.kind, 0) + 1
        if isinstance(came, TooSlow):
            self._record.late[False] = str(came)
        elif isinstance(came, SeatError):
            self._record.bad_news.setdefault(call.kind, str(came))
        elif came.status != 200:
            self._record.bad_news.setdefault(call.kind, f"{call.kind} returned status {came.status}")

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        record, question = self._record, decision.question
        record.questions[question] = record.questions.get(question, 0) + 1
        began = perf_counter()
        try:
            return await super().decide(decision)
        except TooSlow as fault:
            record.late[True] = str(fault)
            raise
        except SeatError as fault:
            record.wrong.setdefault(question, str(fault))
            raise
        finally:
            record.slowest[True] = max(record.slowest[True], perf_counter() - began)

    async def _notify(self, call: Call) -> Response:
        began = perf_counter()
        try:
            return await super()._notify(call)
        finally:
            self._record.slowest[False] = max(self._record.slowest[False], perf_counter() - began)


class _Checker:
    def __init__(self, game: Game, api: HttpApi, url: str, options: SessionOptions) -> None:
        self._game = game
        self._api = api
        self._url = url
        self._options = options
        self._sessions: list[str] = []

    async def check(self) -> list[Check]:
        async with HttpChannel(self._url, retries=0) as channel:
            self._channel = channel
            found = [await self._health(), await self._opening(), await self._closing(), await self._unknown()]
            alone = _SessionLog()
            failure = await self._match(alone, 0)
            found += [self._question(question, alone, failure) for question in self._game.questions]
            found += [self._news(alone, failure)]
            together = _SessionLog()
            failures = await asyncio.gather(*(self._match(together, number + 1) for number in range(AT_ONCE)))
            found += [self._concurrency(together, alone, [text for text in failures if text])]
            found += [self._pace(is_decision, alone, together) for is_decision in (True, False)]
        return found

    async def _send(self, call: Call, limit: float) -> tuple[int, Response | None, str]:
        """The status, the response, and what to say about it."""
        try:
            response = await self._channel.send(call, limit)
        except SeatError as error:
            return 0, None, f"{type(error).__name__}: {error}"
        return response.status, response, f"status {response.status}"

    async def _health(self) -> Check:
        status, _, came = await self._send(Call("GET", self._api.health), HEALTH_LIMIT)
        return Check(f"GET /{self._api.health} returns 200", status == 200, came)

    async def _opening(self) -> Check:
        dialect = self._api.client()
        call = dialect.open(0, "croupier-check", None)
        text = f"POST /{call.path} returns 201 with a session id"
        status, response, came = await self._send(call, self._options.decision_timeout)
        if response is None or status // 100 != 2:
            return Check(text, False, came)
        try:
            session = dialect.read_session(response)
        except SeatError as error:
            return Check(text, False, f"{came}: {error}")
        self._sessions.append(session)
        return Check(text, status == 201, came)

    async def _closing(self) -> Check:
        dialect = self._api.client()
        text = f"DELETE /{dialect.close('{id}').path.replace('%7Bid%7D', '{id}')} returns 204, also for unknown ids"
        known = [("a session", session) for session in self._sessions]
        again = [("the same session again", session) for session in self._sessions]
        for which, session in [*known, *again, ("an unknown id", UNKNOWN)]:
            status, _, came = await self._send(dialect.close(session), self._options.notification_timeout)
            if status != 204:
                return Check(text, False, f"{came} for {which}")
        return Check(text, True, "status 204")

    async def _unknown(self) -> Check:
        """A bot without state may answer as if it knew the session; the guide's own examples do. It must not fail."""
        text = "a question or notification for an unknown session returns 404"
        dialect, match = self._api.client(), self._new_match(0)
        decision = match.ask()
        assert decision is not None
        calls = [*dialect.tell(UNKNOWN, match.happened(0), match.view(0), frozenset(self._api.kinds))[:1]]
        came = ""
        for call in [dialect.ask(UNKNOWN, decision), *calls]:
            status, _, told = await self._send(call, self._options.decision_timeout)
            if status != 404 and status // 100 != 2:
                return Check(text, False, f"{told} for {call.path.rpartition('/')[2]}")
            came = came or ("" if status == 404 else f"{told} instead of 404, which is harmless in a match")
        return Check(text, True, came or "status 404")

    def _new_match(self, number: int) -> Match:
        game = self._game
        names = [f"p{seat}" for seat in range(game.seats[-1])]
        return Match(game, game.settings(self._api.check_settings), names, derived_seed("check", number))

    async def _match(self, record: _SessionLog, number: int) -> str:
        """Play a match with the bot in every seat; why there was none, if there was none."""
        match = self._new_match(number)
        players = [
            _RecordedSession(record, self._api, self._channel, match, seat, self._options)
            for seat in range(match.table.seats)
        ]
        entered: list[HttpSession] = []
        try:
            for player in players:
                entered.append(await player.__aenter__())
            await run_players(match, entered)
        except SeatError as fault:
            return f"{type(fault).__name__}: {fault}"
        finally:
            for player in entered:
                await player.__aexit__(None, None, None)
        return ""

    def _question(self, question: str, record: _SessionLog, failure: str) -> Check:
        text = self._api.questions[question]
        if failure:
            return Check(text, False, f"cannot play a match: {failure}")
        asked = record.questions.get(question, 0)
        wrong = record.wrong.get(question)
        return Check(text, wrong is None and asked > 0, wrong or f"{asked} answers")

    def _news(self, record: _SessionLog, failure: str) -> Check:
        text = "every notification returns 200"
        if failure:
            return Check(text, False, f"cannot play a match: {failure}")
        if record.bad_news:
            return Check(text, False, "; ".join(record.bad_news.values()))
        sent = ", ".join(f"{kind} {count}" for kind, count in record.news.items())
        return Check(text, True, sent or "the bot asks for none")

    def _concurrency(self, record: _SessionLog, alone: _SessionLog, failures: list[str]) -> Check:
        text = f"sessions are kept apart ({AT_ONCE} matches at once)"
        # What was wrong with one match already is reported above, and no matter of concurrency.
        wrong = [fault for question, fault in record.wrong.items() if question not in alone.wrong]
        faults = failures + wrong
        return Check(text, not faults, faults[0] if faults else f"{sum(record.questions.values())} answers")

    def _pace(self, is_decision: bool, *records: _SessionLog) -> Check:
        what = "decisions" if is_decision else "notifications"
        limit = self._options.decision_timeout if is_decision else self._options.notification_timeout
        late = next((record.late[is_decision] for record in records if record.late[is_decision]), "")
        slowest = max(record.slowest[is_decision] for record in records)
        text = f"{what} take at most {limit:g} s"
        if slowest == 0:
            return Check(text, False, "none were sent")
        return Check(text, not late, late or f"the slowest took {slowest:.3f} s")
