"""A session at the page in a real browser: does the board stand still, are moves few keys away, are hints marked?

    python bench/browser.py                every game, 20 questions each
    python bench/browser.py --quick        6 questions each
    python bench/browser.py coup bluff     only these games

Each game is played by keys alone at 1366x768, with motion. Layout shift is what browsers call CLS, the largest sum of
shifts within five seconds; unlike theirs it also counts shifts right after a key. Hints are asked for and followed: one
counts as marked if pressing what is marked sent the advised move. axe-core looks at every fourth question, by day
and in the dark. The exit code is 1 if a figure misses its limit.
"""

import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from ui.web.browser.conftest import FLAGS, chromium, serving
from ui.web.browser.player import Desk

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "kittens": (4, {}),
    "coup": (4, {}),
    "cuttle": (2, {}),
    "bluff": (4, {"hand_size": 8}),
    "belote": (4, {}),
}
QUESTIONS, QUICK = 20, 6
HINTS = 8
PACE = 0.15
MOST_SHIFT = 0.05
MOST_KEYS = 3
HEADING = "game      questions  layout shift keys a move  most  hints marked  axe: serious"

WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((shift) => window.shifts.push([
    shift.startTime, shift.value, shift.sources.map((source) => source.node?.className ?? source.node?.nodeName ?? ''),
  ]))).observe({ type: 'layout-shift', buffered: false });
}"""
# Keys of everything that can be pressed now, with whether it is marked, a button, a card of a hand; marked ones first.
KEYS = """() => [...document.querySelectorAll('.felt [data-key]')]
  .sort((a, b) => b.classList.contains('hinted') - a.classList.contains('hinted'))
  .map((at) => [at.dataset.key, at.classList.contains('hinted'), at instanceof HTMLButtonElement,
    at.closest('.slot') !== null])"""


class Session:
    """One game at one window."""

    def __init__(self, desk: Desk, game: str) -> None:
        self.desk = desk
        self.page = desk.page
        self.sent: list[dict[str, Any]] = []
        self.hints: list[dict[str, Any]] = []
        self.page.on("websocket", self._listen)
        self.keys: list[int] = []
        self.asked = self.marked = 0
        self.findings: list[str] = []
        self._game = game
        self.shift = 0.0
        self._matches = 0

    def _listen(self, socket: Any) -> None:
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._hear(json.loads(frame)))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "hint":
            self.hints.append(message)

    def play(self, questions: int) -> None:
        """Answer so many questions; a match that is over is followed by another."""
        rng = random.Random(3)
        asked = None
        while len(self.keys) < questions:
            if asked is None:
                self._sit_down()
            asked = self.desk.wait_for_question()
            if asked is None:
                continue
            if len(self.keys) % 4 == 0:
                self._look()
            self._answer(asked, rng, with_hint=self.asked < HINTS)
        self._keep_shift()

    def _sit_down(self) -> None:
        self._keep_shift()
        seats, settings = TABLES[self._game]
        self.desk.sit_down(self._game, seats, settings=settings, seed=11 + self._matches, pace=PACE)
        self._matches += 1
        self.desk.wait_for_question()
        self.page.evaluate(WATCH_SHIFTS)

    def _answer(self, asked: str, rng: random.Random, with_hint: bool) -> None:
        if with_hint:
            self.asked += 1
            self.page.keyboard.press("h")
            self.page.wait_for_selector(".advice")
        pressed = 0
        follows = with_hint
        while self.page.get_attribute(".bar", "data-decision") == asked:
            keys = self.page.evaluate(KEYS)
            buttons = [key for key in keys if key[2]]
            follows = follows and keys[0][1]
            # Whoever has taken up a card says where it goes, not which other card to take up.
            offered = [key for key in buttons if not (pressed and key[3])] or buttons
            self.page.keyboard.press((buttons[0] if with_hint else rng.choice(offered))[0])
            pressed += 1
            assert pressed < 50, self.page.inner_text(".bar")
        self.keys.append(pressed)
        moves = [each["index"] for each in self.sent if each["type"] == "select_move"]
        self.marked += follows and moves[-1] == self.hints[-1]["index"]

    def _look(self) -> None:
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            self.findings += self.desk.violations()

    def _keep_shift(self) -> None:
        """The largest sum of layout shifts in five seconds with no pause of more than one, of all matches."""
        if not self._matches:
            return
        worst = total = first = last = 0.0
        for at, value, _ in self.page.evaluate("() => window.shifts"):
            if at - last > 1000 or at - first > 5000:
                first, total = at, 0.0
            last, total = at, total + value
            worst = max(worst, total)
        self.shift = max(self.shift, worst)


def measure(browser: Browser, address: str, game: str, questions: int) -> tuple[str, bool]:
    """A line of the table, and whether it keeps the limits."""
    page = browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="no-preference")
    page.set_default_timeout(60_000)
    session = Session(Desk(page, address), game)
    session.play(questions)
    shift, keys = session.shift, session.keys
    for finding in dict.fromkeys(session.findings):
        print(finding, file=sys.stderr)
    page.close()
    ok = shift < MOST_SHIFT and max(keys) <= MOST_KEYS and session.marked == session.asked and not session.findings
    line = (
        f"{game:9}{len(keys):>10}{shift:>14.3f}{sum(keys) / len(keys):>12.2f}{max(keys):>6}"
        f"{f'{session.marked} of {session.asked}':>14}{len(session.findings):>14}"
    )
    return line, ok


def main() -> None:
    games = [name for name in sys.argv[1:] if not name.startswith("-")] or list(TABLES)
    questions = QUICK if "--quick" in sys.argv[1:] else QUESTIONS
    kept = True
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        print(HEADING)
        for game in games:
            line, ok = measure(browser, address, game, questions)
            kept &= ok
            print(line, flush=True)
        browser.close()
    print(
        f"limits: layout shift under {MOST_SHIFT}, at most {MOST_KEYS} keys a move, every hint marked, nothing serious"
    )
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
