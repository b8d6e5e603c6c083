"""Cuttle as a learning agent sees it."""

from typing import Any

from croupier.games.cuttle.core import codes as c
from croupier.games.cuttle.core import layout as w
from croupier.games.cuttle.moves import QUESTIONS
from croupier.kernel.features import Feature, bits, choice, each, lanes, number, seat

NUMBERS = 40  # cards, from the Aces to the Tens
FIRST_TWO = 4
FIRST_EIGHT = 28


def features(settings: Any, seats: int, turned: bool = False) -> tuple[Feature, ...]:
    return (
        *each(bits("hand", w.HAND, c.DECK_SIZE), 2),
        *each(bits("points", w.POINTS, NUMBERS), 2),
        *each(bits("permanents", w.PERMANENTS, c.DECK_SIZE - FIRST_EIGHT, FIRST_EIGHT), 2),
        bits("scrap", w.SCRAP, c.DECK_SIZE),
        bits("known to both", w.KNOWN, c.DECK_SIZE),
        *((bits("frozen", w.FROZEN, c.DECK_SIZE),) if settings.nine_freezes else ()),
        lanes("twos played", w.TWOS, 4, 1, FIRST_TWO),
        choice("pending one-off", w.PENDING, c.DECK_SIZE),
        choice("its target", w.TARGET, c.DECK_SIZE),
        choice("top of the deck", w.TOP, c.DECK_SIZE),
        choice("revealed", w.REVEALED, c.DECK_SIZE),
        choice("revealed too", w.OTHER_REVEALED, c.DECK_SIZE),
        choice("question", w.QUESTION, len(QUESTIONS)),
        seat("turn", w.TURN, 2),
        *(lanes(f"the card under jack {suit}, plus one", w.JACKS, 1, 6, 8 * suit) for suit in range(4)),
        *(lanes(f"the height of jack {suit}", w.JACKS, 1, 2, 8 * suit + 6) for suit in range(4)),
        *each(number("score", w.SCORE), 2),
        *each(number("cards in hand", w.HAND_SIZE), 2),
        number("cards in the deck", w.PILE_SIZE),
        number("turns", w.TURNS, 0, 2),
        number("passes in a row", w.PASSES),
        number("twos in a row", w.N_TWOS),
        number("cards to discard", w.TO_DISCARD),
    )
