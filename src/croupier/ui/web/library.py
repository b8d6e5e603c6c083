"""Finished matches to look at: from tables, uploads and stored runs, each played again when it is opened.

One that no longer re-executes is told from its stored words, and says so.
"""

import asyncio
import secrets
from collections import OrderedDict
from typing import Any, Final

import msgspec

from croupier import __version__
from croupier.arena.archive import again
from croupier.arena.store import Store
from croupier.arena.store.shelf import Shelf
from croupier.kernel.decision import Seat
from croupier.kernel.errors import CroupierError, ReplayError, UsageError
from croupier.kernel.events import DEALER, PUBLIC
from croupier.match.core import Match
from croupier.match.film import Film
from croupier.match.replay import EXPEL, Replay, rebuild, replay_of, replays_in
from croupier.ui.web.drawing import open_zones, wire_of, zones_of
from croupier.ui.web.scenes import events_wire
from croupier.ui.web.table import Refused
from croupier.ui.web.thinkers import Thinkers, WorkFailed

KEPT: Final = 24
ANALYSED: Final = 300
"""Iterations for every decision that is looked at."""


class Opened(msgspec.Struct, frozen=True):
    """A replay that was opened."""

    id: str
    replay: Replay
    lines: bytes
    match: Match | None
    film: Film | None
    why_not: str
    """Why it cannot be played again; empty if it can."""


class Library:
    """Opens replays; the last ones stay open."""

    def __init__(self, store: Store, shelf: Shelf, thinkers: Thinkers) -> None:
        self._store = store
        self._shelf = shelf
        self._thinkers = thinkers
        self._open: OrderedDict[str, Opened] = OrderedDict()
        self._films = asyncio.Lock()
        """A film winds back and forth, so it is looked at by one at a time."""
        self._analyses: OrderedDict[str, asyncio.Task[dict[str, Any]]] = OrderedDict()

    async def open(self, replay: str) -> Opened:
        found = self._open.get(replay)
        if found is None:
            found = self._open[replay] = await asyncio.to_thread(self._opened, replay)
            if len(self._open) > KEPT:
                self._open.popitem(last=False)
        return found

    def _opened(self, key: str) -> Opened:
        lines = self._shelf.replay(key)
        if lines is None:
            lines = self._of_run(key)
        replay = next(replays_in(lines.splitlines(keepends=True), "the replay"))
        try:
            match = rebuild(replay)
        except CroupierError as error:
            return Opened(key, replay, lines, None, None, str(error))
        return Opened(key, replay, lines, match, Film(match), "")

    def _of_run(self, key: str) -> bytes:
        """RUN.NUMBER names a match of a stored run."""
        run, _, number = key.partition(".")
        if not (run.isascii() and run.isdigit() and number.isascii() and number.isdigit() and len(key) < 16):
            raise Refused("no_replay", "there is no such replay")
        try:
            plan = self._store.plan(int(run))
            played = self._store.game(int(run), int(number))
            match = again(plan, played)
        except (UsageError, ReplayError) as error:
            raise Refused("no_replay", str(error)) from None
        names = [plan.names[entrant] for entrant in played.seating]
        named = _named(match, names)
        return replay_of(named, __version__, [plan.bots[entrant] for entrant in played.seating])

    async def frame(self, opened: Opened, step: int, seat: Seat) -> dict[str, Any]:
        """The table after one step, as `seat` saw it."""
        film, match = opened.film, opened.match
        if film is None or match is None:
            raise Refused("not_again", f"this replay is told from its words only: {opened.why_not}")
        if not 0 <= step <= len(film.steps):
            raise Refused("no_step", f"it has {len(film.steps)} steps, so there is none with number {step}")
        if seat not in (DEALER, PUBLIC) and not 0 <= seat < match.table.seats:
            raise Refused("no_step", f"there is no seat {seat}; the last one is {match.table.seats - 1}")
        async with self._films:
            return await asyncio.to_thread(_frame, film, match, step, seat)

    async def page(self, opened: Opened) -> str:
        if opened.film is None:
            raise Refused("not_again", f"this replay cannot be played again: {opened.why_not}")
        try:
            return await self._thinkers.picture(opened.lines)
        except (WorkFailed, CroupierError) as error:
            raise Refused("not_again", f"the page cannot be made: {error}") from None

    def analysis(self, opened: Opened) -> dict[str, Any] | None:
        """What each decision was worth; None while it is being found out."""
        if opened.match is None:
            raise Refused("not_again", f"this replay cannot be played again: {opened.why_not}")
        task = self._analyses.get(opened.id)
        if task is None:
            task = asyncio.create_task(self._thinkers.study(opened.lines, ANALYSED))
            self._analyses[opened.id] = task
            if len(self._analyses) > KEPT * 4:
                self._analyses.popitem(last=False)[1].cancel()
        if not task.done():
            return None
        try:
            return task.result()
        except (WorkFailed, CroupierError) as error:
            del self._analyses[opened.id]
            raise Refused("no_analysis", f"the analysis failed: {error}") from None

    async def take_in(self, body: bytes) -> str:
        """An uploaded replay; it is played again by a worker before it is believed."""
        try:
            found = await self._thinkers.verify(body)
        except WorkFailed as error:
            raise UsageError(str(error)) from None
        key = secrets.token_urlsafe(9)
        put = self._shelf.put_replay
        await asyncio.to_thread(put, key, found.game, found.names, found.result, found.lines, "upload")
        return key

    async def close(self) -> None:
        for task in self._analyses.values():
            task.cancel()
        await asyncio.gather(*self._analyses.values(), return_exceptions=True)


