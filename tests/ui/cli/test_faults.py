"""A bot that crashes: its author sees the traceback of the file as it lies in the folder, and nothing of ours."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BOT = """
from croupier.games.cuttle import CuttleBot
from helper import deeper

class Crash(CuttleBot):
    def select_move(self, view, legal_moves):
        if view.turn_number < 3:
            return legal_moves[0]
        try:
            deeper(view)
        except AttributeError as error:
            raise ValueError("oh no") from error
"""


@pytest.fixture(autouse=True)
def _bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crash.py").write_text(BOT)
    (tmp_path / "helper.py").write_text("def deeper(view):\n    return view.nothing_here\n")


@pytest.mark.parametrize("trust", [[], ["--trust"]])
def test_a_traceback_has_the_real_paths_and_none_of_our_frames(
    trust: list[str], tmp_path: Path, croupier: Callable[..., Any]
) -> None:
    ran = croupier("run", "cuttle", "crash.py", "random", "--seed", "1", *trust)
    assert ran.code == 0, ran.err
    lines = [line.removeprefix("[BOT] crash: ") for line in ran.out.splitlines() if line.startswith("[BOT]")]
    places = [line.strip() for line in lines if "File " in line]
    home = "" if trust else f"{tmp_path}/"
    once = [
        f'File "{home}crash.py", line 10, in select_move',
        f'File "{tmp_path}/helper.py", line 2, in deeper',
        f'File "{home}crash.py", line 12, in select_move',
    ]
    assert places[:3] == once
    assert set(places) == set(once)
    assert "ValueError: oh no" in lines
    assert "crash: Crashed: ValueError: oh no (crash.py, line 12, in select_move)" in ran.out
    assert 'the referee plays "Draw a card" (suspended after too many faults)' in ran.out


def test_the_figures_of_one_match_are_counts(croupier: Callable[..., Any]) -> None:
    ran = croupier("run", "cuttle", "heuristic", "random", "--seed", "1")
    assert "per match" not in ran.out
    assert "one-offs countered" in ran.out
    many = croupier("run", "cuttle", "heuristic", "random", "--seed", "1", "-n", "4")
    assert "one-offs per match" in many.out
