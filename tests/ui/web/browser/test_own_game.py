"""A game of another package on the page: a table drawn from the zones that it declares."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from ui.web.browser.conftest import serving

SCREENS = ((360, 640), (390, 844), (1366, 768))
# Whether all of an element lies within the board, and the board within the window, above the bar.
INSIDE = """(selector) => {
  const board = document.querySelector('.board').getBoundingClientRect();
  const bar = document.querySelector('.bar').getBoundingClientRect();
  return board.bottom <= bar.top + 1 && bar.bottom <= innerHeight + 1
    && [...document.querySelectorAll(selector)].every((at) => {
      const box = at.getBoundingClientRect();
      const isIn = box.left >= -1 && box.right <= innerWidth + 1;
      return !box.width || isIn && box.top >= board.top - 1 && box.bottom <= board.bottom + 1;
    });
}"""
PARTS = ".board :is(.rival, .middle, .own, .fan .card)"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("own"), games=("hearts", "love-letter")) as found:
        yield found


@pytest.mark.parametrize(("game", "seats"), [("hearts", 4), ("love-letter", 6)])
def test_the_whole_table_fits_on_every_screen(desk: Any, game: str, seats: int) -> None:
    window = desk()
    window.sit_down(game, seats, bot="random")
    window.play_on(random.Random(4), 4)
    expect(window.page.locator(".rival")).to_have_count(seats - 1)
    for width, height in SCREENS:
        window.page.set_viewport_size({"width": width, "height": height})
        assert window.page.evaluate(INSIDE, PARTS), (width, height)
    window.page.set_viewport_size({"width": 1366, "height": 768})
    window.expect_for_everybody()


def test_a_card_of_the_hand_is_played_by_a_click_and_lies_in_the_trick(desk: Any) -> None:
    window = desk()
    page = window.page
    window.sit_down("hearts", 4, bot="duck", settings={"deals": 1})
    window.wait_for_question()
    hand = page.get_by_role("group", name="your hand")
    expect(hand.locator(".card")).to_have_count(13)
    expect(page.locator(".rival .number").first).to_have_text("13")
    assert page.locator(".rival .held .card").count() == 3 * 7
    assert page.locator('.rival [data-face]:not([data-face=""])').count() == 0  # nobody's cards are told
    for _ in range(3):  # cards to pass
        hand.locator("button.legal").first.click()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(hand.locator(".hinted")).to_have_count(1)
    chosen = hand.locator("button.legal").last
    card = chosen.get_attribute("data-card")
    window.record(".trick .card")
    chosen.click()
    page.wait_for_function("(card) => !document.querySelector(`.own .hand [data-card='${card}']`)", arg=card)
    page.wait_for_function("() => window.recorded.size > 0")
    window.play_on(random.Random(1))
    window.expect_over()


def test_a_card_then_a_seat_then_an_answer_make_a_move_of_love_letter(desk: Any) -> None:
    window = desk(phone=True)
    page = window.page
    rng = random.Random(2)
    window.sit_down("love-letter", 3, bot="heuristic", seed=5)
    for _ in range(60):
        window.wait_for_question()
        guard = page.locator(".hand button[data-card=Guard]").first
        if guard.count() and page.locator(".hand button[data-card=Countess]").count() == 0:
            guard.click()
            target = page.locator(".rival button.target").first
            if target.count():
                target.click()
                expect(page.locator(".bar .move")).to_have_count(9)
                expect(page.locator(".bar .move").first).to_contain_text("Play the Guard")
                break
            page.keyboard.press("Escape")
        window.answer(rng)
    else:
        pytest.fail("no Guard could be aimed")
    expect(page.locator(".middle .pile .number")).to_have_count(1)
    expect(page.locator(".hand [data-card=Guard] .signed b").first).to_have_text("1")
    expect(page.locator(".own ul.words")).to_contain_text("Tokens")
