"""Colour for the plain text of views and logs."""

from rich.text import Text

INK = (
    (r"\b(?:10|[2-9AJQK])[hd]\b", "bold red"),
    (r"[^\s:]+ \(you\)", "bold green"),
    (r"^\[[A-Z]+\]", "dim cyan"),
)
"""Red suits, your own name, the tags of the log."""


def inked(line: str) -> Text:
    text = Text(line)
    for pattern, style in INK:
        text.highlight_regex(pattern, style)
    return text
