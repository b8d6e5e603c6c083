"""Which files a bot of a real run can read: never those of a rival, of Croupier, or of the person who runs it."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.players.sandbox.isolation import IsolationLevel
from tests.security.test_sandbox import SANDBOXES

pytestmark = [
    pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox"),
    pytest.mark.parametrize("level", SANDBOXES),
]

# It asks for everything that lies beside it: by imports that are never made, and by name.
WANTED = """\
if False:
    import rival
    from rival import weights
# rival.npz rival_weights.bin notes.txt .env live.jsonl history.jsonl runs.sqlite ladder.sqlite ladder.html
import os

def seen():
    found = {name for _, _, names in os.walk(os.path.dirname(os.path.abspath(__file__))) for name in names}
    for name in (WHERE + "/.env", WHERE + "/live.jsonl", WHERE + "/rival.py"):
        try:
            found.add(open(name).name)
        except OSError:
            pass
    return "sees " + " ".join(sorted(found))

"""
THIEF = """\
from croupier.kernel.bot import Bot

class Thief(Bot):
    def decide(self, decision):
        LOOK
        return 0
"""
PROGRAM = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "name": "program"}), flush=True)
    elif message["type"] in ("decide", "illegal"):
        print(json.dumps({"type": "move", "id": message["id"], "move": 0, "say": seen()}), flush=True)
"""


def write_bots(folder: Path, look: str) -> None:
    wanted = f"WHERE = {str(folder)!r}\n{WANTED}"
    (folder / "thief.py").write_text(wanted + THIEF.replace("LOOK", look))
    (folder / "program.py").write_text(wanted + PROGRAM)
    (folder / "rival.py").write_text(THIEF.replace("LOOK", "pass"))
    for name in ("rival.npz", "rival_weights.bin", "notes.txt", ".env", "thief.npz", "program.npz"):
        (folder / name).write_text("secret")


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
    write_bots(tmp_path, "self.say(seen())")
    program = f"cmd:{shlex.join([sys.executable, '-I', '-S', 'program.py'])}"
    (tmp_path / "runs.sqlite").touch()
    written = ("--live", "live.jsonl", "--history", "history.jsonl", "--db", "runs.sqlite")
    (tmp_path / "history.jsonl").touch()
    shown = croupier(tmp_path, level, "run", "coup", "thief.py", "rival.py", program, "--seed", 3, *written)
    said = {line for line in shown.splitlines() if line.startswith("[CHAT]")}
    assert said == {"[CHAT] thief: sees thief.npz thief.py", "[CHAT] program: sees program.npz program.py"}
    assert f"thief, rival, program: sandboxed ({level.value})" in shown


def test_7_no_bot_of_a_ladder_sees_its_database_or_a_rival(level: IsolationLevel, tmp_path: Path) -> None:
    write_bots(tmp_path, "raise RuntimeError(seen())")  # so that the ladder itself reports what it sees
    (tmp_path / "rival.py").write_text("no Python: it is here to be stolen, and need not play")
    (tmp_path / "program.py").unlink()
    (tmp_path / "ladder.html").touch()
    arguments = ("ladder", tmp_path, "--game", "cuttle", "--once", "--baseline", "random", "--json")
    bots = json.loads(croupier(tmp_path, level, *arguments))["bots"]
    refused = [bot["refused"] for bot in bots if bot["name"] == "thief"]
    assert len(refused) == 1
    assert "sees thief.npz thief.py" in refused[0]
    assert (tmp_path / "ladder.sqlite").stat().st_size > 0
