"""Belote as a learning agent sees it; the places are those of the snapshot (see table.py)."""

from typing import Any

from croupier.games.belote.codes import (
    B_ACCEPTS,
    B_ANNOUNCED,
    B_BIDDER,
    B_CURRENT,
    B_DOUBLED,
    B_MAY_DOUBLE,
    B_REDOUBLED,
    DECK_SIZE,
    MODES,
)
from croupier.games.belote.moves import QUESTIONS
from croupier.kernel.features import Feature, bits, choice, each, lanes, number, own, recent, seat

BIDDING = 34
PLAYS = 52
COUNT, IN_TRICK = 18, 15


def features(settings: Any, seats: int) -> tuple[Feature, ...]:
    return (
        own(bits("hand", 20, DECK_SIZE), 4),
        *list(each(bits("may hold", 24, DECK_SIZE), 4))[1:],
        *(recent(f"card {k + 1} of the trick", PLAYS, DECK_SIZE, COUNT, IN_TRICK, k) for k in range(3)),
        choice("question", 0, len(QUESTIONS)),
        choice("mode", 7, MODES),
        number("multiplier", 8),
        seat("announcer", 9, 4),
        seat("dealer", 4, 4),
        seat("leader", 10, 4),
        seat("winning the trick", 14, 4),
        number("cards in the trick", IN_TRICK),
        number("points in the trick", 16),
        number("cards played", COUNT),
        *each(number("card points", 28, 0, 1), 2),
        *each(number("tricks", 30), 2),
        *each(number("match points", 32, 0, 1), 2),
        number("target", 5, 0, 1),
        number("deal", 3),
        choice("highest bid", BIDDING + B_CURRENT, MODES),
        seat("whose", BIDDING + B_BIDDER, 4),
        number("accepts in a row", BIDDING + B_ACCEPTS),
        lanes("doubled", BIDDING + B_DOUBLED, MODES, 1),
        lanes("redoubled", BIDDING + B_REDOUBLED, MODES, 1),
        *each(lanes("announced", BIDDING + B_ANNOUNCED, MODES, 1), 2),
        own(lanes("may double", BIDDING + B_MAY_DOUBLE, MODES, 1), 4),
    )
