"""Both SDKs against a server that speaks their formats: answers whole and in parts, errors, and what is sent."""

from collections.abc import Iterator
from typing import Any

import pytest
from players.llm.modelserver import KEY, SPOILT, ModelServer

from croupier.players.llm.models import Price, find_model
from croupier.players.llm.parse import parse
from croupier.players.llm.retry import MAX_WAIT_SECONDS, RetryingProvider, wait_before
from croupier.players.llm.types import ModelRequest, Provider, ProviderFault

QUESTION = "Who wins?\nYour legal moves (act):\n1. income\n2. tax\n"
ASKED = ModelRequest("some-model", "You play.", (("user", QUESTION),), 0.3, 1024)
APIS = ["anthropic", "openai"]
NOTHING = frozenset[str]()


clients: list[Any] = []
"""Of the running test. Left to the garbage collector, they would complain in another one."""


@pytest.fixture(autouse=True)
def _close_clients() -> Iterator[None]:
    yield
    while clients:
        clients.pop().close()


def provider(
    api: str,
    server: ModelServer,
    stream: bool = False,
    key: str = KEY,
    price: Price | None = None,
    seconds: float = 10.0,
    genuine: bool = False,
) -> Provider:
    """Imports the SDK only now: that takes seconds, also in processes that run none of these tests."""
    if api == "anthropic":
        from croupier.players.llm.anthropic_provider import AnthropicProvider

        made: Any = AnthropicProvider(key, server.url, seconds, stream, price)
    else:
        from croupier.players.llm.openai_provider import OpenAIProvider

        made = OpenAIProvider(key, f"{server.url}/v1", seconds, stream, genuine=genuine)
    clients.append(made._client)
    return made


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", APIS)
def test_an_answer_comes_whole_or_in_parts(api: str, stream: bool, server: ModelServer):
    answered = provider(api, server, stream).ask(ASKED, NOTHING)
    assert answered.text.startswith('{"thinking": "Among 2 moves')
    assert not answered.cut_off
    assert answered.usage.tokens_in > 0
    assert answered.usage.tokens_out == len(answered.text) // 4


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", APIS)
def test_an_answer_that_was_cut_off_says_so(api: str, stream: bool, server: ModelServer):
    server.script = ["truncated"]
    answered = provider(api, server, stream).ask(ASKED, NOTHING)
    assert answered.cut_off
    assert not answered.text.endswith("}")


@pytest.mark.parametrize("stream", [False, True])
def test_what_anthropic_is_sent(stream: bool, server: ModelServer):
    provider("anthropic", server, stream).ask(ASKED, NOTHING)
    (body,) = server.requests
    assert server.paths == ["/v1/messages"]
    assert body["system"] == "You play."
    assert body["messages"] == [{"role": "user", "content": QUESTION}]
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("some-model", 1024, 0.3)
    assert body["output_config"]["format"]["schema"]["required"] == ["thinking", "move"]
    assert "thinking" not in body
    assert body.get("stream", False) is stream


def test_thinking_is_switched_off_where_it_can_be_and_short_where_not(server: ModelServer):
    """It would count as output, and an answer would be cut off."""
    provider("anthropic", server, price=find_model("haiku").price).ask(ASKED, NOTHING)
    provider("anthropic", server, price=find_model("opus").price).ask(ASKED, NOTHING)
    haiku, opus = server.requests
    assert haiku["thinking"] == {"type": "disabled"}
    assert "thinking" not in opus
    assert opus["output_config"]["effort"] == "low"


def test_what_openai_is_sent(server: ModelServer):
    provider("openai", server).ask(ASKED, NOTHING)
    provider("openai", server, stream=True, genuine=True).ask(ASKED, NOTHING)
    body, genuine = server.requests
    assert server.paths == ["/v1/chat/completions"] * 2
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert (body["max_tokens"], body["temperature"]) == (1024, 0.3)
    assert body["response_format"]["json_schema"]["strict"] is True
    assert "max_tokens" not in genuine
    assert genuine["max_completion_tokens"] == 1024
    assert genuine["stream_options"] == {"include_usage": True}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("act", ["429", "500", "529", "hang up"])
@pytest.mark.parametrize("api", APIS)
def test_trouble_that_may_pass(api: str, act: str, stream: bool, server: ModelServer):
    server.script = [act]
    with pytest.raises(ProviderFault) as caught:
        provider(api, server, stream).ask(ASKED, NOTHING)
    assert caught.value.may_pass
    if act != "hang up":
        assert (caught.value.after, str(caught.value).startswith(f"status {act}:")) == (0.0, True)


