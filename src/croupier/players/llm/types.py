"""Requests to a model and its replies, the same for every provider."""

from typing import Any, Final, Protocol

import msgspec

SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "thinking": {"type": "string", "description": "Why, in a few sentences."},
        "move": {"type": "integer", "description": "The number of the move."},
    },
    "required": ["thinking", "move"],
    "additionalProperties": False,
}
"""The form of an answer. The thinking comes first, so that the move follows from it."""


class ModelRequest(msgspec.Struct, frozen=True):
    """One request."""

    model: str
    system: str
    messages: tuple[tuple[str, str], ...]
    """Role and text, the first and the last by the user."""
    temperature: float | None
    max_tokens: int


class Usage(msgspec.Struct, frozen=True):
    """What is paid for."""

    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    """In US dollars, if the provider says so itself."""


class ModelReply(msgspec.Struct, frozen=True):
    """What a model said."""

    text: str
    usage: Usage = Usage()
    cut_off: bool = False
    """It ran out of tokens."""
    thinking: str = ""
    """What it thought before, where the provider shows it."""

    def checked(self) -> "ModelReply":
        """The reply itself, unless nothing came: that is the transport's fault."""
        if not self.text.strip() and not self.cut_off:
            raise ProviderFault("the answer is empty", may_pass=True)
        return self


class ProviderFault(Exception):
    """The provider did not answer."""

    def __init__(
        self, text: str, may_pass: bool, after: float | None = None, parameter: str = "", status: int | None = None
    ) -> None:
        """`may_pass`: asking again later can help; `after` seconds, if the provider named them.

        `parameter`: what the provider does not take, if that was the reason. `status`: that of HTTP, if there was one.
        """
        super().__init__(text)
        self.status = status
        self.may_pass = may_pass
        self.after = after
        self.parameter = parameter


class Provider(Protocol):
    """A connection to somebody who runs models."""

    def ask(self, asked: ModelRequest, plain: frozenset[str]) -> ModelReply:
        """One answer, or a ProviderFault. `plain` names the optional parameters to leave out."""
        ...


OPTIONAL: Final = ("temperature", "response_format", "output_config", "thinking")
"""Parameters without which a request can do, if a provider refuses them."""


def fault_of(status: int | None, text: str, headers: Any) -> ProviderFault:
    """What an SDK's error means; without a status the connection failed or took too long."""
    if status is None or status < 400:  # an error in the middle of a stream comes with the status of its beginning
        return ProviderFault(text, may_pass=True)
    refused = next((name for name in OPTIONAL if name in text), "") if status in (400, 422) else ""
    may_pass = status in (408, 409, 429) or status >= 500
    return ProviderFault(f"status {status}: {text}", may_pass, _after(headers), refused, status)


def unreadable(error: Exception) -> ProviderFault:
    """An answer that is broken, cut off on its way or no answer at all, such as a page of a proxy."""
    return ProviderFault(f"the answer cannot be read ({type(error).__name__}: {str(error)[:100]})", may_pass=True)


def _after(headers: Any) -> float | None:
    """The seconds to wait, from the headers `retry-after-ms` and `retry-after`."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) / unit)
        except (KeyError, TypeError, ValueError):
            continue
    return None
