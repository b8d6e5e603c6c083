"""The table of promises: good bots keep all of them, and each way to break one is told under its name."""

import asyncio
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from frames.limits import time_limits
from players.http.webbot import web_bot

from croupier.arena.check import recorder
from croupier.arena.check.checker import CheckOptions
from croupier.arena.check.checks import Finding, check
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.table import Stopped
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Reply, Said, View
from croupier.kernel.errors import Gone, HarmlessMove
from croupier.kernel.game import Game
from croupier.kernel.http_api import Response
from croupier.players.entrant import Entrant

CUTTLE = GAMES["cuttle"]
SHORT: dict[str, dict[str, Any]] = {"bluff": {"max_turns": 3}, "belote": {"deals": 1}}
PATIENT = "decision_timeout=120,notification_timeout=120"
"""For a machine that is busy with other things."""
QUESTIONS = [(game, question) for game in GAMES.values() for question in game.questions]


def checked(game: Game, bot: Any, **plan: Any) -> list[Finding]:
    settings = game.settings(SHORT.get(game.name, {}))
    entrant = bot if isinstance(bot, Entrant) else make_entrants(game, [bot])[0]
    return check(
        game, entrant, CheckOptions(**{"matches": 2, "settings": settings, "limit": 60.0, "silence": 0.01, **plan})
    )


def broken(findings: list[Finding]) -> list[str]:
    assert all(finding.check and finding.observed for finding in findings)
    return [finding.check if finding.name == "answers" else finding.name for finding in findings if not finding.passed]


class Safe(Bot[Any, Any]):
    def decide(self, decision: Decision[Any, Any]) -> Any:
        return 0


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("spec", ["heuristic", "random"])
def test_a_good_bot_keeps_every_promise(game: Game, spec: str) -> None:
    findings = checked(game, spec)
    assert broken(findings) == []
    names = ["sits", *["answers"] * len(game.questions), "refusal", "matches", "hears", "repeats", "speaks", "time"]
    assert [finding.name for finding in findings] == names


@pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=lambda value: getattr(value, "name", value))
def test_a_bot_that_fails_at_one_kind_of_question(game: Game, question: str) -> None:
    class Fails(Bot[Any, Any]):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            return "dance" if decision.question == question else 0

    findings = checked(game, Fails)
    assert broken(findings)[0] == f"answers '{question}'"
    assert {promise for promise in broken(findings) if promise.startswith("answers")} == {f"answers '{question}'"}
    fault = next(finding.faults[0] for finding in findings if finding.faults)
    assert fault.question == question
    assert "'dance'" in fault.came
    assert fault.moves[0] in fault.came
    assert fault.view


class CrashesWhenRefused(Safe):
    def decide(self, decision: Decision[Any, Any]) -> Any:
        return 1 / 0 if decision.refused else 0


class CrashesAtTalk(Safe):
    def __init__(self) -> None:
        self.heard = ""

    def observe(self, event: Event, view: View) -> None:
        if isinstance(event, Said):
            self.heard += event.message

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.heard.encode("latin-1")
        return 0


class Moody(Safe):
    number = count()

    def decide(self, decision: Decision[Any, Any]) -> Any:
        return next(self.number) % len(decision.moves)


class MoodyInWords(Safe):
    number = count()

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.say(f"number {next(self.number)}")
        return 0


def saying(*messages: str) -> Callable[[], Bot[Any, Any]]:
    class Speaks(Safe):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            for message in messages:
                self.say(message)
            return 0

    return Speaks


class LateInTheMatch(Safe):
    """Only whole matches get so far: the forced questions come before."""

    def decide(self, decision: Decision[Any, Any]) -> Any:
        late = decision.view.table.settings.max_turns == 499  # type: ignore[attr-defined]
        return "dance" if late and decision.question == "turn" else 0


