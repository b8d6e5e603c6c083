"""A real terminal for tests: a command in a tmux pane, seen as text and typed at as a person would."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from time import monotonic

CROUPIER = shlex.join([sys.executable, "-c", "from croupier.ui.cli import main; main()"])
PATIENCE = 60.0  # seconds; for a machine that is busy with other things


class Terminal:
    """One pane with one command; it stays to be looked at when the command has ended."""

    def __init__(self, socket: str, command: str, width: int = 80, height: int = 24, **environment: str) -> None:
        self._socket = socket
        kept = {name: os.environ[name] for name in ("PYTHONPATH", "CROUPIER_DB", "HOME") if name in os.environ}
        settings = [f"-e{name}={value}" for name, value in {**kept, **environment}.items()]
        size = ["-x", str(width), "-y", str(height)]
        # It must not end before it is told to stay, so it waits for that.
        waiting = f"tmux -L {socket} wait-for begin; exec {command}"
        self._tmux("-f/dev/null", "new-session", "-d", "-s", "croupier", *size, *settings, waiting)
        self._tmux("set-option", "-g", "remain-on-exit", "on")
        self._tmux("set-option", "-g", "window-size", "manual")
        self._tmux("wait-for", "-S", "begin")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        # The size is the terminal's own, whatever the tests have.
        outside = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "TMUX")}
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE, env=outside)
        return done.stdout

    def screen(self, *options: str) -> str:
        """What is on it now; `-e` with its colours."""
        return self._tmux("capture-pane", "-p", "-t", "croupier", *options)

    def everything(self) -> str:
        """Also what has scrolled away."""
        return self.screen("-S-")

    def type(self, *keys: str) -> None:
        self._tmux("send-keys", "-t", "croupier", *keys)

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-t", "croupier", "-x", str(width), "-y", str(height))

    def until(self, is_so: Callable[[str], bool]) -> str:
        """The screen as soon as it is so."""
        deadline = monotonic() + PATIENCE
        while not is_so(seen := self.screen()):
            if monotonic() >= deadline:
                raise AssertionError(f"this never came to be; the screen is\n{seen}")
        return seen

    def shows(self, *words: str) -> str:
        return self.until(lambda screen: all(word in screen for word in words))

    @property
    def has_ended(self) -> bool:
        return self._status() != ""

    @property
    def code(self) -> int:
        """The exit code of a command that has ended."""
        return int(self._status())

    def _status(self) -> str:
        return self._tmux("display-message", "-p", "-t", "croupier", "#{pane_dead_status}").strip()

    def close(self) -> None:
        self._tmux("kill-server")
