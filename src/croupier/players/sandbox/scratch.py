"""Folders for the files of running bots: private to the user that reads them, and gone with the process that made them.

A process that is killed cannot tidy up, so the folder's name holds its number, and the next process that makes a
folder removes those whose process has ended.
"""

import atexit
import os
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from croupier.players.sandbox import linux
from croupier.players.sandbox.lockdown import NOBODY

_PREFIX: Final = "croupier-"
_NAME: Final = re.compile(rf"{_PREFIX}(\d+)-\w+")
_made: list[tuple[int, Path]] = []


def make_folder(reader_is_nobody: bool = False) -> Path:
    """Make a folder of mode 0700 in the temporary directory; `reader_is_nobody`: for processes that gave up root."""
    _remove_orphans(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    if reader_is_nobody and linux.is_root():
        os.chown(folder, NOBODY, NOBODY)
    _made.append((os.getpid(), folder))
    return folder


def remove_folder(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def _remove_orphans(parent: Path) -> None:
    for path in parent.glob(f"{_PREFIX}*"):
        found = _NAME.fullmatch(path.name)
        if found is not None and not Path(f"/proc/{found[1]}").exists() and Path("/proc/self").exists():
            with suppress(OSError):
                if path.lstat().st_uid in (os.getuid(), NOBODY) and not path.is_symlink():
                    remove_folder(path)


@atexit.register
def _remove_made() -> None:
    for owner, folder in _made:
        if owner == os.getpid():
            remove_folder(folder)
