"""Playing at the page: everything is in reach on every screen, hints and windows say what they mean, keys suffice."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

SCREENS = {"360": (360, 640), "390": (390, 844), "landscape": (844, 390), "820": (820, 1180), "laptop": (1366, 768)}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("kittens", 4, {}),
    ("kittens", 10, {"deck": "large"}),
    ("coup", 4, {}),
    ("coup", 6, {}),
    ("cuttle", 2, {}),
    ("bluff", 6, {}),
    ("belote", 4, {}),
]
QUESTIONS_SEEN = {"belote": 3, "cuttle": 3}
"""The cut, then bids; a hand that grows with every card drawn."""

# Answers that cannot be pressed where they are, parts of one's own side that something covers, and the width.
OUT_OF_REACH = """() => {
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const wrong = [];
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) wrong.push(`the page is ${width} wide`);
  for (const button of document.querySelectorAll('.bar .moves button')) {
    const { left, right } = button.getBoundingClientRect();
    if (left < 0 || right > innerWidth + 1) wrong.push(`${button.textContent} is beside the screen`);
    button.scrollIntoView({ block: 'nearest' });
    const box = button.getBoundingClientRect();
    const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!button.contains(under)) wrong.push(`${button.textContent} cannot be pressed`);
  }
  const moves = document.querySelector('.bar .moves');
  moves.scrollTop = 0;
  const hidden = moves.scrollHeight - moves.clientHeight;
  if (hidden > 1) wrong.push(`answers are cut off by ${hidden}`);
  for (const part of document.querySelectorAll('.table > *')) {
    const { left, right } = part.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) wrong.push(`${part.className} sticks out: ${left} to ${right}`);
  }
  const parts = ':is(.mine, .south, .near-hand) :is(.card, .badge, .coins), .side:not(.flipped) .badge';
  for (const part of document.querySelectorAll(parts)) {
    const box = part.getBoundingClientRect();
    if (!box.width) continue;
    const beside = bar.left >= box.right - 4;
    const isBeside = box.left < -1 || box.right > innerWidth + 1;
    if (isBeside || box.bottom > innerHeight + 1 || (!beside && box.bottom > bar.top + 4))
      wrong.push(`${part.className} ${part.textContent.trim()} lies under the bar or off the screen`);
  }
  return wrong;
}"""

# Names of the others that are beside the screen or cut off.
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.others .badge')].filter((badge) => {
  const { left, right } = badge.getBoundingClientRect();
  const name = badge.querySelector('.name');
  return left < -1 || right > innerWidth + 1 || name.scrollWidth > name.clientWidth + 1;
}).map((badge) => badge.textContent)"""

# Text that cannot be told from what is behind it.
INVISIBLE = """() => [...document.querySelectorAll('.felt .btn')].filter((button) => {
  const style = getComputedStyle(button);
  return button.offsetWidth && style.color === style.backgroundColor;
}).map((button) => button.textContent)"""


# The keys that can be pressed, those that are not of cards in a hand, and the number of things that have none.
KEYS = """() => {
  const wanted = '.board :is(.card.legal, .cover, .here, button.badge), .bar .moves button:not(:disabled)';
  const things = [...document.querySelectorAll(wanted)];
  const keys = (of) => of.flatMap((at) => at.dataset.key ?? []);
  const bare = things.filter((at) => !at.dataset.key);
  return [keys(things), keys(things.filter((at) => !at.closest('.slot'))), bare.length];
}"""
MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("kittens", 2, {}),
    ("coup", 2, {}),
    ("cuttle", 2, {}),
    ("bluff", 2, {"hand_size": 3, "rounds": 1}),
    ("belote", 4, {"deals": 1}),
]
MOST_KEYS, MOST_KEYS_FOR_FIVE = 3, 12


@pytest.mark.parametrize(("game", "seats", "settings"), TABLES, ids=[f"{game}-{seats}" for game, seats, _ in TABLES])
def test_all_that_is_yours_is_in_sight_on_every_screen(
    desk: Any, game: str, seats: int, settings: dict[str, Any]
) -> None:
    window = desk()
    window.sit_down(game, seats, settings=settings, seed=5)
    wrong: list[str] = []
    for number in range(QUESTIONS_SEEN.get(game, 1)):
        if number:
            asked = window.wait_for_question()
            window.page.locator(".bar .moves button:not(:disabled)").first.click()
            window.page.wait_for_selector(f'.bar.asked:not([data-decision="{asked}"])')
        window.wait_for_question()
        for screen, (width, height) in SCREENS.items():
            window.page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{screen}: {each}" for each in window.page.evaluate(OUT_OF_REACH)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("game", "seats", "settings"),
    [("kittens", 10, {"deck": "large"}), ("kittens", 6, {}), ("coup", 6, {}), ("bluff", 8, {})],
)
def test_everybody_at_a_large_table_is_in_sight(desk: Any, game: str, seats: int, settings: dict[str, Any]) -> None:
    window = desk()
    window.sit_down(game, seats, settings=settings, seed=5)
    window.wait_for_question()
    for screen, (width, height) in SCREENS.items():
        if screen != "360":  # where they scroll sideways
            window.page.set_viewport_size({"width": width, "height": height})
            assert not window.page.evaluate(OUT_OF_SIGHT), screen


