"""Attacks on fairness: finding the seed, remembering deals from one seating to the next, reading rivals' files."""

import shlex
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from croupier.arena.api import run, run_batch
from croupier.arena.attack.attack import Attempt, Outcome
from croupier.arena.plan.schedule import match_seed
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.task import Played
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.rng import Chance, purpose
from croupier.kernel.secret import secret_of
from croupier.match.run_players import luck_seed
from croupier.players.sandbox.isolation import Isolation, IsolationLevel

SHORT_SEEDS: Final = 2**16
"""Short seeds that the search tries."""
_GAME: Final = GAMES["cuttle"]

Stream = tuple[int, ...]
"""The first two numbers of a bot's own chance."""
Hand = tuple[int, ...]
"""What a bot sees at its first question."""


class Spy(Bot[Any, Any]):
    """Keeps what leads to a short seed: the start of its own chance and what it sees first, match by match."""

    streams: list[Stream]
    hands: list[Hand]

    def on_start(self) -> None:
        self.streams.append((self.rng.getrandbits(32), self.rng.getrandbits(32)))

    def decide(self, decision: Decision[Any, Any]) -> int:
        if decision.id == 1:
            self.hands.append(tuple(map(int, decision.view.ints)))
        return 0


def spy_on(seed: int | None) -> type[Spy]:
    """Let a bot spy on a run of two deals in both seatings; without a seed, on one with a secret."""
    spy = type("Spy", (Spy,), {"streams": [], "hands": [], "is_ours": False})
    run("cuttle", [spy, "random"], n=4, seed=seed)
    return spy


def seeds_by_stream(streams: Collection[Stream], limit: int = SHORT_SEEDS) -> list[int]:
    """The short seeds of runs in whose first match seat 0 has one of these streams."""
    chance, luck = Chance(), purpose("luck")
    found: list[int] = []
    for seed in range(limit):
        chance.start(luck_seed(match_seed(secret_of(str(seed)), 0), 0), luck, 0)
        if (int(chance.word()), int(chance.word())) in streams:
            found.append(seed)
    return found


def seeds_by_hands(hands: Collection[Hand], limit: int = SHORT_SEEDS) -> list[int]:
    """The short seeds of runs whose first two deals show seat 0 two of these hands."""
    state = _GAME.new_state(_GAME.settings(), 2)
    found: list[int] = []
    for seed in range(limit):
        state.start_match(match_seed(secret_of(str(seed)), 0))
        if tuple(map(int, state.snapshot(0))) in hands:
            state.start_match(match_seed(secret_of(str(seed)), 1))
            if tuple(map(int, state.snapshot(0))) in hands:
                found.append(seed)
    return found


def attempt_to_find_seeds(limit: int = SHORT_SEEDS) -> Iterator[Attempt]:
    """Search for the secret of a run, and for a short seed, to prove that the search works."""
    short = limit * 5 // 6
    known, hidden = spy_on(short), spy_on(None)
    searches = (
        ("from a bot's own random numbers", partial(seeds_by_stream, {*known.streams, *hidden.streams})),
        ("from the first hands", partial(seeds_by_hands, {*known.hands, *hidden.hands})),
    )
    for how, search in searches:
        found = search(limit)
        outcome, detail = Outcome.HELD, f"{limit:,} seeds tried"
        if short not in found:
            outcome, detail = Outcome.NOT_TRIED, "the search does not find a short seed"
        elif len(found) > 1:
            outcome = Outcome.NOT_HELD
        yield Attempt("fairness: the seed", f"find the seed {how}", "secret of 128 bits", outcome, detail)


REMEMBERING_BOT: Final = """\
import time
from croupier.games.cuttle import CuttleBot

life = 0

class Remembering(CuttleBot):
    def select_move(self, view, legal_moves):
        global life
        life = life or time.monotonic_ns() // 1000 % 10**9
        self.note = f"life={life}"
        return legal_moves[0]
"""
"""Notes which of its processes plays."""
REMEMBERING_PROGRAM: Final = """\
import json, sys, time
life = time.monotonic_ns() // 1000 % 10**9
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "name": "program"}), flush=True)
    elif message["type"] in ("decide", "illegal"):
        answer = {"type": "move", "id": message["id"], "move": 0, "note": f"life={life}"}
        print(json.dumps(answer), flush=True)
"""


