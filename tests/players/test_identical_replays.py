"""The same seed and the same bot give the same replay, byte for byte, over every transport, for every game."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import liar
import msgspec
import pytest
from players.oracle import Oracle

from croupier.ai.baselines import RandomBot
from croupier.ai.registry import BUILT_IN
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.game import Game, Lookup
from croupier.match.match import Match
from croupier.match.replay.write import ReplayWriter
from croupier.match.run_players import run_bots
from croupier.players.connections import Connections
from croupier.players.entrant import RemoteBot
from croupier.players.http.launch import free_port
from croupier.players.sandbox.isolation import Isolation, IsolationLevel, find_obstacles
from croupier.players.spec import load_bots

PROGRAM = [sys.executable, str(Path(__file__).with_name("oracle.py"))]
ALL = [*GAMES.values(), liar.GAME]
SHORT: dict[str, dict[str, Any]] = {"bluff": {"max_turns": 6}, "belote": {"deals": 2, "cut": "fixed"}}
WAYS = ["stdio", "tcp", "http", "ws", "listen"]


@pytest.fixture(autouse=True)
def _liar_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "liar", liar.GAME)


@pytest.fixture(scope="module")
def tables() -> Iterator[dict[str, tuple[Connections, RemoteBot]]]:
    """By way, where to play and with whom: one run for all games, because a guest knows no game."""
    with ExitStack() as stack:
        port = free_port()
        specs = {"stdio": f"cmd:{' '.join(PROGRAM)}", "listen": f"listen:{port}"}
        started = {
            way: stack.enter_context(
                subprocess.Popen([*PROGRAM, option], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            )
            for way, option in (
                ("tcp", "tcp=0"),
                ("http", "http=0"),
                ("ws", "ws=0"),
                ("listen", f"connect=127.0.0.1:{port}"),
            )
        }
        for way in ("tcp", "http", "ws"):
            stack.callback(started[way].terminate)
            output = started[way].stdout
            assert output is not None
            url = output.readline().split()[4]
            specs[way] = f"json+{url}" if way == "http" else url
        found: dict[str, tuple[Connections, RemoteBot]] = {}
        with ExitStack() as runs:
            for way in WAYS:
                (entrant,) = load_bots(GAMES["cuttle"], [specs[way]], BUILT_IN, Isolation(trust=True))
                assert entrant.guest is not None
                found[way] = runs.enter_context(Connections([entrant])), entrant.guest
            yield found
        assert started["listen"].wait() == 0, "it ends when the engine hangs up"


def new_match(game: Game) -> Match:
    seats = max(game.seats[0], min(3, game.seats[-1]))
    return Match(game, game.settings(SHORT.get(game.name)), [f"p{seat}" for seat in range(seats)], 4)


def replay(match: Match, path: Path) -> bytes:
    """Its lines without times, what a bot printed for its author, and the sums in which these are contained."""
    writer = ReplayWriter(path, "0", ["bot"] * match.table.seats)
    writer.watch(match)
    writer.close()
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    kept = [{key: value for key, value in line.items() if key not in ("seconds", "sum", "printed")} for line in lines]
    return b"\n".join(msgspec.json.encode(line) for line in kept)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_every_transport_gives_the_same_replay(
    game: Game, way: str, tables: dict[str, tuple[Connections, RemoteBot]], tmp_path: Path
) -> None:
    """The bot sits at the first two seats: side by side on one connection, or on one of its own each."""
    here, there = new_match(game), new_match(game)
    others: list[Bot[Any, Any]] = [RandomBot() for _ in range(2, here.table.seats)]
    run_bots(here, [Oracle(), Oracle(), *others])
    outside, guest = tables[way]
    outside.play(there, [guest, guest, *others])
    assert replay(there, tmp_path / "there") == replay(here, tmp_path / "here")
    assert any("Crashed: ValueError: three! (oracle.py, line" in fault for step in here.steps for fault in step.faults)


def bot_file(folder: Path) -> Path:
    """The same bot, line by line, in a folder of its own and without the game that only tests know."""
    path = folder / "oracle.py"
    text = Path(PROGRAM[1]).read_text(encoding="utf-8")
    path.write_text(text.replace("import liar\n", "\n").replace('GAMES["liar"] = liar.GAME', "pass"), encoding="utf-8")
    return path


def launched(folder: Path, game: Game) -> Path:
    text = bot_file(folder).read_text(encoding="utf-8").partition('if __name__ == "__main__"')[0]
    serving = f"import os\ncroupier.serve(Oracle, http=int(os.environ['PORT']), game={game.name!r})\n"
    (folder / "oracle.py").write_text(text + serving, encoding="utf-8")
    launch = {"fileName": sys.executable, "arguments": ["oracle.py"]}
    (folder / "bot.meta.json").write_bytes(msgspec.json.encode({"name": "oracle", "launch": launch}))
    return folder


FILES: dict[str, tuple[Isolation, bool]] = {
    "file, sandboxed": (Isolation(), False),
    "file, a process for every match": (Isolation(fresh=True), False),
    "file, trusted": (Isolation(trust=True), False),
    "folder, launched": (Isolation(trust=True), True),
}
# In a game with an API of its own that is what a launched bot is asked by, and it knows no talk.
ON_DISK = [
    (game, way)
    for game in GAMES.values()
    for way, (isolation, is_launched) in FILES.items()
    if not (is_launched and game.http) and not (not isolation.trust and find_obstacles(IsolationLevel.LANDLOCK))
]


@pytest.mark.parametrize(("game", "way"), ON_DISK, ids=lambda value: getattr(value, "name", value))
def test_every_way_to_give_a_file_gives_the_same_replay(game: Game, way: str, tmp_path: Path) -> None:
    isolation, is_launched = FILES[way]
    here, there = new_match(game), new_match(game)
    others: list[Bot[Any, Any]] = [RandomBot() for _ in range(2, here.table.seats)]
    run_bots(here, [Oracle(), Oracle(), *others])
    spec = str(launched(tmp_path, game) if is_launched else bot_file(tmp_path))
    (entrant,) = load_bots(game, [spec], BUILT_IN, isolation)
    with Connections([entrant]) as outside:
        outside.play(there, [*(entrant.guest or entrant.make() for _ in range(2)), *others])
    assert replay(there, tmp_path / "there") == replay(here, tmp_path / "here")


@pytest.mark.skipif(bool(find_obstacles(IsolationLevel.LANDLOCK)), reason="no sandbox here")
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_an_event_that_is_not_shared_arrives_all_the_same(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of events is full, so that they travel written out."""
    monkeypatch.setattr(game, "events", Lookup(game.events._make))
    monkeypatch.setattr("croupier.kernel.game.MOST_SHARED", 3)
    test_every_way_to_give_a_file_gives_the_same_replay(game, "file, sandboxed", tmp_path)


def test_the_bot_also_answers_wrongly_and_talks() -> None:
    """So that refusals, faults, talk and notes are among what is compared."""
    matches = [new_match(game) for game in ALL]
    for match in matches:
        run_bots(match, [Oracle() for _ in range(match.table.seats)])
    steps = [step for match in matches for step in match.steps]
    faults = "".join(fault for step in steps for fault in step.faults)
    assert "IllegalMove: I would rather not" in faults
    assert "with 'dance'; legal moves" in faults
    assert any(step.say and step.note for step in steps)
