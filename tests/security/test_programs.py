"""Programs in any language that use too much memory: they are ended, their fault is recorded, the match goes on."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier.ai.registry import BUILT_IN
from croupier.arena.run.setup import clock_for
from croupier.arena.run.task import InProcess, RunSetup
from croupier.games import GAMES
from croupier.games.cuttle import CuttleBot
from croupier.kernel.bot import Bot
from croupier.match.match import Match
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant
from croupier.players.process import resident_megabytes
from croupier.players.sandbox.isolation import Isolation, IsolationLevel, find_obstacles
from croupier.players.sandbox.limits import Limits
from croupier.players.spec import load_bots
from tests.players.programs import is_running
from tests.security.test_zygote import chunks, in_order

CUTTLE = GAMES["cuttle"]
PROGRAM = """\
import json, os, sys
hoard = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "name": str(os.getpid())}), flush=True)
    elif message["type"] in ("decide", "illegal"):
        if message["id"] == 2:
            ALLOCATE
        print(json.dumps({"type": "move", "id": message["id"], "move": 0}), flush=True)
"""
HOARDS = {
    "its own": "hoard.append(bytearray(300 << 20)); input()",
    # A limit on data does not count what could be shared.
    "shared": "import mmap; hoard.append(mmap.mmap(-1, 300 << 20)); "
    "[hoard[0].write(bytes(1 << 20)) for _ in range(300)]; input()",
}
ISOLATIONS = [Isolation(sandbox=False, limits=Limits(memory=100))]
if any(not find_obstacles(level) for level in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK)):
    ISOLATIONS.append(Isolation(limits=Limits(memory=100)))


def played(spec: str, isolation: Isolation, seed: int = 5) -> Match:
    (entrant,) = load_bots(CUTTLE, [spec], BUILT_IN, isolation)
    match = Match(CUTTLE, CUTTLE.settings(), ("program", "rival"), seed)
    rival: Bot[object, object] = BUILT_IN["random"](CUTTLE)
    with Connections([entrant], clock_for(CUTTLE, 60.0)) as outside:
        assert entrant.guest is not None
        outside.play(match, [entrant.guest, rival])
    return match


def program(folder: Path, act: str) -> str:
    path = folder / "program.py"
    path.write_text(PROGRAM.replace("ALLOCATE", act), encoding="utf-8")
    return f"cmd:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}"


@pytest.mark.parametrize("isolation", ISOLATIONS, ids=lambda isolation: isolation.level().value)
def test_a_program_that_hoards_memory_is_stopped(isolation: Isolation, tmp_path: Path) -> None:
    match = played(program(tmp_path, HOARDS["shared"]), isolation)
    assert match.over
    faults = [fault for step in match.steps if step.seat == 0 for fault in step.faults]
    assert len(faults) == 1
    assert faults[0].startswith("Gone: program used ")
    assert faults[0].endswith(" MB of memory and was stopped; 100 MB are allowed")
    assert not any(step.faults for step in match.steps if step.seat == 1)


def test_its_own_memory_counts_too(tmp_path: Path) -> None:
    match = played(program(tmp_path, HOARDS["its own"]), ISOLATIONS[0])
    assert "100 MB are allowed" in "".join(fault for step in match.steps for fault in step.faults)


def test_one_that_keeps_to_it_plays_on(tmp_path: Path) -> None:
    match = played(program(tmp_path, "hoard.append(bytearray(20 << 20))"), ISOLATIONS[0])
    assert not any(step.faults for step in match.steps)


def test_your_own_may_use_what_they_like(tmp_path: Path) -> None:
    spec = program(tmp_path, "hoard.append(bytearray(300 << 20))")
    match = played(spec, Isolation(trust=True, limits=Limits(memory=100)))
    assert not any(step.faults for step in match.steps)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_a_program_that_only_reserves_memory_is_left_alone(tmp_path: Path) -> None:
    """Node reserves gigabytes of address space; what counts is what it uses."""
    (tmp_path / "idle.js").write_text(
        'require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {\n'
        "  const { type, id } = JSON.parse(line);\n"
        '  if (type === "start") console.log(JSON.stringify({ type: "ready" }));\n'
        '  if (type === "decide") console.log(JSON.stringify({ type: "move", id, move: 0 }));\n'
        "});\n",
        encoding="utf-8",
    )
    match = croupier.play("cuttle", [f"cmd:node {tmp_path / 'idle.js'}", "random"], 3)
    assert not any(step.faults for step in match.steps)


def test_what_is_resident_is_counted_for_descendants_too() -> None:

    code = "import subprocess, sys; hoard = bytearray(64 << 20); print('x', flush=True); input()"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])"
    with subprocess.Popen([sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"x"
        assert 64 < resident_megabytes(process.pid) < 200
        process.kill()
    assert resident_megabytes(process.pid) == 0
    assert not is_running(process.pid)


class KillingBubblewrap(CuttleBot):
    """Runs in our process and kills what is around the program, at some of its moves; it always plays the first."""

    moves = 0
    due: frozenset[int] = frozenset()

    def select_move(self, view, legal_moves):
        KillingBubblewrap.moves += 1
        if KillingBubblewrap.moves in self.due:
            for children in Path("/proc/self/task").glob("*/children"):
                for pid in map(int, children.read_text().split()):
                    if b"bwrap" in Path(f"/proc/{pid}/cmdline").read_bytes():
                        os.kill(pid, signal.SIGKILL)
        return 0


@pytest.mark.skipif(bool(find_obstacles(IsolationLevel.BUBBLEWRAP)), reason="there is no bubblewrap")
def test_a_program_is_not_charged_when_bubblewrap_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (entrant,) = load_bots(CUTTLE, [program(tmp_path, "pass")], BUILT_IN, Isolation())
    setup = RunSetup(CUTTLE, CUTTLE.settings(), (entrant, Entrant("rival", "rival", KillingBubblewrap)))
    expected = in_order(InProcess(setup).play(chunks(4)))
    first = KillingBubblewrap.moves
    monkeypatch.setattr(KillingBubblewrap, "due", frozenset({first + 2, first + 20}))
    played = in_order(InProcess(setup).play(chunks(4)))
    assert KillingBubblewrap.moves > 2 * first, "what was being played is played again"
    assert [one.faults for one in played] == [()] * 4
    assert played == expected
