"""A language model at a table: offered by the server, capped, seen thinking, with its reasons in the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from players.llm.modelserver import KEY, ModelServer, model_server
from ui.web.serving import Client, Message, served, talk_to

from croupier.kernel.errors import UsageError
from croupier.ui.cli.main import run_app
from croupier.ui.web.server_bots import available_models, parse_offer

KEYS = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY")


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModelServer]:
    for name in (*KEYS, "CROUPIER_LLM_CASSETTE", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    with model_server() as server:
        yield server


def _play(model: ModelServer, folder: Path, max_cost: float) -> tuple[Message, Message, list[Message]]:
    """The offer, the state at the beginning, and everything that was heard in a match against the model."""

    async def play(client: Client) -> tuple[Message, Message, list[Message]]:
        offered = next(each for each in await client.get("/games/cuttle/bots") if each["group"] == "model")
        opened = await client.open("cuttle", "you", offered["name"], practice=True)
        async with client.join(opened["table"], opened["token"]) as line:
            state = await line.until("game_state")
            for _ in range(3):
                message = await line.until("legal_moves", "over")
                if message["type"] == "over":
                    break
                await line.send("select_move", decision=message["decision"], index=0)
            await line.until("legal_moves", "over")
            return offered, state, line.heard

    with served(folder, bots=(f"llm:haiku:url={model.url}",), max_cost=max_cost) as server:
        return talk_to(server, play)


def test_it_thinks_and_gives_its_reasons(model: ModelServer, tmp_path: Path) -> None:
    offered, state, heard = _play(model, tmp_path, 0.25)
    assert offered["title"] == "Haiku"
    assert offered["text"] == "a language model, at most $0.25 a table"
    assert KEY not in str(offered)
    assert model.url not in str(offered)
    seat = state["seats"][1]
    assert (seat["title"], seat["made_of"]) == ("Haiku", "claude-haiku-5-5, at most $0.25 a table")
    assert any(message["type"] == "ai_thinking" for message in heard)
    notes = [message["note"] for message in heard if message["type"] == "move_made"]
    assert any("a hash of the question says" in note for note in notes)


def test_its_table_stops_asking_at_the_cap(model: ModelServer, tmp_path: Path) -> None:
    _, _, heard = _play(model, tmp_path, 0.000001)
    assert not model.requests, "the first request can cost more than the cap"
    assert [message for message in heard if message["type"] == "move_made"], "and the match goes on"


def test_a_machine_without_a_key_offers_none(model: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert available_models() == ("llm:haiku",)
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert available_models() == ()
    with pytest.raises(UsageError, match=r"--bot llm:haiku: .*needs a key"):
        parse_offer("llm:haiku")


def test_strangers_do_not_spend_the_owners_money(model: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_app(["serve", "--host", "0.0.0.0", "--public", "--bot", "cuttle=llm:haiku"]) == 2
    assert "needs --token, because visitors can spend your money" in capsys.readouterr().err
