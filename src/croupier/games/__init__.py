"""The games. Adding one is a package beside these and one name here.

A game is loaded when it is first asked for: a process that plays one, such as a sandboxed bot's, has no other.
"""

from collections.abc import Iterator, MutableMapping
from difflib import get_close_matches
from importlib import import_module

from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game


class Games(MutableMapping[str, Game]):
    """Games by name. Each name is that of a package here, with a `GAME` in it."""

    def __init__(self, *names: str) -> None:
        self._games: dict[str, Game | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Game:
        game = self._games[name]
        if game is None:
            game = self._games[name] = import_module(f"{__name__}.{name}").GAME
            assert game is not None
        return game

    def __setitem__(self, name: str, game: Game) -> None:
        self._games[name] = game

    def __delitem__(self, name: str) -> None:
        del self._games[name]

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


GAMES = Games("kittens", "coup", "cuttle", "bluff", "belote")


def find_game(name: str) -> Game:
    """The game called `name`, or an error that lists them all."""
    try:
        return GAMES[name]
    except KeyError:
        near = get_close_matches(name.lower(), GAMES, 1)
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise UsageError(f"no game {name!r}{meant}; the games are {', '.join(GAMES)}") from None
