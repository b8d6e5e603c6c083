"""Solving puzzles on the page: one right, one wrong, and a game from there."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from ui.web.browser.player import Desk

from croupier.puzzles.puzzle import Puzzle, PuzzlePosition, shipped_puzzles

PUZZLE = next(
    puzzle for puzzle in shipped_puzzles("coup") if PuzzlePosition(puzzle).decision().question in ("respond", "block")
)
"""Its answers are buttons."""


def label(puzzle: Puzzle, move: str) -> str:
    position = PuzzlePosition(puzzle)
    return next(each.label(position.table.names) for each in position.decision().moves if str(each) == move)


def open_puzzle(window: Desk) -> Any:
    window.go(f"/puzzles?puzzle={PUZZLE.id}")
    expect(window.page.get_by_text("Find the best move")).to_be_visible()
    return window.page


def answer_with(page: Any, move: str) -> None:
    texts = [str(each) for each in PuzzlePosition(PUZZLE).decision().moves]
    page.locator(f'[data-move="{texts.index(move)}"]').first.click()


@pytest.mark.parametrize("phone", [False, True])
def test_a_solved_puzzle_raises_the_rating(desk: Any, phone: bool) -> None:
    page = open_puzzle(desk(phone=phone))
    answer_with(page, PUZZLE.answers[0])
    answered = page.get_by_role("region", name="the answer")
    expect(answered).to_contain_text(re.compile(r"Right \(\+\d+\)"))
    expect(answered).to_contain_text("wins")
    expect(page.locator(".rating")).to_have_text(re.compile(r"1[2-9]\d\d\?|1[2-9]\d\d"))
    expect(page.get_by_role("region", name="your rating")).to_contain_text("1 in a row")
    # The next one is another puzzle, and the rating is still there after a reload.
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text("Find the best move")).to_be_visible()
    assert page.locator("[data-puzzle]").get_attribute("data-puzzle") != PUZZLE.id
    page.reload()
    expect(page.get_by_role("region", name="your rating")).to_contain_text("1 of 1 solved")


def test_a_missed_puzzle_shows_the_better_move_and_the_game_goes_on_from_there(desk: Any) -> None:
    page = open_puzzle(desk())
    answer_with(page, PUZZLE.natural)
    answered = page.get_by_role("region", name="the answer")
    expect(answered).to_contain_text("Not the best move (−")
    expect(answered).to_contain_text(label(PUZZLE, PUZZLE.answers[0]))
    expect(page.get_by_role("region", name="your rating")).to_contain_text("0 of 1 solved")
    page.get_by_label("level of the opponents").select_option("noob")
    page.get_by_role("button", name="Play on from here against").click()
    expect(page).to_have_url(re.compile(r"/table/"))
    expect(page.locator(".bar.asked")).to_be_visible()


def test_the_table_keeps_its_room_beside_the_answer_on_a_small_phone(desk: Any) -> None:
    window = desk(phone=True)
    window.page.set_viewport_size({"width": 360, "height": 640})
    page = open_puzzle(window)
    answer_with(page, PUZZLE.natural)
    answered = page.get_by_role("region", name="the answer")
    expect(answered).to_contain_text("Not the best move")
    box = page.locator(".play").bounding_box()
    assert box is not None
    assert box["height"] >= 300
    assert answered.evaluate("shown => shown.scrollHeight <= shown.clientHeight")  # nothing of it is hidden


def test_the_puzzle_of_the_day_is_a_button_away(desk: Any) -> None:
    page = open_puzzle(desk())
    page.get_by_role("button", name="Puzzle of the day").click()
    expect(page.locator("header .pill", has_text="Puzzle of the day")).to_be_visible()
