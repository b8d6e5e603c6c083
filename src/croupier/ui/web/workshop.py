"""Bots written in the page: kept as text, checked and played only in the sandbox."""

from typing import Final

from croupier.arena.store.shelf import Shelf
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant

WORKSHOP: Final = "workshop:"


class Workshop:
    """The bots of this server's visitors."""

    def __init__(self, shelf: Shelf, is_open: bool) -> None:
        self._shelf = shelf
        self.is_open = is_open

    def entrant(self, game: Game, spec: str) -> Entrant:
        raise UsageError(f"there is no bot {spec!r}")

    async def listed(self, game: Game) -> list[object]:
        return []
