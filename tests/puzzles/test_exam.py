"""Exams: every kind of bot is asked, faults are wrong answers, scores add up."""

from pathlib import Path

import pytest

from croupier.ai.registry import BUILT_IN, LEVELS
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.games import GAMES, find_game
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots
from croupier.puzzles.difficulty import LEVEL_RATINGS, measure_levels, rating_of
from croupier.puzzles.exam import ALL, compare_sheets, level_score, sit_exam, themes_of
from croupier.puzzles.puzzle import Puzzle, shipped_file, shipped_puzzles

SHIPPED = [game for game in GAMES if shipped_file(game).is_file()]


def test_a_built_in_bot_sits_an_exam() -> None:
    game, puzzles = find_game("cuttle"), shipped_puzzles("cuttle")
    (heuristic,) = load_bots(game, ["heuristic"], BUILT_IN)
    sheet = sit_exam(heuristic, puzzles)
    assert sheet == sit_exam(heuristic, puzzles)
    assert len(sheet.answers) == len(puzzles)
    assert not sheet.faults
    assert sheet.score.right == len(puzzles) - len(sheet.misses)
    assert sum(sheet.theme_score(theme).total for theme in themes_of(puzzles)) >= len(puzzles)


@pytest.mark.parametrize("trust", [True, False])
def test_a_bot_with_a_memory_is_asked_without_one(forgetful: Path, trust: bool) -> None:
    game, puzzles = find_game("cuttle"), shipped_puzzles("cuttle")
    (entrant,) = make_entrants(game, [str(forgetful)], Isolation(trust))
    sheet = sit_exam(entrant, puzzles, clock_for(game))
    assert not sheet.faults
    assert len(sheet.answers) == len(puzzles)
    (safe,) = make_entrants(game, [lambda: SafeBot()])
    assert [answer.move for answer in sheet.answers] == [answer.move for answer in sit_exam(safe, puzzles).answers]


class SafeBot(BUILT_IN["random"](find_game("cuttle")).__class__):  # type: ignore[misc]
    """Plays the first move."""

    def decide(self, decision: object) -> int:
        return 0


def test_a_crash_is_a_wrong_answer(tmp_path: Path) -> None:
    path = tmp_path / "crashing.py"
    path.write_text(
        "from croupier.games.cuttle import CuttleBot\n\n\n"
        "class Crashing(CuttleBot):\n"
        "    def select_move(self, view, legal_moves):\n"
        "        raise ValueError('no idea')\n",
        encoding="utf-8",
    )
    (entrant,) = make_entrants(find_game("cuttle"), [str(path)], Isolation(True))
    sheet = sit_exam(entrant, shipped_puzzles("cuttle")[:3])
    assert sheet.score.right == 0
    assert len(sheet.faults) == 3
    assert "no idea" in sheet.faults[0].fault


def test_two_sheets_are_compared_theme_by_theme() -> None:
    game, puzzles = find_game("cuttle"), shipped_puzzles("cuttle")
    old, new = (sit_exam(load_bots(game, [bot], BUILT_IN)[0], puzzles) for bot in ("random", "heuristic"))
    changes = compare_sheets(old, new)
    assert [change.theme for change in changes] == [ALL, *themes_of(puzzles)]
    every = changes[0]
    assert every.gained - every.lost == new.score.right - old.score.right
    assert not any(change.is_clear for change in compare_sheets(old, old))


def test_a_puzzle_that_stronger_levels_miss_has_a_higher_rating() -> None:
    ratings = [rating_of([100] * n + [0] * (5 - n)) for n in range(6)]
    assert ratings == sorted(ratings, reverse=True)
    assert rating_of([0, 0, 50, 100, 100]) == pytest.approx(1400, abs=60)


def test_levels_are_measured_again_by_one_call(mined: tuple[Puzzle, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.puzzles.difficulty.REPEATS", dict.fromkeys(LEVELS, 1))
    measured = measure_levels(find_game("cuttle"), mined[:1])
    assert len(measured[0].levels) == len(LEVEL_RATINGS)
    assert 600 <= measured[0].rating <= 2400


@pytest.mark.parametrize("game", SHIPPED)
def test_the_stored_scores_rise_with_the_level(game: str) -> None:
    puzzles = shipped_puzzles(game)
    scores = [score for level in LEVELS if (score := level_score(puzzles, level)) is not None]
    assert len(scores) == len(LEVELS)
    rates = [score.rate for score in scores]
    assert rates == sorted(rates), rates
