"""The games. Adding one is a package beside these and one line here."""

from croupier.games.belote import GAME as BELOTE
from croupier.games.bluff import GAME as BLUFF
from croupier.games.coup import GAME as COUP
from croupier.games.cuttle import GAME as CUTTLE
from croupier.games.kittens import GAME as KITTENS
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

GAMES: dict[str, Game] = {game.name: game for game in (KITTENS, COUP, CUTTLE, BLUFF, BELOTE)}


def find_game(name: str) -> Game:
    """The game called `name`, or an error that lists them all."""
    try:
        return GAMES[name]
    except KeyError:
        raise UsageError(f"there is no game called {name!r}; there are {', '.join(GAMES)}") from None
