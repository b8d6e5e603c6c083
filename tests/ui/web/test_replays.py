"""Replays over the API: pictures from any seat, notes, analysis, one file to keep, uploads, and one that is too old."""

import asyncio
import hashlib
import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any

from ui.web.serving import API, Client, Message, Served, served, talk_to

from croupier.arena.store.store import open_store
from croupier.arena.store.web import WebStore
from croupier.kernel.decision import Result


async def finished(client: Client, game: str = "cuttle", seats: int = 2) -> str:
    opened = await client.open(game, *["heuristic"] * seats, seed=5)
    async with client.join(opened["table"]) as line:
        return (await line.until("over"))["replay"]


def test_a_frame_shows_what_its_seat_knew_and_the_dealer_all_hands(server: Served) -> None:
    async def look(client: Client) -> tuple[Message, list[Message]]:
        replay = await finished(client)
        frames = [await client.get(f"/replays/{replay}/frames/4?seat={who}") for who in ("dealer", "0", "1", "public")]
        await client.get(f"/replays/{replay}/frames/9999", status=404)
        await client.get(f"/replays/{replay}/frames/0?seat=7", status=404)
        await client.get(f"/replays/{replay}/frames/0?seat=me", status=422)
        await client.get("/replays/none", status=404)
        listed = await client.get("/replays?game=cuttle&player=heuristic+2")
        assert replay in [each["id"] for each in listed]
        assert await client.get("/replays?player=nobody") == []
        return await client.get(f"/replays/{replay}"), frames

    replay, (dealer, zero, one, public) = talk_to(server, look)
    zones = [zone for zone in dealer["zones"] if zone["title"] == "Hand"]
    hands = {zone["seat"]: [card["text"] for card in zone["cards"]] for zone in zones}
    assert hands == {0: zero["view"]["hand"], 1: one["view"]["hand"]}
    assert [view["hand"] for view in dealer["views"]] == [hands[0], hands[1]]
    hidden = set(hands[0]) - set(json.dumps(public["view"]["scrap"]))
    shown = {card["text"] for zone in (*one["zones"], *public["zones"]) for card in zone["cards"]}
    assert not hidden & shown
    assert replay["steps"][3]["label"]
    turns = [step["turn"] for step in replay["steps"]]
    assert turns[0].startswith("Turn 1")
    assert len(dict.fromkeys(turns)) == len([turn for turn, _ in groupby(turns)]) > 3
    assert dealer["lines"]


def test_events_of_a_frame_are_those_that_the_seat_was_sent(server: Served) -> None:
    async def look(client: Client) -> tuple[Message, Message]:
        replay = await finished(client)
        frames = f"/replays/{replay}/frames/0"
        return await client.get(f"{frames}?seat=0"), await client.get(f"{frames}?seat=public")

    own, public = talk_to(server, look)
    dealt, told = json.dumps(own["events"]), json.dumps(public["events"])
    assert own["view"]["hand"]
    assert all(f'"{card}"' in dealt for card in own["view"]["hand"])
    assert public["events"]
    assert not [card for card in own["view"]["hand"] if f'"{card}"' in told]


def test_the_analysis_is_found_out_elsewhere(server: Served) -> None:
    async def look(client: Client) -> tuple[Message, Message]:
        replay = await finished(client)
        async with client.session.get(f"{client.url}{API}/replays/{replay}/analysis") as answer:
            assert answer.status == 202
        while True:
            async with client.session.get(f"{client.url}{API}/replays/{replay}/analysis") as answer:
                found = await answer.json()
                if answer.status == 200:
                    return found, await client.get(f"/replays/{replay}")
                assert answer.status == 202
            await asyncio.sleep(0.05)

    analysis, replay = talk_to(server, look)
    assert len(analysis["win"]) == len(replay["steps"]) + 1
    assert analysis["win"][-1] == [float(place == 1) for place in replay["result"]["places"]]
    assert all(abs(sum(each) - 1) < 0.01 for each in analysis["win"])
    for costly in analysis["costly"]:
        assert costly["lost"] > 0
        assert costly["better"] != costly["played"]
        assert costly["branches"][0]["label"] == costly["better"]
        for branch in costly["branches"]:
            assert [len(frames) for frames in branch["frames"]] == [len(branch["steps"])] * len(analysis["viewers"])


