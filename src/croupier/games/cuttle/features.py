"""Cuttle as a learning agent sees it; the places are those of the snapshot (see table.py)."""

from typing import Any

from croupier.games.cuttle.moves import QUESTIONS
from croupier.kernel.features import Feature, bits, choice, each, lanes, number, seat

DECK = 52
NUMBERS = 40  # cards, from the Aces to the Tens
FIRST_TWO = 4
FIRST_EIGHT = 28


def features(settings: Any, seats: int) -> tuple[Feature, ...]:
    return (
        *each(bits("hand", 21, DECK), 2),
        *each(bits("points", 23, NUMBERS), 2),
        *each(bits("permanents", 25, DECK - FIRST_EIGHT, FIRST_EIGHT), 2),
        bits("scrap", 9, DECK),
        bits("known to both", 18, DECK),
        *((bits("frozen", 19, DECK),) if settings.nine_freezes else ()),
        lanes("twos played", 13, 4, 1, FIRST_TWO),
        choice("pending one-off", 11, DECK),
        choice("its target", 12, DECK),
        choice("top of the deck", 8, DECK),
        choice("revealed", 15, DECK),
        choice("revealed too", 16, DECK),
        choice("question", 0, len(QUESTIONS)),
        seat("turn", 3, 2),
        *(lanes(f"the card under jack {suit}, plus one", 10, 1, 6, 8 * suit) for suit in range(4)),
        *(lanes(f"the height of jack {suit}", 10, 1, 2, 8 * suit + 6) for suit in range(4)),
        *each(number("score", 27), 2),
        *each(number("cards in hand", 29), 2),
        number("cards in the deck", 7),
        number("turns", 4, 0, 2),
        number("passes in a row", 5),
        number("twos in a row", 14),
        number("cards to discard", 17),
    )
