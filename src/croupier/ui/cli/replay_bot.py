"""`croupier replay --bot`: today's bot in a seat of a stored match, compared, debugged, played on, frozen."""

import os
import signal
import sys
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import typer

from croupier.arena.run.setup import make_entrants
from croupier.arena.whatif.freeze import freeze, identifier
from croupier.arena.whatif.replay_bot import DecisionDiff, compare_decisions, load_opponents, play_on, step_of
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import seed_text
from croupier.match.match import Match
from croupier.match.playback import ReaskedDecision
from croupier.match.replay.format import Replay
from croupier.match.replay.verify import rebuild
from croupier.match.transcript import TranscriptWriter
from croupier.players.debugger import DebuggedPlayer, LeftDebugger, PausedPlayer, without_time_limits
from croupier.players.entrant import Entrant
from croupier.players.sandbox.isolation import Isolation
from croupier.players.seating import NO_WRAPPERS, PlayerWrappers
from croupier.ui.cli.interrupt import INTERRUPTED
from croupier.ui.cli.output import print_json, print_line, say
from croupier.ui.cli.run_matches import print_result


class ReplayBotRequest(msgspec.Struct, frozen=True):
    """What `croupier replay --bot` was asked for."""

    bot: str
    seat: int | None
    diff: bool
    at: int | None
    play_on: bool
    freeze: int | None
    trust: bool
    json: bool


class SeatReplay(msgspec.Struct, frozen=True):
    """A stored match, and the bot that is asked in one seat of it."""

    replay: Replay
    script: Match
    seat: int
    entrant: Entrant

    @property
    def head(self) -> dict[str, Any]:
        names = self.replay.head.names
        return {
            "game": self.script.game.name,
            "seat": self.seat,
            "played_by": names[self.seat],
            "bot": self.entrant.name,
        }


def replay_bot(replay: Replay, request: ReplayBotRequest) -> None:
    script = rebuild(replay)
    entrants = make_entrants(script.game, [request.bot], Isolation(request.trust))
    if len(entrants) != 1:
        raise UsageError(f"--bot takes one bot, not {request.bot!r}")
    rerun = SeatReplay(replay, script, _seat(replay, request), entrants[0])
    if request.freeze is not None:
        _freeze(rerun, request.freeze, request)
    elif request.play_on:
        _play_on(rerun, request)
    elif request.at is not None:
        _stop_at(rerun, request.at)
    else:
        _compare(rerun, request)


def _seat(replay: Replay, request: ReplayBotRequest) -> int:
    seats, specs = len(replay.head.names), replay.head.players
    if request.seat is None:
        own = [seat for seat, spec in enumerate(specs) if spec == request.bot]
        if len(own) != 1:
            played = ", ".join(f"{seat} {name}" for seat, name in enumerate(replay.head.names))
            raise UsageError(f"which seat is {request.bot} to play? --seat S; the seats are {played}")
        return own[0]
    if not 0 <= request.seat < seats:
        raise UsageError(f"there is no seat {request.seat} in this match; the seats are 0 to {seats - 1}")
    return request.seat


def _ask_bot_again(rerun: SeatReplay, until: int | None = None) -> DecisionDiff:
    """Ask the bot every question of its seat. It prints to standard error; Ctrl-C prints the decision it is at."""
    heard: list[ReaskedDecision] = []

    def interrupted(number: int, frame: FrameType | None) -> None:
        at = len(heard) + 1
        os.write(2, f"\n{rerun.entrant.name} was at decision {at}; --at {at} looks into it\n".encode())
        os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        with redirect_stdout(sys.stderr):
            return compare_decisions(rerun.script, rerun.seat, rerun.entrant, until, heard=heard)
    finally:
        signal.signal(signal.SIGINT, before)


def _compare(rerun: SeatReplay, request: ReplayBotRequest) -> None:
    found = _ask_bot_again(rerun)
    if request.json:
        print_json({**rerun.head, **_document(found)})
    else:
        if request.diff:
            for heard in found.differing:
                _show_difference(heard)
        say(_summary(rerun, found))
        if found.differing and not request.diff:
            say("--diff lists what differs.")
    if request.diff and found.differing:
        raise typer.Exit(1)


def _summary(rerun: SeatReplay, found: DecisionDiff) -> str:
    total = len(found.decisions)
    head = f"{rerun.entrant.name} in seat {rerun.seat} of {rerun.script.game.name}, seed {seed_text(rerun.script.seed)}"
    if not total:
        return f"{head}: the seat was asked nothing."
    return f"{head}: {found.agreeing} of {total} decisions agree ({found.agreeing / total:.1%})."


def _document(found: DecisionDiff) -> dict[str, Any]:
    differing = [
        {
            "decision": heard.decision.id,
            "question": heard.decision.question,
            "then": heard.played,
            "ruling": heard.then.ruling,
            "now": heard.now,
            "faults": heard.answer.faults,
            "moves": [str(move) for move in heard.decision.moves],
            "view": heard.decision.view.text(),
        }
        for heard in found.differing
    ]
    return {"decisions": len(found.decisions), "agree": found.agreeing, "differ": differing}


