"""The measuring commands: what they print, write and refuse."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from croupier.ai.registry import BUILT_IN
from croupier.arena.store.store import open_store
from croupier.games import find_game
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots
from croupier.ui.cli.sessions import repeat_text


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_DB", str(tmp_path / "store.sqlite"))


def document(ran: Any) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_compare_says_a_verdict_and_reproduces_it(croupier: Callable[..., Any]):
    ran = croupier("compare", "cuttle", "random", "heuristic", "--seed", 7, "--workers", 1)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Yes: heuristic is better than random.\n")
    assert "unpaired play would have needed about" in ran.out
    first = document(croupier("compare", "cuttle", "random", "heuristic", "--seed", 7, "--json", "--workers", 1))
    second = document(croupier("compare", "cuttle", "random", "heuristic", "--seed", 7, "--json", "--workers", 2))
    assert {**first, "run": 0} == {**second, "run": 0}
    assert (first["verdict"], first["talk"], first["names"]) == ("better", False, False)


def test_compare_plays_nothing_for_power(croupier: Callable[..., Any], tmp_path: Path):
    found = document(croupier("compare", "cuttle", "random", "heuristic", "--power", "--json"))
    assert [round(row["better"], 3) for row in found["power"]][1:4] == [0.025, 0.5, 0.975]
    assert not (tmp_path / "store.sqlite").exists()


def test_a_report_names_the_whole_command(croupier: Callable[..., Any], tmp_path: Path):
    path = tmp_path / "out.html"
    croupier("compare", "cuttle", "random", "heuristic", "--edge", 20, "--report", path, "--seed", 3, "--workers", 1)
    text = path.read_text(encoding="utf-8")
    assert "croupier compare cuttle random heuristic --edge 20 --report" in text
    assert "Yes: heuristic is better than random." in text


def test_talk_and_names_are_written_into_the_result(croupier: Callable[..., Any]):
    ran = croupier("compare", "cuttle", "random", "heuristic", "--talk", "--names", "--seed", 7, "--workers", 1)
    assert "Unlike normal rated play, bots could read each other's chat and bots knew each other's names." in ran.out
    assert "No rated matches" in croupier("leaderboard", "cuttle").out


SECRET = "00112233445566778899aabbccddeeff"


def test_a_tournament_is_kept_verified_exported_and_ranked(croupier: Callable[..., Any], tmp_path: Path):
    ran = croupier("tournament", "cuttle", "heuristic", "random", "random", "--blocks", 4, "--seed", SECRET, "--json")
    found = document(ran)
    assert found["ranking"][0] == "heuristic"
    assert found["matches"] == 3 * 4 * 2
    proof = document(croupier("verify", found["run"], "--sample", 10, "--json"))
    assert (proof["sampled"], proof["differing"]) == (10, [])
    assert (proof["bots"], proof["saving"]) == (found["bots"], found["saving"])
    board = document(croupier("leaderboard", "--json"))["games"][0]
    assert board["matches"] == 24
    assert [bot["name"] for bot in board["bots"]] == ["heuristic", "random"]
    exported = croupier("export", found["run"], "--parquet", tmp_path / "data", "--csv", tmp_path / "data")
    assert exported.code == 0, exported.err
    decisions = str(tmp_path / "data/decisions.parquet")
    (count, legal, matches) = duckdb.sql(
        f"select count(*), sum(legal[choice + 1] = move)::int, count(distinct match) from '{decisions}'"
    ).fetchall()[0]
    assert count == legal > 100
    assert matches == 24
    lines = (tmp_path / "data/games.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 24 * 2
    assert lines[0].startswith("match,block,seed,seat,bot")


def test_an_altered_match_is_found_out(croupier: Callable[..., Any], tmp_path: Path):
    import sqlite3

    croupier("tournament", "cuttle", "heuristic", "random", "--blocks", 3, "--seed", 2, "--quiet")
    with sqlite3.connect(tmp_path / "store.sqlite") as connection:
        connection.execute("update games set places = '1 1' where number = 2")
    connection.close()
    ran = croupier("verify", 1)
    assert ran.code == 1
    assert "match 3: replaying gives" in ran.out
    assert "5 of 6 replayed matches gave the stored result" in ran.out


def test_a_stopped_tournament_is_gone_on_with(croupier: Callable[..., Any], tmp_path: Path):
    arguments = ("tournament", "cuttle", "heuristic", "random", "random", "--blocks", 30, "--seed", 2, "--json")
    whole = document(croupier(*arguments))
    with open_store(None) as store:
        plan, kept = store.plan(whole["run"]), list(store.games(whole["run"]))
        half = store.begin_run(plan)
        store.journal(half, kept[:70])
    resumed = document(croupier(*arguments, "--resume"))
    assert resumed["run"] == half
    assert {**resumed, "run": 0} == {**whole, "run": 0}
    with open_store(None) as store:
        assert [each.places for each in store.games(half)] == [each.places for each in kept]


def test_a_league_has_a_table_of_partners(croupier: Callable[..., Any]):
    ran = croupier(
        "tournament", "belote", "heuristic", "random", "calculating", "deterministic", "--partners", "mixed",
        "--blocks", 1, "--set", "deals=1", "--seed", 2,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "heuristic + random" in ran.out
    assert "surplus" in ran.out


def test_a_knockout_tells_its_duels(croupier: Callable[..., Any]):
    ran = croupier("tournament", "cuttle", "heuristic", "random", "random", "--format", "knockout", "--best-of", 3,
                   "--seed", 3)  # fmt: skip
    assert "has a bye" in ran.out
    assert "Final: heuristic beats random" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("compare", "cuttle", "random", "nobody"), "no bot 'nobody'"),
        (("compare", "cuttle", "random", "gone.py"), "no file gone.py"),
        (("compare", "cuttle", "random", "heuristic", "--edge", 0), "edge must be between 0 and 1"),
        (("compare", "cuttle", "random", "heuristic", "--seats", 3), "cuttle is for 2 players"),
        (("compare", "coup", "random", "honest", "--seats", 3, "--halves"), "even number of sides"),
        (("compare", "cuttle", "random", "heuristic", "--report", "/nowhere/out.html"), "cannot write"),
        (("compare", "cuttle", "random", "heuristic", "--csv", "/proc/nowhere"), "as a folder"),
        (("compare", "cuttle", "random", "heuristic", "--resume"), "no run of this command"),
        (("tournament", "cuttle", "random"), "at least two bots, not 1"),
        (("tournament", "cuttle", "random", "heuristic", "--partners", "mixed"), "for games with teams"),
        (("leaderboard", "whist"), "whist"),
        (("leaderboard", "--report", "x.html"), "a report needs a game"),
        (("leaderboard", "cuttle", "--db", "/nowhere/db.sqlite"), "/nowhere/db.sqlite"),
        (("verify", 99), "no run 99"),
        (("export", 99), "give an output folder"),
        (("export", "nothing.jsonl", "--csv", "."), "is neither a run, nor a match"),
        (("ladder", "/nowhere"), "no folder /nowhere"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(
    croupier: Callable[..., Any], arguments: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    ran = croupier(*arguments)
    assert ran.code == 2, ran.out
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("heuristic", "--seed 7 repeats this result."),
        ("ismcts:iterations=50", "--seed 7 repeats this result."),
        ("ismcts:think=1ms", "--seed 7 deals the same cards; ismcts:think=1ms may answer differently."),
        ("tcp://127.0.0.1:9", "--seed 7 deals the same cards; tcp://127.0.0.1:9 may answer differently."),
    ],
)
def test_the_same_again_is_said_only_where_it_is_so(bot: str, words: str):
    entrants = load_bots(find_game("cuttle"), ["random", bot], BUILT_IN)
    assert repeat_text(entrants, "7", "repeats this result") == words.replace(bot, entrants[1].name)


def test_a_file_decides_by_the_seed_if_it_uses_no_other_chance(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from croupier.games.cuttle import CuttleBot\nclass Mine(CuttleBot):\n    select_move = None\n",
        encoding="utf-8",
    )
    entrants = load_bots(find_game("cuttle"), ["random", str(path)], BUILT_IN, Isolation(trust=True))
    assert repeat_text(entrants, "7", "again").endswith("again, if mine takes random numbers only from self.rng.")
    assert "a bot that was too slow may answer in time" in repeat_text(entrants, "7", "again", {"TooSlow"})
