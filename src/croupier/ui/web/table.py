"""One table: a match that goes on by itself, people who come and go, and what each of them is shown when.

The match is the one in `match/`, driven by `run_players`; before every question the table shows what happened. A
reaction window takes the same time whether or not anybody could react: what was played is held until it is over.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any, Protocol

from croupier.arena.sitting import last_answer
from croupier.kernel.decision import Clock, Decision, Reply, Seat
from croupier.kernel.errors import SeatError, UsageError
from croupier.kernel.events import PUBLIC
from croupier.kernel.game import Game
from croupier.match.core import Match, Step
from croupier.match.drivers import Player, run_players
from croupier.match.referee import Referee
from croupier.match.rehearsal import Rehearsed, again, rehearse
from croupier.match.story import folded
from croupier.match.timing import TimeControl
from croupier.match.usher import Usher
from croupier.players.entrant import Entrant, unique_names
from croupier.ui.web import outlook
from croupier.ui.web.chairs import Asked, Chair, WebPlayer
from croupier.ui.web.messages import AiThinking, Closed, SeatChanged, ServerMessage, Talk, Window, WindowShown
from croupier.ui.web.scenes import Curtain, Scene, is_open, scenes_of, told_to, windows_in
from croupier.ui.web.seating import Silent, TablePlan, bot_at
from croupier.ui.web.thinkers import Thinkers
from croupier.ui.web.viewers import Audience, Viewer, frame_of


class Keeper(Protocol):
    """Writes down what must outlive the server."""

    def step(self, table: str, number: int, step: Step) -> None: ...
    def taken_back(self, table: str, steps: int) -> None: ...
    def finished(self, table: "LiveTable") -> str:
        """The match is over; the id of its replay."""
        ...

    def closed(self, table: str) -> None: ...


class Refused(Exception):
    """Something that cannot be done at this table now, for a client: a code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class LiveTable:
    """One match with everybody at it."""

    def __init__(
        self,
        key: str,
        plan: TablePlan,
        match: Match,
        chairs: Mapping[Seat, Chair],
        bots: Mapping[Seat, Entrant],
        thinkers: Thinkers,
        keeper: Keeper,
    ) -> None:
        self.key = key
        self.plan = plan
        self.match = match
        self.chairs = dict(chairs)
        self.bots = dict(bots)
        self.pace = plan.pace
        self.replay: str | None = None
        self.window_until = 0.0
        """When the reaction window that everybody sees closes, in the time of the loop."""
        self.window_lines: dict[Seat, tuple[str, ...]] = {}
        self.audiences = {seat: Audience(seat) for seat in (*self.chairs, PUBLIC)}
        self.deserted_since: float | None = asyncio.get_running_loop().time()
        self._thinkers = thinkers
        self._keeper = keeper
        self._curtain = Curtain()
        self._kept = len(match.steps)
        self._waited = 0
        self._shown_at = 0.0
        self._resumed = asyncio.Event()
        self._resumed.set()
        self._ready = asyncio.Event()
        self._usher = Usher()
        self._task: asyncio.Task[None] | None = None
        self._back: int | None = None
        self._is_seated = False

    # What the outside may know.

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def notes(self) -> bool:
        """Whether those who look may read what bots think: where no rival could profit from it."""
        return self.plan.practice or not self.chairs

    @property
    def paused(self) -> bool:
        return not self._resumed.is_set()

    @property
    def is_waiting(self) -> bool:
        """Whether invited friends have not all come yet."""
        return any(chair.code for chair in self.chairs.values())

    @property
    def is_done(self) -> bool:
        return self._task is not None and self._task.done()

    @property
    def is_told_to_the_end(self) -> bool:
        """Whether everybody has been shown how it ended."""
        return self.match.over and self._curtain.is_at_end(self.match)

    def audience(self, seat: Seat | None) -> Audience:
        return self.audiences[PUBLIC if seat is None else seat]

    def to_act(self, seat: Seat | None) -> tuple[Seat, ...]:
        """Who is asked, as far as `seat` may know."""
        match = self.match
        if match.over or self._held_back():
            asked: tuple[Seat, ...] = ()
        elif match.state.sealed:
            asked = ()
        else:
            asked = match.open_seats()
        if seat is not None and seat not in asked and self.chairs[seat].asked is not None:
            return (*asked, seat)
        return asked

    def _held_back(self) -> bool:
        return not is_open(self.match) or self.window_until > 0

    def window_shown(self, seat: Seat | None) -> WindowShown | None:
        left = self.window_until - asyncio.get_running_loop().time()
        if self.window_until <= 0 or left <= 0:
            return None
        return WindowShown(round(left, 2), self.window_lines.get(PUBLIC if seat is None else seat, ()))

    # People.

    def start(self) -> None:
        """Begin, or go on where a server that ended left off."""
        self._set_table()
        self._task = asyncio.create_task(self._live())

    def rename(self, seat: Seat, name: str) -> None:
        """An invited friend gives a name; before the match begins."""
        match, chair = self.match, self.chairs[seat]
        if match.steps or name == chair.name:
            return
        names = list(match.table.names)
        names[seat] = name
        chair.name = unique_names(names)[seat]
        self.match = Match(match.game, match.settings, unique_names(names), match.seed)
        self._set_table()

    def _set_table(self) -> None:
        for seat, audience in self.audiences.items():
            audience.frame = frame_of(self.match, seat)

    def enter(self, viewer: Viewer) -> None:
        self.deserted_since = None
        self.audience(viewer.seat).viewers.add(viewer)
        if viewer.seat is not None:
            chair = self.chairs[viewer.seat]
            chair.browsers += 1
            if chair.browsers == 1:
                self._tell_seats(viewer)

    def leave(self, viewer: Viewer) -> None:
        self.audience(viewer.seat).viewers.discard(viewer)
        if viewer.seat is not None:
            chair = self.chairs[viewer.seat]
            chair.browsers -= 1
            if chair.browsers == 0:
                self._tell_seats(None)
        if not any(audience.viewers for audience in self.audiences.values()):
            self.deserted_since = asyncio.get_running_loop().time()

    def seat_taken(self) -> None:
        """Somebody invited has come; when all have, the match begins."""
        if not self.is_waiting:
            self._ready.set()
        else:
            self._send_states()

    def _tell_seats(self, but: Viewer | None) -> None:
        message = SeatChanged(outlook.seats_shown(self), self.pace, self.paused)
        self.broadcast(message, but)

    def broadcast(self, message: ServerMessage, but: Viewer | None = None) -> None:
        for audience in self.audiences.values():
            audience.send(message, None if but is None else lambda viewer: viewer is but)

    # What people do.

    def select(self, seat: Seat, decision: int, index: int, say: str) -> None:
        if trouble := self.chairs[seat].answer(decision, index, say):
            raise Refused("not_open", trouble)

    def talk(self, seat: Seat, text: str) -> None:
        for said in self.chairs[seat].spoke(text):
            self.broadcast(Talk(seat, self.match.table.names[seat], said))

    def undo(self, seat: Seat) -> None:
        if not self.plan.practice:
            raise Refused("no_practice", "answers can be taken back at practice tables only")
        if self.match.over or self._task is None:
            raise Refused("over", "the match is over")
        if self._back is not None:
            return
        until = last_answer(self.match, seat)
        if not any(step.seat == seat for step in self.match.steps):
            raise Refused("nothing_yet", "you have not answered anything yet")
        self._back = until
        self._task.cancel()

    def check_may_pace(self, seat: Seat | None) -> None:
        """A person alone with bots sets the pace, and at a table without people whoever watches."""
        if self.chairs and (seat is None or len(self.chairs) > 1):
            raise Refused("no_practice", "the pace can be set by a person who plays alone, and where bots play")

    def set_pace(self, pace: float | None, paused: bool | None) -> None:
        if pace is not None:
            self.pace = min(2.0, max(0.0, pace))
        if paused is not None:
            (self._resumed.clear if paused else self._resumed.set)()
        self._tell_seats(None)

    def rise(self, seat: Seat) -> None:
        """Somebody leaves for good; the referee answers for him, or takes him out."""
        chair = self.chairs[seat]
        if chair.has_left:
            return
        chair.leave()
        chair.code = ""
        self._ready.set()
        self._usher.leave(seat, "left the table")
        self._tell_seats(None)

    async def close(self, reason: str) -> None:
        """End it, whatever is open."""
        self._back = None
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])
        self.broadcast(Closed(reason))
        self.hang_up(reason)

    def hang_up(self, reason: str) -> None:
        for audience in self.audiences.values():
            for viewer in list(audience.viewers):
                viewer.close(reason)

    # The match.

    async def _live(self) -> None:
        script, until = self.match, len(self.match.steps)
        while True:
            try:
                if self.is_waiting:
                    await self._ready.wait()
                    script = self.match
                await self._play(script, until)
            except asyncio.CancelledError:
                if self._back is None:
                    raise
                current = asyncio.current_task()
                assert current is not None
                current.uncancel()
                script, until, self._back = self.match, self._back, None
                self._keeper.taken_back(self.key, until)
            else:
                break
        self.replay = self._keeper.finished(self)
        for audience in self.audiences.values():
            audience.send(outlook.over_message(self, audience.own))

    async def _play(self, script: Match, until: int) -> None:
        match = self.match = again(script)
        self._usher = _Floor(self)
        referee = Referee(match)
        async with AsyncExitStack() as stack:
            players: list[Player] = []
            shown_again: dict[Seat, Player] = {}
            for seat in range(match.table.seats):
                if seat in self.chairs:
                    players.append(WebPlayer(self.chairs[seat], self._ask, self._answered))
                    continue
                try:
                    key = f"{self.key}/{seat}"
                    player, rehearses = await stack.enter_async_context(
                        bot_at(self.bots[seat], match, seat, self._thinkers, key)
                    )
                except (SeatError, UsageError) as trouble:
                    fault = trouble if isinstance(trouble, SeatError) else SeatError(str(trouble))
                    referee.bench(seat, fault)
                    player, rehearses = Silent(fault), False
                if rehearses:
                    shown_again[seat] = player
                    player = Rehearsed(player)
                players.append(_Announced(player, self))
            await rehearse(script, match, shown_again, until=until)
            self._kept = len(match.steps)
            self._tell_again()
            timing = TimeControl(
                [Clock(answer=self.plan.clock if seat in self.chairs else None) for seat in range(match.table.seats)]
            )
            await run_players(match, players, watch=self._watch, referee=referee, usher=self._usher, timing=timing)
            await self.show()

    def _tell_again(self) -> None:
        """Everybody is shown the match from its beginning; after an undo and after a restart."""
        self._curtain, self._waited = Curtain(), 0
        self.window_until, self.window_lines = 0.0, {}
        for audience in self.audiences.values():
            audience.forget()
        for scene, match in scenes_of(self.match, self._curtain):
            for audience in self.audiences.values():
                audience.see(match, scene, self.notes, ())
        self._send_states()

    def _send_states(self) -> None:
        for audience in self.audiences.values():
            if audience.viewers:
                audience.send(outlook.state_of(self, audience.own))

    def _watch(self, match: Match) -> None:
        self._curtain.answered(match)
        for number in range(self._kept, len(match.steps)):
            self._keeper.step(self.key, number, match.steps[number])
        self._kept = len(match.steps)

    async def show(self) -> None:
        """Before every question, and at the end: show what may be shown, when it may be."""
        match, loop = self.match, asyncio.get_running_loop()
        if match.steps and match.steps[-1].seat in self.bots and self.pace:
            await asyncio.sleep(max(0.0, self._shown_at + self.pace - loop.time()))
        await self._let_windows_pass()
        scene = self._curtain.scene(match)
        if scene is not None:
            self._waited = 0
            self.window_until, self.window_lines = 0.0, {}
            self._shown_at = loop.time()
            for audience in self.audiences.values():
                message = audience.see(match, scene, self.notes, self.to_act(audience.own))
                if message is not None:
                    audience.send(message)
        await asyncio.sleep(0)  # bots that answer at once leave room for the other tables
        await self._resumed.wait()
        self._curtain.asking(match)

    async def _let_windows_pass(self) -> None:
        """Reaction windows that only some could use take their time for all, at a table with people."""
        match = self.match
        if not self.chairs or not self.plan.window or not match.game.windows:
            return
        held = self._curtain.held(match)
        opened = len(windows_in(match, held, PUBLIC))
        if opened == self._waited:  # nobody reacted, which is known only when the time is over
            await _until(self.window_until)
        while self._waited < opened:
            self._waited += 1
            self._open_window(held, self._waited)
            if self._waited == opened and not is_open(match):
                return  # those who can are asked now, and have until then
            await _until(self.window_until)

    def _open_window(self, held: Scene, number: int) -> None:
        match = self.match
        self.window_until = asyncio.get_running_loop().time() + self.plan.window
        for seat, audience in self.audiences.items():
            told = told_to(match, held, seat, False)
            places = windows_in(match, held, seat)
            names = match.table.names
            lines = tuple(folded(event.text(names) for event in told.events[: places[number - 1]]))
            self.window_lines[seat] = lines
            audience.send(Window(self.plan.window, lines))

    def _ask(self, chair: Chair, decision: Decision[Any, Any]) -> Asked:
        loop = asyncio.get_running_loop()
        secret = not is_open(self.match)
        window: float | None = None
        if self.plan.window and decision.question in self.game.reactions:
            window = self.window_until if secret and self.window_until else loop.time() + self.plan.window
        limit = None if self.plan.clock is None else loop.time() + self.plan.clock
        asked = Asked(decision, loop.create_future(), limit, window, secret)
        chair.asked = asked
        self.audiences[chair.seat].send(outlook.question_message(self, asked))
        return asked

    def _answered(self, chair: Chair) -> None:
        """A question was answered or is not open any more; nobody else is told."""


class _Floor(Usher):
    """Lets the table show what happened before the next question is put."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__()
        self._table = table

    async def ready(self) -> None:
        await super().ready()
        await self._table.show()


class _Announced:
    """A bot: people are told that it thinks, where they may know that it is asked. In a window it must keep to it."""

    def __init__(self, player: Player, table: LiveTable) -> None:
        self._player = player
        self._table = table

    @property
    def wants_news(self) -> bool:
        return self._player.wants_news

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        table, match = self._table, self._table.match
        if is_open(match):
            if not match.state.sealed:
                table.broadcast(AiThinking(decision.seat, match.table.names[decision.seat]))
            return await self._player.decide(decision)
        if not table.window_until:
            return await self._player.decide(decision)
        try:
            async with asyncio.timeout_at(table.window_until):
                return await self._player.decide(decision)
        except TimeoutError:
            return Reply(0)

    async def observe(self, events: tuple[Any, ...], view: Any) -> None:
        await self._player.observe(events, view)


async def _until(moment: float) -> None:
    left = moment - asyncio.get_running_loop().time()
    if left > 0:
        await asyncio.sleep(left)