def test_a_replay_can_be_kept_and_brought_back(server: Served) -> None:
    async def look(client: Client) -> None:
        replay = await finished(client)
        async with client.session.get(f"{client.url}{API}/replays/{replay}/page.html") as answer:
            page = await answer.text()
            assert answer.headers["Content-Disposition"].startswith("attachment")
            assert "sandbox" in answer.headers["Content-Security-Policy"]
        assert not re.search(r"(src|href)=[\"']?(https?:)?//", page)
        async with client.session.get(f"{client.url}{API}/replays/{replay}/file.jsonl") as answer:
            lines = await answer.read()
        async with client.session.post(f"{client.url}{API}/replays", data=lines) as answer:
            assert answer.status == 201
            again = (await answer.json())["id"]
        one, other = await client.get(f"/replays/{replay}"), await client.get(f"/replays/{again}")
        assert {**one, "id": ""} == {**other, "id": ""}
        for bad in (lines[:-20], b"", b"nonsense", lines.replace(b"points", b"pints")):
            async with client.session.post(f"{client.url}{API}/replays", data=bad) as answer:
                assert answer.status == 400
                assert "Traceback" not in await answer.text()

    talk_to(server, look)


def test_a_replay_of_other_rules_is_told_from_its_words(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        replay = talk_to(server, finished)
    with open_store(str(tmp_path / "web.sqlite")) as store:
        web_store = WebStore(store)
        lines = web_store.replay(replay)
        assert lines is not None
        web_store.put_replay(
            "old", "cuttle", ["a", "b"], Result((1, 2), (0.0, 0.0), ""), _of_other_rules(lines), "upload"
        )

    async def look(client: Client) -> tuple[Message, Message]:
        return await client.get("/replays/old"), await client.get("/replays/old/frames/1", status=409)

    with served(tmp_path) as server:
        found, refused = talk_to(server, look)
    assert not found["playable"]
    assert "rules" in found["why_not"]
    assert found["steps"][0]["events"]
    assert "only be shown from its stored text" in refused["error"]["message"]


def _of_other_rules(lines: bytes) -> bytes:
    before, found = "", b""
    for line in lines.splitlines():
        fields: dict[str, Any] = json.loads(line)
        del fields["sum"]
        if fields["type"] == "head":
            fields["rules_version"] = 99
        body = json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()
        before = hashlib.sha256(before.encode() + body).hexdigest()[:16]
        found += body[:-1] + f',"sum":"{before}"}}\n'.encode()
    return found


def test_another_move_is_tried_from_a_step_against_bots(server: Served) -> None:
    async def talk(client: Client) -> tuple[Message, Message, Message, Message]:
        opened = await client.open("cuttle", "you", "random", practice=True)
        async with client.join(opened["table"], opened["token"]) as line:
            over = await line.play()
        replay = await client.get(f"/replays/{over['replay']}")
        step = next(each for each in reversed(replay["steps"]) if each["seat"] == 1)
        form = {"step": step["number"], "name": "Ann", "bot": "easy"}
        branch = await client.post(f"/replays/{over['replay']}/branch", form, status=201)
        async with client.join(branch["table"], branch["token"]) as line:
            state = await line.until("game_state")
            question = await line.until("legal_moves")
            await line.send("select_move", decision=question["decision"], index=0)
            await line.play()
        await client.post(f"/replays/{over['replay']}/branch", {"step": 10_000}, status=404)
        return step, branch, state, question

    step, branch, state, question = talk_to(server, talk)
    assert branch["seat"] == 1, "the seat that answered there"
    assert state["practice"]
    assert [seat["title"] for seat in state["seats"]] == ["Easy", ""]
    assert step["move"] in [move["text"] for move in question["moves"]], "the same question"
