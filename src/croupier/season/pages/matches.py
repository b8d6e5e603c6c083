"""One match of a season for one viewer: what a link to it proves, and what may be seen of it."""

import hmac
from hashlib import sha256
from typing import Final

from croupier.arena.plan.run_plan import Plan
from croupier.arena.run.task import Played
from croupier.kernel.errors import UsageError
from croupier.season.competition import Competition
from croupier.season.privacy import EVERYONE, Sight, sight_of
from croupier.season.records import Refused
from croupier.season.rounds import FINISHED

TICKET_SECONDS: Final = 6 * 3600


def replay_link(competition: Competition, secret: str, key: str, viewer: int) -> str:
    """An address that shows a replay to one team, for some hours; browsers send no token with a link."""
    until = int(competition.now()) // TICKET_SECONDS + 2
    ticket = f"{viewer}.{until}.{_sign(secret, key, viewer, until)}"
    return f"/api/v1/season/matches/{key}/page.html?ticket={ticket}"


def viewer_of_ticket(competition: Competition, key: str, ticket: str) -> int:
    """The team that a ticket was made for; EVERYONE if it is not valid."""
    viewer, _, rest = ticket.partition(".")
    until, _, signature = rest.partition(".")
    try:
        team, hour = int(viewer), int(until)
    except ValueError:
        return EVERYONE
    right = _sign(ticket_secret(competition), key, team, hour)
    is_fresh = hour * TICKET_SECONDS > competition.now()
    return team if is_fresh and hmac.compare_digest(right.encode(), signature.encode()) else EVERYONE


def ticket_secret(competition: Competition) -> str:
    """The secret with which tickets are signed."""
    with competition.data.read() as connection:
        return competition.data.get(connection, "tickets") or ""


def _sign(secret: str, key: str, viewer: int, until: int) -> str:
    return hmac.new(secret.encode(), f"{key}/{viewer}/{until}".encode(), sha256).hexdigest()[:32]


def find_match(competition: Competition, key: str, viewer: int) -> tuple[Plan, Played, list[str], Sight]:
    """A match by its number, or as rROUND-NUMBER, with the names of its seats and what the viewer may see of it."""
    is_round = key.startswith("r")
    text, _, number = key[1:].partition("-") if is_round else ("", "", key)
    if not all(
        each.isascii() and each.isdecimal() and len(each) < 10 for each in (number, *([text] if is_round else []))
    ):
        raise Refused("no_match", "there is no such match")
    season = competition.season()
    store = competition.data.store
    is_complete = True
    if is_round:
        states = competition.rounds()
        if not 1 <= int(text) <= len(states) or not states[int(text) - 1].run:
            raise Refused("no_match", "there is no such match")
        state = states[int(text) - 1]
        run, is_complete = state.run, state.phase == FINISHED
        field = [entry for entry in state.field if entry.team not in state.absent]
        numbers = [entry.number for entry in field]
    else:
        run, numbers = _ladder_of(competition, int(number) - 1), None
    try:
        played = store.game(run, int(number) - 1)
    except UsageError:
        raise Refused("no_match", "there is no such match") from None
    bots = competition.all_bots()
    names = {team.id: team.name for team in competition.teams()}
    seats = [bots[each if numbers is None else numbers[each]] for each in played.seating]
    sight = sight_of(season.replays, viewer, [bot.team for bot in seats], is_round, is_complete)
    if not sight.allowed:
        raise Refused("no_match", "there is no such match that you may see")
    return store.plan(run), played, [names.get(bot.team, "deleted") for bot in seats], sight


def _ladder_of(competition: Competition, number: int) -> int:
    """The run of the ladder that a match belongs to."""
    with competition.data.read() as connection:
        return next((run for run, first in reversed(competition.ladders(connection)) if number >= first), 0)
