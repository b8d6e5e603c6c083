"""Themes: the kinds of decision that a game's puzzles are sorted by. A game declares its own, each as a rule."""

from collections.abc import Callable
from typing import Any

import msgspec


class Theme(msgspec.Struct, frozen=True):
    """One kind of decision, such as `endgame`."""

    name: str
    about: str
    """What the decisions have in common, in one sentence."""
    holds: Callable[[Any, Any], bool]
    """Whether a decision belongs to it, by the view of the seat that is asked and the best move."""
