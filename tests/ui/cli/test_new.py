"""`croupier new`: what it writes plays at once, in every language that is installed here, all games."""

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import liar
import pytest

import croupier as package
from croupier.arena.check.checker import Checker, CheckOptions
from croupier.arena.check.checks import FOR_MESSAGES, repeats_itself, survives_network
from croupier.arena.run.setup import make_entrants
from croupier.games import GAMES
from croupier.players.connections import Connections
from croupier.players.sandbox.isolation import Isolation
from croupier.players.starters import LANGUAGES

SHORT: dict[str, list[str]] = {"bluff": ["--set", "max_turns=6"], "belote": ["--set", "deals=2"]}
TOOLS = {"python": sys.executable, "javascript": "node", "c": "gcc"}
INSTALLED = [name for name in LANGUAGES if shutil.which(TOOLS[name])]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("language", INSTALLED)
@pytest.mark.parametrize("game", list(GAMES))
def test_the_commands_that_are_printed_play_a_match(game: str, language: str, croupier: Callable[..., Any]) -> None:
    made = croupier("new", game, "--lang", language)
    assert made.code == 0
    path = Path(f"my_{game}_bot{LANGUAGES[language].suffix}")
    assert len(path.read_text().splitlines()) < 60
    assert "try next" in path.read_text()
    first, *commands = made.out.splitlines()
    assert first.startswith(f"Wrote {path}, a bot for ")
    for line in commands:
        program, *arguments = shlex.split(line)
        if program == "gcc":
            subprocess.run([program, "-Wall", "-Wextra", "-Werror", *arguments], check=True)
        else:
            assert program == "croupier"
            ran = croupier(*arguments, "--seed", "3", "--json", *SHORT.get(game, []))
            assert ran.code == 0, ran.err
            assert '"result": null' not in ran.out
            assert "faults" not in ran.out


@pytest.mark.parametrize("language", INSTALLED)
@pytest.mark.parametrize("game", list(GAMES))
def test_every_starter_repeats_itself_and_stands_a_bad_network(
    game: str, language: str, croupier: Callable[..., Any]
) -> None:
    """The other promises of `croupier check` are those of any match."""
    croupier("new", game, "mine", "--lang", language)
    if language == "c":
        subprocess.run(["gcc", "-O2", "-o", "mine", "mine.c"], check=True)
    spec = {"python": "mine.py", "javascript": "cmd:node mine.js", "c": "cmd:./mine"}[language]
    found = GAMES[game]
    settings = found.settings({"bluff": {"max_turns": 6}, "belote": {"deals": 1}}.get(game, {}))
    (entrant,) = make_entrants(found, [spec], Isolation(trust=True))
    checker = Checker(found, entrant, CheckOptions(matches=1, limit=60.0, silence=0.05, settings=settings))
    promises = [
        repeats_itself,
        *(partial(survives_network, name=name) for name in FOR_MESSAGES if language != "python"),
    ]
    with Connections([entrant]) as outside:
        findings = [outside.do(promise(checker)) for promise in promises]
    assert [finding.observed for finding in findings if not finding.passed] == []


@pytest.mark.skipif("javascript" not in INSTALLED, reason="there is no node")
@pytest.mark.parametrize("game", list(GAMES))
def test_a_javascript_bot_plays_a_python_bot(game: str, croupier: Callable[..., Any]) -> None:
    """Both sandboxed, as in docs/connect.md; and the same seed gives the same match."""
    for language in ("javascript", "python"):
        croupier("new", game, f"{language}_bot", "--lang", language)
    command = ["run", game, "cmd:node javascript_bot.js", "python_bot.py", "--seed", "5", "--json"]
    command += SHORT.get(game, [])
    first, second = croupier(*command), croupier(*command)
    assert first.code == 0, first.err
    document = json.loads(first.out)
    assert document["result"]["places"]
    assert not any("faults" in move for move in document["moves"])
    assert {bot["name"].partition("_")[0] for bot in document["bots"]} == {"javascript", "python"}
    assert second.out == first.out


def test_the_python_starters_are_better_than_chance(croupier: Callable[..., Any]) -> None:
    """And they are served as programs too; see test_stdio."""
    for game in ("cuttle", "coup", "belote", "kittens"):
        croupier("new", game)
        settings = {"cut": "fixed", "deals": 2} if game == "belote" else {}
        report = package.run(game, [f"my_{game}_bot.py", "random"], 60, 3, settings, trust=True)
        assert report[f"my_{game}_bot"].win_rate > 0.5, game
        assert not report[f"my_{game}_bot"].faults


def test_a_game_without_a_starter_of_its_own_gets_the_plain_one(
    croupier: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "liar", liar.GAME)
    assert croupier("new", "liar", "mine").code == 0
    match = package.play("liar", ["mine.py", "random", "random"], 1, trust=True)
    assert not any(step.faults for step in match.steps)


@pytest.mark.parametrize(
    ("arguments", "file", "text"),
    [
        (["cuttle"], "my_cuttle_bot.py", "class MyCuttleBot(CuttleBot)"),
        (["cuttle", "racer"], "racer.py", "class Racer(CuttleBot)"),
        (["cuttle", "2fast.py"], "2fast.py", "class Bot2fast(CuttleBot)"),
        (["coup", "x.js"], "x.js", 'name: "x"'),
        (["coup", "x.c"], "x.c", "gcc -O2 -o x x.c"),
        (["coup", "x", "--lang", "c"], "x.c", "#include"),
    ],
)
def test_names(arguments: list[str], file: str, text: str, croupier: Callable[..., Any]) -> None:
    assert croupier("new", *arguments).code == 0
    assert text in Path(file).read_text()
    assert "@" not in Path(file).read_text()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["cuttle", "there.py"], "there.py exists; choose another name: croupier new cuttle FILE"),
        (["cuttle", "x.py", "--lang", "c"], "x.py: a bot in c needs a file name ending in .c"),
        (["cuttle", "x.rs"], "x.rs: unknown language '.rs'; use .py, .js, .c, or choose one with --lang"),
        (["cuttle", "--lang", "rust"], "no starter in 'rust'; choose one of python, javascript, c"),
        (["cuttle", "nowhere/x.py"], "cannot write nowhere/x.py: no such file or directory"),
        (["chess"], "there is no game"),
    ],
)
def test_what_cannot_be_written(arguments: list[str], told: str, croupier: Callable[..., Any]) -> None:
    Path("there.py").write_text("mine")
    ran = croupier("new", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert Path("there.py").read_text() == "mine"
