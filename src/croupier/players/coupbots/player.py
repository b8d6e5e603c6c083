"""CoupBots clients as players of a match: what happens is put into lines, lines become answers.

A `LinePlayer` never waits while it tells: lines that must be answered one by one stand in its outbox, and the table's
presence object holds the next question back until everybody has answered. Who disconnects is out at once. News has a
time of its own: a client that is slow with lines that ask nothing is charged with no fault for it.
"""

import asyncio
from collections import deque
from time import perf_counter
from typing import Any, Final

from croupier.games.coup.lines.protocol import Line, LineTranslator
from croupier.games.coup.lines.v1 import V1LineTranslator
from croupier.games.coup.lines.v2 import V2LineTranslator
from croupier.games.coup.view import CoupView
from croupier.kernel.bot import MAX_SLOW_NEWS
from croupier.kernel.decision import Decision, Event, Reply, Seat, View
from croupier.kernel.errors import Gone, SeatError, TooSlow
from croupier.match.match import Match
from croupier.match.presence import Presence
from croupier.match.referee import Answer, Referee
from croupier.players.coupbots.connection import Client, WriteBatch

OK: Final = "OK"
SILENCE: Final = 0.5  # seconds after a block that mean consent, in the first dialect


class CoupTable(Presence):
    """The clients at one table."""

    def __init__(self, match: Match, referee: Referee, post: WriteBatch, limit: float) -> None:
        super().__init__()
        self.match = match
        self.referee = referee
        self.post = post
        self.limit = limit
        self.players: dict[Seat, LinePlayer] = {}

    def seat(self, client: Client, seat: Seat, joint: bool) -> "LinePlayer":
        clerk = V2LineTranslator(seat, joint) if client.second else V1LineTranslator(seat, joint)
        player = LinePlayer(self, client, clerk)
        self.players[seat] = player
        return player

    def early_answer(self, decision: Decision[Any, Any]) -> Answer | None:
        player = self.players.get(decision.seat)
        return None if player is None else player.early_answer(decision)

    async def ready(self) -> None:
        if self.is_busy:
            self.post.deliver()
            await super().ready()
            self.collect()

    def collect(self) -> None:
        """The match goes on: what it tells is written in one piece when it waits for somebody again."""
        if len(self.players) == self.match.table.seats:
            self.post.collect()

    def close(self) -> None:
        """The match is over: what was sent goes out, and nobody stays."""
        for player in self.players.values():
            player.close()

    def leave(self, seat: Seat, reason: str) -> None:
        super().leave(seat, reason)
        sealed = self.match.state.sealed != 0
        for player in self.players.values():
            player.announce(seat, sealed)


