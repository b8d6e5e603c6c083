"""Coup as a learning agent sees it.

Moves name their targets by seat, so seats are not turned: one's own is an entry of its own.
"""

from functools import partial
from typing import Any

from croupier.games.coup.core import layout as w
from croupier.games.coup.core.codes import CHARACTERS
from croupier.games.coup.core.layout import LAYOUT
from croupier.games.coup.moves import ACTIONS, QUESTIONS
from croupier.kernel.features import Feature, choice, each, lanes, me, number, own, seat


def features(settings: Any, seats: int) -> tuple[Feature, ...]:
    at = partial(LAYOUT.at, seats=seats)
    known = len(LAYOUT.shown(seats))  # behind the words that all snapshots have
    return (
        me(seats),
        choice("question", w.QUESTION, len(QUESTIONS)),
        *(own(choice(f"card {i + 1}", at(w.HAND) + i, CHARACTERS), seats, 2) for i in range(2)),
        choice("drawn", w.DRAWN, CHARACTERS),
        choice("drawn too", w.OTHER_DRAWN, CHARACTERS),
        choice("seats still in the game, minus one", w.ALIVE, seats, -1),
        seat("turn", w.TURN, seats, turned=False),
        choice("action", w.ACTION, len(ACTIONS)),
        seat("target", w.TARGET, seats, turned=False),
        choice("contest", w.CONTEST, 3),
        seat("challenger", w.CHALLENGER, seats, turned=False),
        seat("blocker", w.BLOCKER, seats, turned=False),
        choice("block", w.BLOCK, CHARACTERS),
        *each(number("coins", at(w.COINS)), seats, turned=False),
        *each(number("influence", at(w.HIDDEN)), seats, turned=False),
        *each(choice("lost", at(w.OPEN_CARDS), CHARACTERS), 2 * seats, turned=False),
        *each(lanes("claims made", at(w.CLAIMS), 1, 16), CHARACTERS * seats, turned=False),
        *each(lanes("claims shown", at(w.CLAIMS), 1, 16, 16), CHARACTERS * seats, turned=False),
        *each(lanes("claims not shown", at(w.CLAIMS), 1, 16, 32), CHARACTERS * seats, turned=False),
        *each(lanes("claims since", at(w.SINCE), CHARACTERS, 8), seats, turned=False),
        *each(lanes("known to have gone back", known, 24, 1), CHARACTERS, turned=False),
        number("cards in the court", w.COURT_SIZE),
        number("turns", w.TURNS, 0, 2),
    )
