"""Trouble at the edges: silent clients, disks that are full or cannot be written, files that others may read."""

import asyncio
import csv
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from types import ModuleType

import msgspec
import pytest
from frames.limits import time_limits
from frames.polling import wait_until

import croupier
from croupier.arena.attack.fairness import REMEMBERING_BOT, as_command
from croupier.arena.results.export import CsvWriter
from croupier.arena.store.replay_log import ReplayLog
from croupier.arena.store.store import open_store
from croupier.arena.store.web import StoredBot, WebStore
from croupier.arena.write_errors import WriteError
from croupier.games import GAMES
from croupier.players.http.launch import free_port
from croupier.players.json import listen, player
from croupier.players.json.link import Lines, Link, StreamLink
from croupier.ui.cli.main import run_app
from croupier.ui.web.workshop import Workshop
from tests.security.test_sandbox import SANDBOXES

# Clients of `listen:`.


def connect(port: int, flood: int = 0) -> list[int]:
    """A client that never sends a newline; the list gets its own port and, at the end, the bytes that it could send."""
    known: list[int] = []

    def call() -> None:
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port))
                break
            except ConnectionRefusedError:
                continue
        sent = 0
        known.append(connection.getsockname()[1])
        with connection, suppress(OSError):
            while sent < flood:
                sent += connection.send(b"x" * min(65_536, flood - sent))
            while connection.recv(65_536):
                pass
        known.append(sent)

    threading.Thread(target=call, daemon=True).start()
    return known


def lose_patience(monkeypatch: pytest.MonkeyPatch, limit: float) -> None:
    monkeypatch.setattr(player, "READY_SECONDS", limit)
    monkeypatch.setattr(listen, "RETURN_SECONDS", 0.1)