class LinePlayer:
    """A client in a seat."""

    wants_news = True

    def __init__(self, table: CoupTable, client: Client, clerk: LineTranslator) -> None:
        self.seat = clerk.seat
        self._table = table
        self._client = client
        self._clerk = clerk
        self._loop = asyncio.get_running_loop()
        self._outbox: deque[Line] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._question: Line | None = None
        """The line of the open question, for which the driver waits itself."""
        self._busy = False
        self._late = False
        self._out = False
        self._deadline = 0.0
        self._sent_at, self._took = 0.0, 0.0
        """When the last line that wants an answer went out, and how long its answer took."""
        self._timer: asyncio.TimerHandle | None = None
        self._has_news = False
        """Whether lines that ask nothing were sent since the last answer; in the first dialect nobody confirms them."""
        self._slow_news = 0
        self._unconfirmed = 0
        """Lines of the second dialect that are no longer waited for; each may still be answered with OK."""
        self._news_limit = 0.0
        """The time for the news before the last question."""
        client.illegal_in_a_row = 0
        client.heard = self._hear
        client.on_gone = self._gone
        if client.gone:
            self._gone()

    # From the client.

    def _hear(self, text: str) -> None:
        if self._unconfirmed and text == OK:
            self._unconfirmed -= 1
        elif self._clerk.read_answer(text):
            self._client.take_answer()
            self._took = perf_counter() - self._sent_at
            if self._busy and self._took > self._table.limit:
                self._slow_news += 1  # it had the time for news as well
            self._has_news = False
            self._go_on()
        elif self._clerk.correct_answer(text):
            self._client.take_answer()
        elif not self._clerk.may_ignore(text):
            self._client.complain()
        elif self._clerk.silence_consents:
            self._set_deadline()

    def close(self) -> None:
        self._out = True
        self._client.leave()

    def _gone(self) -> None:
        self._outbox.clear()
        self._clerk.stop_waiting()
        self._go_on()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._out:
            self._table.leave(self.seat, "the client left")

    # To the client.

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        assert isinstance(view, CoupView)
        if events and not self._client.gone:
            self._outbox.extend(self._clerk.write_lines(events, view))
            self._go_on()
        is_over = self._table.match.over
        self._out = is_over or not view.is_alive(self.seat)
        if is_over and not self._clerk.waits_for_each:
            self._clerk.stop_waiting()
            self._go_on()

    def announce(self, seat: Seat, sealed: bool) -> None:
        """Somebody is gone. It is told before the lines that follow from it if these must wait.

        They wait until sealed answers are opened, and for clients that are told one thing at a time.
        """
        if sealed or self._clerk.waits_for_each:
            self._client.send(self._clerk.write_departure(seat).text)

    def _go_on(self) -> None:
        """Send what may be sent; wake who waits for an answer; count as busy while lines wait for theirs."""
        clerk, outbox = self._clerk, self._outbox
        in_steps = clerk.waits_for_each
        while outbox and not (in_steps and clerk.wanted is not None):
            line = outbox.popleft()
            self._send(line)
            if line.replies and self._slow_news >= MAX_SLOW_NEWS and _is_news(line):
                self._unconfirmed += 1
                clerk.stop_waiting()
            elif line.replies:
                self._set_deadline()
        if clerk.wanted is None and self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
        busy = clerk.wanted is not None and clerk.wanted is not self._question and not self._is_benched
        if busy != self._busy:
            self._busy = busy
            if busy:
                self._table.hold()
            else:
                self._table.release()

    @property
    def _is_benched(self) -> bool:
        """Nobody waits for a client that is no longer asked."""
        return self.seat in self._table.referee.benched

    def _send(self, line: Line) -> None:
        self._clerk.mark_sent(line)
        if line.replies:
            self._sent_at = perf_counter()
        else:
            self._has_news = True
        self._client.send(line.text)

    # Every line that waits for its answer has a limit of its own.

    def _set_deadline(self) -> None:
        limit = self._table.limit
        if self._clerk.silence_consents and limit > SILENCE:
            limit = SILENCE
        elif self._may_be_hearing:
            limit += limit
        self._deadline = self._loop.time() + limit
        if self._timer is not None and self._timer.when() > self._deadline:
            self._timer.cancel()
            self._timer = None
        if self._timer is None:
            self._timer = self._loop.call_at(self._deadline, self._overdue)

    def _overdue(self) -> None:
        self._timer = None
        if not self._busy:
            return
        if self._loop.time() < self._deadline:
            self._timer = self._loop.call_at(self._deadline, self._overdue)
            return
        wanted = self._clerk.wanted
        if self._clerk.silence_consents:
            self._clerk.take_silence()
        elif wanted is not None and _is_news(wanted):
            self._slow_news += 1
            self._unconfirmed += 1
            self._clerk.stop_waiting()
        else:
            self._late = True
            self._clerk.stop_waiting()
        self._go_on()

    @property
    def _may_be_hearing(self) -> bool:
        """Whether it may still be busy with news that it does not confirm."""
        return self._has_news and not self._clerk.waits_for_each and self._slow_news < MAX_SLOW_NEWS

    # Questions.

    def news_seconds(self, decision: Decision[Any, Any]) -> float:
        """As long as an answer, if there is news that it does not confirm."""
        self._news_limit = (decision.clock.answer or 0.0) if self._may_be_hearing else 0.0
        return self._news_limit

    def take_heard(self, claimed: float, late: float) -> float:
        """When it is late it was hearing its news."""
        heard, self._news_limit = min(self._news_limit, max(0.0, late)), 0.0
        if heard:
            self._slow_news += 1
        return heard

    def early_answer(self, decision: Decision[Any, Any]) -> Answer | None:
        """The answer that the client gave to what it was told; faults and all other questions are for `decide`."""
        clerk = self._clerk
        if self._late or clerk.wanted is not None or decision.question in ("act", "keep"):
            return None
        answer = clerk.answer(decision)
        if answer is None:
            return None
        try:
            index = decision.index_of(answer)
        except SeatError:
            return None
        clerk.take(decision)
        took, self._took = self._took, 0.0
        return Answer(index, seconds=took)

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        clerk = self._clerk
        self._check()
        self._ask(decision)
        try:
            if clerk.wanted is not None:
                await self._answered()
        except asyncio.CancelledError:
            if not self._table.is_anyone_leaving:
                clerk.stop_waiting()
            raise
        finally:
            self._waiting = None
        clerk.stop_waiting()
        self._check()
        answer = clerk.take(decision)
        return Reply("allow" if answer is None else answer)

    def _ask(self, decision: Decision[Any, Any]) -> None:
        """Send the line that asks, unless it stands already: a question is asked again when a player has left."""
        clerk = self._clerk
        stale = decision.question == "act" and self._is_stale(decision)
        line = clerk.ask(decision)
        if line is None:
            return
        self._question = line
        if stale:
            self._client.complain()
        if stale or (clerk.wanted is not None and clerk.wanted.text == line.text):
            clerk.mark_sent(line)
        else:
            self._send(line)

    def _is_stale(self, decision: Decision[Any, Any]) -> bool:
        """Whether an action came when its target had just left."""
        answer = self._clerk.answer(decision)
        stale = answer is not None and all(str(move) != answer for move in decision.moves)
        if stale:
            self._clerk.take(decision)
        return stale

    def _check(self) -> None:
        if self._client.gone:
            raise Gone("the client left")
        if self._late:
            self._late = False
            raise TooSlow(f"did not answer a line within {self._table.limit} s")

    async def _answered(self) -> None:
        while self._clerk.wanted is not None and not self._client.gone:
            self._waiting = self._loop.create_future()
            self._table.post.deliver()
            await self._waiting
            self._table.collect()


def _is_news(line: Line) -> bool:
    """Whether nothing is asked by a line that is answered with OK."""
    return not line.about
