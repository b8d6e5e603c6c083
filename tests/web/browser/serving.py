"""`croupier serve` with a sixth game: what the browser tests look at. Run as a program."""

import sys

import liar

from croupier.games import GAMES
from croupier.ui.cli import main

GAMES["liar"] = liar.GAME

if __name__ == "__main__":
    sys.argv = ["croupier", "serve", "--port", "0", *sys.argv[1:]]
    main()
