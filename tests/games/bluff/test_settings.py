"""RULES.md, section 8: settings, and every refusal with its reason."""

from typing import Any

import pytest

from croupier.games.bluff import GAME, BluffSettings
from croupier.kernel.errors import UsageError


@pytest.mark.parametrize(("values", "reason"), [
    ({"decks": 5}, "decks must be 1 to 4"),
    ({"max_turns": 0}, "max_turns must be 1 to 500"),
    ({"rounds": 0}, "rounds must be 1 to 20"),
    ({"hand_size": -1}, "hand_size must be 0 to 208"),
    ({"max_cards": 2}, "max_cards=2 needs mode=chaos"),
    ({"mode": "chaos", "max_cards": 5}, "max_cards must be 1 to 4"),
    ({"mode": "truth", "claim_order": "ascending"}, "mode=truth needs claim_order=free"),
    ({"deal": "A X"}, "'X' is not a rank"),
    ({"deal": "A A A A A"}, "more often than it is in the deck"),
    ({"deck": "faces", "deal": "2"}, "more often than it is in the deck"),
])  # fmt: skip
def test_8_1_contradictions_are_refused_with_the_reason(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        GAME.settings(values)


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_8_1_team_mode_needs_an_even_table(seats: int) -> None:
    with pytest.raises(UsageError, match="4, 6 or 8 players"):
        GAME.new_state(GAME.settings({"mode": "team"}), seats)


@pytest.mark.parametrize(("mode", "cards", "order"), [
    ("classic", 1, "ascending"), ("truth", 1, "free"), ("chaos", 4, "ascending"), ("team", 1, "ascending"),
])  # fmt: skip
def test_8_1_what_follows_from_the_mode(mode: str, cards: int, order: str) -> None:
    settings = GAME.settings({"mode": mode})
    assert isinstance(settings, BluffSettings)
    assert (settings.max_cards, settings.claim_order) == (cards, order)
