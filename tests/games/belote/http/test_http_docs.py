"""The manual page about bots behind HTTP: its files are launched, its commands run, its tables are complete."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from players.http.webbot import web_bot

from croupier.games.belote.http import messages
from croupier.games.belote.http.client import ENDPOINTS, KINDS
from croupier.ui.cli.main import run_app

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "games" / "belote-http.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the reader of the page has saved its files; `python` is the one that runs the tests."""
    bot = tmp_path / "my-cool-bot"
    bot.mkdir()
    (meta,) = (text for kind, text in BLOCKS if kind == "json")
    (server,) = (text for kind, text in BLOCKS if kind == "python" and text.startswith("# my_server.py"))
    (bot / "bot.meta.json").write_text(meta, encoding="utf-8")
    (bot / "my_server.py").write_text(server, encoding="utf-8")
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_commands_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = [line.removeprefix("$ ") for kind, text in BLOCKS if kind == "console" for line in text.splitlines()]
    assert len(commands) == 4
    with web_bot() as bot:
        for command in commands:
            program, *arguments = shlex.split(command.replace("http://localhost:5050", bot.url))
            assert program == "croupier"
            assert run_app([*arguments, "--set", "deals=1"]) == 0, (command, capsys.readouterr().err)
    assert "My Cool Bot: I was born to play cards" in capsys.readouterr().out


def test_the_python_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = (text for kind, text in BLOCKS if kind == "python" and "BotMeta" in text)
    exec(compile(code, "belote-http.md", "exec"), {})
    assert capsys.readouterr().out.strip() in ("reached the target", "won by all tricks in a Colour")


def test_every_endpoint_and_field_is_named() -> None:
    for endpoint in (*ENDPOINTS.values(), *(f"notify/{kind}" for kind in KINDS)):
        assert f".../{endpoint}`" in PAGE
    for kind in (
        messages.HandState,
        messages.NegotiationState,
        messages.MatchState,
        messages.ContractNotice,
        messages.DealNotice,
    ):
        for field in kind.__struct_encode_fields__:
            assert f"`{field}`" in PAGE, field
