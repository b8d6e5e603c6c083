"""Which model is meant, what it needs and what it costs."""

import re
from pathlib import Path

import pytest

from croupier.ai.registry import BUILT_IN
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.players.env_file import read_env
from croupier.players.llm import providers
from croupier.players.llm.models import Price, find_model, price_date
from croupier.players.spec import load_bots


@pytest.mark.parametrize(
    ("text", "provider", "name"),
    [
        ("haiku", "anthropic", "claude-haiku-"),
        ("sonnet", "anthropic", "claude-sonnet-"),
        ("opus", "anthropic", "claude-opus-"),
        ("claude-haiku-4-5", "anthropic", "claude-haiku-4-5"),
        ("openai/gpt-4o-mini", "openai", "gpt-4o-mini"),
        ("openrouter/meta-llama/llama-4:free", "openrouter", "meta-llama/llama-4:free"),
        ("ollama/llama3.2:3b", "ollama", "llama3.2:3b"),
    ],
)
def test_models_are_found_by_name(text: str, provider: str, name: str):
    model = find_model(text)
    assert (model.provider.name, model.name.startswith(name)) == (provider, True)


@pytest.mark.parametrize("text", ["", "gpt", "openai/", "/x", "mistral/large"])
def test_a_model_that_is_none_is_named_with_those_there_are(text: str):
    with pytest.raises(UsageError, match="haiku, sonnet, opus"):
        find_model(text)


def test_every_short_name_has_a_price_and_prices_have_a_date():
    for short in ("haiku", "sonnet", "opus"):
        price = find_model(short).price
        assert price is not None
        assert 0 < price.input < price.output
    assert price_date().year >= 2026


def test_a_dated_name_has_the_price_of_the_model_and_a_longer_name_has_not():
    assert find_model("claude-haiku-4-5-20251001").price == find_model("claude-haiku-4-5").price
    assert find_model("openai/gpt-4o-2024-11-20").price == find_model("openai/gpt-4o").price
    assert find_model("openai/gpt-4o-realtime").price is None
    assert find_model("ollama/anything").price == Price(0.0, 0.0)


def test_a_price_is_for_a_million_tokens():
    assert Price(2.0, 10.0).of(500_000, 100_000) == pytest.approx(2.0)


def test_a_missing_key_is_one_sentence_with_the_fix(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    with pytest.raises(
        UsageError, match=r"^llm:haiku: it needs a key: set ANTHROPIC_API_KEY .* \.env in this folder; .*cassette"
    ):
        load_bots(find_game("coup"), ["llm:haiku"], BUILT_IN)


def test_a_missing_package_is_one_sentence_with_the_fix(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(providers, "find_spec", {"anthropic": object()}.get)
    load_bots(find_game("coup"), ["llm:haiku"], BUILT_IN)
    with pytest.raises(UsageError, match=re.escape("needs the package openai: pip install 'croupier[llm]'")):
        load_bots(find_game("coup"), ["llm:openai/gpt-4o"], BUILT_IN)


def test_a_key_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENROUTER_API_KEY")
    Path(".env").write_text("# mine\nexport OPENROUTER_API_KEY='abc'\nOTHER=1\n", encoding="utf-8")
    assert read_env(Path(".env")) == {"OPENROUTER_API_KEY": "abc", "OTHER": "1"}
    assert load_bots(find_game("coup"), ["llm:openrouter/x/y"], BUILT_IN)[0].name == "llm:openrouter/x/y"


def test_a_local_model_needs_no_key(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    assert load_bots(find_game("coup"), ["llm:ollama/llama3.2:3b"], BUILT_IN)[0].name == "llm:ollama/llama3.2:3b"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("llm:", "write a language model as llm:MODEL"),
        ("llm:haiku:temprature=1", "llm:haiku has no option 'temprature'"),
        ("llm:haiku:temperature=hot", "temperature must be float"),
        ("llm:haiku:temperature=9", "temperature must be from 0 to 2"),
        ("llm:haiku:max_tokens=0", "max_tokens"),
        ("llm:haiku:rules=some", "the option rules must be"),
        ("llm:haiku:cassette=nowhere.jsonl", "cannot read the cassette nowhere.jsonl"),
        ("llm:haiku:system=@nowhere.txt", "cannot read the system prompt nowhere.txt"),
        ("llm:haiku:input_price=1", "give both input_price and output_price"),
    ],
)
def test_what_is_wrong_with_a_spec_is_said_before_the_first_match(spec: str, said: str):
    with pytest.raises(UsageError, match=re.escape(said)):
        load_bots(find_game("coup"), [spec], BUILT_IN)


def test_copies_and_options_with_colons():
    bots = load_bots(find_game("coup"), ["llm:ollama/llama3:8b:url=http://127.0.0.1:1/v1,temperature=0*2"], BUILT_IN)
    assert [bot.name for bot in bots] == ["llm:ollama/llama3:8b", "llm:ollama/llama3:8b 2"]
