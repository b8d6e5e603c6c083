"""A match as one HTML file without the page's own table: used where the page could not be built."""

import html
import re
from collections.abc import Collection
from importlib.resources import files

import msgspec

from croupier.kernel.decision import Seat
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.match.playback import Playback
from croupier.match.replay.frames import viewer_labels
from croupier.match.replay.table_zones import Zone, open_zones, wire_of, zones_of


def plain_page(playback: Playback, heading: str, viewers: Collection[Seat] | None = None) -> str:
    """The text of the file. A view or a zone that does not change from step to step is stored once.

    `viewers` are the points of view in it, seats or DEALER or PUBLIC; all of them if left out.
    """
    seats = {who: seat for seat, who in viewer_labels(playback.names, viewers).items()}
    views: dict[str, int] = {}
    zones: dict[Zone, int] = {}
    shown: dict[str, list[tuple[int, list[str], list[int]]]] = {}
    for who, seat in seats.items():
        frames: list[tuple[int, list[str], list[int]]] = []
        for number in range(len(playback.steps) + 1):
            frame = playback.frame(number, seat)
            drawn = [zones.setdefault(zone, len(zones)) for zone in _zones(playback, number, seat)]
            frames.append((views.setdefault(frame.view, len(views)), list(frame.lines), drawn))
        shown[who] = frames
    notes = {number: playback.note(number) for number in range(1, len(playback.steps) + 1) if playback.note(number)}
    data = msgspec.json.encode(
        {
            "names": playback.names,
            "near": {who: seat if seat >= 0 else None for who, seat in seats.items()},
            "views": list(views),
            "zones": list(zones),
            "seats": shown,
            "notes": notes,
            "steps": len(playback.steps),
        }
    ).decode()
    # Nothing in the data may end the script it stands in.
    parts = {
        "{{heading}}": html.escape(heading),
        "{{style}}": _part("table.css"),
        "{{table}}": _part("table.js"),
        "{{data}}": data.replace("<", "\\u003c"),
    }
    return re.sub("|".join(map(re.escape, parts)), lambda found: parts[found[0]], _part("replay.html"))


def _zones(playback: Playback, number: int, seat: Seat) -> tuple[Zone, ...]:
    if seat != DEALER:
        view = playback.view(number, seat)
        return zones_of(view, wire_of(view))
    return open_zones(
        [playback.view(number, each) for each in range(len(playback.names))], playback.view(number, PUBLIC)
    )


def _part(name: str) -> str:
    return files("croupier.match.replay").joinpath(name).read_text(encoding="utf-8")
