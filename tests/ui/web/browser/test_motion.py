"""What just happened is seen: cards and coins go from where they were to where they are, where motion is wanted."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

FLIGHTS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("kittens", {}, ("card pile seat:0", "card pile seat:1", "card seat:1 discard")),
    ("coup", {}, ("coin treasury seat:0", "card seat:1 court")),
    (
        "bluff",
        {"mode": "chaos", "claim_order": "free", "hand_size": 4},
        ("card seat:0 pile", "card seat:1 pile", "card pile seat:"),
    ),
]


@pytest.mark.parametrize(("game", "settings", "seen"), FLIGHTS, ids=[game for game, _, _ in FLIGHTS])
def test_things_travel_over_the_table(desk: Any, game: str, settings: dict[str, Any], seen: tuple[str, ...]) -> None:
    window = desk(motion=True)
    rng = random.Random(2)
    missing = set(seen)
    for seed in range(3, 9):  # what is answered depends on what can be pressed just then, so any match may end early
        window.sit_down(game, 2, settings=settings, seed=seed)
        window.record("[data-flight]")
        while missing and window.wait_for_question() is not None:
            window.answer(rng)
            missing = {wanted for wanted in missing if not any(wanted in each for each in window.recorded())}
        if not missing:
            break
    assert not missing
    window.page.wait_for_function("() => !document.querySelector('[data-flight]')")  # they are gone when they land


def test_things_travel_in_a_replay_too(desk: Any) -> None:
    window = desk(motion=True)
    window.sit_down("bluff", 2, settings={"hand_size": 1, "rounds": 1}, seed=2)
    window.play_on(random.Random(2))
    window.page.get_by_role("link", name="Look at the replay").click()
    expect(window.page.locator("[data-frame='0']")).to_be_visible()
    window.record("[data-flight]")
    step = 0
    while not window.recorded():
        step += 1
        window.page.get_by_label("one step on").click()
        expect(window.page.locator(f"[data-frame='{step}']")).to_be_visible()


def test_nothing_travels_where_the_system_asks_for_calm(desk: Any) -> None:
    window = desk()
    window.sit_down("coup", 2, seed=3)
    window.wait_for_question()
    window.record("[data-flight]")
    window.play_on(random.Random(2), 8)
    assert window.recorded() == []
