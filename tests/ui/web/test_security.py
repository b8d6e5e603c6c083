"""Who is let in: passwords, origins, limits, and what every answer says to the browser."""

import io
from pathlib import Path

import aiohttp
import pytest
from ui.web.serving import API, Client, Served, served, talk_to


def test_every_answer_has_the_headers_that_protect_a_page(server: Served) -> None:
    async def look(client: Client) -> None:
        for path in ("/", f"{API}/games", f"{API}/nothing"):
            async with client.session.get(client.url + path) as answer:
                headers = answer.headers
                assert headers["X-Content-Type-Options"] == "nosniff"
                assert headers["X-Frame-Options"] == "DENY"
                assert headers["Referrer-Policy"] == "no-referrer"
                policy = headers["Content-Security-Policy"]
                assert "default-src 'self'" in policy
                assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
                assert "frame-ancestors 'none'" in policy
                assert "Server" not in headers

    talk_to(server, look)


@pytest.mark.parametrize(
    ("origin", "status"), [(None, 201), ("{url}", 201), ("https://elsewhere.example", 403), ("null", 403)]
)
def test_pages_from_elsewhere_can_change_nothing(server: Served, origin: str | None, status: int) -> None:
    async def post(client: Client) -> int:
        headers = {} if origin is None else {"Origin": origin.format(url=client.url)}
        body = {"game": "cuttle", "seats": [{"kind": "bot", "bot": "random"}] * 2}
        async with client.session.post(f"{client.url}{API}/tables", json=body, headers=headers) as answer:
            if status == 201:
                table = (await answer.json())["table"]
                async with client.session.ws_connect(f"{client.url}{API}/tables/{table}/live", headers=headers):
                    pass
            else:
                where = f"{client.url}{API}/tables/x/live"
                with pytest.raises(aiohttp.WSServerHandshakeError):
                    await client.session.ws_connect(where, headers=headers)
            return answer.status

    assert talk_to(server, post) == status


def test_a_server_is_called_by_its_own_names_only(tmp_path: Path) -> None:
    async def ask(client: Client) -> list[int]:
        found: list[int] = []
        for host in ("127.0.0.1:1234", "localhost", "[::1]:80", "evil.example"):
            async with client.session.get(f"{client.url}{API}/games", headers={"Host": host}) as answer:
                found.append(answer.status)
        return found

    with served(tmp_path, hosts=("127.0.0.1", "localhost", "::1")) as server:
        assert talk_to(server, ask) == [200, 200, 200, 403]


def test_a_password_is_asked_for_everywhere(tmp_path: Path) -> None:
    async def come(client: Client) -> None:
        for path in ("/games", "/tables", "/replays", "/leaderboard", "/server", "/openapi.json"):
            refused = await client.get(path, status=401)
            assert refused["error"]["code"] == "no_password"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await client.session.ws_connect(f"{client.url}{API}/tables/x/live")
        async with client.session.get(client.url) as page:
            assert page.status == 200  # it has to ask for the password
        await client.get("/games", "not it", status=401)
        assert await client.get("/games", "secret")
        await client.post("/login", {"token": "not it"}, status=401)
        async with client.session.post(f"{client.url}{API}/login", json={"token": "secret"}) as answer:
            assert answer.status == 200
            cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "secret" not in cookie
        name, _, value = cookie.split(";")[0].partition("=")
        headers = {"Cookie": f"{name}={value}"}
        async with client.session.get(f"{client.url}{API}/games", headers=headers) as answer:
            assert answer.status == 200
        body = {"game": "cuttle", "seats": [{"kind": "bot", "bot": "random"}] * 2}
        async with client.session.post(f"{client.url}{API}/tables", json=body, headers=headers) as answer:
            table = (await answer.json())["table"]
        async with client.session.ws_connect(f"{client.url}{API}/tables/{table}/live", headers=headers) as socket:
            await socket.send_json({"type": "join", "version": 1})
            assert (await socket.receive_json(timeout=300))["type"] == "game_state"
        async with client.session.get(f"{client.url}{API}/games?token=secret") as answer:
            assert answer.status == 401  # never in an address
        async with client.session.get(f"{client.url}{API}/games", headers={"Cookie": "croupier_session=x"}) as answer:
            assert answer.status == 401

    with served(tmp_path, token="secret") as server:
        talk_to(server, come)


def test_a_seat_is_not_opened_by_anything_in_the_address(server: Served) -> None:
    async def ask(client: Client) -> None:
        opened = await client.open("cuttle", "you", "heuristic")
        found = await client.get(f"/tables/{opened['table']}?token={opened['token']}")
        assert found["state"]["seat"] is None

    talk_to(server, ask)


def test_too_many_requests_and_too_large_ones_are_refused(tmp_path: Path) -> None:
    async def flood(client: Client) -> list[int]:
        found: list[int] = []
        for _ in range(25):
            async with client.session.get(f"{client.url}{API}/health") as answer:
                found.append(answer.status)
        return found

    async def pour(client: Client) -> tuple[int, int]:
        async with client.session.post(f"{client.url}{API}/replays", data=io.BytesIO(b"x" * 2_100_000)) as told:
            declared = told.status

        async def unsized():
            for _ in range(30):
                yield b"x" * 100_000

        async with client.session.post(f"{client.url}{API}/replays", data=unsized()) as found:
            return declared, found.status

    with served(tmp_path, requests=2.0) as server:
        found = talk_to(server, flood)
        assert found[:20] == [200] * 20
        assert 429 in found[20:]
    with served(tmp_path) as server:
        assert talk_to(server, pour) == (413, 413)


def test_a_socket_that_says_too_much_is_closed(tmp_path: Path) -> None:
    async def shout(client: Client) -> tuple[int, int, int]:
        opened = await client.open("cuttle", "you", "heuristic")
        codes: list[int] = []
        async with client.join(opened["table"], opened["token"]) as line:
            for _ in range(200):
                await line.send("ping")
            codes.append(await line.closed())
        async with client.join(opened["table"], opened["token"]) as line:
            await line.send("talk", text="x" * 9000)
            codes.append(await line.closed())
        async with client.join(opened["table"], "no token") as line:
            codes.append(await line.closed())
        return codes[0], codes[1], codes[2]

    with served(tmp_path, messages=5.0) as server:
        assert talk_to(server, shout) == (4429, 4400, 4401)


def test_a_full_server_says_so(tmp_path: Path) -> None:
    async def fill(client: Client) -> str:
        for _ in range(2):
            await client.open("cuttle", "you", "heuristic")
        body = {"game": "cuttle", "seats": [{"kind": "bot", "bot": "random"}] * 2}
        return (await client.post("/tables", body, status=503))["error"]["message"]

    with served(tmp_path, most_tables=2) as server:
        assert "all 2 tables are taken" in talk_to(server, fill)
