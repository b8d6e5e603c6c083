"""A table in a loop whose time jumps: seconds of waiting cost nothing, and every message has an exact time.

Everybody at the table is a person whose answers the test gives; what each was sent is kept with the time it was sent.
"""

import asyncio
import selectors
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.kernel.decision import Decision, Event, Said, Seat, Settings, encode_hook
from croupier.kernel.game import Game
from croupier.match.match import Match, Step
from croupier.ui.web.jobs.pool import JobPool
from croupier.ui.web.tables import snapshots
from croupier.ui.web.tables.plan import SeatPlan, TablePlan
from croupier.ui.web.tables.seat import PersonSeat
from croupier.ui.web.tables.table import WATCHERS_SECONDS, LiveTable
from croupier.ui.web.tables.viewers import Viewer


class _Jumping(selectors.DefaultSelector):
    """Does not wait: it moves the clock."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout:
            self.now += timeout
        return ready


class TravelLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        self.tables: list[LiveTable] = []
        """All of them, so that none is forgotten while it is played."""
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now

    def close(self) -> None:
        """End what is still going on at tables that were not played to the end."""
        for table in self.tables:
            self.run_until_complete(table.close("the test is over"))
        super().close()


class Notebook:
    """Keeps nothing but the number of steps."""

    def __init__(self) -> None:
        self.steps = 0

    def save_step(self, table: str, number: int, step: Step) -> None:
        self.steps = number + 1

    def drop_steps(self, table: str, steps: int) -> None:
        self.steps = steps

    async def save_match(self, table: LiveTable) -> str:
        return "replay"

    def close_failed(self, table: LiveTable, error: Exception) -> None:
        raise error


class Ear(Viewer):
    """A browser that notes when each message came."""

    def __init__(self, seat: Seat | None, loop: TravelLoop) -> None:
        super().__init__(seat)
        self._loop = loop
        self._since = loop.time()
        self.heard: list[tuple[float, str]] = []
        self.stirred = asyncio.Event()

    def put(self, text: str) -> None:
        self.heard.append((round(self._loop.time() - self._since, 6), text))
        self.stirred.set()

    def kinds(self) -> list[str]:
        return [msgspec.json.decode(text)["type"] for _, text in self.heard]


class TravelTable:
    """A table of people, played by a test."""

    def __init__(
        self, loop: TravelLoop, game: Game, settings: Settings, seats: int, seed: int, window: float, **other: Any
    ) -> None:
        self.loop = loop
        names = [f"p{seat}" for seat in range(seats)]
        plan = TablePlan(
            game=game.name,
            settings=msgspec.to_builtins(settings, enc_hook=encode_hook),
            seed=seed,
            seats=tuple(SeatPlan("friend", name) for name in names),
            practice=False,
            pace=0.05,
            window=window,
            clock=other.get("clock"),
        )
        match = Match(game, settings, names, seed, exchange=other.get("exchange"))
        self.ears: dict[Seat | None, Ear] = {}
        self.table: LiveTable = loop.run_until_complete(self._begin(plan, match, names))

    async def _begin(self, plan: TablePlan, match: Match, names: Sequence[str]) -> LiveTable:
        people = {seat: PersonSeat(seat, name, "friend") for seat, name in enumerate(names)}
        table = LiveTable("table", plan, match, people, {}, JobPool(1), Notebook())
        for seat in (*people, None):
            ear = self.ears[seat] = Ear(seat, self.loop)
            table.enter(ear)
        await asyncio.sleep(WATCHERS_SECONDS)  # the number of watchers is told then
        for ear in self.ears.values():
            ear.heard.clear()
        table.start()
        self.loop.tables.append(table)
        return table

    def wait_for(self, seat: Seat) -> Decision[Any, Any]:
        """Until this seat is asked; what it is asked."""
        return self.loop.run_until_complete(self._asked(seat))

    async def _asked(self, seat: Seat) -> Decision[Any, Any]:
        ear, person = self.ears[seat], self.table.people[seat]
        while person.asked is None or person.asked.answer.done():
            ear.stirred.clear()
            await ear.stirred.wait()
        return person.asked.decision

    def answer(self, seat: Seat, index: int) -> None:
        asked = self.table.people[seat].asked
        assert asked is not None
        self.table.select(seat, asked.decision.id, index, "")

    def pass_time(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    def state(self, seat: Seat | None) -> str:
        """What a reload would show."""

        async def shown() -> str:
            return snapshots.state_text(self.table, seat)

        return self.loop.run_until_complete(shown())

    def to_the_end(self) -> None:
        async def over() -> None:
            while "over" not in self.ears[None].kinds()[-1:]:
                self.ears[None].stirred.clear()
                await self.ears[None].stirred.wait()

        self.loop.run_until_complete(over())

    def close(self) -> None:
        self.loop.run_until_complete(self.table.close("done"))


class Sent:
    """A view together with everything its seat was sent since its last question, and when."""

    def __init__(self, view: Any, traffic: tuple[tuple[float, str], ...]) -> None:
        self.view = view
        self.traffic = traffic
        self.table = view.table
        self.seat = view.seat
        self.ints = view.ints

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sent) and self.view == other.view and self.traffic == other.traffic

    __hash__ = None  # type: ignore[assignment]

    def to_wire(self) -> dict[str, Any]:
        return self.view.to_wire()

    def text(self) -> str:
        return self.view.text()


def _without_summary(traffic: tuple[tuple[float, str], ...]) -> list[tuple[float, Any]]:
    """What was sent, but for the figures after the end: they count bluffs, and all may see the replay then."""
    messages = [(time, msgspec.json.decode(text)) for time, text in traffic]
    for _, message in messages:
        message.pop("summary", None)
    return messages


class TravelMatch:
    """A match for the leak audit, played at a table: a decision holds all that went over the socket before it."""

    def __init__(
        self,
        loop: TravelLoop,
        game: Game,
        settings: Settings,
        seats: int,
        seed: int,
        exchange: tuple[int, int, int, int] | None,
        window: float = 3.0,
    ) -> None:
        names = [f"p{seat}" for seat in range(seats)]
        self._shadow = Match(game, settings, names, seed, exchange=exchange)
        self.live = TravelTable(loop, game, settings, seats, seed, window, exchange=exchange)
        self._read = [0] * seats

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shadow, name)

    def ask(self, seat: Seat = -1) -> Decision[Any, Any] | None:
        decision = self._shadow.ask()
        if decision is None:
            self.live.to_the_end()
            self.live.close()
            return None
        asked = self.live.wait_for(decision.seat)
        assert (asked.question, asked.moves, asked.view) == (decision.question, decision.moves, decision.view)
        sent = Sent(decision.view, self._traffic(decision.seat))
        return msgspec.structs.replace(decision, view=sent)

    def play(self, index: int) -> None:
        seat = self._shadow.state.to_act
        self._shadow.play(index)
        self.live.answer(seat, index)

    def take_news(self, seat: Seat) -> tuple[Event, ...]:
        return (*self._shadow.take_news(seat), Said(seat, repr(_without_summary(self._traffic(seat)))))

    def _traffic(self, seat: Seat) -> tuple[tuple[float, str], ...]:
        heard = self.live.ears[seat].heard
        new = tuple(heard[self._read[seat] :])
        self._read[seat] = len(heard)
        return new
