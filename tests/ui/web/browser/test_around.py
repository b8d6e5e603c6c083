"""Around the table: opponents with names and faces, your tables, one screen for two, and a replay played on."""

import re
from typing import Any

from playwright.sync_api import expect

ENGINES = re.compile("heuristic|ismcts|mcts|epsilon|random", re.IGNORECASE)


def test_opponents_have_names_faces_and_levels(desk: Any) -> None:
    window = desk()
    page = window.page
    window.go("/?game=kittens")
    expect(page.locator(".who svg")).to_have_count(3)
    assert page.get_by_label("bot at seat 2").input_value() == "medium"
    first = page.locator(".who strong").first.inner_text()
    page.get_by_label("bot at seat 2").select_option("hard")
    expect(page.locator(".who strong").first).not_to_have_text(first)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".badge svg")).to_have_count(3)
    names = page.locator(".badge .name").all_inner_texts()
    assert sum("Medium" in name for name in names) == 2
    assert sum("Hard" in name for name in names) == 1
    assert not [name for name in names if ENGINES.search(name)]


def test_your_tables_are_found_again(desk: Any) -> None:
    window = desk()
    page = window.page
    table = window.sit_down("cuttle")
    window.wait_for_question()
    window.go("/")
    own = page.get_by_label("your tables")
    expect(own).to_contain_text("Ann to play")
    own.get_by_role("link", name="Go on").click()
    expect(page).to_have_url(re.compile(f"/table/{table}$"))
    window.wait_for_question()
    page.get_by_label("more").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    expect(own).to_have_count(0)


def test_two_people_pass_one_screen(desk: Any) -> None:
    window = desk()
    page = window.page
    window.go("/?game=cuttle")
    page.get_by_label("who sits at seat 2").select_option("beside")
    page.get_by_label("name at seat 2").fill("Ben")
    page.get_by_role("button", name="Play", exact=True).click()
    window.wait_for_question()
    anns = set(window.cards(".felt"))
    page.get_by_role("button", name="Draw a card").click()
    cover = page.locator(".cover")
    expect(cover).to_contain_text("Pass the device to Ben")
    expect(page.locator(".card")).to_have_count(0)
    window.expect_for_everybody()
    page.reload()
    expect(cover).to_contain_text("Pass the device to Ben")
    cover.get_by_role("button").press("Enter")
    window.wait_for_question()
    bens = set(window.cards(".felt"))
    assert anns
    assert bens
    assert not anns & bens
    expect(page.locator(".badge", has_text="away")).to_have_count(0)
    page.get_by_role("button", name="Draw a card").click()
    expect(cover).to_contain_text("Pass the device to Guest")


def test_a_watcher_sees_score_turn_and_watchers(desk: Any) -> None:
    window = desk()
    table = window.sit_down("cuttle")
    window.wait_for_question()
    other = desk(used_once=True)
    other.go("/watch")
    listed = other.page.locator("li", has=other.page.locator(f"a[href='/table/{table}']"))
    expect(listed.locator(".turn")).to_contain_text("Ann")
    expect(listed).to_contain_text("Score 0")
    expect(listed.locator(".score")).to_have_text("Turn 1: Ann")
    listed.get_by_role("link", name="Watch").click()
    expect(other.page.locator(".watchers")).to_contain_text("1 watcher")
    expect(window.page.locator(".watchers")).to_contain_text("1 watcher")
    other.go("/watch")
    expect(window.page.locator(".watchers")).to_have_count(0)
