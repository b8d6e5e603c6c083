"""The log of events; lines are wrapped again when the terminal changes its size."""

import re
from collections.abc import Iterable

from rich.text import Text
from textual.events import Resize
from textual.widgets import RichLog


class EventLog(RichLog):
    """A log that keeps its lines, to wrap them again."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, wrap=True, min_width=10)
        self._all_lines: list[str] = []
        self._broken_at = 0

    def add_lines(self, lines: Iterable[str]) -> None:
        """Append lines."""
        for line in lines:
            self._all_lines.append(line)
            self.write(highlight(line.removeprefix("[GAME] ")))

    def replace_lines(self, lines: Iterable[str]) -> None:
        """Show only these lines."""
        self.clear()
        self._all_lines = []
        self.add_lines(lines)

    def on_resize(self, event: Resize) -> None:
        if event.size.width != self._broken_at:
            self._broken_at = event.size.width
            self.replace_lines(list(self._all_lines))
        # A smaller window shows the oldest lines it had; the newest are what matters.
        self.call_after_refresh(self.scroll_end, animate=False)


CHARACTER_STYLES = {
    "Assassin": "white on grey23",
    "Ambassador": "white on dark_green",
    "Captain": "white on dark_blue",
    "Duke": "white on purple4",
    "Contessa": "white on dark_red",
}
HIGHLIGHTS = (
    (r"(?:10|[2-9AJQK])[♥♦]", "bold red"),
    (r"(?:10|[2-9AJQK])[♣♠]", "bold"),
    (r"\b(?:Exploding Kitten|kitten)s?\b", "bold red"),
    (r"\b(?:Defuse|Nope)\b", "bold green"),
    (r"\b(?:Attack|Skip|Favor|Shuffle|See the Future)\b", "bold yellow"),
    (r"\b(?:Taco|Hairy Potato|Beard|Rainbow-Ralphing) Cats?\b|\bCattermelons?\b", "magenta"),
    (r"\b(?:Assassin|Ambassador|Captain|Duke|Contessa)\b", "bold cyan"),
    (r"[^:]+ \(you\)", "bold green"),
    (r"^\[[A-Z]+\]", "dim cyan"),
)
"""Suits, card names of the games, your own name, the tags of the log."""

CARDS = (
    (re.compile(r"(?:10|[2-9AJQK])[♥♦]"), "bold red on white"),
    (re.compile(r"(?:10|[2-9AJQK])[♣♠]"), "bold black on white"),
    *((re.compile(rf"\b{name}\b"), f"bold {style}") for name, style in CHARACTER_STYLES.items()),
)
"""What is drawn as a card on the table: a coloured field with a margin."""


def highlight(line: str) -> Text:
    """A line of the log, with its cards in colour."""
    text = Text(line)
    for pattern, style in HIGHLIGHTS:
        text.highlight_regex(pattern, style)
    return text


def draw_table(view: str) -> Text:
    """The view of a seat, its cards drawn as small fields in their colours."""
    return Text("\n").join(_draw_line(line) for line in view.split("\n"))


def _draw_line(line: str) -> Text:
    found = sorted((match.start(), match.end(), style) for card, style in CARDS for match in card.finditer(line))
    whole = highlight(line)
    parts: list[Text] = []
    at = 0
    for start, end, style in found:
        parts += [whole[at:start], Text(f" {line[start:end]} ", style)]
        at = end
    return Text.assemble(*parts, whole[at:])
