"""The engine as an HTTP client: sessions, questions, news, time, patience and faults, against a bot on loopback."""

import asyncio
import gc
import re
from pathlib import Path
from typing import Any

import pytest
from frames.limits import time_limits
from players.http.webbot import HANG_UP, WebBot, web_bot

import croupier
from croupier import BotMeta, UsageError
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.arena.run.table import Stopped
from croupier.games.belote import GAME
from croupier.games.belote.http.client import KINDS
from croupier.kernel.http_api import Response
from croupier.kernel.secret import secret_of
from croupier.match.match import Match
from croupier.match.run_players import luck_seed
from croupier.players.connections import Connections, play_seats
from croupier.players.http.remote_bot import http_entrant
from croupier.players.seating import seat_clock
from croupier.ui.cli.main import run_app
from croupier.ui.result_text import result_lines

USUAL = [kind for kind, is_usual in KINDS.items() if is_usual]
SEED = 3


def play(bot: WebBot, seats: int = 1, **meta: Any) -> Match:
    """One deal with the bot in the first seats."""
    entered = BotMeta(name="web", base_url=bot.url, **meta)
    bots = [*[entered] * seats, *["deterministic"] * (4 - seats)]
    return croupier.play("belote", bots, SEED, {"deals": 1})


def faults(match: Match) -> list[str]:
    return [fault for step in match.steps if step.ruling for fault in step.faults]


def instead(ending: str, *responses: Response) -> Any:
    """These answers to requests with this ending, one after the other; then the bot's own."""
    left = list(responses)

    def answer(method: str, path: str, body: bytes) -> Response | None:
        return left.pop(0) if path.endswith(ending) and left else None

    return answer


def always(ending: str, response: Response) -> Any:
    return lambda method, path, body: response if path.endswith(ending) else None


# The order of things.


def test_a_match_from_the_opening_to_the_end() -> None:
    with web_bot() as bot:
        match = play(bot)
        assert match.over
        assert not faults(match)
        paths = [path for _, path in bot.requests]
        assert bot.requests[0] == ("GET", "health")
        assert bot.requests[1] == ("POST", "sessions")
        assert bot.requests[-1] == ("DELETE", "sessions")
        assert bot.open_sessions == 0
        assert paths[2] == "notify/deal-started"
        assert paths[-3:-1] == ["notify/deal-ended", "notify/match-ended"]
        assert paths.count("choose-card") == 8
        assert [paths.count(f"notify/{kind}") for kind in KINDS] == [1, 0, 32, 8, 1, 1]


def test_the_session_gets_its_position_and_one_id_for_all_seats_of_the_match() -> None:
    with web_bot() as bot:
        for _ in range(2):
            bots = [BotMeta(name=name, base_url=bot.url) for name in "abcd"]  # four entrants, one match
            croupier.play("belote", bots, SEED, {"deals": 1})
        opened = [body for body in bot.bodies_of("sessions") if body is not None]
        assert [body["position"] for body in opened] == ["Bottom", "Left", "Top", "Right"] * 2
        assert all(set(body) == {"position", "matchId"} for body in opened)
        assert [opened[0]["matchId"]] * 4 + [opened[4]["matchId"]] * 4 == [body["matchId"] for body in opened]
        assert opened[0]["matchId"] != opened[4]["matchId"], "the same deal again is not recognised"


def test_a_seed_is_told_to_those_who_ask_for_it_and_tells_no_deal() -> None:
    with web_bot() as bot:
        play(bot, seats=2, seed=True)
        seeds = [body["seed"] for body in bot.bodies_of("sessions") if body is not None]
    assert seeds == [luck_seed(secret_of(str(SEED)), seat) % 2**31 for seat in (0, 1)]
    assert SEED not in seeds


def test_sessions_of_one_server_are_played_at_once() -> None:
    async def several(bot: WebBot) -> list[Match]:
        entrant = http_entrant(GAME, BotMeta(name="web", base_url=bot.url))
        guest = entrant.guest
        assert guest is not None
        matches = [Match(GAME, GAME.settings({"deals": 1}), ("a", "b", "c", "d"), seed) for seed in range(5)]
        await guest.arrive(None)  # type: ignore[arg-type]
        await asyncio.gather(*(play_seats(match, [guest] * 4, None) for match in matches))
        await guest.leave()
        return matches

    with web_bot() as bot:
        matches = asyncio.run(several(bot))
        assert (bot.most_sessions, bot.open_sessions) == (20, 0)
    assert all(match.over and not faults(match) for match in matches)


