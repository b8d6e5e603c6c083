"""Over a run every bot sits in every seat, and follows every other, equally often."""

from collections import Counter
from collections.abc import Iterable

import pytest
from arena.played import match
from liar import GAME as LIAR

from croupier.arena.plan.blocks import lineup_orders, run_orders
from croupier.arena.plan.orders import OrderCycle, balanced_orders
from croupier.arena.plan.schedule import Orders, Seating, plan_blocks
from croupier.arena.results.balance import Balance, balance_text
from croupier.arena.results.totals import Totals
from croupier.games import find_game

KITTENS, BELOTE = find_game("kittens"), find_game("belote")


def follows(orders: Iterable[Seating]) -> Counter[tuple[int, int]]:
    return Counter((order[place - 1], order[place]) for order in orders for place in range(len(order)))


@pytest.mark.parametrize(
    ("players", "orders"), [(2, 1), (3, 2), (4, 6), (5, 4), (6, 10), (7, 6), (8, 14), (9, 8), (10, 18)]
)
def test_everybody_follows_everybody_equally_often(players: int, orders: int):
    found = balanced_orders(players)
    assert len(found) == len(set(found)) == orders
    assert found[0] == tuple(range(players))
    assert all(sorted(order) == list(range(players)) for order in found)
    counts = follows(found)
    assert len(counts) == players * (players - 1)
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize(
    ("entrants", "seats"), [(e, s) for s in range(2, 11) for e in range(2, s + 1) if e <= 5 or e == s]
)
def test_all_orders_together_are_balanced_however_many_bots_there_are(entrants: int, seats: int):
    orders = run_orders(KITTENS, KITTENS.settings({"deck": "large"}), entrants, seats)
    seatings = [seating for order in orders for seating in order]
    assert orders[0][0] == tuple(seat % entrants for seat in range(seats)), "as given"
    assert {len(order) for order in orders} == {entrants}
    for order in orders:
        sat = Counter((seat, entrant) for seating in order for seat, entrant in enumerate(seating))
        assert len(sat) == seats * entrants
        assert set(sat.values()) == {1}, "in every block everybody has every seat once"
    counts = follows(seatings)
    assert len({count for (a, b), count in counts.items() if a != b}) == 1
    assert len({counts[entrant, entrant] for entrant in range(entrants)}) == 1


def shown(orders: Orders) -> list[str]:
    return [" ".join("".join(map(str, seating)) for seating in seatings) for seatings in orders]


def test_partners_stay_partners_in_every_order():
    settings = BELOTE.settings()
    assert shown(run_orders(BELOTE, settings, 4)) == ["0123 1230 2301 3012", "0321 3210 2103 1032"]
    assert shown(run_orders(BELOTE, settings, 2)) == ["0101 1010"]
    assert shown(run_orders(BELOTE, settings, 3)) == ["0120 1201 2012", "0210 2102 1021"]
    assert shown(run_orders(LIAR, LIAR.settings({"teams": True}), 2)) == ["0101 1010"]
    assert shown(lineup_orders((0, 0, 1, 1), [(0, 1), (2, 3)])) == ["0123 2301", "0132 3201", "1023 2310", "1032 3210"]


def test_a_cycle_holds_every_order_once_and_is_shuffled_by_the_secret():
    schedule = plan_blocks(7, 24 * 200, run_orders(KITTENS, KITTENS.settings(), 4))
    firsts = [pairing.seating for number, pairing in enumerate(schedule) if number % 4 == 0]
    cycles = [tuple(firsts[at : at + 6]) for at in range(0, len(firsts), 6)]
    assert all(len(set(cycle)) == 6 for cycle in cycles)
    assert len(set(cycles)) > 100
    # Every order is as likely to be the first of a cycle as any other: 200 / 6 with a deviation of 5.
    assert all(14 <= count <= 53 for count in Counter(cycle[0] for cycle in cycles).values())
    other = OrderCycle(8, balanced_orders(4))
    assert [other.next(block) for block in range(60)] != firsts[:60]


def test_the_balance_of_a_run_is_told():
    seatings = [seating for order in run_orders(KITTENS, KITTENS.settings(), 4) for seating in order]
    played = [match(number, seating, (1, 2, 3, 4)) for number, seating in enumerate(seatings)]
    even = Totals(4).extend(played).standings().balance
    assert even == Balance((1, 1), (1, 1))
    assert "every bot played every seat, and followed every other bot, equally often" in balance_text(even)
    rotations = Totals(4).extend(played[:4]).standings().balance
    assert rotations == Balance((1, 1), (0, 3))
    assert "followed each other bot 0.00 to 3.00 times the fair share" in balance_text(rotations)
    one = Totals(4).extend(played[:1]).standings().balance
    assert one is not None
    assert one.seats == (0, 4)
    assert Totals(2).extend([match(0, (0, 1), (1, 2))]).standings().balance is None
