"""A person at the page, played by a program: looks for what can be clicked, and clicks it."""

import json
import os
import random
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, TimeoutError, expect

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
FLAT = ".felt, .game .hand { background: var(--felt) !important; }"
"""A gradient makes a picture five times as large."""

# Everything on the table that means a move or leads to one, with a point of it that nothing covers.
_CLICKABLE = """() => {
  const bar = document.querySelector('.bar.asked');
  if (!bar) return [];
  const wanted = '[data-move], .card.legal, button.badge.target, .cover, .here, .action';
  return [...document.querySelectorAll('.felt :is(' + wanted + ')')].flatMap((at) => {
    if (at.disabled || at.closest('[inert]')) return [];
    const box = at.getBoundingClientRect();
    for (const [dx, dy] of [[0.5, 0.5], [0.12, 0.5], [0.5, 0.15], [0.12, 0.15]]) {
      const [x, y] = [box.left + box.width * dx, box.top + box.height * dy];
      const under = document.elementFromPoint(x, y);
      if (under && (under === at || at.contains(under)))
        return [{ x, y, plays: at.hasAttribute('data-move') && at.dataset.move !== '' }];
    }
    return [];
  });
}"""

_NEXT = """(last) => document.querySelector('.over') !== null
  || document.querySelector('.bar.asked')?.dataset.decision !== last"""


class Desk:
    """One browser window before one server."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def ask(self, path: str, form: dict[str, Any] | None = None) -> Any:
        """The API without the page."""
        body = None if form is None else json.dumps(form).encode()
        request = urllib.request.Request(
            f"{self.address}/api/v1{path}", body, {"Content-Type": "application/json"}, method="POST" if body else "GET"
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    def sit_down(
        self, game: str, seats: int = 2, bot: str = "heuristic", settings: dict[str, Any] | None = None, **more: Any
    ) -> str:
        """A table of bots with this window's person at its first seat, and without any waiting."""
        people: list[dict[str, str]] = [{"kind": "you", "name": "Ann"}]
        form = {
            "game": game,
            "seats": people + [{"kind": "bot", "bot": bot}] * (seats - 1),
            "settings": settings or {},
            "practice": True,
            "pace": 0,
            "window": 0,
            **more,
        }
        opened = self.ask("/tables", form)
        self.go("/")
        self.keep_token(opened["table"], opened["token"])
        self.go(f"/table/{opened['table']}")
        return str(opened["table"])

    def keep_token(self, table: str, token: str) -> None:
        self.page.evaluate("([key, token]) => localStorage.setItem(key, token)", [f"croupier.seat.{table}", token])

    def wait_for_question(self) -> str | None:
        """The number of the open question; None when the game is over."""
        self.page.wait_for_selector(".bar.asked, .over")
        bar = self.page.query_selector(".bar.asked")
        return None if bar is None else bar.get_attribute("data-decision")

    def is_asked_within(self, milliseconds: float) -> bool:
        try:
            self.page.wait_for_selector(".bar.asked", timeout=milliseconds)
        except TimeoutError:
            return False
        return True

    def click_something(self, rng: random.Random) -> None:
        """One click on the table: a move at once, or a card whose places light up."""
        found = self.page.evaluate(_CLICKABLE)
        if not found:
            self.page.get_by_role("button", name="List ").click()
            found = self.page.evaluate(_CLICKABLE)
        assert found, self.page.inner_text(".felt")
        spot = rng.choice(found)
        last = self.page.evaluate("() => document.querySelector('.bar.asked')?.dataset.decision")
        self.page.mouse.click(spot["x"], spot["y"])
        if spot["plays"]:
            self.page.wait_for_function(_NEXT, arg=last)

    def play_on(self, rng: random.Random, most: int = 600) -> int:
        """Click to the end of the game, or so many times."""
        for clicks in range(most):
            if self.wait_for_question() is None:
                return clicks
            self.click_something(rng)
        return most

    def picture(self, name: str, *, whole: bool = False) -> None:
        """A screenshot for the docs, where they are wanted."""
        if os.environ.get("CROUPIER_PICTURES"):
            PICTURES.mkdir(parents=True, exist_ok=True)
            self.page.add_style_tag(content=FLAT)
            self.page.screenshot(path=PICTURES / f"{name}.png", full_page=whole)

    def expect_no_overflow(self) -> None:
        """Nothing sticks out to the side."""
        width, seen = self.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert width <= seen, f"the page is {width} wide and the window {seen}"

    def expect_over(self) -> None:
        expect(self.page.locator(".over h2")).to_contain_text("You")
