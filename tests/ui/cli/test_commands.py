"""What every command has, and the small ones: `games`, `audit`, `bench`, and `croupier` alone."""

import json
import re
from importlib import import_module

import msgspec
import pytest
from liar import GAME as LIAR

from croupier import __version__
from croupier.games import GAMES
from croupier.match.audit import audit

COMMANDS = ("games", "run", "check", "replay", "audit", "bench")


def test_croupier_alone_gives_three_commands_to_try(croupier):
    ran = croupier()
    assert ran.code == 0
    assert len(re.findall(r"^  croupier ", ran.out, re.MULTILINE)) == 3


def test_the_version_names_the_core_and_the_python(croupier):
    ran = croupier("--version")
    assert re.fullmatch(rf"croupier {__version__}, (compiled|plain Python) core.*, Python 3\.\d+\.\d+\n", ran.out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(croupier, command):
    ran = croupier(command, "--help")
    assert ran.code == 0
    assert "--json" in ran.out
    assert "Examples:" in ran.out
    assert f"croupier {command}" in ran.out


def test_help_lists_every_command(croupier):
    out = croupier("--help").out
    assert all(command in out for command in COMMANDS)


def test_games_are_listed(croupier):
    ran = croupier("games")
    assert "cuttle" in ran.out
    assert "2 players" in ran.out


def test_one_game_is_told_with_its_settings(croupier):
    ran = croupier("games", "cuttle")
    assert "classic or online" in ran.out
    assert "heuristic, insane, ismcts" in ran.out
    assert "croupier.games.cuttle" in ran.out


def test_the_rules_can_be_read(croupier):
    assert "21" in croupier("games", "cuttle", "--rules").out


def test_games_as_json(croupier):
    (game,) = json.loads(croupier("games", "cuttle", "--json").out)["games"]
    assert game["seats"] == {"fewest": 2, "most": 2}
    assert {"name": "rules", "default": "classic", "choices": "classic or online"} in game["settings"]


def test_an_audit_ends_with_a_certificate(croupier):
    ran = croupier("audit", "cuttle", "--worlds", 50, "--seed", 7)
    assert ran.code == 0
    assert "50 alternative worlds" in ran.out
    assert "stopped early because a card was legitimately revealed" in ran.out
    assert "Not covered by this audit: timing" in ran.out
    assert ran.out.rstrip().endswith("No leak found: no seat was sent anything it must not know.")


def test_an_audit_as_json_is_the_same_twice(croupier):
    first, second = (croupier("audit", "cuttle", "--worlds", 30, "--seed", 7, "--json") for _ in range(2))
    assert first.out == second.out
    document = json.loads(first.out)
    assert document["clean"] is True
    assert document["worlds"] == sum(document["sorts"].values()) == 30
    assert "turn" in document["reached"]["questions"]["counts"]
    assert any("timing" in what for what in document["cannot_see"])


def test_an_audit_with_a_player_of_ones_own(croupier):
    ran = croupier("audit", "cuttle", "--worlds", 20, "--seed", 7, "--bot", "noob")
    assert "ismcts, strategist, noob" in ran.out


def test_an_audit_with_leaks_fails(croupier, monkeypatch):
    def leaky(*arguments, **options):
        clean = audit(*arguments[:3], worlds=1, seed=7)
        return msgspec.structs.replace(clean, leaks=("seat 1 can tell",))

    # The package has the command's function under the name of its module.
    monkeypatch.setattr(import_module("croupier.ui.cli.commands.audit"), "audit", leaky)
    ran = croupier("audit", "cuttle")
    assert ran.code == 1
    assert "leak: seat 1 can tell" in ran.out


def test_the_seats_of_an_audit(croupier, monkeypatch):
    monkeypatch.setitem(GAMES, "liar", LIAR)
    ran = croupier("audit", "liar", "--seats", 4, "--worlds", 20, "--seed", 7, "--json")
    assert json.loads(ran.out)["seats"] == 4


def test_bench_names_the_command_and_every_target(croupier):
    document = json.loads(croupier("bench", "--quick", "--json").out)
    assert document["command"] == "croupier bench --quick"
    assert len(document["figures"]) == 6
    assert all(figure["target"] > 0 and figure["ratio"] > 0 for figure in document["figures"])


def test_bench_prints_a_table(croupier):
    ran = croupier("bench", "--quick")
    assert ran.out.startswith("croupier bench --quick: Cuttle, one core")
    assert "at least 300,000" in ran.out
    assert "at most 30" in ran.out


def test_runs_prints_a_seed_on_one_line(croupier, tmp_path):
    seed, bots = "6a3fe5751f1b01674055d278eb0952d3", ["epsilon-greedy", "heuristic", "cautious", "aggressive"]
    db = tmp_path / "runs.sqlite"
    assert croupier("run", "kittens", *bots, "-n", 4, "--seed", seed, "--db", db).code == 0
    assert seed in croupier("runs", "--db", db).out