def _named(match: Match, names: list[str]) -> Match:
    """The same match, its players called by their names instead of p0, p1."""
    from croupier.match.rehearsal import repeat
    from croupier.players.entrant import unique_names

    named = Match(match.game, match.settings, unique_names(names), match.seed, match.talk)
    for step in match.steps:
        repeat(named, step)
    return named


def _frame(film: Film, match: Match, step: int, seat: Seat) -> dict[str, Any]:
    view = film.view(step, seat)
    wire = wire_of(view)
    frame: dict[str, Any] = {"step": step, "text": view.text(), "lines": _lines(film, step, seat), "view": wire}
    frame["events"] = events_wire(match.happened(seat, step), match.table.names)
    if seat == DEALER:
        views = [film.view(step, each) for each in range(len(film.names))]
        frame["views"] = [wire_of(each) for each in views]
        frame["zones"] = open_zones(views, film.view(step, PUBLIC))
    else:
        frame["zones"] = zones_of(view, wire)
    return frame


def _lines(film: Film, step: int, seat: Seat) -> list[str]:
    return [line.removeprefix("[GAME] ") for line in film.lines(step, seat)]


def described(opened: Opened) -> dict[str, Any]:
    """Everything but the pictures."""
    head, result = opened.replay.head, opened.replay.result
    match = opened.match
    return {
        "id": opened.id,
        "game": head.game,
        "title": head.game if match is None else match.game.title,
        "names": head.names,
        "players": head.players,
        "settings": head.settings,
        "teams": None if match is None else match.game.teams(match.settings, match.table.seats),
        "result": {
            "places": result.places,
            "scores": result.scores,
            "ending": result.ending,
            "winners": result.winners,
        },
        "playable": match is not None,
        "why_not": opened.why_not,
        "deal": head.events,
        "steps": [
            {
                "number": number,
                "seat": line.seat,
                "move": None if line.move == EXPEL else line.move,
                "label": _label(match, number, line.move),
                "events": line.events,
                "say": line.say,
                "note": line.note,
                "faults": line.faults,
                "ruling": line.ruling,
                "seconds": line.seconds,
            }
            for number, line in enumerate(opened.replay.moves, 1)
        ],
    }


def _label(match: Match | None, number: int, text: str) -> str:
    if match is None or text == EXPEL:
        return text
    return match.game.moves[match.steps[number - 1].move].label(match.table.names)
