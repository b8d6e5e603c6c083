"""Any endpoint that speaks OpenAI's chat completions, through OpenAI's own SDK."""

from typing import Any

import httpx2
import openai

from croupier.players.llm.deadline import DeadlineTransport
from croupier.players.llm.types import SCHEMA, ModelReply, ModelRequest, ProviderFault, Usage, fault_of, unreadable


class OpenAIProvider:
    """Chat completions, with the answer's form as a JSON schema where the endpoint takes one."""

    def __init__(self, key: str, url: str, timeout: float, stream: bool, genuine: bool) -> None:
        """`genuine`: OpenAI itself, which has another name for the number of tokens than all who imitate it."""
        self._client = openai.OpenAI(
            api_key=key or "none",
            base_url=url or None,
            timeout=timeout,
            max_retries=0,
            http_client=openai.DefaultHttpxClient(transport=DeadlineTransport(timeout)),
        )
        self._stream = stream
        self._limit = "max_completion_tokens" if genuine else "max_tokens"

    def ask(self, asked: ModelRequest, plain: frozenset[str]) -> ModelReply:
        request: dict[str, Any] = {
            "model": asked.model,
            self._limit: asked.max_tokens,
            "messages": [
                {"role": "system", "content": asked.system},
                *({"role": role, "content": text} for role, text in asked.messages),
            ],
        }
        if "response_format" not in plain:
            schema = {"name": "answer", "strict": True, "schema": SCHEMA}
            request["response_format"] = {"type": "json_schema", "json_schema": schema}
        if asked.temperature is not None and "temperature" not in plain:
            request["temperature"] = asked.temperature
        try:
            return self._streamed(request) if self._stream else self._whole(request)
        except openai.APIStatusError as error:
            raise fault_of(error.status_code, error.message, error.response.headers) from error
        except openai.APIConnectionError as error:
            raise fault_of(None, error.message, None) from error
        except openai.APIError as error:  # such as an error in the middle of a stream
            raise ProviderFault(error.message, may_pass=True) from error
        except (httpx2.HTTPError, ValueError, TypeError, AttributeError, LookupError) as error:
            raise unreadable(error) from error

    def _whole(self, request: dict[str, Any]) -> ModelReply:
        completions: Any = self._client.chat.completions
        completion = completions.create(**request)
        if not completion.choices:
            raise ProviderFault("the completion has no choices", may_pass=True)
        choice = completion.choices[0]
        message = choice.message
        return ModelReply(
            message.content or "".join(call.function.arguments or "" for call in _calls(message)),
            _usage(completion.usage),
            choice.finish_reason == "length",
            _reasoning(message),
        ).checked()

    def _streamed(self, request: dict[str, Any]) -> ModelReply:
        completions: Any = self._client.chat.completions
        chunks = completions.create(**request, stream=True, stream_options={"include_usage": True})
        text: list[str] = []
        called: list[str] = []
        reasoning: list[str] = []
        usage, finish = Usage(), ""
        for chunk in chunks:
            if chunk.usage is not None:
                usage = _usage(chunk.usage)
            for choice in chunk.choices:
                text.append(choice.delta.content or "")
                called += [call.function.arguments or "" for call in _calls(choice.delta)]
                reasoning.append(_reasoning(choice.delta))
                finish = choice.finish_reason or finish
        if not finish:
            raise ProviderFault("the stream ended before the answer did", may_pass=True)
        said = "".join(text) or "".join(called)
        return ModelReply(said, usage, finish == "length", "".join(reasoning)).checked()


def _calls(message: Any) -> list[Any]:
    """The tool calls of a message or of a piece of one: some models answer by a call though there is no tool."""
    return getattr(message, "tool_calls", None) or []


def _usage(usage: Any) -> Usage:
    """OpenRouter adds what it cost to the tokens."""
    if usage is None:
        return Usage()
    cost: Any = getattr(usage, "cost", None)
    return Usage(usage.prompt_tokens, usage.completion_tokens, float(cost) if isinstance(cost, int | float) else None)


def _reasoning(message: Any) -> str:
    """What OpenRouter and Ollama show of a model's thinking; the format itself has no place for it."""
    shown: Any = getattr(message, "reasoning", None)
    return shown if isinstance(shown, str) else ""
