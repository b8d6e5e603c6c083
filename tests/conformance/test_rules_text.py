"""RULES.md of every game says what the code does, and every rule has a test that is named by its number."""

import re
from pathlib import Path

import pennies
import pytest

from croupier.conformance import test_rules_text
from croupier.conformance.test_rules_text import *
from croupier.conformance.test_rules_text import numbers
from croupier.games import GAMES
from croupier.kernel.game import Game

TESTS = Path(__file__).parents[1] / "games"
NAMES = sorted(name for name in GAMES if name != "liar")


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def test_the_rules_of_a_game_for_at_least_three_with_an_event_without_fields() -> None:
    test_rules_text.test_the_table_of_events_is_complete(pennies.GAME)
    test_rules_text.test_what_was_hidden_in_play_is_what_the_table_calls_secret(pennies.GAME)


def named_in_tests(game: Game) -> set[str]:
    source = "".join(path.read_text(encoding="utf-8") for path in (TESTS / game.name).glob("test_*.py"))
    return {f"{section}.{rule}" for section, rule in re.findall(r"^def test_(\d+)_(\d+)_", source, re.MULTILINE)}


def test_every_rule_in_the_name_of_a_test_is_there(game: Game) -> None:
    assert named_in_tests(game) <= set(numbers(game))


def test_every_rule_has_a_test(game: Game) -> None:
    """Named by its number; a rule that is a table is checked here."""
    in_words = {number for number, text in numbers(game).items() if "\n|---" not in text}
    assert in_words - named_in_tests(game) == set()
