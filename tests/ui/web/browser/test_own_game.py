"""A game of another package on the page: a table drawn from the zones that it declares."""

import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from frames.outside import EXAMPLES
from playwright.sync_api import expect
from ui.web.browser.conftest import serving
from ui.web.browser.player import Desk

RAN = "() => document.title === 'hasRun' || 'hasRun' in window"

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


# What lies in the middle: pairs of its parts and of other parts of the table that overlap, by name.
OVERLAPS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((at) => at.getBoundingClientRect());
  const cross = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const [said, laid] = [boxes('.situation'), boxes('.trick .laid')];
  const around = boxes('.rival :is(.badge, .words, .before), .own :is(.fan .card, .badge)');
  const found = [];
  for (const box of [...said, ...laid]) if (around.some((other) => cross(box, other))) found.push('with a seat');
  for (const box of laid) if (said.some((other) => cross(box, other))) found.push('with the sentence');
  for (const [i, box] of laid.entries())
    if (laid.some((other, k) => k > i && Math.hypot(other.left - box.left, other.top - box.top) < 8))
      found.push('with another');
  return [laid.length, found];
}"""


def test_cards_in_the_middle_lie_apart_from_seats_and_sentences(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path, modules=("pennies",)) as address:
        page = browser.new_page()
        window = Desk(page, address)
        window.sit_down("pennies", 4)
        window.play_on(random.Random(1), 2)
        expect(page.locator(".trick .laid")).to_have_count(8)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("() => !document.getAnimations().some((each) => each.playState === 'running')")
            assert page.evaluate(OVERLAPS) == [8, []], (width, height)
        page.close()


def hostile_face() -> str:
    sys.path.insert(0, str(EXAMPLES / "love-letter" / "src"))
    try:
        return import_module("ui.web.browser.drawn_faces").FACES["Princess"]
    finally:
        sys.path.pop(0)


class TestDrawnFaces:
    """Card faces as SVG: shown as images, so that a hostile one runs nothing and loads nothing."""

    @pytest.fixture(scope="class")
    @classmethod
    def address(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
        folder = tmp_path_factory.mktemp("drawn")
        with serving(folder, games=("love-letter",), modules=("ui.web.browser.drawn_faces",)) as found:
            yield found

    @pytest.mark.parametrize("phone", [False, True])
    def test_the_faces_are_drawn_and_run_nothing(self, desk: Any, address: str, phone: bool) -> None:
        window = desk(phone=phone)
        page = window.page
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        window.sit_down("love-letter", 4, bot="random", seed=5)
        window.play_on(random.Random(3), 6)
        drawings = page.locator(".board .card img")
        expect(drawings.first).to_be_visible()
        page.wait_for_function("() => [...document.querySelectorAll('.board img')].every((at) => at.complete)")
        assert drawings.evaluate_all("(all) => all.every((at) => at.naturalWidth > 0)")
        # One is not well-formed: its cards show their text.
        expect(page.locator("[data-face=Guard] .plain").first).to_have_text("Guard")
        assert not page.evaluate(RAN)
        assert page.locator(".board :is(script, foreignObject, iframe)").count() == 0
        assert [url for url in requested if not url.startswith((address, "data:", "blob:"))] == []

    def test_the_same_faces_would_run_as_part_of_a_page(self, browser: Any) -> None:
        """What the test above looks for can happen."""
        page = browser.new_page()
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        page.route("http://leak.example/**", lambda route: route.abort())
        page.set_content(hostile_face())
        page.wait_for_function(RAN)
        assert any(url.startswith("http://leak.example/") for url in requested)
        page.close()
