"""The JSON dialect as a player: conversations written down line by line."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import liar
import pytest
from frames.limits import time_limits

from croupier.ai.baselines import RandomBot
from croupier.games import GAMES
from croupier.kernel.decision import NO_CLOCK, Clock
from croupier.kernel.errors import BadMessage, Crashed, SeatError, TooSlow
from croupier.match.match import Match
from croupier.match.run_players import run_players
from croupier.players.inprocess import BotPlayer
from croupier.players.json import player
from croupier.players.json.player import JsonPlayer

CUTTLE = GAMES["cuttle"]


class Script:
    """A channel with a bot at its end that answers as the test says; all that was sent is kept."""

    def __init__(self, answer: Callable[[dict[str, Any]], Any], ready: str = '{"type":"ready"}') -> None:
        self._answer = answer
        self._ready = ready
        self.sent: list[dict[str, Any]] = []
        self._more: list[bytes] = []

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.sent if message["type"] == kind]

    async def ask(self, message: bytes, news_seconds: float = 0.0) -> bytes:
        self.sent.append(json.loads(message))
        answer = self._ready if self.sent[-1]["type"] == "start" else self._answer(self.sent[-1])
        if answer is None:
            await asyncio.Event().wait()
        first, *self._more = [
            each.encode() if isinstance(each, str) else json.dumps(each).encode()
            for each in (answer if isinstance(answer, list) else [answer])
        ]
        return first

    async def more(self) -> bytes:
        return self._more.pop(0)

    async def tell(self, message: bytes) -> None:
        self.sent.append(json.loads(message))

    async def inform(self, message: bytes) -> None:
        await self.tell(message)

    async def catch_up(self) -> None:
        return


def played(script: Script, clock: Clock = NO_CLOCK, seed: int = 1, **options: Any) -> Match:
    """The script against chance at Cuttle."""

    async def run() -> Match:
        match = Match(CUTTLE, CUTTLE.settings(), ["Ann", "Bob"], seed)
        async with AsyncExitStack() as stack:
            player = await stack.enter_async_context(JsonPlayer(script, match, 0, "m1", clock, **options))
            await run_players(match, [player, BotPlayer(RandomBot(), match, 1)], clock)
        return match

    return asyncio.run(run())


def safe(message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "move", "id": message["id"], "move": 0}


def first_faults(match: Match) -> tuple[str, ...]:
    return next(step.faults for step in match.steps if step.seat == 0)


def test_a_conversation_from_start_to_over() -> None:
    script = Script(safe)
    match = played(script, Clock(answer=5, bank=60))
    start, *questions, over = script.sent
    assert {key: start[key] for key in ("type", "protocol", "match", "game", "seat", "seats", "names")} == {
        "type": "start",
        "protocol": 1,
        "match": "m1",
        "game": "cuttle",
        "seat": 0,
        "seats": 2,
        "names": ["Ann", "Bob"],
    }
    assert start["settings"]["rules"] == "classic"
    assert start["clock"] == {"answer": 5.0, "bank": 60.0, "last": 0.0}
    assert [message["id"] for message in questions] == list(range(1, len(questions) + 1))
    assert {message["match"] for message in script.sent} == {"m1"}
    assert {message["type"] for message in questions} == {"decide"}, "no news for who does not want any"
    result = match.result()
    assert (over["type"], over["places"], over["ending"]) == ("over", list(result.places), result.ending)
    assert over["events"][-1]["type"] == "Ended"
    assert over["view"]["seat"] == 0
    told = [event["text"] for message in (*questions, over) for event in message["events"]]
    names = match.table.names
    happened = [event.text(names) for step in range(len(match.steps) + 1) for event in match.happened(0, step)]
    assert told == happened, "every event once, in order"


def test_news_for_who_wants_it() -> None:
    script = Script(safe, '{"type":"ready","name":"me","wants":["news"]}')
    match = played(script)
    news = [event["text"] for message in script.of("news") for event in message["events"]]
    names = match.table.names
    steps = range(len(match.steps))  # the last one comes with over
    assert news == [event.text(names) for step in steps for event in match.happened(0, step)]
    unwanted = Script(safe, '{"type":"ready","wants":["news"]}')
    played(unwanted, news=False)
    assert not unwanted.of("news")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"type": "move", "id": 99, "move": 0}, "answer to question 99; the open question is 1, 'turn'"),
        (
            {"type": "move", "id": 1, "move": 0, "match": "m0"},
            "answer for match 'm0'; the open question is 1, 'turn' of match 'm1'",
        ),
        ("thinking...", "unreadable answer (JSON is malformed"),
        ("x" * 70_000, "answer too long: 70000 bytes, at most 65536; the open question is 1, 'turn'"),
        ({"type": "ready"}, "unreadable answer (Invalid value 'ready' - at `$.type`)"),
    ],
)
def test_what_is_refused_is_asked_again_with_the_reason(answer: Any, told: str) -> None:
    script = Script(lambda message: safe(message) if message["type"] == "illegal" or message["id"] > 1 else answer)
    match = played(script)
    (refused,) = script.of("illegal")
    assert (refused["id"], refused["question"]) == (1, "turn")
    assert refused["reason"].startswith(told)
    (fault,) = first_faults(match)
    assert fault == f"BadMessage: {refused['reason']}"


@time_limits(0.05, 2.0)
def test_a_late_answer_to_a_question_whose_time_ran_out_is_ignored(limit: float) -> None:
    def answer(message: dict[str, Any]) -> Any:
        if message["id"] == 1:
            return None
        return [{"type": "move", "id": 1, "move": 0}, safe(message)] if message["id"] == 2 else safe(message)

    match = played(Script(answer), Clock(answer=limit))
    mine = [step for step in match.steps if step.seat == 0]
    assert mine[0].faults == (f"TooSlow: did not answer 'turn' within {limit:g} s and was stopped",)
    assert not mine[1].faults


@pytest.mark.parametrize("say", ["hi", ["hi"], ["hi", ""]])
def test_talk(say: Any) -> None:
    match = played(Script(lambda message: {**safe(message), "say": say, "note": "why"}))
    assert {(step.say, step.note) for step in match.steps if step.seat == 0} == {(("hi",), "why")}


def test_talk_has_its_limits() -> None:
    match = played(Script(lambda message: {**safe(message), "say": ["x" * 999] * 9, "note": "y" * 20_000}))
    assert match.steps[0].say == ("x" * 200,) * 5
    assert len(match.steps[0].note) == 10_000


def test_a_bot_can_tell_that_it_failed() -> None:
    failed = {"type": "error", "id": 1, "fault": "Crashed", "reason": "no idea"}
    match = played(Script(lambda message: failed if message["id"] == 1 else safe(message)))
    assert first_faults(match) == ("Crashed: no idea",)
    assert match.steps[0].ruling == "safe move"


@pytest.mark.parametrize(
    ("ready", "fault", "told"),
    [
        ("hello", BadMessage, 'unreadable answer to start .*: \'hello\'; send {"type":"ready"}'),
        ('{"type":"ready","wants":["money"]}', BadMessage, r"Invalid enum value 'money' - at `\$.wants"),
        ('{"type":"error","reason":"I play chess"}', Crashed, "I play chess"),
    ],
)
def test_who_is_not_ready_does_not_play(ready: str, fault: type[SeatError], told: str) -> None:
    with pytest.raises(fault, match=told):
        played(Script(safe, ready))


def test_who_does_not_answer_start_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(Script):
        async def ask(self, message: bytes) -> bytes:
            await asyncio.Event().wait()
            return b""

    monkeypatch.setattr(player, "READY_SECONDS", 0.01)
    with pytest.raises(TooSlow, match=r"did not answer start within 0\.01 s"):
        played(Silent(safe), Clock(answer=0.01))


def test_a_match_that_is_broken_off_is_over_without_places() -> None:
    script = Script(safe)

    async def run() -> None:
        match = Match(CUTTLE, CUTTLE.settings(), ["Ann", "Bob"], 1)
        async with JsonPlayer(script, match, 0, "m1"):
            pass

    asyncio.run(run())
    assert script.sent[-1] == {
        "type": "over",
        "match": "m1",
        "places": [],
        "scores": [],
        "ending": "stopped",
        "events": [],
        "view": {},
    }


def test_the_ids_of_matches_tell_nothing() -> None:
    match = Match(liar.GAME, liar.GAME.settings(), ["a", "b", "c"], 1)
    ids: set[str] = set()

    async def run() -> None:
        for seat in (0, 0, 1):
            script = Script(safe)
            async with JsonPlayer(script, match, seat):
                ids.add(script.sent[0]["match"])

    asyncio.run(run())
    assert len(ids) == 3
