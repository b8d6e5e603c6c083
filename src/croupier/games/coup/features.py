"""Coup as a learning agent sees it.

Moves name their targets by seat, so seats are not turned unless the moves are: one's own is an entry of its own.
"""

from functools import partial
from typing import Any

from croupier.games.coup.core import layout as w
from croupier.games.coup.core.codes import CHARACTERS
from croupier.games.coup.core.layout import LAYOUT
from croupier.games.coup.moves import ACTIONS, QUESTIONS
from croupier.kernel.features import Feature, choice, each, lanes, me, number, own, seat, seats_in

COPIES = 3  # of each character


def features(settings: Any, seats: int, turned: bool = False) -> tuple[Feature, ...]:
    at = partial(LAYOUT.at, seats=seats)
    known = len(LAYOUT.shown(seats))  # behind the words that all snapshots have
    return (
        me(seats),
        choice("question", w.QUESTION, len(QUESTIONS)),
        *(own(choice(f"card {i + 1}", at(w.HAND) + i, CHARACTERS), seats, 2) for i in range(2)),
        choice("drawn", w.DRAWN, CHARACTERS),
        choice("drawn too", w.OTHER_DRAWN, CHARACTERS),
        choice("seats still in the game, minus one", w.ALIVE, seats, -1),
        seat("turn", w.TURN, seats, turned=turned),
        choice("action", w.ACTION, len(ACTIONS)),
        seat("target", w.TARGET, seats, turned=turned),
        choice("contest", w.CONTEST, 3),
        seat("challenger", w.CHALLENGER, seats, turned=turned),
        seat("blocker", w.BLOCKER, seats, turned=turned),
        choice("block", w.BLOCK, CHARACTERS),
        *each(number("coins", at(w.COINS)), seats, turned=turned),
        *each(number("influence", at(w.HIDDEN)), seats, turned=turned),
        *(
            lost
            for i in range(2)
            for lost in each(choice(f"lost influence {i + 1}", at(w.OPEN_CARDS) + i, CHARACTERS), seats, 2, turned)
        ),
        *(
            claims
            for name, shift in (("made", 0), ("shown", 16), ("not shown", 32))
            for character in range(CHARACTERS)
            for claims in each(
                lanes(f"claims of {character} {name}", at(w.CLAIMS) + character, 1, 16, shift),
                seats,
                CHARACTERS,
                turned,
            )
        ),
        *each(lanes("claims since", at(w.SINCE), CHARACTERS, 8), seats, turned=turned),
        *(
            feature
            for character in range(CHARACTERS)
            for i in range(COPIES)
            for feature in _gone_back(f"{character} gone back {i + 1}", known + character, seats, turned, 8 * i)
        ),
        number("cards in the court", w.COURT_SIZE),
        number("turns", w.TURNS, 0, 2),
    )


def _gone_back(name: str, at: int, seats: int, turned: bool, shift: int) -> tuple[Feature, Feature]:
    """Whether the seat knows of such a card, and who may have it now; see `core/table.py`."""
    return lanes(name, at, 1, 1, shift + 7), seats_in(f"{name}, may be with", at, seats, turned, shift)
