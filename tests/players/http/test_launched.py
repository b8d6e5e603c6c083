"""bot.meta.json for every game: the launched bot speaks its game's own API, or the JSON dialect where there is none."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import BotMeta, Launch, UsageError
from croupier.games import GAMES
from croupier.ui.cli.main import run_app

SERVER = """\
import os, sys
import croupier
from croupier.ai.baselines import RandomBot
from croupier.games.belote import DeterministicBot

assert os.path.exists("made")
kind = DeterministicBot if sys.argv[1] == "belote" else RandomBot
croupier.serve(kind, http=int(os.environ["PORT"]), game=sys.argv[1])
"""
SHORT: dict[str, dict[str, Any]] = {"bluff": {"max_turns": 6}, "belote": {"deals": 1}}


def bot_in(folder: Path, game: str, **meta: Any) -> Path:
    (folder / "bot.py").write_text(SERVER, encoding="utf-8")
    document = {
        "name": "mine",
        "displayName": "My Bot",
        "init": [sys.executable, "-c", "open('made', 'x').close()"],
        "launch": {"fileName": sys.executable, "arguments": ["bot.py", game], "healthEndpoint": "/health"},
        **meta,
    }
    (folder / "bot.meta.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


@pytest.mark.parametrize("game", list(GAMES))
def test_a_directory_is_initialised_launched_and_plays(game: str, tmp_path: Path) -> None:
    bot = bot_in(tmp_path, game)
    report = croupier.run(game, [str(bot), "random"], 2, 3, SHORT.get(game), trust=True)
    assert report.standings.matches >= 2
    assert not report["My Bot"].faults


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = bot_in(tmp_path, "cuttle", pun="I shuffle, therefore I am", notifications=["news"])
    assert run_app(["run", "cuttle", str(bot), "random", "--trust"]) == 0
    assert "My Bot: I shuffle, therefore I am" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("meta", "told"),
    [
        ({"notifications": ["card-played"]}, "no notification 'card-played'; cuttle has news"),
        ({"launch": {"fileName": "no-such-program"}, "init": None}, "cannot start mine: no-such-program: No such"),
        ({"init": f"{sys.executable} -c exit(3)"}, "mine: its init command .* exited with code 3"),
    ],
)
def test_what_goes_wrong(meta: dict[str, Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=told):
        croupier.play("cuttle", [str(bot_in(tmp_path, "cuttle", **meta)), "random"], trust=True)


def test_from_python(tmp_path: Path) -> None:
    bot_in(tmp_path, "coup")
    (tmp_path / "made").touch()
    meta = BotMeta(name="coupled", launch=Launch(sys.executable, ("bot.py", "coup"), str(tmp_path)))
    match = croupier.play("coup", [meta, "random"], 3)
    assert match.table.names[0] == "coupled"
    assert not any(step.faults for step in match.steps)
