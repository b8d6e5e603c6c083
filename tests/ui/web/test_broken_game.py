"""A game of another package with a mistake in it: people at its tables are told, and all others play on."""

from typing import Any

import kuhn
import pytest
from kuhn.rules import KuhnState
from ui.web.serving import Client, Message, Served, talk_to

from croupier.games import GAMES
from croupier.kernel.state import State


class Failing(KuhnState):
    """Fails in the second deal."""

    def apply(self, move: int) -> None:
        super().apply(move)
        assert self.deal == 0, "the second deal is not written"


class FailingGame(kuhn.Kuhn):
    """Kuhn poker, half written."""

    name = "failing"

    def make_state(self, settings: Any, seats: int) -> State:
        return Failing(settings.deals)


class StatelessGame(kuhn.Kuhn):
    """Kuhn poker without a state."""

    name = "stateless"

    def make_state(self, settings: Any, seats: int) -> State:
        raise RuntimeError("not written")


@pytest.mark.parametrize("game", [FailingGame(), StatelessGame()])
def test_a_game_that_fails_is_named_and_other_tables_play_on(
    server: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: kuhn.Kuhn
) -> None:
    monkeypatch.setitem(GAMES, game.name, game)

    async def open_broken(client: Client) -> Message:
        chairs = [{"kind": "you"}, {"kind": "bot", "bot": "random"}]
        if game.name == "stateless":
            answer = await client.post("/tables", {"game": game.name, "seats": chairs}, status=500)
            return {"reason": answer["error"]["message"]}
        opened = await client.open(game.name, "you", "random", seed=1)
        async with client.join(opened["table"], opened["token"]) as line:
            while True:
                message = await line.until("legal_moves", "closed")
                if message["type"] == "closed":
                    return message
                await line.send("select_move", decision=message["decision"], index=0)

    async def talk(client: Client) -> str:
        good = await client.open("coup", "you", "heuristic", seed=5)
        async with client.join(good["table"], good["token"]) as line:
            reason = (await open_broken(client))["reason"]
            assert (await line.play())["type"] == "over"
        return str(reason)

    reason = talk_to(server, talk)
    if game.name == "failing":
        assert reason == "the game failing has failed (AssertionError); see croupier game-check failing"
        assert "the second deal is not written" in capsys.readouterr().err
    else:
        assert reason == "this request failed on the server (RuntimeError); its log says where"
