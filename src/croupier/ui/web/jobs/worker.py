"""A worker process: answers for bots that search, gives hints, reviews finished matches. One job at a time.

Bots that search keep nothing between two questions, so any worker can answer for any table.
"""

import os
import pickle
import signal
import sys
from collections import OrderedDict
from typing import Any, Final, TypedDict

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.ai.replay_study import study_match
from croupier.ai.search.analyst import make_analyst
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Result, Seat, Table
from croupier.kernel.errors import CroupierError, ReplayError, SeatError
from croupier.match.playback import Playback
from croupier.match.replay.frames import FrameWriter, viewer_key, viewer_labels
from croupier.match.replay.page import replay_page
from croupier.match.replay.read import replays_in
from croupier.match.replay.verify import rebuild
from croupier.match.run_players import ask_bot, luck_seed
from croupier.players.frames import read_frame, write_frame
from croupier.players.sandbox.isolation import SANDBOXED
from croupier.players.spec import load_bots

MAX_BOTS: Final = 32


class Decide(msgspec.Struct, frozen=True):
    """Answer for a bot."""

    key: str
    """Key of the bot: the same key is the same bot at the same seat."""
    spec: str
    table: Table
    seat: Seat
    luck: int
    decision: Decision[Any, Any]


class Advise(msgspec.Struct, frozen=True):
    """Value each move by a search from the view of the seat."""

    table: Table
    decision: Decision[Any, Any]
    iterations: int


class ReviewMatch(msgspec.Struct, frozen=True):
    """Review a finished match."""

    replay: bytes
    iterations: int


class VerifyReplay(msgspec.Struct, frozen=True):
    """Play an uploaded replay again and check it."""

    replay: bytes


class RenderPage(msgspec.Struct, frozen=True):
    """Render a replay as one self-contained page."""

    replay: bytes


class VerifiedReplay(msgspec.Struct, frozen=True):
    """A checked replay with its lines."""

    game: str
    names: tuple[str, ...]
    result: Result
    lines: bytes


class LoadLeaderboard(msgspec.Struct, frozen=True):
    """The ratings of a game, or of all games."""

    db: str | None
    game: str


class LoadBot(msgspec.Struct, frozen=True):
    """All about one bot."""

    db: str | None
    game: str
    name: str


class LoadProfile(msgspec.Struct, frozen=True):
    """How readable a bot is."""

    db: str | None
    game: str
    name: str


class LoadContest(msgspec.Struct, frozen=True):
    """A tournament or a comparison as it stands."""

    db: str | None
    run: int


class LoadPairing(msgspec.Struct, frozen=True):
    """The matches of a run in which two bots met."""

    db: str | None
    run: int
    first: str
    second: str


Job = (
    Decide
    | Advise
    | ReviewMatch
    | VerifyReplay
    | RenderPage
    | LoadLeaderboard
    | LoadBot
    | LoadProfile
    | LoadContest
    | LoadPairing
)


class BotAnswer(msgspec.Struct, frozen=True):
    index: int
    say: tuple[str, ...]
    note: str


class CostlyMove(TypedDict):
    """A decision that lost some of the chance to win."""

    step: int
    seat: int
    lost: float
    played: str
    better: str
    why: str
    branches: list["OtherMove"]
    """The best move first."""


class ExpectedStep(TypedDict):
    """A move of a branch."""

    seat: int
    label: str


class OtherMove(TypedDict):
    """Another move, and how the search expects the match to go on."""

    label: str
    value: float
    steps: list[ExpectedStep]
    frames: list[list[dict[str, int]]]
    """For each point of view, the table after each move: fields that changed, with the places of their values."""


class Analysis(TypedDict):
    """The chances of each seat after the deal and each step, and the costliest decisions with better moves."""

    win: list[list[float]]
    imagined: bool
    costly: list[CostlyMove]
    viewers: list[str]
    """The points of view of the frames: "dealer", "public" or the number of a seat."""
    values: list[Any]
    """What the frames refer to."""


