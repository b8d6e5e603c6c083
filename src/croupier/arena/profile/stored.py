"""The profile of a bot from matches that are stored already, for its page in the browser: nothing is played."""

from collections.abc import Callable
from typing import Final

from croupier.arena.plan.run_plan import replay_match
from croupier.arena.profile.profile import ProfileReader
from croupier.arena.profile.report import Profile
from croupier.arena.store.collect import is_rated
from croupier.arena.store.store import Store
from croupier.kernel.errors import ReplayError
from croupier.kernel.game import Game

MOST_MATCHES: Final = 150
"""Matches that are read, those of the latest runs first."""
MOST_ACTS: Final = 800
"""Acts of a kind that are examined."""
RUN_BLOCKS: Final = 1_000_000
"""Blocks of different runs are different deals, so they are numbered apart."""


def stored_profile(store: Store, game: Game, name: str, shown_name: Callable[[str], str]) -> Profile | None:
    """The profile of the bot that pages call `name`; None if no match of it can be read."""
    if game.tells is None:
        return None
    reader = ProfileReader(game.tells, MOST_ACTS)
    seats = 0
    for run in store.runs(game.name):
        names = [shown_name(spec) for spec in run.plan.bots]
        members = {number for number, each in enumerate(names) if each == name}
        if not members or not is_rated(run.plan):
            continue
        for played in store.games(run.id):
            if not members & set(played.seating) or members >= set(played.seating):
                continue
            try:
                match = replay_match(run.plan, played)
            except ReplayError:
                break
            reader.add(match, played, members, run.id * RUN_BLOCKS + played.block)
            seats = max(seats, len(played.seating))
            if reader.wins.matches >= MOST_MATCHES:
                break
        if reader.wins.matches >= MOST_MATCHES:
            break
    if not reader.wins.matches:
        return None
    return reader.profile(game.name, name, "its opponents in stored matches", seats, "")