def test_a_long_hint_leaves_room_for_the_answers(desk: Any) -> None:
    window = desk()
    rng = random.Random(3)
    for seed in range(20):  # until a kitten is drawn and defused
        window.sit_down("kittens", 2, "random", seed=seed)
        while window.wait_for_question() and not window.page.query_selector(".box"):
            window.answer(rng)
        if window.page.query_selector(".box"):
            break
    window.page.keyboard.press("h")
    expect(window.page.locator(".advice")).to_contain_text("Hint: ")
    wrong: list[str] = []
    for screen, (width, height) in SCREENS.items():
        window.page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{screen}: {each}" for each in window.page.evaluate(OUT_OF_REACH)]
        hint, question = (window.page.locator(part).bounding_box() for part in (".advice", ".prompt"))
        beside = hint["x"] >= question["x"] + question["width"] or question["x"] >= hint["x"] + hint["width"]
        below = hint["y"] + 1 >= question["y"] + question["height"]
        if not (beside or below or question["width"] <= 1):
            wrong.append(f"{screen}: the hint covers the question")
    assert not wrong, "\n".join(wrong)


def test_no_answer_is_written_white_on_white(desk: Any) -> None:
    window = desk()
    window.sit_down("belote", 4, seed=5)
    window.wait_for_question()
    expect(window.page.get_by_role("button", name="from the bottom")).to_be_visible()
    assert window.page.evaluate(INVISIBLE) == []
    window.sit_down("kittens", 4, "random", seed=1)
    rng = random.Random(2)
    while window.wait_for_question() is not None and not window.page.query_selector(".nope"):
        window.answer(rng)
    expect(window.page.get_by_role("button", name="Let it happen")).to_be_visible()
    assert window.page.evaluate(INVISIBLE) == []


@pytest.mark.parametrize(
    ("game", "seats", "questions"),
    [("cuttle", 2, 2), ("kittens", 4, 3), ("bluff", 3, 3), ("belote", 4, 2), ("coup", 3, 2)],
)
def test_following_the_hint_plays_its_move(desk: Any, game: str, seats: int, questions: int) -> None:
    window = desk(used_once=True)
    frames: list[dict[str, Any]] = []
    hear = lambda frame: frames.append(json.loads(frame))  # noqa: E731
    window.page.on("websocket", lambda socket: (socket.on("framesent", hear), socket.on("framereceived", hear)))
    window.sit_down(game, seats, seed=11)
    for _ in range(questions):
        asked = window.wait_for_question()
        window.page.keyboard.press("h")
        expect(window.page.locator(".advice")).to_contain_text("Hint: ")
        table_words = next(each["view"] for each in reversed(frames) if each.get("view"))["table_words"]
        board = window.page.inner_text(".board")
        assert not [line for line in table_words["situation"] if line not in board]
        best = next(each for each in reversed(frames) if each["type"] == "hint" and "index" in each)["index"]
        while window.page.get_attribute(".bar", "data-decision") == asked:
            marked = window.page.locator(".felt :is(.bar, .board) .hinted")
            assert 1 <= marked.count() <= 2  # a place on the board, and the same move in the bar
            marked.first.click()
        sent = [each["index"] for each in frames if each["type"] == "select_move"]
        assert sent[-1] == best


def test_a_reaction_window_says_what_was_played_and_by_whom(desk: Any) -> None:
    window = desk()
    window.sit_down("kittens", 3, "random", seed=4, window=3)
    rng = random.Random(1)
    window.wait_for_question()
    window.record(".moment .last")
    while not any("plays" in line for line in window.recorded()):
        window.page.wait_for_selector(".bar.asked, .moment, .over")
        assert not window.page.query_selector(".over")
        if window.is_asked():
            window.click_something(rng)
    assert all(re.search("Ann|Hugo|Greta", line) for line in window.recorded())


def test_a_block_that_can_be_challenged_is_not_stamped_itself(desk: Any) -> None:
    window = desk()
    page = window.page
    rng = random.Random(2)
    for seed in range(20):  # until somebody blocks the foreign aid
        window.sit_down("coup", 6, seed=seed, window=3)
        window.wait_for_question()
        page.evaluate(
            """() => {
              window.stamps = [];
              new MutationObserver(() => {
                const said = (part) => document.querySelector(part)?.textContent ?? '';
                if (said('.moment .last').endsWith('to block')) window.stamps.push(said('.moment .no'));
              }).observe(document, { subtree: true, childList: true, characterData: true });
            }"""
        )
        page.get_by_role("button", name="Foreign aid").click()
        page.wait_for_selector(".moment")
        while page.query_selector(".moment") and not page.evaluate("() => window.stamps.length"):
            if window.is_asked():
                window.click_something(rng)
        if page.evaluate("() => window.stamps.length"):
            break
    assert set(page.evaluate("() => window.stamps")) == {""}


