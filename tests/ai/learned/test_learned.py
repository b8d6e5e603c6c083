"""Learned players: what they see, how moves are turned, and the file of weights."""

import zlib
from pathlib import Path

import msgspec
import pytest

from croupier.ai.learned.bot import LearnedBot
from croupier.ai.learned.inputs import entry_names, move_parts, table_inputs, turned_moves
from croupier.ai.learned.integer_net import DECAYING, LOGARITHMS
from croupier.ai.learned.weights import load_policy
from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError

COUP = find_game("coup")


def test_moves_are_turned_so_that_the_next_seat_is_number_one():
    turned = turned_moves(COUP, 4)
    ids = {str(move): code for code, move in enumerate(COUP.moves)}
    assert turned[0] == tuple(range(COUP.move_count))
    assert COUP.moves[turned[2][ids["coup 3"]]] == COUP.moves[ids["coup 1"]]
    assert COUP.moves[turned[2][ids["coup 1"]]] == COUP.moves[ids["coup 3"]]
    assert turned[2][ids["tax"]] == ids["tax"]


def test_the_same_entry_has_the_same_row_at_every_number_of_seats():
    variants = [(COUP.settings(), seats) for seats in (2, 6)]
    names = entry_names(COUP, variants)
    for settings, seats in variants:
        inputs = table_inputs(COUP, settings, seats, names)
        for entry, row in zip(inputs.layout.entries, inputs.rows, strict=True):
            assert (names[row] == entry) if entry else row == -1
        assert [names[row] for row in inputs.constants] == [f"{seats} seats"]


def test_settings_that_are_not_the_usual_ones_have_rows():
    bluff = find_game("bluff")
    chaos = bluff.settings({"mode": "chaos"})
    names = entry_names(bluff, [(bluff.settings(), 2), (chaos, 2)])
    assert "mode=chaos" in [names[row] for row in table_inputs(bluff, chaos, 2, names).constants]
    assert "mode=chaos" not in [names[row] for row in table_inputs(bluff, bluff.settings(), 2, names).constants]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_two_moves_have_the_same_parts(name):
    _, numbers = move_parts(find_game(name))
    assert len(set(numbers)) == len(numbers)


def test_tables_in_whole_numbers_follow_the_functions():
    from math import exp, log2

    assert all(abs(DECAYING[i] / 2**30 - exp(-i / 256)) < 1e-6 for i in range(0, 4096, 7))
    assert all(0 <= 16 * log2(entry + 1) - LOGARITHMS[entry] < 1 for entry in range(128))


def test_a_file_that_holds_no_policy_says_how_to_get_one(tmp_path: Path):
    path = tmp_path / "broken.policy"
    for content in (b"", b"text", zlib.compress(b"text"), zlib.compress(msgspec.msgpack.encode({"game": "coup"}))):
        path.write_bytes(content)
        with pytest.raises(UsageError, match="croupier train"):
            load_policy(path)
    with pytest.raises(UsageError, match="there is no file"):
        LearnedBot(COUP, str(tmp_path / "missing.policy"))
