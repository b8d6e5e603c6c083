"""A game as the rest of Croupier sees it."""

import liar
import pytest

from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import MOST_SHARED, Lookup
from croupier.kernel.state import State


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="no game 'chess'; the games are kittens, coup, cuttle"):
        find_game("chess")


def test_moves_and_events_are_made_once_and_shared() -> None:
    cuttle = GAMES["cuttle"]
    assert cuttle.moves is cuttle.moves
    assert len(cuttle.moves) == cuttle.move_count
    event = 2 | 1 << 6
    assert cuttle.events[event] is cuttle.events[event]


def test_what_is_shared_does_not_grow_without_end() -> None:
    made = Lookup(str)
    first = made[1000]
    for number in range(1000, 1000 + 2 * MOST_SHARED):
        assert made[number] == str(number)
    assert len(made) == len(made.codes) == MOST_SHARED
    assert made[1000] is first
    assert made.codes[id(first)] == 1000


def test_a_state_compiled_apart_from_croupier_is_refused() -> None:
    class Apart(liar.LiarState):
        __mypyc_attrs__ = ("seats",)

    class ApartLiar(liar.Liar):
        def make_state(self, settings: liar.LiarSettings, seats: int) -> State:
            return Apart(seats, 4, 2, False)

    game = ApartLiar()
    with pytest.raises(UsageError, match="Apart was compiled separately from Croupier"):
        game.new_state(game.settings(), 3)
    assert liar.GAME.new_state(liar.GAME.settings(), 3).seats == 3


@pytest.mark.parametrize(("seats", "words"), [(range(2, 3), "2 players"), (range(3, 5), "3 to 4 players")])
def test_how_many_can_play(seats: range, words: str) -> None:
    game = liar.Liar()
    game.seats = seats
    assert game.players_text() == words
