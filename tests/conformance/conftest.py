"""Every promise of the kernel, for every game: `case` runs through GAMES and through the small games of the tests."""

from collections.abc import Iterator
from typing import Any

import kuhn
import liar
import msgspec
import pytest

from croupier._build import is_compiled
from croupier.games import GAMES
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Decision, Settings
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.match import Match


class Case(msgspec.Struct, frozen=True):
    """One game with settings and a table size."""

    game: Game
    seats: int
    values: dict[str, Any] = {}

    @property
    def settings(self) -> Settings:
        return self.game.settings(self.values)

    def state(self) -> State:
        return self.game.new_state(self.settings, self.seats)

    def match(self, seed: int, **options: Any) -> Match:
        names = [f"p{number}" for number in range(self.seats)]
        return Match(self.game, self.settings, names, seed, **options)

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.seats), *(f"{name}={value}" for name, value in self.values.items())])[
            :40
        ]


# Random play hardly ever empties a hand of Bluff: a few turns show all there is.
SHORT: dict[str, dict[str, Any]] = {"bluff": {"max_turns": 4}}

CASES = [
    *(Case(game, game.seats[0], SHORT.get(game.name, {})) for game in GAMES.values()),
    Case(GAMES["bluff"], 8, {"max_turns": 2, "decks": 2}),
    Case(GAMES["bluff"], 3, {"mode": "chaos", "claim_order": "same-or-adjacent", "rounds": 2, "max_turns": 4}),
    Case(GAMES["bluff"], 4, {"mode": "team", "hand_size": 8, "max_turns": 4}),
    Case(GAMES["bluff"], 2, {"mode": "truth", "deck": "faces", "max_turns": 8}),
    Case(GAMES["coup"], 3, {"deal": "duke duke contessa captain"}),
    Case(GAMES["coup"], 6),
    Case(GAMES["coup"], 2, {"one_coin": True, "window": "joint"}),
    Case(GAMES["coup"], 4, {"window": "joint", "refund": False}),
    Case(GAMES["kittens"], 4),
    Case(GAMES["kittens"], 2, {"deck": "duel", "defuses_in_deck": 2, "attack_stacks": "printed"}),
    Case(GAMES["kittens"], 4, {"deck": "chaos", "combo_cards": "any"}),
    Case(GAMES["kittens"], 10, {"deck": "large", "combo_cards": "cats"}),
    Case(GAMES["belote"], 4, {"cut": "fixed", "deals": 2, "accept_doubles": "lock"}),
    Case(GAMES["cuttle"], 2, {"rules": "online"}),
    Case(GAMES["cuttle"], 2, {"deal": "2c 8h 7s 9d Kc 2d 2h Js Jd 3c 5c 7h 7c Jh Jc"}),
    Case(kuhn.GAME, 2),
    Case(liar.GAME, 3),
    Case(liar.GAME, 4),
    Case(liar.GAME, 4, {"teams": True, "lives": 1}),
]


# Uncompiled, one table of each game: the rules are the same, and they are fifty times slower.
FIRST_CASES = list({case.game.name: case for case in reversed(CASES)}.values())


@pytest.fixture(params=CASES if is_compiled() else FIRST_CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    return request.param


@pytest.fixture(autouse=True)
def _the_games_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "liar", liar.GAME)
    monkeypatch.setitem(GAMES, "kuhn", kuhn.GAME)


def random_decisions(match: Match, luck: BotRandom) -> Iterator[Decision[Any, Any]]:
    """Play random moves to the end; each decision is handed out before it is answered."""
    while (decision := match.ask()) is not None:
        yield decision
        match.play(luck.below(len(decision.moves)))


def finished(match: Match, luck: BotRandom) -> Match:
    for _ in random_decisions(match, luck):
        pass
    return match
