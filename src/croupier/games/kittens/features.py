"""Exploding Kittens as a learning agent sees it.

Moves name their targets by seat, so seats are not turned unless the moves are: one's own is an entry of its own.
"""

from functools import partial
from typing import Any

from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.codes import FIVE, HAND_TYPES, KITTEN
from croupier.games.kittens.core.layout import LAYOUT
from croupier.games.kittens.moves import QUESTIONS
from croupier.kernel.features import Feature, choice, each, lanes, me, number, seat, seats_in, stacked, tally

TYPES = KITTEN + 1
TOP = 5


def features(settings: Any, seats: int, turned: bool = False) -> tuple[Feature, ...]:
    at = partial(LAYOUT.at, seats=seats)
    discard = len(LAYOUT.shown(seats))  # behind the words that all snapshots have
    pile = discard + settings.options(seats)["pile_words"]
    return (
        me(seats),
        *each(lanes("certainly in hand", at(w.HAND), HAND_TYPES, 5), seats, turned=turned),
        *each(lanes("certainly not", at(w.LACKS), HAND_TYPES, 1), seats, turned=turned),
        *each(number("cards in hand", at(w.HAND_SIZE)), seats, turned=turned),
        *(stacked(f"card {k + 1} of the pile", pile, TYPES, w.PILE_SIZE, k) for k in range(TOP)),
        tally("known cards in the pile", pile, TYPES, w.PILE_SIZE),
        tally("discarded", discard, TYPES, w.DISCARD_SIZE),
        choice("question", w.QUESTION, len(QUESTIONS)),
        seats_in("alive", w.ALIVE, seats, turned=turned),
        seat("turn", w.TURN, seats, turned=turned),
        seat("target", w.TARGET, seats, turned=turned),
        seat("who acted last", w.LAST, seats, turned=turned),
        choice("pending", w.PENDING, FIVE + 1),
        choice("named", w.NAMED, TYPES),
        lanes("types of the combo", w.COMBO, HAND_TYPES, 1),
        number("turns to take", w.OWED),
        number("attacked", w.ATTACKED),
        number("actions in this turn", w.ACTIONS),
        number("cards in the pile", w.PILE_SIZE),
        number("cards discarded", w.DISCARD_SIZE),
        number("nopes", w.NOPES),
    )
