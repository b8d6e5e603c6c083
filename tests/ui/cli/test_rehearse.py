"""`croupier replay --bot`: a bot in a seat of a stored match."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from players.http.webbot import web_bot

from croupier.games import GAMES
from croupier.match.playback import questions_to
from croupier.match.replay.read import read_replays
from croupier.match.replay.verify import rebuild

TIMID = """\
from croupier import Bot

class Timid(Bot):
    def decide(self, decision):
        answer = 0
        return answer
"""
BOLD = TIMID.replace("answer = 0", "answer = 0 if decision.id < 3 else len(decision.moves) - 1")
SHORT = {"bluff": ["--set", "max_turns=4"], "belote": ["--set", "deals=1"]}


class Home:
    """A folder with two bots and a match of one of them."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder, self.game = folder, game
        self.timid, self.bold, self.history = folder / "timid.py", folder / "bold.py", folder / "h.jsonl"
        self.timid.write_text(TIMID, encoding="utf-8")
        self.bold.write_text(BOLD, encoding="utf-8")


def move_of_decision(number: int, history: Path = Path("h.jsonl")) -> int:
    """The move of the match, from 1, at which seat 0 made its n-th decision."""
    script = rebuild(next(read_replays(history)))
    return questions_to(script, 0)[number - 1] + 1


@pytest.fixture(params=GAMES)
def home(request, croupier, tmp_path, monkeypatch) -> Home:
    monkeypatch.chdir(tmp_path)
    home = Home(tmp_path, request.param)
    extra = SHORT.get(home.game, [])
    croupier("run", home.game, "timid.py", "random", "--seed", 5, "--trust", "--history", "h.jsonl", *extra)
    return home


@pytest.fixture
def cuttle(croupier, tmp_path, monkeypatch) -> Home:
    monkeypatch.chdir(tmp_path)
    home = Home(tmp_path, "cuttle")
    croupier("run", "cuttle", "timid.py", "random", "--seed", 5, "--trust", "--history", "h.jsonl")
    return home


def test_the_bot_of_the_match_agrees_with_itself(croupier, home):
    ran = croupier("replay", "h.jsonl", "--bot", "timid.py", "--seat", 0, "--trust")
    assert ran.code == 0
    assert "decisions agree (100.0%)" in ran.out
    assert croupier("replay", "h.jsonl", "--bot", "timid.py", "--seat", 0, "--trust", "--diff").code == 0


def test_what_differs_is_listed_with_the_view(croupier, home):
    ran = croupier("replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--diff", "--trust")
    assert ran.code == 1
    assert ran.out.startswith("Move ")
    first = ran.out.splitlines()[0]
    assert " in the match, " in first
    assert first.endswith(" now")
    assert "legal: " in ran.out
    document = json.loads(croupier("replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--trust", "--json").out)
    assert document["decisions"] == document["agree"] + len(document["differ"])
    assert all(each["decision"] >= 3 and each["then"] != each["now"] for each in document["differ"])
    assert f"Move {document['differ'][0]['move']}, '{document['differ'][0]['question']}'" in first


def test_it_plays_on_from_the_first_difference(croupier, home):
    arguments = ["replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--continue", "--trust"]
    ran = croupier(*arguments)
    assert ran.code == 0
    assert "bold plays seat 0 (timid)" in ran.out
    assert "  seat 1: random" in ran.out
    assert "Result: " in ran.out
    assert "Seat 0 finished in place" in ran.out
    document = json.loads(croupier(*arguments, "--json").out)
    differ = json.loads(croupier("replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--trust", "--json").out)
    assert document["from"] == differ["differ"][0]["move"]
    assert document["moves"][0] == differ["differ"][0]["now"]
    assert document["result"]["places"]


def test_an_answer_is_frozen_as_a_test(croupier, home):
    ran = croupier("replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--freeze", move_of_decision(3), "--trust")
    assert ran.code == 0
    assert f"test_bold_move_{move_of_decision(3)}.py expects" in ran.out
    again = croupier("replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--freeze", move_of_decision(3), "--trust")
    assert (again.code, "exists; delete it first" in again.err) == (2, True)