def test_a_second_press_at_once_answers_nothing(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", seed=5)
    window.page.evaluate("() => localStorage.setItem('croupier.guard', 'on')")
    window.page.reload()
    first = window.wait_for_question()
    # The second press comes as soon as the next question is there; by the page's clock that is at once.
    window.page.evaluate(
        """() => new Promise((done) => {
          const bar = document.querySelector('.bar');
          const now = performance.now();
          performance.now = () => now;
          bar.querySelector('.move').click();
          const press = () => {
            const again = bar.querySelector('.move');
            if (!again || bar.dataset.decision === undefined) return requestAnimationFrame(press);
            window.second = bar.dataset.decision;
            again.click();
            done();
          };
          requestAnimationFrame(press);
        })"""
    )
    second = window.page.evaluate("() => window.second")
    assert second != first
    expect(window.page.locator(".bar.asked")).to_have_attribute("data-decision", second)
    # A press that comes later answers.
    window.page.evaluate(
        """() => {
          const later = performance.now() + 1000;
          performance.now = () => later;
          document.querySelector('.bar .move').click();
        }"""
    )
    expect(window.page.locator(".bar")).not_to_have_attribute("data-decision", second)


@pytest.mark.parametrize(("game", "seats", "settings"), MATCHES, ids=[game for game, _, _ in MATCHES])
def test_keys_alone_play_a_whole_match_with_few_presses(
    desk: Any, game: str, seats: int, settings: dict[str, Any]
) -> None:
    window = desk()
    window.sit_down(game, seats, settings=settings, seed=6)
    rng = random.Random(game)
    answered = 0
    while (asked := window.wait_for_question()) is not None:
        if answered:  # the keyboard stays at the table
            assert window.page.evaluate("() => document.querySelector('.felt').contains(document.activeElement)")
        pressed = 0
        while window.page.get_attribute(".bar", "data-decision") == asked:
            keys, places, bare = window.page.evaluate(KEYS)
            assert keys
            assert not bare
            picks_five = window.page.query_selector(".five") is not None
            # A card that was taken up goes to a place.
            offered = keys[pressed % len(keys) :] if picks_five else (places if pressed else []) or keys
            window.page.keyboard.press(offered[0] if picks_five else rng.choice(offered))
            pressed += 1
            assert pressed <= (MOST_KEYS_FOR_FIVE if picks_five else MOST_KEYS), window.page.inner_text(".bar")
        answered += 1
    window.expect_over()
    assert answered
    assert window.page.evaluate("() => document.activeElement.matches('.over')")
    window.page.keyboard.press("Tab")
    window.page.keyboard.press("Tab")
    assert window.page.evaluate("() => document.activeElement.closest('.over') !== null")


def test_esc_closes_what_is_open(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", seed=5)
    window.wait_for_question()
    window.page.get_by_label("more").click()
    expect(window.page.get_by_label("Motion")).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(window.page.get_by_label("Motion")).not_to_be_visible()


def test_rules_are_read_and_leaving_is_asked_about_without_losing_the_table(desk: Any) -> None:
    window = desk()
    window.sit_down("cuttle", seed=5)
    asked = window.wait_for_question()
    here = window.page.url
    window.page.get_by_role("button", name="How to play").click()
    window.page.get_by_role("button", name="All rules").click()
    expect(window.page.locator("dialog .rules h3")).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(window.page.locator("dialog")).to_have_count(0)
    window.page.get_by_label("more").click()
    window.page.get_by_role("button", name="Leave the table").click()
    window.page.get_by_role("button", name="Stay").click()
    assert window.page.url == here
    assert window.wait_for_question() == asked
    window.page.get_by_label("more").click()
    window.page.get_by_role("button", name="Leave the table").click()
    window.page.get_by_role("button", name="Leave", exact=True).click()
    window.page.wait_for_url("**/")


def test_five_different_cards_are_picked_in_any_order(desk: Any) -> None:
    window = desk(used_once=True)
    sent: list[dict[str, Any]] = []
    window.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame))))
    window.sit_down("kittens", 4, seed=5)
    window.wait_for_question()
    window.page.get_by_role("button", name="Five different cards").click()
    box = window.page.get_by_label("five different cards")
    for name in ("Attack", "Taco Cat", "Shuffle", "Rainbow-Ralphing Cat", "Beard Cat"):
        box.get_by_role("button", name=name).click()
    box.get_by_role("button", name="Play these five").click()
    expect(window.page.locator(".prompt")).to_contain_text("from the discard pile")
    assert len([each for each in sent if each["type"] == "select_move"]) == 6  # five, and one for each card
