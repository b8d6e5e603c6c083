"""The guide's checklist: good bots pass every check, and each flaw fails the check it is named under."""

import json
from collections.abc import Callable

import pytest
from players.http.webbot import HANG_UP, web_bot

from croupier.games.belote import GAME, CalculatingBot
from croupier.games.belote.http.server import BeloteServer
from croupier.kernel.errors import UsageError
from croupier.kernel.http_api import Response
from croupier.players.http import check as check_module
from croupier.players.http.check import Check, check_http
from croupier.players.http.session import SessionOptions

PATIENT = SessionOptions(decision_timeout=300.0, notification_timeout=120.0)
"""For checks of something else than time, on a busy machine."""
Instead = Callable[[str, str, bytes], Response | None]
TEXTS = [
    "GET /health returns 200",
    "POST /api/sessions returns 201 with a session id",
    "DELETE /api/sessions/{id} returns 204, also for unknown ids",
    "a question or notification for an unknown session returns 404",
    "choose-cut returns a position from 6 to 26 and fromTop",
    "choose-negotiation-action returns one of the validActions",
    "choose-card returns one of the validPlays",
    "every notification returns 200",
    "sessions are kept apart (4 matches at once)",
    "decisions take at most 30 s",
    "notifications take at most 5 s",
]
HEALTH, OPENING, CLOSING, UNKNOWN, CUT, BID, CARD, NEWS, APART, QUICK, QUICK_NEWS = range(11)


def broken(checks: list[Check]) -> list[int]:
    assert len(checks) == 11
    assert all(check.text and check.came for check in checks)
    return [number for number, check in enumerate(checks) if not check.kept]


def test_a_good_bot_passes_every_check() -> None:
    with web_bot(desk=BeloteServer(CalculatingBot)) as bot:
        checks = check_http(GAME, bot.url, PATIENT)
        assert broken(checks) == []
        assert bot.most_sessions == 16
        assert bot.open_sessions == 0
    assert checks[UNKNOWN].came == "status 404"
    assert [check.text for check in checks][:QUICK] == TEXTS[:QUICK]


def answer(ending: str, status: int, body: object = None) -> Instead:
    raw = b"" if body is None else json.dumps(body).encode()

    def instead(method: str, path: str, sent: bytes) -> Response | None:
        return Response(status, raw) if path.endswith(ending) else None

    instead.__name__ = f"{status} to {ending}"
    return instead


def without_delete(method: str, path: str, body: bytes) -> Response | None:
    return Response(404) if method == "DELETE" and path.endswith("no-such-session") else None


@pytest.mark.parametrize(
    ("flaw", "check", "came"),
    [
        (answer("/health", 503), HEALTH, "status 503"),
        (answer("/health", 204), HEALTH, "status 204"),
        (without_delete, CLOSING, "status 404 for an unknown id"),
        (answer("/choose-cut", 200, {"position": 27, "fromTop": True}), CUT, "from 6 to 26"),
        (answer("/choose-cut", 200, {"position": 9}), CUT, "fromTop"),
        (answer("/choose-negotiation-action", 200, {"type": "Pass"}), BID, '{"type": "Pass"}; validActions: ['),
        (answer("/choose-card", 200, {"rank": "Joker", "suit": "Red"}), CARD, '"Joker", "suit": "Red"}; validPlays: ['),
        (answer("/choose-card", 500), CARD, "status 500"),
        (answer("/notify/trick-completed", 404), NEWS, "trick-completed returned status 404"),
        (answer("/notify/deal-ended", 204), NEWS, "deal-ended returned status 204"),
    ],
)
def test_a_bot_that_fails_one_check(flaw: Instead, check: int, came: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_module, "AT_ONCE", 2)  # enough: what matters here is the match alone
    with web_bot(flaw) as bot:
        checks = check_http(GAME, bot.url, PATIENT)
    assert broken(checks) == [check]
    assert came in checks[check].came


def test_a_session_with_the_wrong_status_is_told_though_it_can_be_played() -> None:
    desk = BeloteServer(CalculatingBot)

    def ok(method: str, path: str, body: bytes) -> Response | None:
        return Response(200, desk.handle(method, path, body).body) if path.endswith("api/sessions") else None

    with web_bot(ok, desk) as bot:
        checks = check_http(GAME, bot.url, PATIENT)
    assert broken(checks) == [OPENING]
    assert checks[OPENING].came == "status 200"


def test_a_session_without_an_id_breaks_all_that_needs_one() -> None:
    with web_bot(answer("/api/sessions", 201, {"id": 7})) as bot:
        checks = check_http(GAME, bot.url, PATIENT)
    assert broken(checks) == [OPENING, CUT, BID, CARD, NEWS, APART, QUICK, QUICK_NEWS]
    assert "sessionId" in checks[OPENING].came
    assert "cannot play a match" in checks[CARD].came


@pytest.mark.parametrize(
    ("status", "is_kept", "came"),
    [
        (200, True, "status 200 instead of 404, which is harmless in a match"),
        (500, False, "status 500 for choose-cut"),
    ],
)
def test_an_unknown_session(status: int, is_kept: bool, came: str) -> None:
    def unknown(method: str, path: str, body: bytes) -> Response | None:
        if method != "POST" or "/no-such-session/" not in path:
            return None
        return Response(status)

    with web_bot(unknown) as bot:
        check = check_http(GAME, bot.url, PATIENT)[UNKNOWN]
    assert check.kept == is_kept
    assert check.came.startswith(came)


def test_a_bot_that_has_room_for_one_match_only() -> None:
    """Four sessions at once are one match; a fifth pushes the oldest out."""
    desk, order = BeloteServer(CalculatingBot), list[str]()

    def forgetful(method: str, path: str, body: bytes) -> Response | None:
        if not path.endswith("api/sessions"):
            return None
        response = desk.handle(method, path, body)
        order.append(json.loads(response.body)["sessionId"])
        if len(order) > 4:
            desk.handle("DELETE", f"/api/sessions/{order[-5]}", b"")
        return response

    with web_bot(forgetful, desk) as bot:
        checks = check_http(GAME, bot.url, PATIENT)
    assert broken(checks) == [APART]
    assert "the session is gone" in checks[APART].came


@pytest.mark.parametrize(("ending", "check"), [("/choose-card", QUICK), ("/notify/card-played", QUICK_NEWS)])
def test_a_slow_bot(ending: str, check: int) -> None:
    def hang(method: str, path: str, body: bytes) -> Response | None:
        if path.endswith(ending):
            bot.released.wait()
        return None

    with web_bot(hang) as bot:
        options = SessionOptions(notifications=("card-played",), decision_timeout=1.0, notification_timeout=0.005)
        if check == QUICK:
            options = SessionOptions(notifications=("deal-started",), decision_timeout=0.2)
        checks = check_http(GAME, bot.url, options)
    assert check in broken(checks)
    assert "was not answered within" in checks[check].came


def test_a_bot_that_hangs_up() -> None:
    with web_bot(lambda method, path, body: HANG_UP) as bot:
        checks = check_http(GAME, bot.url)
    assert broken(checks) == list(range(11))
    assert [check.text for check in checks] == TEXTS, "with the limits of the guide"


def test_no_address() -> None:
    with pytest.raises(UsageError, match="is not an address"):
        check_http(GAME, "localhost:5050")
