"""Before the statistics: a match in which everybody must answer in time."""

import json
from pathlib import Path

import pytest
from frames.limits import time_limits

from croupier.players.json import listen

SLOW = """
import time
from croupier.games.kittens import KittensBot
from croupier.games.kittens.friendly.actions import DrawCardAction

class Slow(KittensBot):
    def take_turn(self, view):
        while True: pass
"""
HANGING = """
from croupier.games.cuttle import CuttleBot

class Hanging(CuttleBot):
    def select_move(self, view, legal_moves):
        while view.turn_number > 3 and view.seat == 1 and "h" in str(view.hand[0]): pass
        return 0
"""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    path = tmp_path / "slow.py"
    path.write_text(SLOW)
    return path


@pytest.mark.parametrize("how", ["--trust", "--no-sandbox"])
@time_limits(0.3, 3.0)
def test_a_slow_bot_is_disqualified_and_named(croupier, slow, how, limit):
    command = ("run", "kittens", "random", slow, "cautious", "--stats", "-n", 6, "--seed", 1, "--timeout", limit, how)
    ran = croupier(*command)
    assert ran.code == 0
    assert (
        f"Disqualified: slow did not answer 'turn' within {limit:g} s and was stopped (verification match)" in ran.out
    )
    assert "6 matches (3 deals, each in 2 seatings)" in ran.out
    assert "slow" not in ran.out.split("Placements:")[1]
    document = json.loads(croupier(*command, "--json").out)
    assert list(document["disqualified"]) == ["slow"]
    assert [bot["matches"] for bot in document["bots"]] == [6, 0, 6]


def test_fewer_than_two_left(croupier, slow):
    ran = croupier("run", "kittens", "random", slow, "--stats", "--timeout", 0.3, "--trust")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "croupier: one bot is left after the verification match, but two are needed: "
        "slow did not answer 'turn' within 0.3 s and was stopped\n"
    )


def test_without_a_timeout_nobody_is_too_slow(croupier):
    ran = croupier("run", "kittens", "random*2", "--stats", "-n", 4, "--timeout", 0, "--json")
    assert "disqualified" not in json.loads(ran.out)


@time_limits(0.5, 4.0)
def test_games_that_hang_are_lost_and_reported(croupier, tmp_path, limit):
    bot = tmp_path / "hanging.py"
    bot.write_text(HANGING)
    command = ("run", "cuttle", bot, "random", "-n", 20, "--seed", 1, "--trust", "--game-limit", limit, "--timeout", 0)
    ran = croupier(*command)
    assert ran.code == 0
    assert f"used most of the {limit:g} s allowed for a match" in " ".join(ran.out.split())
    document = json.loads(croupier(*command, "--json").out)
    assert document["stopped"] is False
    assert "skipped" not in document
    assert document["matches"] == 20
    assert 0 < document["endings"]["time"] < 20
    assert document["bots"][0]["faults"]["TooSlow"] == document["endings"]["time"]
    assert json.loads(croupier(*command, "--json", "--resume").out) == document


@pytest.mark.parametrize("game", ["cuttle", "kittens", "coup", "bluff", "belote"])
def test_the_figures_do_not_depend_on_the_workers(croupier, game):
    command = ("run", game, "random", "heuristic", "-n", 24, "--seed", 5, "--json", "--no-journal")
    first, *others = (croupier(*command, "--workers", workers).out for workers in (1, 2, 4))
    assert json.loads(first)["matches"] >= 24
    assert others == [first, first]


# Bad bots.


@pytest.mark.parametrize(
    ("text", "how", "words"),
    [
        ("import nothing_like_that\n", "--trust", "nothing_like_that"),
        ("1 / 0\n", "--no-sandbox", "division by zero"),
        ("raise SystemExit\n", "--trust", "SystemExit"),
        ("def (:\n", "--trust", "syntax error"),
        ("x = 1\n", "--trust", "no"),
    ],
)
def test_a_bot_that_dies_at_import(croupier, tmp_path, text, how, words):
    bot = tmp_path / "bad.py"
    bot.write_text(text)
    ran = croupier("run", "cuttle", bot, "random", "-n", 4, how)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "bad.py" in ran.err
    assert words in ran.err


def test_a_listening_bot_has_one_worker(croupier, monkeypatch):
    monkeypatch.setattr(listen, "ARRIVAL_SECONDS", 0.1)
    ran = croupier("run", "cuttle", "listen:1", "random", "-n", 4)
    assert "using one worker: listen:1 accepts one connection" in ran.err
