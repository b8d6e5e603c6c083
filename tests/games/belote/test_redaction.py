"""Who is sent what: the table of events in RULES.md, section 9, against every event of random matches."""

from collections import Counter
from collections.abc import Iterator

import pytest
from games.belote.position import legal

from croupier.games.belote import GAME, BeloteState, codes
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

EVERYONE = 15
SECRET_KINDS = {codes.E_DEALT}
OPEN_KINDS = {value for name, value in vars(codes).items() if name.startswith("E_")} - SECRET_KINDS


def check(event: int) -> None:
    """Compare an event's masks with the table."""
    kind = kind_of(event)
    assert sees_of(event) == EVERYONE, f"event {kind} is not seen by all"
    assert y_of(event) == -1
    if kind in SECRET_KINDS:
        assert 0 <= x_of(event) < 32
        assert (a_of(event), b_of(event)) == (0, 0), f"event {kind} has an open field"
        assert knows_of(event) == 1 << actor_of(event), f"the card of event {kind} goes to the wrong seats"
    else:
        assert kind in OPEN_KINDS, f"event {kind} is not in the table"
        assert x_of(event) == -1, f"event {kind} has a secret"
        assert knows_of(event) == 0


def told(seed: int, **settings: object) -> Iterator[int]:
    """Every raw event of a random match."""
    state, luck = GAME.new_state(GAME.settings(settings), 4), Luck(seed)
    assert isinstance(state, BeloteState)
    state.start(seed)
    yield from [state.events[i] for i in range(state.n_events)]
    while state.to_act >= 0:
        moves = legal(state)
        state.apply(moves[luck.below(len(moves))])
        yield from [state.events[i] for i in range(state.n_events)]


def test_9_every_event_goes_to_whom_the_table_says() -> None:
    seen: Counter[int] = Counter()
    for seed in range(150):
        for event in told(seed, target=20):
            check(event)
            seen[kind_of(event)] += 1
    assert set(seen) == SECRET_KINDS | OPEN_KINDS


def test_9_a_seat_is_sent_exactly_what_the_masks_allow() -> None:
    for event in told(1):
        for seat in range(4):
            shown = redact(event, seat, 4)
            assert x_of(shown) == (x_of(event) if knows_of(event) >> seat & 1 else -1)
            assert shown >> 42 == 0, "a seat is told who else knows"
        assert x_of(redact(event, PUBLIC, 4)) == -1
        assert x_of(redact(event, DEALER, 4)) == x_of(event)


@pytest.mark.parametrize(
    "event",
    [
        pack(codes.E_DEALT, 1, 0, 0, 17, -1, 1, 15),
        pack(codes.E_DEALT, 1, 0, 0, 17, -1, 15, 15),
        pack(codes.E_DEALT, 1, 0, 0, 17, -1, 2, 2),
        pack(codes.E_DEALT, 1, 17, 0, 17, -1, 2, 15),
        pack(codes.E_DEALT, 1, 0, 0, 17, 18, 2, 15),
        pack(codes.E_PLAYED, 1, 17, 0, -1, -1, 0, 7),
        pack(codes.E_CUT, 1, 6, 0, 17, -1, 0, 15),
        pack(40, 0, 0, 0, -1, -1, 0, 15),
    ],
)
def test_9_a_wrong_mask_is_caught(event: int) -> None:
    with pytest.raises(AssertionError):
        check(event)
