"""The bot's end of the HTTP API without a socket: statuses, sessions, and play that equals play in the process."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from games.belote.talk import Talk

from croupier.games.belote import GAME, BeloteBot, CalculatingBot, DeterministicBot
from croupier.games.belote.http.client import KINDS, BeloteClient
from croupier.games.belote.http.server import BeloteServer
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.http_api import Call, Response
from croupier.match.match import Match
from croupier.match.run_players import luck_seed, run_bots

USUAL = frozenset(kind for kind, is_usual in KINDS.items() if is_usual)


class Diary(BeloteBot):
    """Chooses at random by its own chance and writes down all that it is told."""

    def on_start(self) -> None:
        self.lines: list[str] = []
        BOTS.append(self)

    def choose_cut(self, view):
        self.lines.append(f"cut {view.dealer} {view.match_points} {view.completed_deals}")
        return self.rng.randint(6, 26), self.rng.random() < 0.5

    def choose_negotiation_action(self, view, valid_actions):
        self.lines.append(f"bid {view.text()} {view.current_bid} {view.doubled_modes} {view.colours}")
        return self.rng.choice(valid_actions)

    def choose_card(self, view, valid_plays):
        known = [view.may_hold(seat) for seat in range(4)]
        self.lines.append(f"card {view.text()} {view.tricks} {view.card_points} {known} {view.winning}")
        return self.rng.choice(valid_plays)

    def on_deal_started(self, view):
        self.lines.append("deal started")

    def on_negotiation_completed(self, contract, view):
        self.lines.append(f"contract {contract}")

    def on_card_played(self, seat, card, view):
        self.lines.append(f"{seat} played {card}")

    def on_trick_completed(self, trick, winner, view):
        self.lines.append(f"{winner} won {trick}")

    def on_deal_ended(self, result, view):
        self.lines.append(f"deal ended {result}")

    def on_match_ended(self, view):
        self.lines.append(f"match ended {view.winner} {view.match_points} {view.is_over}")


BOTS: list[Diary] = []


class OverDesk(Bot[Any, Any]):
    """Plays through dialect and desk, as it would over HTTP, and hears news at once."""

    def __init__(self, desk: BeloteServer, kinds: frozenset[str], seed: int, engine: "Engine") -> None:
        self._desk, self._kinds, self._own_seed, self._engine = desk, kinds, seed, engine
        self._dialect = BeloteClient()

    def on_start(self) -> None:
        opened = send(self._desk, self._dialect.open(self.seat, "m", luck_seed(self._own_seed, self.seat)))
        assert opened.status == 201
        self.session = self._dialect.read_session(opened)

    def decide(self, decision: Decision[Any, Any]) -> int:
        response = send(self._desk, self._dialect.ask(self.session, decision))
        assert response.status == 200, response.body
        return self._dialect.answer(response, decision)

    def hear(self, match: Match) -> None:
        for call in self._dialect.tell(self.session, match.happened(self.seat), match.view(self.seat), self._kinds):
            body = json.dumps(self._engine(call.kind, json.loads(call.body))).encode()
            response = self._desk.handle(call.method, f"/{call.path}", body)
            assert response.status == 200, response.body


Engine = Callable[[str, dict[str, Any]], dict[str, Any]]
"""How another engine writes a notification, from how ours writes it."""


def ours(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    return body


def published(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """Only the two states with negotiation-completed, and fields that ours does not have."""
    body = {key: value for key, value in body.items() if key not in CONTRACT}
    return {**body, "serverTime": "2026-01-01T00:00:00Z", "matchState": {**body["matchState"], "round": {"id": 7}}}


def without_states(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    dropped = () if kind in ("deal-started", "match-ended", "negotiation-completed") else ("handState", "matchState")
    return {key: value for key, value in body.items() if key not in dropped}


def without_optional(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """As engines that know neither winner nor sweepingTeam."""
    match = {key: value for key, value in body["matchState"].items() if key != "winner"}
    match["completedDeals"] = [
        {key: value for key, value in result.items() if key != "sweepingTeam"} for result in match["completedDeals"]
    ]
    return {**body, "matchState": match}


def not_counted_yet() -> Engine:
    """The fourth card is shown in the current trick, and the last card of a deal before the deal is scored."""
    before: dict[str, Any] = {}

    def write(kind: str, body: dict[str, Any]) -> dict[str, Any]:
        hand = body.get("handState")
        if kind == "card-played" and hand["completedTricks"] and not hand.get("currentTrick", {}).get("playedCards"):
            *done, last = hand["completedTricks"]
            body = {**body, "handState": {**hand, "completedTricks": done, "currentTrick": last}}
            if len(done) == 7:
                return {**body, "matchState": before["matchState"]}
        before.update(body)
        return body

    return write


CONTRACT = ("gameMode", "multiplier", "announcer", "announcerTeam")


def send(desk: BeloteServer, call: Call) -> Response:
    return desk.handle(call.method, f"/{call.path}", call.body)


def match_of(seed: int, **settings: object) -> Match:
    return Match(GAME, GAME.settings(settings), ("Bottom", "Left", "Top", "Right"), seed)


def over_desk(
    kind: type[Bot[Any, Any]],
    seed: int,
    kinds: frozenset[str] = USUAL,
    engine: Callable[[], Engine] = lambda: ours,
    **settings: object,
) -> Match:
    match, desk = match_of(seed, **settings), BeloteServer(kind)
    seats = [OverDesk(desk, kinds, seed, engine()) for _ in range(4)]

    def watch(match: Match) -> None:
        for each in seats:
            each.hear(match)

    run_bots(match, seats, watch)
    for each in seats:
        assert send(desk, BeloteClient().close(each.session)).status == 204
    assert desk.session_count == 0
    return match


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kinds", [USUAL, frozenset(KINDS)], ids=["usual", "all"])
def test_a_bot_sees_and_plays_what_it_sees_and_plays_in_the_process(seed: int, kinds: frozenset[str]) -> None:
    BOTS.clear()
    remote = over_desk(Diary, seed, kinds, target=60)
    served = [bot.lines for bot in BOTS]
    BOTS.clear()
    local = match_of(seed, target=60)
    run_bots(local, [Diary() for _ in range(4)])
    assert [step.move for step in remote.steps] == [step.move for step in local.steps]
    assert served == [bot.lines for bot in BOTS]
    assert not any(step.faults for step in remote.steps)


def diaries(seed: int, kinds: frozenset[str], engine: Callable[[], Engine], **settings: Any) -> list[list[str]]:
    BOTS.clear()
    over_desk(Diary, seed, kinds, engine, **settings)
    return [bot.lines for bot in BOTS]


def local_diaries(seed: int, **settings: Any) -> list[list[str]]:
    BOTS.clear()
    run_bots(match_of(seed, **settings), [Diary() for _ in range(4)])
    return [bot.lines for bot in BOTS]


@pytest.mark.parametrize(
    "engine",
    [lambda: published, lambda: without_states, lambda: without_optional, not_counted_yet],
    ids=["published", "without states", "without optional fields", "not counted yet"],
)
@pytest.mark.parametrize("kinds", [USUAL, frozenset(KINDS)], ids=["usual", "all"])
def test_a_bot_hears_from_another_engine_what_it_hears_in_the_process(
    kinds: frozenset[str], engine: Callable[[], Engine]
) -> None:
    for seed, settings in ((1, {"target": 60}), (3, {"target": 60, "accept_doubles": "lock"})):
        assert diaries(seed, kinds, engine, **settings) == local_diaries(seed, **settings)


def test_without_notifications_news_follows_from_the_questions() -> None:
    heard, local = diaries(1, frozenset({"match-ended"}), lambda: ours, target=60), local_diaries(1, target=60)
    for mine, all_lines in zip(heard, local, strict=True):
        for word in ("deal started", "contract", "deal ended", "match ended", "card", "bid"):
            expected = [line for line in all_lines if line.startswith(word)]
            assert [line for line in mine if line.startswith(word)] == expected
        assert set(mine) <= set(all_lines)


def test_the_winner_after_a_sweep_is_the_team_that_swept() -> None:
    """Engines may end the match without adding up its points."""
    desk = BeloteServer(Diary)
    session = opened(desk)
    result = {"gameMode": "ColourHearts", "multiplier": "Normal", "announcerTeam": "Team1", "isInstantWin": True}
    points = {"team1CardPoints": 0, "team2CardPoints": 162, "team1MatchPoints": 0, "team2MatchPoints": 0}
    ended = {"targetScore": 150, "team1MatchPoints": 90, "team2MatchPoints": 40, "isComplete": True}
    for extra in ({}, {"sweepingTeam": "Team2"}, {"sweepingTeam": None}):
        deals = [{**result, **points, "wasSweep": True, **extra}]
        body = {"matchState": {**ended, "currentDealer": "Top", "completedDeals": deals}}
        assert (
            desk.handle("POST", f"/api/sessions/{session}/notify/match-ended", json.dumps(body).encode()).status == 200
        )
        assert BOTS[-1].lines[-1] == "match ended Team2 (90, 40) True"


def test_words_of_a_later_engine_are_read() -> None:
    """A third doubling, which the rules here do not have, and kinds of news that are unknown."""
    desk = BeloteServer(DeterministicBot)
    talk = Talk().bid("H", "2H", "4H")
    asked, session = talk.question(), opened(desk, "Right")
    asked["negotiationState"]["actions"].append({"type": "ReRedouble", "player": "Right", "targetMode": "ColourHearts"})
    asked["validActions"] += [{"type": "ReRedouble", "targetMode": "ColourHearts"}]
    result = {"gameMode": "NoTrumps", "multiplier": "ReRedoubled", "announcerTeam": "Team1"}
    points = {"team1CardPoints": 100, "team2CardPoints": 30, "team1MatchPoints": 416, "team2MatchPoints": 0}
    asked["matchState"]["completedDeals"] = [{**result, **points, "wasSweep": False, "isInstantWin": False}]
    path = f"/api/sessions/{session}"
    response = desk.handle("POST", f"{path}/choose-negotiation-action", json.dumps(asked).encode())
    assert (response.status, json.loads(response.body)) == (200, {"type": "Accept"})
    assert desk.handle("POST", f"{path}/notify/table-closed", b"anything").status == 200


@pytest.mark.parametrize("kind", [DeterministicBot, CalculatingBot])
@pytest.mark.parametrize("settings", [{}, {"accept_doubles": "lock"}], ids=["double", "lock"])
def test_the_built_in_bots_play_alike_through_it(kind: type[Bot[Any, Any]], settings: dict[str, object]) -> None:
    for seed in range(3):
        remote, local = over_desk(kind, seed, deals=3, **settings), match_of(seed, deals=3, **settings)
        run_bots(local, [kind() for _ in range(4)])
        assert [step.move for step in remote.steps] == [step.move for step in local.steps]


def test_without_a_seed_every_session_has_a_chance_of_its_own() -> None:
    desk, cuts = BeloteServer(Diary), set[bytes]()
    for _ in range(20):
        session = json.loads(desk.handle("POST", "/api/sessions", b'{"position":"Top","matchId":"m"}').body)[
            "sessionId"
        ]
        cuts.add(send(desk, BeloteClient().ask(session, Talk().decision)).body)
    assert len(cuts) > 3


# Statuses.


@pytest.fixture
def desk() -> BeloteServer:
    return BeloteServer(DeterministicBot)


def opened(desk: BeloteServer, position: str = "Top") -> str:
    response = desk.handle("POST", "/api/sessions", json.dumps({"position": position, "matchId": "m"}).encode())
    assert response.status == 201
    return json.loads(response.body)["sessionId"]


def test_health(desk: BeloteServer) -> None:
    assert desk.handle("GET", "/health", b"").status == 200


def test_delete_is_204_also_for_what_is_unknown(desk: BeloteServer) -> None:
    session = opened(desk)
    statuses = [desk.handle("DELETE", f"/api/sessions/{name}", b"").status for name in (session, session, "unknown")]
    assert statuses == [204, 204, 204]
    assert desk.session_count == 0


@pytest.mark.parametrize(
    "endpoint", ["choose-cut", "choose-negotiation-action", "choose-card", *(f"notify/{kind}" for kind in KINDS)]
)
def test_an_unknown_session_is_404_elsewhere(desk: BeloteServer, endpoint: str) -> None:
    assert desk.handle("POST", f"/api/sessions/unknown/{endpoint}", b"{}").status == 404


@pytest.mark.parametrize(
    "endpoint", ["choose-cut", "choose-negotiation-action", "choose-card", *(f"notify/{kind}" for kind in KINDS)]
)
@pytest.mark.parametrize("body", [b"", b"nonsense", b"[]", b"\xff", b'{"matchState": 7}'])
def test_a_bad_body_is_422(desk: BeloteServer, endpoint: str, body: bytes) -> None:
    response = desk.handle("POST", f"/api/sessions/{opened(desk)}/{endpoint}", body)
    assert response.status == 422
    assert "the body does not fit" in json.loads(response.body)["error"]


@pytest.mark.parametrize("body", [b"", b"{}", b'{"position":"North","matchId":"m"}', b'{"position":"Top"}'])
def test_a_bad_opening_is_422(desk: BeloteServer, body: bytes) -> None:
    assert desk.handle("POST", "/api/sessions", body).status == 422


def test_nothing_valid_is_422(desk: BeloteServer) -> None:
    talk = Talk().bid("H", "-")
    asked = talk.question()
    for change in ({"validActions": []}, {"validActions": [{"type": "Announcement"}]}):
        body = json.dumps({**asked, **change}).encode()
        assert desk.handle("POST", f"/api/sessions/{opened(desk)}/choose-negotiation-action", body).status == 422


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/health", 405),
        ("GET", "/api/sessions", 405),
        ("GET", "/api/sessions/x", 405),
        ("GET", "/api/sessions/x/choose-cut", 405),
        ("GET", "/", 404),
        ("POST", "/api/sessions/x/choose-dinner", 404),
    ],
)
def test_what_is_not_there(desk: BeloteServer, method: str, path: str, status: int) -> None:
    assert desk.handle(method, path, b"").status == status


class Broken(DeterministicBot):
    def choose_cut(self, view):
        raise RuntimeError("no knife")


class Unfit(DeterministicBot):
    def __init__(self) -> None:
        raise RuntimeError("no seat")


def test_a_bot_that_fails_is_500() -> None:
    desk = BeloteServer(Broken)
    response = send(desk, BeloteClient().ask(opened(desk), Talk().decision))
    assert (response.status, json.loads(response.body)) == (500, {"error": "RuntimeError: no knife"})
    unfit = BeloteServer(Unfit).handle("POST", "/api/sessions", b'{"position":"Top","matchId":"m"}')
    assert unfit.status == 500


def test_a_card_can_be_asked_for_without_anything_before(desk: BeloteServer) -> None:
    """An engine may send one question alone; the body has all that is needed."""
    talk = Talk().bid("H", "-", "-", "-").play_safe(6)
    seat = talk.decision.seat
    session = opened(desk, ("Bottom", "Left", "Top", "Right")[seat])
    response = send(desk, BeloteClient().ask(session, talk.decision))
    assert response.status == 200
    assert json.loads(response.body) in talk.question()["validPlays"]
