"""The table of checks of `croupier check`.

A check is a name and a function that asks the bot and reports what it observed. Every bot is asked through `Player`, so
a file, a program and a server pass the same checks. A remote bot may add a checklist of its own, such as that of an
HTTP API.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from statistics import quantiles
from typing import Final, Protocol, runtime_checkable

import msgspec

from croupier.arena.check.checker import Checker, CheckOptions, TooManyFaults
from croupier.arena.check.network import survives_nonsense, survives_stale, takes_pieces
from croupier.arena.check.positions import question_positions
from croupier.arena.check.recorder import CheckLog, RecordedFault
from croupier.kernel.bot import TALK_LENGTH, TALK_PER_ANSWER
from croupier.kernel.errors import SeatError
from croupier.kernel.game import Game
from croupier.match.match import Match, Step
from croupier.match.referee import fault_text
from croupier.match.run_players import Player
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant
from croupier.players.http.check import Check as HttpCheck
from croupier.players.json.player import JsonPlayer
from croupier.players.sandbox.isolation import IsolationLevel

MAX_SHOWN_FAULTS: Final = 5


class Finding(msgspec.Struct, frozen=True):
    """The result of one check, as a line of the table."""

    name: str
    check: str
    passed: bool
    observed: str
    faults: tuple[RecordedFault, ...] = ()
    """The first ones, each with its decision."""


@runtime_checkable
class Checklist(Protocol):
    """A remote bot with checks of its own."""

    async def check(self, game: Game) -> list[HttpCheck]: ...


def check(game: Game, entrant: Entrant, plan: CheckOptions | None = None) -> list[Finding]:
    """Run every check on the bot; only the first if the bot cannot be seated."""
    with Connections([entrant]) as outside:
        return outside.do(_findings(Checker(game, entrant, plan or CheckOptions())))


async def _findings(checker: Checker) -> list[Finding]:
    first = await sits_down(checker)
    if not first.passed:
        return [first]
    guest = checker.entrant.guest
    own = await guest.check(checker.game) if isinstance(guest, Checklist) else []
    found = [first, *(Finding("checklist", each.text, each.kept, each.came) for each in own)]
    tried = [(name, run) for name, run in _table(checker.game) if _concerns(checker, name, bool(own))]
    checker.count_matches([name for name, _ in tried])
    for name, run in tried:
        checker.begin_check(name)
        try:
            found.append(await run(checker))
        except SeatError as fault:
            found.append(Finding(name, "starts for every match", False, fault_text(fault)))
            if checker.options.max_faults is not None:
                return found
        except TooManyFaults as end:
            return [*found, Finding("answers", f"answers '{end.fault.question}'", False, end.fault.came, (end.fault,))]
    return found


def _concerns(checker: Checker, name: str, has_own: bool) -> bool:
    """Whether this check applies to the bot, which may have a checklist of its own."""
    if name in FOR_MESSAGES and not checker.is_sent_messages:
        return False
    if name in FOR_GUESTS and checker.entrant.guest is None:
        return False
    return not has_own or name in WITH_CHECKLIST


def not_applicable(findings: list[Finding]) -> list[str]:
    """The checks that were left out, because they are about messages and the bot is sent none."""
    found = {finding.name for finding in findings}
    has_sat_down = any(finding.passed for finding in findings if finding.name == "sits")
    return [text for name, (text, _) in FOR_MESSAGES.items() if has_sat_down and name not in found]


async def sits_down(checker: Checker) -> Finding:
    size, seat = checker.seats_to_try()[0]
    match = Match(checker.game, checker.settings, [f"p{number}" for number in range(size)], checker.seed("sits", 0))
    try:
        async with checker.seat_bot(match, seat, checker.new_log()) as player:
            checker.is_sent_messages = isinstance(player, JsonPlayer)
            came = _where(checker.entrant)
    except SeatError as fault:
        return Finding("sits", "starts", False, fault_text(fault))
    return Finding("sits", "starts", True, came)


def _where(entrant: Entrant) -> str:
    """Where a bot runs, for its author."""
    if entrant.guest is not None:
        return "over a connection"
    if entrant.cells is None:
        return "in this process"
    if entrant.isolation == IsolationLevel.PROCESS.value:
        return "in a separate process, without a sandbox"
    return f"in a sandbox ({entrant.isolation})"


async def answers(checker: Checker, question: str) -> Finding:
    """One kind of question; faults at it on the way to another kind count as well."""
    text = f"answers '{question}'"
    forced = await checker.ask_every_kind()
    if not forced.moves[question]:
        return Finding("answers", text, False, "found no position with this question")
    wrong = [fault for fault in forced.faults if fault.question == question]
    return _finding("answers", text, wrong, ", ".join(dict.fromkeys(forced.moves[question])))


async def stands_refusal(checker: Checker) -> Finding:
    """Each kind of question is asked a second time, as after an illegal answer."""
    log = checker.new_log()
    places = [found[0] for found in question_positions(checker.game).values() if found]
    for position in places:
        await checker.ask_at(position, log, refuse=True)
    wrong = checker.new_faults(log)
    return _finding("refusal", "answers again after a refused answer", wrong, f"{len(places)} questions asked twice")


async def waits(checker: Checker) -> Finding:
    """For bots over a connection: it is quiet for a while, and then a question comes."""
    log = checker.new_log()
    places = next(found for found in reversed(question_positions(checker.game).values()) if found)

    async def be_silent(player: Player) -> None:
        await asyncio.sleep(checker.options.silence)

    await checker.ask_at(places[0], log, before=be_silent)
    text = f"waits {checker.options.silence:g} s without a message"
    return _finding("waits", text, checker.new_faults(log), f"answered '{places[0].question}' after it")


async def survives_network(checker: Checker, name: str) -> Finding:
    """For bots that are sent messages: something happens to these, and then a question comes."""
    text, tried = FOR_MESSAGES[name]
    log = checker.new_log()
    came = await tried(checker, log)
    return _finding(name, text, checker.new_faults(log), came)


async def plays_matches(checker: Checker) -> Finding:
    chairs = checker.seats_to_try()
    log = checker.new_log()
    for number in range(checker.rounds):
        for size, seat in chairs:
            await checker.play(size, seat, checker.seed("matches", number), log)
    count = checker.rounds * len(chairs)
    came = f"{count} matches, {len(log.seconds)} answers"
    text = "plays whole matches in every seat without faults"
    return _finding("matches", text, log.faults, came)


async def hears_talk(checker: Checker) -> Finding:
    """Opponents who say what is hard to hear, to print and to encode."""
    log = checker.new_log()
    said = 0
    for number, (size, seat) in enumerate(checker.seats_to_try()):
        match = await checker.play(size, seat, checker.seed("talk", number), log, talker=True)
        said += sum(len(step.say) for step in match.steps if step.seat != seat)
    text = "reads any chat: scripts, emoji, control characters"
    return _finding("hears", text, checker.new_faults(log), f"{said} messages")


async def repeats_itself(checker: Checker) -> Finding:
    """The same seed twice: every move, word and note must be the same."""
    text = "repeats itself with the same seed"
    decisions = 0
    for number, (size, seat) in enumerate(checker.seats_to_try()):
        seed = checker.seed("repeats", number)
        first, second = [await checker.play(size, seat, seed, checker.new_log(), talker=True) for _ in range(2)]
        for one, other in zip(first.steps, second.steps, strict=False):
            if _without_time(one) != _without_time(other):
                return Finding("repeats", text, False, _difference(checker, first, one, other))
            decisions += one.seat == seat
    return Finding(
        "repeats", text, True, f"{len(checker.seats_to_try())} matches, {decisions} decisions, the same twice"
    )


def _without_time(step: Step) -> tuple[object, ...]:
    """A step without what it took."""
    return step.seat, step.move, step.say, step.note, step.ruling


def _difference(checker: Checker, match: Match, one: Step, other: Step) -> str:
    moves = [str(match.game.moves[step.move]) if step.move >= 0 else "expelled" for step in (one, other)]
    where = f"seat {one.seat}, match seed {match.seed}, step {match.steps.index(one) + 1}"
    source = "self.rng" if checker.entrant.guest is None else "the seed that the bot is sent"
    if moves[0] == moves[1]:
        return f"{moves[0]} with different chat or notes ({where})"
    return f"{moves[0]} the first time and {moves[1]} the second ({where}); take all random numbers from {source}"


async def speaks_briefly(checker: Checker) -> Finding:
    """Over all answers to the other checks."""
    said = sum(log.said for log in checker.logs)
    bad = [text for log in checker.logs for text in log.bad_talk]
    came = f"{len(bad)} times more, first: {bad[0]}" if bad else f"{said} messages"
    text = f"sends at most {TALK_PER_ANSWER} chat messages of {TALK_LENGTH} characters with an answer"
    return Finding("speaks", text, not bad, came)


async def keeps_time(checker: Checker) -> Finding:
    """Over all answers to the other checks."""
    seconds, limit = sorted(second for log in checker.logs for second in log.seconds), checker.options.limit
    if not seconds:
        return Finding("time", f"answers within {limit:g} s", False, "no answers")
    cuts = quantiles(seconds, n=20, method="inclusive") if len(seconds) > 1 else seconds * 19
    figures = (("p50", cuts[9]), ("p95", cuts[18]), ("max", seconds[-1]))
    came = ", ".join(f"{name} {_milliseconds(value)}" for name, value in figures)
    return Finding("time", f"answers within {limit:g} s", seconds[-1] <= limit, came)


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds * 1000:.0f} ms"


def _finding(name: str, check: str, faults: list[RecordedFault], came: str) -> Finding:
    if not faults:
        return Finding(name, check, True, came)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return Finding(name, check, False, f"{faults[0].came}{more}", tuple(faults[:MAX_SHOWN_FAULTS]))


Check = Callable[[Checker], Awaitable[Finding]]
FOR_MESSAGES: Final[dict[str, tuple[str, Callable[[Checker, CheckLog], Awaitable[str]]]]] = {
    "malformed": ("survives malformed messages", survives_nonsense),
    "stale": ("survives stale messages and messages of other matches", survives_stale),
    "slow": ("reads messages that arrive in pieces", takes_pieces),
}
"""For bots that speak the JSON dialect; others are sent no messages, or have a list of their own."""
CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("refusal", stands_refusal),
    ("waits", waits),
    *((name, partial(survives_network, name=name)) for name in FOR_MESSAGES),
    ("matches", plays_matches),
    ("hears", hears_talk),
    ("repeats", repeats_itself),
    ("speaks", speaks_briefly),
    ("time", keeps_time),
)
FOR_GUESTS: Final = frozenset({"waits"})
WITH_CHECKLIST: Final = frozenset({"answers", "waits", "matches", "time"})
"""Checks of a bot with a checklist of its own, which may know no talk, no refusal and no seed."""


def _table(game: Game) -> Iterator[tuple[str, Check]]:
    for question in game.questions:
        yield "answers", partial(answers, question=question)
    yield from CHECKS
