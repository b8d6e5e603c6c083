"""One table: a running match, and people who join, answer, take back and leave.

The match is driven by `match.playback.resume`; before every question the broadcaster shows what happened.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import partial
from typing import Any, Protocol

from croupier.arena.people import last_answer_step
from croupier.kernel.decision import Clock, Decision, Reply, Seat
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.game import Game
from croupier.match.ask import WrappedPlayer
from croupier.match.clock import TimeControl
from croupier.match.match import Match, Step
from croupier.match.opening import open_at, opening_of
from croupier.match.playback import replay_from_deal, resume
from croupier.match.presence import Presence
from croupier.match.referee import Referee
from croupier.match.run_players import Player
from croupier.players.entrant import Entrant, unique_names
from croupier.players.inprocess import BotPlayer
from croupier.players.seating import FailedPlayer, enter_or_bench
from croupier.ui.web.api.messages import AiThinking, AskedHere, SaidShown, SeatChanged, TableClosed, Talk
from croupier.ui.web.jobs.pool import JobPool, WorkerPlayer
from croupier.ui.web.tables import snapshots
from croupier.ui.web.tables.broadcast import Broadcaster
from croupier.ui.web.tables.plan import TablePlan, seat_bot
from croupier.ui.web.tables.seat import OpenQuestion, PersonSeat, WebPlayer
from croupier.ui.web.tables.viewers import Viewer

MAX_PACE_SECONDS = 2.0
WATCHERS_SECONDS = 0.5
"""Seconds in which watchers who come and go are counted together."""


class TableLog(Protocol):
    """Stores what must outlive the server."""

    def save_step(self, table: str, number: int, step: Step) -> None: ...
    def drop_steps(self, table: str, steps: int) -> None: ...
    async def save_match(self, table: "LiveTable") -> str:
        """Store the finished match; the id of its replay."""
        ...

    def close_failed(self, table: "LiveTable", error: Exception) -> None:
        """Close a table whose game has failed."""
        ...


class RequestRefused(Exception):
    """A client's request cannot be done now: a code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def chosen_index(index: int | None, move_index: int | None) -> int:
    """The move of an answer, under either of its names."""
    chosen = move_index if index is None else index
    if chosen is None:
        raise RequestRefused("bad_message", "select_move needs an index")
    return chosen


