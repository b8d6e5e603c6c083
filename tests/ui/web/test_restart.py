"""Games that are being played survive the server: they are replays, and are played again when it starts."""

from pathlib import Path

from ui.web.serving import Client, Message, served, talk_to


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Message] = {}

    async def begin(client: Client) -> None:
        opened = kept["opened"] = await client.open(
            "belote", "you", "ismcts:iterations=30", "heuristic", "random", seed=5, practice=True
        )
        async with client.join(opened["table"], opened["token"]) as line:
            for _ in range(3):
                asked = await line.until("legal_moves")
                await line.send("select_move", decision=asked["decision"], index=0)
            kept["asked"] = await line.until("legal_moves")
        kept["state"] = (await client.get(f"/tables/{opened['table']}", opened["token"]))["state"]

    async def go_on(client: Client) -> Message:
        opened = kept["opened"]
        async with client.join(opened["table"], opened["token"]) as line:
            asked = await line.until("legal_moves")
            state = next(message for message in reversed(line.heard) if message["type"] == "game_state")
            for name in ("view", "log", "step", "names", "settings", "text"):
                assert state[name] == kept["state"][name], name
            assert asked == kept["asked"]
            await line.send("undo")
            again = await line.until("legal_moves")
            assert again["decision"] == asked["decision"] - 1
            await line.send("select_move", decision=again["decision"], index=0)
            return await line.play()

    with served(tmp_path) as server:
        talk_to(server, begin)
    with served(tmp_path) as server:
        over = talk_to(server, go_on)
    with served(tmp_path) as server:
        assert talk_to(server, lambda client: client.get("/tables")) == []
        replay = talk_to(server, lambda client: client.get(f"/replays/{over['replay']}"))
        assert replay["playable"]


def test_an_invitation_still_works_after_a_restart_and_no_secret_is_stored(tmp_path: Path) -> None:
    async def begin(client: Client) -> Message:
        return await client.open("cuttle", "you", "friend")

    async def come(client: Client) -> Message:
        code = opened["invitations"][0]["code"]
        taken = await client.post(f"/tables/{opened['table']}/join", {"code": code, "name": "Ben"})
        async with client.join(opened["table"], opened["token"]) as line:
            await line.until("legal_moves")
            state = next(message for message in reversed(line.heard) if message["type"] == "game_state")
        return {**taken, "names": state["names"]}

    async def names(client: Client) -> list[str]:
        return (await client.get(f"/tables/{opened['table']}", taken["token"]))["state"]["names"]

    with served(tmp_path) as server:
        opened = talk_to(server, begin)
    with served(tmp_path) as server:
        taken = talk_to(server, come)
        assert taken["names"] == ["Guest", "Ben"]
    with served(tmp_path) as server:
        assert talk_to(server, names) == ["Guest", "Ben"]
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("web.sqlite*"))
    for secret in (opened["token"], taken["token"], opened["invitations"][0]["code"]):
        assert secret.encode() not in stored
