"""The games: those that come with Croupier, and those of other packages that are installed beside it.

A package brings a game by an entry point of the group `croupier.games`: its name is that of the game, its value the
module that holds `GAME`. Nothing else has to be done: commands, transports, pages and learning interfaces find it here.

A game is loaded when it is first asked for: a process that plays one, such as a sandboxed bot's, has no other.
"""

import sys
from collections.abc import Iterator, MutableMapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

ENTRY_POINTS: Final = "croupier.games"


class Games(MutableMapping[str, Game]):
    """All games by name."""

    def __init__(self, *names: str) -> None:
        self._games: dict[str, Game | None] = dict.fromkeys(names)
        self._modules: dict[str, str] = {name: f"{__name__}.{name}" for name in names}
        self._built_in: Final = frozenset(names)
        self._added: dict[str, str] = {}
        self._has_looked = False
        self._broken: set[str] = set()

    def __getitem__(self, name: str) -> Game:
        if name not in self._games:
            self._look_outside()
        game = self._games[name]
        if game is None:
            game = self._games[name] = self._load(name)
        return game

    def __setitem__(self, name: str, game: Game) -> None:
        self._games[name] = game
        if name not in self._built_in:
            self._added[name] = type(game).__module__

    def __delitem__(self, name: str) -> None:
        del self._games[name]
        self._added.pop(name, None)

    def __contains__(self, name: object) -> bool:
        if name not in self._games:
            self._look_outside()
        return name in self._games

    def __iter__(self) -> Iterator[str]:
        """Names of all games; one of another package that cannot be loaded is reported once and left out."""
        self._look_outside()
        for name in list(self._games):
            if self._games[name] is not None or name in self._built_in or self._can_load(name):
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def modules(self) -> dict[str, str]:
        """The module of each game that is installed, by the name of the game."""
        self._look_outside()
        return self._modules

    @property
    def added(self) -> dict[str, str]:
        """The module of each game that was added in this process alone."""
        return self._added

    def folders_of(self, name: str) -> list[Path]:
        """Where the package of an installed game is; nothing of it is loaded."""
        return _places_of(self.modules[name].partition(".")[0])

    def outside_folders(self) -> list[Path]:
        """Where the packages of the games are that do not come with Croupier."""
        names = [name for name in self.modules if name not in self._built_in]
        return list(dict.fromkeys(folder for name in names for folder in self.folders_of(name)))

    def is_built_in(self, name: str) -> bool:
        """Whether the game comes with Croupier."""
        return name in self._built_in

    def _look_outside(self) -> None:
        """Add the games of other packages, without loading them."""
        if self._has_looked:
            return
        self._has_looked = True
        from importlib.metadata import entry_points  # slow to import, and most processes play a game of ours

        for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value)):
            if point.name in self._built_in:
                _warn(f"{point.value} declares a game {point.name!r}, which Croupier has already; it is ignored")
            elif self._modules.setdefault(point.name, point.module) != point.module:
                used = self._modules[point.name]
                _warn(f"{used} and {point.module} both declare a game {point.name!r}; that of {used} is used")
            else:
                self._games.setdefault(point.name)

    def _load(self, name: str) -> Game:
        module = self._modules[name]
        if name in self._built_in:
            return import_module(module).GAME
        try:
            game: object = import_module(module).GAME
        except (Exception, SystemExit) as error:
            raise UsageError(f"the game {name} cannot be loaded from {module}: {_in_one_line(error)}") from error
        if not isinstance(game, Game):
            raise UsageError(f"the game {name} cannot be loaded: GAME of {module} is not a Game but {game!r}")
        if game.name != name:
            raise UsageError(f"the game {name} cannot be loaded: GAME of {module} has the name {game.name!r}")
        return game

    def _can_load(self, name: str) -> bool:
        if name in self._broken:
            return False
        try:
            self[name]
        except UsageError as error:
            self._broken.add(name)
            _warn(str(error))
            return False
        return True


def _places_of(package: str) -> list[Path]:
    from importlib.util import find_spec  # as above

    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    if spec is None:
        return []
    places = spec.submodule_search_locations or ([spec.origin] if spec.has_location and spec.origin else [])
    return [Path(place) for place in places]


def _warn(text: str) -> None:
    print(f"croupier: {text}", file=sys.stderr)


def _in_one_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


GAMES = Games("kittens", "coup", "cuttle", "bluff", "belote")


def find_game(name: str) -> Game:
    """The game called `name`, or an error that lists them all."""
    try:
        return GAMES[name]
    except KeyError:
        near = get_close_matches(name.lower(), GAMES, 1)
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise UsageError(f"no game {name!r}{meant}; the games are {', '.join(GAMES)}") from None


def game_of_module(module: str) -> str | None:
    """The name of the game whose package the module belongs to; None if it belongs to no game."""
    if module.startswith(f"{__name__}."):
        return module.split(".")[2]
    top = module.partition(".")[0]
    if top == "croupier":
        return None
    homes = GAMES.modules | GAMES.added
    return next((name for name, home in homes.items() if home.partition(".")[0] == top), None)
