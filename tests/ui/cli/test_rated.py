"""What holds for runs, comparisons and tournaments alike: verification, hanging matches, reports, trouble."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest
from frames.limits import time_limits

from croupier.match.replay.read import read_replays
from croupier.ui.cli.sessions import NOT_RATED

HEAD = "from croupier.games.cuttle import CuttleBot\n\nclass Bot(CuttleBot):\n"
SLOW = (
    HEAD
    + """    def select_move(self, view, legal_moves):
        while True: pass
"""
)
LAST = (
    HEAD
    + """    def select_move(self, view, legal_moves):
        self.note = f"width={len(legal_moves)}"
        return len(legal_moves) - 1
"""
)
HANGING = (
    HEAD
    + """    def select_move(self, view, legal_moves):
        while view.turn_number > 3 and view.seat == 1 and str(view.hand[0])[-1] in "hs": pass
        return 0
"""
)
COMMANDS = {
    "run": ("-n", 40),
    "compare": ("--max-games", 40),
    "tournament": ("--blocks", 20),
}


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store.sqlite"
    monkeypatch.setenv("CROUPIER_DB", str(path))
    return path


@pytest.fixture
def bots(tmp_path: Path) -> Callable[[str], Path]:
    def bot(name: str) -> Path:
        path = tmp_path / f"{name}.py"
        path.write_text({"slow": SLOW, "last": LAST, "hanging": HANGING}[name], encoding="utf-8")
        return path

    return bot


def document(ran: Any) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


# A verification match before all others.


@pytest.mark.parametrize("how", ["--trust", "--no-sandbox"])
@time_limits(0.3, 3.0)
def test_a_tournament_sends_the_slow_away(croupier, db, bots, how, limit):
    arguments = ("tournament", "cuttle", bots("slow"), "heuristic", bots("last"), "random", "--blocks", 2, "--seed", 1)
    ran = croupier(*arguments, "--timeout", limit, how)
    assert ran.code == 0, ran.err
    assert ran.out.startswith(
        f"Disqualified: slow did not answer 'turn' within {limit:g} s and was stopped (verification match)\n"
    )
    found = document(croupier(*arguments, "--timeout", limit, how, "--json"))
    assert list(found["disqualified"]) == ["slow"]
    assert sorted(found["ranking"]) == ["heuristic", "last", "random"]
    assert found["matches"] == 3 * 2 * 2
    without = document(croupier(*arguments[:2], *arguments[3:], how, "--json"))
    assert (found["bots"], found["ahead"]) == (without["bots"], without["ahead"])
    proof = document(croupier("verify", found["run"], "--json"))
    assert [bot["elo"] for bot in proof["bots"] if bot["matches"]] == [bot["elo"] for bot in found["bots"]]
    board = document(croupier("leaderboard", "--run", found["run"], "--json"))["games"][0]
    assert len(board["bots"]) == 3
    resumed = document(croupier(*arguments, "--timeout", limit, how, "--json", "--resume"))
    assert resumed == found


@time_limits(0.3, 3.0)
def test_a_field_goes_on_without_the_slow(croupier, db, tmp_path, limit):
    slow = tmp_path / "slow.py"
    slow.write_text(
        "from croupier.games.coup import CoupBot\nclass Slow(CoupBot):\n    def decide(self, decision):\n"
        "        while True: pass\n    act = decide\n"
    )
    command = ("compare", "coup", "honest", "heuristic", "--seats", 3, "--max-games", 24, "--timeout", limit, "--trust")
    found = document(croupier(*command, "--field", slow, "--field", "random", "--seed", 1, "--json"))
    assert (list(found["disqualified"]), found["matches"]) == (["slow"], 24)
    ran = croupier(*command, "--field", slow)
    assert ran.code == 2
    assert "no bot of the field is left, after the verification match: slow " in ran.err


@pytest.mark.parametrize("command", ["run", "compare", "tournament"])
def test_fewer_than_two_left(croupier, db, bots, command):
    ran = croupier(command, "cuttle", "random", bots("slow"), *COMMANDS[command], "--timeout", 0.3, "--trust")
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(
        "croupier: one bot is left after the verification match, but two are needed: "
        r"slow did not answer '\w+' within 0.3 s and was stopped\n",
        ran.err,
    )


@time_limits(0.3, 3.0)
def test_fixed_partners_leave_together(croupier, db, tmp_path, limit):
    slow = tmp_path / "slow.py"
    slow.write_text(
        "from croupier.games.belote import BeloteBot\nclass Slow(BeloteBot):\n    def decide(self, decision):\n"
        "        while True: pass\n    choose_card = choose_negotiation_action = decide\n"
    )
    bots = ("heuristic", "random", slow, "random", "random", "heuristic")
    how = ("--partners", "fixed", "--blocks", 2, "--set", "deals=1", "--timeout", limit, "--trust", "--seed", 1)
    command = ("tournament", "belote", *bots, *how, "--json")
    found = document(croupier(*command))
    assert sorted(bot["name"] for bot in found["bots"]) == ["heuristic + random", "random 3 + heuristic 2"]
    proof = document(croupier("verify", found["run"], "--json"))
    assert proof["bots"] == found["bots"]


# Matches that hang.


@pytest.mark.parametrize("command", ["run", "compare", "tournament"])
@time_limits(0.3, 3.0)
def test_matches_that_hang_are_lost_by_who_hangs_and_not_tried_again(croupier, db, bots, command, tmp_path, limit):
    few = {"run": ("-n", 12), "compare": ("--max-games", 12), "tournament": ("--blocks", 6)}[command]
    arguments = (command, "cuttle", "random", bots("hanging"), *few, "--seed", 1, "--trust",
                 "--timeout", 0, "--game-limit", limit)  # fmt: skip
    report = tmp_path / "out.html"
    first = document(croupier(*arguments, "--json", "--report", report))
    assert "skipped" not in first
    with closing(sqlite3.connect(db)) as store:
        ((newest,),) = store.execute("SELECT MAX(run) FROM games")
        asked = "SELECT places, seating, faults FROM games WHERE ending = 'time' AND run = ?"
        lost = store.execute(asked, (newest,)).fetchall()
    assert 0 < len(lost) < 12
    assert set(lost) <= {("1 2", "0 1", 1), ("1 2", "1 0", 1)}
    assert "TooSlow" in croupier(*arguments, "--resume").out
    assert document(croupier("verify", newest, "--json"))["differing"] == []
    again = document(croupier(*arguments, "--json", "--resume"))
    assert again == first


# Reports and tables.


@pytest.mark.parametrize("command", ["run", "compare", "tournament"])
def test_every_command_writes_report_and_tables_while_it_plays(croupier, db, bots, command, tmp_path):
    report, data = tmp_path / "out.html", tmp_path / "data"
    arguments = (command, "cuttle", bots("last"), "random", *COMMANDS[command], "--seed", 1, "--trust")
    found = document(croupier(*arguments, "--report", report, "--csv", data, "--parquet", data, "--json"))
    text = report.read_text(encoding="utf-8")
    assert f"croupier {command} cuttle" in text
    assert "eplaying each deal" in text or "replaying each deal" in text
    assert "<th>width</th>" in text
    assert found["saving"] > 0
    notes = found["notes"][0] if "notes" in found else found["bots"][0]["notes"]
    assert list(notes) == ["width"]
    assert notes["width"] > 1
    games, decisions = (str(data / f"{name}.parquet") for name in ("games", "decisions"))
    assert duckdb.sql(f"select count(*) from '{games}'").fetchall() == [(found["matches"] * 2,)]
    assert duckdb.sql(f"select count(distinct match), bool_and(legal[choice + 1] = move) from '{decisions}'").fetchall(
    ) == [(found["matches"], True)]  # fmt: skip
    lines = (data / "games.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + found["matches"] * 2
    before = (data / "decisions.csv").read_text(encoding="utf-8").count("\n")
    # Gone on with, everything that was kept before is in them again.
    document(croupier(*arguments, "--report", report, "--csv", data, "--parquet", data, "--json", "--resume"))
    assert (data / "decisions.csv").read_text(encoding="utf-8").count("\n") == before


@pytest.mark.parametrize("command", ["run", "compare", "tournament"])
def test_the_terminal_shows_the_numbers_of_notes(croupier, db, bots, command):
    few = {"run": ("-n", 4), "compare": ("--max-games", 4), "tournament": ("--blocks", 2)}[command]
    ran = croupier(command, "cuttle", bots("last"), "random", *few, "--seed", 1, "--trust")
    table = ran.out.partition("Numbers from the bots' notes, averaged over decisions:\n")[2]
    assert re.search(r"^ +last *$", table, re.MULTILINE), ran.out
    assert re.search(r"^ +width +\d", table, re.MULTILINE), ran.out


def test_the_terminal_says_what_blocks_saved(croupier, db):
    ran = croupier("run", "cuttle", "heuristic", "random", "-n", 100, "--seed", 1)
    assert "eplaying each deal from all seats" in ran.out
    series = croupier("run", "bluff", "noob", "medium", "random", "-n", 20, "--seed", 1, "--series")
    assert "eplaying each deal" not in series.out


def test_a_report_is_about_many_matches(croupier, db, tmp_path):
    ran = croupier("run", "cuttle", "random*2", "--report", tmp_path / "out.html")
    assert (ran.code, "need several matches" in ran.err) == (2, True)


# A history that is gone on with.


def test_a_history_is_complete_after_resuming(croupier, db, tmp_path):
    file, expected = tmp_path / "h.jsonl", tmp_path / "all.jsonl"
    command = ("run", "bluff", "noob", "medium", "random", "-n", 30, "--seed", 3, "--json")
    croupier("run", "cuttle", "random*2", "--seed", 1, "--history", file, "--quiet")
    croupier(*command, "--history", file)
    croupier("run", "cuttle", "random*2", "--seed", 1, "--history", expected, "--quiet")
    croupier(*command, "--history", expected, "--no-journal")
    lines = file.read_bytes().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if line.startswith(b'{"type":"result"')]
    # As after a power cut: 9 matches of the run are whole in the file, the tenth is torn, 20 are in the journal.
    file.write_bytes(b"".join(lines[: ends[9] + 5]) + lines[ends[9] + 5][:20])
    connection = sqlite3.connect(db)
    with connection:
        connection.execute("DELETE FROM games WHERE number >= 20")
        connection.execute("UPDATE runs SET state = 'open'")
    connection.close()
    assert croupier(*command, "--history", file, "--resume").code == 0
    assert shown(file) == shown(expected)


def shown(path: Path) -> list[Any]:
    """All that stands in a history but for times."""
    return [
        (replay.head, [(line.seat, line.move, line.events, line.note) for line in replay.moves], replay.result)
        for replay in read_replays(path)
    ]


def test_a_history_that_is_damaged_in_the_middle_is_left_alone(croupier, db, tmp_path):
    file = tmp_path / "h.jsonl"
    command = ("run", "cuttle", "random*2", "-n", 8, "--seed", 3, "--json", "--history", file)
    croupier(*command)
    text = file.read_text(encoding="utf-8").replace("random", "rondam", 1)
    file.write_text(text, encoding="utf-8")
    ran = croupier(*command, "--resume")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "is damaged in the middle" in ran.err
    assert file.read_text(encoding="utf-8") == text


# Trouble: one sentence each, and nothing is lost that was played.


@pytest.mark.parametrize("command", ["run", "compare", "tournament"])
def test_a_database_that_fills_up(croupier, db, command):
    arguments = (command, "cuttle", "heuristic", "random", *COMMANDS[command], "--seed", 7, "--json", "--workers", 1)
    croupier("run", "cuttle", "heuristic", "random", "-n", 2)
    connection = sqlite3.connect(db)
    with connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON games WHEN NEW.number = 30 "
            "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
        )
    connection.close()
    ran = croupier(*arguments)
    assert ran.code == 2
    assert ran.err.removeprefix(f"{NOT_RATED}\n") == (
        f"croupier: the database {db} cannot be written: the disk is full; to play the missing matches: --resume\n"
    )
    assert json.loads(ran.out)["matches"] > 0
    connection = sqlite3.connect(db)
    with connection:
        connection.execute("DROP TRIGGER full")
    connection.close()
    resumed, whole = document(croupier(*arguments, "--resume")), document(croupier(*arguments, "--no-journal"))
    assert {**resumed, "run": 0} == {**whole, "run": 0}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_that_is_locked(croupier, db, monkeypatch, command):
    monkeypatch.setattr("croupier.arena.store.store.LOCK_SECONDS", 0.2)
    croupier("run", "cuttle", "heuristic", "random", "-n", 2)
    other = sqlite3.connect(db, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        ran = croupier(command, "cuttle", "heuristic", "random", *COMMANDS[command])
    finally:
        other.close()
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"croupier: the database {db} is locked by another program; try again later\n"


BAD = [
    (("--db", "/nowhere/at/all.sqlite"), "cannot be opened"),
    (("--db", "postgresql://me@127.0.0.1:1/db"), "cannot be reached"),
    (("--report", "/nowhere/out.html"), "cannot write /nowhere/out.html"),
    (("--csv", "/proc/nowhere"), "as a folder"),
    (("--backend", "moon"), "choose local or ray"),
    (("--address", "host:1"), "--backend ray"),
    (("--game-limit", "-1"), "--game-limit"),
    (("--resume", "--no-journal"), "--no-journal"),
    (("--resume",), "no run of this command"),
]


@pytest.mark.parametrize("command", ["run", "compare", "tournament"])
@pytest.mark.parametrize(("arguments", "words"), BAD)
def test_one_sentence(croupier, db, command, arguments, words):
    ran = croupier(command, "cuttle", "random", "heuristic", *COMMANDS[command], *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("croupier: ")
    assert ran.err.count("\n") == 1
    assert words in ran.err


@pytest.mark.parametrize("command", ["run", "compare", "tournament"])
@pytest.mark.parametrize(("text", "words"), [("1 / 0\n", "division by zero"), ("def (:\n", "syntax error")])
def test_a_bot_that_dies_at_import(croupier, db, tmp_path, command, text, words):
    bot = tmp_path / "bad.py"
    bot.write_text(text)
    ran = croupier(command, "cuttle", bot, "random", *COMMANDS[command], "--trust")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "bad.py" in ran.err
    assert words in ran.err
    assert not db.exists()
