"""Replay a match: look at it step by step, ask players what they would do now, play on from a step.

The match is played again for it, so a seat sees exactly what it saw then.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from croupier.kernel.decision import Decision, Event, Result, Seat, View
from croupier.kernel.fault_policy import FaultPolicy
from croupier.match.ask import Judge, Player, WrappedPlayer, ask_player
from croupier.match.clock import TimeControl
from croupier.match.match import EXPELLED, Match, Step
from croupier.match.opening import open_at, opening_of
from croupier.match.presence import Presence
from croupier.match.referee import BENCHED, Answer, Referee
from croupier.match.run_players import Watch, notify_player, run_players, send_news, unsent_news
from croupier.match.transcript import transcript_lines


class Frame(msgspec.Struct, frozen=True):
    """The table after one step as one seat saw it."""

    view: str
    lines: tuple[str, ...]
    """The events of the step as text."""


class Playback:
    """Frames of a match, made on demand, forwards and backwards."""

    def __init__(self, script: Match) -> None:
        self._script = script
        self._match = replay_from_deal(script)

    @property
    def script(self) -> Match:
        """The match itself, with all its steps."""
        return self._script

    @property
    def names(self) -> tuple[str, ...]:
        return self._script.table.names

    @property
    def title(self) -> str:
        return self._script.game.title

    @property
    def steps(self) -> Sequence[Step]:
        return self._script.steps

    @property
    def is_over(self) -> bool:
        """Whether the match is over; a match still being played gets more frames."""
        return self._script.over

    def shows(self, match: Match) -> bool:
        return match is self._script

    def view(self, number: int, seat: Seat) -> View:
        """The view of `seat` (or DEALER, or PUBLIC) after step `number`; 0 is the deal."""
        if number < len(self._match.steps):
            self._match = replay_from_deal(self._script)
        for step in self._script.steps[len(self._match.steps) : number]:
            apply_step(self._match, step)
        return self._match.view(seat)

    def frame(self, number: int, seat: Seat) -> Frame:
        """The frame after step `number` as `seat` saw it."""
        return Frame(self.view(number, seat).text(), tuple(self.lines(number, seat)))

    def lines(self, number: int, seat: Seat) -> list[str]:
        """The transcript of step `number` as `seat` may know it."""
        texts = [event.text(self.names) for event in self._script.happened(seat, number)]
        if number == 0:
            return list(transcript_lines("", texts))
        step = self._script.steps[number - 1]
        move = "" if step.move == EXPELLED else self._script.game.moves[step.move].label(self.names)
        return list(
            transcript_lines(self.names[step.seat], texts, step.say, step.faults, step.ruling, move, step.printed)
        )

    def note(self, number: int) -> str:
        """The player's note on its move; empty if there is none."""
        return self._script.steps[number - 1].note if number else ""


class ReaskedDecision(msgspec.Struct, frozen=True):
    """One decision of a stored match, asked again: the move then and the answer now."""

    step: int
    """Number of the step that answered it."""
    decision: Decision[Any, Any]
    then: Step
    played: str
    """Notation of the move in the match; "nothing" if the seat was expelled instead."""
    answer: Answer

    @property
    def now(self) -> str:
        """Notation of the move now; "nothing" if there is none."""
        return "nothing" if self.answer.penalty else str(self.decision.moves[self.answer.index])

    @property
    def agrees(self) -> bool:
        """Whether the answer now is the move that the seat itself played."""
        return self.answer.penalty is None and not self.then.ruling and self.now == self.played


Listen = Callable[[ReaskedDecision], None]


def replay_from_deal(script: Match) -> Match:
    """The same match right after its deal, with the exchange of the leak audit if it had one."""
    truth = script.state
    exchange: tuple[int, int, int, int] | None = None
    if truth.exchange_stream >= 0:
        exchange = (truth.exchange_stream, truth.exchange_index, truth.exchange_a, truth.exchange_b)
    match = Match(script.game, script.settings, script.table.names, script.seed, script.talk, exchange)
    return open_at(match, opening_of(script))


def was_asked(step: Step) -> bool:
    """Whether the seat was asked; if not, the referee answered for it."""
    return step.ruling != BENCHED and (step.move != EXPELLED or bool(step.faults))


def questions_to(script: Match, seat: Seat) -> list[int]:
    """Numbers of the steps in which `seat` was asked."""
    return [number for number, step in enumerate(script.steps) if step.seat == seat and was_asked(step)]


async def replay_with_players(
    script: Match,
    match: Match,
    players: Mapping[Seat, Player],
    listen: Listen | None = None,
    until: int | None = None,
) -> None:
    """Apply the steps of `script` to `match`, which is right after the same deal, up to step number `until` or all.

    `players` are asked what their seats were asked, in order and with the same news. `listen` gets each answer.
    """
    sent = await send_news(match, players.items(), 0)
    for number, step in enumerate(script.steps[:until]):
        player = players.get(step.seat)
        if player is not None and was_asked(step):
            decision = match.ask(step.seat)
            assert decision is not None
            answer = await ask_player(player, decision, policy_judge(match.game.policy))
            if listen is not None:
                listen(ReaskedDecision(number, decision, step, _notation(match, step), answer))
        apply_step(match, step)
        sent = await send_news(match, players.items(), sent)
    if until is None:
        for seat, player in players.items():
            await notify_player(player, unsent_news(match, seat, player), match.view(seat))


def apply_step(match: Match, step: Step) -> None:
    """Apply a recorded step."""
    if step.move == EXPELLED:
        match.expel(step.seat, step.faults, step.ruling)
        return
    decision = match.ask(step.seat)
    assert decision is not None
    move = match.game.moves[step.move]
    index = next(index for index, legal in enumerate(decision.moves) if legal is move)
    match.play(index, step.say, step.note, step.seconds, step.faults, step.ruling, step.seat)


class CaughtUpPlayer(WrappedPlayer):
    """A player that has all news so far: skips the first news of a driver, which repeats it."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self._knows = player.wants_news

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        if self._knows:
            self._knows = False
        else:
            await self._player.observe(events, view)


def _notation(match: Match, step: Step) -> str:
    return "nothing" if step.move == EXPELLED else str(match.game.moves[step.move])


def policy_judge(policy: FaultPolicy) -> Judge:
    """The penalties of a policy, without a referee that counts or applies them."""
    return lambda decision, fault, asked_again: policy.penalty(decision.question, fault, asked_again)


async def resume(
    script: Match,
    match: Match,
    until: int,
    players: Sequence[Player],
    replayed: Mapping[Seat, Player],
    on_resume: Callable[[], object] = lambda: None,
    watch: Watch | None = None,
    referee: Referee | None = None,
    presence: Presence | None = None,
    timing: TimeControl | None = None,
) -> Result:
    """Replay `script` in `match`, which is right after its deal, up to step number `until`; then play on.

    The players `replayed` see the steps before `until` as their seats saw them, so that their memory is right.
    `on_resume` is called between replaying and playing; the rest is as for `run_players`.
    """
    await replay_with_players(script, match, replayed, until=until)
    on_resume()
    seats = [CaughtUpPlayer(player) if seat in replayed else player for seat, player in enumerate(players)]
    return await run_players(match, seats, watch=watch, referee=referee, presence=presence, timing=timing)
