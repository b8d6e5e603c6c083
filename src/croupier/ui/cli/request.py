"""What `croupier run` was asked for, checked."""

from typing import Any

import msgspec

from croupier.arena.batch import StopFlag
from croupier.arena.history import History
from croupier.arena.schedule import Seating
from croupier.kernel.decision import Clock, Settings, encode_hook
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant


class Request(msgspec.Struct, frozen=True):
    """Everything but the number of matches."""

    game: Game
    settings: Settings
    entrants: tuple[Entrant, ...]
    seatings: tuple[Seating, ...]
    seed: int
    seed_was_given: bool
    clock: Clock
    """The time of bots that are not in this process."""
    history: History | None
    chat: bool
    quiet: bool
    json: bool
    stop: StopFlag

    def head(self) -> dict[str, Any]:
        """The beginning of every JSON document about it."""
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "settings": msgspec.to_builtins(self.settings, enc_hook=encode_hook),
            "seed": self.seed,
        }

    def specs(self, seating: Seating) -> list[str]:
        return [self.entrants[number].spec for number in seating]
