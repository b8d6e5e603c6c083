"""What the kernel's State does for games that do not do it themselves: places, rewards, ends and events."""

import pytest
from mypy_extensions import i64

from croupier.kernel.event_bits import a_of, b_of, redact, x_of
from croupier.kernel.state import State


class Scored(State):
    """Three seats with the points that a test gives them."""

    def __init__(self, points: list[int], gone: int = -1) -> None:
        super().__init__(len(points))
        self.points = points
        self.gone = gone

    def score(self, seat: i64) -> i64:
        return self.points[seat]


class Lowest(Scored):
    def standing(self, seat: i64) -> i64:
        return -1000 if seat == self.gone else -self.points[seat]


@pytest.mark.parametrize(
    ("state", "places", "rewards"),
    [
        (Scored([3, 1, 2]), [1, 3, 2], [1000, 0, 0]),
        (Scored([3, 3, 2]), [1, 1, 3], [500, 500, 0]),
        (Scored([0, 0, 0]), [1, 1, 1], [333, 333, 333]),
        (Lowest([3, 1, 2]), [3, 1, 2], [0, 1000, 0]),
        (Lowest([3, 1, 2], gone=1), [2, 3, 1], [0, 0, 1000]),
    ],
)
def test_places_follow_the_standing_and_the_winners_share_the_reward(
    state: Scored, places: list[int], rewards: list[int]
):
    assert [state.place(seat) for seat in range(3)] == places
    assert [state.reward(seat) for seat in range(3)] == rewards


def test_the_end_of_a_match_closes_what_was_asked_and_is_an_event_for_all():
    state = Scored([1, 2, 3])
    state.to_act, state.sealed = 1, 2
    state.end_match(7, 4, 2)
    assert (state.to_act, state.sealed, state.ending, state.n_events) == (-1, 0, 4, 1)
    for seat in range(3):
        shown = redact(state.events[0], seat, 3)
        assert (a_of(shown), b_of(shown)) == (4, 2)


def test_a_secret_event_is_seen_by_all_and_learned_by_some():
    state = Scored([1, 2, 3])
    state.emit_secret(5, 0, 1, 9, -1, 0b101)
    assert [x_of(redact(state.events[0], seat, 3)) for seat in range(3)] == [9, -1, 9]
