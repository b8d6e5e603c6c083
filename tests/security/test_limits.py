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


MAP = """
PRIVATE, SHARED, ANONYMOUS, GROWSDOWN, HUGETLB = 2, 1, 0x20, 0x100, 0x40000
NONE, READ, WRITE = 0, 1, 2
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
def map(megabytes, flags, protection=READ | WRITE, file=-1):
    place = libc.mmap(None, megabytes << 20, protection, flags, file, 0)
    if place == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), 'mmap')
    return place
"""


@pytest.mark.parametrize("level", SANDBOXES)
@pytest.mark.parametrize(
    "body",
    [
        "map(1, SHARED | ANONYMOUS)",
        "map(1, 3 | ANONYMOUS)  # MAP_SHARED_VALIDATE",
        "map(512, PRIVATE | ANONYMOUS | GROWSDOWN)",
        "map(2, PRIVATE | ANONYMOUS | HUGETLB)",
        "map(512, SHARED, file=os.open('/dev/zero', os.O_RDWR))",
        "map(512, PRIVATE, file=os.open('/dev/zero', os.O_RDONLY))",
        "if libc.mprotect(map(512, PRIVATE | ANONYMOUS, NONE), 512 << 20, READ | WRITE): raise OSError('mprotect')",
        "for _ in range(300): map(1, PRIVATE | ANONYMOUS)",
        "import mmap; mmap.mmap(-1, 4096)",
        "os.memfd_create('x')",
    ],
)
def test_memory_that_is_not_counted_cannot_be_had(level: IsolationLevel, body: str, tmp_path: Path) -> None:
    match = play(locked(bot_file(tmp_path, MAP + body), level, Limits(memory=256)))
    assert said(match)[0].startswith("stopped by ")


@pytest.mark.parametrize("level", [*SANDBOXES, IsolationLevel.PROCESS])
def test_address_space_alone_costs_nothing(level: IsolationLevel, tmp_path: Path) -> None:
    """Numerical libraries map gigabytes of which they use little."""
    body = MAP + "map(8192, PRIVATE | ANONYMOUS, NONE)"
    assert said(play(locked(bot_file(tmp_path, body), level, Limits(memory=256)))) == ["BREACH"]


NUMPY = """
import array
import numpy, msgspec
assert numpy.array([[1.0, 2.0], [3.0, 4.0]]).dot(numpy.ones(2)).tolist() == [3.0, 7.0]
assert (numpy.random.default_rng(0).random((300, 300)) @ numpy.eye(300)).shape == (300, 300)
assert numpy.linalg.solve(numpy.eye(3), numpy.ones(3)).tolist() == [1.0, 1.0, 1.0]
assert msgspec.json.decode(msgspec.json.encode([1])) == [1]
"""
TORCH = """
import torch
torch.manual_seed(0)
layer = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1))
assert layer(torch.rand(32, 64)).shape == (32, 1)
assert torch.get_num_threads() == 1
"""


@pytest.mark.parametrize("level", SANDBOXES)
def test_numpy_and_compiled_extensions_work_in_the_sandbox(level: IsolationLevel, tmp_path: Path) -> None:
    assert said(play(locked(bot_file(tmp_path, NUMPY), level), seconds=60)) == ["BREACH"]


@pytest.mark.parametrize("level", SANDBOXES)
def test_torch_works_in_the_sandbox(level: IsolationLevel, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    assert said(play(locked(bot_file(tmp_path, TORCH), level), seconds=120)) == ["BREACH"]


@pytest.mark.parametrize("level", [*SANDBOXES, IsolationLevel.PROCESS])
def test_processor_time_is_limited(level: IsolationLevel, tmp_path: Path) -> None:
    path = tmp_path / "burner.py"
    path.write_text(BURNER, encoding="utf-8")
    match = play(locked(path, level, Limits(cpu=1)), seconds=60.0)
    assert faults(match, 0) == ["Crashed: was killed by the system (memory or CPU time limit)"]
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
