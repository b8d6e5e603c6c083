"""A reader's shell: runs what the pages show, in a folder of its own.

Commands of Croupier and Python blocks run in forks of one process that has imported the package already; that saves a
second for each of them. Anything else goes through bash.
"""

import os
import re
import shlex
import subprocess
import sys
from glob import glob
from pathlib import Path

from frames.forks import Forks, Ran
from manual.blocks import ROOT

FOLDERS = ("bots", "configs", "bench", "docs", "tests")
"""What a reader who has cloned the project has beside him."""
SMALLER = {"-n": 6, "--worlds": 10, "--iterations": 20, "--decisions": 2048, "--games": 1}
"""Where the page shows no output, a test is content with so many."""
_SPECIAL = set("|&;<>?`$()~")
"""What only a shell understands."""


class Shell:
    """One reader in one folder. Variables that he exports stay, and so does the directory he goes to."""

    def __init__(self, folder: Path, forks: Forks) -> None:
        self.folder = folder
        self._at = folder
        self._forks = forks
        self._environment = {**os.environ, "CROUPIER_DB": str(folder / ".runs.sqlite"), "COLUMNS": "160"}
        self._environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # a reader has none of our plugins
        for name in ("CROUPIER_LLM_CASSETTE", "ANTHROPIC_API_KEY"):
            self._environment.pop(name, None)
        self._provide()

    def _provide(self) -> None:
        for name in FOLDERS:
            (self.folder / name).symlink_to(ROOT / name)
        tools = self.folder / ".bin"
        tools.mkdir()
        python = shlex.quote(sys.executable)
        for name, run in (("croupier", f"{python} -m croupier"), ("python", python), ("pytest", f"{python} -m pytest")):
            (tools / name).write_text(f'#!/bin/sh\nexec {run} "$@"\n', encoding="utf-8")
            (tools / name).chmod(0o755)
        self._environment["PATH"] = f"{tools}{os.pathsep}{os.environ['PATH']}"

    def save(self, name: str, text: str) -> None:
        path = self._at / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def python(self, text: str) -> Ran:
        return self._forks.run_python(text, self._at, self._environment)

    def type(self, line: str, typed: str = "", *, smaller: bool = False) -> Ran:
        """Run one line. `typed` is what is entered while it runs."""
        line = re.sub(r"\s+# .*", "", line)
        words = shlex.split(line)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            self._environment[name] = value
            return Ran(0, "", "")
        if words[0] == "cd":
            self._at = (self._at / words[1]).resolve()
            return Ran(0, "", "")
        if words[0] == "croupier" and not _SPECIAL & set(line):
            words = [each for word in words for each in self._files(word)]
            given = _small(words[1:]) if smaller else words[1:]
            return self._forks.run(given, self._at, self._environment, typed)
        if smaller and words[0] == "python":
            line = shlex.join(_small(words))
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self._at,
            env=self._environment,
            input=typed,
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def _files(self, word: str) -> list[str]:
        """A pattern of files, as a shell would expand it; a star without a folder is a number of copies."""
        return sorted(glob(word, root_dir=self._at)) if "/*" in word else [word]


def _small(words: list[str]) -> list[str]:
    given = list(words)
    if words[0] == "bench":
        given.append("--quick")
    for at, word in enumerate(words[1:], 1):
        most = SMALLER.get(words[at - 1])
        if most is not None and word.isdigit():
            given[at] = str(min(most, int(word)))
    return given
