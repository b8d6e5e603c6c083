"""Who sits where in a block."""

import pytest

from croupier.arena.plan.blocks import all_permutations, field_design, halves_design, lone_design, rotations, seat_sides
from croupier.kernel.errors import UsageError

FOUR, PAIRS, NEIGHBOURS = (0, 1, 2, 3), (0, 1, 0, 1), (0, 0, 1, 1)


def shown(seatings: tuple[tuple[int, ...], ...]) -> list[str]:
    return ["".join(map(str, seating)) for seating in seatings]


@pytest.mark.parametrize(
    ("teams", "seatings"),
    [
        ((0, 1), ["10", "01"]),
        ((0, 1, 2), ["100", "001", "010"]),
        (FOUR, ["1000", "0001", "0010", "0100"]),
        (PAIRS, ["1010", "0101"]),
        (NEIGHBOURS, ["1100", "0011"]),
    ],
)
def test_one_new_among_old_sits_on_every_side_once(teams: tuple[int, ...], seatings: list[str]):
    design = lone_design(teams)
    assert shown(design.orders[0]) == seatings
    assert design.new.share == 1 / len(set(teams))


@pytest.mark.parametrize(("teams", "seatings"), [(FOUR, ["1010", "0101"]), (PAIRS, ["1010", "0101"])])
def test_halves_change_seats(teams: tuple[int, ...], seatings: list[str]):
    assert shown(halves_design(teams).orders[0]) == seatings


def test_halves_of_an_odd_table_are_refused():
    with pytest.raises(UsageError, match="even number of sides; this table has 3"):
        halves_design((0, 1, 2))


def test_with_a_field_old_takes_the_very_seats_of_new():
    design = field_design((0, 1, 2), [2])
    assert shown(design.orders[0]) == ["122", "221", "212", "022", "220", "202"]
    of_three = field_design(FOUR, [2, 3, 4])
    assert shown(of_three.orders[0][:4]) == ["1234", "2341", "3412", "4123"]
    assert sorted(shown(tuple(order[0] for order in of_three.orders))) == [
        "1234", "1243", "1324", "1342", "1423", "1432"
    ]  # fmt: skip
    assert shown(field_design(FOUR, [2, 3]).orders[0])[0] == "1232"


@pytest.mark.parametrize("field", [0, 4])
def test_a_field_that_does_not_fit_is_refused(field: int):
    with pytest.raises(UsageError, match="a field at this table needs 1 to 3 bots"):
        field_design(FOUR, range(2, 2 + field))


def test_partners_stay_partners_in_every_rotation():
    assert shown(rotations(PAIRS, (0, 1, 2, 3))) == ["0123", "1230", "2301", "3012"]
    assert shown(rotations(NEIGHBOURS, (0, 1, 2, 3))) == ["0123", "2301"]


def test_permutations_hold_every_order_once():
    assert len(all_permutations(FOUR, (0, 1, 2, 3))) == 24
    assert sorted(shown(all_permutations(FOUR, (1, 0, 0, 0)))) == ["0001", "0010", "0100", "1000"]
    assert all({s[0], s[2]} in ({0, 2}, {1, 3}) for s in all_permutations(PAIRS, (0, 1, 2, 3)))
    with pytest.raises(UsageError, match="at most 7 seats"):
        all_permutations(tuple(range(8)), tuple(range(8)))


def test_fewer_sides_than_seats_go_round_the_table():
    assert seat_sides(FOUR, [(0,), (1,)]) == (0, 1, 0, 1)
    assert seat_sides(PAIRS, [(0, 1), (2, 3)]) == (0, 2, 1, 3)