def test_the_session_is_closed_when_the_match_is_stopped() -> None:
    def stop(match: Match) -> None:
        if len(match.steps) == 9:
            raise Stopped("enough")

    with web_bot() as bot:
        entrants = make_entrants(GAME, [bot.url, "deterministic"])
        match = Match(GAME, GAME.settings({}), ("a", "b", "c", "d"), SEED)
        seats = [entrants[0].guest, entrants[1].make(), entrants[0].guest, entrants[1].make()]
        with Connections(entrants) as outside, pytest.raises(Stopped):
            outside.play(match, seats, stop)
        assert [method for method, _ in bot.requests].count("DELETE") == 2
        assert bot.open_sessions == 0


# News.


def test_only_what_is_listed_is_sent() -> None:
    with web_bot() as bot:
        play(bot, notifications=("negotiation-completed", "deal-ended"))
        told = [path for _, path in bot.requests if path.startswith("notify/")]
    assert told == ["notify/negotiation-completed", "notify/deal-ended"]


def test_an_empty_list_means_no_news() -> None:
    with web_bot() as bot:
        play(bot, notifications=())
        assert not [path for _, path in bot.requests if path.startswith("notify/")]


@pytest.mark.parametrize("status", [404, 405])
def test_news_without_an_endpoint_is_not_sent_again(status: int) -> None:
    with web_bot(always("notify/card-played", Response(status))) as bot:
        match = play(bot)
        assert not faults(match)
        assert bot.count("notify/card-played") == 1
        assert bot.count("notify/trick-completed") == 8


def test_news_that_fails_is_sent_once_and_is_no_fault() -> None:
    with web_bot(instead("notify/deal-started", Response(503))) as bot:
        match = play(bot)
        assert bot.count("notify/deal-started") == 1
        assert bot.count("notify/card-played") == 32
    assert not faults(match)
    assert match.lost_news == {0: (1, "deal-started returned status 503")}
    assert result_lines(match)[-1] == "web missed 1 notification; first reason: deal-started returned status 503"


def test_news_is_given_up_after_three_failures_in_a_row_and_one_line_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with web_bot(always("notify/card-played", Response(500))) as bot:
        arguments = ["--no-journal", "--seed", "3", "--set", "deals=1", "--set", "cut=fixed", "-n", "2"]
        assert run_app(["run", "belote", f"{bot.url}#name=web", "deterministic", *arguments]) == 0
        told = capsys.readouterr().out
        assert bot.count("notify/card-played") == 3 * 6, "three a session, those of the verification match included"
        assert bot.count("choose-card") == 8 * 6
    # Of the 43 notifications of a match only deal-started arrived.
    assert f"web missed {(43 - 1) * 4} notifications; first reason: card-played returned status 500" in told


def test_a_failure_now_and_then_does_not_end_the_news() -> None:
    answers = [Response(500), Response(500), Response(200)] * 12
    with web_bot(instead("notify/card-played", *answers)) as bot:
        match = play(bot)
        assert bot.count("notify/card-played") == 32
    assert match.lost_news[0][0] == 22


@time_limits(1.5, 8.0)
def test_news_that_takes_too_long_is_no_fault(limit: float) -> None:
    def hang(method: str, path: str, body: bytes) -> Response | None:
        if path.endswith("notify/deal-started"):
            bot.released.wait()
        return None

    with web_bot(hang) as bot:
        match = play(bot, notification_timeout=limit)
        assert match.over
        assert not faults(match)
        assert bot.count("notify/match-ended") == 1, "later news arrives"
    assert match.lost_news[0][1].startswith("TooSlow: ")


@time_limits(3.0, 8.0)
def test_news_has_a_time_of_its_own(limit: float) -> None:
    """A bot that takes in news slowly is not short of time for its answers."""

    def slow(method: str, path: str, body: bytes) -> Response | None:
        if path.endswith("notify/card-played") and bot.count("notify/card-played") == 1:
            bot.released.wait(limit + 0.5)
        return None

    with web_bot(slow) as bot:
        bots = [BotMeta(name="web", base_url=bot.url), *["deterministic"] * 3]
        match = croupier.play("belote", bots, SEED, {"deals": 1}, timeout=limit)
        assert not faults(match)
        assert bot.count("notify/card-played") == 32


# Patience.


