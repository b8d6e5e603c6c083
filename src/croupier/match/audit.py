"""The leak audit: play a match again in a world that a seat cannot tell from its own, and compare all it was sent.

Two cards are exchanged in a deal, everybody plays as before, and as long as the events that a seat is shown are the
same in both worlds, so must be every byte of its decisions: the view, the legal moves and their order, the numbers. The
worlds may part only at an event that may show cards (`Game.showing`). Whether such an event goes to the right seats,
the redaction tables of each game test.
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, Final, Protocol

import msgspec

from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.decision import Decision, Event, Move, Seat, Settings
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.kernel.wire import encode, question_message
from croupier.match.match import Match

WORLDS_PER_MATCH: Final = 10
BYTES_EVERY: Final = 20  # so often whole messages are compared, otherwise what they are made from
LEAKS_KEPT: Final = 20


class AuditedMatch(Protocol):
    """As much of `Match` as the audit needs; tests plant leaks behind it."""

    @property
    def state(self) -> State: ...
    @property
    def over(self) -> bool: ...
    def ask(self) -> Decision[Any, Any] | None: ...
    def play(self, index: int) -> None: ...
    def take_news(self, seat: Seat) -> tuple[Event, ...]: ...


class AuditReport(msgspec.Struct, frozen=True):
    """What an audit did, and every leak it found (the first few in words)."""

    game: str
    seats: int
    seed: int
    matches: int
    worlds: int
    """Matches played again with two cards exchanged."""
    decisions: int
    """Decisions compared in them."""
    shown: int
    """Worlds that parted because an exchanged card was shown or played, as the rules allow."""
    leaks: tuple[str, ...]

    @property
    def clean(self) -> bool:
        return not self.leaks


class _Played(msgspec.Struct, frozen=True):
    """One step of the original match."""

    seat: Seat
    question: str
    move: Move
    safe: bool
    sealed: bool


class _Original(msgspec.Struct, frozen=True):
    """A match, and everything each seat was sent in it."""

    seed: int
    steps: list[_Played]
    decisions: list[list[Decision[Any, Any]]]
    last_news: list[tuple[Event, ...]]
    shuffles: list[tuple[int, int, int]]

    def sent(self, seat: Seat, asked: int) -> tuple[Event, ...]:
        """The news that came with decision number `asked` of the seat, or after its last one."""
        decisions = self.decisions[seat]
        return decisions[asked].events if asked < len(decisions) else self.last_news[seat]


class _Leak(Exception):
    """The seat could tell two worlds apart."""


class _Parted(Exception):
    """The worlds differ from here on, and may."""


NewMatch = Callable[[int, tuple[int, int, int, int] | None], AuditedMatch]


def audit(
    game: Game,
    settings: Settings,
    seats: int,
    worlds: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    new_match: NewMatch | None = None,
) -> AuditReport:
    """Compare `worlds` worlds; `progress` is told how many are done."""
    names = tuple(f"p{number}" for number in range(seats))

    def plain_match(match_seed: int, exchange: tuple[int, int, int, int] | None) -> AuditedMatch:
        return Match(game, settings, names, match_seed, talk=False, exchange=exchange)

    auditor = _Auditor(game, seats, new_match or plain_match)
    luck = BotRandom(derived_seed("audit", game.name, seed))
    done = 0
    while done < worlds and len(auditor.leaks) < LEAKS_KEPT:
        original = auditor.play(luck.getrandbits(60), luck)
        for _ in range(min(WORLDS_PER_MATCH, worlds - done)):
            auditor.compare(original, luck, in_bytes=done % BYTES_EVERY == 0)
            done += 1
        progress(done)
    return AuditReport(
        game=game.name,
        seats=seats,
        seed=seed,
        matches=auditor.matches,
        worlds=done,
        decisions=auditor.compared,
        shown=auditor.shown,
        leaks=tuple(auditor.leaks),
    )


class _Auditor:
    def __init__(self, game: Game, seats: int, new_match: NewMatch) -> None:
        self._game = game
        self._seats = seats
        self._new_match = new_match
        self.matches = self.compared = self.shown = 0
        self.leaks: list[str] = []

    def play(self, seed: int, luck: BotRandom) -> _Original:
        """A match of random moves, with all that was sent."""
        match = self._new_match(seed, None)
        steps: list[_Played] = []
        decisions: list[list[Decision[Any, Any]]] = [[] for _ in range(self._seats)]
        while (decision := match.ask()) is not None:
            index = luck.below(len(decision.moves))
            sealed = match.state.sealed != 0
            steps.append(_Played(decision.seat, decision.question, decision.moves[index], index == 0, sealed))
            decisions[decision.seat].append(decision)
            match.play(index)
        self.matches += 1
        last_news = [match.take_news(seat) for seat in range(self._seats)]
        return _Original(seed, steps, decisions, last_news, match.state.shuffles)

    def compare(self, original: _Original, luck: BotRandom, in_bytes: bool) -> None:
        """Exchange two cards of one deal and play the match again before the eyes of one seat."""
        seat = luck.below(self._seats)
        stream, index, cards = original.shuffles[luck.below(len(original.shuffles))]
        a = luck.below(cards)
        b = (a + 1 + luck.below(cards - 1)) % cards
        match = self._new_match(original.seed, (stream, index, a, b))
        try:
            self._replay(original, match, seat, in_bytes)
        except _Parted:
            self.shown += 1
        except _Leak as leak:
            self.leaks.append(
                f"{self._game.name}, match seed {original.seed}: with cards {a} and {b} of shuffle {index} exchanged, "
                f"seat {seat} {leak}"
            )

    def _replay(self, original: _Original, match: AuditedMatch, seat: Seat, in_bytes: bool) -> None:
        steps = original.steps
        at = asked = 0
        while (decision := match.ask()) is not None:
            at += _only_in_original(steps, at, seat, decision)
            if decision.seat == seat:
                if not all(step.safe for step in _of_others(steps, at, seat)):
                    self._part_if_more_happened(original.sent(seat, asked), decision)
                self._compare_decision(original, seat, asked, decision, in_bytes)
                asked += 1
            if at < len(steps) and _answers(steps[at], decision):
                match.play(_index(decision, steps[at].move))
                at += 1
            elif decision.seat != seat:
                match.play(0)  # a seat that was not asked in the original declines
            else:
                raise _Leak(f"is asked '{decision.question}' out of turn")
        if not all(step.safe for step in _of_others(steps, at, seat)):
            raise _Parted
        self._compare_events(original.sent(seat, asked), match.take_news(seat))
        if asked < len(original.decisions[seat]):
            raise _Leak(f"sees its match end before decision {asked + 1}")

    def _compare_decision(
        self, original: _Original, seat: Seat, asked: int, other: Decision[Any, Any], in_bytes: bool
    ) -> None:
        if asked == len(original.decisions[seat]):
            self._compare_events(original.sent(seat, asked), other.events)
            raise _Leak(f"is asked '{other.question}' although its match was over")
        one = original.decisions[seat][asked]
        self._compare_events(one.events, other.events)
        where = f"can tell at decision {one.id} ('{one.question}'): "
        if one.id != other.id:
            raise _Leak(f"{where}its number is {other.id}")
        if one.question != other.question:
            raise _Leak(f"{where}the question is '{other.question}'")
        if one.view != other.view:
            raise _Leak(f"{where}the view differs")
        if one.moves != other.moves:
            raise _Leak(f"{where}the moves are {_listed(one.moves)} and {_listed(other.moves)}")
        if in_bytes and encode(question_message(one)) != encode(question_message(other)):
            raise _Leak(f"{where}the messages differ although what they are made from does not")
        self.compared += 1

    def _part_if_more_happened(self, one: tuple[Event, ...], decision: Decision[Any, Any]) -> None:
        """The original waits for another seat's move. The worlds may part if something else happened in its place."""
        if decision.events != one[: len(decision.events)]:
            raise _Parted

    def _compare_events(self, one: tuple[Event, ...], other: tuple[Event, ...]) -> None:
        for x, y in zip_longest(one, other):
            if x == y:
                continue
            if type(x) in self._game.showing or type(y) in self._game.showing:
                raise _Parted
            raise _Leak(f"is sent {y} instead of {x}")


