"""People: ratings move the right way, the puzzle of the day is the same for all, records are kept."""

from datetime import date, timedelta
from pathlib import Path

from croupier.puzzles.choose import daily_puzzle, games_with_puzzles, next_puzzle, puzzles_of
from croupier.puzzles.puzzle import Puzzle, shipped_puzzles
from croupier.puzzles.solver_rating import SolverRating, after_puzzle
from croupier.ui.puzzle_records import SolverRecord, read_record, record_text, write_record

TODAY = date(2026, 11, 18)


def test_a_rating_rises_with_a_solved_puzzle_and_more_with_a_difficult_one() -> None:
    now = SolverRating()
    easy, difficult = (after_puzzle(now, rating, True).rating - now.rating for rating in (900, 1800))
    assert difficult > easy > 0
    assert after_puzzle(now, 900, False).rating < after_puzzle(now, 1800, False).rating < now.rating


def test_a_rating_settles_where_half_of_the_puzzles_are_solved() -> None:
    now = SolverRating()
    for number in range(200):
        now = after_puzzle(now, 1600, number % 2 == 0)
    assert abs(now.rating - 1600) < 30
    assert now.is_settled


def test_the_next_puzzle_is_near_and_new() -> None:
    puzzles = puzzles_of(games_with_puzzles()[0])
    known = {puzzle.id for puzzle in puzzles[1:]}
    assert next_puzzle(puzzles, 1200, known) == puzzles[0]
    assert next_puzzle(puzzles, 1200, {puzzle.id for puzzle in puzzles}) in puzzles


def test_the_puzzle_of_the_day_is_the_same_for_all_and_changes_every_day() -> None:
    assert daily_puzzle(TODAY) == daily_puzzle(TODAY)
    days = [daily_puzzle(TODAY + timedelta(days=number)) for number in range(10)]
    assert len({puzzle.id for puzzle in days}) == 10
    assert {puzzle.game for puzzle in days} == set(games_with_puzzles())
    assert daily_puzzle(TODAY, "cuttle").game == "cuttle"


def test_a_record_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "puzzles.json"
    first, second = shipped_puzzles("cuttle")[:2]
    new = SolverRecord()
    now = new.after(first, True, TODAY).after(second, True, TODAY + timedelta(days=1))
    write_record(path, "Ada", now)
    write_record(path, "Ben", new)
    assert read_record(path, "Ada") == now
    assert read_record(path, "Cleo") == new
    assert (now.streak, now.solved, now.days, now.known) == (2, 2, 2, (first.id, second.id))
    missed = now.after(second, False)
    assert missed.rating == now.rating, "a known puzzle changes no rating"
    assert (missed.streak, missed.best_streak, missed.missed) == (0, 2, 1)
    assert record_text(new, now).startswith(f"Your rating: {now.rating:.0f} (+")


def test_a_broken_record_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text("{", encoding="utf-8")
    assert read_record(path, "Ada") == SolverRecord()


def test_names_stand_in_explanations() -> None:
    puzzle: Puzzle = shipped_puzzles("cuttle")[0]
    assert "{" not in puzzle.explanation(("X", "Y"))