@pytest.mark.parametrize("status", [500, 503])
def test_a_busy_bot_is_asked_again(status: int) -> None:
    with web_bot(instead("choose-card", Response(status), Response(status))) as bot:
        match = play(bot)
        assert not faults(match)
        assert bot.count("choose-card") == 8 + 2
        asked = bot.bodies_of("choose-card")
        assert asked[0] == asked[1] == asked[2]


def test_a_bot_that_stays_busy_has_crashed() -> None:
    with web_bot(instead("choose-card", *[Response(500)] * 4)) as bot:
        match = play(bot)
        assert faults(match) == ["Crashed: POST choose-card returned status 500"]
        assert bot.count("choose-card") == 4 + 7


@pytest.mark.parametrize("status", [400, 422, 302])
def test_any_other_status_is_a_crash_and_not_tried_again(status: int) -> None:
    with web_bot(instead("choose-card", Response(status))) as bot:
        match = play(bot)
        assert faults(match) == [f"Crashed: POST choose-card returned status {status}"]
        assert bot.count("choose-card") == 8


def test_a_lost_session_is_gone_and_not_asked_again() -> None:
    with web_bot(always("choose-card", Response(404))) as bot:
        match = play(bot)
        assert faults(match) == ["Gone: POST choose-card returned status 404: the session is gone"]
        assert bot.count("choose-card") == 1
        assert bot.requests[-1] == ("DELETE", "sessions")
    assert match.over


def test_a_bot_that_hangs_up_once_is_asked_again_and_one_that_keeps_doing_it_is_gone() -> None:
    with web_bot(instead("choose-card", HANG_UP)) as bot:
        assert not faults(play(bot))
    with web_bot(always("choose-card", HANG_UP)) as bot:
        (fault,) = faults(play(bot))
        assert fault.startswith("Gone: POST http://127.0.0.1:")
        assert bot.count("choose-card") == 4


# Wrong answers.


def test_a_wrong_answer_is_a_fault_with_the_answer_and_the_valid_ones_and_not_asked_again() -> None:
    with web_bot(instead("choose-card", Response(200, b'{"rank":"Two","suit":"Hearts"}'))) as bot:
        match = play(bot)
        (fault,) = faults(match)
        asked = bot.bodies_of("choose-card")
    assert fault.startswith('IllegalMove: choose-card was answered with {"rank":"Two","suit":"Hearts"}; validPlays: [')
    assert asked[0]["validPlays"][0]["rank"] in fault
    assert len(asked) == 8


def test_what_cannot_be_read_is_a_fault_and_not_asked_again() -> None:
    with web_bot(instead("choose-card", Response(200, b"<html>"))) as bot:
        (fault,) = faults(play(bot))
        assert fault.startswith("BadMessage: answered <html> instead of one of the validPlays")
        assert bot.count("choose-card") == 8


def test_too_much_is_not_read() -> None:
    with web_bot(instead("choose-card", Response(200, b" " * 3_000_000))) as bot:
        (fault,) = faults(play(bot))
        assert fault.endswith("returned more than 1000000 bytes")


def test_three_faults_are_enough() -> None:
    with web_bot(always("choose-card", Response(200, b"{}"))) as bot:
        match = play(bot)
        assert len(faults(match)) == 3
        assert bot.count("choose-card") == 3
    assert match.over


@time_limits(0.7, 5.0)
def test_an_answer_that_takes_too_long(limit: float) -> None:
    def hang(method: str, path: str, body: bytes) -> Response | None:
        if path.endswith("choose-card"):
            bot.released.wait()
        return None

    with web_bot(hang) as bot:
        match = play(bot, decision_timeout=limit)
        assert {fault.partition(": ")[0] for fault in faults(match)} == {"TooSlow"}
        assert faults(match)[0].endswith(f"/choose-card was not answered within {limit:g} s")
    assert match.over


@pytest.mark.parametrize(
    ("own", "timeout", "seconds"),
    [(60.0, None, 60.0), (30.0, None, 30.0), (10.0, None, 30.0), (60.0, 20.0, 20.0), (60.0, 0.0, None)],
)
def test_a_bots_own_longer_limit_counts_unless_the_run_sets_one(
    own: float, timeout: float | None, seconds: float | None
) -> None:
    guest = http_entrant(GAME, BotMeta(name="web", base_url="http://x", decision_timeout=own)).guest
    assert guest is not None
    match = Match(GAME, GAME.settings({}), ("a", "b", "c", "d"), SEED)
    assert seat_clock(guest, match, clock_for(GAME, timeout)).answer == seconds


