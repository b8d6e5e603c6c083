"""An event as one integer: what goes in comes out, and only to those who may know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.event_bits import (
    DEALER,
    MAX_SEATS,
    PUBLIC,
    a_of,
    actor_of,
    b_of,
    kind_of,
    knows_of,
    mix,
    pack,
    public,
    redact,
    sees_of,
    x_of,
    y_of,
)

BYTE = st.integers(0, 255)
SECRET = st.integers(-1, 254)
SEATS = st.integers(0, (1 << MAX_SEATS) - 1)


@given(st.integers(1, 63), st.integers(0, 9), BYTE, BYTE, SECRET, SECRET, SEATS, SEATS)
def test_fields_survive_packing(kind: int, actor: int, a: int, b: int, x: int, y: int, knows: int, sees: int) -> None:
    event = pack(kind, actor, a, b, x, y, knows, sees)
    assert 0 < event < 1 << 62
    assert (kind_of(event), actor_of(event), a_of(event), b_of(event)) == (kind, actor, a, b)
    assert (x_of(event), y_of(event), knows_of(event), sees_of(event)) == (x, y, knows, sees)


@pytest.mark.parametrize(
    ("seat", "sent", "secret"),
    [(0, True, 5), (1, True, -1), (2, False, -1), (DEALER, True, 5), (PUBLIC, False, -1)],
)
def test_a_secret_goes_to_those_who_know(seat: int, sent: bool, secret: int) -> None:
    shown = redact(pack(9, 3, 1, 2, 5, -1, knows=0b001, sees=0b011), seat, 3)
    assert (shown != 0) is sent
    if sent:
        assert (kind_of(shown), actor_of(shown), a_of(shown), b_of(shown)) == (9, 3, 1, 2)
        assert x_of(shown) == secret
        assert knows_of(shown) == sees_of(shown) == 0, "the masks would tell who else knows"


def test_a_spectator_sees_what_all_see_and_learns_what_all_learn() -> None:
    assert redact(public(4, 1, 7, 8, 3), PUBLIC, 3) != 0
    assert x_of(redact(pack(4, 1, 0, 0, 6, -1, 0b011, 0b111), PUBLIC, 3)) == -1
    assert x_of(redact(pack(4, 1, 0, 0, 6, -1, 0b111, 0b111), PUBLIC, 3)) == 6


@given(st.lists(st.integers(1, (1 << 42) - 1), min_size=1, max_size=20, unique=True))
def test_the_rolling_hash_depends_on_every_event_and_their_order(events: list[int]) -> None:
    def hashed(order: list[int]) -> int:
        seen = 1
        for event in order:
            seen = mix(seen, event)
        return seen

    assert 0 <= hashed(events) < 1 << 60
    assert hashed(events) != hashed(events[:-1])
    if len(events) > 1:
        assert hashed(events) != hashed(events[::-1])
