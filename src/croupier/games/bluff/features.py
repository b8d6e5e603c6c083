"""Bluff as a learning agent sees it; the places are those of the snapshot (see view.py)."""

from typing import Any

from croupier.games.bluff.core.codes import PUBLIC_STATISTICS, RANKS
from croupier.games.bluff.moves import QUESTIONS
from croupier.games.bluff.view import PUBLIC_NUMBERS
from croupier.kernel.features import Feature, choice, each, lanes, number, seat, seats_in

SIZE = 18


def _cards(name: str, at: int) -> tuple[Feature, Feature]:
    """Thirteen counts in two integers."""
    return lanes(f"{name}, A to 7", at, 7, 8), lanes(f"{name}, 8 to K", at + 1, 6, 8)


def features(settings: Any, seats: int) -> tuple[Feature, ...]:
    own = SIZE + 14 * seats
    truth = getattr(settings, "mode", "") == "truth"
    known = own + 7 + (2 * seats if truth else 0)
    return (
        *_cards("hand", own),
        *_cards("mine on the pile", own + 2),
        *_cards("chosen", 14),
        *(turned for half in _cards("certainly with", known) for turned in each(half, seats, 2)),
        *(turned for half in _cards("known to all", known + 2 * seats) for turned in each(half, seats, 2)),
        *(turned for half in _cards("claimed on this pile", SIZE + 10 * seats) for turned in each(half, seats, 2)),
        *(turned for half in _cards("claimed of a pile taken", SIZE + 12 * seats) for turned in each(half, seats, 2)),
        choice("question", 0, len(QUESTIONS)),
        seat("turn", 5, seats),
        seats_in("expelled", 11, seats),
        choice("claimed rank", 8, RANKS),
        number("claimed cards", 9),
        choice("last rank", 10, RANKS),
        number("chosen so far", 13),
        *each(number("cards in hand", SIZE), seats),
        *each(number("cards on the pile", SIZE + seats), seats),
        *each(number("rounds won", SIZE + 2 * seats, 0, 3), seats),
        *(
            turned
            for kind in range(PUBLIC_STATISTICS)
            for turned in each(number(PUBLIC_NUMBERS[kind], SIZE + (4 + kind) * seats), seats)
        ),
        number("my lies", own + 4),
        number("of them believed", own + 5),
        number("round", 4),
        number("turns", 6, 0, 1),
        number("cards out of play", 12),
    )
