"""Hints for a person: made by a worker from nothing but what the person may see."""

from croupier.kernel.decision import Seat
from croupier.kernel.errors import SeatError
from croupier.ui.advice import heuristic_move
from croupier.ui.web.api.messages import Hint, MoveValue
from croupier.ui.web.jobs.pool import JobFailed, JobPool
from croupier.ui.web.tables.table import LiveTable, RequestRefused

HINT_ITERATIONS = 1500


async def hint_for(table: LiveTable, seat: Seat, jobs: JobPool) -> Hint:
    """The move to play and the value of each move; only at tables with one person."""
    if len(table.people) > 1:
        raise RequestRefused("no_practice", "hints are given only at tables with one person")
    asked = table.people[seat].asked
    if asked is None:
        raise RequestRefused("not_open", "you are not being asked anything now")
    decision, match = asked.decision, table.match
    names = match.table.names
    try:
        found = await jobs.advise(match.table, decision, HINT_ITERATIONS)
    except (JobFailed, SeatError):  # too slow, or no search for this game: the heuristic always has an opinion
        found = [(heuristic_move(match.game, match.table, decision), 0.5, 0)]
    moves = tuple(
        MoveValue(index, str(move := decision.moves[index]), move.label(names), round(value, 3), visits)
        for index, value, visits in found
    )
    return Hint(decision.id, found[0][0], moves)
