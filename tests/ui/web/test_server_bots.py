"""Bots of the server's owner at the page's tables: HTTP bots by their address, launched ones, and files."""

import json
from pathlib import Path
from typing import Any

import pytest
from frames.polling import wait_until
from players.http.test_launch import SERVER, bot_in, is_running, pids
from players.http.webbot import web_bot
from players.json.test_sockets import tcp_bot
from ui.web.serving import Client, Message, served, talk_to

import croupier
from croupier.kernel.errors import UsageError
from croupier.ui.cli.main import run_app
from croupier.ui.web.server_bots import parse_offer

FILE = """
from croupier.games.belote import BeloteBot

class Mine(BeloteBot):
    def choose_negotiation_action(self, view, valid_actions):
        return 0

    def choose_card(self, view, valid_plays):
        return 0
"""


def names(bots: list[Message]) -> list[str]:
    return [bot["name"] for bot in bots if bot["name"].startswith("folder:")]


def register(folder: Path, url: str, **more: Any) -> None:
    folder.mkdir()
    (folder / "bot.meta.json").write_text(json.dumps({"name": "at home", "baseUrl": url, **more}))


def test_http_bots_launched_bots_and_files_sit_at_a_table(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    launched = bot_in(bots / "launched", SERVER, pun="I was born to play cards")
    (bots / "mine.py").write_text(FILE)
    (bots / "_draft.py").write_text(FILE)
    (bots / "broken").mkdir()
    (bots / "broken" / "bot.meta.json").write_text("{")

    async def play(client: Client) -> tuple[list[Message], list[Message], Message]:
        offered = await client.get("/games/belote/bots")
        opened = await client.open(
            "belote", "folder:home", "folder:launched", "folder:mine", "folder:launched", settings={"deals": 1}
        )
        async with client.join(opened["table"]) as line:
            return offered, await client.get("/games/coup/bots"), await line.until("over")

    with web_bot() as bot:
        register(bots / "home", bot.url)
        register(bots / "elsewhere", bot.url, game="coup")
        with served(tmp_path, bots_dir=str(bots), trust=True) as server:
            offered, of_coup, over = talk_to(server, play)
            assert len(pids(launched)) == 2, "two seats share a process"
            assert bot.count("choose-card") == 8
    assert names(offered) == ["folder:home", "folder:launched", "folder:mine"]
    assert names(of_coup) == ["folder:elsewhere"]
    assert next(each["text"] for each in offered if each["name"] == "folder:launched").endswith("born to play cards")
    assert over["result"]["places"]
    wait_until(lambda: not any(is_running(pid) for pid in pids(launched)))


def test_without_trust_files_are_sandboxed_and_servers_are_not_launched(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    bot_in(bots / "launched", SERVER)
    (bots / "mine.py").write_text(FILE)

    async def play(client: Client) -> tuple[Message, Message]:
        seats = [{"kind": "bot", "bot": name} for name in ["folder:launched", *["random"] * 3]]
        refused = await client.post("/tables", {"game": "belote", "seats": seats}, status=400)
        opened = await client.open("belote", "folder:mine", *["random"] * 3, settings={"deals": 1})
        async with client.join(opened["table"]) as line:
            return refused, await line.until("over")

    with served(tmp_path, bots_dir=str(bots)) as server:
        refused, over = talk_to(server, play)
    assert "is a server, and the sandbox has no network" in refused["error"]["message"]
    assert over["result"]["places"]


@pytest.mark.parametrize("name", ["folder:nobody", "folder:../mine", "folder:"])
def test_nothing_else_can_be_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.py").write_text(FILE)
    (tmp_path / "bots").mkdir()

    async def ask(client: Client) -> Message:
        seats = [{"kind": "bot", "bot": bot} for bot in [name, *["random"] * 3]]
        return await client.post("/tables", {"game": "belote", "seats": seats}, status=400)

    with served(tmp_path, bots_dir=str(tmp_path / "bots")) as server:
        assert "no bot" in talk_to(server, ask)["error"]["message"]


def test_a_launched_bot_that_died_is_launched_again(tmp_path: Path) -> None:
    """The program of a server runs for all tables, so the next table must not suffer from its end."""
    source = SERVER.replace("serve(", "import threading; threading.Timer(3.0, os._exit, [7]).start()\nserve(", 1)
    bots = tmp_path / "bots"
    bots.mkdir()
    launched = bot_in(bots / "launched", source)

    async def play(client: Client) -> None:
        opened = await client.open("belote", "folder:launched", *["random"] * 3, settings={"deals": 1})
        async with client.join(opened["table"]) as line:
            await line.until("over")

    with served(tmp_path, bots_dir=str(bots), trust=True) as server:
        talk_to(server, play)
        first = pids(launched)
        wait_until(lambda: not is_running(first[0]))
        talk_to(server, play)
        assert len(pids(launched)) == 4


# --bots-dir on the command line.


def test_bots_dir_finds_folders_with_a_meta_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text(FILE)
    bot_in(tmp_path / "launched", SERVER, name="started")
    with web_bot() as bot:
        register(tmp_path / "home", bot.url)
        register(tmp_path / "elsewhere", bot.url, game="coup")
        arguments = ["--bots-dir", str(tmp_path), "random", "--trust", "--no-journal", "--set", "deals=1"]
        assert run_app(["run", "belote", *arguments]) == 0
        told = capsys.readouterr().out
        assert bot.count("choose-card") == 8
    for name in ("at home", "started", "mine"):
        assert name in told


def test_a_folder_whose_meta_file_names_no_game_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "launched").mkdir()
    (tmp_path / "launched" / "bot.meta.json").write_text('{"name": "launched", "launch": "python bot.py"}')
    with pytest.raises(UsageError, match="no bot in"):
        croupier.play("cuttle", [str(tmp_path), "random"])
    assert [record.getMessage() for record in caplog.records] == [
        f'skipped: {tmp_path / "launched"}: add "game": "cuttle" to its bot.meta.json if it plays this game'
    ]


def test_a_folder_without_bots(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no bot in .*: it has neither Python files nor folders with a bot.meta.j"):
        croupier.play("belote", [str(tmp_path), "random"])


# Bots that are offered one by one.


def test_a_bot_at_an_address_is_offered_by_its_name(tmp_path: Path) -> None:
    async def play(client: Client) -> tuple[list[Message], list[Message], Message, Message]:
        offered = await client.get("/games/cuttle/bots")
        opened = await client.open("cuttle", "server:far", "random")
        async with client.join(opened["table"]) as line:
            state = await line.until("game_state")
            return offered, await client.get("/games/coup/bots"), state, await line.until("over")

    with tcp_bot() as (address, connections):
        offers = (f"cuttle={address}#name=far", "ws://127.0.0.1:9#name=near")
        with served(tmp_path, bots=offers) as server:
            offered, of_coup, state, over = talk_to(server, play)
        assert connections
    own = {each["name"]: each["group"] for each in offered if each["name"].startswith("server:")}
    assert own == {"server:far": "server", "server:near": "server"}
    assert "server:far" not in [each["name"] for each in of_coup]
    assert state["seats"][0]["title"] == "far"
    assert over["result"]["places"]


@pytest.mark.parametrize("bot", ["my_bot.py", "cmd:rm -rf /", "heuristic", "listen:9000", "chess=ws://localhost:1"])
def test_only_addresses_and_models_are_offered_one_by_one(bot: str) -> None:
    with pytest.raises(UsageError, match="use an address such as ws://localhost:9000, or a model"):
        parse_offer(bot)
