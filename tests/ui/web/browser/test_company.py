"""Several browsers at one table: friends by link, and spectators who are sent nothing that is hidden."""

import json
import random
import re
from collections import Counter
from typing import Any

import pytest
from frames.polling import POLL_SECONDS
from playwright.sync_api import expect

CARD = r"(?<![\w-])(?:10|[2-9JQKA])[cdhs](?!\w)"
CATS = r"\w+Card\b|Taco Cat|Defuse|See the Future"
NONE = "(?!)"
COURT = r"(?i)\b(?:duke|assassin|captain|ambassador|contessa)\b"
# With what nobody but its owner may know before a card was played; clicks to make; where cards may lie face up.
WATCHED: list[tuple[str, int, str, int, str]] = [
    ("kittens", 3, CATS, 6, "[data-place=discard]"),
    ("coup", 3, COURT, 6, ".lost"),
    ("cuttle", 2, CARD, 4, ".points, .royals, .broadcaster, .scrap"),
    ("bluff", 3, NONE, 6, ".verdict"),
    ("belote", 4, CARD, 5, ".trick"),
]
SECRET = {
    "Dealt": ("cards", "character"),
    "Drew": ("card", "characters"),
    "Chose": ("card",),
    "Gave": ("card",),
    "Stole": ("card",),
    "Peeked": ("cards",),
    "Inserted": ("depth",),
    "Replaced": ("character",),
    "Returned": ("characters",),
    "Held": ("rank",),
    "Laid": ("rank",),
    "Found": ("rank",),
}
"""Fields of events that are somebody's secret, in whatever game."""

# Cards whose face can be seen elsewhere than where they may lie open.
FACES = """(lawful) => [...document.querySelectorAll('.felt .card')]
  .filter((card) => !card.querySelector('.back') && !card.closest(lawful)).map((card) => card.dataset.card)"""


# The question after `last` is open, or there is none any more.
NEXT = """(last) => document.querySelector('.over')
  || (document.querySelector('.bar.asked')?.dataset.decision ?? last) !== last"""
RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
"""How cards show the ranks whose number they do not show."""


def test_two_browsers_at_one_table(desk: Any) -> None:
    host, guest = desk(), desk()
    host.go("/?game=cuttle")
    host.page.get_by_label("who sits at seat 2").select_option("friend")
    host.page.get_by_role("button", name="Play", exact=True).click()
    link = host.page.get_by_label("Link for").input_value()
    assert "#" in link
    guest.page.goto(link)
    guest.page.get_by_label("What shall the others call you?").fill("Bea")
    guest.expect_for_everybody()
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator(".felt")).to_contain_text("Bea (you)")
    expect(host.page.locator(".felt")).to_contain_text("Bea")
    expect(host.page.get_by_label("Link for")).to_have_count(0)
    rng = random.Random(4)
    answered = {id(host): 0, id(guest): 0}
    while min(answered.values()) < 3:
        asked = [window for window in (host, guest) if window.is_asked()]
        for window in asked:
            answered[id(window)] += 1
            window.answer(rng)
        if not asked:
            host.page.wait_for_timeout(POLL_SECONDS * 1000)
    guest.page.get_by_label("say to the table").fill("well played")
    guest.page.get_by_role("button", name="Say").click()
    expect(host.page.get_by_label("table talk")).to_contain_text("well played")
    # Each sees its own side at the bottom, and the other's cards face down.
    assert host.cards(".near-hand")
    assert not set(host.cards(".near-hand")) & set(guest.cards(".near-hand"))
    # The link opens one seat; whoever comes with it while somebody sits there can only watch.
    late = desk()
    late.page.goto(link)
    late.page.get_by_role("button", name="Sit down").click()
    expect(late.page.get_by_role("alert")).to_contain_text("this seat is taken")
    late.page.get_by_role("button", name="Only watch").click()
    expect(late.page.locator(".felt")).to_contain_text("Bea")
    expect(late.page.get_by_label("say to the table")).to_have_count(0)
    assert not late.cards(".table .near-hand")


@pytest.mark.parametrize(("game", "seats", "cards", "clicks", "lawful"), WATCHED, ids=[each[0] for each in WATCHED])
def test_a_spectator_is_sent_no_hidden_card(
    desk: Any, game: str, seats: int, cards: str, clicks: int, lawful: str
) -> None:
    # Until one match goes on for so long: when it is over, everybody is sent its replay with all cards.
    assert any(spectator_sees_nothing(desk, game, seats, cards, clicks, lawful, seed) for seed in range(5))


