"""Whole games at the tables of the page, by clicks."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

WHOLE: list[tuple[str, int, dict[str, Any]]] = [
    ("kittens", 2, {}),
    ("coup", 3, {}),
    ("cuttle", 2, {}),
    ("bluff", 3, {"mode": "chaos", "claim_order": "free", "hand_size": 4}),
    ("belote", 4, {"deals": 1}),
]


@pytest.mark.parametrize(("game", "seats", "settings"), WHOLE, ids=[game for game, _, _ in WHOLE])
def test_a_whole_game_by_clicks_some_of_them_on_the_plain_table(
    desk: Any, game: str, seats: int, settings: dict[str, Any]
) -> None:
    window = desk()
    window.sit_down(game, seats, settings=settings, seed=7)
    window.wait_for_question()
    switch_table(window, plain=True)
    rng = random.Random(f"{game} by clicks")
    window.play_on(rng, 6)
    if window.wait_for_question() is not None:
        switch_table(window, plain=False)
    window.play_on(rng)
    window.expect_over()
    window.page.get_by_role("link", name="Look at the replay").click()
    expect(window.page.locator("output", has_text="step 0 of")).to_be_visible()


def switch_table(window: Any, *, plain: bool) -> None:
    window.page.get_by_label("more").click()
    window.page.get_by_label("Plain table").set_checked(plain)
    window.page.get_by_label("more").click()
    expect(window.page.locator(".generic")).to_have_count(1 if plain else 0)
    window.page.wait_for_selector(".board")


def test_the_plain_table_plays_a_game_that_has_no_other(desk: Any) -> None:
    window = desk()
    window.sit_down("liar", 3, "random", seed=3)
    window.wait_for_question()
    expect(window.page.locator(".badge").first).to_contain_text("lives")
    window.record(".situation")
    window.play_on(random.Random("liar on the plain table"))
    window.expect_over()
    assert any(" says: " in each for each in window.recorded())
