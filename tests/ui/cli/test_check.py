"""`croupier check`."""

import json
import sys
from pathlib import Path

import pytest
from players.http.webbot import web_bot

ROOT = Path(__file__).parents[3]
BOTS = ["kittens/careful.py", "coup/taxman.py", "cuttle/racer.py", "bluff/counter.py", "belote/jacks.py"]
BAD = """\
from croupier.games.cuttle import CuttleBot

class Bad(CuttleBot):
    def select_move(self, view, legal_moves):
        return "dance" if view.question == "four" else 0
"""


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.py"
    path.write_text(BAD, encoding="utf-8")
    return path


@pytest.mark.parametrize("bot", BOTS)
def test_the_example_bots_keep_every_promise(croupier, bot):
    ran = croupier("check", ROOT / "bots" / bot, "--trust", "-n", 2)
    assert ran.code == 0
    assert "BROKEN" not in ran.out
    assert ran.out.rstrip().endswith("checks passed.")
    assert "p50" in ran.out


def test_a_broken_promise_is_shown_with_the_decision(croupier, bad):
    ran = croupier("check", bad, "--trust", "-n", 2)
    assert ran.code == 1
    assert "FAIL   answers 'four'" in ran.out
    assert "Fault 1: IllegalMove: answered cuttle: 'four' to seat" in ran.out
    fault = ran.out[ran.out.index("Fault 1") :]
    assert "match seed" in fault
    mine = fault[fault.index("(you)") : fault.index("legal: ")]
    assert "♣" in mine[mine.index("Hand: ") :], "its own cards are shown"
    assert "legal: discard" in fault
    assert "Fault 2" not in ran.out, "one of a kind is enough"


def test_as_json(croupier, bad):
    ran = croupier("check", bad, "--trust", "-n", 2, "--json")
    document = json.loads(ran.out)
    assert (ran.code, document["ok"], document["game"]) == (1, False, "cuttle")
    broken = [check for check in document["checks"] if not check["passed"]]
    assert broken[0]["check"] == "answers 'four'"
    fault = broken[0]["faults"][0]
    assert fault["question"] == "four"
    assert set(fault) >= {"came", "view", "moves", "seed", "seat", "decision"}
    good = json.loads(croupier("check", "heuristic", "--game", "cuttle", "-n", 2, "--json").out)
    assert good["ok"] is True


def test_a_file_that_cannot_be_loaded_is_a_broken_promise(croupier, tmp_path):
    path = tmp_path / "my_bot.py"
    path.write_text("from croupier.games.coup import CoupBot\nclass A(CoupBot): ...\n1 / 0\n", encoding="utf-8")
    ran = croupier("check", path, "--trust")
    assert ran.code == 1
    assert "FAIL   can be loaded" in ran.out
    assert "line 3" in ran.out
    path.write_text("class (", encoding="utf-8")
    ran = croupier("check", path, "--trust", "--game", "coup", "--json")
    assert ran.code == 1
    assert "syntax error" in json.loads(ran.out)["checks"][0]["observed"]


def test_a_server_is_held_to_the_list_of_its_api(croupier):
    with web_bot() as bot:
        ran = croupier("check", bot.url, "-n", 1, "--set", "deals=1")
    assert ran.code == 0
    assert "GET /health returns 200" in ran.out


def test_the_limit_is_the_users(croupier, bad):
    assert "answers within 0.5 s" in croupier("check", bad, "--trust", "-n", 2, "--limit", 0.5).out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["random"], "choose the game of random with --game GAME; the games are kittens"),
        (["gone.py"], "no file gone.py"),
        (["random", "--game", "chess"], "no game 'chess'"),
        (["randm", "--game", "coup"], "did you mean random?"),
        (["random*2", "--game", "coup"], "give one bot"),
        (["random", "--game", "coup", "--set", "x=1"], "coup has no setting 'x'"),
        (["http://127.0.0.1:9", "--game", "coup"], "no bot at http://127.0.0.1:9"),
        (["http://127.0.0.1:9"], "no bot at http://127.0.0.1:9"),
        (["random", "--game", "bluff", "--set", "mode=team", "--seed", "-1"], "--seed"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(croupier, arguments, complaint):
    ran = croupier("check", *arguments)
    assert ran.code == 2
    assert complaint in ran.err
    assert "Traceback" not in ran.err


def test_a_file_is_checked_in_the_sandbox(croupier, bad):
    bad.write_text("import sys\nsys.escaped = True\n" + BAD, encoding="utf-8")
    assert croupier("check", bad, "-n", 2).code == 1
    assert not hasattr(sys, "escaped")


def test_what_a_bot_prints_is_not_in_the_document(croupier, bad):
    bad.write_text(BAD.replace("return", 'print("hello")\n        return'), encoding="utf-8")
    ran = croupier("check", bad, "--trust", "-n", 2, "--json")
    assert json.loads(ran.out)["ok"] is False
    assert "hello" in ran.err


def test_ctrl_c_stops_it(process, bad):
    interrupt = "import os, signal; os.kill(os.getpid(), signal.SIGINT)\n        return"
    bad.write_text(BAD.replace("return", interrupt), encoding="utf-8")
    ran = process("check", bad, "--trust")
    assert ran.code == 130
    assert "stopping after this move" in ran.err
    assert ran.out == ""