def spectator_sees_nothing(desk: Any, game: str, seats: int, cards: str, clicks: int, lawful: str, seed: int) -> bool:
    """Check one match; False if it was over before all clicks were made."""
    player, spectator = desk(), desk(used_once=True)
    traffic: list[str] = []
    spectator.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: traffic.append(str(frame))))
    spectator.page.on(
        "response",
        lambda answer: (
            traffic.append(answer.text()) if "/api/" in answer.url and not answer.url.endswith("/guide") else None
        ),
    )
    table = player.sit_down(game, seats, settings={"deals": 1} if game == "belote" else {}, seed=seed)
    player.wait_for_question()
    spectator.go(f"/table/{table}")
    expect(spectator.page.locator(".felt .badge").first).to_be_visible()
    assert not re.findall(cards, everything(spectator, traffic))  # seat 0 begins: nothing was played yet
    rng = random.Random(4)
    last: str | None = None
    for _ in range(clicks):
        _, last = player.click_something(rng, last)
        faces = spectator.page.evaluate(FACES, lawful)
        assert not secrets_told(messages(traffic))
        if is_over(traffic):
            return False
        assert not faces or '"Revealed"' in "".join(traffic)  # what a challenge turned up is known from then on
    player.page.wait_for_function(NEXT, arg=last)
    if not player.is_asked():
        return False
    # The match waits for the player now.
    spectator.page.wait_for_function("() => document.querySelectorAll('.log li').length > 3")
    if game in ("cuttle", "belote"):  # where each card is there once
        held = [short(name) for name in player.cards(".own" if game == "belote" else ".near-hand")]
        seen = everything(spectator, traffic)
        assert held
        assert not [card for card in held if re.search(rf"(?<![\w-]){card}(?!\w)", seen)]
    assert not secrets_told(messages(traffic))
    assert [each for each in messages(traffic) if each["type"] == "move_made"]
    return True


def everything(window: Any, traffic: list[str]) -> str:
    """What came, what is shown, and all that the page keeps."""
    kept = window.page.evaluate("() => [{...localStorage}, {...sessionStorage}, history.state, location.href]")
    told = [json.dumps({**message, "settings": None}) for message in messages(traffic)]  # these list the whole deck
    drawn = re.sub(r' d="[^"]*"', "", window.page.content())  # the lines of drawings look like cards: 10c, 9s
    return "\n".join([*told, drawn, json.dumps(kept)])


def messages(traffic: list[str]) -> list[dict[str, Any]]:
    return [json.loads(text) for text in traffic]


def is_over(traffic: list[str]) -> bool:
    return any(each.get("type") == "over" for each in messages(traffic))


def secrets_told(told: list[dict[str, Any]]) -> list[Any]:
    """Whatever in the messages for spectators only one seat may know, until the match is over."""
    found = []
    revealed: Counter[str] = Counter()
    for message in told:
        if message.get("type") == "over":
            break
        for event in message.get("events") or ():
            if event["type"] == "Revealed" and "rank" in event:
                revealed[RANKS.get(event["rank"], str(event["rank"]))] += event["count"]
        found += secrets_in(message, revealed)
    return found


def secrets_in(message: dict[str, Any], revealed: Counter[str]) -> list[Any]:
    """Whatever in a message for spectators only one seat may know; cards that a challenge `revealed` stay known in the
    hand that took them.
    """
    view = message.get("view") or {}
    found = [view[field] for field in ("seat", "hand", "drawn", "chosen", "my_laid") if view.get(field)]
    for zone in message.get("zones") or ():
        if zone["title"] in ("Hand", "Pile", "Court"):
            faces = [card for card in zone["cards"] if card.get("face_up", True)]
            known = Counter(card["text"] for card in faces) <= revealed
            found += [] if known else faces
    for event in message.get("events") or ():
        found += [event for field in SECRET.get(event["type"], ()) if event.get(field)]
    return found


def short(name: str) -> str:
    rank, suit = name.split(" of ")
    return (rank if rank.isdigit() else rank[0]) + suit[0]
