"""A sandboxed bot as a bot of this process: it passes questions on, and waits no longer than the clock allows."""

import os
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Final

import msgspec

from croupier.games import find_game
from croupier.kernel.bot import NOTE_LENGTH, Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Settings, Table, View, encode_hook
from croupier.kernel.errors import FAULTS, BadMessage, Crashed, Harness, SeatError, TooSlow
from croupier.kernel.text import as_talk
from croupier.match.clock import charge_text
from croupier.players.match_so_far import repeated_text
from croupier.players.sandbox.affinity import get_affinity
from croupier.players.sandbox.cell import Cell
from croupier.players.sandbox.framing import encode_news
from croupier.players.sandbox.isolation import IsolationLevel
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.process_monitor import MAX_OFFENCES
from croupier.players.sandbox.protocol import CellAnswer, CellFault, FromCell, News, Sit, Tell
from croupier.players.sandbox.zygote_client import find_zygote
from croupier.players.sandbox.zygote_protocol import SandboxedBot, SandboxLost

MAX_LOSSES: Final = 3
"""So often a question is asked again after processes of ours ended."""
NOT_KEPT: Final = "the sandbox keeps stopping"
_MESSAGE_LENGTH: Final = 1000
_NOTHING: Final[tuple[tuple[str, ...], str]] = ((), "")
_NO_NEWS: Final[News] = ()


class CellPool:
    """The cells of one bot: taken by matches and given back. `renew` makes those that come new."""

    def __init__(self, bot: SandboxedBot, level: IsolationLevel, limits: Limits, fresh: bool = False) -> None:
        self.bot = bot
        self.level = level
        self.limits = limits
        self._fresh = fresh
        self._idle: list[Cell] = []
        self._taken: set[Cell] = set()
        self._left: list[Cell] = []
        self.losses = 0
        """How often processes of ours ended and took cells along: what was played meanwhile does not count."""
        self.stops_bot = False
        """Whether the bot's processes are stopped while it is not asked, because it has worked then too often."""
        self._written: tuple[Settings, bytes] | None = None

    def __call__(self) -> "CellBot":
        return CellBot(self)

    def try_out(self) -> str:
        """Load the file once, so that one that cannot be used is found before the first match; the bot's own name."""
        cell = self.take()
        self.give_back(cell)
        return cell.bot_name

    def take(self) -> Cell:
        while self._idle:
            cell = self._idle.pop()
            if cell.owner == os.getpid():
                if cell.is_open and cell.cores == get_affinity():
                    break
                cell.close()
        else:
            cell = find_zygote(self.level, self.bot).start_cell(self.bot, self.limits, self._fresh)
        self._taken.add(cell)
        return cell

    def give_back(self, cell: Cell) -> None:
        self._taken.discard(cell)
        if self._fresh:
            cell.close()
        elif cell.is_open:
            cell.is_used = True
            if self.stops_bot:
                cell.stop()
            self._idle.append(cell)

    def note_loss(self) -> None:
        """Count a loss; the idle cells are gone as well."""
        self.losses += 1
        self.renew()

    def renew(self) -> None:
        """End all that are idle: what a bot has left in its process is gone."""
        while self._idle:
            self._idle.pop().close()

    def written(self, settings: Settings) -> bytes:
        """The settings as they are sent; mostly those of the match before."""
        if self._written is None or self._written[0] is not settings:
            self._written = (settings, msgspec.json.encode(settings, enc_hook=encode_hook))
        return self._written[1]

    def abandon(self) -> None:
        """In a fork: those that are running belong to the process that was forked."""
        self._left = [*self._idle, *self._taken]
        self._idle, self._taken = [], set()

    def close(self) -> None:
        """End them all, also those of a match that was broken off."""
        self.renew()
        while self._taken:
            self._taken.pop().close()


