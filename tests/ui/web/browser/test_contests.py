"""Tournaments and comparisons started and followed from the page, and the leaderboard they make."""

import json
import re
from typing import Any

from playwright.sync_api import Route, expect

SLOW = 120_000
"""Milliseconds for what is done in processes that give way to everything else."""


def answer_as_if_running(route: Route) -> None:
    """On a slow machine a contest may be over before its page asks for it, and would not be followed at all."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "running": True})


def test_a_tournament_is_followed_live(desk: Any) -> None:
    window = desk(used_once=True)
    page = window.page
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    page.route("**/api/v1/tournaments/*", answer_as_if_running)
    window.go("/tournaments")
    # One that thinks, so that there is something to follow.
    page.get_by_label("epsilon-greedy", exact=True).uncheck()
    page.get_by_label("random", exact=True).uncheck()
    page.get_by_label("hard", exact=True).check()
    page.get_by_label("Deals for each meeting").fill("3")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"/tournaments/\d+$"), timeout=SLOW)
    expect(page.locator(".pill")).to_have_text("finished", timeout=SLOW)
    counts = [json.loads(frame)["played"] for frame in frames]
    assert counts[-1] == 6
    assert counts == sorted(counts)
    expect(page.locator("[data-played]")).to_have_text("6")
    expect(page.get_by_role("heading", name="Cross table")).to_be_visible()
    expect(page.get_by_role("heading", name="Rounds")).to_be_visible()
    page.get_by_role("button", name="matches of heuristic against hard").click()
    expect(page.locator(".matches a")).to_have_count(6)
    first = page.locator(".matches a").first.get_attribute("href")
    window.picture("tournament", whole=True)
    window.expect_for_everybody()

    # The bots are on the leaderboard now, each with a page of its own.
    window.go("/bots")
    board = page.locator("section[data-game=cuttle]")
    expect(board.locator("tbody")).to_contain_text("heuristic")
    window.picture("leaderboard")
    board.get_by_role("link", name="heuristic", exact=True).click()
    expect(page.get_by_role("heading", name="Placements")).to_be_visible()
    expect(page.locator("figure", has_text="matches that ended at this place")).to_contain_text("0")  # has an axis
    expect(page.locator("tbody a[href^='/replays/']").first).to_be_visible()
    window.picture("bot", whole=True)
    window.expect_for_everybody()
    expect_tells(window)
    window.go(first)
    expect(page.locator("output", has_text="step 0 of")).to_be_visible()


def expect_tells(window: Any) -> None:
    """On the page of a bot, its matches are read when that is asked for; a failure is told and can be tried again."""
    page = window.page
    tells = page.get_by_label("tells")
    page.route("**/api/v1/profiles/**", lambda route: route.abort())
    tells.get_by_role("button", name="Read its matches").click()
    expect(tells.get_by_role("alert")).to_be_visible()
    page.unroute("**/api/v1/profiles/**")
    with page.expect_response("**/api/v1/profiles/cuttle/heuristic", timeout=SLOW) as answered:
        tells.get_by_role("button", name="Try again").click()
    profile = answered.value.json()
    expect(tells).to_contain_text(profile["verdict"])
    expect(tells.locator("tbody tr")).to_have_count(len(profile["tells"]))
    for row, tell in zip(tells.locator("tbody tr").all(), profile["tells"], strict=True):
        told = f"{tell['bits']:.2f} of {tell['uncertainty']:.2f}".replace("-0.00", "0.00")
        expect(row.locator("td").nth(2)).to_have_text(told)
    expect(tells.locator("li")).to_have_count(len(profile["sentences"]) + len(profile["habits"]))
    window.expect_for_everybody()


def test_a_knockout_shows_its_bracket(desk: Any) -> None:
    window = desk()
    page = window.page
    window.go("/tournaments")
    page.get_by_label("noob", exact=True).check()
    page.get_by_label("Format").select_option("knockout")
    page.get_by_label("Deals for each meeting").fill("3")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".pill")).to_have_text("finished", timeout=SLOW)
    expect(page.get_by_role("heading", name="Bracket")).to_be_visible()
    expect(page.locator(".knockout li")).to_have_count(2)
    assert page.evaluate("() => document.querySelector('progress').position") == 1  # though it was decided early
    window.picture("bracket", whole=True)
    window.expect_for_everybody()


def test_a_comparison_says_in_words_which_is_better(desk: Any) -> None:
    window = desk()
    page = window.page
    window.go("/tournaments")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".pill")).to_have_text("finished", timeout=SLOW)
    expect(page.locator(".words")).to_contain_text("heuristic")
    expect(page.get_by_role("heading", name="How sure it is")).to_be_visible()
    window.expect_for_everybody()
