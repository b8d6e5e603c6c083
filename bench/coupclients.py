"""Six CoupBots clients in one process, for bench/coup.py: scripted bots, or parrots that repeat a recording.

    python bench/coupclients.py PORT DIALECT GAMES CORE [RECORDING]

`DIALECT` is first or second, `CORE` the processor to stay on. With a recording the clients do not read what they are
sent: they count lines and answer what was answered then. Printed are the seconds, the lines that went either way, and
the recording of the last game.
"""

import asyncio
import json
import os
import socket
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from croupier.players import event_loop

SEATS = 6
FRAME = "SINGLE@0@"
CLAIMS = {"T": "D", "X": "B", "A": "A", "S": "C"}
Log = list[tuple[int, int, str]]
"""What went through, in order: the client, 1 for a line that it sent, the line."""


class FirstBot:
    """Speaks the first dialect: acts by turns, objects now and then, blocks what hurts."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.me = ""
        self.hand: list[str] = []
        self.coins = 2
        self.turns = 0
        self.rivals: list[str] = []

    def answer(self, line: str) -> str:
        command, *fields = line.split("|")
        odd = self.turns + self.number
        if command in ("SHOW", "LOSE"):
            return f"{command}|{self.me}|{self.hand[0]}" if fields == [self.me] else ""
        if command == "PLAYER":
            if self.me:
                self.rivals.append(fields[0])
            self.me = self.me or fields[0]
        elif command == "START":
            return f"READY|{self.me}"
        elif command == "DECK":
            self.hand = fields[1:]
        elif command == "COINS" and fields[0] == self.me:
            self.coins = int(fields[1])
        elif command == "END" and fields[0] in self.rivals:
            self.rivals.remove(fields[0])
        elif command in ("TURN", "ILLEGAL"):  # an action may have come too late for its target
            self.turns += command == "TURN"
            target = self.rivals[0]
            if self.coins >= 7:
                return f"ACT|{self.me}|COUP|{target}"
            return f"ACT|{self.me}|{('TAX', f'STEAL|{target}', 'EXCHANGE', 'FOREIGN_AID')[odd % 4]}"
        elif command == "ACT" and self.hand and fields[1] not in ("INCOME", "COUP"):
            if fields[1:] == ["STEAL", self.me] and self.turns % 3 == 0:
                return f"BLOCK|{self.me}|CAPTAIN"
            return f"CHAL|{self.me}" if fields[1] in ("TAX", "EXCHANGE") and odd % 5 == 0 else f"ALLOW|{self.me}"
        elif command == "BLOCK" and self.hand:
            return f"ALLOW|{self.me}"
        elif command == "CHOOSE":
            return "|".join(["KEEP", self.me, *self.hand])
        return ""


class SecondBot(FirstBot):
    """The same habits in the second dialect, in which every line is answered."""

    claimant = claimed = challenger = ""

    def answer(self, line: str) -> str:
        command, *fields = line.removeprefix(FRAME).split(" ")
        reply = self._reply(command, fields)
        return f"{FRAME}{reply}" if reply and (self.hand or command in ("PLAYER", "START", "DECK")) else ""

    def _reply(self, command: str, fields: list[str]) -> str:
        me, odd = self.me, self.turns + self.number
        if command == "PLAYER":
            if me:
                self.rivals.append(fields[0])
            self.me = me or fields[0]
        elif command == "START":
            return "READY"
        elif command == "EXIT":
            return ""
        elif command == "DEAD":
            if fields[0] in self.rivals:
                self.rivals.remove(fields[0])
            return ""
        elif command == "DECK":
            self.hand = fields
        elif command == "COINS" and fields[0] == me:
            self.coins = int(fields[1])
        elif (command == "TURN" and fields == [me]) or command == "ILLEGAL":
            self.turns += command == "TURN"
            target = self.rivals[0]
            action = f"C {target}" if self.coins >= 7 else ("T", f"S {target}", "X", "F")[odd % 4]
            self.claimant, self.claimed = me, CLAIMS.get(action[0], "")
            return f"ACT {me} {action}"
        elif command == "ACT":
            self.claimant, self.claimed = fields[0], CLAIMS.get(fields[1], "")
            if fields[1:] == ["C", me]:
                return f"LOSE {me} {self.hand[0]}"
            if fields[1:] == ["S", me] and self.turns % 3 == 0:
                self.claimant, self.claimed = me, "C"
                return f"BLOCK {me} C"
            if fields[1] in "TX" and odd % 5 == 0:
                self.challenger = me
                return f"CHAL {me}"
        elif command == "BLOCK":
            self.claimant, self.claimed = fields
        elif command == "CHAL":
            self.challenger = fields[0]
            if self.claimant == me:
                return f"SHOW {me} {self.claimed}" if self.claimed in self.hand else f"LOSE {me} {self.hand[0]}"
        elif (command == "SHOW" and self.challenger == me) or (command == "LOSE" and fields == [me]):
            return f"LOSE {me} {self.hand[0]}"
        elif command == "CHOOSE":
            return " ".join(["KEEP", *self.hand])
        return "OK"


class Client(asyncio.Protocol):
    """Lines to and from one bot."""

    def __init__(self, number: int, bot: FirstBot, log: Log) -> None:
        self.number, self.bot, self.log = number, bot, log
        self.rest = b""
        self.over = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport = transport
        self.send([f"{FRAME if isinstance(self.bot, SecondBot) else ''}HELLO"])

    def send(self, lines: list[str]) -> None:
        self.log += [(self.number, 1, line) for line in lines]
        self.transport.write("".join(f"{line}\n" for line in lines).encode())

    def data_received(self, data: bytes) -> None:
        *lines, self.rest = (self.rest + data).split(b"\n")
        answers: list[str] = []
        for raw in lines:
            line = raw.decode()
            self.log.append((self.number, 0, line))
            if answer := self.bot.answer(line):
                answers.append(answer)
        if answers:
            self.send(answers)

    def connection_lost(self, exc: Exception | None) -> None:
        self.over.set_result(None)


class Parrot(asyncio.Protocol):
    """Counts lines; after so many it sends what was sent then."""

    def __init__(self, script: list[tuple[int, str]]) -> None:
        self.script = iter([(lines, f"{text}\n".encode()) for lines, text in script])
        self.count = 0
        self.over = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport = transport
        self.next = next(self.script, None)
        self.data_received(b"")

    def data_received(self, data: bytes) -> None:
        self.count += data.count(b"\n")
        answers: list[bytes] = []
        while self.next is not None and self.next[0] <= self.count:
            answers.append(self.next[1])
            self.next = next(self.script, None)
        if answers:
            self.transport.write(b"".join(answers))

    def connection_lost(self, exc: Exception | None) -> None:
        self.over.set_result(None)


def scripts(log: Log) -> list[list[tuple[int, str]]]:
    """For each client: after how many lines it sends what."""
    found: list[list[tuple[int, str]]] = [[] for _ in range(SEATS)]
    heard = [0] * SEATS
    for client, sent, line in log:
        if sent:
            found[client].append((heard[client], line))
        else:
            heard[client] += 1
    return found


async def play(port: int, kind: type[FirstBot], recording: Log) -> Log:
    """One game; its log."""
    loop = asyncio.get_running_loop()
    log: Log = []
    parts = scripts(recording)
    clients: list[Any] = []
    for number in range(SEATS):
        new = (lambda n=number: Parrot(parts[n])) if recording else (lambda n=number: Client(n, kind(n), log))
        clients.append((await loop.create_connection(new, "127.0.0.1", port))[1])
    await asyncio.gather(*(client.over for client in clients))
    return log or recording


async def main(port: int, dialect: str, games: int, recording: Log) -> None:
    kind = SecondBot if dialect == "second" else FirstBot
    began, lines = perf_counter(), 0
    log: Log = []
    for _ in range(games):
        log = await play(port, kind, recording)
        lines += len(log)
    print(json.dumps({"seconds": perf_counter() - began, "lines": lines, "log": log}))


if __name__ == "__main__":
    os.sched_setaffinity(0, {int(sys.argv[4])})
    recorded = json.loads(Path(sys.argv[5]).read_text("utf-8")) if len(sys.argv) > 5 else []
    event_loop.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), recorded))
