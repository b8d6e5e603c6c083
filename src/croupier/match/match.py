"""One match: the open question, the answers so far, the news of each seat. It does no I/O.

Clocks, sockets and processes live in the drivers, so a match can be stepped from a test, a web handler or a tight loop.
"""

from collections.abc import Sequence
from typing import Any, final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Move, Result, Said, Seat, Settings, Table, View
from croupier.kernel.event_bits import DEALER, redact
from croupier.kernel.game import Game
from croupier.kernel.state import LEGAL_LIMIT, State

EXPELLED = -1  # in place of a move id


class Step(msgspec.Struct, frozen=True, gc=False):
    """One answer in the history of a match."""

    seat: Seat
    move: int
    """Id of the move, or EXPELLED if the seat was taken out of the match instead."""
    say: tuple[str, ...] = ()
    note: str = ""
    seconds: float = 0.0
    faults: tuple[str, ...] = ()
    """Faults before this answer, such as "TooSlow: ..."."""
    ruling: str = ""
    """Name of the penalty if the referee answered for the seat; empty if the seat answered."""
    printed: str = ""
    """Output of the player's process meanwhile, for its author."""


@final
class Match:
    """A match from its deal to its result.

    `ask()` gives the open question, `play(index)` answers it with one of its moves. In a sealed question every seat in
    `open_seats()` may be asked and answered in any order.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings,
        names: Sequence[str],
        seed: int,
        talk: bool = True,
        exchange: tuple[int, int, int, int] | None = None,
    ) -> None:
        """`seed` is the key of the match, 128 random bits; a short one, below 2**62, can be found out from a hand."""
        seats = len(names)
        self.game: Game = game
        self.seed: int = seed
        self.settings: Settings = settings
        self.table: Table = Table(game=game.name, seats=seats, settings=settings.public(), names=tuple(names))
        self.steps: list[Step] = []
        self.talk: bool = talk
        self.public_id: str = ""
        """Random, for protocols that name the match to all of its seats; set by the first that needs it."""
        self.lost_news: dict[int, tuple[int, str]] = {}
        """By seat: how many pieces of news its player did not get, and why the first was lost."""
        self._state: State = game.new_state(settings, seats)
        self._scratch: State | None = None
        self._moves: list[list[Move]] = [game.moves] * seats
        self._events: dict[int, Event] = game.events
        self._view: Any = game.view
        self._questions: tuple[str, ...] = game.questions
        self._buffer: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self._asked: list[int] = [0] * seats
        self._news: list[list[Event]] = [[] for _ in range(seats)]
        self._open: list[Decision[Any, Any] | None] = [None] * seats
        self._early: dict[int, tuple[int, tuple[str, ...], str, float, tuple[str, ...], str, str]] = {}
        self._held: list[Said] = []
        self._log: list[list[int]] = []
        self._last: vec[i64] = vec[i64]([-1] * len(game.questions))
        self._in_a_row: vec[i64] = vec[i64]([0] * len(game.questions))
        state = self._state
        if exchange is not None:
            state.exchange_stream = exchange[0]
            state.exchange_index = exchange[1]
            state.exchange_a = exchange[2]
            state.exchange_b = exchange[3]
        state.start_match(seed)
        self._deliver()

    def __repr__(self) -> str:
        players = ", ".join(self.table.names)
        ending = "goes on"
        if self.over:
            ending = "won by " + ", ".join([self.table.names[seat] for seat in self.result().winners])
        return f"<Match of {self.game.name}: {players}; {len(self.steps)} moves; {ending}>"

    def _repr_html_(self) -> str:
        """The match in a notebook: a replay to step through."""
        from croupier.match.replay.page import replay_in_cell

        return replay_in_cell(self)

    @property
    def over(self) -> bool:
        return self._state.to_act < 0

    @property
    def is_public(self) -> bool:
        """Whether all seats may see the table as it is now, and who is asked."""
        return self._state.to_act < 0 or self._state.asks_openly()

    @property
    def state(self) -> State:
        """The full state, with everything hidden. Not for players."""
        return self._state

    def open_seats(self) -> tuple[Seat, ...]:
        """The seats to be asked now: one, or all that still owe a sealed answer."""
        state = self._state
        if state.to_act < 0:
            return ()
        if state.sealed == 0:
            return (state.to_act,)
        return tuple([s for s in range(state.seats) if (state.sealed >> s) & 1 != 0 and s not in self._early])

    def actions(self) -> int:
        """Number of questions of this kind in a row to the seat to act."""
        state = self._state
        question = state.question
        if state.to_act < 0 or self._last[question] != state.to_act:
            return 0
        return self._in_a_row[question]

    def ask(self, seat: Seat = -1, clock: Clock = NO_CLOCK) -> Decision[Any, Any] | None:
        """The open question (of `seat`, where several may answer); None when the match is over."""
        state = self._state
        to_act = state.to_act
        if to_act < 0:
            return None
        if seat < 0:
            seat = to_act
        opened = self._open[seat]
        if opened is not None:
            return opened
        ints = state.snapshot(seat)
        asked = state
        if state.sealed != 0 and seat != to_act:
            asked = self._sealed_for(seat, ints)
        elif seat != to_act:
            raise ValueError(f"seat {seat} is not asked anything; it is seat {to_act} that must answer")
        buffer = self._buffer
        n = asked.legal(buffer)
        all_moves = self._moves[seat]
        moves: list[Move] = []
        i: i64 = 0
        while i < n:
            moves.append(all_moves[buffer[i]])
            i += 1
        number = self._asked[seat] + 1
        self._asked[seat] = number
        news = tuple(self._news[seat])
        self._news[seat] = []
        decision: Decision[Any, Any] = Decision(
            number,
            self.table.game,
            seat,
            self._questions[asked.question],
            self._view(self.table, seat, ints),
            tuple(moves),
            news,
            clock,
        )
        self._open[seat] = decision
        return decision

    def hand_moves(self, seat: Seat, moves: list[Move]) -> None:
        """Offer `seat` these moves from now on: its own copies, in place of the shared ones."""
        self._moves[seat] = moves

    def _sealed_for(self, seat: Seat, ints: tuple[int, ...]) -> State:
        """The state as `seat` would find it if it were asked first, as for every sealed answer."""
        state = self._state
        if (state.sealed >> seat) & 1 == 0 or seat in self._early:
            raise ValueError(f"seat {seat} does not owe an answer")
        if self._scratch is None:
            self._scratch = state.fresh()
            self._scratch.watching = False
        self._scratch.restore(seat, ints)
        return self._scratch

    def play(
        self,
        index: int,
        say: tuple[str, ...] = (),
        note: str = "",
        seconds: float = 0.0,
        faults: tuple[str, ...] = (),
        ruling: str = "",
        seat: Seat = -1,
        printed: str = "",
    ) -> None:
        """Answer the open question (of `seat`) with its move number `index`."""
        state = self._state
        to_act = state.to_act
        if seat < 0:
            seat = to_act
        opened = self._open[seat] if seat >= 0 else None
        if opened is None:
            raise ValueError("nothing was asked, so nothing can be answered")
        if not 0 <= index < len(opened.moves):
            raise ValueError(f"move {index} of {len(opened.moves)}")
        if seat != to_act:
            self._open[seat] = None
            self._early[seat] = (index, say, note, seconds, faults, ruling, printed)
            return
        self._apply(seat, index, say, note, seconds, faults, ruling, printed)
        while self._early and state.to_act in self._early:
            waiting: int = state.to_act
            kept = self._early.pop(waiting)
            self._apply(waiting, kept[0], kept[1], kept[2], kept[3], kept[4], kept[5], kept[6])

    def _apply(
        self,
        seat: Seat,
        index: i64,
        say: tuple[str, ...],
        note: str,
        seconds: float,
        faults: tuple[str, ...],
        ruling: str,
        printed: str,
    ) -> None:
        state = self._state
        state.legal(self._buffer)
        move = self._buffer[index]
        self._open[seat] = None
        self.steps.append(Step(seat, move, say, note, seconds, faults, ruling, printed))
        sealed = state.sealed != 0
        question = state.question
        actor: i64 = seat
        if self._last[question] == actor:
            self._in_a_row[question] += 1
        else:
            self._last[question] = actor
            self._in_a_row[question] = 1
        state.apply(move)
        if say and self.talk:
            self._held.extend([Said(seat, message) for message in say])
        if self._held and not (sealed and state.sealed != 0):
            self._pass_on()
        self._deliver()

    def expel(self, seat: Seat, faults: tuple[str, ...] = (), ruling: str = "", printed: str = "") -> None:
        """Take a seat out of the match; not while sealed answers are open."""
        if self._state.sealed != 0:
            raise ValueError("a seat is taken out before or after a sealed question, not during it")
        self.steps.append(Step(seat, EXPELLED, (), "", 0.0, faults, ruling, printed))
        self._state.expel(seat)
        self._open = [None] * len(self._open)
        self._deliver()

    def _pass_on(self) -> None:
        """Deliver table talk; talk with a sealed answer waits until all have answered."""
        for said in self._held:
            for other in range(len(self._news)):
                if other != said.seat or self.game.echoes_talk:
                    self._news[other].append(said)
        self._held = []

    def _deliver(self) -> None:
        """Add the last events to the news of every seat that may know of them."""
        state = self._state
        events = state.events
        seats = state.seats
        decode = self._events
        news = self._news
        happened: list[int] = []
        self._log.append(happened)
        last: i64 = 0
        told: Event | None = None
        i: i64 = 0
        while i < state.n_events:
            event: i64 = events[i]
            happened.append(event)
            seat: i64 = 0
            while seat < seats:
                shown = redact(event, seat, seats)
                if shown != 0:
                    if shown != last:  # most events look the same to all
                        last = shown
                        told = decode.get(shown)
                        if told is None:
                            told = decode[shown]
                    assert told is not None
                    news[seat].append(told)
                seat += 1
            i += 1

    def happened(self, seat: Seat = DEALER, step: int = -1) -> tuple[Event, ...]:
        """The events of step number `step` (default: the last) as `seat` may know them; DEALER knows all.

        Step 0 is the deal, step k the k-th entry of `steps`.
        """
        seats = self._state.seats
        decode = self._events
        shown = [redact(event, seat, seats) for event in self._log[step]]
        return tuple([decode[event] for event in shown if event != 0])

    def course(self) -> list[Event]:
        """All events so far, in order, as DEALER knows them."""
        seats = self._state.seats
        decode = self._events
        return [decode[redact(event, DEALER, seats)] for events in self._log for event in events]

    def take_news(self, seat: Seat) -> tuple[Event, ...]:
        """Remove and return the events that `seat` has not received yet."""
        news = tuple(self._news[seat])
        self._news[seat] = []
        return news

    def view(self, seat: Seat) -> View:
        """The current view of `seat` (or DEALER, or PUBLIC)."""
        view: View = self._view(self.table, seat, self._state.snapshot(seat))
        return view

    def result(self) -> Result:
        """Places, scores and how it ended."""
        state = self._state
        if state.to_act >= 0:
            raise ValueError("the match is not over")
        return self.game.result(state)
