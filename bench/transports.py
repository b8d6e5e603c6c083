"""What a decision costs when the bot is a program, by transport and game: from the question to the answer.

    python bench/transports.py

The programs are the starter in C, on a pipe, and a bot of ours in Python behind each transport, which plays the first
move. Each figure is the best of several rounds.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean

import croupier
from croupier.arena.plan.schedule import Pairing
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.table import fresh_bots, new_match
from croupier.games import GAMES, find_game
from croupier.players.connections import Connections
from croupier.players.sandbox.isolation import Isolation
from croupier.players.starters import LANGUAGES, starter

ROUNDS = 5
SHORT = {"bluff": {"max_turns": 10}, "belote": {"deals": 2}}
BOT = """
import sys, croupier
from croupier.kernel.bot import Bot
class First(Bot):
    def decide(self, decision):
        return 0
way = dict(pair.split("=") for pair in sys.argv[1:])
croupier.serve(First, game="cuttle", **{name: int(port) for name, port in way.items()})
"""


@contextmanager
def bots(folder: Path) -> Iterator[dict[str, str]]:
    """BOT by the name of its column."""
    found: dict[str, str] = {}
    if shutil.which("gcc"):
        source = folder / "starter.c"
        source.write_text(starter(find_game("cuttle"), LANGUAGES["c"], source))
        subprocess.run(["gcc", "-O2", "-o", str(folder / "starter"), str(source)], check=True)
        found["C, pipe"] = f"cmd:{folder / 'starter'}"
    path = folder / "bot.py"
    path.write_text(BOT)
    found["Python, pipe"] = f"cmd:{sys.executable} {path}"
    servers: list[subprocess.Popen[str]] = []
    for way in ("tcp", "ws", "http"):
        command = [sys.executable, str(path), f"{way}=0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        servers.append(server)
        assert server.stdout is not None
        url = server.stdout.readline().split()[3].rstrip(";")
        found[f"Python, {way}"] = f"json+{url}" if way == "http" else url
    try:
        yield found
    finally:
        for server in servers:
            server.terminate()
            server.communicate()


def microseconds(game: str, spec: str) -> float:
    """Per decision of the bot, in the best round."""
    found = find_game(game)
    settings = found.settings(SHORT.get(game, {}))
    entrants = make_entrants(found, [spec, "random"], Isolation(trust=True))
    seats = max(found.seats[0], 2)
    rounds: list[float] = []
    with Connections(entrants) as outside:
        for number in range(ROUNDS):
            match = new_match(found, settings, entrants, Pairing(0, number, tuple(seat % 2 for seat in range(seats))))
            outside.play(match, fresh_bots(entrants, [seat % 2 for seat in range(seats)]))
            rounds.append(mean(step.seconds for step in match.steps if step.seat % 2 == 0))
    return min(rounds) * 1e6


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, bots(Path(folder)) as columns:
        print(f"croupier {croupier.__version__}: microseconds per decision")
        print(f"{'':10}" + "".join(f"{name:>14}" for name in columns))
        for game in GAMES:
            print(f"{game:10}" + "".join(f"{microseconds(game, spec):14.0f}" for spec in columns.values()))


if __name__ == "__main__":
    main()
