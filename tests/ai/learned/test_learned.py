"""Learned players: what they see, how moves are turned, and the file of weights."""

import zlib
from pathlib import Path
from random import Random

import msgspec
import pytest

from croupier.ai.learned.bot import LearnedBot
from croupier.ai.learned.inputs import entry_names, move_parts, table_inputs, turned_moves
from croupier.ai.learned.integer_net import DECAYING, LOGARITHMS
from croupier.ai.learned.weights import load_policy
from croupier.ai.observation.encoder import roll_of
from croupier.ai.observation.layout import observation_layout
from croupier.games import GAMES, find_game
from croupier.games.belote.core.codes import M_CARD
from croupier.games.belote.core.layout import HAND, IN_TRICK, MODE, N_PLAYED, PLAYS
from croupier.games.bluff.core.layout import HAND as BLUFF_HAND
from croupier.games.bluff.core.layout import LAYOUT
from croupier.kernel.cards import Rank
from croupier.kernel.errors import UsageError
from croupier.kernel.state import legal_buffer

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
    with pytest.raises(UsageError, match="no file"):
        LearnedBot(COUP, str(tmp_path / "missing.policy"))


def seen(game, settings, seats, state, seat):
    """The observation of a seat by names, and the roll."""
    layout = observation_layout(game, settings, seats, turned=True)
    buffer = layout.buffer(game.move_count)
    buffer.write_observation(state, seat)
    row = [(buffer.row[i >> 3] >> (8 * (i & 7))) & 255 for i in range(layout.size)]
    roll = roll_of(buffer.program, seat * buffer.stride, buffer.ints)
    return dict(zip(layout.entries, row, strict=True)), layout.rolled_moves[roll]


def test_bluff_counts_ranks_from_the_one_that_is_asked_for():
    bluff = find_game("bluff")
    settings = bluff.settings()
    state = bluff.new_state(settings, 4)
    state.start(5)
    ids = {str(move): code for code, move in enumerate(bluff.moves)}
    ranks = [str(rank) for rank in Rank]
    for turn in range(6):
        seat = state.to_act
        held = state.snapshot(seat)[LAYOUT.at(BLUFF_HAND, seats=4) :]
        entries, moves = seen(bluff, settings, 4, state, seat)
        for i in range(13):
            rank = (turn + 4 * i) % 13
            assert entries[f"hand, rolled {i}"] == (held[rank // 7] >> (8 * (rank % 7))) & 255
            assert moves[ids[f"lay {ranks[rank]}"]] == ids[f"lay {ranks[i]}"]
        assert sorted(moves) == list(range(bluff.move_count))
        legal = legal_buffer()
        state.legal(legal)
        state.apply(legal[0])
        while state.question == 2:
            state.apply(ids["trust"])


def test_belote_counts_suits_from_the_trumps():
    belote = find_game("belote")
    settings = belote.settings()
    state = belote.new_state(settings, 4)
    ids = {str(move): code for code, move in enumerate(belote.moves)}
    rolls = set()
    for seed in range(12):
        state.start(seed)
        chance = Random(seed)
        while state.to_act >= 0 and state.question != 2:
            legal = legal_buffer()
            state.apply(legal[chance.randrange(state.legal(legal))])
        for _card in range(9):
            seat = state.to_act
            ints = state.snapshot(seat)
            entries, moves = seen(belote, settings, 4, state, seat)
            mode = ints[MODE]
            trumps = mode if mode < 4 else 0
            rolls.add(trumps)
            for i in range(32):
                card = (i + 8 * trumps) % 32
                assert entries[f"hand, mine, rolled {i}"] == (ints[HAND + seat] >> card) & 1
                assert moves[M_CARD + card] == M_CARD + i
                in_trick = ints[PLAYS + ints[N_PLAYED] - ints[IN_TRICK]] if ints[IN_TRICK] else -1
                assert entries[f"card 1 of the trick, rolled {i}"] == (card == in_trick)
            assert moves[ids["accept"]] == ids["accept"]
            legal = legal_buffer()
            state.apply(legal[chance.randrange(state.legal(legal))])
    assert len(rolls) > 2