def deals_met(matches: Iterable[Played]) -> dict[tuple[int, int], list[int]]:
    """The seeds of the deals that each process of each bot met."""
    met: dict[tuple[int, int], list[int]] = defaultdict(list)
    for played in matches:
        for entrant, sums in zip(played.seating, played.statistics, strict=True):
            if "note:life" in sums:
                met[entrant, round(sums["note:life"] / sums["note#life"])].append(played.seed)
    return met


def attempt_to_remember_deals(folder: Path, level: IsolationLevel) -> Sequence[Attempt]:
    """Play deals from both seats, with bots that would know a deal again if their process met it twice."""
    bot, program = folder / "remembering.py", folder / "remembering_program.py"
    bot.write_text(REMEMBERING_BOT, encoding="utf-8")
    program.write_text(REMEMBERING_PROGRAM, encoding="utf-8")
    isolation = Isolation(mechanism=level)
    found: list[Attempt] = []
    for kind, spec in (("Python bot", str(bot)), ("program", as_command(program))):
        entrants = make_entrants(_GAME, [spec, "random"], isolation)
        met = deals_met(result.played for result in run_batch("cuttle", entrants, n=8))
        has_held = bool(met) and all(len(set(seeds)) == len(seeds) for seeds in met.values())
        outcome = Outcome.HELD if has_held else Outcome.NOT_HELD
        detail = f"{len(met)} processes played 4 deals in both seatings"
        found.append(Attempt("fairness: memory", f"{kind}: meet a deal again", level.value, outcome, detail))
    return found


# It asks for everything that lies beside it: by imports that are never made, and by name.
_LOOK: Final = """\
if False:
    import rival
    from rival import weights
# rival.npz rival_weights.bin notes.txt .env live.jsonl history.jsonl runs.sqlite ladder.sqlite ladder.html
import os

def look():
    found = {name for _, _, names in os.walk(os.path.dirname(os.path.abspath(__file__))) for name in names}
    for name in (".env", "live.jsonl", "rival.py", "rival.npz"):
        try:
            found.add(open(os.path.join(FOLDER, name)).name)
        except OSError:
            pass
    return "sees " + " ".join(sorted(found))

"""
_THIEF: Final = """\
from croupier.kernel.bot import Bot

class Thief(Bot):
    def decide(self, decision):
        self.say(look())
        return 0
"""
_THIEF_PROGRAM: Final = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "name": "thief_program"}), flush=True)
    elif message["type"] in ("decide", "illegal"):
        print(json.dumps({"type": "move", "id": message["id"], "move": 0, "say": look()}), flush=True)
"""
_RIVAL: Final = """\
from croupier.kernel.bot import Bot

class Rival(Bot):
    def decide(self, decision):
        return 0
"""
SECRETS: Final = ("rival.npz", "rival_weights.bin", "notes.txt", ".env", "runs.sqlite", "live.jsonl", "history.jsonl")
"""Files beside the thieves that are not theirs."""
LOOT: Final = {"thief": "sees thief.npz thief.py", "thief_program": "sees thief_program.npz thief_program.py"}
"""What thieves say if they see their own files only."""


def write_thieves(folder: Path) -> list[str]:
    """Put two thieves and their rival into a folder with files of others; the bots."""
    look = f"FOLDER = {str(folder)!r}\n{_LOOK}"
    for name, source in (("thief", look + _THIEF), ("thief_program", look + _THIEF_PROGRAM), ("rival", _RIVAL)):
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    for name in (*SECRETS, "thief.npz", "thief_program.npz"):
        (folder / name).touch()
    return [str(folder / "thief.py"), str(folder / "rival.py"), as_command(folder / "thief_program.py")]


def attempt_to_read_rivals(folder: Path, level: IsolationLevel) -> Sequence[Attempt]:
    """Play a match with thieves, and read what they say they see."""
    folder.mkdir()
    entrants = make_entrants(GAMES["coup"], write_thieves(folder), Isolation(mechanism=level))
    (result, *_) = run_batch("coup", entrants, n=1)
    said: dict[str, set[str]] = {"thief": set(), "thief_program": set()}
    for step in result.match.steps:
        name = result.names[step.seat]
        if name in said:
            said[name] |= set(step.say)
    return [
        Attempt(
            "fairness: rivals' files",
            f"{kind}: read what lies beside it",
            level.value,
            Outcome.HELD if said[name] == {LOOT[name]} else Outcome.NOT_HELD,
            "; ".join(sorted(said[name])) or "it said nothing",
        )
        for kind, name in (("Python bot", "thief"), ("program", "thief_program"))
    ]


def as_command(program: Path) -> str:
    """The spec of a program in Python."""
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(program)])}"
