"""Trouble at the edges: silent clients, disks that are full or cannot be written, files that others may read."""

import resource
import signal
import socket
import threading
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import msgspec
import pytest

import croupier
from croupier.arena.store.replay_log import ReplayLog
from croupier.arena.write_errors import WriteError
from croupier.players.http.launch import free_port
from croupier.players.json import listen, player
from croupier.players.json.link import Lines, Link
from croupier.ui.cli.main import run_app

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


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "READY_SECONDS", 0.5)
    monkeypatch.setattr(listen, "RETURN_SECONDS", 0.1)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("flood", "words"), [(0, "Disqualified: x had 0.5 s"), (20_000_000, "First fault of x: Gone")])
def test_a_client_that_ends_no_line_is_named_by_its_address_and_the_run_goes_on(
    flood: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    known = connect(port, flood)
    bots = [f"listen:{port}#name=x", "random", "heuristic"]
    assert run_app(["run", "coup", *bots, "-n", "4", "--timeout", "0.5", "--quiet"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith(words)]
    assert f"(connected from 127.0.0.1:{known[0]} to listen:127.0.0.1:{port})" in line


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("flood", [0, 20_000_000])
def test_a_client_that_ends_no_line_is_waited_for_in_one_match_only(flood: int) -> None:
    port = free_port()
    connect(port, flood)
    began = perf_counter()
    results = croupier.run_batch("cuttle", [f"listen:{port}", "random"], 20, 3, timeout=0.5)
    assert perf_counter() - began < 20 * 0.5 / 2
    assert len(results) == 20


def test_a_line_is_bounded_while_it_is_received() -> None:
    link = Link()
    lines = Lines(link)
    lines.data_received(b"x" * 900_000 + b"\n")
    lines.data_received(b"x" * 900_000)
    assert not link.lost
    lines.data_received(b"x" * 200_000)
    assert link.lost == "sent 1000000 bytes without a newline"


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
        assert msgspec.json.decode(printed.out)["seed"] == 3
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
        with pytest.raises(WriteError, match=r"all\.jsonl cannot be written: File too large"):
            log.add(match, ["random", "heuristic"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert path.stat().st_size == size
