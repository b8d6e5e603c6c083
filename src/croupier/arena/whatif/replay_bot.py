"""The current version of a bot in a seat of a recorded match: decisions that differ, and how the match goes on.

Decisions are the interface, so every kind of bot works. The random numbers of the bot are those of its seat.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.kernel.decision import Seat
from croupier.kernel.errors import SeatError, UsageError
from croupier.match.match import Match
from croupier.match.playback import ReaskedDecision, questions_to, replay_from_deal, replay_with_players, resume
from croupier.match.referee import Referee
from croupier.match.run_players import Player
from croupier.match.transcript import TranscriptWriter
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant
from croupier.players.sandbox.isolation import Isolation
from croupier.players.seating import NO_WRAPPERS, PlayerWrappers, enter_or_bench, seat_entrant
from croupier.players.spec import load_bots

STAND_IN = "heuristic"


class DecisionDiff(msgspec.Struct, frozen=True):
    """Every decision of one seat, then and now."""

    decisions: tuple[ReaskedDecision, ...]

    @property
    def differing(self) -> tuple[ReaskedDecision, ...]:
        return tuple(each for each in self.decisions if not each.agrees)

    @property
    def agreeing(self) -> int:
        return len(self.decisions) - len(self.differing)


def compare_decisions(
    script: Match,
    seat: Seat,
    entrant: Entrant,
    until: int | None = None,
    wrappers: PlayerWrappers = NO_WRAPPERS,
    heard: list[ReaskedDecision] | None = None,
) -> DecisionDiff:
    """Ask `entrant` everything that `seat` was asked, up to step number `until`; `heard` grows as it answers."""
    heard = [] if heard is None else heard

    async def ask() -> None:
        match = replay_from_deal(script)
        async with seat_entrant(entrant, match, seat, wrappers) as player:
            await replay_with_players(script, match, {seat: player}, heard.append, until)

    with Connections([entrant]) as outside:
        try:
            outside.do(ask())
        except SeatError as fault:
            raise UsageError(f"{entrant.name} cannot be seated: {fault}") from None
    return DecisionDiff(tuple(heard))


def step_of(script: Match, seat: Seat, number: int) -> int:
    """The step that answered decision number `number` of the seat."""
    steps = questions_to(script, seat)
    if not 1 <= number <= len(steps):
        raise UsageError(f"no decision {number}: seat {seat} made {len(steps)} decisions in this match")
    return steps[number - 1]


def decision_at_move(script: Match, seat: Seat, move: int) -> int:
    """The number of the seat's decision at move number `move` of the match; both are counted from 1."""
    if not 1 <= move <= len(script.steps):
        raise UsageError(f"no move {move}: the match has {len(script.steps)} moves")
    steps = questions_to(script, seat)
    if move - 1 not in steps:
        owner = script.steps[move - 1].seat
        if owner == seat:
            raise UsageError(f"seat {seat} was not asked at move {move}; the referee moved for it")
        near = min(steps, key=lambda step: abs(step - move + 1), default=-1) + 1
        raise UsageError(
            f"move {move} was made by seat {owner} ({script.table.names[owner]}), not by seat {seat}; "
            f"the nearest move of seat {seat} is {near}"
        )
    return steps.index(move - 1) + 1


class Substitute(msgspec.Struct, frozen=True):
    """The bot that plays on in a seat, and the reason if it is not the bot of the match."""

    entrant: Entrant
    instead_of: str = ""
    reason: str = ""


def load_opponents(script: Match, specs: Sequence[str], trust: bool) -> list[Substitute]:
    """The bots of the match, seat by seat, in their current version; STAND_IN for those that cannot be loaded."""
    stands: list[Substitute] = []
    for spec in specs:
        try:
            stands.append(Substitute(load_bots(script.game, [spec], BUILT_IN, Isolation(trust))[0]))
        except UsageError as error:
            stands.append(Substitute(load_bots(script.game, [STAND_IN], BUILT_IN)[0], spec, str(error)))
    return stands


def play_on(
    script: Match,
    entrants: Sequence[Entrant],
    until: int,
    story: TranscriptWriter | None = None,
    seat: Seat = 0,
    wrappers: PlayerWrappers = NO_WRAPPERS,
) -> Match:
    """Play the match again up to step number `until`, and from there on with `entrants`, who saw the beginning.

    `story` writes what happens from there on; `wrappers` are for the bot at `seat`.
    """

    async def play() -> Match:
        match = replay_from_deal(script)
        async with AsyncExitStack() as stack:
            referee = Referee(match)
            players: list[Player] = []
            for number, entrant in enumerate(entrants):
                sitting = seat_entrant(entrant, match, number, wrappers if number == seat else NO_WRAPPERS)
                players.append(await enter_or_bench(stack, sitting, number, referee))
            replayed = dict(enumerate(players))
            if story is None:
                await resume(script, match, until, players, replayed, referee=referee)
            else:
                skip = partial(story.skip, match)
                await resume(script, match, until, players, replayed, skip, watch=story.watch, referee=referee)
            return match

    with Connections(entrants) as outside:
        return outside.do(play())
