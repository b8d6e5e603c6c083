"""Who is sent an event and who learns its secrets: the frame in which each game tests its table of events.

A game says what its table expects of an event; here that is compared with the event's masks and secret fields.
"""

from typing import NamedTuple

from croupier.kernel.event_bits import (
    DEALER,
    PUBLIC,
    a_of,
    b_of,
    kind_of,
    knows_of,
    redact,
    sees_of,
    x_of,
    y_of,
)


class Expected(NamedTuple):
    """A row of a table of events: two sets of seats as masks, and the values of secret fields."""

    sees: int
    """Who is sent the event."""
    knows: int = 0
    """Who learns its secret fields."""
    secrets: int = 0
    """How many secret fields it has; then it has no open ones."""
    values: range = range(0)
    """What a secret field can be."""


def check_masks(event: int, expected: Expected) -> None:
    kind = kind_of(event)
    assert sees_of(event) == expected.sees, f"event {kind} is sent to the wrong seats"
    assert knows_of(event) == expected.knows, f"the secrets of event {kind} go to the wrong seats"


def check_event(event: int, expected: Expected | None) -> None:
    """Compare an event with its row; None says that its kind is not in the table."""
    kind = kind_of(event)
    assert expected is not None, f"event {kind} is not in the table"
    check_masks(event, expected)
    fields = (x_of(event), y_of(event))
    assert all(value in expected.values for value in fields[: expected.secrets]), f"event {kind} lacks a secret"
    assert all(value == -1 for value in fields[expected.secrets :]), f"event {kind} has a secret"
    if expected.secrets:
        assert (a_of(event), b_of(event)) == (0, 0), f"event {kind} has an open field"


def check_redacted(event: int, seats: int) -> None:
    """Every seat, a spectator and the dealer are shown exactly what the masks allow."""
    for seat in range(seats):
        shown = redact(event, seat, seats)
        assert bool(shown) == bool(sees_of(event) >> seat & 1)
        if shown:
            knows = knows_of(event) >> seat & 1
            assert (x_of(shown), y_of(shown)) == ((x_of(event), y_of(event)) if knows else (-1, -1))
            assert shown >> 42 == 0, "a seat is told who else knows"
    everybody_knows = knows_of(event) == (1 << seats) - 1
    assert x_of(redact(event, PUBLIC, seats)) == (x_of(event) if everybody_knows else -1)
    assert x_of(redact(event, DEALER, seats)) == x_of(event)
