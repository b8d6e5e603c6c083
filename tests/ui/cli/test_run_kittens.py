"""`croupier run` as the bot battle knew it: a folder, copies, a deck, statistics with bars."""

import json
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
BOTS = ROOT / "bots" / "kittens"
EXAMPLES = sorted(BOTS.glob("*.py"))


def test_statistics_show_a_bar_for_every_place(croupier):
    ran = croupier("run", "kittens", *EXAMPLES, "--stats", "--iterations", 40, "--seed", 1, "--trust")
    assert ran.code == 0
    bars = ran.out.split("Placements:\n")[1].splitlines()
    bars = list(takewhile(str.strip, bars))
    names = [line.strip() for line in bars if not line.startswith("    ")]
    assert sorted(names) == [path.stem for path in EXAMPLES]
    rows = [line.split() for line in bars if line.startswith("    ")]
    assert [row[0] for row in rows] == ["1st", "2nd", "3rd", "4th"] * 4
    for place in ("1st", "2nd", "3rd", "4th"):
        assert sum(int(row[-1]) for row in rows if row[0] == place) == 40
    longest = max(rows, key=lambda row: int(row[-1]))
    assert len(longest[1]) == round(int(longest[-1]) / 40 * 40)
    assert "[GAME]" not in ran.out


def test_statistics_are_over_a_hundred_matches_unless_told_otherwise(croupier):
    ran = croupier("run", "kittens", "random", "cautious", "--stats", "--seed", 1, "--json")
    assert json.loads(ran.out)["matches"] == 100


def test_without_stats_there_are_no_bars(croupier):
    ran = croupier("run", "kittens", "random", "cautious", "-n", 10, "--seed", 1)
    assert "95 % interval" in ran.out
    assert "Placements:" not in ran.out


def test_a_folder_of_bots(croupier, tmp_path):
    for path in EXAMPLES:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "_shared.py").write_text("raise SystemExit", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a bot", encoding="utf-8")
    ran = croupier("run", "kittens", "--bots-dir", tmp_path, "--seed", 1, "--trust", "--json")
    assert [bot["name"] for bot in json.loads(ran.out)["bots"]] == [path.stem for path in EXAMPLES]


TWO = """
from croupier.games.kittens import Bot, DrawCardAction

class Base(Bot):
    def take_turn(self, view):
        return DrawCardAction()

class One(Base):
    pass

class Two(Base):
    pass
"""


@pytest.mark.parametrize("trust", [(), ("--trust",)])
def test_a_folder_with_several_bots_in_a_file_and_files_that_cannot_be_loaded(croupier, tmp_path, trust, caplog):
    (tmp_path / "both.py").write_text(TWO)
    (tmp_path / "broken.py").write_text("import nothing_of_the_kind")
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "unfinished.py").write_text("def f(:")
    ran = croupier("run", "kittens", "--bots-dir", tmp_path, *trust, "--json")
    assert [bot["name"] for bot in json.loads(ran.out)["bots"]] == ["One", "Two"]
    left_out = [record.message for record in caplog.records if record.message.startswith("skipped: ")]
    assert all(name in line for name, line in zip(("broken.py", "empty.py", "unfinished.py"), left_out, strict=True))
    assert "nothing_of_the_kind" in left_out[0]
    twice = croupier("run", "kittens", f"{tmp_path}*2", *trust, "--json")
    assert [bot["name"] for bot in json.loads(twice.out)["bots"]] == ["One", "One 2", "Two", "Two 2"]


def test_too_many_bots_are_pointed_to_a_tournament(croupier):
    ran = croupier("run", "kittens", "random*15")
    assert ran.code == 2
    assert "croupier tournament kittens lets any number of bots meet" in ran.err


@pytest.mark.parametrize("folder", ["nowhere", "."])
def test_a_folder_without_bots(croupier, tmp_path, folder):
    ran = croupier("run", "kittens", "--bots-dir", tmp_path / folder, "--trust")
    assert ran.code == 2
    assert ran.err.startswith(("croupier: --bots-dir: no folder", "croupier: no bot in "))


