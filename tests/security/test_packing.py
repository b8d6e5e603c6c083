"""Which files a bot of a real run can read: never those of a rival, of Croupier, or of the person who runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.arena.attack.fairness import LOOT, write_thieves
from croupier.arena.run.setup import make_entrants
from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.players.sandbox.isolation import Isolation, IsolationLevel
from tests.security.test_sandbox import SANDBOXES

pytestmark = [
    pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox"),
    pytest.mark.parametrize("level", SANDBOXES),
]


def croupier(folder: Path, level: IsolationLevel, *arguments: object) -> str:
    """Run the command as a user does; without bubblewrap on the path it takes Landlock."""
    path = os.environ["PATH"] if level is IsolationLevel.BUBBLEWRAP else str(Path(sys.executable).parent)
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_8_and_9_no_bot_of_a_run_sees_a_rival_or_what_the_run_writes(level: IsolationLevel, tmp_path: Path) -> None:
    bots = write_thieves(tmp_path)
    written = ("--live", "live.jsonl", "--history", "history.jsonl", "--db", "runs.sqlite")
    shown = croupier(tmp_path, level, "run", "coup", *bots, "--seed", 3, *written)
    said = {line for line in shown.splitlines() if line.startswith("[CHAT]")}
    assert said == {f"[CHAT] {name}: {seen}" for name, seen in LOOT.items()}
    assert f"thief, rival, thief_program: sandboxed ({level.value})" in shown


def test_7_no_bot_of_a_ladder_sees_its_database_or_a_rival(level: IsolationLevel, tmp_path: Path) -> None:
    write_thieves(tmp_path)
    thief = tmp_path / "thief.py"
    thief.write_text(thief.read_text().replace("self.say(look())", "raise RuntimeError(look())"))  # the ladder shows it
    (tmp_path / "rival.py").write_text("no Python: it is here to be stolen, and need not play")
    for name in ("thief_program.py", "thief_program.npz"):
        (tmp_path / name).unlink()
    (tmp_path / "ladder.html").touch()
    shown = croupier(
        tmp_path, level, "ladder", tmp_path, "--game", "cuttle", "--once", "--baseline", "random", "--json"
    )
    (refused,) = [bot["refused"] for bot in json.loads(shown)["bots"] if bot["name"] == "thief"]
    assert f"RuntimeError: {LOOT['thief']} (" in refused
    assert (tmp_path / "ladder.sqlite").stat().st_size > 0


def test_8_a_bot_that_imports_a_rival_is_told_why_it_cannot(level: IsolationLevel, tmp_path: Path) -> None:
    write_thieves(tmp_path)
    (tmp_path / "thief.py").write_text("from rival import Rival\n\n\nclass Thief(Rival):\n    pass\n")
    with pytest.raises(UsageError) as error:
        make_entrants(
            GAMES["coup"], [str(tmp_path / name) for name in ("thief.py", "rival.py")], Isolation(mechanism=level)
        )
    assert "rival.py is another bot of this run, and sandboxed bots cannot read each other" in str(error.value)
