"""What the sandbox costs: per decision, per match and per start, each beside the limit it must keep to.

    python bench/sandbox.py          about half a minute
    python bench/sandbox.py --quick

Four example bots play Exploding Kittens, everything on one core. Each figure is the best of several rounds, the kinds
of isolation taking turns: what else the machine does can only make a round slower. Last comes what the machine itself
charges for a question and its answer between two plain processes, and a fork for each page that it writes to.
"""

import gc
import mmap
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import msgspec

from croupier import __version__
from croupier.arena.plan.schedule import Pairing
from croupier.arena.run.pool_worker import GC_THRESHOLD
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.arena.run.table import fresh_bots, new_match
from croupier.games import find_game
from croupier.match.window_padding import WindowPadding
from croupier.players.connections import Connections
from croupier.players.sandbox.affinity import pinned_core
from croupier.players.sandbox.isolation import Isolation, find_best_level
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.zygote_client import Zygote
from croupier.players.sandbox.zygote_protocol import SandboxedBot

GAME = find_game("kittens")
BOTS = sorted((Path(__file__).parents[1] / "bots" / "kittens").glob("*.py"))
ISOLATIONS = {
    "locked": Isolation(),
    "plain": Isolation(sandbox=False),
    "fresh": Isolation(fresh=True),
}
CHUNK = 200

DECISION, MATCHES, FRESH, COLD, WARM, COST = 60.0, 200.0, 60.0, 30.0, 3.0, 1.10


class Table:
    """Four bots in one kind of isolation, and their best round. With `padding` reaction windows are padded."""

    def __init__(self, name: str, padding: WindowPadding | None = None) -> None:
        self._name = name
        self._padding = padding
        self.entrants = make_entrants(GAME, [str(path) for path in BOTS], ISOLATIONS[name])
        self.rate = 0.0
        """Matches per second."""
        self.thinking = float("inf")
        """Seconds from a question to its answer, on the average."""

    def play(self, matches: int) -> None:
        """One round, in processes that nobody has used."""
        settings = GAME.settings()
        taken, asked = 0.0, 0
        with Connections(self.entrants, clock_for(GAME)) as outside:
            began = perf_counter()
            for number in range(matches):
                seating = tuple((number + place) % len(BOTS) for place in range(len(BOTS)))
                match = new_match(GAME, settings, self.entrants, Pairing(0, number, seating), talk=False)
                padding = None if self._padding is None else self._padding.begin(match, seating)
                outside.play(match, fresh_bots(self.entrants, seating), padding=padding)
                taken += sum(step.seconds for step in match.steps)
                asked += len(match.steps)
            self.rate = max(self.rate, matches / (perf_counter() - began))
        self.thinking = min(self.thinking, taken / asked)


def shown(what: str, value: float, unit: str, limit: float, at_most: bool = True) -> None:
    """A line, with how much of the limit is used up: more than 1 is too much."""
    share = value / limit if at_most else limit / value
    print(f"  {what:44}{value:9,.2f} {unit:12}{'at most' if at_most else 'at least'} {limit:6,.2f}   {share:5.2f}")


def fastest(rounds: int, work: Callable[[], float]) -> float:
    return min(work() for _ in range(rounds)) * 1e3


def starts(rounds: int) -> None:
    """Cold: a bot's first process in a run. From the zygote: every other one."""
    level = find_best_level()
    began = perf_counter()
    zygote = Zygote(level, GAME.name)
    once = (perf_counter() - began) * 1e3
    waiting = [SandboxedBot(GAME.name, path) for path in BOTS]

    def start(bot: SandboxedBot) -> float:
        began = perf_counter()
        cell = zygote.start_cell(bot, Limits())
        taken = perf_counter() - began
        cell.close()
        return taken

    try:
        cold = fastest(len(waiting), lambda: start(waiting.pop()))
        warm = fastest(rounds, lambda: start(SandboxedBot(GAME.name, BOTS[0])))
    finally:
        zygote.close()
    print(f"  {'the sandbox itself, once in a run':44}{once:9,.2f} ms")
    shown("start of a bot, cold", cold, "ms", COLD)
    shown("start of a bot, from the zygote", warm, "ms", WARM)


def round_trip(times: int, ask: Callable[[], bytes], answer: Callable[[bytes], bytes]) -> float:
    """Seconds for a question to another process and its answer back."""
    (question_out, question_in), (answer_out, answer_in) = os.pipe(), os.pipe()
    if os.fork() == 0:
        os.close(question_in)
        while question := os.read(question_out, 4096):
            os.write(answer_in, answer(question))
        os._exit(0)
    began = perf_counter()
    for _ in range(times):
        os.write(question_in, ask())
        msgspec.json.decode(os.read(answer_out, 4096))
    taken = perf_counter() - began
    for descriptor in (question_out, question_in, answer_out, answer_in):
        os.close(descriptor)
    os.wait()
    return taken / times


def json_answer(question: bytes) -> bytes:
    """What a program does that plays the first move it is offered."""
    return msgspec.json.encode({"id": msgspec.json.decode(question)["id"], "move": 0, "note": "the first"})


def copied_page(pages: int) -> float:
    """Seconds for a fork to write to a page that it shares with its parent."""
    memory = mmap.mmap(-1, pages * mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    places = range(0, len(memory), mmap.PAGESIZE)
    for place in places:
        memory[place] = 1
    told_out, told_in = os.pipe()
    if os.fork() == 0:
        began = perf_counter()
        for place in places:
            memory[place] = 2
        os.write(told_in, struct.pack("d", (perf_counter() - began) / pages))
        os._exit(0)
    os.wait()
    (taken,) = struct.unpack("d", os.read(told_out, 8))
    os.close(told_out)
    os.close(told_in)
    memory.close()
    return float(taken)


def main() -> None:
    quick = "--quick" in sys.argv
    rounds, matches, few = (1, 8, 2) if quick else (6, CHUNK, 40)
    print(f"croupier {__version__}: bots sandboxed ({find_best_level().value}), on one core; the last column is")
    print("how much of the limit is used up")
    # As in a worker of a run.
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    with pinned_core():
        locked, plain, fresh = (Table(name) for name in ISOLATIONS)
        padded = Table("locked", WindowPadding())
        for _ in range(rounds):
            locked.play(matches)
            plain.play(matches)
            fresh.play(few)
            padded.play(matches)
        shown("per decision of a sandboxed bot", locked.thinking * 1e6, "us", DECISION)
        shown("4 bots, a process per chunk", locked.rate, "matches/s", MATCHES, at_most=False)
        shown("4 bots, --fresh match", fresh.rate, "matches/s", FRESH, at_most=False)
        shown("the sandbox against a plain process", plain.rate / locked.rate, "times", COST)
        print(f"  {'rated play, where reaction windows are padded':44}{padded.rate:9,.2f} matches/s", end="")
        print(f"   {locked.rate / padded.rate:.2f} times as long as without")
        starts(3 if quick else 40)
        times = 200 if quick else 5000
        bare = 1e6 * min(round_trip(times, lambda: b"1", lambda question: question) for _ in range(5))
        question = {"id": 1, "view": list(range(330))}
        talk = 1e6 * min(round_trip(times, lambda: msgspec.json.encode(question), json_answer) for _ in range(5))
        page = 1e6 * min(copied_page(500 if quick else 5000) for _ in range(3))
        print(f"  the machine takes {bare:.1f} us for a round trip of one byte, {page:.1f} us for a page of a fork,")
        print(f"  and {talk:.1f} us for a question of 1.2 KB as JSON and its answer")


if __name__ == "__main__":
    main()
