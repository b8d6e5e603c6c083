"""Today's bot in a seat of a recorded match: which decisions it would take otherwise, and what would come of it.

Decisions are the interface, so it works for every kind of bot. Its own chance is the one its seat had in the match.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack

import msgspec

from croupier.ai import BUILT_IN
from croupier.kernel.decision import Seat
from croupier.kernel.errors import SeatError, UsageError
from croupier.match.core import Match
from croupier.match.drivers import Player, run_players
from croupier.match.referee import Referee
from croupier.match.rehearsal import Heard, Rehearsed, again, questions_to, rehearse
from croupier.match.story import Storyteller
from croupier.players.entrant import Entrant
from croupier.players.loader import load_bots
from croupier.players.outside import Absent, Outside
from croupier.players.seated import USUAL, Manner, seated
from croupier.players.shelter import Shelter

STAND_IN = "heuristic"


class Comparison(msgspec.Struct, frozen=True):
    """Every decision of one seat, then and now."""

    heard: tuple[Heard, ...]

    @property
    def differing(self) -> tuple[Heard, ...]:
        return tuple(each for each in self.heard if not each.agrees)

    @property
    def agreeing(self) -> int:
        return len(self.heard) - len(self.differing)


def compare(
    script: Match,
    seat: Seat,
    entrant: Entrant,
    until: int | None = None,
    manner: Manner = USUAL,
    heard: list[Heard] | None = None,
) -> Comparison:
    """Ask `entrant` everything that `seat` was asked, up to step number `until`; `heard` grows as it answers."""
    heard = [] if heard is None else heard

    async def ask() -> None:
        match = again(script)
        async with seated(entrant, match, seat, manner) as player:
            await rehearse(script, match, {seat: player}, heard.append, until)

    with Outside([entrant]) as outside:
        try:
            outside.do(ask())
        except SeatError as fault:
            raise UsageError(f"{entrant.name} does not sit down: {fault}") from None
    return Comparison(tuple(heard))


def step_of(script: Match, seat: Seat, number: int) -> int:
    """The step that answered decision number `number` of the seat."""
    steps = questions_to(script, seat)
    if not 1 <= number <= len(steps):
        raise UsageError(f"seat {seat} was asked {len(steps)} times in this match; there is no decision {number}")
    return steps[number - 1]


class Stand(msgspec.Struct, frozen=True):
    """Who plays on in a seat, and why it is not the bot of the match if it is another."""

    entrant: Entrant
    instead_of: str = ""
    reason: str = ""


def opponents(script: Match, specs: Sequence[str], trust: bool) -> list[Stand]:
    """The bots of the match, seat by seat, each as it is today; a stand-in for those that cannot be had."""
    stands: list[Stand] = []
    for spec in specs:
        try:
            stands.append(Stand(load_bots(script.game, [spec], BUILT_IN, Shelter(trust))[0]))
        except UsageError as error:
            stands.append(Stand(load_bots(script.game, [STAND_IN], BUILT_IN)[0], spec, str(error)))
    return stands


def play_on(
    script: Match,
    entrants: Sequence[Entrant],
    until: int,
    story: Storyteller | None = None,
    seat: Seat = 0,
    manner: Manner = USUAL,
) -> Match:
    """Play the match again up to step number `until`, and from there on with `entrants`, who saw the beginning.

    `story` is told what happens from there on; `manner` is for the bot at `seat`.
    """

    async def play() -> Match:
        match = again(script)
        async with AsyncExitStack() as stack:
            absent: dict[Seat, SeatError] = {}
            players: dict[Seat, Player] = {}
            for number, entrant in enumerate(entrants):
                try:
                    sitting = seated(entrant, match, number, manner if number == seat else USUAL)
                    players[number] = await stack.enter_async_context(sitting)
                except SeatError as fault:
                    absent[number] = fault
                    players[number] = Absent()
            await rehearse(script, match, players, until=until)
            referee = Referee(match)
            for number, fault in absent.items():
                referee.bench(number, fault)
            if story is not None:
                story.skip(match)
            seats = [Rehearsed(players[number]) for number in range(len(entrants))]
            await run_players(match, seats, watch=None if story is None else story.watch, referee=referee)
            return match

    with Outside(entrants) as outside:
        return outside.do(play())
