"""The commands about puzzles: exam, puzzle, puzzles."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from frames.forks import Ran

from croupier.puzzles.puzzle import PuzzlePosition, read_puzzles, shipped_file, shipped_puzzles
from croupier.ui.cli import progress

PUZZLE = shipped_puzzles("cuttle")[0]


def number_of(move: str) -> int:
    return [str(each) for each in PuzzlePosition(PUZZLE).decision().moves].index(move) + 1


def test_the_sheet_of_an_exam_has_themes_levels_and_commands(croupier: Callable[..., Ran]) -> None:
    ran = croupier("exam", "random", "--game", "cuttle", "--quiet", "--misses", "2")
    assert ran.code == 0
    for word in ("theme", "endgame", "noob", "insane", "95 % interval", "random solves"):
        assert word in ran.out
    assert ran.out.count("to step into it: croupier puzzle cuttle-") == 2


def test_an_exam_as_json_adds_up(croupier: Callable[..., Ran]) -> None:
    told = json.loads(croupier("exam", "heuristic", "--game", "cuttle", "--json").out)
    assert told["answered"] == told["puzzles"] == len(shipped_puzzles("cuttle")) == len(told["answers"])
    assert told["score"]["right"] == sum(answer["right"] for answer in told["answers"])
    assert told["levels"]["insane"]["all"]["rate"] > told["levels"]["noob"]["all"]["rate"]


@pytest.mark.parametrize(("threshold", "code"), [("0", 0), ("100", 1)])
def test_the_exit_code_follows_a_threshold(croupier: Callable[..., Ran], threshold: str, code: int) -> None:
    ran = croupier("exam", "random", "--game", "cuttle", "--quiet", "--at-least", threshold)
    assert ran.code == code
    assert ("FAIL" in ran.out) == bool(code)


def test_an_unknown_theme_is_refused_with_those_there_are(croupier: Callable[..., Ran]) -> None:
    ran = croupier("exam", "random", "--game", "cuttle", "--theme", "nonsense")
    assert ran.code == 2
    assert "the themes are" in ran.err


def test_a_file_sits_its_exam_in_the_sandbox(croupier: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text(
        "from croupier.games.cuttle import CuttleBot\n\n\n"
        "class First(CuttleBot):\n"
        "    def select_move(self, view, legal_moves):\n"
        "        return legal_moves[0]\n",
        encoding="utf-8",
    )
    ran = croupier("exam", path, "--quiet")
    assert ran.code == 0
    assert "first: sandboxed (" in ran.out
    assert f"--bot {path} --debug" in ran.out


def test_a_person_solves_and_misses_puzzles(
    process: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    missed = process("puzzle", PUZZLE.id, input=f"fly\n{number_of(PUZZLE.natural)}\n")
    assert "Type the number of a move" in missed.out
    assert "No: " in missed.out
    solved = process("puzzle", PUZZLE.id, input=f"{number_of(PUZZLE.answers[0])}\n")
    assert "Right." in solved.out
    assert "Your rating: " in solved.out
    assert "Solved: 1 of 2." in solved.out
    stored = json.loads((tmp_path / "croupier" / "puzzles.json").read_text(encoding="utf-8"))
    assert stored["you"]["known"] == [PUZZLE.id]


def test_a_bot_is_asked_one_puzzle(croupier: Callable[..., Ran]) -> None:
    told = json.loads(croupier("puzzle", PUZZLE.id, "--bot", "heuristic", "--json").out)
    assert told["puzzle"] == PUZZLE.id
    assert told["right"] == (told["move"] in PUZZLE.answers)
    assert croupier("puzzle", "chess").code == 2
    assert croupier("puzzle", "--debug").code == 2


def test_puzzles_are_mined_listed_verified_and_measured(
    croupier: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    path = tmp_path / "mine.jsonl"
    common = ("cuttle", "--file", path, "--quiet")
    assert "3 new puzzles" in croupier("puzzles", "mine", *common, "-n", "3", "--iterations", "300").out
    assert len(read_puzzles(path)) == 3
    more = croupier("puzzles", "mine", *common[:-1], "-n", "4", "--iterations", "300", "--seed", "2")
    assert "1 new puzzle among" in more.out
    assert "mining: 1 of 1 new puzzles" in more.err  # those known before are not counted: they took no time
    listed = json.loads(croupier("puzzles", "list", *common, "--json").out)
    assert listed["puzzles"] == 4
    verified = json.loads(croupier("puzzles", "verify", *common, "--iterations", "300", "--drop", "--json").out)
    assert verified["verified"] == 4
    assert len(read_puzzles(path)) == 4 - len(verified["failed"])
    assert croupier("puzzles", "mine", "cuttle").code == 2


def test_a_comparison_names_the_themes_that_changed(croupier: Callable[..., Ran], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    common = ("compare", "cuttle", "random", "heuristic", "--seed", "7", "--no-journal", "--quiet", "--workers", "1")
    ran = croupier(*common, "--report", page)
    assert "Puzzles: heuristic solves" in ran.out
    assert "Themes that differ clearly: " in ran.out
    assert "Puzzles by theme" in page.read_text(encoding="utf-8")
    assert "Puzzles:" not in croupier(*common, "--no-exam").out


def test_the_shipped_file_is_where_the_commands_look() -> None:
    assert shipped_file("cuttle").is_file()
