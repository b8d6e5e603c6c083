"""The connection to a provider, made once for all matches of a process."""

import os
from functools import cache
from importlib.util import find_spec

from croupier.kernel.errors import UsageError
from croupier.players.llm.keys import key_named
from croupier.players.llm.models import Model
from croupier.players.llm.patience import Patient
from croupier.players.llm.wire import Answered, Asked, Provider


def connected(model: Model, timeout: float, stream: bool, retries: int) -> Patient:
    """A way to ask this model; a missing package or key is found here, a provider out of reach when it is asked."""
    package = model.provider.api
    if find_spec(package) is None:
        raise UsageError(f"it needs the package {package}: pip install 'croupier[llm]'")
    key = ""
    if model.provider.key:
        key = key_named(model.provider.key, "a recorded run needs none: cassette=FILE")
    return Patient(_Lazy(model, key, timeout, stream), retries)


class _Lazy:
    """Connects at the first question: workers are forked before that, and a bot may never be asked."""

    def __init__(self, model: Model, key: str, timeout: float, stream: bool) -> None:
        self._made_from = (model, key, timeout, stream)

    def ask(self, asked: Asked, plain: frozenset[str]) -> Answered:
        return _provider(os.getpid(), *self._made_from).ask(asked, plain)


@cache
def _provider(process: int, model: Model, key: str, timeout: float, stream: bool) -> Provider:
    """A forked process must not go on with the connections of the one before."""
    if model.provider.api == "anthropic":
        from croupier.players.llm.anthropicapi import AnthropicProvider

        return AnthropicProvider(key, model.url, timeout, stream, model.price)
    from croupier.players.llm.openaiapi import OpenAIProvider

    return OpenAIProvider(key, model.url, timeout, stream, genuine=not model.url and model.provider.name == "openai")
