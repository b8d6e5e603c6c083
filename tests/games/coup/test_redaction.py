"""Who sees each event and who learns its secrets: a table of its own, checked against many matches."""

from collections import Counter
from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup import GAME, codes
from croupier.kernel.events import (
    DEALER,
    PUBLIC,
    a_of,
    actor_of,
    b_of,
    kind_of,
    knows_of,
    pack,
    redact,
    sees_of,
    x_of,
    y_of,
)
from croupier.kernel.luck import Luck
from croupier.kernel.state import LEGAL_LIMIT, State

MATCHES = 200  # per table

SECRETS = {codes.E_DEALT: 1, codes.E_REPLACED: 1, codes.E_DREW: 2, codes.E_RETURNED: 2}
"""The kinds with secret characters, and how many; their actor alone learns them, everybody learns that it happened."""

SEALED = codes.E_ANSWERED
"""Only its actor is sent it at all."""

OPEN_KINDS = (
    codes.E_ACTED,
    codes.E_COINS,
    codes.E_ALLOWED,
    codes.E_CHALLENGED,
    codes.E_BLOCKED,
    codes.E_SHOWN,
    codes.E_LOST,
    codes.E_OUT,
    codes.E_ENDED,
)


def seats_in(mask: int) -> frozenset[int]:
    return frozenset(seat for seat in range(10) if (mask >> seat) & 1)


def check(event: int, seats: int) -> None:
    """Compare an event's masks with the table."""
    kind, own = kind_of(event), frozenset({actor_of(event)})
    everyone = frozenset(range(seats))
    if kind == SEALED:
        assert seats_in(sees_of(event)) == seats_in(knows_of(event)) == own, "a sealed answer is told"
        assert 0 < x_of(event) < 8
        assert (a_of(event), b_of(event), y_of(event)) == (0, 0, -1)
        return
    assert seats_in(sees_of(event)) == everyone, f"event {kind} is not seen by all"
    if kind in SECRETS:
        assert seats_in(knows_of(event)) == own, f"the cards of event {kind} go to the wrong seats"
        assert 0 <= x_of(event) < 5
        assert (y_of(event) >= 0) == (SECRETS[kind] == 2)
        assert (a_of(event), b_of(event)) == (0, 0), f"event {kind} has an open field"
    else:
        assert kind in OPEN_KINDS, f"event {kind} is not in the table"
        assert (x_of(event), y_of(event), knows_of(event)) == (-1, -1, 0), f"event {kind} has a secret"


def told(state: State, seed: int, leaving: bool = False) -> Iterator[int]:
    """Every raw event of a random match; with `leaving` somebody is taken out on the way."""
    moves = vec[i64]([0] * LEGAL_LIMIT)
    luck = Luck(seed)
    state.start(seed)
    yield from [state.events[i] for i in range(state.n_events)]
    while state.to_act >= 0:
        if leaving and state.sealed == 0 and luck.below(20) == 0:
            state.expel(luck.below(state.seats))
        else:
            state.apply(moves[luck.below(state.legal(moves))])
        yield from [state.events[i] for i in range(state.n_events)]


@pytest.mark.parametrize("window", ["official", "joint"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_11_every_event_goes_to_whom_the_table_says(seats: int, window: str) -> None:
    state = GAME.new_state(GAME.settings({"window": window}), seats)
    seen: Counter[int] = Counter()
    for seed in range(MATCHES):
        for event in told(state, seed, leaving=seed % 4 == 0):
            check(event, seats)
            seen[kind_of(event)] += 1
    assert set(seen) == {*SECRETS, SEALED, *OPEN_KINDS}


def test_11_a_seat_is_sent_exactly_what_the_masks_allow() -> None:
    state = GAME.new_state(GAME.settings(), 4)
    for seed in range(50):
        for event in told(state, seed):
            for seat in range(4):
                shown = redact(event, seat, 4)
                assert bool(shown) == (seat in seats_in(sees_of(event)))
                if shown:
                    knows = seat in seats_in(knows_of(event))
                    assert x_of(shown) == (x_of(event) if knows else -1)
                    assert y_of(shown) == (y_of(event) if knows else -1)
                    assert shown >> 42 == 0, "a seat is told who else knows"
            assert x_of(redact(event, PUBLIC, 4)) == -1
            assert x_of(redact(event, DEALER, 4)) == x_of(event)


@pytest.mark.parametrize(
    "event",
    [
        pack(codes.E_DEALT, 1, 0, 0, 3, -1, 1, 15),
        pack(codes.E_DEALT, 1, 0, 0, 3, -1, 15, 15),
        pack(codes.E_DEALT, 1, 3, 0, 3, -1, 2, 15),
        pack(codes.E_REPLACED, 1, 0, 0, 3, -1, 3, 15),
        pack(codes.E_REPLACED, 1, 0, 0, 3, -1, 2, 7),
        pack(codes.E_DREW, 1, 0, 0, 3, 4, 3, 15),
        pack(codes.E_DREW, 1, 0, 0, 3, -1, 2, 15),
        pack(codes.E_RETURNED, 1, 0, 0, 3, 4, 15, 15),
        pack(codes.E_RETURNED, 1, 3, 4, 3, 4, 2, 15),
        pack(codes.E_ANSWERED, 1, 0, 0, 2, -1, 2, 15),
        pack(codes.E_ANSWERED, 1, 0, 0, 2, -1, 6, 6),
        pack(codes.E_ANSWERED, 1, 2, 0, 2, -1, 2, 2),
        pack(codes.E_SHOWN, 1, 3, 0, 3, -1, 2, 15),
        pack(codes.E_LOST, 1, 3, 0, -1, -1, 0, 7),
        pack(40, 0, 0, 0, -1, -1, 0, 15),
    ],
)
def test_11_a_wrong_mask_is_caught(event: int) -> None:
    with pytest.raises(AssertionError):
        check(event, 4)
