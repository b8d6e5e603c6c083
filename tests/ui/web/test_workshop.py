"""The workshop: a starter that plays, mistakes shown at their line, and nothing that runs outside the sandbox."""

import asyncio
from pathlib import Path

import pytest
from ui.web.serving import Client, Message, Served, served, talk_to

from croupier.arena.store.store import open_store
from croupier.arena.store.web import WebStore
from croupier.games import GAMES
from croupier.ui.web.jobs import cli
from croupier.ui.web.jobs.cli import CommandResult
from croupier.ui.web.jobs.contests import Contests
from croupier.ui.web.workshop import Workshop

CRASHES = """
from croupier.games.cuttle import CuttleBot

class Hasty(CuttleBot):
    def select_move(self, view, moves):
        return moves[99]
"""
ESCAPES = """
import pathlib
from croupier.games.cuttle import CuttleBot

class Curious(CuttleBot):
    def select_move(self, view, moves):
        pathlib.Path({path!r}).write_text("out")
        return moves[0]
"""


def test_the_starter_is_checked_seated_and_plays(server: Served) -> None:
    async def work(client: Client) -> tuple[Message, Message, Message]:
        starter = await client.get("/workshop/cuttle/starter")
        labels = {each["label"] for each in starter["completions"]}
        assert {"CuttleBot", "self.rng", "self.say", "view.hand"} <= labels
        assert not {"view.ints", "self.sit"} & labels
        checked = await client.post("/workshop/cuttle/check", {"code": starter["code"]})
        assert checked["bot"] in [each["name"] for each in await client.get("/games/cuttle/bots")]
        opened = await client.open("cuttle", "you", checked["bot"], seed=3)
        async with client.join(opened["table"], opened["token"]) as line:
            over = await line.play()
            return checked, over, await client.get(f"/replays/{over['replay']}")

    checked, over, replay = talk_to(server, work)
    assert checked["ok"]
    assert all(row["ok"] for row in checked["rows"])
    assert checked["bot"].removeprefix("workshop:") not in "".join(row["text"] for row in checked["rows"])
    where = next(row["text"] for row in checked["rows"] if row["check"] == "starts")
    assert where.startswith("in a sandbox (")
    assert replay["players"][1].startswith("workshop:")
    assert not any(step["faults"] for step in replay["steps"])
    assert over["result"]["ending"]


def test_mistakes_are_shown_at_their_line(server: Served) -> None:
    async def work(client: Client) -> list[Message]:
        found: list[Message] = []
        for code in (CRASHES, "class Broken(:\n    pass\n"):
            found.append(await client.post("/workshop/cuttle/check", {"code": code}))
        return found

    crashes, broken = talk_to(server, work)
    wrong = next(row for row in crashes["rows"] if not row["ok"])
    assert wrong["line"] == 6
    assert "IndexError" in wrong["text"]
    assert crashes["bot"] is not None
    assert broken["bot"] is None
    (row,) = broken["rows"]
    assert (row["ok"], row["line"]) == (False, 1)
    assert "syntax" in row["text"]
    assert "/" not in row["text"]


def test_a_bot_cannot_reach_out_of_its_sandbox(server: Served, tmp_path: Path) -> None:
    target = tmp_path / "escaped"
    tmp_path.chmod(0o777)

    async def work(client: Client) -> Message:
        return await client.post("/workshop/cuttle/check", {"code": ESCAPES.format(path=str(target))})

    checked = talk_to(server, work)
    assert not checked["ok"]
    assert not target.exists()


@pytest.mark.parametrize("path", ["/workshop/cuttle/check", "/replays"])
def test_it_can_be_switched_off(tmp_path: Path, path: str) -> None:
    async def work(client: Client) -> None:
        refused = await client.post(path, {"code": "x = 1"}, status=403)
        assert refused["error"]["code"] == "switched_off"
        assert not (await client.get("/server"))["workshop"]

    with served(tmp_path, workshop=False) as server:
        talk_to(server, work)


def test_the_looping_bot_of_one_visitor_does_not_hold_the_check_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[str] = []

    async def start(*arguments: str) -> str:
        return Path(arguments[1]).read_text(encoding="utf-8")

    async def wait(process: str, seconds: float) -> CommandResult:
        if "while True" in process:
            held.append(process)
            await asyncio.Event().wait()
        return CommandResult(2, b"", "croupier: no bot")

    monkeypatch.setattr(cli, "start", start)
    monkeypatch.setattr(cli, "wait", wait)

    async def check() -> bool:
        with open_store(str(tmp_path / "web.sqlite")) as store:
            workshop = Workshop(WebStore(store), tmp_path / "bots", True)
            loops = [asyncio.create_task(workshop.check(GAMES["cuttle"], "while True: 1", "10.0.0.1")) for _ in "123"]
            while not held:
                await asyncio.sleep(0.001)
            async with asyncio.timeout(20):
                other = await workshop.check(GAMES["cuttle"], "pass", "10.0.0.2")
            for task in loops:
                task.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            return other.ok

    assert asyncio.run(check()) is False, "it was checked, and found to be no bot"
    assert len(held) == 1, "one visitor has one check at a time"


def test_contests_with_workshop_bots_stay_off_the_leaderboard(monkeypatch: pytest.MonkeyPatch, server: Served) -> None:
    started: list[tuple[str, ...]] = []

    async def start(contests: Contests, command: str, game: str, bots: list[str], *options: str) -> int:
        started.append(options)
        return 1

    monkeypatch.setattr(Contests, "start", start)

    async def enter(client: Client) -> None:
        starter = await client.get("/workshop/cuttle/starter")
        bot = (await client.post("/workshop/cuttle/check", {"code": starter["code"]}))["bot"]
        await client.post("/tournaments", {"game": "cuttle", "bots": [bot, "random"]}, status=201)
        await client.post("/comparisons", {"game": "cuttle", "old": "random", "new": bot}, status=201)
        await client.post("/tournaments", {"game": "cuttle", "bots": ["easy", "random"]}, status=201)

    talk_to(server, enter)
    assert ["--unrated" in options for options in started] == [True, True, False]
