"""What just happened is seen: cards and coins go from where they were to where they are, where motion is wanted."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

FLIGHTS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("kittens", {}, ("card pile seat:0", "card pile seat:1", "card seat:1 discard")),
    ("coup", {}, ("coin court seat:0", "card seat:1 court")),
    (
        "bluff",
        {"mode": "chaos", "claim_order": "free", "hand_size": 4},
        ("card seat:0 pile", "card seat:1 pile", "card pile seat:"),
    ),
]


@pytest.mark.parametrize(("game", "settings", "seen"), FLIGHTS, ids=[game for game, _, _ in FLIGHTS])
def test_things_travel_over_the_table(desk: Any, game: str, settings: dict[str, Any], seen: tuple[str, ...]) -> None:
    window = desk(motion=True)
    window.sit_down(game, 2, settings=settings, seed=3)
    window.wait_for_question()
    window.record("[data-flight]")
    window.play_on(random.Random(2))
    window.expect_over()
    recorded = window.recorded()
    assert not [wanted for wanted in seen if not any(wanted in each for each in recorded)], recorded
    window.page.wait_for_function("() => !document.querySelector('[data-flight]')")  # they are gone when they land
    window.page.get_by_role("link", name="Look at the replay").click()
    expect(window.page.locator("[data-frame='0']")).to_be_visible()
    window.record("[data-flight]")
    for step in range(1, 9):
        window.page.get_by_label("one step on").click()
        expect(window.page.locator(f"[data-frame='{step}']")).to_be_visible()
    assert window.recorded()


def test_nothing_travels_where_the_system_asks_for_calm(desk: Any) -> None:
    window = desk()
    window.sit_down("coup", 2, seed=3)
    window.wait_for_question()
    window.record("[data-flight]")
    window.play_on(random.Random(2), 8)
    assert window.recorded() == []
