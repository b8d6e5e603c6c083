"""The local model server, and nothing of this machine's own keys, proxies or prices."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from players.llm.modelserver import KEY, ModelServer, model_server

KEYS = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY")


@pytest.fixture(autouse=True)
def _only_test_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in KEYS:
        monkeypatch.setenv(name, KEY)
    for name in ("ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "CROUPIER_LLM_CASSETTE", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as server:
        yield server