def test_a_bot_may_take_its_own_longer_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(method: str, path: str, body: bytes) -> Response | None:
        if path.endswith(("choose-cut", "choose-card")):
            bot.released.wait(0.2)
        return None

    monkeypatch.setattr(GAME, "answer_seconds", 0.1)
    with web_bot(slow) as bot:
        assert not faults(play(bot))


# Those who do not come.


@pytest.mark.parametrize(
    ("response", "told"),
    [
        (Response(400), "Crashed: POST sessions returned status 400 instead of 201"),
        (Response(201, b"{}"), "BadMessage: answered {} instead of a body like"),
    ],
)
def test_without_a_session_the_safe_move_is_played(response: Response, told: str) -> None:
    with web_bot(always("api/sessions", response)) as bot:
        match = play(bot)
    assert match.over
    (fault,) = faults(match)
    assert fault.startswith(told)
    assert {step.ruling for step in match.steps if step.seat == 0} == {"benched"}


def test_nobody_at_the_address() -> None:
    with web_bot() as bot:
        url = bot.url
    with pytest.raises(UsageError, match=f"no bot at {url}: .*connection refused.*; start the bot first"):
        croupier.play("belote", [url, "random"])


def test_a_connection_is_closed_when_another_bot_is_not_there() -> None:
    """Otherwise the collector would warn of it, which pytest reports as an error."""
    with web_bot() as gone:
        url = gone.url
    with web_bot(lambda *_: bot.released.wait() and None) as bot, pytest.raises(UsageError, match=f"no bot at {url}"):
        croupier.play("belote", [bot.url, url])
    gc.collect()


@pytest.mark.parametrize(
    ("game", "spec", "told"),
    [
        (
            "cuttle",
            "http://localhost:5050#notifications=deal-started",
            "no notification 'deal-started'; cuttle has news",
        ),
        ("belote", "http://", "is not an address such as http://localhost:5050"),
        ("belote", "http://localhost:99999", "is not an address"),
        (
            "belote",
            "http://localhost:5050#timeout=3",
            "has no option 'timeout' (did you mean decision_timeout?); its options are name, notifications",
        ),
        ("belote", "http://localhost:5050#decision_timeout=0", "decisionTimeout must be more than 0 seconds"),
        ("belote", "http://localhost:5050#notifications=deal-over", "no notification 'deal-over'; belote has deal-s"),
    ],
)
def test_an_address_that_cannot_be_played(game: str, spec: str, told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)):
        croupier.play(game, [spec, "random"])


def test_options_behind_the_address() -> None:
    options = "#name=Webby,seed=true,notifications=deal-ended+match-ended"
    with web_bot() as bot:
        match = croupier.play("belote", [bot.url + options, "random"], SEED, {"deals": 1})
        told = [path for _, path in bot.requests if path.startswith("notify/")]
        assert "seed" in bot.bodies_of("sessions")[0]
    assert match.table.names == ("Webby", "random", "Webby 2", "random 2")
    assert sorted(told) == ["notify/deal-ended"] * 2 + ["notify/match-ended"] * 2, "sessions are told at the same time"


def test_many_matches_give_the_table_of_the_same_bot_in_the_process() -> None:
    settings = {"deals": 1, "cut": "fixed"}
    with web_bot() as bot:
        web = croupier.run("belote", [bot.url, "random"], 10, SEED, settings)
        assert bot.open_sessions == 0
    here = croupier.run("belote", ["deterministic", "random"], 10, SEED, settings)
    assert web.standings == here.standings


def test_from_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with web_bot() as bot:
        arguments = ["--seed", "3", "--set", "deals=1", "--history", str(tmp_path / "h.jsonl")]
        assert run_app(["run", "belote", f"{bot.url}#name=web", "deterministic", *arguments]) == 0
        told = capsys.readouterr().out
        assert run_app(["run", "belote", f"{bot.url}#name=web", "deterministic", "-n", "2", *arguments]) == 0
        table = capsys.readouterr().out
    assert told.startswith("Malagasy Belote: web against deterministic against web 2 against deterministic 2, seed 3")
    assert "[GAME] web plays" in told
    assert "2 matches (1 deal in 2 seatings)" in table
    assert run_app(["replay", str(tmp_path / "h.jsonl"), "--verify"]) == 0
