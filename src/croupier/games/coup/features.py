"""Coup as a learning agent sees it; the places are those of the snapshot (see view.py).

Moves name their targets by seat, so seats are not turned: one's own is an entry of its own.
"""

from typing import Any

from croupier.games.coup.codes import CHARACTERS
from croupier.games.coup.moves import ACTIONS, QUESTIONS
from croupier.kernel.features import Feature, choice, each, lanes, me, number, own, seat, seats_in

COINS = 18


def features(settings: Any, seats: int) -> tuple[Feature, ...]:
    hidden, hands = COINS + seats, COINS + 4 * seats
    lost, claims = hands + 2 * seats, hands + 4 * seats
    since = claims + CHARACTERS * seats
    return (
        me(seats),
        choice("question", 0, len(QUESTIONS)),
        *(own(choice(f"card {i + 1}", hands + i, CHARACTERS), seats, 2) for i in range(2)),
        choice("drawn", 16, CHARACTERS),
        choice("drawn too", 17, CHARACTERS),
        seats_in("still in the game", 6, seats, turned=False),
        seat("turn", 7, seats, turned=False),
        choice("action", 9, len(ACTIONS)),
        seat("target", 10, seats, turned=False),
        choice("contest", 11, 3),
        seat("challenger", 12, seats, turned=False),
        seat("blocker", 13, seats, turned=False),
        choice("block", 14, CHARACTERS),
        *each(number("coins", COINS), seats, turned=False),
        *each(number("influence", hidden), seats, turned=False),
        *each(choice("lost", lost, CHARACTERS), 2 * seats, turned=False),
        *each(lanes("claims made", claims, 1, 16), CHARACTERS * seats, turned=False),
        *each(lanes("claims shown", claims, 1, 16, 16), CHARACTERS * seats, turned=False),
        *each(lanes("claims not shown", claims, 1, 16, 32), CHARACTERS * seats, turned=False),
        *each(lanes("claims since", since, CHARACTERS, 8), seats, turned=False),
        *each(lanes("known to have gone back", since + seats, 24, 1), CHARACTERS, turned=False),
        number("cards in the court", 4),
        number("turns", 8, 0, 2),
    )
