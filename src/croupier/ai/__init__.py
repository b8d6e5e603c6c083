"""Built-in players that know no game by name."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from croupier.ai.heuristic import HeuristicBot
from croupier.ai.random import RandomBot
from croupier.kernel.bot import Bot
from croupier.kernel.game import Game

Factory = Callable[..., Bot[Any, Any]]
"""Called with the game and with options by keyword; the annotations say what the options are."""


def heuristic(game: Game) -> HeuristicBot:
    return HeuristicBot(game)


def random(game: Game) -> RandomBot:
    return RandomBot()


BUILT_IN: Final[Mapping[str, Factory]] = {"heuristic": heuristic, "random": random}
