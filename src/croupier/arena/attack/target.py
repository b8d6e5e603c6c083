"""What is attacked on one isolation level: a file and a process outside, the attacking bots, and their matches."""

import json
import shlex
import subprocess
import sys
from functools import cached_property
from types import TracebackType
from typing import Final

from croupier.ai.registry import BUILT_IN
from croupier.arena.attack.attack import Attack, Attempt, Outcome
from croupier.arena.attack.program_attacks import PROGRAM_ATTACKS, PROGRAM_MEGABYTES, program_attacker
from croupier.arena.attack.python_attacks import PYTHON_ATTACKS, python_attacker
from croupier.games import GAMES
from croupier.kernel.decision import Clock
from croupier.match.match import Match
from croupier.players.connections import Connections
from croupier.players.sandbox import scratch
from croupier.players.sandbox.isolation import Isolation, IsolationLevel
from croupier.players.sandbox.limits import Limits
from croupier.players.spec import load_bots

PYTHON: Final = "Python bot"
PROGRAM: Final = "program"
FATAL_SECONDS: Final = 0.3
"""For the answer of a bot that is expected to give none."""
SECONDS: Final = 20.0
_GAME: Final = GAMES["cuttle"]
_PYTHON_LIMITS: Final = Limits(memory=512)
_PROGRAM_LIMITS: Final = Limits(memory=PROGRAM_MEGABYTES)
_VICTIM: Final = "import time; time.sleep(600)"


class AttackTarget:
    """To be used within `with`, which leaves no file and no process behind."""

    def __init__(self, level: IsolationLevel) -> None:
        self.level = level
        self.folder = scratch.make_folder()
        self._victim = subprocess.Popen([sys.executable, "-I", "-S", "-c", _VICTIM], start_new_session=True)
        self._write_files()

    def _write_files(self) -> None:
        self.folder.chmod(0o755)  # only the sandbox shall keep a bot away
        outside = self.folder / "outside"
        outside.mkdir()
        outside.chmod(0o1777)
        (outside / "file.txt").write_text("secret", encoding="utf-8")
        self._before = self._state_outside()
        bots = self.folder / "bots"
        bots.mkdir()
        (bots / "victim.py").write_text("SECRET = 1\n", encoding="utf-8")
        arguments = str(outside), self._victim.pid
        (bots / "attacker.py").write_text(python_attacker(*arguments), encoding="utf-8")
        (bots / "program.py").write_text(program_attacker(*arguments), encoding="utf-8")

    def __enter__(self) -> "AttackTarget":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._victim.kill()
        self._victim.wait()
        scratch.remove_folder(self.folder)

    def attempt_in_python(self, attack: Attack) -> Attempt:
        """Play a match against a bot in Python that makes the attack."""
        if not attack.fits_machine:
            return self._not_tried(PYTHON, attack)
        spec = f"{self.folder / 'bots' / 'attacker.py'}:number={PYTHON_ATTACKS.index(attack)}"
        match = self.play(spec, _PYTHON_LIMITS, FATAL_SECONDS if attack.is_fatal else SECONDS)
        said = [text for step in match.steps if step.seat == 0 for text in step.say]
        return self._judge(PYTHON, attack, match, said[0] if said else "")

    def attempt_as_program(self, attack: Attack) -> Attempt:
        """Play a match against a program that makes the attack; those that only fail are made in one match."""
        if attack.is_fatal:
            match = self._play_program([PROGRAM_ATTACKS.index(attack)], FATAL_SECONDS)
            return self._judge(PROGRAM, attack, match, _note_of(match))
        text = self._refused_to_programs.get(str(PROGRAM_ATTACKS.index(attack)), "")
        return self._verdict(PROGRAM, attack, text.startswith("stopped by"), text or "the program was ended")

    @cached_property
    def _refused_to_programs(self) -> dict[str, str]:
        """What a program notes of all attacks that do not end it, by number."""
        numbers = [number for number, each in enumerate(PROGRAM_ATTACKS) if not each.is_fatal]
        return json.loads(_note_of(self._play_program(numbers, SECONDS)) or "{}")

    def attempt_to_change_what_is_outside(self) -> Attempt:
        """Look whether all attacks until now have left the folder and the process outside as they were."""
        attack = Attack("whatever was tried", "leave a trace outside", "")
        is_whole = self._victim.poll() is None and self._state_outside() == self._before
        return self._verdict("all bots", attack, is_whole, "" if is_whole else "a file or a process was changed")

    def play(self, spec: str, limits: Limits, seconds: float) -> Match:
        """One match of the bot in the first seat against the random bot."""
        isolation = Isolation(sandbox=self.level.is_sandbox, limits=limits, mechanism=self.level)
        (entrant,) = load_bots(_GAME, [spec], BUILT_IN, isolation)
        match = Match(_GAME, _GAME.settings(), ("attacker", "rival"), 7)
        with Connections([entrant], Clock(answer=seconds)) as connections:
            connections.play(match, [entrant.guest or entrant.make(), BUILT_IN["random"](_GAME)])
        return match

    def _play_program(self, numbers: list[int], seconds: float) -> Match:
        command = [sys.executable, "-I", "-S", str(self.folder / "bots" / "program.py"), ",".join(map(str, numbers))]
        return self.play(f"cmd:{shlex.join(command)}", _PROGRAM_LIMITS, seconds)

    def _judge(self, kind: str, attack: Attack, match: Match, said: str) -> Attempt:
        """Judge by the match: a fatal attack costs its own bot a fault and nobody else anything."""
        faults = {
            seat: [fault for step in match.steps if step.seat == seat for fault in step.faults] for seat in (0, 1)
        }
        stopped = bool(faults[0]) and not said if attack.is_fatal else said.startswith("stopped by")
        detail = said or (faults[0][0] if faults[0] else "no error was raised")
        return self._verdict(kind, attack, match.over and stopped and not faults[1], detail)

    def _verdict(self, kind: str, attack: Attack, has_held: bool, detail: str) -> Attempt:
        outcome = Outcome.HELD if has_held else Outcome.NOT_HELD
        return Attempt(f"{kind}: {attack.group}", attack.name, self.level.value, outcome, detail)

    def _not_tried(self, kind: str, attack: Attack) -> Attempt:
        reason = "its system calls are those of x86-64"
        return Attempt(f"{kind}: {attack.group}", attack.name, self.level.value, Outcome.NOT_TRIED, reason)

    def _state_outside(self) -> list[tuple[str, int, int, float]]:
        found = sorted((self.folder / "outside").iterdir())
        stats = [(path.name, path.lstat()) for path in found]
        return [(name, stat.st_mode, stat.st_uid, stat.st_mtime) for name, stat in stats]


def _note_of(match: Match) -> str:
    return next((step.note for step in match.steps if step.seat == 0 and step.note), "")
