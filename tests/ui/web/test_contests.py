"""Tournaments, comparisons and what comes of them: the same runs as on the command line, seen live."""

from pathlib import Path

import pytest
from ui.web.serving import API, Client, Message, served, talk_to

from croupier.arena.plan.run_plan import Plan
from croupier.arena.store.store import open_store
from croupier.games import find_game
from croupier.ui.web.figures import load_contest
from croupier.ui.web.jobs import contests


async def _followed(client: Client, run: int) -> list[Message]:
    """Every document that the live socket sends until the contest is over."""
    heard: list[Message] = []
    async with client.session.ws_connect(f"{client.url}{API}/tournaments/{run}/live") as socket:
        async for message in socket:
            heard.append(message.json())
    assert socket.close_code == 1000
    return heard


def test_a_knockout_from_start_to_the_pages_of_its_bots(tmp_path: Path) -> None:
    async def hold(client: Client) -> None:
        body = {"game": "cuttle", "bots": ["heuristic", "random", "easy"], "format": "knockout", "blocks": 3}
        run = (await client.post("/tournaments", body, status=201))["id"]
        last = (await _followed(client, run))[-1]
        assert last["finished"]
        assert [each["title"] for each in last["rounds"]] == ["semi-finals", "final"]
        assert last["coming"] is None
        winner = last["rounds"][1]["meetings"][0]
        assert set(winner["bots"]) <= {"heuristic", "random", "easy"}
        assert len(last["ahead"]) == len(last["ratings"]) == 3
        shown = await client.get(f"/tournaments/{run}")
        assert shown["ranking"] == last["ranking"]
        assert [each["id"] for each in await client.get("/tournaments?game=cuttle")] == [run]
        board = await client.get("/leaderboard?game=cuttle")
        assert [row["bot"] for row in board] == last["ranking"]
        assert all(row["low"] <= row["rating"] <= row["high"] for row in board)
        page = await client.get(f"/bots/cuttle/{board[0]['bot']}")
        assert sum(page["placements"].values()) == page["games"]
        assert page["history"][-1]["rating"] == page["rating"]
        assert page["style"]
        replay = await client.get(f"/replays/{page['last'][0]['replay']}")
        assert sorted(replay["names"]) == sorted(page["last"][0]["names"])
        assert replay["playable"]
        await client.get("/bots/cuttle/nobody", status=404)
        profile = await client.get(f"/profiles/cuttle/{board[0]['bot']}")
        assert profile["verdict"].startswith(f"{board[0]['bot']} in cuttle ")
        assert profile["matches"] == page["games"]
        assert {tell["name"] for tell in profile["tells"]} >= {"points", "draws"}
        await client.get("/profiles/cuttle/nobody", status=404)

    with served(tmp_path) as server:
        talk_to(server, hold)


def test_a_comparison_says_in_words_who_is_better(tmp_path: Path) -> None:
    async def hold(client: Client) -> Message:
        body = {"game": "cuttle", "old": "random", "new": "heuristic", "edge": 10, "max_games": 400}
        run = (await client.post("/comparisons", body, status=201))["id"]
        return (await _followed(client, run))[-1]

    with served(tmp_path) as server:
        last = talk_to(server, hold)
    assert last["words"].startswith("Yes: heuristic is better than random")
    assert last["verdict"] == "better"
    assert last["path"][-1]["test"] >= last["bounds"][1]


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        for body, status in (
            ({"game": "chess", "bots": ["random", "random"]}, 404),
            ({"game": "cuttle", "bots": ["random", "my_bot.py"]}, 400),
            ({"game": "cuttle", "bots": ["random", "--trust"]}, 400),
            ({"game": "cuttle", "bots": ["random"]}, 422),
            ({"game": "cuttle", "bots": ["random", "workshop:none"]}, 400),
        ):
            await client.post("/tournaments", body, status=status)
        refused = await client.post(
            "/tournaments", {"game": "cuttle", "bots": ["random", "easy"], "rounds": 3}, status=400
        )
        assert "--rounds is for swiss tournaments" in refused["error"]["message"]
        await client.get("/tournaments/77", status=404)
        assert await client.get("/leaderboard") == []
        async with client.session.ws_connect(f"{client.url}{API}/tournaments/77/live") as socket:
            await socket.receive(timeout=300)
            assert socket.close_code == 4404

    with served(tmp_path) as server:
        talk_to(server, ask)


def test_who_was_sent_away_before_the_first_match_is_expected_at_no_table(tmp_path: Path) -> None:
    bots = ("heuristic", "sleepy", "random")
    plan = Plan(
        game="cuttle",
        rules_version=find_game("cuttle").rules_version,
        settings={},
        bots=bots,
        names=bots,
        seed="5",
        orders=(),
        blocks=1,
        kind="tournament",
        disqualified={"sleepy": "did not answer in time"},
        options={"format": "round-robin", "blocks": 3},
    )
    db = str(tmp_path / "runs.sqlite")
    with open_store(db) as store:
        run = store.begin_run(plan)
    shown = load_contest(db, run)
    assert shown is not None
    assert shown["planned"] == 6
    assert shown["coming"]["meetings"] == [{"bots": ["heuristic", "random"]}]


def test_a_contest_that_does_not_begin_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hold(client: Client) -> None:
        body = {"game": "cuttle", "bots": ["heuristic", "random"], "blocks": 1}
        for _ in range(contests.MAX_CONTESTS + 1):  # what was given up is in nobody's way
            refused = await client.post("/tournaments", body, status=503)
            assert refused["error"]["code"] == "slow"

    monkeypatch.setattr(contests, "START_SECONDS", 0.0)
    with served(tmp_path) as server:
        talk_to(server, hold)


def test_a_tournament_is_stopped_and_its_matches_are_found_by_pairing(tmp_path: Path) -> None:
    async def hold(client: Client) -> tuple[Message, list[Message], Message]:
        body = {"game": "cuttle", "bots": ["heuristic", "random", "insane"], "blocks": 200}
        run = (await client.post("/tournaments", body, status=201))["id"]
        async with client.session.ws_connect(f"{client.url}{API}/tournaments/{run}/live") as socket:
            while not (await socket.receive_json())["played"]:
                pass
        await client.post(f"/tournaments/{run}/stop", {})
        await client.post(f"/tournaments/{run}/stop", {}, status=409)
        shown = await client.get(f"/tournaments/{run}")
        matches = await client.get(f"/tournaments/{run}/matches?first=random&second=heuristic")
        assert not await client.get(f"/tournaments/{run}/matches?first=heuristic&second=nobody")
        return shown, matches, await client.get(f"/replays/{matches[0]['replay']}")

    with served(tmp_path) as server:
        shown, matches, replay = talk_to(server, hold)
    assert not shown["running"]
    assert not shown["finished"]
    assert matches
    assert all(sorted(match["names"]) == ["heuristic", "random"] for match in matches)
    assert replay["names"] == matches[0]["names"]