class LiveTable:
    """One match with its people, bots and viewers."""

    def __init__(
        self,
        key: str,
        plan: TablePlan,
        match: Match,
        people: Mapping[Seat, PersonSeat],
        bots: Mapping[Seat, Entrant],
        jobs: JobPool,
        log: TableLog,
    ) -> None:
        self.key = key
        self.plan = plan
        self.people = dict(people)
        self.bots = dict(bots)
        self.broadcaster = Broadcaster(match, self.people, self.bots, plan.pace, plan.window)
        self.broadcaster.notes = plan.practice or not self.people  # where no rival could profit from it
        self.broadcaster.unsent_talk = self._unsent_talk
        self.replay: str | None = None
        self.records: dict[Seat, tuple[int, int]] = {}
        """Games played and won by each person under its name; known when the match is over."""
        self.rematch = ""
        """The key of the table that the same people opened after this match."""
        self.deserted_since: float | None = asyncio.get_running_loop().time()
        """Time of the loop at which the last viewer left; None while there is one."""
        self._jobs = jobs
        self._log = log
        self._saved = len(match.steps)
        self._ready = asyncio.Event()
        self._presence = Presence()
        self._task: asyncio.Task[None] | None = None
        self._undo_to: int | None = None
        kinds = [seat.kind for seat in plan.seats]
        self.hot_seats = tuple(seat for seat in self.people if "beside" in kinds and kinds[seat] in ("you", "beside"))
        """Seats of the people who share one screen; none if each has a screen of their own."""
        self._standing: tuple[list[str], str] = ([], "")
        self._counting: asyncio.TimerHandle | None = None

    # State.

    @property
    def match(self) -> Match:
        """The match so far; replaced after something was taken back."""
        return self.broadcaster.match

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def paused(self) -> bool:
        return not self.broadcaster.resumed.is_set()

    @property
    def is_waiting(self) -> bool:
        """Whether an invited friend has not come yet."""
        return any(person.is_awaited for person in self.people.values())

    @property
    def is_abandoned(self) -> bool:
        """Whether all people have left for good."""
        return bool(self.people) and all(person.has_left for person in self.people.values())

    def to_act(self, seat: Seat | None) -> tuple[Seat, ...]:
        """Who is asked, as far as `seat` may know."""
        asked = self.broadcaster.to_act()
        if seat is not None and seat not in asked and self.people[seat].asked is not None:
            return (*asked, seat)
        return asked

    @property
    def watchers(self) -> int:
        return len(self.broadcaster.audiences[PUBLIC].viewers)

    def is_here(self, seat: Seat) -> bool:
        """Whether the person of a seat has a browser at the table."""
        return any(self.people[each].browsers for each in (self.hot_seats if seat in self.hot_seats else (seat,)))

    def asked_here(self, seat: Seat | None) -> tuple[Seat, ...]:
        """The seats that are asked among those who share the screen of `seat`."""
        if seat not in self.hot_seats:
            return ()
        asked = {each: self.people[each].asked for each in self.hot_seats}
        return tuple(each for each, question in asked.items() if question is not None and not question.answer.done())

    def standing(self) -> tuple[list[str], str]:
        """What each seat has and what is in the middle, in words, as all may know; of before an open window."""
        if self.match.is_public and not self.broadcaster.window_until:
            self._standing = snapshots.standing_text(self.match)
        return self._standing

    # Joining and leaving.

    def start(self) -> None:
        """Begin, or continue after a restart of the server."""
        self.broadcaster.set_match(self.match)
        self._task = asyncio.create_task(self._live())

    def rename(self, seat: Seat, name: str) -> None:
        """An invited friend gives a name; before the match begins."""
        match, person = self.match, self.people[seat]
        if match.steps or name == person.name:
            return
        names = list(match.table.names)
        names[seat] = name
        person.name = unique_names(names)[seat]
        renamed = Match(match.game, match.settings, unique_names(names), match.seed)
        self.broadcaster.set_match(open_at(renamed, opening_of(match)))

    def enter(self, viewer: Viewer) -> None:
        self.deserted_since = None
        self.broadcaster.audience(viewer.seat).viewers.add(viewer)
        if viewer.seat is None:
            self._count_watchers()
            return
        for seat in self.hot_seats:
            if viewer.seat in self.hot_seats and seat != viewer.seat:  # one screen shows one hand
                for other in self.broadcaster.audiences[seat].viewers:
                    other.close("the screen was passed on")
        person = self.people[viewer.seat]
        person.browsers += 1
        if person.browsers == 1:
            self._tell_seats(None if viewer.seat in self.hot_seats else viewer)

    def leave(self, viewer: Viewer) -> None:
        self.broadcaster.audience(viewer.seat).viewers.discard(viewer)
        if viewer.seat is not None:
            person = self.people[viewer.seat]
            person.browsers -= 1
            if person.browsers == 0:
                self._tell_seats(None)
        else:
            self._count_watchers()
        if not self.broadcaster.viewers():
            self.deserted_since = asyncio.get_running_loop().time()

    def seat_taken(self) -> None:
        """An invited person has come; the match begins when all have."""
        if not self.is_waiting:
            self._ready.set()
        self._send_states()

    def stand_up(self, seat: Seat) -> None:
        """Leave for good; the referee answers for the seat or expels it."""
        person = self.people[seat]
        if person.has_left:
            return
        person.leave()
        if not self.is_waiting:
            self._ready.set()
        self._presence.leave(seat, "left the table")
        self._tell_seats(None)

    def _count_watchers(self) -> None:
        """Tell the number of watchers soon: many may come together."""
        if self._counting is None:
            self._counting = asyncio.get_running_loop().call_later(WATCHERS_SECONDS, self._tell_seats, None)

    def _tell_seats(self, but: Viewer | None) -> None:
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None
        seats = snapshots.seats_shown(self)
        self.broadcaster.broadcast(SeatChanged(seats, self.broadcaster.pace, self.paused, self.watchers), but)

    def _send_states(self) -> None:
        for audience in self.broadcaster.audiences.values():
            if audience.viewers:
                audience.send(snapshots.state_of(self, audience.own))

    async def close(self, reason: str) -> None:
        """End it, whatever is open."""
        self._undo_to = None
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])
        self.broadcaster.broadcast(TableClosed(reason))
        for audience in self.broadcaster.audiences.values():
            for viewer in audience.viewers:
                viewer.close(reason)

    # Input.

    def select(self, seat: Seat, decision: int | None, index: int, say: str) -> None:
        if trouble := self.people[seat].answer(decision, index, say):
            raise RequestRefused("not_open", trouble)

    def talk(self, seat: Seat, text: str) -> None:
        name = self.match.table.names[seat]
        for said in self.people[seat].spoke(text):
            for audience in self.broadcaster.audiences.values():
                audience.talk.append(SaidShown(seat, name, said))
                audience.send(Talk(seat, name, said))

    def _unsent_talk(self) -> list[SaidShown]:
        names = self.match.table.names
        return [SaidShown(seat, names[seat], text) for seat, person in self.people.items() for text in person.unsent]

    def skip_to_end(self, seat: Seat) -> None:
        """Play on without waiting for anybody."""
        if len(self.people) > 1 or seat not in self.broadcaster.audience(seat).out:
            raise RequestRefused("no_practice", "only a player who is out and alone against bots can skip to the end")
        self.broadcaster.skip()

    def undo(self, seat: Seat) -> None:
        if not self.plan.practice:
            raise RequestRefused("no_practice", "answers can be undone only at practice tables")
        if self.match.over or self._task is None or self._task.done():
            raise RequestRefused("over", "the match is over")
        if not any(step.seat == seat for step in self.match.steps):
            raise RequestRefused("nothing_yet", "you have not answered anything yet")
        if self._undo_to is None:
            self._undo_to = last_answer_step(self.match, seat)
            self._task.cancel()

    def check_may_pace(self, seat: Seat | None) -> None:
        """Raise Refused unless this viewer is a person alone with bots, or only bots play."""
        if self.people and (seat is None or len(self.people) > 1):
            raise RequestRefused("no_practice", "the pace can be set by a person who plays alone, and where bots play")

    def set_pace(self, pace: float | None, paused: bool | None) -> None:
        if pace is not None:
            self.broadcaster.pace = min(MAX_PACE_SECONDS, max(0.0, pace))
        if paused is not None:
            (self.broadcaster.resumed.clear if paused else self.broadcaster.resumed.set)()
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
                if self._undo_to is None:
                    raise
                current = asyncio.current_task()
                assert current is not None
                current.uncancel()
                script, until, self._undo_to = self.match, self._undo_to, None
                self._log.drop_steps(self.key, until)
            except Exception as error:  # the rules or the views of a game of another package
                self._log.close_failed(self, error)
                return
            else:
                break
        self.replay = await self._log.save_match(self)
        for audience in self.broadcaster.audiences.values():
            if audience.viewers:
                audience.send(snapshots.over_message(self, audience.own))

    async def _play(self, script: Match, until: int) -> None:
        match = replay_from_deal(script)
        referee = Referee(match)
        referee.ends_runs = False
        async with AsyncExitStack() as stack:
            players: list[Player] = []
            replayed: dict[Seat, Player] = {}
            for seat in range(match.table.seats):
                if seat in self.people:
                    players.append(WebPlayer(self.people[seat], self._ask))
                    continue
                sitting = seat_bot(self.bots[seat], match, seat, self._jobs, f"{self.key}/{seat}")
                player = await enter_or_bench(stack, sitting, seat, referee)
                if not isinstance(player, WorkerPlayer | FailedPlayer):
                    replayed[seat] = player
                players.append(_TableBot(player, self.broadcaster, announced=not isinstance(player, BotPlayer)))
            self._presence = TablePresence(self.broadcaster)
            people = Clock(answer=self.plan.clock)
            timing = TimeControl([people if seat in self.people else Clock() for seat in range(match.table.seats)])
            await resume(
                script,
                match,
                until,
                players,
                replayed,
                partial(self._resume, match),
                watch=self._watch,
                referee=referee,
                presence=self._presence,
                timing=timing,
            )
            await self.broadcaster.show()

    def _resume(self, match: Match) -> None:
        """Show the match as far as it was replayed."""
        self._saved = len(match.steps)
        self.broadcaster.resume(match)
        self._send_states()

    def _watch(self, match: Match) -> None:
        self.broadcaster.note_answers()
        for number in range(self._saved, len(match.steps)):
            self._log.save_step(self.key, number, match.steps[number])
        self._saved = len(match.steps)

    def _ask(self, person: PersonSeat, decision: Decision[Any, Any]) -> OpenQuestion:
        """Send a question to a person."""
        loop, broadcaster = asyncio.get_running_loop(), self.broadcaster
        secret = not self.match.is_public
        window: float | None = None
        if broadcaster.window and decision.question in self.game.reactions:
            window = (
                broadcaster.window_until if secret and broadcaster.window_until else loop.time() + broadcaster.window
            )
        limit = None if self.plan.clock is None else loop.time() + self.plan.clock
        asked = OpenQuestion(decision, loop.create_future(), limit, window, secret)
        person.asked = asked
        broadcaster.audiences[person.seat].send(snapshots.question_message(self, asked))
        if person.seat in self.hot_seats:
            for seat in self.hot_seats:
                broadcaster.audiences[seat].send(AskedHere(self.asked_here(seat)))
        return asked


class TablePresence(Presence):
    """Lets the table show what happened before the next question is put."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        super().__init__()
        self._broadcaster = broadcaster

    async def ready(self) -> None:
        await super().ready()
        await self._broadcaster.show()


class _TableBot(WrappedPlayer):
    """A bot at a table. Viewers are told that it thinks, where they may know that it is asked.

    In a window that only some seats can use, its time ends with the window.
    """

    def __init__(self, player: Player, broadcaster: Broadcaster, announced: bool) -> None:
        super().__init__(player)
        self._broadcaster = broadcaster
        self._announced = announced

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        broadcaster, match = self._broadcaster, self._broadcaster.match
        if self._announced and match.is_public and not match.state.sealed:
            broadcaster.broadcast(AiThinking(decision.seat, match.table.names[decision.seat]))
        if match.is_public or not broadcaster.window_until:
            return await self._player.decide(decision)
        try:
            async with asyncio.timeout_at(broadcaster.window_until):
                return await self._player.decide(decision)
        except TimeoutError:
            return Reply(0)  # a longer silence would tell that it could have reacted