def _show_difference(heard: ReaskedDecision) -> None:
    decision = heard.decision
    ruling = f" (by the referee: {heard.then.ruling})" if heard.then.ruling else ""
    say(f"Decision {decision.id}, '{decision.question}': {heard.played} then{ruling}, {heard.now} now")
    for fault in heard.answer.faults:
        say(f"  {fault}")
    _show_view(decision)


def _show_view(decision: Decision[Any, Any]) -> None:
    for line in decision.view.text().splitlines():
        say(f"    {line}")
    say(f"    legal: {', '.join(map(str, decision.moves))}\n")


def _announce(decision: Decision[Any, Any]) -> None:
    say(f"Decision {decision.id}, '{decision.question}'; the clock stands still.")
    _show_view(decision)
    say("n next line, s into a call, p EXPRESSION, c go on, q quit")


def _hold(decision: Decision[Any, Any]) -> None:
    say(f"Decision {decision.id}, '{decision.question}'; the clock stands still.")
    _show_view(decision)
    try:
        input("The bot runs elsewhere: attach your debugger to it, then press Enter to ask. ")
    except EOFError:
        raise LeftDebugger("the question was not asked") from None


def _wrap_in_debugger(rerun: SeatReplay, at: int) -> tuple[SeatReplay, PlayerWrappers]:
    """Open the debugger in the bot; for one that runs elsewhere, wait until its own debugger is attached."""
    entrant = rerun.entrant
    if entrant.cells is not None:
        raise UsageError(f"the debugger needs {entrant.spec} in this process; if it is your own, add --trust")
    wrappers = PlayerWrappers(
        bot=partial(DebuggedPlayer, at=at, announce=_announce), remote=partial(PausedPlayer, at=at, hold=_hold)
    )
    return msgspec.structs.replace(rerun, entrant=without_time_limits(entrant)), wrappers


def _stop_at(rerun: SeatReplay, number: int) -> None:
    until = step_of(rerun.script, rerun.seat, number) + 1
    try:
        rerun, wrappers = _wrap_in_debugger(rerun, number)
        found = compare_decisions(rerun.script, rerun.seat, rerun.entrant, until, wrappers)
    except LeftDebugger as left:
        say(f"{left}.")
        return
    last = found.decisions[-1]
    for fault in last.answer.faults:
        say(fault)
    same = "as in the match" if last.agrees else f"{last.played} in the match"
    say(f"{rerun.entrant.name} answers {last.now} ({same}).")


def _play_on(rerun: SeatReplay, request: ReplayBotRequest) -> None:
    """Let the bot play on, from --at or from the first decision that differs."""
    script, seat = rerun.script, rerun.seat
    wrappers = NO_WRAPPERS
    if request.at is not None:
        rerun, wrappers = _wrap_in_debugger(rerun, request.at)
        number, until = request.at, step_of(script, seat, request.at)
    else:
        found = _ask_bot_again(rerun)
        if not found.differing:
            raise UsageError(
                f"{_summary(rerun, found)[:-1]}: there is nothing to go on from; --at N goes on from anywhere"
            )
        number, until = found.differing[0].decision.id, found.differing[0].step
    stands = load_opponents(script, rerun.replay.head.players, request.trust)
    entrants = [rerun.entrant if each == seat else stand.entrant for each, stand in enumerate(stands)]
    others = [(each, stand) for each, stand in enumerate(stands) if each != seat]
    if not request.json:
        say(f"From decision {number} on, {rerun.entrant.name} plays seat {seat} ({script.table.names[seat]}).")
        for each, stand in others:
            instead = f" instead of {stand.instead_of} ({stand.reason})" if stand.instead_of else ""
            say(f"  seat {each}: {stand.entrant.spec}{instead}")
    try:
        match = play_on(script, entrants, until, None if request.json else TranscriptWriter(print_line), seat, wrappers)
    except LeftDebugger as left:
        say(f"{left}.")
        return
    if request.json:
        playing = [entrant.spec for entrant in entrants]
        result, then = msgspec.to_builtins(match.result()), msgspec.to_builtins(rerun.replay.result)
        moves = [str(match.game.moves[step.move]) if step.move >= 0 else "expel" for step in match.steps[until:]]
        print_json({**rerun.head, "from": number, "players": playing, "moves": moves, "result": result, "then": then})
        return
    print_result(match)
    then = rerun.replay.result
    places = (then.places[seat], match.result().places[seat])
    say(f"Seat {seat} came in at place {places[0]} then and {places[1]} now.")


def _freeze(rerun: SeatReplay, number: int, request: ReplayBotRequest) -> None:
    until = step_of(rerun.script, rerun.seat, number) + 1
    heard = _ask_bot_again(rerun, until).decisions
    target = Path(f"test_{identifier(rerun.entrant.name)}_decision_{number}.py")
    if target.exists():
        raise UsageError(f"{target} is there already; delete it if the answer is to be pinned anew")
    try:
        memory = freeze(rerun.script, rerun.seat, heard, rerun.entrant, rerun.replay.path, target)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror}") from None
    if request.json:
        print_json({**rerun.head, "decision": number, "answer": heard[-1].now, "file": str(target), "memory": memory})
        return
    then = "" if heard[-1].agrees else f" (then it was {heard[-1].played})"
    needs = ", with the questions before it, which the bot remembers" if memory else ""
    say(f"{target} pins {heard[-1].now} at decision {number}{then}{needs}. Run it: pytest {target}")
