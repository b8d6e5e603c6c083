"""Deck configurations: how many cards of each type, as JSON that is checked and explained line by line."""

import logging
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.games.kittens.core.codes import HAND_TYPES, MOST_CARDS, MOST_OF_A_TYPE
from croupier.games.kittens.friendly.cards import TYPES, CardType

_log: Final = logging.getLogger("croupier.kittens")

Deck = dict[str, int]


def _deck(*counts: int) -> Deck:
    """In the order of RULES.md, 1.1."""
    order = (
        CardType.DEFUSE,
        CardType.NOPE,
        CardType.ATTACK,
        CardType.SKIP,
        CardType.FAVOR,
        CardType.SHUFFLE,
        CardType.SEE_THE_FUTURE,
    )
    return {
        **{card.value: n for card, n in zip(order, counts, strict=False)},
        **{c.value: counts[7] for c in TYPES[:5]},
    }


DECKS: Final[Mapping[str, Deck]] = {
    "standard": _deck(6, 5, 4, 4, 4, 4, 5, 4),
    "large": _deck(12, 10, 8, 8, 8, 8, 10, 8),
    "duel": _deck(4, 4, 3, 3, 2, 2, 4, 3),
    "chaos": _deck(6, 10, 8, 2, 6, 6, 2, 5),
}
"""The configurations that have a name; the files in configs/kittens say the same in JSON."""


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck configuration file."""

    cards: dict[str, int]
    description: str = ""
    notes: Any = None


def load_deck(name: str) -> Deck:
    """The deck called so, or the one in the JSON file of that name. ValueError names the line that is wrong."""
    if name in DECKS:
        return checked_deck(DECKS[name])
    if not name.endswith(".json"):
        raise ValueError(f"deck must be {', '.join(DECKS)} or a JSON file, not {name!r}")
    try:
        text = Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the deck {name} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return parse_deck(text, name)


def parse_deck(text: str, name: str = "deck") -> Deck:
    """A deck from the text of a configuration file called `name`."""
    try:
        deck = msgspec.json.decode(text, type=DeckFile)
    except msgspec.ValidationError as error:
        where = str(error).rpartition("$.cards")[0]
        raise ValueError(f"{name}: {error}" if not where else f"{name}{_line_of_bad_count(text)}: {error}") from None
    except msgspec.DecodeError as error:
        raise ValueError(f"{name} is not JSON: {error}") from None
    return checked_deck(deck.cards, name, text)


def _line_of_bad_count(text: str) -> str:
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = line.partition(":")
        if colon and key.strip().strip('"') in TYPES and not value.strip().rstrip(",}").strip().lstrip("-").isdigit():
            return f", line {number}"
    return ""


def checked_deck(cards: Mapping[str, int], name: str = "deck", text: str = "") -> Deck:
    """The same deck in the order of the types, without kittens; ValueError names what is wrong and its line."""

    def where(card: str) -> str:
        lines = [number for number, line in enumerate(text.splitlines(), 1) if f'"{card}"' in line]
        return f"{name}, line {lines[0]}" if lines else name

    for card, n in cards.items():
        if card not in TYPES:
            known = ", ".join(TYPES[:HAND_TYPES])
            raise ValueError(f"{where(card)}: there is no card type {card[:60]!r}; there are {known}")
        if not 0 <= n <= MOST_OF_A_TYPE:
            raise ValueError(f"{where(card)}: {card} must be 0 to {MOST_OF_A_TYPE}, not {n}")
    if CardType.EXPLODING_KITTEN in cards:
        warn(f"{where(CardType.EXPLODING_KITTEN)}: ExplodingKittenCard is ignored: kittens are always players - 1")
    deck = {card.value: cards.get(card, 0) for card in TYPES[:HAND_TYPES]}
    if sum(deck.values()) > MOST_CARDS:
        raise ValueError(f"{name} has {sum(deck.values())} cards; at most {MOST_CARDS} are possible")
    return deck


@cache
def warn(text: str) -> None:
    """Say it once."""
    _log.warning("kittens: %s", text)
