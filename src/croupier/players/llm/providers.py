"""The connection to a provider, made once for all matches of a process."""

import os
from functools import cache
from importlib.util import find_spec

from croupier.kernel.errors import UsageError
from croupier.players.llm.keys import key_named
from croupier.players.llm.models import Model
from croupier.players.llm.retry import RetryingProvider
from croupier.players.llm.types import ModelReply, ModelRequest, Provider


def connect(model: Model, timeout: float, stream: bool, retries: int) -> RetryingProvider:
    """A way to ask this model; a missing package or key is found here, a provider out of reach when it is asked."""
    package = model.provider.api
    if find_spec(package) is None:
        raise UsageError(f"it needs the package {package}: pip install 'croupier[llm]'")
    key = ""
    if model.provider.key:
        key = key_named(model.provider.key, "a recorded run needs no key: cassette=FILE")
    return RetryingProvider(_Lazy(model, key, timeout, stream), retries)


class _Lazy:
    """Connects at the first question: workers are forked before that, and a bot may never be asked."""

    def __init__(self, model: Model, key: str, timeout: float, stream: bool) -> None:
        self._made_from = (model, key, timeout, stream)

    def ask(self, asked: ModelRequest, plain: frozenset[str]) -> ModelReply:
        return _provider(os.getpid(), *self._made_from).ask(asked, plain)


@cache
def _provider(process: int, model: Model, key: str, timeout: float, stream: bool) -> Provider:
    """A forked process must not go on with the connections of the one before."""
    if model.provider.api == "anthropic":
        from croupier.players.llm.anthropic_provider import AnthropicProvider

        return AnthropicProvider(key, model.url, timeout, stream, model.price)
    from croupier.players.llm.openai_provider import OpenAIProvider

    return OpenAIProvider(key, model.url, timeout, stream, genuine=not model.url and model.provider.name == "openai")
