"""The lobby and the look of the page: two clicks to a game, small enough, on a phone, for everybody."""

import gzip
import random
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from ui.web.browser.player import PHONE

FIRST_PAGE = 300_000
TABLES = [("kittens", 4, 8), ("coup", 4, 3), ("cuttle", 2, 6), ("bluff", 3, 8), ("belote", 4, 8)]
"""With how many clicks are made before the table is looked at."""

PAGES = [
    ("/", ".howto h3"),
    ("/watch", "main select"),
    ("/replays", "main table"),
    ("/bots", "main table, main p.panel"),
    ("/tournaments", "main fieldset label"),
    ("/workshop/cuttle", ".cm-content"),
]
"""With what is there when a page has all it needs."""

IN_SIGHT = """() => {
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const card = [...document.querySelectorAll(':is(.own, .near-hand, .mine) .card')].at(-1)?.getBoundingClientRect();
  return bar.bottom <= innerHeight + 1 && (!card || card.bottom <= bar.top + 4);
}"""


def test_two_clicks_start_a_game(desk: Any) -> None:
    window = desk()
    window.go("/")
    expect(window.page.locator(".howto h3").first).to_be_visible()
    window.picture("lobby")
    window.page.get_by_role("button", name="Malagasy Belote").click()
    window.page.get_by_role("button", name="Play", exact=True).click()
    expect(window.page.locator(".felt h1")).to_have_text("Malagasy Belote")


def test_a_phone_shows_the_way_into_a_game_at_once(desk: Any) -> None:
    window = desk(phone=True)
    window.go("/")
    window.page.get_by_role("button", name="Coup", exact=False).first.wait_for()
    play = window.page.get_by_role("button", name="Play Cuttle")
    expect(play).to_be_in_viewport()
    play.click()
    assert window.wait_for_question() is not None


def test_the_lobby_explains_settings_and_refuses_bad_ones_in_words(desk: Any) -> None:
    window = desk()
    window.go("/?game=belote")
    window.page.locator("summary", has_text="Settings of the game").click()
    window.page.get_by_label("target", exact=True).fill("0")
    window.page.get_by_role("button", name="Play", exact=True).click()
    expect(window.page.get_by_role("alert")).to_contain_text("target must be")


def test_options_of_a_bot_go_to_the_table(desk: Any) -> None:
    window = desk()
    window.go("/?game=cuttle")
    window.page.get_by_label("bot at seat 2").select_option("ismcts")
    window.page.locator("summary", has_text="Options of Tree search (ISMCTS)").click()
    window.page.get_by_label("iterations", exact=True).fill("40")
    with window.page.expect_request("**/api/v1/tables") as asked:
        window.page.get_by_role("button", name="Play", exact=True).click()
    assert asked.value.post_data_json["seats"][1]["bot"] == "ismcts:iterations=40"
    window.wait_for_question()


def test_the_first_page_is_small(desk: Any) -> None:
    window = desk(used_once=True)
    sizes: dict[str, int] = {}
    window.page.on("response", lambda answer: sizes.update({answer.url: len(gzip.compress(answer.body()))}))
    window.go("/")
    expect(window.page.locator(".howto h3").first).to_be_visible()
    expect(window.page.get_by_label("bot at seat 2")).to_be_visible()
    assert len(sizes) > 5
    assert sum(sizes.values()) < FIRST_PAGE, sizes


def test_a_picture_belongs_to_its_game(desk: Any) -> None:
    window = desk(used_once=True)
    scene = {"title": "Two cards", "text": "Not those of Coup and Exploding Kittens.", "cards": ["Duke", "Skip", "Qh"]}

    def answer(route: Route) -> None:
        route.fulfill(json={**window.ask("/games/liar/guide"), "goal": "Lie.", "scenes": [scene]})

    window.page.route("**/api/v1/games/liar/guide", answer)
    window.go("/?game=liar")
    cards = window.page.locator(".howto .card")
    expect(cards).to_have_count(3)
    expect(cards.locator(".plain")).to_have_text(["Duke", "Skip"])
    window.page.get_by_role("button", name="Coup", exact=False).click()
    expect(window.page.locator(".howto [data-face=duke] svg").first).to_be_visible()
    expect(window.page.locator(":is(.howto, .games) .plain")).to_have_count(0)


@pytest.mark.parametrize(("path", "there"), PAGES, ids=[path for path, _ in PAGES])
def test_every_page_is_for_everybody(desk: Any, path: str, there: str) -> None:
    window = desk()
    window.go(path)
    expect(window.page.locator(there).first).to_be_visible()
    window.expect_no_overflow()
    window.expect_for_everybody()
    if path == "/":
        window.page.set_viewport_size(PHONE)
        window.page.emulate_media(color_scheme="dark")
        window.picture("lobby-phone", whole=True)


@pytest.mark.parametrize(("game", "seats", "clicks"), TABLES, ids=[game for game, _, _ in TABLES])
def test_every_table_is_for_everybody_on_a_phone_in_the_dark(desk: Any, game: str, seats: int, clicks: int) -> None:
    window = desk(phone=True, dark=True)
    window.sit_down(game, seats, seed=12 if game == "cuttle" else 7)
    rng = random.Random(game)
    window.play_on(rng, clicks)
    if window.wait_for_question() is not None:
        assert window.page.evaluate(IN_SIGHT), "the cards in hand and the moves are not in sight together"
    window.expect_no_overflow()
    expect(window.page.locator(".stamp")).to_have_count(0)
    window.picture(f"{game}-phone")
    assert not window.violations()


@pytest.mark.parametrize("path", ["/", "/tournaments", "/workshop/cuttle"])
def test_a_phone_shows_which_page_is_open(desk: Any, path: str) -> None:
    window = desk(phone=True)
    window.go(path)
    expect(window.page.locator("nav [aria-current]")).to_be_in_viewport(ratio=1)


def test_theme_and_motion_are_kept(desk: Any) -> None:
    window = desk()
    window.go("/")
    window.page.get_by_label("theme: auto").click()
    window.page.get_by_label("theme: light").click()
    expect(window.page.locator("html")).to_have_attribute("data-theme", "dark")
    window.page.reload()
    expect(window.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(window.page.locator("html")).to_have_attribute("data-motion", "off")  # as the system asks for


def test_motion_can_be_turned_on_and_off_at_the_table(desk: Any) -> None:
    window = desk(motion=True)
    window.sit_down("cuttle")
    window.page.get_by_label("more").click()
    expect(window.page.locator("html")).to_have_attribute("data-motion", "on")
    window.page.get_by_label("Motion").uncheck()
    expect(window.page.locator("html")).to_have_attribute("data-motion", "off")
    expect(window.page.locator(".card").first).to_have_css("transition-duration", "0s")


def test_an_address_that_is_nowhere_says_so(desk: Any) -> None:
    window = desk()
    window.go("/nowhere")
    expect(window.page.locator("main h1")).to_have_text("There is nothing at this address")
    window.go("/table/none")
    expect(window.page.get_by_role("status")).to_contain_text("there never was one here")
