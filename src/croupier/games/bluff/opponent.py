"""What a bot remembers about one rival: the claims that came to light."""

from collections import deque
from typing import Final

from croupier.kernel.cards import Rank

NEUTRAL: Final = 0.5
SUSPICIOUS_BELOW: Final = 0.3
RECENT_LIES: Final = 5


class OpponentModel:
    """Trust score and suspicion from the last `memory` claims that were shown."""

    __slots__ = ("_lies", "_shown", "_truths")

    def __init__(self, memory: int) -> None:
        self._shown: deque[bool] = deque(maxlen=memory)
        self._truths = 0
        self._lies: deque[Rank] = deque(maxlen=RECENT_LIES)

    def update_claim(self, rank: Rank, truthful: bool) -> None:
        """A claim of this rank was challenged and shown."""
        shown = self._shown
        if len(shown) == shown.maxlen:
            self._truths -= shown[0]
        shown.append(truthful)
        self._truths += truthful
        if not truthful:
            self._lies.append(rank)

    @property
    def trust_score(self) -> float:
        """0 for one who was always caught lying, 1 for one who never was."""
        shown = len(self._shown)
        return self._truths / shown if shown else NEUTRAL

    def is_suspicious(self, rank: Rank) -> bool:
        """Whether it lied about this rank recently, or nearly always."""
        shown = len(self._shown)
        return rank in self._lies or (shown > 0 and self._truths < SUSPICIOUS_BELOW * shown)

    @property
    def shown(self) -> int:
        """How many claims the score rests on."""
        return len(self._shown)
