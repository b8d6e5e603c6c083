"""A locked-up bot as a bot of this process: it passes questions on, and waits no longer than the clock allows."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from croupier.kernel.bot import NOTE_LENGTH, Bot
from croupier.kernel.decision import Decision, Event, Table, View, encode_hook
from croupier.kernel.errors import FAULTS, BadMessage, Crashed, SeatError
from croupier.players.sandbox.frames import Answered, Ask, Faulted, FromCell, Sit, Tell, framed
from croupier.players.sandbox.host import Cell, LockedBot, nursery
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.rungs import Rung

_encoder: Final = msgspec.msgpack.Encoder(enc_hook=encode_hook)
_MESSAGE_LENGTH: Final = 1000


class Cells:
    """The cells of one bot: taken by matches and given back. `renew` makes those that come new."""

    def __init__(self, bot: LockedBot, rung: Rung, limits: Limits, fresh: bool = False) -> None:
        self.bot = bot
        self.rung = rung
        self.limits = limits
        self._fresh = fresh
        self._idle: list[Cell] = []
        self._taken: set[Cell] = set()
        self._left: list[Cell] = []

    def __call__(self) -> "CellBot":
        return CellBot(self)

    def try_out(self) -> None:
        """Load the file once, so that one that cannot be used is found before the first match."""
        self.give_back(self.take())

    def take(self) -> Cell:
        while self._idle:
            cell = self._idle.pop()
            if cell.is_open:
                break
        else:
            cell = nursery(self.rung, self.bot.path).start_cell(self.bot, self.limits)
        self._taken.add(cell)
        return cell

    def give_back(self, cell: Cell) -> None:
        self._taken.discard(cell)
        if self._fresh:
            cell.close()
        elif cell.is_open:
            self._idle.append(cell)

    def renew(self) -> None:
        """End all that are idle: what a bot has left in its process is gone."""
        while self._idle:
            self._idle.pop().close()

    def abandon(self) -> None:
        """In a fork: those that are running belong to somebody else."""
        self._left = [*self._idle, *self._taken]
        self._idle, self._taken = [], set()

    def close(self) -> None:
        """End them all, also those of a match that was broken off."""
        self.renew()
        while self._taken:
            self._taken.pop().close()


class CellBot(Bot[Any, Any]):
    """Sits at one seat of one match. If its process is ended for a fault, the next question finds a new one there."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._cell: Cell | None = None
        self._place: Sit | None = None
        self._last_news: tuple[Sequence[Event], View] | None = None
        self._words: tuple[tuple[str, ...], str] = ((), "")
        self._printed = ""
        self.listens = True

    is_timed = True

    def sit(self, table: Table, seat: int, luck_seed: int) -> None:
        self.table, self.seat = table, seat
        settings = msgspec.to_builtins(table.settings, enc_hook=encode_hook)
        self._place = Sit(settings, table.names, seat, luck_seed)
        self._enter()

    def _enter(self) -> Cell:
        """A cell in which a fresh bot sits at this seat."""
        assert self._place is not None
        cell = self._cell = self._cells.take()
        cell.send(framed(self._place))
        self._checked(cell.receive(self._cells.limits.start, "sit down"), 0)
        return cell

    def hear(self, events: Sequence[Event], view: Any) -> None:
        # News rides with the next question. Only what comes after the last one has to be told.
        self._last_news = (events, view)

    def decide(self, decision: Decision[Any, Any]) -> int:
        self._last_news = None
        cell = self._cell
        if cell is None or not cell.is_open:
            cell = self._enter()
        clock = decision.clock
        limit = None if clock.answer is None else clock.answer + (clock.bank or 0.0)
        ints: tuple[int, ...] = decision.view.ints
        events = _encoder.encode(decision.events) if decision.events else b""
        try:
            cell.send(framed(Ask(decision.id, ints, events, clock, decision.refused)))
            answer = self._checked(cell.receive(limit, f"answer '{decision.question}'"), decision.id)
        except SeatError:
            self._printed += cell.printed()
            raise
        self._printed += cell.printed()
        self._words = (answer.say, answer.note[:NOTE_LENGTH])
        return answer.index

    def _checked(self, message: FromCell, number: int) -> Answered:
        if isinstance(message, Answered) and message.id == number:
            return message
        if isinstance(message, Faulted):
            kind = FAULTS.get(message.kind, Crashed)
            raise kind(message.text[:_MESSAGE_LENGTH])
        raise BadMessage(f"sent a message that answers nothing; open is question {number}")

    def spoken(self) -> tuple[tuple[str, ...], str]:
        words, self._words = self._words, ((), "")
        return words

    def printed(self) -> str:
        printed, self._printed = self._printed, ""
        return printed

    def leave(self) -> None:
        cell, news = self._cell, self._last_news
        self._cell = self._last_news = None
        if cell is None or not cell.is_open:
            return
        if news is not None and news[0]:
            ints: tuple[int, ...] = news[1].ints
            cell.send(framed(Tell(ints, _encoder.encode(tuple(news[0])))))
        self._cells.give_back(cell)
