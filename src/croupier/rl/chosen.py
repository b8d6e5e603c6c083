"""A game, its settings and its seats, as everything here is asked for."""

from collections.abc import Mapping

from croupier.arena.settings import checked_settings
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.game import Game

GameLike = str | Game
SettingsLike = Mapping[str, object] | Settings | None


def chosen(game: GameLike, settings: SettingsLike, seats: int | None) -> tuple[Game, Settings, int]:
    """Checked; without a number of seats it is the smallest."""
    found = find_game(game) if isinstance(game, str) else game
    if not isinstance(settings, Settings):
        settings = checked_settings(found, settings or {})
    return found, settings, found.seats[0] if seats is None else seats
