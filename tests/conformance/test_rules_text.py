"""RULES.md of every game says what the code does, and every rule has a test that is named by its number."""

import re
from pathlib import Path
from typing import Any

import pennies
import pytest
from pennies.rules import LAYOUT, PenniesState

from croupier.conformance import test_rules_text
from croupier.conformance.test_rules_text import *
from croupier.conformance.test_rules_text import numbers
from croupier.games import GAMES
from croupier.kernel.bits import first
from croupier.kernel.game import Game
from croupier.kernel.state import State

TESTS = Path(__file__).parents[1] / "games"
NAMES = sorted(name for name in GAMES if name != "liar")


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def test_the_rules_of_a_game_for_at_least_three_with_an_event_without_fields() -> None:
    test_rules_text.test_the_table_of_events_is_complete(pennies.GAME)
    test_rules_text.test_what_was_hidden_in_play_is_what_the_table_calls_secret(pennies.GAME)


class Careless(PenniesState):
    """Tells all what each of them has chosen."""

    def emit_own(self, kind: int, seat: int, x: int, y: int) -> None:
        self.emit_secret(kind, seat, 0, x, y, first(self.seats))


class CarelessPennies(pennies.Pennies):
    """Pennies with that leak."""

    rules_text = pennies.GAME.rules_text

    def make_state(self, settings: Any, seats: int) -> State:
        return Careless(seats, LAYOUT.options(settings))


def test_a_secret_that_others_are_shown_is_found() -> None:
    with pytest.raises(AssertionError, match="side of Chose is shown to other seats than its own"):
        test_rules_text.test_what_was_hidden_in_play_is_what_the_table_calls_secret(CarelessPennies())


def named_in_tests(game: Game) -> set[str]:
    source = "".join(path.read_text(encoding="utf-8") for path in (TESTS / game.name).glob("test_*.py"))
    return {f"{section}.{rule}" for section, rule in re.findall(r"^def test_(\d+)_(\d+)_", source, re.MULTILINE)}


def test_every_rule_in_the_name_of_a_test_is_there(game: Game) -> None:
    assert named_in_tests(game) <= set(numbers(game))


def test_every_rule_has_a_test(game: Game) -> None:
    """Named by its number; a rule that is a table is checked here."""
    in_words = {number for number, text in numbers(game).items() if "\n|---" not in text}
    assert in_words - named_in_tests(game) == set()
