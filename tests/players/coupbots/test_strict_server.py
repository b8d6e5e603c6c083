"""Our clients on a server of the other project: it refuses more than ours, waits for ever, and never hangs up."""

import asyncio
from collections.abc import Sequence

import pytest

from croupier.games.coup import CoupBot, CoupLineBot
from croupier.games.coup.moves import CoupMove
from croupier.games.coup.view import CoupView
from croupier.players.coupbots.client import brain_of, play_bot
from croupier.players.coupbots.v2_client import TwoDialectBrain

OPENING = ("PLAYER 1", "START", "DECK D C", "COINS 1 2", "PLAYER 2", "PLAYER 3", "TURN 1")


class GivesUp(CoupBot):
    """Claims, and gives up what it claimed rather than show it."""

    action = "tax"
    loss = "duke"

    def act(self, view: CoupView) -> CoupMove | str:
        return self.action

    def show(self, view: CoupView) -> bool:
        return False

    def choose_loss(self, view: CoupView) -> str:
        return self.loss if self.loss in view.hand else str(view.hand[0])


class Thief(GivesUp):
    action = "steal 1"
    loss = "captain"


class KeepsTwins(GivesUp):
    action = "exchange"

    def choose_keep(self, view: CoupView) -> Sequence[str]:
        return ("duke", "duke")


class Passive(CoupLineBot):
    """Taxes, shows a card that it does not have, and says nothing to ILLEGAL."""

    def receive(self, message: str) -> None:
        if message == "START":
            self.checkout.put("READY|1")
        elif message == "TURN|1":
            self.checkout.put("ACT|1|TAX")
        elif message == "SHOW|1":
            self.checkout.put("SHOW|1|CONTESSA")


class Repeating(Passive):
    """Says the same once more."""

    last = ""

    def receive(self, message: str) -> None:
        super().receive(message)
        if message == "ILLEGAL|1":
            self.checkout.put(self.last)
        self.last = self.checkout[-1] if self.checkout else self.last


def answer_in_the_end(brain: TwoDialectBrain, message: str, legal: str) -> str:
    """The server sends a message, and ILLEGAL until the answer is one that it knows."""
    brain.receive(message)
    for _ in range(6):
        assert len(brain.checkout) == 1, "a server that refused an answer waits for another"
        answer = brain.checkout.popleft()
        if answer in legal.split(", "):
            return answer
        brain.receive("ILLEGAL")
    raise AssertionError(answer)


ACTS = "ACT 1 T, ACT 1 S 2, ACT 1 X"


@pytest.mark.parametrize(
    ("bot", "steps"),
    [
        # The claimed card is shown, never lost; the other one could be lost.
        (GivesUp, [("CHAL 2", "SHOW 1 D, LOSE 1 C"), ("LOSE 2 A", "OK")]),
        (Thief, [("CHAL 3", "SHOW 1 C, LOSE 1 D")]),
        # This server refuses two cards of one kind: another choice is sent.
        (KeepsTwins, [("CHOOSE A D", "KEEP A C, KEEP A D, KEEP C D, KEEP D C"), ("TURN 2", "OK")]),
        # It wants the victim of an assassination to object.
        (GivesUp, [("COINS 1 5", "OK"), ("TURN 2", "OK"), ("ACT 2 A 1", "CHAL 1, BLOCK 1 E")]),
        (Passive, [("CHAL 2", "SHOW 1 D, LOSE 1 C")]),
        (Repeating, [("CHAL 2", "SHOW 1 D, LOSE 1 C")]),
        (Passive, [("COINS 1 5", "OK"), ("TURN 2", "OK"), ("ACT 2 A 1", "CHAL 1, BLOCK 1 E")]),
    ],
)
def test_a_refused_answer_is_followed_by_another(
    bot: type[CoupBot] | type[CoupLineBot], steps: list[tuple[str, str]]
) -> None:
    brain = TwoDialectBrain(brain_of(bot(), 1, lambda text: None))
    for message in OPENING[:-1]:
        brain.receive(message)
        assert brain.checkout.popleft() in ("OK", "READY")
    answer_in_the_end(brain, OPENING[-1], ACTS)
    for message, legal in steps:
        answer_in_the_end(brain, message, legal)


def test_a_claim_is_proved_at_the_first_attempt() -> None:
    brain = TwoDialectBrain(brain_of(GivesUp(), 1, lambda text: None))
    for message in (*OPENING, "CHAL 2"):
        brain.receive(message)
    assert list(brain.checkout)[-2:] == ["ACT 1 T", "SHOW 1 D"]


def test_in_the_first_dialect_a_card_is_shown() -> None:
    """As the guide has it: SHOW is answered by SHOW."""
    brain = brain_of(GivesUp(), 1, lambda text: None)
    for message in ("PLAYER|1", "START", "DECK|1|DUKE|CAPTAIN", "COINS|1|2", "PLAYER|2", "TURN|1", "CHAL|2", "SHOW|1"):
        brain.receive(message)
    assert list(brain.checkout) == ["READY|1", "ACT|1|TAX", "SHOW|1|DUKE"]


@pytest.mark.parametrize(
    ("frame", "sent", "last"),
    [
        ("", ("PLAYER|1", "START", "DECK|1|DUKE|DUKE", "COINS|1|2", "PLAYER|2", "END|2", "WIN|1"), "WIN|1"),
        ("SINGLE@0@", ("PLAYER 1", "START", "DECK D D", "COINS 1 2", "PLAYER 2", "DEAD 2", "EXIT"), "WIN|1"),
        ("SINGLE@0@", ("PLAYER 1", "START", "DECK D D", "COINS 1 2", "PLAYER 2", "DECK", "EXIT"), "WIN|2"),
        ("SINGLE@0@", ("PLAYER 1", "START", "DECK D D", "COINS 1 2", "PLAYER 2", "PLAYER 3", "EXIT"), "END|1"),
    ],
)
def test_a_client_ends_with_the_game_though_the_server_does_not_hang_up(
    frame: str, sent: tuple[str, ...], last: str
) -> None:
    async def talk() -> str:
        left = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write("".join(f"{frame}{line}\n" for line in sent).encode())
            while await reader.read(1000):
                pass
            left.set()
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()[:2]
        async with asyncio.timeout(60):
            said = await play_bot(brain_of(GivesUp(), 1, lambda text: None), host, port, None, bool(frame))
            await left.wait()
        server.close()
        return said

    assert asyncio.run(talk()) == last
