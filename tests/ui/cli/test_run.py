"""`croupier run`."""

import json
import re
from pathlib import Path

import pytest

from croupier.kernel.secret import secret_of, seed_text
from croupier.match.replay.read import read_replays
from croupier.match.replay.verify import verify

HEAD = "from croupier.games.cuttle import CuttleBot\n"
TALKER = f"""{HEAD}
class Talker(CuttleBot):
    def select_move(self, view, legal_moves):
        self.say("[bold]my turn\\x1b[31m")
        return 0
"""


@pytest.fixture
def talker(tmp_path: Path) -> Path:
    path = tmp_path / "talker.py"
    path.write_text(TALKER, encoding="utf-8")
    return path


# One match.


def test_one_match_is_told_move_by_move(croupier, talker):
    ran = croupier("run", "cuttle", talker, "random", "--trust", "--seed", 7)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Cuttle: talker against random, seed 7"
    assert lines[1] == "talker: running without a sandbox (--trust)"
    assert lines[2].startswith("[GAME] talker is dealt")
    assert "[GAME] talker draws" in ran.out
    assert "[CHAT] talker: [bold]my turn?[31m" in lines
    assert [line for line in lines if line.startswith("Result: ")]
    assert [line for line in lines if line.startswith("  1. ")]


def test_chat_can_be_left_out(croupier, talker):
    ran = croupier("run", "cuttle", talker, "random", "--trust", "--no-chat")
    assert "[GAME]" in ran.out
    assert "[CHAT]" not in ran.out


def test_quiet_leaves_the_result(croupier):
    ran = croupier("run", "cuttle", "random", "random", "--quiet", "--seed", 7)
    assert "[GAME]" not in ran.out
    assert ran.out.startswith("Result: ")


def test_a_chosen_seed_is_printed_and_plays_the_match_again(croupier):
    ran = croupier("run", "cuttle", "random", "random")
    seed = re.search(r"--seed ([0-9a-f]{32}) repeats this match", ran.out)
    assert seed is not None
    again = croupier("run", "cuttle", "random", "random", "--seed", seed[1])
    assert again.out.splitlines()[:-3] == ran.out.splitlines()[: len(again.out.splitlines()) - 3]


def test_one_match_as_json(croupier):
    first, second = (croupier("run", "cuttle", "random", "heuristic", "--seed", 7, "--json") for _ in range(2))
    assert first.out == second.out
    document = json.loads(first.out)
    assert document["seed"] == "7"
    assert document["stopped"] is False
    assert [bot["name"] for bot in document["bots"]] == ["random", "heuristic"]
    assert document["result"]["places"] in ([1, 2], [2, 1], [1, 1])
    assert all(set(move) <= {"seat", "move", "say", "note", "faults", "ruling"} for move in document["moves"])


def test_a_bad_bot_is_told_about(croupier, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(f"{HEAD}class Bad(CuttleBot):\n    def select_move(self, view, legal_moves):\n        1 / 0\n")
    ran = croupier("run", "cuttle", path, "random", "--trust")
    assert ran.code == 0
    assert "Crashed: ZeroDivisionError: division by zero (bad.py, line 4, in select_move)" in ran.out
    assert "bad, 0 points, 3 faults" in ran.out


# Many matches.


def test_many_matches_become_a_table(croupier):
    ran = croupier("run", "cuttle", "heuristic", "random", "-n", 19, "--seed", 7)
    assert ran.code == 0
    assert "95 % interval" in ran.out
    assert "faults" not in ran.out
    assert "20 matches (10 deals, each in 2 seatings)" in ran.out
    assert "--seed 7" in ran.out
    assert ran.err == ""


def test_the_same_json_twice(croupier):
    command = ("run", "cuttle", "heuristic", "random", "-n", 100, "--seed", 7, "--json")
    first, second = croupier(*command), croupier(*command)
    assert first.out == second.out
    document = json.loads(first.out)
    assert (document["matches"], document["stopped"]) == (100, False)
    for bot in document["bots"]:
        low, high = bot["interval"]
        assert low <= bot["win_rate"] <= high
        assert sum(bot["places"].values()) == bot["matches"] == 100


def test_the_heuristic_beats_random(croupier):
    """The figure that the README names: above 80 % on a thousand matches."""
    ran = croupier("run", "cuttle", "heuristic", "random", "-n", 1000, "--seed", 7, "--json")
    heuristic = json.loads(ran.out)["bots"][0]
    assert heuristic["win_rate"] > 0.8


def test_the_example_bot_beats_random_clearly(croupier):
    racer = Path(__file__).parents[3] / "bots" / "cuttle" / "racer.py"
    ran = croupier("run", "cuttle", racer, "random", "-n", 200, "--seed", 7, "--trust", "--json")
    bot = json.loads(ran.out)["bots"][0]
    assert bot["interval"][0] > 0.7
    assert bot["faults"] == {}


def test_faults_get_a_column(croupier, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(
        f"{HEAD}class Bad(CuttleBot):\n    def select_move(self, view, legal_moves):\n        return None\n"
    )
    ran = croupier("run", "cuttle", path, "random", "-n", 10, "--seed", 1, "--trust")
    assert ran.code == 0
    assert "BadMessage 30" in ran.out
    assert "First fault of bad: BadMessage: answered cuttle: 'turn' to seat 0 with None" in ran.out


def test_settings_reach_the_match(croupier):
    ran = croupier("run", "cuttle", "random*2", "--set", "rules=online", "--set", "max_turns=9", "--json")
    settings = json.loads(ran.out)["settings"]
    assert (settings["rules"], settings["max_turns"], settings["hand_limit"]) == ("online", 9, 8)


def test_history_is_appended_and_verifies(croupier, tmp_path):
    file = tmp_path / "history.jsonl"
    croupier("run", "cuttle", "heuristic", "random", "-n", 4, "--seed", 7, "--history", file, "--quiet")
    croupier("run", "cuttle", "random", "random", "--seed", 7, "--history", file, "--quiet")
    replays = list(read_replays(file))
    assert [replay.head.names for replay in replays] == [
        ("heuristic", "random"),
        ("random", "heuristic"),
        ("heuristic", "random"),
        ("random", "heuristic"),
        ("random", "random 2"),
    ]
    assert replays[1].head.players == ("random", "heuristic")
    assert replays[4].head.seed == seed_text(secret_of("7"))
    for replay in replays:
        verify(replay)


STOPPING = """
import os, signal
from croupier import Bot

class Stopping(Bot):
    made = 0

    def __init__(self):
        Stopping.made += 1
        if Stopping.made == 85:
            os.kill(os.getpid(), signal.SIGINT)

    def decide(self, decision):
        return Stopping.made % len(decision.moves)
"""


def test_a_run_that_stops_inside_a_block_has_one_saving_factor(process, tmp_path):
    """83 matches in blocks of three: the last block is not whole, and counts for none of the outputs."""
    bot = tmp_path / "stopping.py"
    bot.write_text(STOPPING)
    report = tmp_path / "report.html"
    command = ("run", "coup", bot, "honest", "bluffer", "-n", "300", "--seed", "7", "--no-journal", "--debug")
    told = process(*command, "--report", report)
    assert told.code == 130, told.err
    document = json.loads(process(*command, "--json").out)
    assert (document["matches"], document["seatings_per_deal"]) == (83, 3)
    factor = f"{document['saving']:.2f}"
    assert f"({factor}x)" in told.out
    assert f"<b>{factor}×</b><span>saving factor</span>" in report.read_text()
