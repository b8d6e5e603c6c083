"""A match as one self-contained HTML file: step through it in a browser, from any seat, also offline."""

import html
from importlib.resources import files

import msgspec

from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.text import html_frame
from croupier.match.match import Match
from croupier.match.playback import Playback

CELL_HEIGHT = 480
"""Pixels of a replay in a notebook."""
ALL_OPEN = "all cards open"
SPECTATOR = "as a spectator"


def replay_page(playback: Playback, heading: str) -> str:
    """The text of the file. A view that does not change from step to step is stored once."""
    seats = {ALL_OPEN: DEALER, **{f"as {name}": seat for seat, name in enumerate(playback.names)}, SPECTATOR: PUBLIC}
    views: list[str] = []
    places: dict[str, int] = {}
    shown: dict[str, list[tuple[int, list[str]]]] = {}
    for who, seat in seats.items():
        frames: list[tuple[int, list[str]]] = []
        for number in range(len(playback.steps) + 1):
            frame = playback.frame(number, seat)
            if frame.view not in places:
                places[frame.view] = len(views)
                views.append(frame.view)
            frames.append((places[frame.view], list(frame.lines)))
        shown[who] = frames
    notes = {number: playback.note(number) for number in range(1, len(playback.steps) + 1) if playback.note(number)}
    data = msgspec.json.encode({"views": views, "seats": shown, "notes": notes, "steps": len(playback.steps)}).decode()
    page = files("croupier.match.replay").joinpath("replay.html").read_text(encoding="utf-8")
    # Nothing in the data may end the script it stands in.
    return page.replace("{{heading}}", html.escape(heading)).replace("{{data}}", data.replace("<", "\\u003c"))


def replay_in_cell(match: Match) -> str:
    """A replay inside the cell of a notebook."""
    playback = Playback(match)
    return html_frame(replay_page(playback, f"{playback.title}: {', '.join(playback.names)}"), CELL_HEIGHT)
