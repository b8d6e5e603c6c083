"""Does a wheel work for somebody who has nothing but Python? Installs it into an empty environment and uses it there.

    python scripts/trywheel.py WHEEL...

Neither Node nor a compiler is on the path, and nothing of this checkout is. It asks for the version, writes a first
bot, lets it play, then starts the server, loads the page with all its files and plays a game over the API.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dist import PYTHONS, find_python

ROOT = Path(__file__).resolve().parents[1]
BIN = "Scripts" if os.name == "nt" else "bin"


def main() -> None:
    parser = argparse.ArgumentParser(description="Try a wheel in an empty environment.")
    parser.add_argument("wheel", type=Path, nargs="+")
    asked = parser.parse_args()
    for wheel in asked.wheel:
        for python in pythons_for(wheel):
            with tempfile.TemporaryDirectory(prefix="croupier-wheel-") as folder:
                for line in Installed(wheel, python, Path(folder)).try_out():
                    print(f"{wheel.name}: {line}", flush=True)


def pythons_for(wheel: Path) -> list[str]:
    """Those that are here: the one that it was compiled for, or all that it should work with."""
    compiled = re.search(r"-cp3(\d+)-", wheel.name)
    versions = [f"3.{compiled[1]}"] if compiled else PYTHONS
    return [python for version in versions if (python := find_python(version)) is not None]


class Installed:
    """An environment that holds the wheel, what it needs, and nothing else."""

    def __init__(self, wheel: Path, python: str, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / BIN
        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
        pip = [str(self.bin / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        # Compiling every file of every dependency takes longer than all that is tried here.
        constraints = ["--constraint", str(ROOT / "constraints.txt")]
        done = subprocess.run([*pip, "--no-compile", *constraints, str(wheel)], capture_output=True, text=True)
        assert done.returncode == 0, f"pip could not install {wheel.name}:\n{done.stderr}"

    def _environment(self) -> dict[str, str]:
        return {"PATH": str(self.bin), "HOME": str(self.folder), "CROUPIER_DB": str(self.folder / "runs.sqlite")}

    def croupier(self, *arguments: str) -> str:
        command = [str(self.bin / "croupier"), *arguments]
        done = subprocess.run(
            command, cwd=self.folder, env=self._environment(), capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{' '.join(arguments)}: {done.stdout}{done.stderr}"
        return done.stdout

    @contextmanager
    def served(self) -> Iterator[str]:
        """The address of a server, which ends by itself when it is told to."""
        command = [str(self.bin / "croupier"), "serve", "--port", "0", "--workers", "1"]
        with subprocess.Popen(
            command, cwd=self.folder, env=self._environment(), stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            try:
                yield re.findall(r"http://[\d.:]+", said)[0]
            finally:
                process.send_signal(signal.SIGINT)
                assert process.wait(60) == 0

    def try_out(self) -> Sequence[str]:
        """What was tried, with its outcome; an AssertionError at the first thing that does not work."""
        told = [self.croupier("--version").strip()]
        games = json.loads(self.croupier("games", "--json"))["games"]
        told.append(f"{len(games)} games")
        self.croupier("new", "cuttle", "first_bot.py")
        self.croupier("run", "cuttle", "first_bot.py", "random", "-n", "4", "--seed", "7", "--workers", "1")
        told.append("a new bot has played")
        with self.served() as url:
            told.append(f"the page and its {page_files(url)} files are served")
            told.append(f"a game over the API ended: {play_over_api(url)}")
        return told


def page_files(url: str) -> int:
    """How many files the page names; each must come."""
    page = get(f"{url}/").decode()
    names = set(re.findall(r'(?:href|src)="\.?(/[^"]+\.(?:js|css|svg))"', page))
    assert names, page
    for name in names:
        assert get(url + name)
    return len(names)


def play_over_api(url: str) -> str:
    """A match of Cuttle against the random bot, always with the first legal move."""
    seats = [{"kind": "you"}, {"kind": "bot", "bot": "random"}]
    form = {"game": "cuttle", "seats": seats, "pace": 0, "window": 0.05, "seed": 7}
    opened = post(f"{url}/api/v1/tables", form)
    table, token = f"{url}/api/v1/tables/{opened['table']}", opened["token"]
    give_up = time.monotonic() + 300  # bots give way to all else that a machine does
    while time.monotonic() < give_up:
        seen = json.loads(get(table, token))
        if (result := seen["state"]["result"]) is not None:
            return result["ending"]
        if (asked := seen["legal_moves"]) is not None:
            post(f"{table}/move", {"decision": asked["decision"], "index": 0}, token)
        time.sleep(0.05)  # a server answers 30 requests a second to one address
    raise AssertionError("the game over the API did not end")


def get(url: str, token: str = "") -> bytes:
    with urllib.request.urlopen(request(url, token), timeout=60) as answer:
        assert answer.status == 200
        return answer.read()


def post(url: str, form: dict[str, Any], token: str = "") -> dict[str, Any]:
    asked = request(url, token)
    asked.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(asked, json.dumps(form).encode(), timeout=60) as answer:
        return json.load(answer)


def request(url: str, token: str) -> urllib.request.Request:
    return urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})


if __name__ == "__main__":
    main()
