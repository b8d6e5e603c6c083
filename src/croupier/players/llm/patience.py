"""Asking a provider again when it is busy or out of order, later each time."""

from collections.abc import Callable
from time import sleep
from typing import Final

from croupier.players.llm.wire import OPTIONAL, Answered, Asked, Provider, ProviderFault

FIRST_WAIT: Final = 0.5  # seconds
LONGEST_WAIT: Final = 30.0


def wait_before(retry: int, after: float | None) -> float:
    """Seconds before the retry with this number, from 0 on; what the provider asks for counts, within limits."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2**retry if after is None else after)


class Patient:
    """Asks one provider, and remembers which parameters it does not take."""

    def __init__(self, provider: Provider, retries: int, pause: Callable[[float], None] = sleep) -> None:
        self._provider = provider
        self._retries = retries
        self._pause = pause
        self._plain: frozenset[str] = frozenset()
        self.tried = 0
        """How often the last question was asked again."""

    def ask(self, asked: Asked) -> Answered:
        """The answer, or the last ProviderFault."""
        self.tried = 0
        while True:
            try:
                return self._provider.ask(asked, self._plain)
            except ProviderFault as fault:
                if fault.parameter in OPTIONAL and fault.parameter not in self._plain:
                    self._plain |= {fault.parameter}
                    continue
                if not fault.may_pass or self.tried >= self._retries:
                    raise
                self._pause(wait_before(self.tried, fault.after))
                self.tried += 1
