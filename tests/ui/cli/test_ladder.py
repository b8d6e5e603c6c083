"""`croupier ladder`: a folder, and what becomes of the files in it."""

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NOTED = """
from croupier.games.cuttle import CuttleBot

class Thinker(CuttleBot):
    def select_move(self, view, legal_moves):
        self.note = f"width={len(legal_moves)}"
        return legal_moves[-1]
"""
KILLING = """
import os, signal
from pathlib import Path
from croupier.games.cuttle import CuttleBot

class Killing(CuttleBot):
    def select_move(self, view, legal_moves):
        mark = Path({mark!r})
        if mark.exists() and Path({begun!r}).exists():
            mark.unlink()
            os.kill(os.getppid(), signal.SIGKILL)
        return legal_moves[0]
"""
ONCE = ("--game", "cuttle", "--once", "--trust", "--seed", "00112233445566778899aabbccddeeff", "--json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "class"
    made.mkdir()
    return made


def document(ran: Any) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def committed(folder: Path) -> int:
    connection = sqlite3.connect(folder / "ladder.sqlite")
    try:
        return connection.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        connection.close()


def test_what_is_put_in_is_checked_and_rated(croupier: Callable[..., Any], folder: Path):
    (folder / "thinker.py").write_text(NOTED, encoding="utf-8")
    (folder / "broken.py").write_text("1 +", encoding="utf-8")
    crashing = NOTED.replace("return legal_moves[-1]", "raise ValueError")
    (folder / "crashing.py").write_text(crashing, encoding="utf-8")
    ran = croupier("ladder", folder, "--game", "cuttle", "--once", "--trust", "--seed", 1, "--fit")
    assert ran.code == 0, ran.err
    assert "Not on the ladder: broken: " in ran.out
    assert "Not on the ladder: crashing: failed a check: answers 'turn': Crashed: ValueError" in ran.out
    assert "eplaying each deal from all seats" in ran.out
    assert "width" in (folder / "ladder.html").read_text(encoding="utf-8")
    found = document(croupier("ladder", folder, "--once", "--trust", "--json"))
    assert set(found["ranking"]) == {"heuristic", "random", "thinker"}
    assert found["ranking"].index("heuristic") < found["ranking"].index("random")
    before = committed(folder)
    # A changed file is a new bot; what the old one played stays.
    (folder / "thinker.py").write_text(NOTED.replace("[-1]", "[0]"), encoding="utf-8")
    (folder / "broken.py").unlink()
    again = document(croupier("ladder", folder, "--once", "--trust", "--json", "--fit"))
    assert committed(folder) > before
    (old,) = [bot for bot in again["bots"] if bot["refused"] == "there is a newer file"]
    assert old["name"].startswith("thinker (")
    assert old["matches"] == {bot["name"]: bot["matches"] for bot in found["bots"]}["thinker"]
    assert again["fit"]["matches"] == committed(folder)


def test_a_bot_is_its_content(croupier: Callable[..., Any], folder: Path):
    """The same file under two names plays once; renamed, or put back, it plays on with its rating."""
    (folder / "thinker.py").write_text(NOTED, encoding="utf-8")
    first = document(croupier("ladder", folder, *ONCE))
    played = {bot["name"]: bot["matches"] for bot in first["bots"]}["thinker"]
    (folder / "twin.py").write_text(NOTED, encoding="utf-8")
    ran = croupier("ladder", folder, "--once", "--trust")
    assert "Not ranked separately: twin is the same file as thinker" in ran.out
    (folder / "thinker.py").write_text(NOTED.replace("[-1]", "[0]"), encoding="utf-8")
    (folder / "twin.py").unlink()
    assert "Earlier versions of thinker, oldest first: " in croupier("ladder", folder, "--once", "--trust").out
    (folder / "thinker.py").unlink()
    (folder / "renamed.py").write_text(NOTED, encoding="utf-8")
    last = document(croupier("ladder", folder, "--once", "--trust", "--json"))
    (bot,) = [bot for bot in last["bots"] if bot["name"] == "renamed"]
    assert (bot["refused"], bot["matches"] >= played) == ("", True)
    assert sum(bot["checksum"] != "" for bot in last["bots"]) == 2


def test_its_matches_are_a_run_like_any_other(croupier: Callable[..., Any], folder: Path):
    document(croupier("ladder", folder, *ONCE))
    db = folder / "ladder.sqlite"
    proof = document(croupier("verify", 1, "--db", db, "--sample", 20, "--json"))
    assert (proof["sampled"], proof["differing"], proof["matches"]) == (20, [], committed(folder))
    board = document(croupier("leaderboard", "cuttle", "--db", db, "--json"))["games"][0]
    assert board["matches"] == committed(folder)


def test_a_kill_in_the_middle_of_a_meeting_changes_nothing(croupier: Callable[..., Any], tmp_path: Path):
    """The bot kills the ladder once some meetings are committed; undisturbed it plays the same."""
    made: list[Any] = []
    for name in ("killed", "undisturbed"):
        folder = tmp_path / name
        folder.mkdir()
        mark, begun = folder / "mark", folder / "ladder.sqlite-wal"
        (folder / "bot.py").write_text(KILLING.format(mark=str(mark), begun=str(begun)), encoding="utf-8")
        if name == "killed":
            assert croupier("ladder", folder, *ONCE, "--baseline", "random").code == 0
            before = committed(folder)
            # Somebody new comes, and the power goes while the first bot plays with it.
            (folder / "thinker.py").write_text(NOTED, encoding="utf-8")
            mark.touch()
            command = [sys.executable, "-m", "croupier", "ladder", str(folder), *ONCE]
            ended = subprocess.run([*command, "--baseline", "random"], capture_output=True, timeout=300, check=False)
            assert ended.returncode == -signal.SIGKILL, ended.stderr
            assert not mark.exists()
            assert committed(folder) >= before
        else:
            assert croupier("ladder", folder, *ONCE, "--baseline", "random").code == 0
            (folder / "thinker.py").write_text(NOTED, encoding="utf-8")
        made.append(document(croupier("ladder", folder, *ONCE, "--baseline", "random")))
    killed, undisturbed = ([{**bot, "spec": "", "checksum": ""} for bot in each["bots"]] for each in made)
    assert killed == undisturbed
    assert committed(tmp_path / "killed") == committed(tmp_path / "undisturbed")


def test_a_file_that_is_taken_away_and_put_back(croupier: Callable[..., Any], folder: Path):
    (folder / "thinker.py").write_text(NOTED, encoding="utf-8")
    first = document(croupier("ladder", folder, *ONCE))
    (folder / "thinker.py").unlink()
    gone = document(croupier("ladder", folder, *ONCE))
    assert "thinker" not in gone["ranking"]
    (folder / "thinker.py").write_text(NOTED, encoding="utf-8")
    assert document(croupier("ladder", folder, *ONCE)) == first


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "choose a game"),
        (("--set", "rules=online"), "--set is for a new ladder"),
        (("--game", "chess"), "no game 'chess'"),
        (("--game", "cuttle", "--game-limit", "-1"), "--game-limit"),
        (("--game", "cuttle", "--baseline", "nobody"), "no bot 'nobody'"),
    ],
)
def test_one_sentence(croupier: Callable[..., Any], folder: Path, arguments: tuple[str, ...], words: str):
    ran = croupier("ladder", folder, "--once", *arguments)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert words in ran.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "coup"), "is a ladder for cuttle, not for coup"),
        (("--game", "cuttle", "--set", "rules=online"), "is a ladder with other settings"),
    ],
)
def test_a_ladder_stays_what_it_was_begun_as(
    croupier: Callable[..., Any], folder: Path, arguments: tuple[str, ...], words: str
):
    document(croupier("ladder", folder, *ONCE))
    ran = croupier("ladder", folder, "--once", *arguments)
    assert (ran.code, words in ran.err) == (2, True)
