"""Who is sent what: the table of events in RULES.md, section 9, against every event of random matches."""

import pytest
from frames.positions import random_steps
from frames.redaction import Expected, check_event, check_redacted

from croupier.games.belote import GAME
from croupier.games.belote.core import codes
from croupier.kernel.event_bits import actor_of, kind_of, pack

EVERYONE = 15
SECRET_KINDS = {codes.E_DEALT}
OPEN_KINDS = {value for name, value in vars(codes).items() if name.startswith("E_")} - SECRET_KINDS


def expected(event: int) -> Expected | None:
    kind = kind_of(event)
    if kind in SECRET_KINDS:
        return Expected(EVERYONE, 1 << actor_of(event), 1, range(32))
    return Expected(EVERYONE) if kind in OPEN_KINDS else None


def test_9_every_event_goes_to_whom_the_table_says() -> None:
    state = GAME.new_state(GAME.settings({"target": 20}), 4)
    kinds: set[int] = set()
    for seed in range(150):
        for events in random_steps(state, seed):
            for event in events:
                check_event(event, expected(event))
                kinds.add(kind_of(event))
    assert kinds == SECRET_KINDS | OPEN_KINDS


def test_9_a_seat_is_sent_exactly_what_the_masks_allow() -> None:
    for events in random_steps(GAME.new_state(GAME.settings(), 4), 1):
        for event in events:
            check_redacted(event, 4)


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
        check_event(event, expected(event))
