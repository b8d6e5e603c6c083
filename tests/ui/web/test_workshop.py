"""The workshop: a starter that plays, mistakes shown at their line, and nothing that runs outside the sandbox."""

from pathlib import Path

import pytest
from ui.web.serving import Client, Message, Served, served, talk_to

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
