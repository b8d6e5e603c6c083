"""A worker process: answers for bots that think long, gives hints, looks at finished matches. One job at a time.

Bots that search are asked anew at every question and keep nothing, so any worker can answer for any table.
"""

import os
import pickle
import signal
import struct
import sys
from collections import OrderedDict
from typing import Any, BinaryIO, Final, cast

import msgspec

from croupier.ai import BUILT_IN
from croupier.ai.ismcts import IsmctsBot
from croupier.ai.review import review
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Result, Seat, Table
from croupier.kernel.errors import CroupierError, ReplayError, SeatError
from croupier.match.drivers import consult, luck_seed
from croupier.match.film import Film
from croupier.match.replay import rebuild, replays_in
from croupier.players.loader import load_bots
from croupier.players.shelter import LOCKED_UP
from croupier.ui.replaypage import replay_page

KEPT: Final = 32
HEADER: Final = struct.Struct("!I")


class Decide(msgspec.Struct, frozen=True):
    """Answer for a bot."""

    key: str
    """Of the bot: the same key is the same bot at the same seat."""
    spec: str
    table: Table
    seat: Seat
    luck: int
    decision: Decision[Any, Any]


class Advise(msgspec.Struct, frozen=True):
    """What a search thinks of each move, from the view of the one who asks."""

    table: Table
    decision: Decision[Any, Any]
    iterations: int


class Study(msgspec.Struct, frozen=True):
    """Look at a finished match."""

    replay: bytes
    iterations: int


class Verify(msgspec.Struct, frozen=True):
    """Play a stranger's replay again: is it what it says?"""

    replay: bytes


class Picture(msgspec.Struct, frozen=True):
    """A replay as one page that needs nothing else."""

    replay: bytes


class Verified(msgspec.Struct, frozen=True):
    """A replay that is what it says, with its lines."""

    game: str
    names: tuple[str, ...]
    result: Result
    lines: bytes


class Board(msgspec.Struct, frozen=True):
    """The ratings of a game, or of all games."""

    db: str | None
    game: str


class BotPage(msgspec.Struct, frozen=True):
    """All about one bot."""

    db: str | None
    game: str
    name: str


class Contest(msgspec.Struct, frozen=True):
    """A tournament or a comparison as it stands."""

    db: str | None
    run: int


Job = Decide | Advise | Study | Verify | Picture | Board | BotPage | Contest


class Answered(msgspec.Struct, frozen=True):
    index: int
    say: tuple[str, ...]
    note: str


class Failed(msgspec.Struct, frozen=True):
    """`fault` if it is the bot's own."""

    text: str
    fault: SeatError | None = None


class Desk:
    """Keeps the bots that were asked last."""

    def __init__(self) -> None:
        self._bots: OrderedDict[str, Bot[Any, Any]] = OrderedDict()

    def do(self, job: Job) -> object:
        if isinstance(job, Decide):
            return self._decide(job)
        if isinstance(job, Advise):
            return _advise(job)
        if isinstance(job, Study):
            return _study(job)
        if isinstance(job, Verify):
            return _verify(job)
        if isinstance(job, Picture):
            film = Film(rebuild(next(replays_in(job.replay.splitlines(keepends=True), "the replay"))))
            return replay_page(film, f"{film.title}: {', '.join(film.names)}")
        from croupier.ui.web import ledgers  # numpy comes with it, and bots do without

        if isinstance(job, Board):
            return ledgers.board(job.db, job.game)
        if isinstance(job, BotPage):
            return ledgers.bot_page(job.db, job.game, job.name)
        return ledgers.contest_shown(job.db, job.run)

    def _decide(self, job: Decide) -> Answered:
        bot = self._bots.pop(job.key, None)
        if bot is None:
            entrant = load_bots(find_game(job.table.game), [job.spec], BUILT_IN, LOCKED_UP)[0]
            bot = entrant.make()
            bot.sit(job.table, job.seat, job.luck)
        self._bots[job.key] = bot
        if len(self._bots) > KEPT:
            self._bots.popitem(last=False)
        index = job.decision.index_of(consult(bot, job.decision))
        return Answered(index, *bot.spoken())


def _advise(job: Advise) -> list[tuple[int, float, int]]:
    adviser = IsmctsBot(find_game(job.table.game), iterations=job.iterations)
    adviser.sit(job.table, job.decision.seat, luck_seed(0, job.decision.seat))
    adviser.face(job.decision.id)
    _, found = adviser.select_move_with_stats(job.decision, lines=0)
    return [(stats.index, stats.value, stats.visits) for stats in found.moves]


def _study(job: Study) -> dict[str, Any]:
    match = rebuild(next(replays_in(job.replay.splitlines(keepends=True), "the replay")))
    found = review(match, job.iterations)
    costly = [each for each in found.judgements if each.lost >= 0.03]
    names = match.table.names
    return {
        "win": [list(forecast) for forecast in found.forecasts],
        "costly": [
            {
                "step": each.number,
                "seat": each.seat,
                "lost": round(each.lost, 3),
                "played": each.played.move.label(names),
                "better": each.best.move.label(names),
                "why": _why(names[each.seat], each.played.value, each.best.value),
            }
            for each in sorted(costly, key=lambda each: (-each.lost, each.number))[:12]
        ],
    }


def _verify(job: Verify) -> Verified:
    lines = job.replay.splitlines(keepends=True)
    replay = next(replays_in(lines, "the file"), None)
    if replay is None:
        raise ReplayError("the file holds no match")
    match = rebuild(replay)
    own = b"".join(lines[: len(replay.moves) + 2])
    return Verified(match.game.name, match.table.names, match.result(), own)


def _why(name: str, played: float, best: float) -> str:
    return f"{name} could expect {best:.0%} of a win and was left with {played:.0%}."


def send(stream: BinaryIO, value: object) -> None:
    data = pickle.dumps(value)
    stream.write(HEADER.pack(len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO) -> object:
    """The next value; EOFError when there will be none."""
    head = stream.read(HEADER.size)
    if len(head) < HEADER.size:
        raise EOFError
    return pickle.loads(stream.read(HEADER.unpack(head)[0]))


def main() -> None:
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not be taken for an answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    desk = Desk()
    while True:
        try:
            job = cast("Job", receive(source))
        except EOFError:
            return
        try:
            answer = desk.do(job)
        except SeatError as fault:
            answer = Failed(str(fault), fault)
        except CroupierError as error:
            answer = Failed(str(error))
        except Exception as error:
            answer = Failed(f"{type(error).__name__}: {error}")
        send(sink, answer)
