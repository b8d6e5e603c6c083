"""Which model is meant by `llm:...`, where it is, which key it needs and what it costs."""

import tomllib
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import msgspec

from croupier.kernel.errors import UsageError


class Provider(msgspec.Struct, frozen=True):
    """Somebody who runs models."""

    name: str
    api: Literal["anthropic", "openai"]
    """Whose wire format it speaks."""
    key: str
    """The variable that holds the key; empty if none is needed."""
    url: str = ""
    """Empty for what the SDK knows itself."""
    free: bool = False


PROVIDERS: Final = {
    provider.name: provider
    for provider in (
        Provider("anthropic", "anthropic", "ANTHROPIC_API_KEY"),
        Provider("openai", "openai", "OPENAI_API_KEY"),
        Provider("openrouter", "openai", "OPENROUTER_API_KEY", "https://openrouter.ai/api/v1"),
        Provider("ollama", "openai", "", "http://localhost:11434/v1", free=True),
    )
}


class Price(msgspec.Struct, frozen=True):
    """US dollars for a million tokens."""

    input: float
    output: float
    temperature: bool = True
    """Whether the model takes one."""
    thinks: Literal["", "if asked", "always"] = ""
    """Whether it thinks before it answers, which counts as output."""

    def of(self, tokens_in: int, tokens_out: int) -> float:
        return (self.input * tokens_in + self.output * tokens_out) / 1_000_000


FREE: Final = Price(0.0, 0.0)


class Model(msgspec.Struct, frozen=True):
    """A model at a provider."""

    name: str
    provider: Provider
    url: str = ""
    price: Price | None = None
    """None if nobody told us."""


def find_model(text: str, url: str = "", price: Price | None = None) -> Model:
    """`haiku`, `claude-...`, `openai/gpt-4o-mini`, `openrouter/vendor/model`, `ollama/llama3.2`.

    With a `url` any of them is asked there instead; `price` is for models whose price is not in the list.
    """
    table = _table()
    head, slash, rest = text.partition("/")
    short: dict[str, str] = table["short"]
    if text in short or (not slash and text.startswith("claude-")):
        provider, name = PROVIDERS["anthropic"], short.get(text, text)
    elif slash and rest and head in PROVIDERS:
        provider, name = PROVIDERS[head], rest
    else:
        raise UsageError(
            f"no language model {text!r}; use {', '.join(short)}, the full name of a Claude model, "
            "openai/MODEL, openrouter/VENDOR/MODEL or ollama/MODEL"
        )
    if price is None:
        price = FREE if provider.free else _listed(table, provider.name, name)
    return Model(name, provider, url or provider.url, price)


def _listed(table: dict[str, Any], provider: str, name: str) -> Price | None:
    """The price of this model, also if its name goes on with a date."""
    prices: dict[str, Any] = table.get(provider, {})
    for known in sorted(prices, key=len, reverse=True):
        if name == known or (name.startswith(f"{known}-") and name[len(known) + 1 :].replace("-", "").isdigit()):
            return msgspec.convert(prices[known], Price)
    return None


def price_date() -> date:
    """When the prices were looked up."""
    return _table()["date"]


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("croupier.players.llm").joinpath("prices.toml").read_text("utf-8"))
