"""Retries with growing pauses when a provider is busy or down."""

from collections.abc import Callable
from time import sleep
from typing import Final

from croupier.players.llm.types import OPTIONAL, ModelReply, ModelRequest, Provider, ProviderFault

FIRST_WAIT_SECONDS: Final = 0.5
MAX_WAIT_SECONDS: Final = 30.0


def wait_before(retry: int, after: float | None) -> float:
    """Seconds before the retry with this number, from 0 on; what the provider asks for counts, within limits."""
    return min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2**retry if after is None else after)


class RetryingProvider:
    """Asks one provider, and remembers which parameters it does not take."""

    def __init__(self, provider: Provider, retries: int, pause: Callable[[float], None] = sleep) -> None:
        self._provider = provider
        self._retries = retries
        self._pause = pause
        self._plain: frozenset[str] = frozenset()
        self.tried = 0
        """How often the last question was asked again."""

    def ask(self, asked: ModelRequest) -> ModelReply:
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