def pytest_run(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"test_bold_move_{move_of_decision(3)}.py",
    ]
    plain = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # a test of an author needs none of our plugins
    return subprocess.run(command, cwd=folder, env=plain, capture_output=True, text=True, timeout=300, check=False)


def test_the_frozen_test_passes_until_the_answer_changes(croupier, cuttle):
    ran = croupier(
        "replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--freeze", move_of_decision(3), "--trust", "--json"
    )
    document = json.loads(ran.out)
    assert (document["file"], document["decision"], document["memory"]) == (
        f"test_bold_move_{move_of_decision(3)}.py",
        3,
        False,
    )
    assert pytest_run(cuttle.folder).returncode == 0
    cuttle.bold.write_text(TIMID, encoding="utf-8")
    failed = pytest_run(cuttle.folder)
    assert failed.returncode == 1
    assert f"== {document['answer']!r}".replace("'", '"') in failed.stdout.replace("'", '"')


def test_the_debugger_stops_in_the_authors_own_code(process, home):
    arguments = ["replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--at", move_of_decision(3), "--trust"]
    ran = process(*arguments, input="p decision.id\np decision.clock.answer\nn\np answer\nc\n", cwd=home.folder)
    assert ran.code == 0
    assert f"Move {move_of_decision(3)}, '" in ran.out
    assert "bold.py(5)decide()" in ran.out
    assert "-> answer = 0 if decision.id < 3" in ran.out
    assert "(bot) 3\n" in ran.out
    assert "(bot) None\n" in ran.out
    assert "bold answers " in ran.out


def test_the_debugger_can_change_the_answer_and_the_match_goes_on(process, cuttle):
    arguments = [
        "replay",
        "h.jsonl",
        "--bot",
        "timid.py",
        "--seat",
        0,
        "--at",
        move_of_decision(2),
        "--continue",
        "--trust",
    ]
    ran = process(*arguments, input="n\n!answer = 1\nc\n", cwd=cuttle.folder)
    assert ran.code == 0
    assert "timid.py(6)decide()" in ran.out
    assert "Result: " in ran.out
    plain = process(*arguments, input="c\n", cwd=cuttle.folder)
    then = process("replay", "h.jsonl", cwd=cuttle.folder).out
    story = [line for line in plain.out.splitlines() if line.startswith("[GAME]")]
    assert story == [line for line in then.splitlines() if line.startswith("[GAME]")][-len(story) :]
    assert [line for line in ran.out.splitlines() if line.startswith("[GAME]")] != story


@pytest.mark.parametrize("extra", [[], ["--continue"]])
def test_who_leaves_the_debugger_is_let_go(process, cuttle, extra):
    arguments = ["replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--at", move_of_decision(3), "--trust", *extra]
    ran = process(*arguments, input="q\n", cwd=cuttle.folder)
    assert ran.code == 0
    assert "you left the debugger." in ran.out
    assert "Traceback" not in ran.err


def test_a_crash_in_the_debugger_is_the_bots(process, cuttle):
    cuttle.bold.write_text(TIMID.replace("answer = 0", "answer = 1 / 0"), encoding="utf-8")
    arguments = ["replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--at", move_of_decision(3), "--trust"]
    ran = process(*arguments, input="c\n", cwd=cuttle.folder)
    assert ran.code == 0
    assert "Crashed: ZeroDivisionError" in ran.out
    assert "bold answers nothing" in ran.out


