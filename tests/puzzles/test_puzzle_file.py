"""Files of puzzles: written and read back, refused with a sentence, checked against the rules of today."""

import json
from pathlib import Path

import msgspec
import pytest

from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError
from croupier.puzzles.puzzle import (
    Puzzle,
    PuzzlePosition,
    check_puzzle,
    find_puzzle,
    puzzle_id,
    read_puzzles,
    shipped_file,
    shipped_puzzles,
    unusual_settings,
    usable,
    write_puzzles,
)

SHIPPED = [game for game in GAMES if shipped_file(game).is_file()]


def test_a_file_is_read_back_as_it_was_written(mined: tuple[Puzzle, ...], tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    write_puzzles(path, "cuttle", mined)
    assert read_puzzles(path) == tuple(sorted(mined, key=lambda puzzle: puzzle.id))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0]) == {"format": "croupier puzzles 1", "game": "cuttle"}
    assert len(lines) == len(mined) + 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1"),
        ('{"format":"croupier puzzles 9","game":"cuttle"}\n', "has the format"),
        ('{"format":"croupier puzzles 1","game":"cuttle"}\n{"id":1}\n', "line 2"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=reason):
        read_puzzles(path)


def test_a_puzzle_of_other_rules_is_skipped_with_a_sentence(mined: tuple[Puzzle, ...]) -> None:
    old = msgspec.structs.replace(mined[0], rules=99)
    kept, reason = usable([old, *mined[1:]])
    assert kept == mined[1:]
    assert reason == f"1 puzzle was skipped: puzzle {old.id} is for version 99 of the rules, not {mined[0].rules}"


@pytest.mark.parametrize("change", [{"answers": ("fly",)}, {"view": (1, 2, 3)}, {"answers": ()}])
def test_a_puzzle_that_contradicts_its_position_is_refused(
    mined: tuple[Puzzle, ...], change: dict[str, object]
) -> None:
    with pytest.raises(UsageError, match=mined[0].id):
        check_puzzle(msgspec.structs.replace(mined[0], **change))


def test_settings_are_written_as_briefly_as_possible() -> None:
    cuttle, bluff = find_game("cuttle"), find_game("bluff")
    assert unusual_settings(cuttle, cuttle.settings({"rules": "online"})) == {"rules": "online"}
    assert unusual_settings(bluff, bluff.settings({"mode": "chaos"})) == {"mode": "chaos"}
    assert unusual_settings(bluff, bluff.settings({})) == {}


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_puzzles_hold_what_a_seat_knows_and_no_more(game: str) -> None:
    puzzles, reason = usable(shipped_puzzles(game))
    assert reason == ""
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        position = PuzzlePosition(puzzle)
        assert puzzle.id == puzzle_id(game, puzzle.settings, puzzle.seat, puzzle.view)
        assert position.state.snapshot(puzzle.seat) == puzzle.view
        # The same view whatever the hidden cards are: it cannot say where they lie.
        for seed in (1, 2):
            world = position.state.fresh()
            world.restore(puzzle.seat, puzzle.view)
            world.imagine(puzzle.seat, seed)
            assert world.snapshot(puzzle.seat) == puzzle.view
        assert puzzle.explanation()
        assert "{" not in puzzle.explanation()
        assert len(puzzle.evidence) >= 3
        assert max(each.iterations for each in puzzle.evidence) >= 20_000
        assert all(each.answer > each.other >= each.natural for each in puzzle.evidence)


@pytest.mark.parametrize("game", SHIPPED)
def test_files_are_small(game: str) -> None:
    assert shipped_file(game).stat().st_size < 350_000


def test_a_puzzle_is_found_by_the_beginning_of_its_id() -> None:
    puzzle = shipped_puzzles(SHIPPED[0])[0]
    assert find_puzzle(puzzle.id) == find_puzzle(puzzle.id[:-1]) == puzzle
    with pytest.raises(UsageError, match="to solve any: croupier puzzle"):
        find_puzzle(f"{SHIPPED[0]}-nothing")
