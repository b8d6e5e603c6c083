"""Which fields of a view hold cards: a game's hints for screens that draw any table without knowing its game."""

from collections.abc import Mapping

import msgspec


class TableZones(msgspec.Struct, frozen=True):
    """Exceptions to how a screen reads a view in the JSON dialect, by field name.

    Without them a list of words is cards face up, a table from word to number as many cards, and a field that ends in
    `_size`, `_sizes` or `_counts` a number of cards face down.
    """

    not_cards: frozenset[str] = frozenset()
    """Fields that look like cards but are none."""
    face_down: frozenset[str] = frozenset()
    """Numbers of cards face down whose names do not say so."""
    titles: Mapping[str, str] = {}
    """Titles other than the field's name. "Hand" marks what is hidden from the other seats."""
