"""Whole games at the tables of the page, by clicks, and what may happen to a browser meanwhile."""

import json
import random
import re
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
CARDS = re.compile(r"(?<![\w-])(?:10|[7-9JQKA])(?:[cdhs](?!\w)|[♣♦♥♠])")


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


def test_a_reload_in_mid_game_resumes_the_seat(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", seed=5)
    rng = random.Random(2)
    window.play_on(rng, 4)
    asked = window.wait_for_question()
    hand = window.page.locator(".near-hand").inner_html()
    window.page.reload()
    assert window.wait_for_question() == asked
    assert _cards(window.page.locator(".near-hand").inner_html()) == _cards(hand)
    window.play_on(rng)
    window.expect_over()


def _cards(html: str) -> list[str]:
    return re.findall(r'title="([^"]+ of [^"]+)"', html)


def test_two_browsers_at_one_table(desk: Any) -> None:
    host, guest = desk(), desk()
    host.go("/?game=cuttle")
    host.page.get_by_label("who sits at seat 2").select_option("friend")
    host.page.get_by_role("button", name="Play", exact=True).click()
    link = host.page.get_by_label("Link for").input_value()
    assert "#" in link
    guest.page.goto(link)
    guest.page.get_by_label("What shall the others call you?").fill("Bea")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator(".felt")).to_contain_text("Bea (you)")
    expect(host.page.locator(".felt")).to_contain_text("Bea")
    expect(host.page.get_by_label("Link for")).to_have_count(0)
    rng = random.Random(4)
    answered = {id(host): 0, id(guest): 0}
    while min(answered.values()) < 3:
        for window in (host, guest):
            if window.is_asked_within(300):
                answered[id(window)] += 1
                window.click_something(rng)
    guest.page.get_by_label("say to the table").fill("well played")
    guest.page.get_by_role("button", name="Say").click()
    expect(host.page.get_by_label("table talk")).to_contain_text("well played")
    # Each sees its own side at the bottom, and the other's cards face down.
    assert _cards(host.page.locator(".near-hand").inner_html())
    assert not set(_cards(host.page.locator(".near-hand").inner_html())) & set(
        _cards(guest.page.locator(".near-hand").inner_html())
    )


def test_a_spectator_is_sent_no_hidden_card(desk: Any) -> None:
    player, spectator = desk(), desk()
    traffic: list[str] = []
    spectator.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: traffic.append(str(frame))))
    spectator.page.on("response", lambda answer: traffic.append(answer.text()) if "/api/" in answer.url else None)
    table = player.sit_down("belote", 4, settings={"deals": 1}, seed=11)
    spectator.go(f"/table/{table}")
    expect(spectator.page.locator(".felt")).to_contain_text("Ann")
    rng = random.Random(1)
    while player.wait_for_question() and player.page.inner_text(".prompt") != "Play a card":
        # Until the first card is played nobody but its owner may know any card.
        played = [text for text in traffic if "plays" in text]
        held = "\n".join([*traffic, spectator.page.content(), _state(spectator)])
        assert played or not CARDS.findall(held)
        player.click_something(rng)
    hidden = _own_hand(player)
    held = "\n".join([*traffic, spectator.page.content(), _state(spectator)])
    assert hidden
    assert not [card for card in hidden if re.search(rf"(?<![\w-]){card}(?!\w)", held)]
    assert len(traffic) > 2


def _own_hand(window: Any) -> list[str]:
    names = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
    ranks = {"Ace": "A", "King": "K", "Queen": "Q", "Jack": "J"}
    found = _cards(window.page.locator(".own").inner_html())
    return [ranks.get(rank, rank) + names[suit] for rank, suit in (name.split(" of ") for name in found)]


def _state(window: Any) -> str:
    """All that the page keeps: storage, history, globals that are data."""
    return json.dumps(
        window.page.evaluate("() => [{...localStorage}, {...sessionStorage}, history.state, location.href]")
    )


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


def test_keys_alone_play_a_game(desk: Any) -> None:
    window = desk()
    window.sit_down("coup", 2, seed=5)
    for _ in range(200):
        if window.wait_for_question() is None:
            break
        last = window.page.get_attribute(".bar", "data-decision")
        if window.page.query_selector(".bar .move"):
            window.page.keyboard.press("1")
        else:
            window.page.locator("[data-move]:not(:disabled)").first.focus()
            window.page.keyboard.press("Enter")
        window.page.wait_for_function(
            "(last) => document.querySelector('.over') || document.querySelector('.bar').dataset.decision !== last",
            arg=last,
        )
    window.expect_over()


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
    window.picture("seven")


def test_hint_undo_thinking_and_reasoning(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", bot="ismcts:iterations=8000", seed=9)
    first = window.wait_for_question()
    window.page.get_by_role("button", name="Hint").click()
    expect(window.page.locator(".worth, .value").first).to_contain_text("%")
    window.picture("hint")
    before = _cards(window.page.locator(".near-hand").inner_html())
    window.click_something(random.Random(1))
    while window.page.get_attribute(".bar", "data-decision") == first:
        window.click_something(random.Random(1))
    expect(window.page.locator(".status")).to_have_text("ismcts:iterations=8000 is thinking")
    window.wait_for_question()
    expect(window.page.locator(".log .note").first).not_to_be_empty()
    window.page.get_by_role("button", name="Undo").click()
    expect(window.page.locator(".near-hand .card")).to_have_count(len(before))
    assert _cards(window.page.locator(".near-hand").inner_html()) == before


def test_watching_bots_with_speed_and_pause(desk: Any) -> None:
    window = desk()
    window.go("/watch")
    window.page.get_by_label("Seconds between moves").fill("0.3")
    window.page.get_by_role("button", name="Watch", exact=True).click()
    expect(window.page.locator(".felt")).to_contain_text("heuristic")
    window.page.get_by_role("button", name="Pause").click()
    expect(window.page.locator(".status")).to_have_text("Paused")
    window.page.get_by_role("button", name="Go on").click()
    window.page.get_by_label("between bot moves").fill("0")
    expect(window.page.locator(".over")).to_contain_text("won")
    window.picture("watch")


def test_a_reaction_window_counts_down(desk: Any) -> None:
    window = desk()
    window.sit_down("coup", 3, window=2, seed=7)
    rng = random.Random(3)
    for _ in range(30):
        if window.page.query_selector(".count") or window.wait_for_question() is None:
            break
        window.click_something(rng)
    expect(window.page.get_by_role("timer")).to_contain_text("s")
    window.picture("window")
