"""What a person does at a table besides playing: drag, press keys, ask, take back, watch, reload, play again."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

# Cards of the hand that an open reaction window covers, at every size.
COVERED_BY_MOMENT = """() => {
  const moment = document.querySelector('.moment')?.getBoundingClientRect();
  if (!moment) return [];
  return [...document.querySelectorAll('.mine .own .card')].map((card) => card.getBoundingClientRect())
    .filter((card) => card.top + card.height / 4 < moment.bottom && card.bottom > moment.top).map((card) => card.top);
}"""
HANDS = ":is(.own, .near-hand, .mine .fan)"


def test_a_reload_in_mid_game_resumes_the_seat(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", seed=5)
    rng = random.Random(2)
    window.play_on(rng, 4)
    asked = window.wait_for_question()
    hand = window.cards(".near-hand")
    window.page.reload()
    assert window.wait_for_question() == asked
    assert window.cards(".near-hand") == hand
    window.play_on(rng)
    window.expect_over()


def test_a_card_is_dragged_to_where_it_goes(desk: Any) -> None:
    window = desk(motion=True)
    window.sit_down("cuttle", settings={"deal": "9h 2c 8d 3c 7s"})
    window.wait_for_question()
    card = window.page.get_by_role("button", name="9 of hearts")
    spot = window.page.locator("[data-spot=points]")
    card.hover()
    window.page.mouse.down()
    box = spot.bounding_box()
    window.page.mouse.move(box["x"] + 40, box["y"] + 30, steps=6)
    expect(spot).to_have_class(re.compile("ready"))
    window.page.mouse.up()
    expect(window.page.get_by_label("points of Ann")).to_contain_text("9")
    expect(window.page.locator(".happened, .log").first).to_be_visible()


def test_tab_reaches_the_cards_and_enter_plays_them(desk: Any) -> None:
    window = desk()
    window.sit_down("belote", 4, settings={"deals": 1}, seed=2)
    while window.wait_for_question() and window.page.inner_text(".prompt") != "Play a card":
        window.page.keyboard.press("1") if window.page.query_selector(".bar .move") else window.click_something(
            random.Random(1)
        )
    asked = window.wait_for_question()
    window.page.locator("h1").click()
    for _ in range(60):
        window.page.keyboard.press("Tab")
        if window.page.evaluate("() => document.activeElement.matches('.own .card')"):
            break
    window.page.keyboard.press("Enter")
    window.page.wait_for_function("(last) => document.querySelector('.bar').dataset.decision !== last", arg=asked)


def test_a_seven_shows_both_cards(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", settings={"deal": "7s 2c 2d 2h 2s"})
    window.wait_for_question()
    window.page.get_by_role("button", name="7 of spades").click()
    expect(window.page.locator("[data-spot=points]")).to_have_class(re.compile("ready"))
    window.page.get_by_role("button", name="7♠ as a one-off").click()
    expect(window.page.get_by_label("turned up by the Seven").locator(".card")).to_have_count(2)
    shown = window.page.get_by_label("turned up by the Seven")
    words, card = shown.locator("p").bounding_box(), shown.locator(".card").last.bounding_box()
    assert words["x"] >= card["x"] + card["width"], "the words lie on the cards"
    window.picture("seven")


def test_hint_thinking_and_reasoning(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", bot="ismcts:iterations=8000", seed=9)
    window.wait_for_question()
    window.page.get_by_role("button", name="Hint").click()
    expect(window.page.locator(".advice")).to_contain_text("%")
    window.picture("hint")
    window.record(".status")
    window.answer(random.Random(1))
    window.expect_recorded("Hugo is thinking")
    window.wait_for_question()
    expect(window.page.locator(".log .note").first).not_to_be_empty()


@pytest.mark.parametrize(("game", "seats"), [("kittens", 3), ("coup", 3), ("cuttle", 2), ("bluff", 3), ("belote", 4)])
def test_an_answer_is_taken_back(desk: Any, game: str, seats: int) -> None:
    window = desk()
    window.sit_down(game, seats, "random", seed=5)
    rng = random.Random(game)
    window.play_on(rng, 2)
    before = window.wait_for_question()
    window.page.keyboard.press("Escape")  # whatever is selected
    hand = window.page.locator(HANDS).inner_text()
    asked = window.page.locator(".bar.asked").inner_text()
    window.answer(rng)
    # Until the next question is open, or the whole game is over, which would be too late.
    assert window.wait_for_question() != before
    window.page.get_by_role("button", name="Undo").click()
    expect(window.page.locator(f'.bar.asked[data-decision="{before}"]')).to_have_text(
        re.compile(r"\s*".join(re.escape(part) for part in asked.split())), use_inner_text=True
    )
    expect(window.page.locator(HANDS)).to_have_text(hand, use_inner_text=True)
    window.answer(rng)


def test_play_again_deals_another_game_with_the_same_company(desk: Any) -> None:
    window = desk()
    window.go("/?game=belote")
    window.page.get_by_label("bot at seat 2").select_option("random")
    window.page.locator("summary", has_text="Settings of the game").click()
    window.page.get_by_label("deals", exact=True).fill("1")
    window.page.locator("summary", has_text="Table: pace").click()
    window.page.get_by_label("Seconds between bot moves").fill("0")
    window.page.get_by_role("button", name="Play", exact=True).click()
    expect(window.page.locator(".felt")).to_contain_text("Guest (you)")
    first = window.page.url
    company = window.page.locator(".felt .badge .name").all_inner_texts()
    window.play_on(random.Random(3))
    window.expect_over()
    window.page.get_by_role("button", name="Play again").click()
    expect(window.page).not_to_have_url(first)
    expect(window.page.locator(".over")).to_have_count(0)
    expect(window.page.locator(".felt")).to_contain_text("Guest (you)")
    assert window.page.locator(".felt .badge .name").all_inner_texts() == company
    assert window.wait_for_question() is not None


def test_watching_bots_with_speed_and_pause(desk: Any) -> None:
    window = desk()
    window.go("/watch")
    window.page.get_by_label("Seconds between moves").fill("1")
    window.page.get_by_role("button", name="Watch", exact=True).click()
    expect(window.page.locator(".felt .badge")).to_have_count(2)
    window.page.get_by_role("button", name="Pause").click()
    expect(window.page.locator(".status")).to_have_text("Paused")
    window.page.get_by_label("between bot moves").fill("0")
    window.page.get_by_role("button", name="Go on").click()
    expect(window.page.locator(".over")).to_contain_text("won")
    window.picture("watch")


def test_a_reaction_window_counts_down(desk: Any) -> None:
    window = desk()
    window.sit_down("coup", 3, window=2, seed=7)
    rng = random.Random(3)
    window.wait_for_question()
    window.record(".moment")
    while not window.recorded():
        window.click_something(rng)
        window.page.wait_for_selector(".bar.asked, .moment, .over")
        assert not window.page.query_selector(".over")
    assert any("Anybody may react" in text for text in window.recorded())
    # What is stamped lies on the card, and nothing on the words; the hand stays in sight.
    covered = window.page.evaluate(COVERED_BY_MOMENT)
    assert not covered, covered
    assert not window.page.evaluate("() => document.querySelector('.moment') && document.querySelector('.stamp')")
    expect(window.page.get_by_role("tooltip")).to_have_count(0)
    assert not any("(away)" in text for text in window.recorded())
    window.picture("window")


def test_who_is_out_skips_to_the_end(desk: Any) -> None:
    window = desk()
    skip = window.page.get_by_role("button", name="Skip to the end")
    rng = random.Random(1)
    for seed in range(20):  # until one match goes on without the player
        window.sit_down("kittens", 4, "random", seed=seed, pace=2)
        while not skip.count() and not window.page.query_selector(".over"):
            if window.is_asked():
                window.answer(rng)
            else:
                window.page.locator(".centre").click(position={"x": 5, "y": 5})  # show the next move at once
        if skip.count():
            break
    skip.click()
    window.expect_over()
