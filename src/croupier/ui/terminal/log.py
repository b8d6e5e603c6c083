"""The log of events; lines are wrapped again when the terminal changes its size."""

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


HIGHLIGHTS = (
    (r"\b(?:10|[2-9AJQK])[hd]\b", "bold red"),
    (r"[^\s:]+ \(you\)", "bold green"),
    (r"^\[[A-Z]+\]", "dim cyan"),
)
"""Red suits, your own name, the tags of the log."""


def highlight(line: str) -> Text:
    text = Text(line)
    for pattern, style in HIGHLIGHTS:
        text.highlight_regex(pattern, style)
    return text
