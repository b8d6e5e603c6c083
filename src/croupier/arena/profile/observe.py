"""Acts of a bot in a played match, each with the hidden fact behind it and what an opponent could know of that fact.

An opponent who only knows the rules considers every world that fits what it was shown equally likely. The chances of
each fact in such worlds are the baseline; it already holds whatever follows from the act by the rules alone.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import Event, Seat, View
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.state import State
from croupier.kernel.tells import Habit, Tell
from croupier.match.match import EXPELLED, Match, Step
from croupier.match.playback import apply_step, replay_from_deal

WORLDS: Final = 96
"""Worlds imagined for each act."""
SPREAD: Final = 0.5
"""Worlds added to the imagined ones, evenly over the facts, so that none has a chance of 0."""


SEED_STEP: Final = 0x9E3779B97F4A7C15
SEED_MASK: Final = 2**60 - 1


class Act(msgspec.Struct, frozen=True, gc=False):
    """One public act."""

    tell: int
    """Which tell of the game it belongs to."""
    block: int
    words: str
    fact: int
    """Which of the tell's facts is true."""
    baseline: tuple[float, ...]
    """The chance of each fact by the rules alone."""


class Habitual(msgspec.Struct, frozen=True, gc=False):
    """One decision of a kind that the game counts."""

    habit: int
    block: int
    situation: str
    did: bool


class Observer:
    """Reads the acts of some seats from matches, with at most `most` acts of every tell."""

    def __init__(self, tells: Sequence[Tell], habits: Sequence[Habit], most: int) -> None:
        self._tells = tells
        self._by_event: dict[type[Event], list[int]] = {}
        for number, tell in enumerate(tells):
            for kind in tell.events:
                self._by_event.setdefault(kind, []).append(number)
        self._by_question: dict[str, list[int]] = {}
        for number, habit in enumerate(habits):
            self._by_question.setdefault(habit.question, []).append(number)
        self._habits = habits
        self._most = most
        self.acts: list[list[Act]] = [[] for _ in tells]
        self.decisions: list[Habitual] = []

    def read(self, script: Match, block: int, seats: Collection[Seat]) -> None:
        """Read one finished match in which the bot sits at `seats`."""
        match = replay_from_deal(script)
        table = _TableReader(match)
        for number, step in enumerate(script.steps):
            if step.seat in seats and step.move != EXPELLED and not step.ruling:
                self._read_decision(match, step, block)
            table.before.copy_from(match.state)
            apply_step(match, step)
            events = match.happened(PUBLIC)
            referee_answered = {step.seat} if step.ruling else set[Seat]()
            for event in events:
                for index in self._by_event.get(type(event), ()):
                    self._read_act(table, index, event, block, set(seats) - referee_answered, number)
            table.note_leaving(events)

    def _read_decision(self, match: Match, step: Step, block: int) -> None:
        question = match.game.questions[match.state.question]
        for index in self._by_question.get(question, ()):
            sorted_as = self._habits[index].sort(match.view(step.seat), match.game.moves[step.move])
            if sorted_as is not None:
                self.decisions.append(Habitual(index, block, *sorted_as))

    def _read_act(
        self, table: "_TableReader", index: int, event: Event, block: int, seats: Collection[Seat], number: int
    ) -> None:
        tell, found = self._tells[index], self.acts[index]
        for seat, words in tell.read(event, table.public_before()):
            if seat not in seats or len(found) >= self._most:
                continue
            source = table.match.state if tell.is_after else table.before
            if source.to_act < 0:
                continue
            names = list(tell.facts)
            fact = tell.fact(table.view(source, seat), table.view(source, DEALER), event)
            if fact is None:
                continue
            counts = [SPREAD / len(names)] * len(names)
            for world in table.imagine(source, seat, derived_seed("profile", table.match.seed, number, index)):
                imagined = tell.fact(table.view(world, seat), table.view(world, DEALER), event)
                if imagined is not None:
                    counts[names.index(imagined)] += 1
            total = sum(counts)
            baseline = tuple(count / total for count in counts)
            found.append(Act(index, block, words, names.index(fact), baseline))


class _TableReader:
    """A match being replayed: its state before the last step, and the worlds that an opponent considers possible."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.before: State = match.state.fresh()
        self._known: State = match.state.fresh()
        self._world: State = match.state.fresh()
        self._known.watching = self._world.watching = False
        self._teams = match.game.teams(match.settings, match.table.seats)
        self._out: set[Seat] = set()

    def view(self, state: State, seat: Seat) -> View:
        view: Any = self.match.game.view
        return view(self.match.table, seat, state.snapshot(seat))

    def public_before(self) -> View:
        return self.view(self.before, PUBLIC)

    def note_leaving(self, events: Iterable[Event]) -> None:
        """Remember who is out: such a seat is not an opponent any more."""
        for event in events:
            if type(event) in self.match.game.leaving:
                self._out.add(getattr(event, "seat"))  # noqa: B009 - leaving events have a seat

    def imagine(self, source: State, seat: Seat, seed: int) -> Iterator[State]:
        """Worlds that fit what the next opponent of `seat` knows, each equally likely; all the same object."""
        eye = self._opponent_of(seat)
        self._known.restore(eye, source.snapshot(eye))
        for number in range(WORLDS):
            self._world.copy_from(self._known)
            self._world.imagine(eye, (seed + number * SEED_STEP) & SEED_MASK)
            yield self._world

    def _opponent_of(self, seat: Seat) -> Seat:
        seats = len(self._teams)
        others = [(seat + step) % seats for step in range(1, seats)]
        rivals = [other for other in others if self._teams[other] != self._teams[seat]]
        return next((other for other in rivals if other not in self._out), rivals[0])
