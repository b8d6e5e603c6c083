"""The packages that are compared, each in an environment of its own below .venv-peers: none can disturb another.

Installing is timed, from an empty environment to the first finished game; what is installed already keeps its time.
"""

import json
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv-peers"
GAMES = Path(__file__).parent / "games"
INSTALLING = 1800  # seconds
PLAYING = 1800


class Skipped(Exception):
    """Why a package is not in the table."""


@dataclass(frozen=True)
class Package:
    """Something that plays card games and can be installed."""

    name: str
    requirement: str
    first_game: str
    """Python that plays one game, as a newcomer would."""

    @property
    def module(self) -> str:
        return self.name.replace("-", "_")

    @property
    def venv(self) -> Path:
        return FOLDER / self.module

    @property
    def python(self) -> str:
        return str(self.venv / "bin" / "python")

    def stamp(self) -> str:
        """What tells one installation from another: of a wheel what is in it, for its name stays the same."""
        if not self.requirement.endswith(".whl"):
            return self.requirement
        with ZipFile(self.requirement) as wheel:
            held = sorted((file.filename, file.CRC) for file in wheel.infolist())
        return sha256(repr(held).encode()).hexdigest()

    def install(self) -> dict[str, Any]:
        """How long it took to install and to play the first game; from the record if it is there already."""
        record = self.venv / "installed.json"
        if record.exists() and (known := json.loads(record.read_text()))["requirement"] == self.stamp():
            return known
        shutil.rmtree(self.venv, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(self.venv)], check=True)
        print(f"installing {self.name}", file=sys.stderr, flush=True)
        pip = [self.python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", self.requirement]
        installing = self._timed(pip, INSTALLING, "it cannot be installed")
        playing = self._timed([self.python, "-c", self.first_game], PLAYING, "its first game fails")
        version = f"from importlib.metadata import version; print(version({self.name!r}))"
        told = subprocess.run([self.python, "-c", version], check=True, capture_output=True, text=True).stdout.strip()
        made = {"requirement": self.stamp(), "version": told, "install": installing, "first_game": playing}
        record.write_text(json.dumps(made))
        return made

    def measure(self, seconds: float) -> list[dict[str, Any]]:
        """What its script in games/ tells."""
        print(f"measuring {self.name}", file=sys.stderr, flush=True)
        command = [self.python, str(GAMES / f"play_{self.module}.py"), str(seconds)]
        done = self._run(command, PLAYING, "it cannot be measured")
        return [json.loads(line) for line in done.splitlines() if line.startswith("{")]

    def _timed(self, command: list[str], limit: float, failure: str) -> float:
        began = time.perf_counter()
        self._run(command, limit, failure)
        return time.perf_counter() - began

    def _run(self, command: list[str], limit: float, failure: str) -> str:
        try:
            done = subprocess.run(command, cwd=self.venv, capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            raise Skipped(f"{failure} within {limit:g} s") from None
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("WARNING")]
            raise Skipped(f"{failure}: {said[-1].strip() if said else 'it says nothing'}")
        return done.stdout


PEERS = (
    Package(
        "open_spiel",
        "open_spiel",
        "import random, pyspiel\n"
        "state = pyspiel.load_game('hearts').new_initial_state()\n"
        "while not state.is_terminal(): state.apply_action(random.choice(state.legal_actions()))",
    ),
    Package(
        "rlcard",
        "rlcard",
        "import rlcard\nfrom rlcard.agents import RandomAgent\n"
        "env = rlcard.make('gin-rummy')\nenv.set_agents([RandomAgent(env.num_actions)] * 2)\nenv.run()",
    ),
    Package(
        "pettingzoo",
        "pettingzoo[classic]",
        "from pettingzoo.classic import leduc_holdem_v4\nenv = leduc_holdem_v4.env()\nenv.reset()\n"
        "for agent in env.agent_iter():\n    seen, _, ended, cut, _ = env.last()\n"
        "    env.step(None if ended or cut else env.action_space(agent).sample(seen['action_mask']))",
    ),
    Package(
        "kaggle-environments",
        "kaggle-environments",
        "from kaggle_environments import make\nmake('rps').run(['rock', 'paper'])",
    ),
    Package(
        "textarena",
        "textarena",
        "import textarena\nenv = textarena.make('KuhnPoker-v0')\nenv.reset(num_players=2)\nover = False\n"
        "while not over:\n    _, text = env.get_observation()\n"
        "    over, _ = env.step('[call]' if \"'[call]'\" in text[text.rindex('available'):] else '[check]')",
    ),
)


def croupier(wheel: Path) -> Package:
    """Our own, from a wheel as others would get it."""
    return Package("croupier", str(wheel), "import croupier\ncroupier.play('cuttle', ['heuristic', 'random'], seed=1)")
