"""The feel of a table: texts beside the cards, a guided start, moments, sounds, a board that stands still."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

GAMES = [("kittens", 3), ("coup", 3), ("cuttle", 2), ("bluff", 3), ("belote", 4)]
FOR_PROGRAMS = re.compile(
    r"foreign_aid|\b(?:steal|favor) \d|points \w|\bone-off \w\w\b|in hand|it is the turn of|_\d|Card\b"
)
"""How programs write moves and events."""
ANSWERS = 12
SEEDS: dict[str, int] = {}
"""Of the answers, where 8 does not make a good picture or ends the match too soon."""
PICTURED = {"kittens": 4, "coup": 3, "cuttle": 3, "bluff": 6, "belote": 7}
"""The answer before which the table is pictured."""

# The board's parts that must not move when a question comes: where each of them is.
PLACES = """() => [...document.querySelectorAll('.board, .bar, .others, [data-place=pile], .sheet, .trick')]
  .map((at) => [at.className.split(' ')[0], ...Object.values(at.getBoundingClientRect().toJSON()).map(Math.round)])"""


@pytest.fixture
def felt_asked(desk: Any) -> Any:
    """A window at a table whose first question is open, with tips as for somebody new."""

    def sit(game: str, seats: int, *, tips: bool = False, **more: Any) -> Any:
        window = desk(**{key: more.pop(key) for key in ("motion", "phone") if key in more})
        window.sit_down(game, seats, seed=5, **more)
        if tips:
            window.page.evaluate("() => localStorage.setItem('croupier.tips', 'on')")
            window.page.reload()
        window.wait_for_question()
        return window

    return sit


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_first_match_is_guided_and_cards_say_what_they_do(felt_asked: Any, game: str, seats: int) -> None:
    window = felt_asked(game, seats, tips=True)
    guide = window.ask(f"/games/{game}/guide")
    page = window.page
    coach = page.get_by_label("how this works")
    expect(coach).to_contain_text(guide["goal"])
    explained = next(tip for tip in guide["tips"].values() if tip["meaning"] in coach.inner_text())
    expect(coach).to_contain_text(f"Tip: {explained['advice']}")
    assert not window.violations()
    coach.get_by_role("button", name="How to play").click()
    scenes = page.locator("dialog .howto section")
    expect(scenes).to_have_count(len(guide["scenes"]))
    assert page.evaluate(
        "() => { const body = document.querySelector('dialog .body'); return body.scrollHeight <= body.clientHeight; }"
    )
    window.expect_for_everybody()
    if game == "cuttle":
        window.picture("how-to-play-cuttle")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Got it").click()
    expect(coach).to_have_count(0)
    page.reload()  # what was explained once is not explained again
    window.wait_for_question()
    expect(coach).to_have_count(0)
    if game == "belote":  # where the first question comes before the cards
        window.answer(random.Random(1))
        page.wait_for_selector(".felt [data-face]")
    card = page.locator(".felt [data-face]").first
    described = card.get_attribute("aria-description")
    assert described in guide["cards"].values()
    card.hover()
    expect(page.get_by_role("tooltip")).to_contain_text(described)


def test_a_long_press_reads_a_card_and_does_not_play_it(felt_asked: Any) -> None:
    window = felt_asked("kittens", 3, phone=True)
    asked = window.page.get_attribute(".bar", "data-decision")
    # As a finger does it: down, a rest, up, and the click that follows.
    window.page.evaluate(
        """() => {
          const card = document.querySelector('.mine .card.legal');
          const how = { bubbles: true, pointerType: 'touch', pointerId: 5 };
          window.finger = (type) => card.dispatchEvent(new PointerEvent(type, how));
          window.finger('pointerdown');
        }"""
    )
    expect(window.page.get_by_role("tooltip")).to_be_visible()
    window.page.evaluate("() => { window.finger('pointerup'); document.querySelector('.mine .card.legal').click(); }")
    assert window.page.get_attribute(".bar", "data-decision") == asked
    assert not window.page.query_selector(".card.selected")


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_match_goes_on_for_everybody_on_a_board_that_stands_still(felt_asked: Any, game: str, seats: int) -> None:
    """Every new question is looked at; what lies on the board stays where it is; the log is read at the end."""
    window = felt_asked(game, seats, settings={"deals": 1} if game == "belote" else {})
    rng = random.Random(SEEDS.get(game, 8))
    looked: set[str] = set()
    before = window.page.evaluate(PLACES)
    for number in range(ANSWERS):
        if number == PICTURED.get(game):
            expect(window.page.locator(".stamp")).to_have_count(0)
            window.picture(f"{game}-desktop")
        question = window.page.inner_text(".prompt")
        if question not in looked:
            looked.add(question)
            window.expect_for_everybody()
        window.answer(rng)
        if window.wait_for_question() is None:
            break
        now = window.page.evaluate(PLACES)
        moved = [(old, new) for old, new in zip(before, now, strict=True) if old != new]
        assert not moved, moved
    assert looked
    log = window.page.locator(".log")
    expect(log.locator("h3").nth(1)).to_have_text(re.compile(r"Turn \d+: |'s turn$|^Deal 1, "))
    assert log.locator(".score").count() >= 2
    seen = window.page.inner_text(".log") + window.page.inner_text(".bar") + window.page.inner_text(".happened")
    assert not FOR_PROGRAMS.findall(seen), seen


def test_the_table_waits_for_the_card_and_a_tap_ends_the_wait(felt_asked: Any) -> None:
    window = felt_asked("kittens", 2, motion=True, pace=2)
    page = window.page
    held = page.locator(".mine .slot").count()
    page.evaluate(
        """() => new MutationObserver(() => {
          if (!document.querySelector('[data-flight="card pile seat:0"]')) return;
          window.during ??= document.querySelectorAll('.mine .slot').length;
        }).observe(document.body, { subtree: true, childList: true })"""
    )
    page.get_by_role("button", name="Draw a card").click()
    page.wait_for_function("() => window.during !== undefined")
    assert page.evaluate("() => window.during") == held  # it is not in the hand while it flies
    page.locator(".centre").click(position={"x": 5, "y": 5})
    expect(page.locator(".mine .slot")).to_have_count(held + 1)
    expect(page.locator("[data-flight]")).to_have_count(0)


def test_a_stopped_card_is_stamped_and_the_window_shows_it_large(felt_asked: Any) -> None:
    window = felt_asked("bluff", 3, settings={"hand_size": 5})
    window.record(".stamp strong")
    rng = random.Random(3)
    while not window.recorded() and window.wait_for_question() is not None:
        window.answer(rng)
    assert set(window.recorded()) <= {"Caught!", "True"}


def test_sounds_are_off_until_they_are_switched_on(felt_asked: Any) -> None:
    window = felt_asked("cuttle", 2)
    page = window.page
    last = "() => document.documentElement.dataset.sound ?? ''"
    window.answer(random.Random(1))
    window.wait_for_question()
    assert page.evaluate(last) == ""
    page.get_by_label("more").click()
    page.get_by_label("Sound").check()
    page.keyboard.press("Escape")
    window.answer(random.Random(2))
    window.wait_for_question()
    assert page.evaluate(last) in ("turn", "nope", "boom")
    window.play_on(random.Random(3))
    assert page.evaluate(last) in ("won", "lost")


def test_the_end_shows_the_hidden_hands_and_offers_more(felt_asked: Any) -> None:
    window = felt_asked("coup", 2)
    window.play_on(random.Random(2))
    over = window.page.locator(".over")
    expect(over.locator("h2")).to_contain_text(re.compile("You (won|lost)"))
    expect(over.locator(".hand .card").first).to_be_visible()
    expect(over.get_by_role("link", name="Where was it decided?")).to_be_visible()
    window.expect_for_everybody()
    # Hands of any length leave what comes next in sight.
    window.page.evaluate(
        """() => {
          const list = document.querySelector('.over ol');
          for (let i = 0; i < 5; i++) list.append(...[...list.children].map((each) => each.cloneNode(true)));
        }"""
    )
    for width, height in ((360, 640), (844, 390), (1366, 850)):
        window.page.set_viewport_size({"width": width, "height": height})
        expect(over.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
        expect(over.get_by_role("link", name="Lobby")).to_be_in_viewport(ratio=1)
    here = window.page.url
    over.get_by_role("button", name="Play again").click()
    expect(window.page).not_to_have_url(here)
    assert window.wait_for_question() is not None


def test_friends_are_offered_the_rematch(desk: Any) -> None:
    host, guest = desk(), desk()
    seats = [{"kind": "you", "name": "Ann"}, {"kind": "friend", "name": "Bea"}]
    opened = host.ask("/tables", {"game": "cuttle", "seats": seats, "pace": 0})
    table = opened["table"]
    joined = host.ask(f"/tables/{table}/join", {"code": opened["invitations"][0]["code"], "name": "Bea"})
    for window, token in ((host, opened["token"]), (guest, joined["token"])):
        window.keep_token(table, token)
        window.go(f"/table/{table}")
        expect(window.page.locator(".felt .badge").first).to_be_visible()
    both = (host, guest)
    rng = random.Random(4)
    while not host.page.query_selector(".over"):
        for window in both:
            if window.is_asked():
                window.answer(rng)
        host.page.wait_for_timeout(20)
    host.page.get_by_role("button", name="Play again").click()
    expect(host.page).not_to_have_url(re.compile(table))
    guest.page.get_by_role("button", name="Join Ann: play again").click()
    for window in both:
        expect(window.page.locator(".felt")).to_contain_text("(you)")
        expect(window.page.locator(".over")).to_have_count(0)
    expect(host.page).to_have_url(guest.page.url)


def test_keys_stand_clear_of_the_words_on_coups_actions(felt_asked: Any) -> None:
    window = felt_asked("coup", 4)
    window.page.set_viewport_size({"width": 1366, "height": 768})
    touching = window.page.evaluate(
        """() => [...document.querySelectorAll('.action[data-key]')].flatMap((action) => {
          const box = action.getBoundingClientRect();
          const key = getComputedStyle(action, '::after');
          const bottom = box.top + 2 + parseFloat(key.top) + parseFloat(key.height) - 1;
          const left = box.right - parseFloat(key.right) - parseFloat(key.width);
          return [...action.children].filter((words) => {
            const range = document.createRange();
            range.selectNodeContents(words);
            const text = range.getBoundingClientRect();
            return text.right > left && text.top < bottom;
          }).map((words) => words.textContent);
        })"""
    )
    assert touching == []
