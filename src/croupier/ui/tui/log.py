"""What happened, line by line; broken anew when the terminal changes its size."""

from collections.abc import Iterable

from textual.events import Resize
from textual.widgets import RichLog

from croupier.ui.tui.ink import inked


class EventLog(RichLog):
    """A log that remembers its lines."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, wrap=True, min_width=10)
        self._told: list[str] = []
        self._broken_at = 0

    def tell(self, lines: Iterable[str]) -> None:
        """Further lines."""
        for line in lines:
            self._told.append(line)
            self.write(inked(line.removeprefix("[GAME] ")))

    def tell_anew(self, lines: Iterable[str]) -> None:
        """These lines and no others."""
        self.clear()
        self._told = []
        self.tell(lines)

    def on_resize(self, event: Resize) -> None:
        if event.size.width != self._broken_at:
            self._broken_at = event.size.width
            self.tell_anew(list(self._told))
