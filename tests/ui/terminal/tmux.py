"""A real terminal for tests: a command in a tmux pane, seen as text and typed at as a person would."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

from frames.polling import PATIENCE_SECONDS, POLL_SECONDS

CROUPIER = shlex.join([sys.executable, "-c", "from croupier.ui.cli.main import main; main()"])
ENDED = re.compile(r"^\[ended with (\d+)\]$", re.MULTILINE)


class Terminal:
    """One pane with one command; it stays to be looked at when the command has ended."""

    def __init__(self, socket: str, command: str, width: int = 80, height: int = 24, **environment: str) -> None:
        self._socket = socket
        kept = {name: os.environ[name] for name in ("PYTHONPATH", "CROUPIER_DB", "HOME") if name in os.environ}
        settings = [f"-e{name}={value}" for name, value in {**kept, **environment}.items()]
        size = ["-x", str(width), "-y", str(height)]
        stays = f"{command}; echo [ended with $?]; exec cat"
        self._tmux("-f/dev/null", "new-session", "-d", "-s", "croupier", *size, *settings, stays)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        # The size is the terminal's own, whatever the tests have.
        outside = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "TMUX")}
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=PATIENCE_SECONDS, env=outside
        )
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
        deadline = monotonic() + PATIENCE_SECONDS
        while not is_so(seen := self.screen()):
            if monotonic() >= deadline:
                raise AssertionError(f"this never came to be; the screen is\n{seen}")
            sleep(POLL_SECONDS)
        return seen

    def shows(self, *words: str) -> str:
        return self.until(lambda screen: all(word in screen for word in words))

    @property
    def code(self) -> int | None:
        """The exit code of a command that has ended; None of one that goes on."""
        ended = ENDED.search(self.everything())
        return None if ended is None else int(ended[1])

    def close(self) -> None:
        socket = Path(self._tmux("display-message", "-p", "#{socket_path}").strip())
        self._tmux("kill-server")
        socket.unlink(missing_ok=True)
