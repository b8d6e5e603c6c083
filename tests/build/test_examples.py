"""The two example games: no longer than they may be, their own tests pass, and their bots play by every transport."""

import json
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest
from frames.outside import EXAMPLES, Environment, has_pip

pytestmark = pytest.mark.skipif(not has_pip(), reason="not installed: pip")
MOST_LINES = 900
BASES = {
    "hearts": "from hearts import HeartsBot as Base",
    "love-letter": "from love_letter import LoveLetterBot as Base",
}
BOT = """
@BASE@

class Last(Base):
    play = play_card = lambda self, view, answers: answers[-1]

if __name__ == "__main__":
    import sys
    import croupier
    way = dict(pair.split("=") for pair in sys.argv[1:])
    while "connect" in way:  # until there is a table, and once more for the next one
        try:
            croupier.serve(Last, connect=way["connect"])
        except croupier.CroupierError:
            pass
    croupier.serve(Last, **{name: int(port) for name, port in way.items()}, ready=lambda url: print(url, flush=True))
"""
RULES = {"hearts": ("deals=1", 4), "love-letter": ("tokens=1", 6)}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("examples") / "venv")
    for game, base in BASES.items():
        environment.install(EXAMPLES / game)
        (environment.folder / f"last_{game.partition('-')[0]}.py").write_text(BOT.replace("@BASE@", base), "utf-8")
    return environment


@pytest.mark.parametrize("game", list(BASES))
def test_an_example_is_no_longer_than_it_may_be(game: str):
    sources = [path.read_text("utf-8") for path in (EXAMPLES / game / "src").rglob("*.py")]
    assert sum(len(source.splitlines()) for source in sources) <= MOST_LINES


@pytest.mark.parametrize("game", list(BASES))
def test_its_own_tests_pass(installed: Environment, game: str):
    options = ("-q", "-p", "no:cacheprovider", "-n0", "--import-mode=importlib", f"--rootdir={installed.folder}")
    assert " passed" in installed.run("-m", "pytest", *options, str(EXAMPLES / game / "tests"))


@pytest.mark.parametrize("game", list(BASES))
def test_it_is_checked_from_package_to_page(installed: Environment, game: str):
    assert "All checks pass" in installed.croupier("game-check", game, "--quick")


@pytest.mark.parametrize("game", list(BASES))
def test_its_bots_play_by_every_transport_as_in_the_process(installed: Environment, game: str):
    setting, seats = RULES[game]
    rules = ("--set", setting, "--no-journal", "--seed", "5", "--history")
    bot = f"last_{game.partition('-')[0]}.py"
    program = f"cmd:{installed.folder}/bin/python {bot}"
    with ExitStack() as servers:
        tcp, http, ws = (serve(installed, bot, way, servers) for way in ("tcp", "http", "ws"))
        port = free_port()
        start(installed, bot, f"connect=127.0.0.1:{port}", servers)
        tables = {"one": [bot, tcp, http, ws, bot, bot], "two": [program, f"listen:{port}", program, tcp, bot, ws]}
        for name, table in tables.items():
            played = installed.croupier("run", game, *table[:seats], *rules, f"{game}-{name}.jsonl")
            assert "sandboxed" in played
            assert "fault" not in played, played
    installed.croupier("run", game, *[bot] * seats, *rules, f"{game}-local.jsonl", "--trust")
    local = moves_in(installed.folder / f"{game}-local.jsonl")
    assert len(local) > 2
    for name in ("one", "two"):
        assert moves_in(installed.folder / f"{game}-{name}.jsonl") == local


def start(installed: Environment, bot: str, way: str, servers: ExitStack) -> "subprocess.Popen[str]":
    """Start a bot that waits for questions."""
    python = str(installed.folder / "bin" / "python")
    server = subprocess.Popen([python, bot, way], cwd=installed.folder, stdout=subprocess.PIPE, text=True)
    servers.callback(server.communicate)
    servers.callback(server.kill)
    return server


def serve(installed: Environment, bot: str, way: str, servers: ExitStack) -> str:
    server = start(installed, bot, f"{way}=0", servers)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    return f"json+{address}" if address.startswith("http:") else address


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def moves_in(replay: Path) -> list[tuple[int, str]]:
    """Seat and move of each step. Compared in one match: with -n, bots that cannot be restarted get other deals."""
    steps = [json.loads(line) for line in replay.read_text("utf-8").splitlines()]
    return [(step["seat"], step["move"]) for step in steps if "move" in step]
