"""How much memory a program really uses, with all that it started.

A limit on address space would stop runtimes that reserve far more than they touch, so what is resident is looked at
from time to time instead. Where the system does not tell, nothing is limited.
"""

from mmap import PAGESIZE
from pathlib import Path
from typing import Final

LOOK_SECONDS: Final = 0.05
"""Between two looks."""
_MEGABYTE: Final = 1 << 20


def resident(pid: int) -> float:
    """Megabytes in use by a process and its descendants, those in namespaces of their own included."""
    pages, todo = 0, [pid]
    while todo:
        folder = Path("/proc", str(todo.pop()))
        try:
            pages += int((folder / "statm").read_text().split()[1])
            # Whoever starts a process is one of the threads.
            for thread in (folder / "task").iterdir():
                todo += map(int, (thread / "children").read_text().split())
        except OSError:
            continue  # it has ended meanwhile
    return pages * PAGESIZE / _MEGABYTE
