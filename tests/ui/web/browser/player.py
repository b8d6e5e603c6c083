"""A person at the page, played by a program: looks for what can be clicked, and clicks it."""

import json
import os
import random
import re
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

ROOT = Path(__file__).parents[4]
PICTURES = ROOT / "docs" / "pictures"
AXE = ROOT / "page" / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP: ViewportSize = {"width": 1366, "height": 850}
PHONE: ViewportSize = {"width": 390, "height": 844}
OPPONENTS = ("Hugo", "Greta", "Omar", "Vera", "Jonas", "Mina", "Paolo", "Nadia", "Theo")
"""Characters as the lobby seats them."""
FLAT = ".felt, .game .hand { background: var(--felt) !important; } .game[data-game=liar] { display: none; }"
"""A gradient makes a picture five times as large; the sixth game is for tests."""

# Once another question than `last` is open: everything on the table that means a move or leads to one, with a point of
# it that nothing covers.
_LOOK = """(last) => {
  if (document.querySelector('.over')) return { over: true };
  const bar = document.querySelector('.bar.asked');
  if (!bar || bar.dataset.decision === last) return null;
  const wanted = '[data-move], .card.legal, button.badge.target, .cover, .here, .action, .five .btn';
  const spots = [...document.querySelectorAll('.felt :is(' + wanted + ')')].flatMap((at) => {
    if (at.disabled || at.closest('[inert]')) return [];
    const box = at.getBoundingClientRect();
    for (const [dx, dy] of [[0.5, 0.5], [0.12, 0.5], [0.5, 0.15], [0.12, 0.15]]) {
      const [x, y] = [box.left + box.width * dx, box.top + box.height * dy];
      const under = document.elementFromPoint(x, y);
      if (under && (under === at || at.contains(under)))
        return [{ x, y }];
    }
    return [];
  });
  return { decision: bar.dataset.decision, spots };
}"""

# Keeps every text that elements of a kind ever had, for what is gone again before anybody could look.
_RECORD = """(selector) => {
  window.recorded = new Set();
  const look = () => document.querySelectorAll(selector).forEach((at) =>
    window.recorded.add(at.dataset.flight ?? at.textContent.trim()));
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  look();
}"""


class Desk:
    """One browser window before one server."""

    EMPTY = "/favicon.svg"
    """A path without scripts."""

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
        bots = [{"kind": "bot", "bot": bot, "name": name} for name in OPPONENTS[: seats - 1]]
        form = {
            "game": game,
            "seats": people + bots,
            "settings": settings or {},
            "practice": True,
            "pace": 0,
            "window": 0,
            **more,
        }
        opened = self.ask("/tables", form)
        self.keep_token(opened["table"], opened["token"])
        self.go(f"/table/{opened['table']}")
        return str(opened["table"])

    def keep_token(self, table: str, token: str) -> None:
        """As if this window had opened the table itself."""
        if not self.page.url.startswith(self.address):
            self.go(self.EMPTY)
        self.page.evaluate("(kept) => localStorage.setItem(...kept)", [f"croupier.seat.{table}", token])
        # A program presses quickly, and needs no tips.
        self.page.evaluate("() => ['guard', 'tips'].forEach((key) => localStorage.setItem(`croupier.${key}`, 'off'))")

    def record(self, selector: str) -> None:
        """From now on remember every text of these elements."""
        self.page.evaluate(_RECORD, selector)

    def recorded(self) -> list[str]:
        return list(self.page.evaluate("() => [...window.recorded]"))

    def expect_recorded(self, text: str) -> None:
        self.page.wait_for_function("(text) => [...window.recorded].some((each) => each.includes(text))", arg=text)

    def cards(self, where: str) -> list[str]:
        """The cards face up in a part of the page, by their names."""
        return re.findall(r'data-card="([^"]+ of [^"]+)"', self.page.locator(where).inner_html())

    def wait_for_question(self) -> str | None:
        """The number of the open question; None when the game is over."""
        self.page.wait_for_selector(".bar.asked, .over")
        bar = self.page.query_selector(".bar.asked")
        return None if bar is None else bar.get_attribute("data-decision")

    def is_asked(self) -> bool:
        return self.page.query_selector(".bar.asked") is not None

    def click_something(self, rng: random.Random, last: str | None = None) -> tuple[bool, str | None]:
        """One click on the table, when another question than `last` is open: a move at once, or a card whose places
        light up. Whether the game goes on, and the question if it is answered now.
        """
        seen = self._look(last)
        if "over" in seen:
            return False, None
        if not seen["spots"]:
            self.page.get_by_role("button", name="List ").click()
            seen = self._look(last)
        assert seen["spots"], self.page.inner_text(".felt")
        spot = rng.choice(seen["spots"])
        self.page.mouse.click(spot["x"], spot["y"])
        still = self.page.evaluate("() => document.querySelector('.bar.asked')?.dataset.decision")
        return True, None if still == seen["decision"] else seen["decision"]

    def answer(self, rng: random.Random) -> None:
        """Click until the open question is answered."""
        answered: str | None = None
        while answered is None:
            _, answered = self.click_something(rng)

    def _look(self, last: str | None) -> dict[str, Any]:
        found = self.page.wait_for_function(_LOOK, arg=last)
        return dict(found.json_value())

    def play_on(self, rng: random.Random, most: int = 600) -> int:
        """Click to the end of the game, or so many times and until the next question."""
        last: str | None = None
        for clicks in range(most):
            goes_on, last = self.click_something(rng, last)
            if not goes_on:
                return clicks
        self._look(last)
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

    def expect_for_everybody(self) -> None:
        """Nothing that axe-core finds serious or critical; on a desk by day, then in the dark on a phone."""
        found = self.violations()
        desktop = self.page.viewport_size
        self.page.set_viewport_size(PHONE)
        self.page.emulate_media(color_scheme="dark")
        self.expect_no_overflow()
        found += self.violations()
        self.page.set_viewport_size(desktop or DESKTOP)
        self.page.emulate_media(color_scheme="light")
        assert not found, "\n".join(found)

    def violations(self) -> list[str]:
        return violations_of(self.page)

    def expect_over(self) -> None:
        """The page says how it ended for the one before it."""
        expect(self.page.locator(".over h2")).to_contain_text(re.compile("You|A draw"))


def violations_of(page: Page) -> list[str]:
    """What axe-core finds serious or critical on a page, with the place."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'], preload: false })).violations")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
