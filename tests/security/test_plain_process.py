"""The process of a bot on systems without a zygote: the same cell over other pipes."""

from pathlib import Path

import msgspec
import pytest

from croupier.games import find_game
from croupier.kernel.decision import encode_hook
from croupier.kernel.errors import BadMessage, Crashed, TooSlow, UsageError
from croupier.players.sandbox.cell import Cell
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.plain_process import PlainProcesses
from croupier.players.sandbox.protocol import CellAnswer, Sit
from croupier.players.sandbox.zygote_protocol import SandboxedBot

GAME = find_game("cuttle")
BOT = """
import os, time
from croupier.kernel.bot import Bot

class Tried(Bot):
    def on_start(self):
        {body}

    def decide(self, decision):
        return 0
"""


def start(folder: Path, body: str) -> Cell:
    file = folder / "tried.py"
    file.write_text(BOT.format(body=body))
    return PlainProcesses().start_cell(SandboxedBot(GAME.name, file), Limits())


def sit_down(cell: Cell, seconds: float = 20.0) -> object:
    cell.send(Sit(msgspec.json.encode(GAME.settings(), enc_hook=encode_hook), ("a", "b"), 0, 1))
    return cell.receive(seconds, "sit down")


def test_a_bot_sits_down_and_what_it_prints_is_kept(tmp_path: Path) -> None:
    cell = start(tmp_path, "print('here I am')")
    assert sit_down(cell) == CellAnswer(0, 0)
    cell.close()
    assert cell.take_output() == "here I am\n"
    assert not cell.is_open


def test_a_file_that_cannot_be_loaded(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"tried\.py, line .*syntax error"):
        start(tmp_path, "this is no Python")


@pytest.mark.parametrize(
    ("body", "fault", "text"),
    [
        ("os._exit(3)", Crashed, "exited with code 3"),
        ("os.kill(os.getpid(), 11)", Crashed, r"was killed by signal 11 \(SIGSEGV\)"),
        ("time.sleep(3600)", TooSlow, "did not sit down within 0.5 s and was stopped"),
    ],
)
def test_a_process_that_ends_or_hangs(tmp_path: Path, body: str, fault: type[Exception], text: str) -> None:
    cell = start(tmp_path, body)
    with pytest.raises(fault, match=text):
        sit_down(cell, 0.5 if fault is TooSlow else 20.0)
    assert not cell.is_open


def test_an_answer_that_is_too_long(tmp_path: Path) -> None:
    # The descriptor of the answers is the second copy of a standard stream that the process makes.
    cell = start(tmp_path, "os.write(4, (1 << 20).to_bytes(4, 'little')); time.sleep(3600)")
    with pytest.raises(BadMessage, match="sent an answer of 1048576 bytes"):
        sit_down(cell)
    assert not cell.is_open
