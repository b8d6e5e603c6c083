"""One table: a match that goes on by itself, and people who come, answer, take back and go.

The match is the one in `match/`, driven by `run_players`; before every question the stage shows what happened.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any, Protocol

from croupier.arena.sitting import last_answer
from croupier.kernel.decision import Clock, Decision, Event, Reply, Seat, View
from croupier.kernel.errors import Crashed, SeatError, UsageError
from croupier.kernel.game import Game
from croupier.match.core import Match, Step
from croupier.match.drivers import Player, run_players
from croupier.match.referee import Referee
from croupier.match.rehearsal import Rehearsed, again, rehearse
from croupier.match.timing import TimeControl
from croupier.match.usher import Usher
from croupier.players.entrant import Entrant, unique_names
from croupier.players.inprocess import BotPlayer
from croupier.ui.web import outlook
from croupier.ui.web.chairs import Asked, Chair, WebPlayer
from croupier.ui.web.messages import AiThinking, Closed, SeatChanged, Talk
from croupier.ui.web.scenes import is_open
from croupier.ui.web.seating import Silent, TablePlan, bot_at
from croupier.ui.web.stage import Stage
from croupier.ui.web.thinkers import Thinkers
from croupier.ui.web.viewers import Viewer

FASTEST, SLOWEST = 0.0, 2.0


class Keeper(Protocol):
    """Writes down what must outlive the server."""

    def step(self, table: str, number: int, step: Step) -> None: ...
    def taken_back(self, table: str, steps: int) -> None: ...
    async def finished(self, table: "LiveTable") -> str:
        """The match is over and kept; the id of its replay."""
        ...


class Refused(Exception):
    """Something that cannot be done now, for a client: a code and a sentence."""

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
        self.chairs = dict(chairs)
        self.bots = dict(bots)
        self.stage = Stage(match, self.chairs, self.bots, plan.pace, plan.window)
        self.stage.notes = plan.practice or not self.chairs  # where no rival could profit from it
        self.replay: str | None = None
        self.deserted_since: float | None = asyncio.get_running_loop().time()
        """Since when nobody is connected, in the time of the loop."""
        self._thinkers = thinkers
        self._keeper = keeper
        self._kept = len(match.steps)
        self._ready = asyncio.Event()
        self._usher = Usher()
        self._task: asyncio.Task[None] | None = None
        self._back: int | None = None

    # What the outside may know.

    @property
    def match(self) -> Match:
        """As far as it has come; another one after something was taken back."""
        return self.stage.match

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def paused(self) -> bool:
        return not self.stage.resumed.is_set()

    @property
    def is_waiting(self) -> bool:
        """Whether invited friends have not all come yet."""
        return any(chair.code for chair in self.chairs.values())

    @property
    def is_abandoned(self) -> bool:
        """Whether all people have left for good."""
        return bool(self.chairs) and all(chair.has_left for chair in self.chairs.values())

    def to_act(self, seat: Seat | None) -> tuple[Seat, ...]:
        """Who is asked, as far as `seat` may know."""
        asked = self.stage.to_act()
        if seat is not None and seat not in asked and self.chairs[seat].asked is not None:
            return (*asked, seat)
        return asked

    # People come and go.

    def start(self) -> None:
        """Begin, or go on where a server that ended left off."""
        self.stage.set_up(self.match)
        self._task = asyncio.create_task(self._live())

    def rename(self, seat: Seat, name: str) -> None:
        """An invited friend gives a name; before the match begins."""
        match, chair = self.match, self.chairs[seat]
        if match.steps or name == chair.name:
            return
        names = list(match.table.names)
        names[seat] = name
        chair.name = unique_names(names)[seat]
        self.stage.set_up(Match(match.game, match.settings, unique_names(names), match.seed))

    def enter(self, viewer: Viewer) -> None:
        self.deserted_since = None
        self.stage.audience(viewer.seat).viewers.add(viewer)
        if viewer.seat is not None:
            chair = self.chairs[viewer.seat]
            chair.browsers += 1
            if chair.browsers == 1:
                self._tell_seats(viewer)

    def leave(self, viewer: Viewer) -> None:
        self.stage.audience(viewer.seat).viewers.discard(viewer)
        if viewer.seat is not None:
            chair = self.chairs[viewer.seat]
            chair.browsers -= 1
            if chair.browsers == 0:
                self._tell_seats(None)
        if not self.stage.viewers():
            self.deserted_since = asyncio.get_running_loop().time()

    def seat_taken(self) -> None:
        """Somebody invited has come; when all have, the match begins."""
        if not self.is_waiting:
            self._ready.set()
        self._send_states()

    def rise(self, seat: Seat) -> None:
        """Somebody leaves for good; the referee answers for him, or takes him out."""
        chair = self.chairs[seat]
        if chair.has_left:
            return
        chair.leave()
        if not self.is_waiting:
            self._ready.set()
        self._usher.leave(seat, "left the table")
        self._tell_seats(None)

    def _tell_seats(self, but: Viewer | None) -> None:
        self.stage.broadcast(SeatChanged(outlook.seats_shown(self), self.stage.pace, self.paused), but)

    def _send_states(self) -> None:
        for audience in self.stage.audiences.values():
            if audience.viewers:
                audience.send(outlook.state_of(self, audience.own))

    async def close(self, reason: str) -> None:
        """End it, whatever is open."""
        self._back = None
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])
        self.stage.broadcast(Closed(reason))
        for audience in self.stage.audiences.values():
            for viewer in audience.viewers:
                viewer.close(reason)

    # What people do.

    def select(self, seat: Seat, decision: int, index: int, say: str) -> None:
        if trouble := self.chairs[seat].answer(decision, index, say):
            raise Refused("not_open", trouble)

    def talk(self, seat: Seat, text: str) -> None:
        for said in self.chairs[seat].spoke(text):
            self.stage.broadcast(Talk(seat, self.match.table.names[seat], said))

    def undo(self, seat: Seat) -> None:
        if not self.plan.practice:
            raise Refused("no_practice", "answers can be taken back at practice tables only")
        if self.match.over or self._task is None or self._task.done():
            raise Refused("over", "the match is over")
        if not any(step.seat == seat for step in self.match.steps):
            raise Refused("nothing_yet", "you have not answered anything yet")
        if self._back is None:
            self._back = last_answer(self.match, seat)
            self._task.cancel()

    def check_may_pace(self, seat: Seat | None) -> None:
        """A person alone with bots sets the pace, and at a table without people whoever watches."""
        if self.chairs and (seat is None or len(self.chairs) > 1):
            raise Refused("no_practice", "the pace can be set by a person who plays alone, and where bots play")

    def set_pace(self, pace: float | None, paused: bool | None) -> None:
        if pace is not None:
            self.stage.pace = min(SLOWEST, max(FASTEST, pace))
        if paused is not None:
            (self.stage.resumed.clear if paused else self.stage.resumed.set)()
        self._tell_seats(None)

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
        self.replay = await self._keeper.finished(self)
        for audience in self.stage.audiences.values():
            if audience.viewers:
                audience.send(outlook.over_message(self, audience.own))

    async def _play(self, script: Match, until: int) -> None:
        match = again(script)
        referee = Referee(match)
        async with AsyncExitStack() as stack:
            players: list[Player] = []
            shown_again: dict[Seat, Player] = {}
            for seat in range(match.table.seats):
                if seat in self.chairs:
                    players.append(WebPlayer(self.chairs[seat], self._ask))
                    continue
                seated = bot_at(self.bots[seat], match, seat, self._thinkers, f"{self.key}/{seat}")
                try:
                    player, needs_rehearsal = await stack.enter_async_context(seated)
                except (SeatError, UsageError) as trouble:
                    fault = trouble if isinstance(trouble, SeatError) else Crashed(str(trouble))
                    referee.bench(seat, fault)
                    player, needs_rehearsal = Silent(fault), False
                takes_time = not isinstance(player, BotPlayer)
                if needs_rehearsal:
                    shown_again[seat] = player
                    player = Rehearsed(player)
                players.append(_Announced(player, self.stage, takes_time))
            await rehearse(script, match, shown_again, until=until)
            self._kept = len(match.steps)
            self.stage.tell_again(match)
            self._send_states()
            usher = self._usher = _Floor(self.stage)
            people = Clock(answer=self.plan.clock)
            timing = TimeControl([people if seat in self.chairs else Clock() for seat in range(match.table.seats)])
            await run_players(match, players, watch=self._watch, referee=referee, usher=usher, timing=timing)
            await self.stage.show()

    def _watch(self, match: Match) -> None:
        self.stage.answered()
        for number in range(self._kept, len(match.steps)):
            self._keeper.step(self.key, number, match.steps[number])
        self._kept = len(match.steps)

    def _ask(self, chair: Chair, decision: Decision[Any, Any]) -> Asked:
        """Put a question to a person."""
        loop, stage = asyncio.get_running_loop(), self.stage
        secret = not is_open(self.match)
        window: float | None = None
        if stage.window and decision.question in self.game.reactions:
            window = stage.window_until if secret and stage.window_until else loop.time() + stage.window
        limit = None if self.plan.clock is None else loop.time() + self.plan.clock
        asked = Asked(decision, loop.create_future(), limit, window, secret)
        chair.asked = asked
        stage.audiences[chair.seat].send(outlook.question_message(self, asked))
        return asked


class _Floor(Usher):
    """Lets the table show what happened before the next question is put."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage

    async def ready(self) -> None:
        await super().ready()
        await self._stage.show()


class _Announced:
    """A bot: people are told that it thinks, where they may know that it is asked. In a window it must keep to it."""

    def __init__(self, player: Player, stage: Stage, takes_time: bool) -> None:
        self._player = player
        self._stage = stage
        self._takes_time = takes_time

    @property
    def wants_news(self) -> bool:
        return self._player.wants_news

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        stage, match = self._stage, self._stage.match
        if self._takes_time and is_open(match) and not match.state.sealed:
            stage.broadcast(AiThinking(decision.seat, match.table.names[decision.seat]))
        if is_open(match) or not stage.window_until:
            return await self._player.decide(decision)
        try:
            async with asyncio.timeout_at(stage.window_until):
                return await self._player.decide(decision)
        except TimeoutError:
            return Reply(0)  # a longer silence would tell that it could have reacted

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        await self._player.observe(events, view)