class JobFailure(msgspec.Struct, frozen=True):
    """A job failed; `fault` is set if it is the bot's own."""

    text: str
    fault: SeatError | None = None


class JobRunner:
    """Runs jobs and keeps the MAX_BOTS bots that were asked last."""

    def __init__(self) -> None:
        self._bots: OrderedDict[str, Bot[Any, Any]] = OrderedDict()

    def do(self, job: Job) -> object:
        if isinstance(job, Decide):
            return self._decide(job)
        if isinstance(job, Advise):
            return _advise(job)
        if isinstance(job, ReviewMatch):
            return _study(job)
        if isinstance(job, VerifyReplay):
            return _verify(job)
        if isinstance(job, RenderPage):
            return _page(job)
        from croupier.ui.web import figures  # numpy comes with it, and bots do without

        if isinstance(job, LoadLeaderboard):
            return figures.load_leaderboard(job.db, job.game)
        if isinstance(job, LoadBot):
            return figures.load_bot(job.db, job.game, job.name)
        if isinstance(job, LoadProfile):
            return figures.load_profile(job.db, job.game, job.name)
        if isinstance(job, LoadPairing):
            return figures.load_pairing(job.db, job.run, job.first, job.second)
        return figures.load_contest(job.db, job.run)

    def _decide(self, job: Decide) -> BotAnswer:
        bot = self._bots.pop(job.key, None)
        if bot is None:
            entrant = load_bots(find_game(job.table.game), [job.spec], BUILT_IN, SANDBOXED)[0]
            bot = entrant.make()
            bot.sit(job.table, job.seat, job.luck)
        self._bots[job.key] = bot
        if len(self._bots) > MAX_BOTS:
            self._bots.popitem(last=False)
        index = job.decision.index_of(ask_bot(bot, job.decision))
        return BotAnswer(index, *bot.take_talk())


def _advise(job: Advise) -> list[tuple[int, float, int]]:
    adviser = make_analyst(find_game(job.table.game), job.iterations)
    adviser.sit(job.table, job.decision.seat, luck_seed(0, job.decision.seat))
    adviser.face(job.decision.id)
    _, found = adviser.select_move_with_stats(job.decision, lines=0)
    return [(stats.index, stats.value, stats.visits) for stats in found.moves]


def _study(job: ReviewMatch) -> Analysis:
    match = rebuild(next(replays_in(job.replay.splitlines(keepends=True), "the replay")))
    study = study_match(match, iterations=job.iterations)
    if study is None:
        raise ReplayError("the match is not over")
    labels = viewer_labels(match.table.names, None)
    writer = FrameWriter(match.table)
    found = study.document(writer, labels)
    return {
        "win": found["win"],
        "imagined": found["imagined"],
        "costly": found["costly"],
        "viewers": [viewer_key(viewer) for viewer in labels],
        "values": [msgspec.json.decode(each) for each in writer.values],
    }


def _page(job: RenderPage) -> str:
    match = rebuild(next(replays_in(job.replay.splitlines(keepends=True), "the replay")))
    heading = f"{match.game.title}: {', '.join(match.table.names)}"
    return replay_page(Playback(match), heading, study=study_match(match))


def _verify(job: VerifyReplay) -> VerifiedReplay:
    lines = job.replay.splitlines(keepends=True)
    replay = next(replays_in(lines, "the file"), None)
    if replay is None:
        raise ReplayError("the file contains no match")
    match = rebuild(replay)
    own = b"".join(lines[: len(replay.moves) + 2])
    return VerifiedReplay(match.game.name, match.table.names, match.result(), own)


def main() -> None:
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)  # what a bot prints must not be taken for an answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    runner = JobRunner()
    while body := read_frame(source):
        job: Job = pickle.loads(body)
        try:
            answer = runner.do(job)
        except SeatError as fault:
            answer = JobFailure(str(fault), fault)
        except CroupierError as error:
            answer = JobFailure(str(error))
        except Exception as error:
            answer = JobFailure(f"{type(error).__name__}: {error}")
        write_frame(sink, pickle.dumps(answer))
