"""Runs that were stopped in any way, and the journal from which they continue."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from frames.polling import wait_until

from croupier.ui.cli.sessions import continue_text

COMMAND = (sys.executable, "-c", "from croupier.ui.cli.main import main; main()")
RUN = ("run", "cuttle", "heuristic", "random", "--seed", "7", "--json")
KILLING = """
import os, signal
from pathlib import Path
from types import SimpleNamespace
from croupier.games.cuttle import CuttleBot

class Killing(CuttleBot):
    asked = 0

    def select_move(self, view, legal_moves):
        Killing.asked += 1
        if Killing.asked == 2000 and Path({mark!r}).exists():
            Path({mark!r}).unlink()
            os.kill({whom}, signal.SIGKILL)
        return Killing.asked % len(legal_moves)
"""


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


def committed(db: Path) -> int:
    connection = sqlite3.connect(db)
    try:
        return connection.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        connection.close()


def killed_in_the_middle(db: Path, *arguments: str) -> None:
    """Start the command and kill it as soon as something is in its journal."""
    running = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL, start_new_session=True)
    wait_until(lambda: running.poll() is not None or (db.exists() and tables(db) and committed(db)))
    os.kill(running.pid, signal.SIGKILL)
    running.wait()


def tables(db: Path) -> bool:
    connection = sqlite3.connect(db)
    try:
        return bool(connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'skipped'").fetchone())
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()


@pytest.mark.slow_pure
def test_kill_9_and_resume_give_the_same_figures(croupier, db):
    command = (*RUN, "-n", "6000", "--db", str(db))
    killed_in_the_middle(db, *command)
    before = committed(db)
    assert 0 < before < 6000
    resumed = croupier(*command, "--resume")
    assert resumed.code == 0
    assert resumed.out == croupier(*RUN, "-n", "6000", "--no-journal").out
    assert committed(db) == 6000


def test_resuming_what_is_finished_shows_it_again(croupier, db):
    command = (*RUN, "-n", "20", "--db", db)
    first = croupier(*command)
    assert croupier(*command, "--resume").out == first.out
    assert committed(db) == 20


def test_a_run_without_a_seed_is_gone_on_with(croupier, db):
    command = ("run", "cuttle", "heuristic", "random", "-n", "20", "--json", "--db", db)
    first = croupier(*command)
    connection = sqlite3.connect(db)
    with connection:
        connection.execute("DELETE FROM games WHERE number >= 7 AND number <> 11")
        connection.execute("UPDATE runs SET state = 'open'")
    connection.close()
    assert croupier(*command, "--resume").out == first.out
    listed = json.loads(croupier("runs", "--json", "--db", db).out)["runs"]
    assert [(run["matches"], run["state"]) for run in listed] == [(20, "finished")]


def test_nothing_to_resume(croupier, db):
    ran = croupier(*RUN, "-n", "20", "--db", db, "--resume")
    assert (ran.code, ran.out) == (2, "")
    assert "no run of this command" in ran.err


def test_a_bot_that_was_changed_is_not_gone_on_with(croupier, db, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(KILLING.format(mark="", whom="0"))
    command = ("run", "cuttle", bot, "random", "-n", "8", "--trust", "--seed", 7, "--db", db, "--json")
    assert croupier(*command).code == 0
    bot.write_text(bot.read_text() + "\n")
    ran = croupier(*command, "--resume")
    assert ran.code == 2
    assert f"cannot continue run 1: {bot} has changed since it started" in ran.err


@pytest.mark.parametrize("whom", ["os.getpid()", "os.getppid()"])
def test_a_kill_from_within_loses_nothing(process, croupier, tmp_path, whom):
    """A bot kills its worker, which is replaced, or the whole run, which is resumed."""
    mark = tmp_path / "mark"
    bot = tmp_path / "bot.py"
    bot.write_text(KILLING.format(mark=str(mark), whom=whom))
    command = ("run", "cuttle", bot, "random", "-n", "400", "--trust", "--seed", 7, "--json")
    # Without the killing first; a trusted bot's globals live as long as its worker, so it must not use them otherwise.
    bot.write_text(bot.read_text().replace("Killing.asked % len", "view.turn_number % len"))
    expected = croupier(*command, "--no-journal").out
    mark.touch()
    ran = process(*command, "--db", tmp_path / "a.sqlite", "--workers", 2)
    assert not mark.exists()
    if ran.code:
        ran = croupier(*command, "--db", tmp_path / "a.sqlite", "--resume")
    assert ran.out == expected


def test_ctrl_c_and_resume(process, croupier, db, tmp_path):
    mark = tmp_path / "mark"
    bot = tmp_path / "bot.py"
    text = KILLING.format(mark=str(mark), whom="os.getppid()").replace("SIGKILL", "SIGINT")
    bot.write_text(text.replace("Killing.asked % len", "view.turn_number % len"))
    command = ("run", "cuttle", bot, "random", "-n", "400", "--trust", "--seed", 7, "--json", "--db", db)
    mark.touch()
    ran = process(*command)
    assert ran.code == 130
    assert json.loads(ran.out)["stopped"] is True
    assert committed(db) == json.loads(ran.out)["matches"] < 400
    resumed = croupier(*command, "--resume")
    assert json.loads(resumed.out)["stopped"] is False
    assert resumed.out == croupier(*command[:-2], "--no-journal").out


@pytest.mark.parametrize(
    "command", ["tournament cuttle {bot} random --blocks 300", "compare cuttle {bot} random --max-games 600 --no-exam"]
)
def test_after_ctrl_c_a_rated_run_prints_the_command_that_continues_it(process, croupier, db, tmp_path, command):
    mark, bot = tmp_path / "mark", tmp_path / "bot.py"
    bot.write_text(KILLING.format(mark=str(mark), whom="os.getppid()").replace("SIGKILL", "SIGINT"))
    mark.touch()
    arguments = [*command.format(bot=bot).split(), "--trust", "--quiet", "--db", str(db)]
    stopped = process(*arguments)
    assert stopped.code == 130
    way = next(line for line in stopped.out.splitlines() if line.startswith("To continue this run: "))
    assert way == f"To continue this run: croupier {' '.join(arguments)} --resume"
    assert "The seed stays secret until the run is complete." in stopped.out
    resumed = croupier(*arguments, "--resume")
    assert resumed.code == 0
    assert "To continue" not in resumed.out


# Trouble with the database: what was played is shown all the same.


def test_a_journal_that_breaks_off(croupier, db, monkeypatch):
    croupier(*RUN, "-n", "2", "--db", db)
    connection = sqlite3.connect(db)
    with connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON games WHEN NEW.number = 30 "
            "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
        )
    connection.close()
    ran = croupier(*RUN, "-n", "40", "--db", db)
    assert ran.code == 2
    assert ran.err == (
        f"croupier: the database {db} cannot be written: the disk is full; to play the missing matches: --resume\n"
    )
    document = json.loads(ran.out)
    assert document["matches"] > committed(db) - 2
    connection = sqlite3.connect(db)
    with connection:
        connection.execute("DROP TRIGGER full")
    connection.close()
    resumed = croupier(*RUN, "-n", "40", "--db", db, "--resume")
    assert resumed.out == croupier(*RUN, "-n", "40", "--no-journal").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--db", "/nowhere/at/all.sqlite"), "cannot be opened"),
        (("--db", "postgresql://me@127.0.0.1:1/db"), "cannot be reached"),
        (("--resume", "--no-journal"), "--no-journal"),
        (("--game-limit", "-1"), "--game-limit"),
        (("--backend", "moon"), "choose local or ray"),
        (("--address", "host:1"), "--backend ray"),
        (("--workers", "0"), "--workers"),
    ],
)
def test_one_sentence(croupier, arguments, words):
    ran = croupier("run", "cuttle", "random*2", "-n", 4, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("croupier: ")
    assert ran.err.count("\n") == 1
    assert words in ran.err


def test_a_run_that_was_not_saved_does_not_name_a_way_to_continue_it() -> None:
    for run, store, expected in (
        (7, "runs.sqlite", "with --resume"),
        (None, "runs.sqlite", "stopped before its first match, so nothing was saved"),
        (None, None, "not saved (--no-journal), so this run cannot continue"),
    ):
        session = SimpleNamespace(run=run, store=store)
        assert expected in continue_text(session, "with --resume")  # pyright: ignore[reportArgumentType]
