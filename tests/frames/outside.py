"""A clean virtual environment with Croupier in it, into which the tests install games of other packages.

Croupier and its dependencies are seen through a .pth file: to build them again would take minutes.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


class Environment:
    """A virtual environment with nothing of ours but Croupier."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder, symlinks=True)
        site = next(folder.glob("lib/python*/site-packages"))
        (site / "croupier.pth").write_text(f"{ROOT / 'src'}\n{sysconfig.get_path('purelib')}\n", "utf-8")

    def run(
        self, *arguments: str, cwd: Path | None = None, code: int | None = 0, timeout: float = 900, **variables: str
    ) -> str:
        """Run `python ARGUMENTS`; what it printed, on both streams."""
        environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120", **variables}
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(
            [str(self.folder / "bin" / "python"), *arguments],
            cwd=cwd or self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=timeout,
        )
        assert code is None or done.returncode == code, done.stdout
        return done.stdout

    def croupier(self, *arguments: str, cwd: Path | None = None, code: int | None = 0, **variables: str) -> str:
        """Run a command of Croupier."""
        return self.run("-m", "croupier", *arguments, cwd=cwd, code=code, **variables)

    def install(self, package: Path) -> None:
        """Run pip install -e, without the network."""
        self.run("-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "-e", str(package))


def has_pip() -> bool:
    """Whether pip can be imported here."""
    return subprocess.run([sys.executable, "-c", "import pip"], capture_output=True, check=False).returncode == 0
