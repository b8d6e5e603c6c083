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
def test_a_whole_game_by_clicks(desk: Any, game: str, seats: int, settings: dict[str, Any]) -> None:
    window = desk()
    window.sit_down(game, seats, settings=settings, seed=7)
    rng = random.Random(f"{game} by clicks")
    window.play_on(rng)
    window.expect_over()
    window.page.get_by_role("link", name="Look at the replay").click()
    expect(window.page.locator("output", has_text="step 0 of")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "seats", "settings"), [*WHOLE, ("liar", 3, {})], ids=[*(game for game, _, _ in WHOLE), "liar"]
)
def test_the_plain_table_plays_every_game(desk: Any, game: str, seats: int, settings: dict[str, Any]) -> None:
    window = desk()
    window.sit_down(game, seats, "random" if game == "liar" else "heuristic", settings, seed=3)
    window.wait_for_question()
    if game != "liar":
        window.page.get_by_label("more").click()
        window.page.get_by_label("Plain table").check()
        window.page.get_by_label("more").click()
        window.page.wait_for_selector(".generic")
    window.play_on(random.Random(f"{game} on the plain table"))
    window.expect_over()
