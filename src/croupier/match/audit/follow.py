"""The same match in another world: every seat does what it did, as far as that is possible there."""

from typing import Any, Protocol

import msgspec

from croupier.kernel.decision import Decision, Move, Seat
from croupier.match.audit.record import AuditedMatch, Recorder


class Played(msgspec.Struct, frozen=True):
    """One step of the original match."""

    seat: Seat
    question: str
    """Empty if the seat was expelled."""
    move: Move | None
    safe: bool
    sealed: bool
    hidden: bool
    """Whether others must not know that the seat was asked."""

    @property
    def is_expulsion(self) -> bool:
        return self.move is None


class Impossible(Exception):
    """A player cannot do what it did: a legitimate end of the comparison."""


class Twist(Protocol):
    """What is done differently in the other world."""

    in_order: bool
    """Whether sealed answers are asked for one after the other; else the last seat first, and all before any answer."""
    talks: bool
    """Whether the seats say with a sealed answer what it is."""

    def index(self, at: int, step: Played, index: int, match: AuditedMatch) -> int:
        """The move to play in place of number `index`, at step `at` of the original."""
        ...

    def played(self, match: AuditedMatch) -> None:
        """Called after every answer."""
        ...


def is_hidden(match: AuditedMatch) -> bool:
    """Whether others must not know who is asked now."""
    return match.state.sealed != 0 or not match.is_public


def follow(steps: list[Played], recorder: Recorder, questions: tuple[str, ...], twist: Twist) -> None:
    """Play `steps` again, or raise Impossible. A seat that was not asked in the original declines."""
    match = recorder.match
    at = 0
    recorder.start()
    while True:
        asked = match.state.to_act
        question = "" if asked < 0 else questions[match.state.question]
        at = _align(steps, at, asked, question, asked >= 0 and is_hidden(match))
        recorder.news()
        if not recorder.observers:
            return
        if asked < 0:
            # What opened a match of a table elsewhere learns by this that it is over.
            assert match.ask() is None
            recorder.end()
            return
        if at == len(steps):
            return
        step = steps[at]
        if step.is_expulsion and not is_hidden(match):
            match.expel(step.seat)
            at += 1
        elif not twist.in_order and match.state.sealed != 0:
            at += _answer_all(steps, at, recorder)
        else:
            at += _answer(steps, at, recorder, twist, question)
        twist.played(match)


def _answer(steps: list[Played], at: int, recorder: Recorder, twist: Twist, question: str) -> int:
    """Answer the open question; how many steps of the original that was."""
    match, step = recorder.match, steps[at]
    hidden = is_hidden(match)
    decision = match.ask()
    assert decision is not None
    recorder.question(decision)
    if (step.seat, step.question) == (decision.seat, question):
        index = twist.index(at, step, _place(decision, step), match)
        if twist.talks and step.sealed:
            match.play(index, (str(decision.moves[index]),))
        else:
            match.play(index)
        return 1
    if not hidden:
        raise Impossible
    match.play(0)
    return 0


def _answer_all(steps: list[Played], at: int, recorder: Recorder) -> int:
    """Ask all who owe a sealed answer, the last first, and then let them answer in the same order."""
    match = recorder.match
    seats = match.open_seats()
    answers = {step.seat: step for step in steps[at : at + len(seats)] if step.sealed}
    if set(answers) != set(seats):
        raise Impossible
    decisions: list[Decision[Any, Any]] = []
    for seat in reversed(seats):
        decision = match.ask(seat)
        assert decision is not None
        recorder.question(decision)
        decisions.append(decision)
    for decision in decisions:
        match.play(_place(decision, answers[decision.seat]), seat=decision.seat)
    return len(seats)


def _place(decision: Decision[Any, Any], step: Played) -> int:
    for index, move in enumerate(decision.moves):
        if move is step.move:
            return index
    raise Impossible


def _align(steps: list[Played], at: int, asked: Seat, question: str, hidden: bool) -> int:
    """The step that answers this question, beyond hidden questions that were asked in the original only.

    If one of those did anything, the other world cannot follow. If there is no such step because the question is asked
    in the other world only, and `hidden`, `at`.
    """
    end = at
    while end < len(steps) and steps[end].hidden and (steps[end].seat, steps[end].question) != (asked, question):
        end += 1
    found = end < len(steps) and (steps[end].seat, steps[end].question) == (asked, question)
    if hidden and not found:
        return at
    if not all(step.safe for step in steps[at:end]):
        raise Impossible
    return end