def test_a_folder_is_all_bots_in_it(croupier, tmp_path):
    folder = EXAMPLES[0].parent
    ran = croupier(
        "run", "kittens", folder, "-n", 4, "--seed", 1, "--trust", "--json", "--db", tmp_path / "runs.sqlite"
    )
    assert [bot["name"] for bot in json.loads(ran.out)["bots"]] == [path.stem for path in EXAMPLES]
    twice = croupier("run", "kittens", f"{folder}*2", "--set", "deck=large", "--seed", 1, "--trust", "--json")
    assert len(json.loads(twice.out)["bots"]) == 2 * len(EXAMPLES)


def test_one_bot_is_not_a_folder(croupier):
    ran = croupier("compare", "kittens", EXAMPLES[0].parent, "random", "--trust")
    assert ran.code == 2
    assert "is a folder, but one bot is needed" in ran.err


def test_copies_of_a_bot(croupier):
    ran = croupier("run", "kittens", "--bot", f"{BOTS / 'joker.py'}:2", "--bot", "cautious", "--trust", "--json")
    assert [bot["name"] for bot in json.loads(ran.out)["bots"]] == ["joker", "joker 2", "cautious"]


def test_a_deck_configuration(croupier):
    deck = ROOT / "configs" / "kittens" / "chaos.json"
    ran = croupier("run", "kittens", "random*2", "--deck-config", deck, "--json")
    assert json.loads(ran.out)["settings"]["cards"] == json.loads(deck.read_text("utf-8"))["cards"]


def test_a_game_without_decks_says_so(croupier):
    ran = croupier("run", "cuttle", "random*2", "--deck-config", "deck.json")
    assert (ran.code, ran.err) == (2, "croupier: --deck-config: cuttle has no setting deck\n")


def test_a_hand_size(croupier):
    ran = croupier("run", "kittens", "random*2", "--hand-size", "4")
    assert "2 players get 5 cards each" in ran.out
    ran = croupier("run", "cuttle", "random*2", "--hand-size", "4")
    assert (ran.code, ran.err) == (2, "croupier: --hand-size: cuttle has no setting hand_size\n")


NAMED = """
from croupier.games.kittens import Bot, DrawCardAction

class Mine(Bot):
    @property
    def name(self):
        return {name!r}

    def take_turn(self, view):
        view.say(view.my_id + " against " + view.other_players[0])
        return DrawCardAction()
"""


@pytest.mark.parametrize("trust", [(), ("--trust",)])
def test_bots_are_called_as_their_authors_call_them(croupier, tmp_path, trust):
    for number, name in enumerate(("Veteran", "heuristic")):
        (tmp_path / f"bot{number}.py").write_text(NAMED.format(name=name))
    ran = croupier("run", "kittens", tmp_path / "bot0.py*2", *trust)
    assert "[CHAT] Veteran: Veteran against Veteran 2" in ran.out
    ran = croupier("run", "kittens", tmp_path / "bot0.py", tmp_path / "bot1.py", *trust)
    assert "[CHAT] Veteran: Veteran against bot1" in ran.out  # nobody can call itself a built-in bot


def test_chat_and_story_can_be_left_out(croupier):
    told = croupier("run", "kittens", *EXAMPLES, "--seed", 42, "--trust").out
    assert "[CHAT] careful: Not so fast!" in told
    without = croupier("run", "kittens", *EXAMPLES, "--seed", 42, "--trust", "--no-chat").out
    assert without.splitlines() == [line for line in told.splitlines() if not line.startswith("[CHAT]")]
    quiet = croupier("run", "kittens", *EXAMPLES, "--seed", 42, "--trust", "--quiet").out
    assert quiet.startswith("Result: the last player alive\n  1. ")


def test_the_same_seed_tells_the_same_story_and_its_history_verifies(croupier, tmp_path):
    file = tmp_path / "game.jsonl"
    command = ("run", "kittens", *EXAMPLES, "--seed", 42, "--trust")
    first, second = croupier(*command, "--history", file), croupier(*command)
    assert first.out == second.out
    verified = croupier("replay", file, "--verify")
    assert (verified.code, verified.out.split(":")[0]) == (0, "1 match verified")
    again = [line for line in croupier("replay", file).out.splitlines() if line.startswith("[")]
    assert again == [line for line in first.out.splitlines() if line.startswith("[")]
