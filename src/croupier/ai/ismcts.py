"""Information-set Monte Carlo tree search: a new imagined world in every iteration, one tree over what seats have seen.

A node is the seat to act and what it has been shown since the root, so a plan cannot depend on what its seat does not
know, and bluffing pays in the tree as it does at the table.
"""

from croupier.ai.thinking import STRIDE, SearchBot


class IsmctsBot(SearchBot):
    """The strongest built-in player of every game."""

    def stride(self) -> int:
        return STRIDE
