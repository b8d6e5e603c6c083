"""The inside of a locked-up process: load the file, then answer questions until the pipe closes."""

import traceback
from collections.abc import Callable
from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Said, Table, decode_hook
from croupier.kernel.errors import SeatError, UsageError
from croupier.kernel.game import Game
from croupier.kernel.state import LEGAL_LIMIT, State
from croupier.match.loop import consult
from croupier.match.referee import crashed
from croupier.players.sandbox.frames import (
    Answered,
    Ask,
    Failed,
    Faulted,
    Loaded,
    Sit,
    Tell,
    framed,
    read_in_cell,
    receive,
    send,
)

Make = Callable[[], Bot[Any, Any]]


class Inside:
    """One bot file in its process; one bot at a time."""

    def __init__(self, game: Game, make: Make, answers: int) -> None:
        self._game = game
        self._make = make
        self._answers = answers
        self._bot: Bot[Any, Any] | None = None
        self._table: Table | None = None
        self._seat = -1
        self._state: State | None = None
        self._buffer = vec[i64]([0] * LEGAL_LIMIT)
        event_types: Any = game.event_types | Said
        self._events = msgspec.msgpack.Decoder(tuple[event_types, ...], dec_hook=decode_hook)

    def sit(self, message: Sit) -> None:
        """Make a fresh bot. One that cannot be made, or fails to sit down, fails at its first question."""
        game = self._game
        settings = msgspec.convert(message.settings, game.settings_type, dec_hook=decode_hook)
        self._table = Table(game.name, len(message.names), settings, message.names)
        self._seat = message.seat
        self._state = game.new_state(settings, len(message.names))
        self._state.watching = False
        try:
            self._bot = self._make()
            self._bot.sit(self._table, message.seat, message.luck)
        except BaseException as error:
            traceback.print_exc()
            self._bot = None
            send(self._answers, framed(Faulted(0, "Crashed", str(crashed(error, "sitting down")))))
        else:
            send(self._answers, framed(Answered(0, 0)))

    def answer(self, message: Ask) -> None:
        try:
            decision = self._decision(message)
            bot = self._bot
            if bot is None:
                raise RuntimeError("no bot sits here")
            index = decision.index_of(consult(bot, decision))
            said = bot.spoken()
            reply = framed(Answered(message.id, index, *said))
        except SeatError as fault:
            if fault.__cause__ is not None:
                traceback.print_exception(fault.__cause__)
            reply = framed(Faulted(message.id, type(fault).__name__, str(fault)))
        send(self._answers, reply)

    def hear(self, message: Tell) -> None:
        if self._bot is not None and self._bot.listens:
            self._bot.hear(self._news(message.events), self._view(message.ints))

    def _decision(self, message: Ask) -> Decision[Any, Any]:
        state, game = self._state, self._game
        assert state is not None
        state.restore(self._seat, message.ints)
        n = state.legal(self._buffer)
        moves = tuple([game.moves[self._buffer[i]] for i in range(n)])
        return Decision(
            message.id,
            game.name,
            self._seat,
            game.questions[state.question],
            self._view(message.ints),
            moves,
            self._news(message.events),
            message.clock,
            message.refused,
        )

    def _view(self, ints: tuple[int, ...]) -> Any:
        assert self._table is not None
        return self._game.view(self._table, self._seat, ints)

    def _news(self, events: bytes) -> tuple[Event, ...]:
        return self._events.decode(events) if events else ()


def serve(game: Game, load: Callable[[], Make], questions: int, answers: int) -> None:
    """Load the file, then answer until the other side closes the pipe."""
    try:
        make = load()
        make()
    except UsageError as error:
        send(answers, framed(Failed(str(error))))
        return
    send(answers, framed(Loaded()))
    inside = Inside(game, make, answers)
    while (body := receive(questions)) is not None:
        message = read_in_cell(body)
        if isinstance(message, Ask):
            inside.answer(message)
        elif isinstance(message, Sit):
            inside.sit(message)
        else:
            inside.hear(message)
