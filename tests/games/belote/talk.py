"""A match told through the HTTP dialect, without a socket: what every seat is sent, body by body."""

import json
from typing import Any

from games.belote.position import SEED, notation

from croupier.games.belote import GAME
from croupier.games.belote.http.client import KINDS, BeloteClient
from croupier.kernel.decision import Decision
from croupier.kernel.http_api import Call
from croupier.match.match import Match

ALL = frozenset(KINDS)


class Talk:
    """One dialect for every seat. With the usual seed seat 2 cuts and seat 0 speaks first."""

    def __init__(self, seed: int = SEED, **settings: object) -> None:
        self.match = Match(GAME, GAME.settings(settings), ("b", "l", "t", "r"), seed)
        self.dialects = [BeloteClient() for _ in range(4)]
        self.told: list[list[Call]] = [[] for _ in range(4)]
        self._spread()

    def _spread(self) -> None:
        for seat, dialect in enumerate(self.dialects):
            events = self.match.happened(seat)
            self.told[seat] += dialect.tell("s", events, self.match.view(seat), ALL)

    @property
    def decision(self) -> Decision[Any, Any]:
        decision = self.match.ask()
        assert decision is not None
        return decision

    def question(self) -> dict[str, Any]:
        """The body of the open question."""
        return body(self.dialects[self.decision.seat].ask("s", self.decision))

    def play(self, *texts: str) -> "Talk":
        """Answer with these moves, told by their notation."""
        for text in texts:
            self.match.play(self.decision.index_of(text))
            self._spread()
        return self

    def bid(self, *shorts: str) -> "Talk":
        """Cut, then bid as in position.py: "H" announces hearts, "2H" doubles, "-" accepts."""
        return self.play("cut 16 from the top", *(notation(short) for short in shorts))

    def play_safe(self, answers: int = 10_000) -> "Talk":
        """Answer with the safe move so many times, or to the end."""
        while answers and not self.match.over:
            self.play(str(self.decision.moves[0]))
            answers -= 1
        return self

    def kinds(self, seat: int = 0) -> list[str]:
        return [call.kind for call in self.told[seat]]

    def notices(self, kind: str, seat: int = 0) -> list[dict[str, Any]]:
        return [body(call) for call in self.told[seat] if call.kind == kind]


def body(call: Call) -> dict[str, Any]:
    found = json.loads(call.body)
    assert "null" not in call.body.decode(), "null fields are left out"
    return found