def test_a_bot_elsewhere_waits_before_it_is_asked(process, tmp_path, croupier, monkeypatch):
    monkeypatch.chdir(tmp_path)
    croupier("run", "belote", "deterministic", "random", "--set", "deals=1", "--seed", 5, "--history", "h.jsonl")
    with web_bot() as bot:
        arguments = ["replay", "h.jsonl", "--bot", f"{bot.url}#name=web", "--seat", 0]
        assert "decisions agree (100.0%)" in croupier(*arguments).out
        ran = process(*arguments, "--at", move_of_decision(3), input="\n", cwd=tmp_path)
        assert ran.code == 0
        assert "Attach your debugger" in ran.out
        assert "web answers" in ran.out
        left = process(*arguments, "--at", move_of_decision(3), input="", cwd=tmp_path)
        assert "the question was not asked." in left.out


def test_the_seat_is_known_if_the_bot_played_only_one(croupier, cuttle):
    assert "timid in seat 0" in croupier("replay", "h.jsonl", "--bot", "timid.py", "--trust").out
    ran = croupier("replay", "h.jsonl", "--bot", "bold.py", "--trust")
    assert (ran.code, "with --seat S; the seats are 0 timid, 1 random" in ran.err) == (2, True)


def test_who_cannot_be_had_is_replaced_and_named(croupier, cuttle):
    croupier("run", "cuttle", "bold.py", "timid.py", "--seed", 5, "--trust", "--history", "two.jsonl")
    cuttle.timid.unlink()
    ran = croupier("replay", "two.jsonl", "--bot", "heuristic", "--seat", 0, "--continue", "--trust")
    assert ran.code == 0
    assert "seat 1: heuristic instead of timid.py (no file timid.py;" in ran.out


def test_nothing_differs_so_there_is_nothing_to_go_on_from(croupier, cuttle):
    ran = croupier("replay", "h.jsonl", "--bot", "timid.py", "--continue", "--trust")
    assert ran.code == 2
    assert "no difference to continue from; use --at N" in ran.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--diff"], "need --bot BOT"),
        (["--seat", 0], "need --bot BOT"),
        (["--bot", "random", "--seat", 2], "no seat 2 in this match; seats are 0 to 1"),
        (["--bot", "random", "--seat", 0, "--at", 999], "no move 999: the match has"),
        (["--bot", "random", "--seat", 0, "--freeze", 999], "no move 999: the match has"),
        (["--bot", "random*2", "--seat", 0], "--bot takes one bot"),
        (["--bot", "random", "--seat", 0, "--verify"], "--verify takes no bot"),
        (["--bot", "timid.py", "--seat", 0, "--at", 1], "--trust"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(croupier, cuttle, arguments, complaint):
    ran = croupier("replay", "h.jsonl", *arguments)
    assert ran.code == 2
    assert complaint in ran.err


def test_one_of_several_matches_must_be_chosen(croupier, cuttle):
    croupier("run", "cuttle", "random", "heuristic", "-n", 4, "--seed", 7, "--history", "many.jsonl")
    ran = croupier("replay", "many.jsonl", "--bot", "random", "--seat", 0)
    assert (ran.code, "several matches; choose one with --match K" in ran.err) == (2, True)
    assert "(100.0%)" in croupier("replay", "many.jsonl", "--bot", "random", "--seat", 0, "--match", 1).out


def test_what_the_bot_prints_is_not_in_the_document(croupier, cuttle):
    cuttle.bold.write_text(BOLD.replace("return", 'print("hello")\n        return'), encoding="utf-8")
    ran = croupier("replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--trust", "--json")
    assert json.loads(ran.out)["differ"]
    assert "hello" in ran.err


def test_ctrl_c_tells_where_the_bot_hangs(process, cuttle):
    interrupt = "import os, signal\n        if decision.id == 3: os.kill(os.getpid(), signal.SIGINT)\n        return"
    cuttle.bold.write_text(BOLD.replace("return", interrupt), encoding="utf-8")
    ran = process("replay", "h.jsonl", "--bot", "bold.py", "--seat", 0, "--trust", cwd=cuttle.folder)
    assert ran.code == 130
    move = move_of_decision(3, cuttle.folder / "h.jsonl")
    assert f"bold was at move {move}; to step into it: --at {move}" in ran.err
