"""Small programs that speak the JSON dialect with nothing but the standard library, well or badly."""

import shlex
import sys
from pathlib import Path

PROGRAM = """\
import json, os, sys, time
with open({log!r}, "a") as file:
    print(os.getpid(), file=file)
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({{"type": "ready"}}), flush=True)
    elif message["type"] in ("decide", "illegal"):
        asked += 1
        answer = {{"type": "move", "id": message["id"], "move": 0}}
        {act}
        print(json.dumps(answer), flush=True)
{end}
"""


class Program:
    """A file with such a program; `act` is what it does before it answers, `end` when its input is closed."""

    def __init__(self, folder: Path, act: str = "pass", end: str = "", name: str = "mini.py") -> None:
        self._log = folder / f"{name}.pids"
        path = folder / name
        path.write_text(PROGRAM.format(log=str(self._log), act=act.replace("\n", "\n        "), end=end))
        self.spec = f"cmd:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}"

    @property
    def pids(self) -> list[int]:
        """Of all processes that it was."""
        return [int(line) for line in self._log.read_text().split()]


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
