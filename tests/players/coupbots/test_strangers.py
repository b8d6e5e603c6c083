"""Clients in the manner of CoupBots, each using another part of the protocol, play whole games on our server."""

import asyncio
from typing import Any

import pytest
from players.coupbots.couptalk import FIRST, Room, Talk, with_server
from players.coupbots.strangers import (
    STRANGERS,
    Bookkeeper,
    Client,
    Collector,
    Doubter,
    Guard,
    Stonewall,
    Swapper,
    Tabled,
)

from croupier.players.coupbots import player

GAMES = 6


async def play(client: Client, talk: Talk, sent: list[str]) -> None:
    """The loop of the client's own program."""

    def send() -> None:
        for line in client.taken():
            sent.append(line)
            talk.raw(f"{client.frame}{line}{client.end}".encode())

    send()
    while (line := await talk.next()) is not None:
        client.receive(line)
        send()
        if client.leaves:
            talk.hang_up()
            return


def matches_pattern(pattern: str, lines: list[tuple[str, str]]) -> bool:
    return any(line.startswith(pattern.format(me=me)) for me, line in lines)


@pytest.mark.parametrize("kind", STRANGERS, ids=lambda kind: kind.__name__)
def test_a_client_of_another_project_plays_unchanged(kind: type[Client], monkeypatch: pytest.MonkeyPatch) -> None:
    # One of them consents to blocks by silence; a slow machine is not to speak for the others.
    monkeypatch.setattr(player, "SILENCE", 0.02 if kind is Guard else 20.0)
    sent: list[tuple[str, str]] = []
    heard: list[tuple[str, str]] = []

    async def script(room: Room) -> None:
        for number in range(1, GAMES + 1):
            client, said = kind(), []
            talk = await room.enter(kind.frame)
            playing = asyncio.create_task(play(client, talk, said))
            while not room.server.start_now():
                await asyncio.sleep(0)
            await playing
            await room.match(number)
            sent.extend((client.me, line) for line in said)
            heard.extend((client.me, line) for line in talk.lines)

    matches = with_server(script, fill=("honest", "random", "random"), players=4, lobby=1000.0, seed=11)
    left = [fault for match in matches for step in match.steps if step.seat == 0 for fault in step.faults]
    assert [fault for fault in left if not fault.startswith("Gone")] == []
    assert kind.__name__ == "Quitter" or left == []
    assert kind.may_be_illegal or not matches_pattern("ILLEGAL", heard)
    for pattern in kind.sends:
        assert matches_pattern(pattern, sent), pattern
    for pattern in kind.hears:
        assert matches_pattern(pattern, heard), pattern


def test_clients_of_both_dialects_at_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six strangers; the game ends, and all see the same winner."""
    monkeypatch.setattr(player, "SILENCE", 20.0)
    kinds: list[Any] = [Collector, Tabled, Bookkeeper, Stonewall, Doubter, Swapper]

    async def script(room: Room) -> None:
        clients = [kind() for kind in kinds]
        talks = [await room.enter(client.frame) for client in clients]
        await asyncio.gather(*(play(client, talk, []) for client, talk in zip(clients, talks, strict=True)))
        match = await room.match()
        winner = match.result().winners[0] + 1
        for client, talk in zip(clients, talks, strict=True):
            assert talk.lines[-1] == (f"WIN|{winner}" if client.frame == FIRST else "EXIT")
            assert not any(line.startswith("ILLEGAL") for line in talk.lines)

    match = with_server(script, players=6, games=1, seed=4)[0]
    assert [fault for step in match.steps for fault in step.faults] == []


def test_there_are_enough_of_them() -> None:
    assert len(STRANGERS) >= 10
    assert {kind.frame for kind in STRANGERS} == {"", "SINGLE@0@"}
    assert len({(kind.sends, kind.hears) for kind in STRANGERS}) == len(STRANGERS)
