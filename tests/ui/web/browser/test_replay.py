"""Looking at a finished game."""

import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from ui.web.browser.player import DESKTOP, Desk


@pytest.fixture(scope="module")
def kept(browser: Browser, address: str) -> str:
    """Where the replay of a game of Cuttle is, with a bot that gives reasons."""
    page = browser.new_page(viewport=DESKTOP, reduced_motion="reduce")
    window = Desk(page, address)
    window.sit_down("cuttle", bot="ismcts:iterations=60", seed=7)
    window.play_on(random.Random(6))
    page.get_by_role("link", name="Look at the replay").click()
    expect(page.locator("output", has_text="step 0 of")).to_be_visible()
    found = urlsplit(page.url).path
    page.close()
    return found


@pytest.fixture
def finished(desk: Any, kept: str) -> Any:
    """A window before it."""
    window = desk()
    window.go(kept)
    expect(window.page.locator("output", has_text="step 0 of")).to_be_visible()
    return window


def test_scrub_step_and_views(finished: Any) -> None:
    page = finished.page
    last = int(page.get_by_label("step", exact=True).get_attribute("max"))
    page.get_by_label("step", exact=True).fill(str(last // 2))
    expect(page.locator("output")).to_have_text(f"step {last // 2} of {last}")
    page.get_by_label("one step on").click()
    expect(page.locator("output")).to_have_text(f"step {last // 2 + 1} of {last}")
    # With all hands open no card is face down but in the pile; as a spectator every hand is.
    down = page.get_by_role("img", name="a card face down")
    expect(down).to_have_count(0)
    page.get_by_label("seen by").select_option("public")
    expect(down.first).to_be_visible()
    page.get_by_label("seen by").select_option("1")
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("End")
    expect(page.locator("output")).to_have_text(f"step {last} of {last}")
    # The address is the moment: it opens there again.
    expect(page).to_have_url(re.compile(rf"step={last}&seat=1"))
    page.reload()
    expect(page.locator("output")).to_have_text(f"step {last} of {last}")
    expect(page.get_by_label("seen by")).to_have_value("1")


def test_a_phone_shows_the_table_and_its_controls_at_once(finished: Any) -> None:
    page = finished.page
    for width, height in ((360, 640), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        finished.expect_no_overflow()
        for part in (page.locator(".near-hand .card").last, page.get_by_label("to the end"), page.locator(".scrub")):
            expect(part).to_be_in_viewport(ratio=1)
        hand, controls = page.locator(".near-hand").bounding_box(), page.locator(".controls").bounding_box()
        below, beside = hand["y"] + hand["height"] <= controls["y"], hand["x"] + hand["width"] <= controls["x"]
        assert below or beside


def test_costly_decisions_notes_and_the_graph(finished: Any) -> None:
    page = finished.page
    page.get_by_role("button", name="Find the costly decisions").click()
    expect(page.get_by_role("img", name=re.compile("win probability"))).to_be_visible(timeout=120_000)
    costly = page.locator(".bads button")
    costly.first.click()
    expect(page.get_by_label("this step")).to_contain_text("Better:")
    expect(page.locator(".controls figure")).to_be_visible()  # the curve is under the board
    expect(page.get_by_label("moves", exact=True)).to_contain_text("better: ")
    expect(page.get_by_label("moves", exact=True).get_by_role("heading", name="Turn 1")).to_have_count(1)
    finished.picture("replay")
    finished.expect_for_everybody()
    reasoned = page.locator("[data-step]", has_text="✎")
    reasoned.first.click()
    expect(page.locator("aside .note")).not_to_be_empty()


def test_a_better_move_is_opened_as_a_branch_and_left_again(finished: Any) -> None:
    page = finished.page
    page.get_by_role("button", name="Find the costly decisions").click()
    page.locator(".bads button").first.click(timeout=120_000)
    decision = page.locator("output").inner_text()
    board = page.locator(".board").inner_html()
    page.get_by_label("other moves").get_by_role("button").first.click()
    expect(page.get_by_role("status").filter(has_text="Instead of step")).to_be_visible()
    expect(page.locator("output")).to_have_text(re.compile(r"branch, move 1 of \d"))
    expect(page.locator(".play [data-frame], [data-frame='1']").first).to_be_visible()
    assert page.locator(".board").inner_html() != board
    finished.expect_for_everybody()
    down = page.get_by_role("img", name="a card face down")
    expect(down).to_have_count(0)
    page.get_by_label("seen by").select_option("public")
    expect(down.first).to_be_visible()
    page.get_by_label("one step back").click()
    expect(page.locator("output")).to_have_text(re.compile(r"branch, move 0 of \d"))
    page.get_by_label("seen by").select_option("dealer")
    page.get_by_role("button", name="Back to the match").click()
    expect(page.locator("output")).to_have_text(decision)
    expect(page.get_by_text("Back to the match")).to_have_count(0)
    assert page.locator(".board").inner_html() == board
    # The address is the decision, not a move of the branch.
    expect(page).to_have_url(re.compile(rf"step={decision.split()[1]}&seat=dealer"))


def test_another_move_is_tried_at_the_table(finished: Any) -> None:
    page = finished.page
    page.get_by_label("step", exact=True).fill("3")
    expect(page.locator("output")).to_contain_text("step 3 of")
    page.get_by_role("button", name="Try another move from here").click()
    expect(page).to_have_url(re.compile("/table/"))
    finished.wait_for_question()
    expect(page.locator(".badge", has_text="Medium")).to_have_count(1)


def test_one_file_that_works_offline(finished: Any, desk: Any, tmp_path: Path) -> None:
    with finished.page.expect_download() as downloading:
        finished.page.get_by_role("link", name="Download as HTML").click()
    kept = tmp_path / "replay.html"
    downloading.value.save_as(kept)
    window = desk(used_once=True)
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    window.page.goto(kept.as_uri())
    window.page.get_by_label("to the end").click()
    expect(window.page.locator("output")).to_contain_text("step")
    expect(window.page.get_by_role("img", name=re.compile("win probability"))).to_be_visible()
    assert asked == [kept.as_uri()]


def test_a_replay_file_is_kept_and_opened_again(finished: Any, tmp_path: Path) -> None:
    page = finished.page
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Replay file").click()
    mine = tmp_path / "mine.jsonl"
    downloading.value.save_as(mine)
    told = page.get_by_label("moves", exact=True).inner_text()
    finished.go("/replays")
    expect(page.get_by_role("table")).to_be_visible()  # the page has come to life
    page.get_by_label("Open a replay file").set_input_files(mine)
    expect(page.locator("output", has_text="step 0 of")).to_be_visible()
    expect(page.get_by_label("moves", exact=True)).to_have_text(told, use_inner_text=True)
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(mine.read_bytes()[:-40])
    finished.go("/replays")
    expect(page.get_by_role("table")).to_be_visible()  # the page has come to life
    page.get_by_label("Open a replay file").set_input_files(broken)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/replays$"))


def test_the_list_of_replays_finds_it(finished: Any) -> None:
    finished.go("/replays")
    finished.page.get_by_label("Player").fill("Ann")
    finished.page.get_by_role("button", name="Search").click()
    expect(finished.page.locator("tbody tr").first).to_contain_text("Cuttle")