@pytest.mark.parametrize(
    ("bot", "names", "came"),
    [
        (CrashesWhenRefused, ["refusal"], "ZeroDivisionError"),
        (CrashesAtTalk, ["hears"], "UnicodeEncodeError"),
        (Moody, ["repeats"], "self.rng"),
        (MoodyInWords, ["repeats"], "draw with different chat or notes"),
        (saying("x" * 201), ["speaks"], "201 characters; at most 200 are delivered"),
        (saying(*"abcdef"), ["speaks"], "6 messages with one answer"),
        (saying("\ud800"), ["speaks"], "is not valid Unicode text"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_bot_that_breaks_one_promise(bot: Any, names: list[str], came: str) -> None:
    findings = checked(CUTTLE, bot)
    assert broken(findings) == names
    observed = [finding.observed for finding in findings if not finding.passed]
    assert any(came in text for text in observed), observed


def test_a_harmless_move_is_refused_and_breaks_no_check() -> None:
    class Generous(Safe):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            if not decision.refused:
                raise HarmlessMove("a Favor cannot be played on Bob, who has no cards")
            return 0

    assert broken(checked(CUTTLE, Generous)) == []


def test_faults_in_whole_matches_only() -> None:
    findings = checked(CUTTLE, LateInTheMatch, settings=CUTTLE.settings({"max_turns": 499}))
    assert broken(findings) == ["matches"], "what is known from there is not told again under talk"
    (matches,) = (finding for finding in findings if finding.name == "matches")
    assert 1 < len(matches.faults) <= 5
    assert {fault.seats for fault in matches.faults} == {2}


@pytest.mark.parametrize(("step", "kept"), [(0.9, True), (1.1, False)])
def test_time_is_measured_against_the_limit(step: float, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by `step` at every look: once before an answer and once after it."""
    ticks = count()
    monkeypatch.setattr(recorder, "perf_counter", lambda: next(ticks) * step / 2)
    findings = checked(CUTTLE, Safe, limit=1.0)
    (time,) = (finding for finding in findings if finding.name == "time")
    assert time.passed is kept
    assert time.observed == f"p50 {step * 1000:.0f} ms, p95 {step * 1000:.0f} ms, max {step * 1000:.0f} ms"
    assert time.check == "answers within 1 s"


def test_a_bot_of_this_process_that_never_answers_is_stopped() -> None:
    class Hangs(Safe):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            while decision.question == "seven":
                pass
            return 0

    before = signal.getsignal(signal.SIGALRM)
    findings = checked(CUTTLE, Hangs, limit=0.05)
    (seven,) = (finding for finding in findings if finding.check == "answers 'seven'")
    assert seven.observed.startswith("TooSlow: 'seven' was not answered within 0.05 s")
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 1, "the timer that stops tests is running again"


def test_a_bot_that_cannot_sit_down_is_asked_nothing_more() -> None:
    class Unseated(Safe):
        def on_start(self) -> None:
            raise RuntimeError("no chair")

    findings = checked(CUTTLE, Unseated)
    assert [finding.name for finding in findings] == ["sits"]
    assert "RuntimeError: no chair" in findings[0].observed


def test_a_bot_that_sits_down_only_once() -> None:
    made = count()

    class Once(Safe):
        def on_start(self) -> None:
            if next(made):
                raise RuntimeError("no chair")

    findings = checked(CUTTLE, Once)
    assert findings[0].passed
    assert all(finding.check == "starts for every match" for finding in findings[1:-2])
    assert not any(finding.passed for finding in findings[1:-2])
    assert findings[-1].observed == "no answers"


def test_every_seat_of_a_small_and_of_a_larger_table_is_played() -> None:
    seen: set[tuple[int, int]] = set()

    class Counts(Safe):
        def on_start(self) -> None:
            if self.table.settings.hand_size == 3:  # type: ignore[attr-defined]
                seen.add((self.table.seats, self.seat))

    checked(GAMES["bluff"], Counts, settings=GAMES["bluff"].settings({"hand_size": 3, "max_turns": 2}))
    assert seen == {(2, 0), (2, 1), (4, 0), (4, 1), (4, 2), (4, 3)}


def test_the_same_call_asks_the_same_questions() -> None:
    first, second = (checked(CUTTLE, "random", seed=3)[:-1] for _ in range(2))
    assert first == second
    assert checked(CUTTLE, "random", seed=4)[:-1] != first


def test_somebody_may_end_it() -> None:
    left = count(-20)

    def look() -> None:
        if next(left) == 0:
            raise Stopped("enough")

    with pytest.raises(Stopped):
        checked(CUTTLE, Safe, before_question=look)


def test_a_bot_behind_http_is_held_to_its_checklist_and_to_ours() -> None:
    with web_bot() as bot:
        findings = checked(GAMES["belote"], f"{bot.url}#{PATIENT}")
        assert bot.open_sessions == 0
    assert broken(findings) == []
    assert [finding.name for finding in findings] == [
        "sits",
        *["checklist"] * 11,
        *["answers"] * 3,
        "waits",
        "matches",
        "time",
    ]
    assert findings[1].check == "GET /health returns 200"
    assert findings[0].observed == "over a connection"


def test_a_bot_behind_http_that_answers_wrong() -> None:
    def wrong(method: str, path: str, body: bytes) -> Response | None:
        return Response(200, b'{"rank":"Joker","suit":"Red"}') if path.endswith("/choose-card") else None

    with web_bot(wrong) as bot:
        findings = checked(GAMES["belote"], f"{bot.url}#{PATIENT}")
    assert broken(findings) == ["checklist", "answers 'card'", "matches"]
    fault = next(finding.faults[0] for finding in findings if finding.faults)
    assert (fault.question, "Joker" in fault.came) == ("card", True)


class Elsewhere:
    """A guest in miniature, without a connection. It never answers one question, or leaves in a silence."""

    def __init__(self, never: str = "", leaves_after: float = 60.0) -> None:
        self.never = never
        self.leaves_after = leaves_after

    async def arrive(self, programs: object) -> None:
        return

    async def leave(self) -> None:
        return

    def sit(self, match: Any, seat: int, clock: Any) -> Any:
        return _Sitting(self)


class _Sitting:
    wants_news = False

    def __init__(self, guest: Elsewhere) -> None:
        self._guest = guest
        self._heard = 0.0

    async def __aenter__(self) -> "_Sitting":
        self._heard = asyncio.get_running_loop().time()
        return self

    async def __aexit__(self, *given: object) -> None:
        return

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        before, self._heard = self._heard, asyncio.get_running_loop().time()
        if self._heard - before > self._guest.leaves_after:
            raise Gone("hung up")
        if decision.question == self._guest.never:
            await asyncio.Event().wait()
        return Reply(0)

    async def observe(self, events: object, view: object) -> None:
        return


def test_a_guest_that_never_answers_is_stopped() -> None:
    entrant = Entrant("slow", "slow", Safe, Elsewhere(never="seven"))
    findings = checked(CUTTLE, entrant, limit=0.02)
    answers = [finding for finding in findings if finding.check == "answers 'seven'"]
    assert [finding.passed for finding in answers] == [False]
    assert answers[0].observed.startswith("TooSlow: 'seven' was not answered within 0.02 s")


@time_limits(0.2, 2.0, 8.0)
def test_a_guest_that_does_not_wait(limit: float) -> None:
    entrant = Entrant("hasty", "hasty", Safe, Elsewhere(leaves_after=limit))
    findings = checked(CUTTLE, entrant, silence=limit * 1.2)
    assert broken(findings) == ["waits"]


LATE = """
import time
from croupier.games.cuttle import CuttleBot

class Late(CuttleBot):
    def select_move(self, view, legal_moves):
        time.sleep(0.5)
        return legal_moves[0]
"""


def test_a_sandboxed_bot_that_answers_late_is_told_the_question(tmp_path: Path) -> None:
    """Its process must not be used again while it still works on an answer."""
    (tmp_path / "late.py").write_text(LATE, encoding="utf-8")
    (entrant,) = make_entrants(CUTTLE, [str(tmp_path / "late.py")])
    assert entrant.cells is not None
    try:
        findings = check(CUTTLE, entrant, CheckOptions(2, limit=0.1, max_faults=3))
    finally:
        entrant.cells.close()
    assert findings[-1].check.startswith("answers '")
    assert findings[-1].observed.startswith("TooSlow: did not answer '")
    assert len(findings[-1].faults) == 1
