"""`croupier serve` with a sixth game, which deals the same cards every time: what the browser tests look at. Run as a
program.
"""

import os
import secrets
import sys
from importlib import import_module
from typing import Any

import liar

from croupier.games import GAMES
from croupier.ui.cli.main import main
from croupier.ui.web.tables import lobby


class SameDeal:
    """The module `secrets` without chance in the deals."""

    def randbits(self, bits: int) -> int:
        return 7

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)


GAMES["liar"] = liar.GAME
for module in os.environ.get("CROUPIER_TEST_GAMES", "").split():
    game = import_module(module).GAME
    GAMES[game.name] = game
lobby.secrets = SameDeal()

if __name__ == "__main__":
    sys.argv = ["croupier", "serve", "--port", "0", *sys.argv[1:]]
    main()
