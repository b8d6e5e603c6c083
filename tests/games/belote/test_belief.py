"""The bidding as a belief: worlds that explain what was bid weigh more. `imagine` itself takes no part in it."""

import pytest
from games.belote.position import IDS, SEED, bits, legal, notation
from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote import GAME, BeloteState
from croupier.games.belote.core import layout as w

STRONG = bits("Jh 9h Ah 10h Kh")
WEAK = bits("7h 8d 7c 8c 7s")


def weighed(*shorts: str, viewer: int = 1, hand: int = STRONG, seat: int = 0) -> int:
    """The weight of a world in which `seat` has this hand, after a bidding that seat 0 began."""
    state = GAME.new_state(GAME.settings(), 4)
    assert isinstance(state, BeloteState)
    state.start(SEED)
    for text in ("cut 16 from the top", *map(notation, shorts)):
        state.apply(IDS[text])
    state.words[w.HAND + seat] = hand
    return state.weight(viewer)


def test_nothing_bid_tells_nothing() -> None:
    assert weighed() == 1000


def test_who_announces_a_colour_has_it() -> None:
    assert weighed("H", hand=STRONG) > 1000 > weighed("H", hand=WEAK) > 0


def test_who_announces_no_trumps_has_aces() -> None:
    aces = bits("Ah 10h As Ac Kd")
    assert weighed("N", hand=aces) > 1000 > weighed("N", hand=WEAK)


def test_who_accepts_a_colour_would_not_rather_play_no_trumps() -> None:
    aces = bits("Ah 10h As Ac Kd")
    assert weighed("H", "-", hand=aces, seat=1, viewer=2) < weighed("H", "-", hand=WEAK, seat=1, viewer=2)


def test_who_doubles_all_trumps_has_jacks() -> None:
    jacks = bits("Jh Js Jc 9h 9c")
    assert weighed("A", "2A", hand=jacks, seat=1, viewer=2) > weighed("A", "2A", hand=WEAK, seat=1, viewer=2)


def test_what_the_viewer_bid_itself_tells_it_nothing() -> None:
    assert weighed("H", viewer=0, hand=STRONG) == weighed("H", viewer=0, hand=WEAK) == 1000


@pytest.mark.parametrize("played", [0, 3, 11, 18])
def test_the_true_world_explains_the_bidding_better_than_imagined_ones(played: int) -> None:
    """Over deals that the heuristic bids: the true hands weigh more than the mean of worlds that fit the cards."""
    moves = vec[i64]([0] * 64)
    truth = GAME.new_state(GAME.settings({"deals": 1}), 4)
    world = truth.fresh()
    truth.watching = world.watching = False
    ratios: list[float] = []
    for seed in range(150):
        truth.start(seed)
        truth.apply(legal(truth)[0])  # type: ignore[arg-type]
        cards = 0
        while truth.question == 1 or cards < played:
            cards += truth.question == 2
            truth.apply(truth.hint(seed, moves, truth.legal(moves)))
        seat = truth.to_act
        total = 0
        for number in range(30):
            world.restore(seat, truth.snapshot(seat))
            world.imagine(seat, number)
            total += world.weight(seat)
        assert total > 0
        ratios.append(truth.weight(seat) / (total / 30))
    assert sum(ratios) / len(ratios) > 1.2
