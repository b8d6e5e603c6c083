"""Claude models through Anthropic's own SDK."""

from typing import Any

import anthropic
import httpx2
import msgspec

from croupier.players.llm.deadline import DeadlineTransport
from croupier.players.llm.models import Price
from croupier.players.llm.types import SCHEMA, ModelReply, ModelRequest, ProviderFault, Usage, fault_of, unreadable


class AnthropicProvider:
    """Messages, with the answer's form as a JSON schema."""

    def __init__(self, key: str, url: str, timeout: float, stream: bool, price: Price | None) -> None:
        self._client = anthropic.Anthropic(
            api_key=key,
            base_url=url or None,
            timeout=timeout,
            max_retries=0,
            http_client=anthropic.DefaultHttpxClient(transport=DeadlineTransport(timeout)),
        )
        self._stream = stream
        self._thinks = "" if price is None else price.thinks

    def ask(self, asked: ModelRequest, plain: frozenset[str]) -> ModelReply:
        request: dict[str, Any] = {
            "model": asked.model,
            "max_tokens": asked.max_tokens,
            "system": asked.system,
            "messages": [{"role": role, "content": text} for role, text in asked.messages],
        }
        if "output_config" not in plain:
            effort = {"effort": "low"} if self._thinks == "always" else {}
            request["output_config"] = {"format": {"type": "json_schema", "schema": SCHEMA}, **effort}
        if self._thinks == "if asked" and "thinking" not in plain:
            request["thinking"] = {"type": "disabled"}
        if asked.temperature is not None and "temperature" not in plain:
            request["extra_body"] = {"temperature": asked.temperature}
        try:
            return self._reply(self._message(request))
        except anthropic.APIStatusError as error:
            raise fault_of(error.status_code, error.message, error.response.headers) from error
        except anthropic.APIConnectionError as error:
            raise fault_of(None, error.message, None) from error
        except anthropic.APIError as error:  # such as an error in the middle of a stream
            raise ProviderFault(error.message, may_pass=True) from error
        except (httpx2.HTTPError, ValueError, TypeError, AttributeError, LookupError, AssertionError) as error:
            raise unreadable(error) from error

    def _message(self, request: dict[str, Any]) -> Any:
        messages: Any = self._client.messages
        if not self._stream:
            return messages.create(**request)
        with messages.stream(**request) as stream:
            message = stream.get_final_message()
        if message.stop_reason is None:
            raise ProviderFault("the stream ended before the answer did", may_pass=True)
        return message

    def _reply(self, message: Any) -> ModelReply:
        """Some models answer by a tool call though there is no tool."""
        said = "".join(block.text for block in message.content if block.type == "text")
        called = [msgspec.json.encode(block.input).decode() for block in message.content if block.type == "tool_use"]
        return ModelReply(
            said or "".join(called),
            Usage(message.usage.input_tokens, message.usage.output_tokens),
            message.stop_reason == "max_tokens",
            "\n".join(block.thinking for block in message.content if block.type == "thinking"),
        ).checked()
