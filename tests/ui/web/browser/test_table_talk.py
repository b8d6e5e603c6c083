"""At a table with others: talk, the clock, coming back, looking on; and small things round the tables."""

import json
import re
from typing import Any

from playwright.sync_api import expect


def open_with_friend(host: Any, **more: Any) -> tuple[str, str]:
    """A table of two people; its address and the friend's link."""
    seats = [{"kind": "you", "name": "Ann"}, {"kind": "friend", "name": "Bea"}]
    opened = host.ask("/tables", {"game": "cuttle", "seats": seats, "pace": 0, **more})
    host.keep_token(opened["table"], opened["token"])
    codes = json.dumps(opened["invitations"])
    host.page.evaluate("(kept) => localStorage.setItem(...kept)", [f"croupier.invitations.{opened['table']}", codes])
    host.go(f"/table/{opened['table']}")
    return opened["table"], f"{host.address}/table/{opened['table']}#{opened['invitations'][0]['code']}"


def sit(guest: Any, link: str) -> None:
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator(".felt")).to_contain_text("(you)")


def test_talk_stands_there_once_and_after_a_reload(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", seed=5)
    asked = window.wait_for_question()
    window.page.get_by_label("say to the table").fill("good luck")
    window.page.get_by_role("button", name="Say", exact=True).click()
    talk = window.page.get_by_label("said so far").locator("li")
    expect(talk).to_have_count(1)
    window.page.locator(".bar .move").first.click()
    window.page.wait_for_function("(last) => document.querySelector('.bar').dataset.decision > last", arg=asked)
    expect(talk).to_have_count(1)
    window.page.reload()
    expect(talk).to_have_text(["Ann good luck"])


def test_a_friend_comes_back_elsewhere_by_the_link_that_the_host_still_has(desk: Any) -> None:
    host, guest, other = desk(), desk(), desk()
    table, link = open_with_friend(host, clock=45)
    expect(host.page.locator(".status")).to_have_text("Waiting for Bea")
    sit(guest, link)
    expect(host.page.get_by_label("Link for")).to_have_count(0)
    asked = next(window for window in (host, guest) if window.page.wait_for_selector(".bar") and window.is_asked())
    expect(asked.page.get_by_role("timer")).to_contain_text("0:4")
    expect(host.page.locator(".badge", has_text="Friend")).not_to_contain_text("(away)")
    guest.go(guest.EMPTY)  # the battery is empty
    expect(host.page.locator(".badge", has_text="Friend")).to_contain_text("(away)")
    host.go(host.EMPTY)  # and the host closed the tab
    host.go(f"/table/{table}")
    assert host.page.get_by_label("Link for").input_value() == link
    sit(other, link)
    expect(other.page.locator(".felt")).to_contain_text("Friend (you)")


def test_the_clock_is_set_in_the_lobby(desk: Any) -> None:
    window = desk()
    window.go("/?game=cuttle")
    window.page.get_by_label("who sits at seat 2").select_option("friend")
    window.page.locator("summary", has_text="Table: pace").click()
    window.page.get_by_label("Seconds for an answer").fill("60")
    with window.page.expect_request("**/api/v1/tables") as asked:
        window.page.get_by_role("button", name="Play", exact=True).click()
    assert asked.value.post_data_json["clock"] == 60


def test_who_looks_on_is_offered_nothing_that_is_refused(desk: Any) -> None:
    player, spectator = desk(), desk()
    table = player.sit_down("bluff", 2, "random", {"hand_size": 1, "rounds": 1}, seed=2)
    player.wait_for_question()
    spectator.go(f"/table/{table}")
    expect(spectator.page.locator(".felt .badge").first).to_be_visible()
    for name in ("Pause", "Undo", "Hint", "Say"):
        expect(spectator.page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    while player.wait_for_question() is not None:
        player.page.locator("[data-move]:not(:disabled)").first.click()
    expect(player.page.locator(".over")).to_be_visible()
    expect(player.page.locator(".board")).not_to_contain_text(re.compile("turn|Rank to claim"))
    spectator.go("/watch")
    expect(spectator.page.get_by_role("heading", name="Tables being played")).to_be_visible()
    expect(spectator.page.locator(f"a[href='/table/{table}']")).to_have_count(0)


def test_a_seed_that_is_none_is_refused_before_the_deal(desk: Any) -> None:
    window = desk()
    window.go("/?game=cuttle")
    window.page.locator("summary", has_text="Table: pace").click()
    window.page.get_by_label("Seed").fill("abc")
    expect(window.page.get_by_role("alert")).to_have_text("A seed is a whole number, such as 42.")
    expect(window.page.get_by_role("button", name="Play", exact=True)).to_be_disabled()


def test_a_table_that_cannot_be_dealt_is_refused_in_words_of_the_page(desk: Any) -> None:
    window = desk()
    window.go("/?game=kittens")
    window.page.get_by_label("Players").select_option("10")
    window.page.get_by_role("button", name="Play", exact=True).click()
    expect(window.page.get_by_role("alert")).to_contain_text("10 players need")
    expect(window.page.get_by_role("alert")).not_to_contain_text("--")


def test_start_over_in_the_workshop_can_be_taken_back(desk: Any) -> None:
    window = desk()
    window.go("/workshop/cuttle")
    editor = window.page.locator(".cm-content")
    editor.click()
    window.page.keyboard.press("Control+Home")
    window.page.keyboard.type("# my idea\n")
    window.page.get_by_role("button", name="Start over").click()
    expect(editor).not_to_contain_text("my idea")
    window.page.get_by_role("button", name="Bring my code back").click()
    expect(editor).to_contain_text("my idea")
