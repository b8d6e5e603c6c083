"""The main loop of a cell: load the bot's file, then answer questions until the pipe closes.

Compiled: the cells of a match take turns on one core and share compiled code, which stays in the cache between them.
"""

import gc
import os
import sys
from collections.abc import Callable
from typing import Any, Final, final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bot import Bot, name_of
from croupier.kernel.decision import Clock, Event, Said, Settings, Table, decode_hook
from croupier.kernel.errors import SeatError, SeveralBots, UsageError
from croupier.kernel.game import Game
from croupier.kernel.state import LEGAL_LIMIT, State
from croupier.match.rebuild_decision import DecisionBuilder
from croupier.match.referee import crash_fault, crash_text
from croupier.players.bot_timer import BotTimer
from croupier.players.frames import HEAD
from croupier.players.sandbox.framing import FrameWriter
from croupier.players.sandbox.interrupt import SignalInterrupter
from croupier.players.sandbox.protocol import (
    Ask,
    CellAnswer,
    CellFault,
    FromCell,
    Loaded,
    LoadFailed,
    News,
    Sit,
    Tell,
    ToCell,
    to_cell,
)

Make = Callable[[], Bot[Any, Any]]
_READ_BYTES: Final = 4096  # most questions are shorter, and a larger buffer costs time
_GC_THRESHOLD: Final = 20_000  # allocations between two collections


@final
class BotHost:
    """Holds one bot of the file at a time and answers messages for it."""

    def __init__(self, game: Game, make: Make, answers: int) -> None:
        self._game: Game = game
        self._make: Make = make
        self._answers: int = answers
        self._writer: FrameWriter = FrameWriter()
        self._tables: dict[int, Event] = game.events
        self._buffer: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self._bot: Bot[Any, Any] | None = None
        self._recall: DecisionBuilder | None = None
        self._last_settings: bytes = b""
        self._settings: Settings | None = None
        self._states: dict[int, State] = {}
        """For these settings, by the number of seats."""
        self._interrupter: SignalInterrupter = SignalInterrupter()
        self._timer: BotTimer = BotTimer(self._interrupter)
        self._decoder: Any = None
        """A decoder for events that are in no table; made when the first one comes."""

    def sit(self, message: Sit) -> None:
        """Make a fresh bot. One that cannot be made, or fails to sit down, fails at its first question."""
        table = self._table(message)
        self._recall = DecisionBuilder(self._game, table, message.seat, self._state(table), self._buffer)
        self._timer = BotTimer(self._interrupter)
        try:
            bot = self._bot = self._make()
            bot.sit(table, message.seat, message.luck)
        except BaseException as error:
            sys.stderr.write(crash_text(error))
            self._bot = None
            self._send(CellFault(0, "Crashed", str(crash_fault(error, "sitting down"))))
        else:
            self._send(CellAnswer(0, int(bot.listens)))

    def _table(self, message: Sit) -> Table:
        settings = self._settings
        if settings is None or message.settings != self._last_settings:
            settings = msgspec.json.decode(message.settings, type=self._game.settings_type, dec_hook=decode_hook)
            self._last_settings, self._settings, self._states = message.settings, settings, {}
        return Table(self._game.name, len(message.names), settings, message.names)

    def _state(self, table: Table) -> State:
        state = self._states.get(table.seats)
        if state is None:
            state = self._states[table.seats] = self._game.new_state(table.settings, table.seats)
            state.watching = False
        return state

    def answer(self, message: Ask) -> None:
        bot, recall = self._bot, self._recall
        if bot is None or recall is None:
            self._send(CellFault(message.id, "Crashed", "no bot sits here"))
            return
        clock = Clock(message.answer, message.bank, message.last)
        decision = recall.decision(message.id, message.ints, self._events(message.news), clock, message.refused)
        timer = self._timer
        try:
            index = timer.ask(bot, decision)
            say, note = bot.take_talk()
        except SeatError as fault:
            if fault.__cause__ is not None:
                sys.stderr.write(crash_text(fault.__cause__))
            self._send(CellFault(message.id, type(fault).__name__, str(fault), timer.heard))
        else:
            self._send(CellAnswer(message.id, index, say, note, timer.heard))

    def hear(self, message: Tell) -> None:
        bot, recall = self._bot, self._recall
        if bot is not None and recall is not None:
            self._timer.hear(bot, self._events(message.news), recall.view(message.ints))

    def _events(self, news: News) -> tuple[Event, ...]:
        tables = self._tables
        events: list[Event] = []
        for each in news:
            if isinstance(each, int):
                events.append(tables[each])
            else:
                events.append(self._untabled(each))
        return tuple(events)

    def _untabled(self, data: bytes) -> Event:
        if self._decoder is None:
            event_types: Any = self._game.event_types | Said
            self._decoder = msgspec.msgpack.Decoder(event_types, dec_hook=decode_hook)
        event: Event = self._decoder.decode(data)
        return event

    def _send(self, message: FromCell) -> None:
        self._writer.send(self._answers, message)


@final
class MessageReader:
    """Reads messages from the pipe, mostly one with each read."""

    def __init__(self, fd: int) -> None:
        self._fd: int = fd
        self._rest: bytes = b""

    def next(self) -> ToCell | None:
        """Wait for the next message; None when the other side is gone."""
        data = self._rest
        while True:
            if len(data) >= 4:
                end: int = 4 + HEAD.unpack_from(data)[0]
                if len(data) >= end:
                    self._rest = data[end:]
                    message: ToCell = to_cell.decode(data[4:end])
                    return message
            more = os.read(self._fd, _READ_BYTES)
            if not more:
                return None
            data += more


def serve(game: Game, load: Callable[[], tuple[Make, Loaded]], questions: int, answers: int) -> None:
    """Load the file, then answer until the other side closes the pipe."""
    writer = FrameWriter()
    try:
        make, loaded = load()
        name = name_of(make())
    except UsageError as error:
        names = error.names if isinstance(error, SeveralBots) else ()
        writer.send(answers, LoadFailed(str(error), names))
        return
    # What is there now stays, so the collector need not look at it; and there is little that it must look at often.
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD)
    writer.send(answers, Loaded(loaded.code, loaded.seeds_random, name))
    host = BotHost(game, make, answers)
    messages = MessageReader(questions)
    while True:
        message = messages.next()
        if message is None:
            return
        if isinstance(message, Ask):
            host.answer(message)
        elif isinstance(message, Sit):
            host.sit(message)
        else:
            host.hear(message)
