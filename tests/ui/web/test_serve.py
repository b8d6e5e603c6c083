"""`croupier serve` as a command: it prints its address, reads .env, ends with Ctrl-C; and the page it serves."""

import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from ui.web.serving import Client, served, talk_to

from croupier.kernel.errors import UsageError
from croupier.players.env_file import load_env, parse_env

COMMAND = (sys.executable, "-c", "from croupier.ui.cli.main import main; main()", "serve", "--port", "0")


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The address that the command prints."""
    environment = {name: value for name, value in os.environ.items() if name != "CROUPIER_TOKEN"}
    with subprocess.Popen(
        [*COMMAND, "--db", "web.sqlite", *options],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = process.stdout.readline()
        found = re.search(r"http://[\d.:]+/", said)
        assert found, said + process.stderr.read()
        try:
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
            assert process.stderr.read() == ""


def status_of(url: str, headers: dict[str, str] | None = None) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers or {}), timeout=300) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_the_command_reads_dotenv_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("# the password\nCROUPIER_TOKEN='open sesame'\n")
    with serving(tmp_path) as url:
        assert status_of(url) == 200
        assert status_of(f"{url}api/v1/games") == 401
        assert status_of(f"{url}api/v1/games", {"Authorization": "Bearer open sesame"}) == 200


def test_what_a_dotenv_file_may_hold() -> None:
    text = "# keys\n\nexport A=1\nB = two words # comment\nC='x # y'\nD=\"\"\nE=a=b\n"
    assert parse_env(text) == {"A": "1", "B": "two words", "C": "x # y", "D": "", "E": "a=b"}
    with pytest.raises(UsageError, match=r"\.env, line 2: .* is not a setting; write NAME=VALUE"):
        parse_env("A=1\nnonsense\n", ".env")


def test_the_environment_counts_more_than_dotenv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("CROUPIER_TEST_ONE=file\nCROUPIER_TEST_TWO=file\n")
    monkeypatch.setenv("CROUPIER_TEST_ONE", "environment")
    monkeypatch.delenv("CROUPIER_TEST_TWO", raising=False)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    load_env(tmp_path / ".env")
    assert (os.environ["CROUPIER_TEST_ONE"], os.environ["CROUPIER_TEST_TWO"]) == ("environment", "file")
    load_env(tmp_path / "none")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--host", "nowhere"], "cannot listen at 'nowhere'"),
        (["--host", "192.0.2.1", "--token", "x"], "cannot listen at 192.0.2.1:"),
    ],
)
def test_an_address_that_cannot_be_is_said_in_a_sentence(tmp_path: Path, options: list[str], sentence: str) -> None:
    done = subprocess.run([*COMMAND, *options], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


PAGE = '<!doctype html><title>x</title><script>boot("app")</script><script src="/a.js"></script>'


def test_the_built_page_is_served_for_all_its_addresses(tmp_path: Path) -> None:
    root = tmp_path / "static"
    (root / "_app" / "immutable").mkdir(parents=True)
    (root / "index.html").write_text(PAGE)
    (root / "_app" / "immutable" / "x.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("no")

    async def look(client: Client) -> None:
        for path in ("/", "/table/abc", "/replays/1.5", "/bots/cuttle/heuristic", "/workshop/cuttle"):
            async with client.session.get(client.url + path) as answer:
                if path == "/replays/1.5":
                    continue
                assert await answer.text() == PAGE, path
                assert "'sha256-" in answer.headers["Content-Security-Policy"]
        async with client.session.get(f"{client.url}/_app/immutable/x.js") as answer:
            assert answer.headers["Cache-Control"].endswith("immutable")
            assert "javascript" in answer.headers["Content-Type"]
        async with client.session.get(client.url, headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert await answer.text() == PAGE
        for path in ("/missing.js", "/..%2fsecret.txt", "/%2e%2e/secret.txt"):
            async with client.session.get(client.url + path) as answer:
                assert await answer.text() != "no"

    with served(tmp_path, root) as server:
        talk_to(server, look)


def test_without_a_built_page_it_is_said_how_to_get_one(tmp_path: Path) -> None:
    async def look(client: Client) -> None:
        async with client.session.get(client.url) as answer:
            assert "make page" in await answer.text()
        async with client.session.get(f"{client.url}/api/v1/docs") as answer:
            assert "openapi.json" in await answer.text()
        described = await client.get("/openapi.json")
        assert "/api/v1/tables/{table}/move" in described["paths"]

    with served(tmp_path, tmp_path / "nothing") as server:
        talk_to(server, look)


def test_a_server_for_the_network_says_where_others_find_it(tmp_path: Path) -> None:
    command = [*COMMAND, "--db", "web.sqlite", "--host", "0.0.0.0", "--token", "open sesame"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().rpartition(":")[2].partition("/")[0]
        try:
            assert status_of(f"http://127.0.0.1:{port}/") == 200  # by now it has said all it has to say
        finally:
            process.send_signal(signal.SIGINT)
        said = process.stdout.read()
    found = re.search(r"^Address for others on your network: http://([\d.]+):(\d+)/$", said, re.MULTILINE)
    if found is None:
        pytest.skip("this machine has no address on a network")
    assert found[2] == port
    assert found[1] not in ("0.0.0.0", "127.0.0.1")
