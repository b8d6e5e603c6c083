"""Our side of the base zygote: started once in each process of ours that plays, and replaced if it ends."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Final

import msgspec

from croupier import _cache
from croupier.players.process import end_process
from croupier.players.sandbox import linux
from croupier.players.sandbox.zygote_protocol import SandboxLost, StartZygote, has_closed

_BASE: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from croupier.players.sandbox.base.main import main; main(int(sys.argv[2]))"
)
END_SECONDS: Final = 5.0


class BaseZygote:
    """The process that the zygotes of all bots are forked from."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _BASE, str(linux.OUR_PATH), str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None and not has_closed(self._control)

    def start_zygote(self, order: StartZygote, descriptors: Sequence[int]) -> None:
        """Have a zygote started, which reports on its own socket: the first descriptor."""
        try:
            socket.send_fds(self._control, [msgspec.msgpack.encode(order)], list(descriptors))
        except OSError:
            raise SandboxLost(f"the base zygote is not running: {self.last_words()}") from None

    def last_words(self) -> str:
        """What it said when it ended; a process that still runs is killed."""
        self._process.kill()
        assert self._process.stderr is not None
        errors = self._process.stderr.read().decode(errors="replace").strip().splitlines()
        return errors[-1] if errors else "it printed nothing"

    def close(self) -> None:
        self._control.close()
        end_process(self._process, END_SECONDS)
        assert self._process.stderr is not None
        self._process.stderr.close()


def _environment() -> dict[str, str]:
    """Make an environment with nothing of the user's and nothing that differs from run to run."""
    kept = {name: os.environ[name] for name in ("PATH", "CROUPIER_PURE") if name in os.environ}
    kept[_cache.VARIABLE] = str(_cache.folder().parent)
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **single, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}


_open: dict[int, BaseZygote] = {}
"""By the process that started it: a fork of that process starts one of its own."""
_finding: Final = threading.Lock()


def find_base() -> BaseZygote:
    """Return the base zygote of this process, a new one if it has ended."""
    with _finding:
        base = _open.get(os.getpid())
        if base is None or not base.is_running:
            if base is not None:
                base.close()
            base = _open[os.getpid()] = BaseZygote()
    return base


def close_base() -> None:
    """End the base zygote of this process. Zygotes that it forked go on."""
    base = _open.pop(os.getpid(), None)
    if base is not None:
        base.close()
