"""How much a sandboxed bot may use: memory, processor time, output, talk, notes. Files and processes are attacks."""

from pathlib import Path

import msgspec
import pytest

from croupier.kernel.bot import NOTE_LENGTH
from croupier.players.sandbox import zygote_client
from croupier.players.sandbox.isolation import IsolationLevel
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.protocol import CellAnswer
from tests.security.test_sandbox import SANDBOXES, bot_file, faults, locked, play, said

pytestmark = pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")


@pytest.fixture(scope="module", autouse=True)
def _nothing_remains():
    yield
    zygote_client.close_zygotes()


@pytest.mark.parametrize("level", [*SANDBOXES, IsolationLevel.PROCESS])
def test_memory_is_limited(level: IsolationLevel, tmp_path: Path) -> None:
    body = "hoard = bytearray(64 << 20)\nhoard += bytearray(256 << 20)"
    assert said(play(locked(bot_file(tmp_path, body), level, Limits(memory=256)))) == ["stopped by MemoryError"]
    assert said(play(locked(bot_file(tmp_path, body), level, Limits(memory=1024)))) == ["BREACH"]


BURNER = """
from croupier.games.cuttle import CuttleBot


class Burner(CuttleBot):
    def select_move(self, view, legal_moves):
        while view.pile_size == 41:  # before its first move
            pass
        return legal_moves[0]
"""


@pytest.mark.parametrize("level", [*SANDBOXES, IsolationLevel.PROCESS])
def test_processor_time_is_limited(level: IsolationLevel, tmp_path: Path) -> None:
    path = tmp_path / "burner.py"
    path.write_text(BURNER, encoding="utf-8")
    match = play(locked(path, level, Limits(cpu=1)), seconds=60.0)
    assert faults(match, 0) == ["Crashed: was ended by the system, which it gave reason to (memory or processor time)"]
    assert faults(match, 1) == []


@pytest.mark.parametrize("level", SANDBOXES)
def test_only_so_much_of_what_it_prints_in_a_match_is_kept(level: IsolationLevel, tmp_path: Path) -> None:
    body = "for _ in range(1000):\n    print('x' * 1000)\nAttacker.decide = lambda *_: print('y' * 900) or 0"
    match = play(locked(bot_file(tmp_path, body), level, Limits(output=5000)))
    assert sum(len(step.printed) for step in match.steps) == 5000


def forged(answer: CellAnswer) -> str:
    """An answer past everything that the friendly classes see to, and then nothing more."""
    body = msgspec.msgpack.encode(answer)
    frame = len(body).to_bytes(4, "little") + body
    return f"os.write(4, {frame!r}); os._exit(0)"


@pytest.mark.parametrize("level", SANDBOXES)
def test_talk_is_cut_on_our_side(level: IsolationLevel, tmp_path: Path) -> None:
    answer = CellAnswer(1, 0, ("x" * 300, "\x1b[2J", *"abcdefgh"))
    match = play(locked(bot_file(tmp_path, forged(answer)), level))
    assert said(match) == ["x" * 200, "?[2J", "a", "b", "c"]


@pytest.mark.parametrize("level", SANDBOXES)
def test_a_note_is_cut_on_our_side(level: IsolationLevel, tmp_path: Path) -> None:
    answer = CellAnswer(1, 0, (), "n" * 20_000)
    match = play(locked(bot_file(tmp_path, forged(answer)), level))
    assert [len(step.note) for step in match.steps if step.note] == [NOTE_LENGTH]


@pytest.mark.parametrize("level", SANDBOXES)
def test_an_answer_is_limited(level: IsolationLevel, tmp_path: Path) -> None:
    answer = CellAnswer(1, 0, (), "n" * 200_000)
    match = play(locked(bot_file(tmp_path, forged(answer)), level))
    assert faults(match, 0)[0].startswith("BadMessage: sent an answer of 200")
