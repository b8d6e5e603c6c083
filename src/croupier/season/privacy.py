"""Who may see what of a match. Source, prints and notes of a bot are for its team alone.

The cards of others are shown only if the season says so, and never before the whole block of the deal is played:
matches of the ladder are stored a whole meeting at a time, and those of a round are shown when the round is over.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, select, update

from croupier.arena.plan.run_plan import Plan, replay_match
from croupier.arena.results.match_stats import NOTE_COUNT, NOTE_SUM
from croupier.arena.run.task import Played
from croupier.arena.store.rows import from_row, to_row
from croupier.arena.store.schema import GAMES
from croupier.kernel.errors import ReplayError
from croupier.kernel.event_bits import PUBLIC
from croupier.match.playback import Playback
from croupier.match.replay.compact import redact_steps
from croupier.match.replay.page import replay_page
from croupier.match.replay.write import encode_replay
from croupier.players.entrant import unique_names
from croupier.season.config import Replays

EVERYONE: Final = -1
"""The team of somebody who belongs to none."""


class Sight(msgspec.Struct, frozen=True):
    """What one viewer may see of one match."""

    seats: tuple[int, ...]
    """The seats of the viewer's own bots."""
    all_cards: bool
    allowed: bool

    @property
    def viewers(self) -> tuple[int, ...] | None:
        """The points of view of a replay; None for all of them."""
        return None if self.all_cards else (*self.seats, PUBLIC)


def sight_of(rules: Replays, viewer: int, teams: Sequence[int], is_round: bool, is_complete: bool) -> Sight:
    """What a team may see of a match between `teams`, seat by seat; `is_complete`: all of its block is played."""
    own = tuple(seat for seat, team in enumerate(teams) if team == viewer and viewer != EVERYONE)
    is_public = rules.public == "all" or (rules.public == "rounds" and is_round)
    allowed = is_complete and (bool(own) or is_public)
    return Sight(own, allowed and rules.opponents_cards, allowed)


def redact_match(played: Played, shown: Collection[int]) -> Played:
    """The match without what belongs to the teams at other seats than `shown`."""
    statistics: tuple[Mapping[str, int | float], ...] = tuple(
        own
        if seat in shown
        else {name: value for name, value in own.items() if not name.startswith((NOTE_SUM, NOTE_COUNT))}
        for seat, own in enumerate(played.statistics)
    )
    return msgspec.structs.replace(
        played,
        statistics=statistics,
        complaints=tuple(each for each in played.complaints if each[0] in shown),
        lost_news=tuple(each for each in played.lost_news if each[0] in shown),
        sheet=redact_steps(played.sheet, shown) if played.sheet else b"",
        replay="",
    )


def replay_file(plan: Plan, played: Played, names: Sequence[str], sight: Sight) -> bytes:
    """The replay for a viewer who may see all cards; a ReplayError for others."""
    if not sight.all_cards:
        raise ReplayError("this season does not show the cards of opponents, so there is no replay file")
    match = replay_match(plan, redact_match(played, sight.seats), unique_names(names))
    return encode_replay(match, plan.croupier, names)


def replay_html(plan: Plan, played: Played, names: Sequence[str], sight: Sight) -> str:
    """The replay as a page with the points of view that the viewer may have."""
    playback = Playback(replay_match(plan, redact_match(played, sight.seats), unique_names(names)))
    return replay_page(playback, f"{playback.title}: {', '.join(playback.names)}", sight.viewers)


def strip_stored(connection: Connection, run: int, numbers: Collection[int]) -> None:
    """Take out of the stored matches of a run what belongs to the authors of these bots."""
    found = connection.execute(select(GAMES).where(GAMES.c.run == run)).all()
    for row in found:
        seating = tuple(map(int, row.seating.split()))
        if not set(seating) & set(numbers):
            continue
        shown = [seat for seat, number in enumerate(seating) if number not in numbers]
        values = to_row(run, redact_match(from_row(row), shown))
        connection.execute(
            update(GAMES)
            .where(GAMES.c.run == run, GAMES.c.number == row.number)
            .values(rest=values["rest"], sheet=values["sheet"])
        )
