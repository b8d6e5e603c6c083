"""Does a bot behave? A table of promises, each tried on it in its own way.

A promise is a name and one function that asks the bot and says what came. Whatever kind of bot it is, it is asked
through `Player`, so a file, a program and a server are held to the same promises. A guest with a checklist of its own,
such as that of an HTTP API, is held to that as well.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from statistics import quantiles
from typing import Final, Protocol, runtime_checkable

import msgspec

from croupier.arena.check.network import survives_nonsense, survives_stale, takes_pieces
from croupier.arena.check.positions import spots
from croupier.arena.check.question_kinds import Exam, Plan, TooMany
from croupier.arena.check.recorder import Fault, Record
from croupier.kernel.bot import TALK_LENGTH, TALK_PER_ANSWER
from croupier.kernel.errors import SeatError
from croupier.kernel.game import Game
from croupier.match.match import Match, Step
from croupier.match.referee import fault_text
from croupier.match.run_players import Player
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant
from croupier.players.http.check import Promise
from croupier.players.json.player import JsonPlayer
from croupier.players.sandbox.isolation import IsolationLevel

FAULTS_KEPT: Final = 5


class Finding(msgspec.Struct, frozen=True):
    """One line of the table."""

    name: str
    promise: str
    kept: bool
    came: str
    faults: tuple[Fault, ...] = ()
    """The first ones, each with its decision."""


@runtime_checkable
class Checklist(Protocol):
    """A guest that knows promises of its own."""

    async def check(self, game: Game) -> list[Promise]: ...


def check(game: Game, entrant: Entrant, plan: Plan | None = None) -> list[Finding]:
    """Every promise, tried on the bot; only the first if it does not even sit down."""
    with Connections([entrant]) as outside:
        return outside.do(_findings(Exam(game, entrant, plan or Plan())))


async def _findings(exam: Exam) -> list[Finding]:
    first = await sits_down(exam)
    if not first.kept:
        return [first]
    guest = exam.entrant.guest
    own = await guest.check(exam.game) if isinstance(guest, Checklist) else []
    found = [first, *(Finding("checklist", promise.text, promise.kept, promise.came) for promise in own)]
    tried = [(name, promise) for name, promise in _table(exam.game) if _concerns(exam, name, bool(own))]
    exam.will_play([name for name, _ in tried])
    for name, promise in tried:
        exam.tries(name)
        try:
            found.append(await promise(exam))
        except SeatError as fault:
            found.append(Finding(name, "sits down for every match", False, fault_text(fault)))
            if exam.plan.most_faults is not None:
                return found
        except TooMany as end:
            return [*found, Finding("answers", f"answers '{end.fault.question}'", False, end.fault.came, (end.fault,))]
    return found


def _concerns(exam: Exam, name: str, has_own: bool) -> bool:
    """Whether this promise can be asked of the bot, which may have a checklist of its own."""
    if name in FOR_MESSAGES and not exam.is_sent_messages:
        return False
    if name in FOR_GUESTS and exam.entrant.guest is None:
        return False
    return not has_own or name in WITH_CHECKLIST


def not_applicable(findings: list[Finding]) -> list[str]:
    """The promises that were left out, because they are about messages and the bot is sent none."""
    found = {finding.name for finding in findings}
    has_sat_down = any(finding.kept for finding in findings if finding.name == "sits")
    return [text for name, (text, _) in FOR_MESSAGES.items() if has_sat_down and name not in found]


async def sits_down(exam: Exam) -> Finding:
    size, seat = exam.chairs()[0]
    match = Match(exam.game, exam.settings, [f"p{number}" for number in range(size)], exam.seed("sits", 0))
    try:
        async with exam.sits(match, seat, exam.record()) as player:
            exam.is_sent_messages = isinstance(player, JsonPlayer)
            came = _where(exam.entrant)
    except SeatError as fault:
        return Finding("sits", "is made and sits down", False, fault_text(fault))
    return Finding("sits", "is made and sits down", True, came)


def _where(entrant: Entrant) -> str:
    """Where a bot runs, for its author."""
    if entrant.guest is not None:
        return "over a connection"
    if entrant.cells is None:
        return "in this process"
    if entrant.rung == IsolationLevel.PROCESS.value:
        return "in a process of its own, without a sandbox"
    return f"in a sandbox ({entrant.rung})"


async def answers(exam: Exam, question: str) -> Finding:
    """One kind of question; faults at it on the way to another kind count as well."""
    text = f"answers '{question}'"
    forced = await exam.forced()
    if not forced.moves[question]:
        return Finding("answers", text, False, "no position with this question was found")
    wrong = [fault for fault in forced.faults if fault.question == question]
    return _judged("answers", text, wrong, ", ".join(dict.fromkeys(forced.moves[question])))


async def stands_refusal(exam: Exam) -> Finding:
    """Each kind of question is asked a second time, as after an illegal answer."""
    record = exam.record()
    places = [found[0] for found in spots(exam.game).values() if found]
    for spot in places:
        await exam.force(spot, record, refuse=True)
    wrong = exam.new_faults(record)
    return _judged("refusal", "answers again when an answer was refused", wrong, f"{len(places)} questions asked twice")


async def waits(exam: Exam) -> Finding:
    """For bots over a connection: it is quiet for a while, and then a question comes."""
    record = exam.record()
    places = next(found for found in reversed(spots(exam.game).values()) if found)

    async def be_silent(player: Player) -> None:
        await asyncio.sleep(exam.plan.silence)

    await exam.force(places[0], record, before=be_silent)
    text = f"waits through {exam.plan.silence:g} s without a message"
    return _judged("waits", text, exam.new_faults(record), f"answered '{places[0].question}' after it")


async def rough(exam: Exam, name: str) -> Finding:
    """For bots that are sent messages: something happens to these, and then a question comes."""
    text, tried = FOR_MESSAGES[name]
    record = exam.record()
    came = await tried(exam, record)
    return _judged(name, text, exam.new_faults(record), came)


async def plays_matches(exam: Exam) -> Finding:
    chairs = exam.chairs()
    record = exam.record()
    for number in range(exam.rounds):
        for size, seat in chairs:
            await exam.play(size, seat, exam.seed("matches", number), record)
    count = exam.rounds * len(chairs)
    came = f"{count} matches, {len(record.seconds)} answers"
    text = "plays whole matches in every seat without a fault"
    return _judged("matches", text, record.faults, came)


async def hears_talk(exam: Exam) -> Finding:
    """Opponents who say what is hard to hear, to print and to encode."""
    record = exam.record()
    said = 0
    for number, (size, seat) in enumerate(exam.chairs()):
        match = await exam.play(size, seat, exam.seed("talk", number), record, talker=True)
        said += sum(len(step.say) for step in match.steps if step.seat != seat)
    text = "hears any talk: scripts, emoji, control characters"
    return _judged("hears", text, exam.new_faults(record), f"{said} messages")


async def repeats_itself(exam: Exam) -> Finding:
    """The same seed twice: every move, word and note must be the same."""
    text = "does the same again with the same seed"
    decisions = 0
    for number, (size, seat) in enumerate(exam.chairs()):
        seed = exam.seed("repeats", number)
        first, second = [await exam.play(size, seat, seed, exam.record(), talker=True) for _ in range(2)]
        for one, other in zip(first.steps, second.steps, strict=False):
            if _lasting(one) != _lasting(other):
                return Finding("repeats", text, False, _difference(exam, first, one, other))
            decisions += one.seat == seat
    return Finding("repeats", text, True, f"{len(exam.chairs())} matches, {decisions} decisions, the same twice")


def _lasting(step: Step) -> tuple[object, ...]:
    """A step without what it took."""
    return step.seat, step.move, step.say, step.note, step.ruling


def _difference(exam: Exam, match: Match, one: Step, other: Step) -> str:
    moves = [str(match.game.moves[step.move]) if step.move >= 0 else "expelled" for step in (one, other)]
    where = f"seat {one.seat}, match seed {match.seed}, step {match.steps.index(one) + 1}"
    source = "self.rng" if exam.entrant.guest is None else "the seed that the bot is sent"
    if moves[0] == moves[1]:
        return f"{moves[0]} with other words or another note ({where})"
    return f"{moves[0]} once and {moves[1]} the next time ({where}); take all chance from {source}"


async def speaks_briefly(exam: Exam) -> Finding:
    """Over all that was asked for the other promises."""
    said = sum(record.said for record in exam.records)
    bad = [text for record in exam.records for text in record.bad_talk]
    came = f"{len(bad)} times too much, first: {bad[0]}" if bad else f"{said} messages"
    text = f"says at most {TALK_PER_ANSWER} messages of {TALK_LENGTH} characters with an answer"
    return Finding("speaks", text, not bad, came)


async def keeps_time(exam: Exam) -> Finding:
    """Over all that was asked for the other promises."""
    seconds, limit = sorted(second for record in exam.records for second in record.seconds), exam.plan.limit
    if not seconds:
        return Finding("time", f"answers within {limit:g} s", False, "nothing was answered")
    cuts = quantiles(seconds, n=20, method="inclusive") if len(seconds) > 1 else seconds * 19
    figures = (("p50", cuts[9]), ("p95", cuts[18]), ("max", seconds[-1]))
    came = ", ".join(f"{name} {_milliseconds(value)}" for name, value in figures)
    return Finding("time", f"answers within {limit:g} s", seconds[-1] <= limit, came)


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds * 1000:.0f} ms"


def _judged(name: str, promise: str, faults: list[Fault], came: str) -> Finding:
    if not faults:
        return Finding(name, promise, True, came)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return Finding(name, promise, False, f"{faults[0].came}{more}", tuple(faults[:FAULTS_KEPT]))


Try = Callable[[Exam], Awaitable[Finding]]
FOR_MESSAGES: Final[dict[str, tuple[str, Callable[[Exam, Record], Awaitable[str]]]]] = {
    "malformed": ("goes on after malformed messages", survives_nonsense),
    "stale": ("goes on after stale messages and those of another match", survives_stale),
    "slow": ("takes messages from a slow network, in pieces", takes_pieces),
}
"""For bots that speak the JSON dialect; others are sent no messages, or have a list of their own."""
PROMISES: Final[tuple[tuple[str, Try], ...]] = (
    ("refusal", stands_refusal),
    ("waits", waits),
    *((name, partial(rough, name=name)) for name in FOR_MESSAGES),
    ("matches", plays_matches),
    ("hears", hears_talk),
    ("repeats", repeats_itself),
    ("speaks", speaks_briefly),
    ("time", keeps_time),
)
FOR_GUESTS: Final = frozenset({"waits"})
WITH_CHECKLIST: Final = frozenset({"answers", "waits", "matches", "time"})
"""What a guest with a checklist of its own is held to besides: it may know no talk, no refusal and no seed."""


def _table(game: Game) -> Iterator[tuple[str, Try]]:
    for question in game.questions:
        yield "answers", partial(answers, question=question)
    yield from PROMISES