class CellBot(Bot[Any, Any]):
    """Sits at one seat of one match. If its process is ended for a fault, the next question finds a new one there,
    which was asked all that the first one answered.

    If it ended together with a process of ours, the question is asked again in a new one, and the loss is counted.
    """

    def __init__(self, cells: CellPool) -> None:
        self._cells = cells
        self._codes = find_game(cells.bot.game).events.codes
        self._cell: Cell | None = None
        self._place: Sit | None = None
        self._last_news: tuple[Sequence[Event], View] | None = None
        self._words: tuple[tuple[str, ...], str] = _NOTHING
        self._printed = ""
        self._room = 0
        self._offences = 0
        """How often it was charged for work between its questions."""
        self._work = 0.0
        """Seconds of work between its questions that are still to be charged."""
        self._charged = 0.0
        """Those that were charged for the last question."""
        self.sitting_since = 0.0
        self.seconds_to_sit: float | None = None
        self.listens = False

    is_timed = True

    def sit(self, table: Table, seat: int, luck_seed: int) -> None:
        self.table, self.seat = table, seat
        self._room = self._cells.limits.output
        self.sitting_since = monotonic()
        self._place = Sit(self._cells.written(table.settings), table.names, seat, luck_seed)
        with suppress(Harness):  # the first question tries again
            self._enter()
        self.seconds_to_sit = monotonic() - self.sitting_since

    def _enter(self) -> Cell:
        """A cell in which a fresh bot sits at this seat."""
        for _ in range(MAX_LOSSES):
            try:
                return self._enter_once()
            except SandboxLost:
                self._cells.note_loss()
        raise Harness(NOT_KEPT)

    def _enter_once(self) -> Cell:
        assert self._place is not None
        while True:
            cell = self._cell = self._cells.take()
            idle = cell.take_idle(is_seated=False) if cell.is_used else 0.0
            if idle > 0.0:
                self._note_work(idle)
            try:
                message = cell.seat(self._place)
            except Crashed:
                if not cell.is_used:
                    raise
                continue  # it ended after its last match, which is over
            self.listens = bool(self._checked(message, 0).index)
            return cell

    def face(self, decision_id: int, clock: Clock = NO_CLOCK) -> None:
        """Its luck is in its cell."""

    def hear(self, events: Sequence[Event], view: Any) -> None:
        # News rides with the next question. Only what comes after the last one has to be told.
        self._last_news = (events, view)

    def take_charge(self) -> float:
        cell = self._cell
        if cell is not None and cell.is_open:
            idle = cell.take_idle()
            if idle > 0.0:
                self._note_work(idle)
        charged = self._charged = self._work
        self._work = 0.0
        return charged

    def _note_work(self, seconds: float) -> None:
        self._work += seconds
        self._offences += 1
        if self._offences >= MAX_OFFENCES:
            self._cells.stops_bot = True

    def decide(self, decision: Decision[Any, Any]) -> int:
        self._last_news = None
        for _ in range(MAX_LOSSES):
            try:
                reply = self._ask(decision)
            except SandboxLost:
                self._cells.note_loss()
                continue
            if reply.say or reply.note:
                self._words = (as_talk(reply.say), reply.note[:NOTE_LENGTH])
            return reply.index
        raise Harness(NOT_KEPT)

    def _ask(self, decision: Decision[Any, Any]) -> CellAnswer:
        cell, unheard = self._cell, _NO_NEWS
        if cell is None or not cell.is_open:
            cell, unheard = self._succeed(cell, decision)
        try:
            reply = self._checked(cell.ask(decision, self._codes, self.listens, unheard), decision.id)
        except TooSlow as fault:
            raise TooSlow(f"{fault}{charge_text(self._charged)}") from None
        finally:
            self.heard_seconds = cell.heard_seconds
            if cell.has_output:
                self._keep(cell.take_output())
        if self._cells.stops_bot:
            cell.stop()
        return reply

    def _succeed(self, ended: Cell | None, decision: Decision[Any, Any]) -> tuple[Cell, News]:
        """A cell in place of one that has ended, in which the match so far was repeated in the time of one decision;
        and the news that is still to be told.
        """
        cell = self._enter()
        answered, unheard = ([], _NO_NEWS) if ended is None else ended.read_match(decision.id)
        if not answered:
            return cell, unheard
        limit = self._cells.limits.start if decision.clock.answer is None else decision.clock.answer
        deadline = monotonic() + limit
        try:
            for past in answered:
                left = max(0.0, deadline - monotonic())
                question = msgspec.structs.replace(past, answer=left, bank=None)
                self._checked(cell.send_question(question, "", self.listens), past.id)
        except (SeatError, SandboxLost):
            cell.close()
            self._keep(repeated_text(limit, is_done=False))
            return self._enter(), _NO_NEWS
        cell.take_output()
        self._keep(repeated_text(limit, is_done=True))
        return cell, unheard

    def _keep(self, printed: str) -> None:
        """Of what is printed, so much is kept per match."""
        kept = printed[: self._room]
        self._printed += kept
        self._room -= len(kept)

    def _checked(self, message: FromCell, number: int) -> CellAnswer:
        if type(message) is CellAnswer and message.id == number:
            return message
        if isinstance(message, CellFault):
            kind = FAULTS.get(message.kind, Crashed)
            text = message.text[:_MESSAGE_LENGTH]
            if text.partition(":")[0].endswith("MemoryError"):
                text += f"; {self._cells.limits.memory} MB of memory are allowed"
            text += thread_hint(text)
            raise kind(text)
        raise BadMessage(f"sent a message that is not an answer; the open question is {number}")

    def take_talk(self) -> tuple[tuple[str, ...], str]:
        words, self._words = self._words, _NOTHING
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
            with suppress(SeatError, SandboxLost):  # the match is over, and a bot may be gone
                cell.send(Tell(ints, encode_news(self._codes, news[0])))
        self._cells.give_back(cell)


def sitting_seconds(bot: object) -> float:
    """Seconds that a sandboxed bot took to sit down, or has taken until now; 0 for any other."""
    if not isinstance(bot, CellBot) or not bot.sitting_since:
        return 0.0
    return monotonic() - bot.sitting_since if bot.seconds_to_sit is None else bot.seconds_to_sit


def thread_hint(error: str) -> str:
    """Why a thread could not be started, if that is the error."""
    is_thread = "can't start new thread" in error
    return " (a sandboxed bot has one thread; --trust, or a program as cmd:..., may start more)" if is_thread else ""
