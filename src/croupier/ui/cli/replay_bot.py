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
from croupier.arena.whatif.replay_bot import DecisionDiff, compare_decisions, decision_at_move, load_opponents, play_on
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import seed_text
from croupier.match.match import Match
from croupier.match.playback import ReaskedDecision, questions_to
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
    """A move of the match, from 1; `freeze` likewise."""
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
    rerun = SeatReplay(replay, script, _seat(replay, script, request), entrants[0])
    if request.freeze is not None:
        _freeze(rerun, request.freeze, request)
    elif request.play_on:
        _play_on(rerun, request)
    elif request.at is not None:
        _stop_at(rerun, request.at)
    else:
        _compare(rerun, request)


def _seat(replay: Replay, script: Match, request: ReplayBotRequest) -> int:
    """The seat of --seat, the seat that made the move of --at or --freeze, or the only seat that BOT played."""
    seats, specs = len(replay.head.names), replay.head.players
    move = request.freeze if request.at is None else request.at
    if request.seat is None and move is not None and 1 <= move <= len(script.steps):
        return script.steps[move - 1].seat
    if request.seat is None:
        own = [seat for seat, spec in enumerate(specs) if spec == request.bot]
        if len(own) != 1:
            played = ", ".join(f"{seat} {name}" for seat, name in enumerate(replay.head.names))
            raise UsageError(f"choose a seat for {request.bot} with --seat S; the seats are {played}")
        return own[0]
    if not 0 <= request.seat < seats:
        raise UsageError(f"no seat {request.seat} in this match; seats are 0 to {seats - 1}")
    return request.seat


def _ask_bot_again(rerun: SeatReplay, until: int | None = None) -> DecisionDiff:
    """Ask the bot every question of its seat. It prints to standard error; Ctrl-C prints the decision it is at."""
    heard: list[ReaskedDecision] = []
    asked = questions_to(rerun.script, rerun.seat)

    def interrupted(number: int, frame: FrameType | None) -> None:
        at = asked[min(len(heard), len(asked) - 1)] + 1
        os.write(2, f"\n{rerun.entrant.name} was at move {at}; to step into it: --at {at}\n".encode())
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
            say("To list the differences: --diff")
    if request.diff and found.differing:
        raise typer.Exit(1)


def _summary(rerun: SeatReplay, found: DecisionDiff) -> str:
    total = len(found.decisions)
    head = f"{rerun.entrant.name} in seat {rerun.seat} of {rerun.script.game.name}, seed {seed_text(rerun.script.seed)}"
    if not total:
        return f"{head}: the seat made no decision."
    return f"{head}: {found.agreeing} of {total} decisions agree ({found.agreeing / total:.1%})."


def _document(found: DecisionDiff) -> dict[str, Any]:
    differing = [
        {
            "move": heard.step + 1,
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
    say(f"Move {heard.step + 1}, '{decision.question}': {heard.played} in the match{ruling}, {heard.now} now")
    for fault in heard.answer.faults:
        say(f"  {fault}")
    _show_view(decision)


def _show_view(decision: Decision[Any, Any]) -> None:
    for line in decision.view.text().splitlines():
        say(f"    {line}")
    say(f"    legal: {', '.join(map(str, decision.moves))}\n")


def _announce(decision: Decision[Any, Any], move: int) -> None:
    say(f"Move {move}, '{decision.question}'; the clock is stopped.")
    _show_view(decision)
    say("n: next line, s: step into a call, p EXPRESSION: print, c: continue, q: quit")


def _hold(decision: Decision[Any, Any], move: int) -> None:
    say(f"Move {move}, '{decision.question}'; the clock is stopped.")
    _show_view(decision)
    try:
        input("The bot runs in another process. Attach your debugger to it, then press Enter. ")
    except EOFError:
        raise LeftDebugger("the question was not asked") from None


def _wrap_in_debugger(rerun: SeatReplay, move: int) -> tuple[SeatReplay, PlayerWrappers]:
    """Open the debugger in the bot; for one that runs elsewhere, wait until its own debugger is attached."""
    entrant = rerun.entrant
    if entrant.cells is not None:
        raise UsageError(f"the debugger cannot reach {entrant.spec} in the sandbox; if you trust the bot, add --trust")
    at = decision_at_move(rerun.script, rerun.seat, move)
    wrappers = PlayerWrappers(
        bot=partial(DebuggedPlayer, at=at, announce=partial(_announce, move=move)),
        remote=partial(PausedPlayer, at=at, hold=partial(_hold, move=move)),
    )
    return msgspec.structs.replace(rerun, entrant=without_time_limits(entrant)), wrappers


def _stop_at(rerun: SeatReplay, move: int) -> None:
    decision_at_move(rerun.script, rerun.seat, move)
    try:
        rerun, wrappers = _wrap_in_debugger(rerun, move)
        found = compare_decisions(rerun.script, rerun.seat, rerun.entrant, move, wrappers)
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
        move, until = request.at, request.at - 1
    else:
        found = _ask_bot_again(rerun)
        if not found.differing:
            raise UsageError(
                f"{_summary(rerun, found)[:-1]}: there is no difference to continue from; use --at N to "
                "continue from move N"
            )
        move, until = found.differing[0].step + 1, found.differing[0].step
    stands = load_opponents(script, rerun.replay.head.players, request.trust)
    entrants = [rerun.entrant if each == seat else stand.entrant for each, stand in enumerate(stands)]
    others = [(each, stand) for each, stand in enumerate(stands) if each != seat]
    if not request.json:
        say(f"From move {move} on, {rerun.entrant.name} plays seat {seat} ({script.table.names[seat]}).")
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
        print_json({**rerun.head, "from": move, "players": playing, "moves": moves, "result": result, "then": then})
        return
    print_result(match)
    then = rerun.replay.result
    places = (then.places[seat], match.result().places[seat])
    say(f"Seat {seat} finished in place {places[0]} in the match and in place {places[1]} now.")


def _freeze(rerun: SeatReplay, move: int, request: ReplayBotRequest) -> None:
    number = decision_at_move(rerun.script, rerun.seat, move)
    heard = _ask_bot_again(rerun, move).decisions
    target = Path(f"test_{identifier(rerun.entrant.name)}_move_{move}.py")
    if target.exists():
        raise UsageError(f"{target} exists; delete it first")
    try:
        memory = freeze(rerun.script, rerun.seat, heard, rerun.entrant, rerun.replay.path, target)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
    if request.json:
        print_json(
            {
                **rerun.head,
                "move": move,
                "decision": number,
                "answer": heard[-1].now,
                "file": str(target),
                "memory": memory,
            }
        )
        return
    then = "" if heard[-1].agrees else f" (in the match it was {heard[-1].played})"
    needs = ", after replaying the earlier decisions, which the bot remembers" if memory else ""
    say(f"{target} expects {heard[-1].now} at move {move}{then}{needs}. To run it: pytest {target}")
