"""Exploding Kittens as a learning agent sees it; the places are those of the snapshot (see knowledge.py).

Moves name their targets by seat, so seats are not turned: one's own is an entry of its own.
"""

from typing import Any

from croupier.games.kittens.core.codes import FIVE, HAND_TYPES, KITTEN
from croupier.games.kittens.moves import QUESTIONS
from croupier.kernel.features import Feature, choice, each, lanes, me, number, seat, seats_in, stacked, tally

HANDS = 22
TYPES = KITTEN + 1
TOP = 5


def features(settings: Any, seats: int) -> tuple[Feature, ...]:
    words: int = settings.options(seats).words
    discard = HANDS + 4 * seats
    pile = discard + words
    return (
        me(seats),
        *each(lanes("certainly in hand", HANDS, HAND_TYPES, 5), seats, turned=False),
        *each(lanes("certainly not", HANDS + 3 * seats, HAND_TYPES, 1), seats, turned=False),
        *each(number("cards in hand", HANDS + seats), seats, turned=False),
        *(stacked(f"card {k + 1} of the pile", pile, TYPES, 9, k) for k in range(TOP)),
        tally("known cards in the pile", pile, TYPES, 9),
        tally("discarded", discard, TYPES, 10),
        choice("question", 0, len(QUESTIONS)),
        seats_in("alive", 8, seats, turned=False),
        seat("turn", 4, seats, turned=False),
        seat("target", 13, seats, turned=False),
        seat("who acted last", 16, seats, turned=False),
        choice("pending", 11, FIVE + 1),
        choice("named", 14, TYPES),
        lanes("types of the combo", 12, HAND_TYPES, 1),
        number("turns to take", 5),
        number("attacked", 6),
        number("actions in this turn", 7),
        number("cards in the pile", 9),
        number("cards discarded", 10),
        number("nopes", 15),
    )
