"""A match as one HTML file that needs nothing else: step through it in a browser, from any seat, also offline."""

import html
from importlib.resources import files

import msgspec

from croupier.kernel.events import DEALER, PUBLIC
from croupier.match.film import Film

ALL_OPEN = "all cards open"
SPECTATOR = "as a spectator"


def replay_page(film: Film, heading: str) -> str:
    """The page. A view that does not change from step to step is stored once."""
    seats = {ALL_OPEN: DEALER, **{f"as {name}": seat for seat, name in enumerate(film.names)}, SPECTATOR: PUBLIC}
    views: list[str] = []
    places: dict[str, int] = {}
    shown: dict[str, list[tuple[int, list[str]]]] = {}
    for who, seat in seats.items():
        frames: list[tuple[int, list[str]]] = []
        for number in range(len(film.steps) + 1):
            frame = film.frame(number, seat)
            if frame.view not in places:
                places[frame.view] = len(views)
                views.append(frame.view)
            frames.append((places[frame.view], list(frame.lines)))
        shown[who] = frames
    notes = {number: film.note(number) for number in range(1, len(film.steps) + 1) if film.note(number)}
    data = msgspec.json.encode({"views": views, "seats": shown, "notes": notes, "steps": len(film.steps)}).decode()
    page = files("croupier.ui").joinpath("replay.html").read_text(encoding="utf-8")
    # Nothing in the data may end the script it stands in.
    return page.replace("{{heading}}", html.escape(heading)).replace("{{data}}", data.replace("<", "\\u003c"))
