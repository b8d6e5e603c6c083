"""One bot for every game, as an author's file: all it sees goes into what it answers, says and notes.

If a single integer, event, refusal or name differed on the way, so would the match. It also answers wrongly at times,
and fails once. As a program it is served the way its first argument says.
"""

import sys
from pathlib import Path
from typing import Any
from zlib import crc32

sys.path.insert(0, str(Path(__file__).parents[1]))

import liar

import croupier
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, View
from croupier.kernel.errors import IllegalMove


class Oracle(Bot[Any, Any]):
    def __init__(self) -> None:
        self.digest = 0

    def on_start(self) -> None:
        self.stir(self.table.names, self.table.settings, self.seat)

    def stir(self, *seen: object) -> None:
        self.digest = crc32(repr(seen).encode(), self.digest)

    def observe(self, event: Event, view: View) -> None:
        self.stir(event, view.ints)

    def decide(self, decision: Decision[Any, Any]) -> Any:
        print("thinking")  # no business of the protocol's
        self.stir(decision.question, decision.view, decision.moves, decision.events, decision.refused)
        self.stir(self.rng.random())
        if not decision.refused and self.digest % 13 == 0:
            return "dance"
        if not decision.refused and self.digest % 17 == 0:
            raise IllegalMove("I would rather not")
        if self.seat == 0 and decision.id == 3:
            raise ValueError("three!")
        if self.digest % 11 == 0:
            self.say(f"är {self.digest} ♠")
            self.note = f"{decision.question} {self.digest}"
        return decision.moves[self.digest % len(decision.moves)]


if __name__ == "__main__":
    GAMES["liar"] = liar.GAME
    way: dict[str, Any] = {}
    if len(sys.argv) > 1:
        name, value = sys.argv[1].split("=")
        way[name] = value if name == "connect" else int(value)
    croupier.serve(Oracle, game="cuttle" if "http" in way else None, **way)
