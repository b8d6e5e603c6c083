"""Windows and macOS: the plain Python package imports there and plays, with trusted bots and with bots in processes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from frames.limits import time_limits

ROOT = Path(__file__).parents[2]
SYSTEMS = ("win32", "darwin")
Python = Callable[..., subprocess.CompletedProcess[str]]

# They run in the Linux processes that cells are forked from, and nowhere else.
LINUX_ONLY = (
    "croupier.players.sandbox.zygote",
    "croupier.players.sandbox.base.main",
    "croupier.players.sandbox.template.gate",
)
IMPORT_ALL = """
import importlib, pkgutil, sys, croupier
names = [each.name for each in pkgutil.walk_packages(croupier.__path__, "croupier.")]
for name in names:
    if name not in sys.argv[1:] and not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names))
"""
BOTS = """
import os
from croupier.games.cuttle import CuttleBot

class Last(CuttleBot):
    def select_move(self, view, legal_moves):
        print("thinking")
        return legal_moves[-1]

class Stuck(CuttleBot):
    def select_move(self, view, legal_moves):
        while True:
            pass

class Quitter(CuttleBot):
    def select_move(self, view, legal_moves):
        os._exit(3)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    return tmp_path


@pytest.fixture
def python_on(folder: Path) -> Python:
    """Python on another system, or on this one ("linux")."""

    def run(system: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable]
        environment = {**os.environ, "CROUPIER_PURE": "1", "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1"}
        if system != "linux":
            program = folder / "python"
            driver = Path(__file__).with_name("elsewhere.py")
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{driver}" {system} "$@"\n', encoding="utf-8")
            program.chmod(0o755)
            command = [str(program)]
            environment["ELSEWHERE"] = str(program)
        return subprocess.run(
            [*command, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
        )

    return run


def croupier(python_on: Python, system: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python_on(system, "-m", "croupier", *arguments)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_module_can_be_imported(python_on: Python, system: str):
    skipped = LINUX_ONLY if system == "win32" else ()
    done = python_on(system, "-c", IMPORT_ALL, *skipped)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 300


@pytest.mark.parametrize("level", ["--trust", "--no-sandbox"])
def test_a_run_comes_out_as_on_linux(python_on: Python, level: str):
    command = ("run", "cuttle", "bots.py:Last", "random", "-n", "4", "--seed", "7", "--json", "--no-journal", level)
    here = croupier(python_on, "linux", *command)
    assert here.returncode == 0, here.stderr
    for system in SYSTEMS:
        there = croupier(python_on, system, *command)
        assert there.returncode == 0, there.stderr
        assert standings(there.stdout) == standings(here.stdout)


def standings(text: str) -> object:
    """What a trusted bot prints comes before it."""
    return json.loads(text[text.index("{") :])["bots"]


@time_limits(0.3, 3.0)
def test_a_bot_in_a_process_is_stopped_and_its_faults_are_told(python_on: Python, limit: float):
    command = (
        "run",
        "cuttle",
        "bots.py:Stuck",
        "bots.py:Quitter",
        "--seed",
        "7",
        "--no-sandbox",
        "--timeout",
        str(limit),
    )
    done = croupier(python_on, "win32", *command)
    assert done.returncode == 0, done.stderr
    assert f"did not answer 'turn' within {limit:g} s and was stopped" in done.stdout
    assert "exited with code 3" in done.stdout


def test_without_a_sandbox_it_says_what_to_do(python_on: Python):
    done = croupier(python_on, "darwin", "run", "cuttle", "bots.py:Last", "random")
    assert done.returncode == 2
    assert "this machine has no sandbox" in done.stderr
    assert "it needs Linux" in done.stderr
    assert "--no-sandbox" in done.stderr


def test_a_broken_file_is_explained(python_on: Python, folder: Path):
    (folder / "broken.py").write_text("import nowhere\n", encoding="utf-8")
    done = croupier(python_on, "win32", "run", "cuttle", "broken.py", "random", "--no-sandbox")
    assert done.returncode == 2
    assert "nowhere" in done.stderr