@pytest.mark.parametrize(("flood", "words"), [(0, "Disqualified: x did not"), (20_000_000, "First fault of x: Gone")])
@time_limits(0.5, 5.0)
def test_a_client_that_ends_no_line_is_named_by_its_address_and_the_run_goes_on(
    flood: int, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    capsys.readouterr()
    lose_patience(monkeypatch, limit)
    port = free_port()
    known = connect(port, flood)
    bots = [f"listen:{port}#name=x", "random", "heuristic"]
    assert run_app(["run", "coup", *bots, "-n", "4", "--timeout", str(limit), "--quiet"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith(words)]
    assert f"(connected from 127.0.0.1:{known[0]} to listen:127.0.0.1:{port})" in line


@pytest.mark.parametrize("flood", [0, 20_000_000])
@time_limits(0.5, 5.0)
def test_a_client_that_ends_no_line_is_waited_for_in_one_match_only(
    flood: int, monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    lose_patience(monkeypatch, limit)
    port = free_port()
    connect(port, flood)
    began = perf_counter()
    results = croupier.run_batch("cuttle", [f"listen:{port}", "random"], 20, 3, timeout=limit)
    assert perf_counter() - began < 20 * limit / 2
    assert len(results) == 20


def test_a_line_is_bounded_while_it_is_received() -> None:
    link = Link()
    lines = Lines(link)
    lines.data_received(b"x" * 900_000 + b"\n")
    lines.data_received(b"x" * 900_000)
    assert not link.lost
    lines.data_received(b"x" * 200_000)
    assert link.lost == "sent 1000000 bytes without a newline"


def test_a_flood_of_lines_ends_a_connection_once() -> None:
    class Transport(asyncio.WriteTransport):
        aborts = 0

        def is_closing(self) -> bool:
            return self.aborts > 0

        def abort(self) -> None:
            self.aborts += 1

    link = StreamLink()
    link.transport = transport = Transport()
    channel = link.open("a")
    Lines(link).data_received(b"x\n" * 100_000)
    assert link.lost == "sent 100 lines without being asked"
    assert transport.aborts == 1
    assert len(channel._lines) == 101


# Full disks.

needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a device of Linux")


@needs_dev_full
@pytest.mark.parametrize(
    "options",
    [
        ["--history", "/dev/full"],
        ["--live", "/dev/full", "--json"],
        ["-n", "20", "--history", "/dev/full", "--json"],
        ["-n", "20", "--report", "/dev/full"],
        ["-n", "20", "--no-journal", "--csv", "FOLDER", "--history", "/dev/full"],
    ],
    ids=" ".join,
)
def test_a_full_disk_is_said_in_one_sentence_after_the_figures(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_DB", str(tmp_path / "runs.sqlite"))
    for name in ("games.csv", "decisions.csv"):
        (tmp_path / name).symlink_to("/dev/full")
    options = [str(tmp_path) if word == "FOLDER" else word for word in options]
    assert run_app(["run", "coup", "random", "heuristic", "--seed", "3", "--quiet", *options]) == 2
    printed = capsys.readouterr()
    assert "No space left on device" in printed.err
    assert len(printed.err.splitlines()) == 1
    if "--json" in options:
        assert msgspec.json.decode(printed.out)["seed"] == "3"
    else:
        assert "--seed 3" in printed.out


def test_a_match_that_finds_no_room_leaves_no_half_replay(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    match = croupier.play("coup", ["random", "heuristic"], 3)
    log = ReplayLog(path, "1")
    log.add(match, ["random", "heuristic"])
    size = path.stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, hard))
    try:
        with pytest.raises(WriteError, match=r"cannot write .*all\.jsonl: File too large"):
            log.add(match, ["random", "heuristic"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert path.stat().st_size == size


# Stores and files of bots.


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_umask() -> Generator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_umask")
def test_a_new_store_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    croupier.run("coup", ["random", "heuristic"], 2, 3, journal=path)
    assert mode_of(path) == 0o600
    with open_store(str(path)) as store:
        store.finish(1)
        assert {mode_of(each) for each in tmp_path.iterdir()} == {0o600}


def test_the_mode_of_a_store_that_exists_stays(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    path.touch()
    path.chmod(0o664)
    croupier.run("coup", ["random", "heuristic"], 2, 3, journal=path)
    assert mode_of(path) == 0o664


@pytest.mark.usefixtures("open_umask")
def test_the_folder_of_workshop_bots_is_for_its_owner_only(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "web.sqlite")) as store:
        web_store = WebStore(store)
        web_store.put_bot(StoredBot("abcd", "coup", "Mine", "secret"))
        path = Path(Workshop(web_store, tmp_path / "bots", True).file_of(GAMES["coup"], "workshop:abcd"))
    assert path.read_text() == "secret"
    assert mode_of(path.parent) == 0o700


@pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")
def test_files_of_running_bots_are_private_and_go_after_kill_9(tmp_path: Path) -> None:
    folder, python, program = tmp_path / "files", tmp_path / "bot.py", tmp_path / "program.py"
    folder.mkdir()
    python.write_text(REMEMBERING_BOT)
    program.write_text("import time; time.sleep(600)")  # the run waits for it
    environment = {**os.environ, "TMPDIR": str(folder), "CROUPIER_DB": str(tmp_path / "runs.sqlite")}
    command = [sys.executable, "-m", "croupier", "run", "cuttle", str(python)]
    running = subprocess.Popen(
        [*command, as_command(program)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wait_until(lambda: len(list(folder.iterdir())) == 2)
    assert {mode_of(made) for made in folder.iterdir()} == {0o700}
    running.kill()
    running.wait()
    assert len(list(folder.iterdir())) == 2
    subprocess.run([*command, "random"], env=environment, check=True, stdout=subprocess.DEVNULL)
    assert list(folder.iterdir()) == []


def test_a_store_on_a_read_only_medium_can_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "medium"
    folder.mkdir()
    path = folder / "runs.sqlite"
    croupier.run("coup", ["random", "heuristic"], 2, 3, journal=path)
    path.chmod(0o400)
    folder.chmod(0o500)
    # Root may write to what has these modes, so that it has to be told what it would be told of such a medium.
    monkeypatch.setattr(os, "access", lambda where, mode, **_: mode != os.W_OK)
    try:
        assert run_app(["runs", "--db", str(path), "--json"]) == 0
        (run,) = msgspec.json.decode(capsys.readouterr().out)["runs"]
        assert run["matches"] == 2
        assert list(folder.iterdir()) == [path]
        assert run_app(["run", "coup", "random", "heuristic", "-n", "2", "-q", "--db", str(path)]) == 2
        assert capsys.readouterr().err == f"croupier: the database {path} cannot be written\n"
    finally:
        folder.chmod(0o700)


# Names and texts in tables for other programs.


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t"])
def test_no_cell_of_a_table_begins_a_formula(start: str, tmp_path: Path) -> None:
    with CsvWriter(tmp_path / "a.csv", {"bot": str, "score": float, "faults": list}) as writer:
        writer.write([{"bot": f"{start}1+1", "score": -1.5, "faults": [f"{start}1"]}])
    with (tmp_path / "a.csv").open(newline="") as file:
        _, (bot, score, faults) = csv.reader(file)
    assert (bot, score) == (f"'{start}1+1", "-1.5")
    assert msgspec.json.decode(faults) == [f"{start}1"]


# Files of bots that ask for too much.


def many_imports(folder: Path) -> Path:
    bot = folder / "greedy.py"
    bot.write_text("\n".join(f"import nowhere_{number}" for number in range(20_000)))
    return bot


def long_imports(folder: Path) -> Path:
    bot = folder / "greedy.py"
    bot.write_text(
        "\n".join(f"import nowhere_{number}_{'x' * 200}" for number in range(500)) + f"\nimport {'y' * 1000}"
    )
    return bot


def many_siblings(folder: Path) -> Path:
    for number in range(1500):
        (folder / f"part_{number}.py").write_text(f"import part_{number + 1}")
    bot = folder / "greedy.py"
    bot.write_text("import part_0")
    return bot


@pytest.mark.parametrize("make", [many_imports, long_imports, many_siblings])
def test_a_bot_with_very_many_imports_is_named(
    make: Callable[[Path], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = make(tmp_path)
    assert run_app(["run", "coup", str(bot), "random", "--quiet"]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"croupier: {bot} imports ")
    assert len(printed.splitlines()) == 1


# Standard output.


class TalkativeRay(ModuleType):
    """A Ray that prints and then finds no cluster."""

    @staticmethod
    def is_initialized() -> bool:
        return False

    @staticmethod
    def init(**_: object) -> None:
        os.write(1, b"a message from below\n")
        print("a message of Ray's")
        raise ConnectionError("nothing there")


def test_ray_prints_nothing_where_the_document_goes(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", TalkativeRay("ray"))
    command = ["run", "coup", "random", "heuristic", "-n", "2", "--backend", "ray", "--no-journal", "--json"]
    assert run_app(command) == 2
    printed = capfd.readouterr()
    assert not printed.out
    assert "no Ray cluster" in printed.err
