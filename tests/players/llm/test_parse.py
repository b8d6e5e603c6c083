"""What is read as an answer, and what is not."""

import pytest

from croupier.games import find_game
from croupier.players.llm.parse import parse

COUP = find_game("coup")
MOVES = [COUP.moves[2], COUP.moves[3], COUP.moves[4], COUP.moves[7]]
"""income, foreign aid, tax, coup 1."""


@pytest.mark.parametrize(
    ("text", "number", "path"),
    [
        ('{"thinking": "safe", "move": 2}', 2, "json"),
        ('{"thinking": "safe", "move": "2"}', 2, "json"),
        ('{"move": 2.0}', 2, "json"),
        ('{"thinking": "rich", "move": "tax"}', 3, "json"),
        ('Here you are:\n```json\n{"thinking": "a", "move": 3}\n```', 3, "embedded"),
        ('I think {that} is it: {"move": 1, "thinking": "x"} and done.', 1, "embedded"),
        ('First {"move": 1}, no: {"move": 4}', 4, "embedded"),
        ("MOVE: 4", 4, "named"),
        ("Income is slow. **Move: 3**", 3, "named"),
        ("I was going to choose move 1, but my final answer is 2.", 2, "named"),
        ("I choose option 3", 3, "named"),
        ('{"thinking": "no end", "move": 2', 2, "named"),
        ("3", 3, "number"),
        ("All things considered:\n\n2.", 2, "number"),
        ("All things considered:\n2. foreign aid", 2, "number"),
        ("I will take foreign aid.", 2, "notation"),
        ("coup 1", 4, "notation"),
        ('{"move": 99}', 99, "json"),
        ('{"move": 0}', 0, "json"),
        ("Move: -1", -1, "named"),
    ],
)
def test_an_answer_is_read(text: str, number: int, path: str):
    parsed = parse(text, MOVES)
    assert (parsed.number, parsed.path) == (number, path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I do not know.",
        "Income or tax, who can tell.",
        '{"thinking": "none"}',
        '{"move": true}',
        '{"move": null}',
        '{"move": [1]}',
        "[1]",
        "In 1999 there were 3 of us.",
        "{" * 50,
    ],
)
def test_what_cannot_be_read_is_nothing(text: str):
    assert parse(text, MOVES).number is None


def test_the_reasoning_is_kept():
    assert parse('{"thinking": "safe", "move": 1}', MOVES).thinking == "safe"
    assert parse('Because.\n```json\n{"move": 1}\n```', MOVES).thinking == "Because."
    assert parse("Slow but sure.\nMove: 1", MOVES).thinking.startswith("Slow but sure.")
