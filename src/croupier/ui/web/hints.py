"""What the house would play: from nothing but what the one who asks may see, thought out in a worker."""

from croupier.kernel.decision import Seat
from croupier.kernel.errors import SeatError
from croupier.ui.house import rule_of_thumb
from croupier.ui.web.messages import Hint
from croupier.ui.web.table import LiveTable, Refused
from croupier.ui.web.thinkers import Thinkers, WorkFailed

ITERATIONS = 1500


async def hint_for(table: LiveTable, seat: Seat, thinkers: Thinkers) -> Hint:
    """The move to play and the value of each; at tables where hints are fair."""
    if len(table.chairs) > 1:
        raise Refused("no_practice", "hints are given at tables with one person only")
    asked = table.chairs[seat].asked
    if asked is None:
        raise Refused("not_open", "nothing is asked of you now")
    decision, match = asked.decision, table.match
    names = match.table.names
    try:
        found = await thinkers.advise(match.table, decision, ITERATIONS)
    except (WorkFailed, SeatError):  # too slow, or no search for this game: the heuristic always has an opinion
        found = [(rule_of_thumb(match.game, match.table, decision), 0.5, 0)]
    moves = tuple(
        {
            "index": index,
            "text": str(decision.moves[index]),
            "label": decision.moves[index].label(names),
            "value": round(value, 3),
            "visits": visits,
        }
        for index, value, visits in found
    )
    return Hint(decision.id, found[0][0], moves)
