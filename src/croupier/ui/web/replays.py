"""Finished matches for the page: from tables, uploads and stored runs. Each is played again when it is opened.

A match that cannot be played again any more is shown by its stored texts, and says so.
"""

import asyncio
import secrets
from collections import OrderedDict
from typing import Final

import msgspec

from croupier.arena.plan.run_plan import stored_replay
from croupier.arena.store.store import Store
from croupier.arena.store.web import WebStore
from croupier.kernel.decision import Seat
from croupier.kernel.errors import CroupierError, ReplayError, UsageError
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.wire import event_to_wire
from croupier.match.match import Match
from croupier.match.playback import Playback
from croupier.match.replay.format import EXPEL, Replay
from croupier.match.replay.read import replays_in
from croupier.match.replay.table_zones import open_zones, wire_of, zones_of
from croupier.match.replay.verify import rebuild
from croupier.ui.web.api.answers import FrameShown, FrameStart, ReplayShown
from croupier.ui.web.jobs.pool import JobFailed, JobPool
from croupier.ui.web.jobs.worker import Analysis
from croupier.ui.web.tables.table import RequestRefused

MAX_OPEN: Final = 24
REVIEW_ITERATIONS: Final = 300
"""Search iterations for each decision of a review."""


class OpenReplay(msgspec.Struct, frozen=True):
    """A replay that was loaded and played again."""

    id: str
    replay: Replay
    lines: bytes
    match: Match | None
    playback: Playback | None
    why_not: str
    """Why it cannot be played again; empty if it can."""
    turns: tuple[str, ...]
    """The turn or trick that each step belongs to."""


class Replays:
    """Opens replays and keeps the last MAX_OPEN of them."""

    def __init__(self, store: Store, web_store: WebStore, jobs: JobPool) -> None:
        self._store = store
        self._web_store = web_store
        self._jobs = jobs
        self._open: OrderedDict[str, OpenReplay] = OrderedDict()
        self._playback_lock = asyncio.Lock()
        """A playback has one position, so it is used by one request at a time."""
        self._analyses: OrderedDict[str, asyncio.Task[Analysis]] = OrderedDict()

    async def open(self, replay: str) -> OpenReplay:
        found = self._open.get(replay)
        if found is None:
            found = self._open[replay] = await asyncio.to_thread(self._opened, replay)
            if len(self._open) > MAX_OPEN:
                self._open.popitem(last=False)
        return found

    def _opened(self, key: str) -> OpenReplay:
        lines = self._web_store.replay(key)
        if lines is None:
            lines = self._of_run(key)
        replay = next(replays_in(lines.splitlines(keepends=True), "the replay"))
        try:
            match = rebuild(replay)
        except CroupierError as error:
            return OpenReplay(key, replay, lines, None, None, str(error), ("",) * len(replay.moves))
        playback = Playback(match)
        turns = tuple(match.game.turn_text(playback.view(step, PUBLIC)) for step in range(len(match.steps)))
        return OpenReplay(key, replay, lines, match, playback, "", turns)

    def _of_run(self, key: str) -> bytes:
        """The lines of a match of a stored run, whose key is RUN.N; matches are numbered from 1."""
        run, _, number = key.partition(".")
        if not (
            run.isascii() and run.isdigit() and number.isascii() and number.isdigit() and len(key) < 16 and int(number)
        ):
            raise RequestRefused("no_replay", "there is no such replay")
        try:
            plan = self._store.plan(int(run))
            played = self._store.game(int(run), int(number) - 1)
            return stored_replay(plan, played)
        except (UsageError, ReplayError) as error:
            raise RequestRefused("no_replay", str(error)) from None

    async def frame(self, opened: OpenReplay, step: int, seat: Seat) -> FrameShown:
        """The table after one step, as `seat` saw it."""
        playback, match = opened.playback, opened.match
        if playback is None or match is None:
            raise RequestRefused("not_again", f"this replay can only be shown from its stored text: {opened.why_not}")
        if not 0 <= step <= len(playback.steps):
            raise RequestRefused("no_step", f"no step {step}; this replay has {len(playback.steps)} steps")
        if seat not in (DEALER, PUBLIC) and not 0 <= seat < match.table.seats:
            raise RequestRefused("no_step", f"there is no seat {seat}; the last one is {match.table.seats - 1}")
        async with self._playback_lock:
            return await asyncio.to_thread(_frame, playback, match, step, seat)

    async def page(self, opened: OpenReplay) -> str:
        if opened.playback is None:
            raise RequestRefused("not_again", f"this replay cannot be played again: {opened.why_not}")
        try:
            return await self._jobs.render_page(opened.lines)
        except (JobFailed, CroupierError) as error:
            raise RequestRefused("not_again", f"cannot create the page: {error}") from None

    def analysis(self, opened: OpenReplay) -> Analysis | None:
        """The value of each decision; None while it is being computed."""
        if opened.match is None:
            raise RequestRefused("not_again", f"this replay cannot be played again: {opened.why_not}")
        task = self._analyses.get(opened.id)
        if task is None:
            task = asyncio.create_task(self._jobs.review(opened.lines, REVIEW_ITERATIONS))
            self._analyses[opened.id] = task
            if len(self._analyses) > MAX_OPEN * 4:
                self._analyses.popitem(last=False)[1].cancel()
        if not task.done():
            return None
        try:
            return task.result()
        except (JobFailed, CroupierError) as error:
            del self._analyses[opened.id]
            raise RequestRefused("no_analysis", f"the analysis failed: {error}") from None

    async def upload(self, body: bytes) -> str:
        """Store an uploaded replay after a worker has played it again; its id."""
        try:
            found = await self._jobs.verify(body)
        except JobFailed as error:
            raise UsageError(str(error)) from None
        key = secrets.token_urlsafe(9)
        put = self._web_store.put_replay
        await asyncio.to_thread(put, key, found.game, found.names, found.result, found.lines, "upload")
        return key

    async def close(self) -> None:
        for task in self._analyses.values():
            task.cancel()
        await asyncio.gather(*self._analyses.values(), return_exceptions=True)


def _frame(playback: Playback, match: Match, step: int, seat: Seat) -> FrameShown:
    view = playback.view(step, seat)
    wire = wire_of(view)
    start: FrameStart = {
        "step": step,
        "text": view.text(),
        "lines": _lines(playback, step, seat),
        "view": wire,
        "events": [event_to_wire(event, match.table.names) for event in match.happened(seat, step)],
    }
    if seat != DEALER:
        return {**start, "zones": zones_of(view, wire)}
    views = [playback.view(step, each) for each in range(len(playback.names))]
    zones = open_zones(views, playback.view(step, PUBLIC))
    return {**start, "views": [wire_of(each) for each in views], "zones": zones}


def _lines(playback: Playback, step: int, seat: Seat) -> list[str]:
    return [line.removeprefix("[GAME] ") for line in playback.lines(step, seat)]


def describe_replay(opened: OpenReplay) -> ReplayShown:
    """The replay as JSON, without its frames."""
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
                "turn": opened.turns[number - 1],
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