@pytest.mark.parametrize("api", APIS)
def test_a_stream_that_breaks_in_the_middle_may_pass(api: str, server: ModelServer):
    server.script = ["broken stream"]
    with pytest.raises(ProviderFault, match="Overloaded") as caught:
        provider(api, server, stream=True).ask(ASKED, NOTHING)
    assert caught.value.may_pass


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("act", [*SPOILT, "dropped", " "])
@pytest.mark.parametrize("api", APIS)
def test_what_is_no_answer_is_asked_again(api: str, act: str, stream: bool, server: ModelServer):
    """Broken, empty, a page of a proxy, dropped on the way: nothing of it is the player's fault."""
    server.script = [act]
    asking = provider(api, server, stream)
    with pytest.raises(ProviderFault) as caught:
        asking.ask(ASKED, NOTHING)
    assert caught.value.may_pass
    server.script = [act]
    again = RetryingProvider(asking, 1, lambda seconds: None)
    assert again.ask(ASKED).text.startswith('{"thinking"')
    assert again.tried == 1


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", APIS)
def test_an_answer_by_a_tool_call_is_read(api: str, stream: bool, server: ModelServer):
    server.script = ["tool call"]
    answered = provider(api, server, stream).ask(ASKED, NOTHING)
    assert parse(answered.text, ()).number in (1, 2)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", APIS)
def test_an_answer_that_drips_is_not_waited_for(api: str, stream: bool, server: ModelServer):
    server.script = ["drips"]
    hasty = provider(api, server, stream, seconds=0.5)
    with pytest.raises(ProviderFault, match=r"timed out|cannot be read") as caught:
        hasty.ask(ASKED, NOTHING)
    assert caught.value.may_pass


@pytest.mark.parametrize("api", APIS)
def test_an_answer_that_takes_too_long_is_not_waited_for(api: str, server: ModelServer):
    server.script = ["silence"]
    hasty = provider(api, server, seconds=0.2)
    with pytest.raises(ProviderFault, match="timed out") as caught:
        hasty.ask(ASKED, NOTHING)
    assert caught.value.may_pass


def test_what_a_provider_says_it_cost_is_believed(server: ModelServer):
    """OpenRouter adds the cost to the tokens, and a model's reasoning to its message."""
    server.extra = {"usage": {"cost": 0.0125}, "message": {"reasoning": "hm"}}
    answered = provider("openai", server).ask(ASKED, NOTHING)
    assert (answered.usage.cost, answered.thinking) == (0.0125, "hm")


@pytest.mark.parametrize("api", APIS)
def test_a_wrong_key_does_not_pass(api: str, server: ModelServer):
    with pytest.raises(ProviderFault, match="status 401") as caught:
        provider(api, server, key="wrong").ask(ASKED, NOTHING)
    assert not caught.value.may_pass


@pytest.mark.parametrize("api", APIS)
def test_rate_limits_and_errors_are_waited_out(api: str, server: ModelServer):
    waited: list[float] = []
    server.script = ["429", "500", "529"]
    patient = RetryingProvider(provider(api, server), 3, waited.append)
    assert patient.ask(ASKED).text
    assert (patient.tried, waited) == (3, [0.0, 0.0, 0.0])


def test_patience_ends(server: ModelServer):
    server.script = ["429"] * 3
    patient = RetryingProvider(provider("anthropic", server), 2, lambda seconds: None)
    with pytest.raises(ProviderFault, match="429"):
        patient.ask(ASKED)
    assert patient.tried == 2
    assert len(server.requests) == 3


def test_waits_grow_unless_the_provider_says_how_long():
    assert [wait_before(retry, None) for retry in range(8)] == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert wait_before(5, 0.25) == 0.25
    assert wait_before(0, 900.0) == MAX_WAIT_SECONDS


@pytest.mark.parametrize(("api", "parameter"), [("anthropic", "temperature"), ("openai", "response_format")])
def test_a_parameter_that_is_refused_is_left_out_from_then_on(api: str, parameter: str, server: ModelServer):
    server.script = [parameter]
    patient = RetryingProvider(provider(api, server), 0)
    patient.ask(ASKED)
    patient.ask(ASKED)
    assert [parameter in body for body in server.requests] == [True, False, False]
    assert patient.tried == 0
