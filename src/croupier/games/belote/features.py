"""Belote as a learning agent sees it."""

from typing import Any

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.moves import QUESTIONS
from croupier.kernel.features import Feature, bits, choice, each, lanes, number, own, recent, roll, rolled, seat

COLOURS = 4


def features(settings: Any, seats: int, turned: bool = False) -> tuple[Feature, ...]:
    cards = (
        own(bits("hand", w.HAND, c.DECK_SIZE), 4),
        *list(each(bits("may hold", w.MAY, c.DECK_SIZE), 4))[1:],
        *(recent(f"card {k + 1} of the trick", w.PLAYS, c.DECK_SIZE, w.N_PLAYED, w.IN_TRICK, k) for k in range(3)),
    )
    if turned:  # in a Colour the trumps come first
        cards = (roll(w.MODE, COLOURS, ((c.M_CARD, c.DECK_SIZE),), limit=COLOURS), *map(rolled, cards))
    return (
        *cards,
        choice("question", w.QUESTION, len(QUESTIONS)),
        choice("mode", w.MODE, c.MODES),
        number("multiplier", w.MULTIPLIER),
        seat("announcer", w.ANNOUNCER, 4),
        seat("dealer", w.DEALER, 4),
        seat("leader", w.LEADER, 4),
        seat("winning the trick", w.BEST_SEAT, 4),
        number("cards in the trick", w.IN_TRICK),
        number("points in the trick", w.TRICK_POINTS),
        number("cards played", w.N_PLAYED),
        *each(number("card points", w.CARD_POINTS, 0, 1), 2),
        *each(number("tricks", w.TRICKS), 2),
        *each(number("match points", w.POINTS, 0, 1), 2),
        number("target", w.TARGET, 0, 1),
        number("deal", w.DEAL),
        choice("highest bid", w.BID, c.MODES),
        seat("whose", w.BIDDER, 4),
        number("accepts in a row", w.ACCEPTS),
        lanes("doubled", w.DOUBLED, c.MODES, 1),
        lanes("redoubled", w.REDOUBLED, c.MODES, 1),
        *each(lanes("announced", w.ANNOUNCED, c.MODES, 1), 2),
        own(lanes("may double", w.MAY_DOUBLE, c.MODES, 1), 4),
    )
