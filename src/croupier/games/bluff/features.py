"""Bluff as a learning agent sees it."""

from functools import partial
from typing import Any

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.layout import LAYOUT
from croupier.games.bluff.moves import QUESTIONS
from croupier.games.bluff.view import RECORD
from croupier.kernel.features import Feature, choice, counts, each, lanes, number, roll, rolled, seat, seats_in

FEW = 4
"""With fewer cards in hand the number itself is an entry."""


def _cards(name: str, at: int) -> tuple[Feature, Feature]:
    """Thirteen counts in two integers."""
    return lanes(f"{name}, A to 7", at, 7, 8), lanes(f"{name}, 8 to K", at + 1, 6, 8)


def _cards_of_each(name: str, at: int, seats: int) -> list[Feature]:
    """The same for every seat."""
    return [turned for half in _cards(name, at) for turned in each(half, seats, 2)]


def features(settings: Any, seats: int, turned: bool = False) -> tuple[Feature, ...]:
    if turned and settings.claim_order == "ascending" and settings.deck == "standard":
        return _from_the_asked_rank(settings, seats)
    at = partial(LAYOUT.at, seats=seats)
    own = at(w.HAND)  # behind the words that all see
    known = own + c.OWN_END + (2 * seats if getattr(settings, "mode", "") == "truth" else 0)
    return (
        *_cards("hand", own),
        *_cards("mine on the pile", own + c.OWN_LAID),
        *_cards("chosen", w.CHOSEN),
        *_cards_of_each("certainly with", known, seats),
        *_cards_of_each("known to all", known + 2 * seats, seats),
        *_cards_of_each("claimed on this pile", at(w.CLAIMED), seats),
        *_cards_of_each("claimed of a pile taken", at(w.TAKEN), seats),
        choice("question", w.QUESTION, len(QUESTIONS)),
        seat("turn", w.TURN, seats),
        seats_in("expelled", w.EXPELLED, seats),
        choice("claimed rank", w.CLAIM_RANK, c.RANKS),
        number("claimed cards", w.CLAIM_COUNT),
        choice("last rank", w.LAST_RANK, c.RANKS),
        number("chosen so far", w.N_CHOSEN),
        *each(number("cards in hand", at(w.HAND_SIZE)), seats),
        *each(number("cards on the pile", at(w.LAID_SIZE)), seats),
        *each(number("rounds won", at(w.WON), 0, 3), seats),
        *(turned for name, word in RECORD.items() for turned in each(number(name, at(word)), seats)),
        number("my lies", own + c.OWN_BLUFFS),
        number("of them believed", own + c.OWN_FOOLED),
        number("round", w.ROUND),
        number("turns", w.TURNS, 0, 1),
        number("cards out of play", w.STOCK_SIZE),
    )


def _from_the_asked_rank(settings: Any, seats: int) -> tuple[Feature, ...]:
    """Ranks are all alike where they are asked for one after the other: they are counted from the one asked for now,
    then the one that the same seat is asked for next."""
    at = partial(LAYOUT.at, seats=seats)
    own = at(w.HAND)  # behind the words that all see
    known = own + c.OWN_END

    def of_each(name: str, at: int) -> list[Feature]:
        return list(each(rolled(counts(name, at)), seats, 2))

    return (
        roll(w.TURNS, c.RANKS, ((c.M_LAY, c.RANKS), (c.M_CLAIM, c.RANKS)), times=seats),
        rolled(counts("hand", own)),
        rolled(counts("mine on the pile", own + c.OWN_LAID)),
        rolled(counts("chosen", w.CHOSEN)),
        *of_each("certainly with", known),
        *of_each("known to all", known + 2 * seats),
        *of_each("claimed on this pile", at(w.CLAIMED)),
        *of_each("claimed of a pile taken", at(w.TAKEN)),
        choice("question", w.QUESTION, len(QUESTIONS)),
        seat("turn", w.TURN, seats),
        seats_in("expelled", w.EXPELLED, seats),
        number("claimed cards", w.CLAIM_COUNT),
        number("chosen so far", w.N_CHOSEN),
        *each(number("cards in hand", at(w.HAND_SIZE)), seats),
        *each(choice("few cards in hand", at(w.HAND_SIZE), FEW), seats),
        *each(number("cards on the pile", at(w.LAID_SIZE)), seats),
        *each(number("rounds won", at(w.WON), 0, 3), seats),
        *(turned for name, word in RECORD.items() for turned in each(number(name, at(word)), seats)),
        number("my lies", own + c.OWN_BLUFFS),
        number("of them believed", own + c.OWN_FOOLED),
        number("round", w.ROUND),
        number("turns", w.TURNS, 0, 1),
        number("cards out of play", w.STOCK_SIZE),
    )
