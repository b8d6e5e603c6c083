"""Bad input: whatever is sent, the answer is a 4xx or a clean close, and no other table is disturbed."""

import json
import random
from typing import Any

import aiohttp
import pytest
import schemathesis
from frames.polling import PATIENCE_SECONDS
from hypothesis import HealthCheck, Phase, given, settings
from ui.web.serving import API, Client, Served, talk_to

EXAMPLES = 12
FRAMES = 150
KINDS = ("join", "select_move", "talk", "undo", "hint", "pace", "ping", "game_state", "", None, 7)


def test_no_request_makes_the_server_fail(server: Served) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}{API}/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        def answers(case: Any) -> None:
            answer = case.call(base_url=server.url, timeout=PATIENCE_SECONDS)
            assert answer.status_code < 500, (answer.status_code, answer.text, case.as_curl_command())
            if answer.status_code >= 400:
                assert set(answer.json()["error"]) == {"code", "message"}

        answers()


def _frame(chance: random.Random, number: int) -> str | bytes:
    """Something that is almost a message, or nothing like one."""
    values = [None, True, -1, 0, 1, 10**30, 1e308, "x" * 50, "\x00\ud7ff", [], [[]] * 9, {}, {"type": "join"}]
    match number % 5:
        case 0:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
        case 1:
            return "".join(chr(chance.randrange(32, 0x2FFF)) for _ in range(chance.randrange(60)))
        case 2:
            return "[" * chance.randrange(4000)
        case _:
            names = ("decision", "index", "say", "text", "pace", "paused", "token", "version")
            fields = {name: chance.choice(values) for name in names if chance.random() < 0.7}
            return json.dumps({"type": chance.choice(KINDS), **fields})


def test_no_frame_makes_a_table_fail_or_disturbs_another(server: Served) -> None:
    async def storm(client: Client) -> set[int]:
        chance = random.Random(1)
        quiet = await client.open("cuttle", "you", "heuristic", seed=5)
        loud = await client.open("cuttle", "you", "heuristic", seed=5)
        codes: set[int] = set()
        async with client.join(quiet["table"], quiet["token"]) as calm:
            first = await calm.until("legal_moves")
            heard = len(calm.heard)
            for number in range(FRAMES):
                async with client.session.ws_connect(f"{client.url}{API}/tables/{loud['table']}/live") as socket:
                    if chance.random() < 0.7:
                        token = loud["token"] if chance.random() < 0.7 else None
                        await socket.send_json({"type": "join", "version": 1, "token": token})
                    frame = _frame(chance, number)
                    await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))
                    await socket.send_str('{"type":"ping"}')
                    codes.add(await _end_of(socket))
            assert len(calm.heard) == heard
            await calm.send("select_move", decision=first["decision"], index=0)
            assert (await calm.play())["result"]
        state = await client.get(f"/tables/{loud['table']}", loud["token"])
        assert state["legal_moves"] is not None or state["state"]["result"] is not None
        return codes

    assert talk_to(server, storm) <= {0, 1000, 4400, 4401}


async def _end_of(socket: aiohttp.ClientWebSocketResponse) -> int:
    """The code with which the server closed the connection; 0 if it answers on."""
    while True:
        message = await socket.receive(timeout=PATIENCE_SECONDS)
        if message.type is aiohttp.WSMsgType.TEXT:
            if message.json()["type"] == "pong":
                return 0
        else:
            assert socket.close_code is not None
            return socket.close_code


@pytest.mark.parametrize("path", ["/tables/none/live", "/tournaments/none/live", "/tournaments/99999999999/live", "/x"])
def test_sockets_that_lead_nowhere_are_closed(server: Served, path: str) -> None:
    async def knock(client: Client) -> bool:
        try:
            async with client.session.ws_connect(f"{client.url}{API}{path}") as socket:
                await socket.send_json({"type": "join", "version": 1})
                message = await socket.receive(timeout=PATIENCE_SECONDS)
                return message.type is not aiohttp.WSMsgType.TEXT
        except aiohttp.WSServerHandshakeError as error:
            return 400 <= error.status < 500

    assert talk_to(server, knock)
