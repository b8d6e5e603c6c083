"""Determinised Monte Carlo tree search: several imagined worlds, each searched as if all cards were open.

The votes of the worlds are added up. In each of them everybody knows everything, which makes it too sure of itself
where hiding matters; `ismcts` mends that, and this one is here to compare with.
"""

from typing import Any

from croupier.ai.searchcore import Search
from croupier.ai.thinking import SearchBot
from croupier.kernel.errors import UsageError

WORLDS = 20


class MctsBot(SearchBot):
    """`worlds` trees, which share the iterations."""

    def __init__(self, *arguments: Any, worlds: int = WORLDS, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if not 1 <= worlds <= self.iterations:
            raise UsageError(f"worlds must be 1 to {self.iterations}, the number of iterations, not {worlds}")
        self.worlds = worlds

    def set_up(self, search: Search) -> None:
        search.open_worlds = False

    def stride(self) -> int:
        return -(-self.iterations // self.worlds)
