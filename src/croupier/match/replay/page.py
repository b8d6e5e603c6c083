"""A match as one self-contained HTML file: the table as `croupier serve` draws it, from any seat, also offline.

The file is a template that `make page` builds from the page's own components, with the match in it as JSON, compressed
and in base 64; `read_page` reads it back. Where the template was not built, because there is no node, the plain page of
`plain_page.py` takes its place.
"""

import html
import re
from base64 import b64decode, b64encode
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from typing import Any, Final
from zlib import compress, decompress

import msgspec

from croupier.kernel.decision import Seat
from croupier.kernel.errors import ReplayError
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.text import html_frame
from croupier.match.match import Match
from croupier.match.playback import Playback, apply_step, replay_from_deal
from croupier.match.replay.frames import FrameWriter, steps_shown, viewer_key, viewer_labels
from croupier.match.replay.plain_page import plain_page
from croupier.match.replay.study import Study

TEMPLATE: Final = "living.html"
"""Built by `make page`; not in the repository."""
FORMAT: Final = 1
CELL_HEIGHT: Final = 640
"""Pixels of a replay in a notebook."""
_DATA: Final = re.compile(r'<script type="text/plain" id="match">([A-Za-z0-9+/=]*)</script>')
_TABLES: Final = re.compile(r'<meta name="tables" content="([a-z ]*)">')


def replay_page(
    playback: Playback, heading: str, viewers: Collection[Seat] | None = None, study: Study | None = None
) -> str:
    """The text of the file. `viewers` are the points of view in it, seats or DEALER or PUBLIC; all of them for None.

    `study` is an analysis made for the same viewers.
    """
    template = page_template()
    if template is None:
        return plain_page(playback, heading, viewers)
    data = msgspec.json.encode(_document(playback, heading, viewers, study, _tables(template)))
    parts = {"{{heading}}": html.escape(heading), "{{data}}": b64encode(compress(data, 9)).decode()}
    return re.sub("|".join(map(re.escape, parts)), lambda found: parts[found[0]], template)


def read_page(page: str) -> Any:
    """The data of a page: all that is in the file about its match."""
    found = _DATA.search(page)
    if found is None:
        raise ReplayError("this is not a replay page")
    return msgspec.json.decode(decompress(b64decode(found[1])))


def _document(
    playback: Playback, heading: str, viewers: Collection[Seat] | None, study: Study | None, tables: Collection[str]
) -> dict[str, Any]:
    script = playback.script
    names, game = script.table.names, script.game
    labels = viewer_labels(names, viewers)
    writer = FrameWriter(script.table, with_zones=game.name not in tables)
    match = replay_from_deal(script)
    frames: dict[Seat, list[dict[str, int]]] = {viewer: [] for viewer in labels}
    turns: list[str] = []
    for number in range(len(script.steps) + 1):
        if number:
            apply_step(match, script.steps[number - 1])
        public = match.view(PUBLIC)
        turns.append(game.turn_text(public))
        seats = [match.view(seat) for seat in range(len(names))] if DEALER in labels else []
        for viewer in labels:
            events = match.happened(viewer)
            frames[viewer].append(writer.write("match", viewer, seats, public, match.view(viewer), events))
    shown = [
        {
            "key": viewer_key(viewer),
            "frames": frames[viewer],
            "steps": steps_shown(script, playback, viewer, turns),
        }
        for viewer in labels
    ]
    return {
        "format": FORMAT,
        "game": game.name,
        "title": game.title,
        "heading": heading,
        "names": names,
        "guide": game.guide,
        "viewers": shown,
        "study": None if study is None else study.document(writer, labels),
        # Last, because the writer has all values only now.
        "values": writer.values,
    }


@cache
def page_template() -> str | None:
    """The built template; None where it was not built."""
    found = files("croupier.match.replay").joinpath(TEMPLATE)
    return found.read_text(encoding="utf-8") if found.is_file() else None


def _tables(template: str) -> frozenset[str]:
    """The games that the template has a table of their own for."""
    found = _TABLES.search(template)
    return frozenset(found[1].split()) if found else frozenset()


def replay_in_cell(match: Match, study: Study | None = None) -> str:
    """A replay inside the cell of a notebook, with its analysis if there is one."""
    playback = Playback(match)
    page = replay_page(playback, f"{playback.title}: {', '.join(playback.names)}", study=study)
    return html_frame(page, CELL_HEIGHT)
