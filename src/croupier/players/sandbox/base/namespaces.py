"""Namespaces of one bot, made by bubblewrap and kept by a process that waits in them: its zygote joins them.

A zygote that joined shares the memory of our code with all other zygotes; one that bubblewrap started would not.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from croupier.players.process import end_process
from croupier.players.sandbox import linux
from croupier.players.sandbox.isolation import wrap_in_bubblewrap
from croupier.players.sandbox.zygote_protocol import SandboxLost

_WAIT: Final = "import os; os.write(1, b'.'); os.read(0, 1)"
START_SECONDS: Final = 30.0
END_SECONDS: Final = 5.0


class Namespaces:
    """A file system that holds `readable` and the installed Python, no network, and no processes but those that join.

    They end with the thread that makes them, and all processes in them end too.
    """

    def __init__(self, readable: Sequence[Path]) -> None:
        """Raise a SandboxLost if bubblewrap does not make them."""
        info_out, info_in = os.pipe2(os.O_CLOEXEC)
        command = wrap_in_bubblewrap([sys.executable, "-I", "-S", "-c", _WAIT], readable, linux.is_root())
        try:
            self._process = subprocess.Popen(
                [command[0], "--info-fd", str(info_in), *command[1:]],
                pass_fds=[info_in],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={"PATH": os.environ.get("PATH", os.defpath)},
                start_new_session=True,
            )
        except BaseException:
            os.close(info_out)
            raise
        finally:
            os.close(info_in)
        with open(info_out, "rb") as info:
            self._await_start()
            inside = int(json.loads(info.read())["child-pid"])
        self.descriptor = os.pidfd_open(inside)
        """A process in them; `linux.join` takes it."""
        self.kinds = linux.find_other_namespaces(inside)

    def _await_start(self) -> None:
        process = self._process
        assert process.stdout is not None
        assert process.stderr is not None
        with process.stdout, process.stderr:
            ready = select.select([process.stdout], [], [], START_SECONDS)[0]
            if ready and process.stdout.read(1):
                return
            process.kill()
            last = process.stderr.read().decode(errors="replace").strip().splitlines()[-1:] or ["it printed nothing"]
            self._end()
        raise SandboxLost(f"bubblewrap did not start: {last[0]}")

    @property
    def pid(self) -> int:
        """The outermost process: bubblewrap itself."""
        return self._process.pid

    def kill(self) -> None:
        """Kill all processes in them."""
        self._process.kill()

    def close(self) -> None:
        """End all processes in them."""
        os.close(self.descriptor)
        self._end()

    def _end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()  # what waits inside ends, and all others in the namespaces with it
        end_process(self._process, END_SECONDS)
