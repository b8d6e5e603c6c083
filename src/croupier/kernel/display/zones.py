"""What lies on a game's table: zones of cards, which a game declares once and every screen draws."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec


class ZoneSpec(msgspec.Struct, frozen=True):
    """One zone: a title, and where in the view (in the JSON dialect) its cards are.

    Paths are field names and indices with dots between them: `sides.*.points`. A `*` stands for each seat in turn and
    makes a zone for each; without one the zone lies in the middle.
    """

    title: str
    """ "Hand" marks what is hidden from the other seats."""
    path: str = ""
    """Cards face up: a list of words, or a table from word to number. With `is_down` the number of cards face down."""
    is_own: bool = False
    """Whether `path` holds the cards of the seat whose view it is; the others have only what `known` and `size` say."""
    known: str = ""
    """Cards of each seat that this view knows without owning them."""
    size: str | Callable[[Mapping[str, Any], int], int] = ""
    """How many cards each seat has: those not known are face down. A path, or a function of the view and the seat."""
    is_down: bool = False
    is_text: bool = False
    """Whether it is a number or a word, such as coins or the contract, and no cards."""
    in_middle: bool = False
    """Whether a seat's cards lie in the middle of the table, on its side: a trick."""


class TableZones(msgspec.Struct, frozen=True):
    """The zones of a table in the order in which they are drawn. Where none are declared, a screen reads the view in
    the JSON dialect as best it can, and the other fields are exceptions to that, by field name.

    Without them a list of words is cards face up, a table from word to number as many cards, and a field that ends in
    `_size`, `_sizes` or `_counts` a number of cards face down.
    """

    drawn: tuple[ZoneSpec, ...] = ()
    not_cards: frozenset[str] = frozenset()
    """Fields that look like cards but are none."""
    face_down: frozenset[str] = frozenset()
    """Numbers of cards face down whose names do not say so."""
    titles: Mapping[str, str] = {}
    """Titles other than the field's name. "Hand" marks what is hidden from the other seats."""
