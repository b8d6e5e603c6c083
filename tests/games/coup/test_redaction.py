"""Who sees each event and who learns its secrets: a table of its own, checked against many matches."""

import pytest
from frames.positions import random_steps
from frames.redaction import Expected, check_event, check_redacted

from croupier.games.coup import GAME
from croupier.games.coup.core import codes
from croupier.kernel.event_bits import actor_of, kind_of, pack

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


def expected(event: int, seats: int) -> Expected | None:
    kind, own, everyone = kind_of(event), 1 << actor_of(event), (1 << seats) - 1
    if kind == SEALED:
        return Expected(own, own, 1, range(1, 8))
    if kind in SECRETS:
        return Expected(everyone, own, SECRETS[kind], range(5))
    return Expected(everyone) if kind in OPEN_KINDS else None


@pytest.mark.parametrize("window", ["official", "joint"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_11_every_event_goes_to_whom_the_table_says(seats: int, window: str) -> None:
    state = GAME.new_state(GAME.settings({"window": window}), seats)
    kinds: set[int] = set()
    for seed in range(MATCHES):
        for events in random_steps(state, seed, expel_one_in=0 if seed % 4 else 20):
            for event in events:
                check_event(event, expected(event, seats))
                kinds.add(kind_of(event))
    assert kinds == {*SECRETS, SEALED, *OPEN_KINDS}


def test_11_a_seat_is_sent_exactly_what_the_masks_allow() -> None:
    state = GAME.new_state(GAME.settings(), 4)
    for seed in range(50):
        for events in random_steps(state, seed):
            for event in events:
                check_redacted(event, 4)


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
        check_event(event, expected(event, 4))
