"""Our clients on a server of the other project: it refuses more than ours, waits for ever, and never hangs up."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

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


class Duellist(GivesUp):
    """Launches a coup when it can; never objects unless it has to."""

    def act(self, view: CoupView) -> CoupMove | str:
        return "coup 1" if view.my_coins >= 7 else "tax"


class StrictTable:
    """A table of the other project: it sends ILLEGAL until an answer is one that it knows, and waits for ever."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, frame: str) -> None:
        self._reader, self._writer, self._frame = reader, writer, frame
        self.refused: list[str] = []

    def tell(self, *lines: str) -> None:
        self._writer.write("".join(f"{self._frame}{line}\n" for line in lines).encode())

    async def answer(self) -> str:
        return (await self._reader.readline()).decode().rstrip("\n").removeprefix(self._frame)

    async def ask(self, line: str, *legal: str) -> str:
        self.tell(line)
        while (answer := await self.answer()) not in legal:
            self.refused.append(answer)
            self.tell("ILLEGAL" if self._frame else "ILLEGAL|1")
        return answer

    async def news(self, *lines: str) -> None:
        """In the second dialect every line is confirmed before the next."""
        for line in lines:
            if self._frame:
                await self.ask(line, "OK")
            else:
                self.tell(line)


async def second_match(table: StrictTable) -> None:
    await table.news("PLAYER 1")
    await table.ask("START", "READY")
    await table.news("DECK D C", "COINS 1 2", "PLAYER 2")
    await table.ask("TURN 1", "ACT 1 T")
    await table.ask("CHAL 2", "SHOW 1 D")  # the claim is proved, and the card replaced
    await table.news("LOSE 2 A", "DECK E C", "COINS 1 5", "TURN 2")
    # On this server the victim of an assassination has to object.
    objection = await table.ask("ACT 2 A 1", "CHAL 1", "BLOCK 1 E")
    if objection == "CHAL 1":
        lost = await table.ask("SHOW 2 A", "LOSE 1 E", "LOSE 1 C")
        await table.news("DECK " + ("C" if lost.endswith("E") else "E"))
    else:
        await table.ask("CHAL 2", "SHOW 1 E")
        await table.news("DECK B C")
    await table.news("COINS 2 0", "COINS 1 8")
    await table.ask("TURN 1", "ACT 1 C 2")
    await table.news("LOSE 2 D", "COINS 1 1")
    table.tell("DEAD 2", "EXIT")


async def first_match(table: StrictTable) -> None:
    table.tell("PLAYER|1")
    await table.ask("START", "READY|1")
    await table.news("DECK|1|DUKE|CAPTAIN", "COINS|1|2", "PLAYER|2")
    await table.ask("TURN|1", "ACT|1|TAX")
    await table.news("CHAL|2")
    await table.ask("SHOW|1", "SHOW|1|DUKE")
    await table.news("LOSE|2|ASSASSIN", "DECK|1|CONTESSA|CAPTAIN", "COINS|1|5")
    objection = await table.ask("ACT|2|ASSASSINATE|1", "CHAL|1", "BLOCK|1|CONTESSA")
    if objection == "CHAL|1":
        await table.news("SHOW|2|ASSASSIN")
        lost = await table.ask("LOSE|1", "LOSE|1|CONTESSA", "LOSE|1|CAPTAIN")
        await table.news("DECK|1|" + ("CAPTAIN" if lost.endswith("CONTESSA") else "CONTESSA"))
    else:
        await table.news("CHAL|2")
        await table.ask("SHOW|1", "SHOW|1|CONTESSA")
        await table.news("DECK|1|AMBASSADOR|CAPTAIN")
    await table.news("COINS|2|0", "COINS|1|8")
    await table.ask("TURN|1", "ACT|1|COUP|2")
    await table.news("LOSE|2|DUKE", "COINS|1|1", "END|2", "WIN|1")


@pytest.mark.parametrize(("frame", "conversation"), [("", first_match), ("SINGLE@0@", second_match)])
def test_a_whole_match_with_a_challenge_a_proof_and_a_refusal(
    frame: str, conversation: Callable[[StrictTable], Awaitable[None]]
) -> None:
    refused: list[str] = []

    async def talk() -> str:
        ended = asyncio.get_running_loop().create_future()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            table = StrictTable(reader, writer, frame)
            try:
                assert await table.answer() == "HELLO"
                await conversation(table)
                assert not await reader.read(), "it says nothing after the end, and hangs up"
                ended.set_result(table.refused)
            except AssertionError as error:
                ended.set_exception(error)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()[:2]
        async with asyncio.timeout(60):
            said = await play_bot(brain_of(Duellist(), 1, lambda text: None), host, port, None, bool(frame))
            refused.extend(await ended)
        server.close()
        return said

    assert asyncio.run(talk()) == "WIN|1"
    assert refused == (["OK"] if frame else ["ALLOW|1"]), "only the silence to the assassination was wrong"
