"""`croupier new`: what it writes plays at once, in every language that is installed here, all games."""

import json
import re
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
from croupier.arena.detect_game import game_of_spec
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
    assert len(path.read_text().splitlines()) < (60 if language == "python" else 95)
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
    """The other checks of `croupier check` are those of any match."""
    croupier("new", game, "mine", "--lang", language)
    if language == "c":
        subprocess.run(["gcc", "-O2", "-o", "mine", "mine.c"], check=True)
    spec = {"python": "mine.py", "javascript": "cmd:node mine.js", "c": "cmd:./mine"}[language]
    found = GAMES[game]
    settings = found.settings({"bluff": {"max_turns": 6}, "belote": {"deals": 1}}.get(game, {}))
    (entrant,) = make_entrants(found, [spec], Isolation(trust=True))
    checker = Checker(found, entrant, CheckOptions(matches=1, limit=60.0, silence=0.05, settings=settings))
    checks = [
        repeats_itself,
        *(partial(survives_network, name=name) for name in FOR_MESSAGES if language != "python"),
    ]
    with Connections([entrant]) as outside:
        findings = [outside.do(check(checker)) for check in checks]
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


GUIDE = Path(package.__file__).parents[2] / "docs" / "games"
PAGES = {
    "belote": "belote.md",
    "bluff": "bluff.md",
    "coup": "coup.md",
    "cuttle": "cuttle.md",
    "kittens": "kittens.md",
}
SETTINGS: dict[str, dict[str, Any]] = {"belote": {"cut": "fixed", "deals": 6}}
TABLES = {"belote": 2, "bluff": 4, "coup": 3, "cuttle": 2, "kittens": 4}
"""Number of seats at the table where starters are measured."""
SHORTER: dict[str, dict[str, Any]] = {"belote": {"cut": "fixed", "deals": 3}, "bluff": {"max_turns": 10}}
MATCHES = {"belote": 48, "bluff": 24, "coup": 48, "cuttle": 48, "kittens": 48}
"""For programs, whose answers take longer."""
CLEARLY = 1.25
"""The win rate of a starter, as a multiple of an equal share; measured values are 1.45 and more."""


@pytest.mark.parametrize("game", list(GAMES))
def test_a_python_starter_clearly_beats_random_bots(game: str, croupier: Callable[..., Any]) -> None:
    croupier("new", game, "mine")
    seats = TABLES[game]
    report = package.run(game, ["mine.py", *["random"] * (seats - 1)], 180, 3, SETTINGS.get(game, {}), trust=True)
    assert report["mine"].win_rate > CLEARLY / seats
    assert not report["mine"].faults


OTHERS = [name for name in INSTALLED if name != "python"]
PROGRAMS = {"javascript": "cmd:node {}.js", "c": "cmd:./{}"}


def write_starter(game: str, name: str, language: str, croupier: Callable[..., Any]) -> Path:
    croupier("new", game, name, "--lang", language)
    return Path(name).with_suffix(LANGUAGES[language].suffix)


def build(name: str, language: str) -> str:
    """Compile a bot if it needs that, and return its name for `croupier run`."""
    if language == "c":
        subprocess.run(["gcc", "-O1", "-o", name, f"{name}.c"], check=True)
    return PROGRAMS[language].format(name)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", list(GAMES))
def test_a_starter_in_another_language_clearly_beats_random_bots(
    game: str, language: str, croupier: Callable[..., Any]
) -> None:
    """Without a time limit: a busy machine is no fault of the starter."""
    write_starter(game, "mine", language, croupier)
    seats = TABLES[game]
    bots = [build("mine", language), *["random"] * (seats - 1)]
    report = package.run(game, bots, MATCHES[game], 3, SHORTER.get(game, {}), trust=True, timeout=0)
    mine = report[report.entrants[0].name]
    assert mine.win_rate > CLEARLY / seats
    assert not mine.faults


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", list(GAMES))
def test_the_improvement_of_each_guide_beats_the_starter_in_other_languages_too(
    game: str, language: str, croupier: Callable[..., Any]
) -> None:
    starter = write_starter(game, "mine", language, croupier)
    page = (GUIDE / PAGES[game]).read_text(encoding="utf-8")
    block = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
    assert block is not None
    old = re.compile(r"^(static int|function) choose\(.*?^}\n", re.DOTALL | re.MULTILINE)
    text, count = old.subn(lambda _found: block[1], starter.read_text(encoding="utf-8"))
    assert count == 1
    Path("better").with_suffix(starter.suffix).write_text(text, encoding="utf-8")
    bots = [build("better", language), build("mine", language)]
    report = package.run(game, bots, MATCHES[game], 5, SHORTER.get(game, {}), trust=True, timeout=0)
    better = report[report.entrants[0].name]
    assert better.win_rate > 0.57
    assert not better.faults


def test_beside_the_heuristic_the_kittens_starter_is_above_the_random_bots(croupier: Callable[..., Any]) -> None:
    croupier("new", "kittens", "mine")
    report = package.run("kittens", ["mine.py", "random", "random", "heuristic"], 400, 1, {}, trust=True)
    assert report["mine"].win_rate > report["random"].win_rate


def write_improvement(game: str, croupier: Callable[..., Any]) -> None:
    """Write my_bot.py and better.py, as a reader of the guide does."""
    croupier("new", game, "my_bot")
    page = (GUIDE / PAGES[game]).read_text(encoding="utf-8")
    better = re.search(r"```python\n(# better\.py\n.*?)```", page, re.DOTALL)
    assert better is not None
    Path("better.py").write_text(better[1], encoding="utf-8")


@pytest.mark.parametrize("game", list(GAMES))
def test_the_improvement_of_each_guide_beats_easy(game: str, croupier: Callable[..., Any]) -> None:
    """The README states a time from the clone to a bot that beats `easy`; measured: 57 % in Belote, else 62 % and more.

    With the settings of `croupier climb`, which are the default ones; the guide of Bluff climbs at tables of four.
    """
    write_improvement(game, croupier)
    assert game_of_spec("better.py").name == game, "croupier climb better.py needs no --game"
    rivals = 3 if game == "bluff" else 1
    report = package.run(game, ["better.py", f"easy*{rivals}"], 160, 771, trust=True)
    assert report["better"].win_rate > 1 / (1 + rivals) + 0.05
    assert not report["better"].faults


@pytest.mark.parametrize("game", list(GAMES))
def test_the_improvement_of_each_guide_clearly_beats_the_starter(game: str, croupier: Callable[..., Any]) -> None:
    write_improvement(game, croupier)
    report = package.run(game, ["better.py", "my_bot.py"], 200, 5, SETTINGS.get(game, {}), trust=True)
    assert report["better"].win_rate > 0.53
    assert report["better"].win_rate > report["my_bot"].win_rate + 0.06


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
        (["chess"], "no game 'chess'; the games are kittens, coup"),
    ],
)
def test_what_cannot_be_written(arguments: list[str], told: str, croupier: Callable[..., Any]) -> None:
    Path("there.py").write_text("mine")
    ran = croupier("new", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert Path("there.py").read_text() == "mine"
