"""What one seat knows. Each game's subclass gives it words; this is what all of them are made of.

Compiled, because a view is made for every question; open to uncompiled subclasses.
"""

from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from croupier.kernel.decision import Seat, Table


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """All that one seat knows, with perfect recall of what it was shown.

    A view holds the seat's snapshot, a tuple of integers, and decodes what is read.
    """

    __slots__ = ("ints", "seat", "table")

    def __init__(self, table: "Table", seat: "Seat", ints: tuple[int, ...]) -> None:
        self.table = table
        self.seat = seat
        self.ints = ints

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and type(other) is type(self)
            and other.seat == self.seat
            and other.ints == self.ints
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.ints))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.table, self.seat, self.ints)

    def __repr__(self) -> str:
        names = self.table.names
        whose = f"seat {self.seat} ({names[self.seat]})" if 0 <= self.seat < len(names) else "the spectators"
        return f"<{type(self).__name__} of {whose}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        """The view in a notebook."""
        from croupier.kernel.text import html_text

        return html_text(self.text())

    def to_wire(self) -> dict[str, Any]:
        """The view in words for the JSON dialect; bounded: what is known, not how it came about."""
        raise NotImplementedError

    def text(self) -> str:
        """The view for people and language models, a few lines."""
        raise NotImplementedError

    def situation(self) -> tuple[str, ...]:
        """What is decided at the table now, a sentence each: the claim, the bid, the card that may be stopped.

        The page shows it in the middle of the table; `text` should contain it.
        """
        return ()

    def seat_note(self, seat: "Seat") -> str:
        """A few public words that the page shows beside a player's name: "dealer", "5 of 21 points"."""
        return ""