def _asks(step: _Played, decision: Decision[Any, Any]) -> bool:
    """Whether the original step answered the same question."""
    return step.seat == decision.seat and step.question == decision.question


def _answers(step: _Played, decision: Decision[Any, Any]) -> bool:
    """Whether the original step can be played now. Where its move needs an exchanged card, the worlds part."""
    if not _asks(step, decision):
        return False
    if any(move is step.move for move in decision.moves):
        return True
    raise _Parted


def _of_others(steps: list[_Played], at: int, seat: Seat) -> list[_Played]:
    """The next step if another seat took it; with the sealed answers of other seats that follow it, if it is one."""
    end = at
    while end < len(steps) and steps[end].seat != seat and (end == at or steps[end].sealed):
        end += 1
        if not steps[end - 1].sealed:
            break
    return steps[at:end]


def _only_in_original(steps: list[_Played], at: int, seat: Seat, decision: Decision[Any, Any]) -> int:
    """How many questions to other seats were asked in the original only. If one did anything then, the worlds part."""
    passed = 0
    for step in _of_others(steps, at, seat):
        if _asks(step, decision):
            break
        passed += 1
    if at + passed >= len(steps) or not _asks(steps[at + passed], decision):
        return 0
    if not all(step.safe for step in steps[at : at + passed]):
        raise _Parted
    return passed


def _index(decision: Decision[Any, Any], move: Move) -> int:
    return next(index for index, legal in enumerate(decision.moves) if legal is move)


def _listed(moves: Sequence[Move]) -> str:
    return "[" + ", ".join(map(str, moves[:8])) + (", ..." if len(moves) > 8 else "") + "]"
