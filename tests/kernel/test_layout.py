"""A declared layout in a game that is not compiled: copies, snapshots and restored states follow from it."""

import pytest
from kernel.toy_layout import BOLD, COINS, END, HAND, HIDDEN_COUNT, LAST, LAYOUT, ROUND, STAKE, STOCK
from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import layout as bluff
from croupier.games.bluff.core.codes import ROW
from croupier.games.coup.core import layout as coup
from croupier.games.cuttle.core import layout as cuttle
from croupier.kernel.decision import Table, View
from croupier.kernel.declare import from_word, from_words
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.layout import BLOCK, LONGEST_UNROLLED, Layout, append_words, copy_words, restore_words, round_up
from croupier.kernel.state import State


class Settings:
    stake = 7
    bold = True


class Toy(State):
    """Three seats with two cards each; the number of rounds is told at the end of a snapshot once more."""

    def __init__(self) -> None:
        super().__init__(3, 8, LAYOUT, LAYOUT.options(Settings(), bold=False))

    def fresh(self) -> State:
        return Toy()

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        out[n] = self.words[ROUND] * 10
        return n + 1

    def finish_restore(self, seat: i64, ints: tuple[int, ...], n: i64) -> None:
        self.words[HIDDEN_COUNT] = ints[n]


@pytest.fixture
def toy() -> Toy:
    state = Toy()
    state.begin(99)
    state.question, state.to_act, state.sealed = 1, 2, 0b110
    words = state.words
    words[ROUND] = 5
    words[STOCK] = 8
    for seat in range(3):
        words[COINS + seat] = seat
        words[HAND + 2 * seat] = 10 + seat
    return state


def test_a_state_begins_with_the_values_of_the_layout_and_the_settings():
    state = Toy()
    assert list(state.words[LAST:COINS]) == [-1]
    assert list(state.words[HAND:STOCK]) == [-1] * 8
    assert (state.words[STAKE], state.words[BOLD]) == (7, 0)


def test_a_snapshot_holds_the_seats_at_the_table_and_hides_secrets(toy: Toy):
    head = (1, 2, 0b110, 0, 5, -1, 0, 1, 2)
    assert toy.snapshot(1) == (*head, -1, -1, 11, -1, -1, -1, 50)
    assert toy.snapshot(PUBLIC) == (*head, *[-1] * 6, 50)
    assert toy.snapshot(DEALER) == (*head, 10, -1, 11, -1, 12, -1, 8, 50, 99)


@pytest.mark.parametrize("seat", [0, 1, 2, PUBLIC, DEALER])
def test_a_restored_state_has_the_same_snapshot(toy: Toy, seat: int):
    state = Toy()
    state.restore(seat, toy.snapshot(seat))
    assert state.snapshot(seat) == toy.snapshot(seat)
    assert state.words[HIDDEN_COUNT] == 50


def test_words_can_be_reset_to_their_first_values(toy: Toy):
    toy.reset_words(COINS, STOCK)
    assert list(toy.words[COINS:STOCK]) == [0] * 4 + [-1] * 8
    assert (toy.words[ROUND], toy.words[STOCK]) == (5, 8)


class ToyView(View):
    layout = LAYOUT
    round: int = from_word(ROUND)
    last: str | None = from_word(LAST, ("first", "second"))
    coins: tuple[str, ...] = from_words(COINS, "abc")
    doubled: tuple[int, ...] = from_words(COINS, lambda coins: 2 * coins)


def test_a_view_names_words_of_the_layout(toy: Toy):
    view = ToyView(Table("toy", 3, None, ("A", "B", "C")), 1, toy.snapshot(1))
    assert (view.round, view.last, view.coins, view.doubled) == (5, None, ("a", "b", "c"), (0, 2, 4))


def test_copies_are_independent(toy: Toy):
    state = Toy()
    state.copy_from(toy)
    assert state.snapshot(DEALER) == toy.snapshot(DEALER)
    state.words[ROUND] = 6
    assert toy.words[ROUND] == 5
    state.begin(0)
    assert list(state.words) == list(Toy().words)


def test_the_kernel_copies_the_words_up_to_where_the_layout_says():
    frames = [Layout("kernel.toy_layout", seen=STOCK, copied=place).frame(3, {}) for place in (0, COINS)]
    assert [frame.copied for frame in frames] == [END, COINS]


def test_a_word_has_its_index_in_a_snapshot():
    assert [LAYOUT.at(place, 3) for place in (ROUND, COINS, HAND, STOCK)] == [4, 6, 9, 15]
    assert [LAYOUT.at(place, 4) for place in (ROUND, COINS, HAND, STOCK)] == [4, 6, 10, 18]
    assert LAYOUT.at(COINS + 3, 3) == -1, "a fourth seat is not there"
    assert LAYOUT.shown(3)[9:15] == list(range(HAND, HAND + 6))


def test_words_that_stand_in_a_row_for_each_seat_come_together_in_a_snapshot():
    layout, first = bluff.LAYOUT, bluff.LAYOUT.at(bluff.HAND_SIZE, 3)
    assert layout.shown(3)[:first] == list(range(bluff.SAID))  # what is worked out from others is left out
    assert layout.shown(3)[first : first + 3] == [bluff.HAND_SIZE + ROW * seat for seat in range(3)]
    at = layout.at(bluff.TAKEN, 3)
    assert layout.shown(3)[at : at + 6] == [bluff.TAKEN + ROW * seat + i for seat in range(3) for i in range(2)]
    assert layout.n_seen(3) == at + 6 == layout.at(bluff.HAND, 3)


@pytest.mark.parametrize("n", [1, BLOCK, 9, LONGEST_UNROLLED - 1, LONGEST_UNROLLED, LONGEST_UNROLLED + 5])
def test_the_first_words_are_copied(n: int):
    source = vec[i64](list(range(1, round_up(n) + 1)))
    target = vec[i64]([0] * round_up(n))
    copy_words(target, source, n)
    assert list(target[:n]) == list(source[:n])


def test_appended_words_come_back():
    out, words = vec[i64]([0] * 6), vec[i64]([1, 2, 3, 4])
    assert append_words(out, 2, words, 1, 3) == 5
    assert list(out) == [0, 0, 2, 3, 4, 0]
    back = vec[i64]([0] * 4)
    assert restore_words(back, 1, tuple(out), 2, 3) == 5
    assert list(back) == [0, 2, 3, 4]


@pytest.mark.parametrize("layout", [bluff.LAYOUT, coup.LAYOUT, cuttle.LAYOUT])
def test_no_two_words_share_a_place(layout: Layout):
    places = [place for name, place in layout.names.items() if name != "END"]
    assert len(set(places)) == len(places)
    assert list(layout.names)[:2] == ["QUESTION", "TO_ACT"]
