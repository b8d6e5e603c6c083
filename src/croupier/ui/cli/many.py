"""Many matches of `croupier run`: a bar while they are played, then the table."""

from contextlib import ExitStack
from time import perf_counter
from typing import Final

import msgspec

from croupier.arena.conduct import Conducted, conducted
from croupier.arena.plan import Plan
from croupier.arena.scoreboard import Scoreboard
from croupier.arena.staff import only_once
from croupier.arena.store import Store, open_store
from croupier.kernel.errors import UsageError
from croupier.players.entrant import printable
from croupier.ui.cli.bars import print_placements
from croupier.ui.cli.bill import bill_document, print_bills
from croupier.ui.cli.console import err, percent, print_json, say
from croupier.ui.cli.figures import analysis_document, document, print_analysis, print_figures
from croupier.ui.cli.progress import progress
from croupier.ui.cli.request import Request

PRINTED_LINES: Final = 12  # of what a bot printed before its first fault
LEADERS: Final = 3


def run_many(request: Request, n: int) -> None:
    plan = request.plan(n)
    with ExitStack() as stack:
        store = stack.enter_context(open_store(request.db)) if request.journal else None
        run = None
        if request.resume and store is not None:
            run, plan = resumed(store, plan)
            request = msgspec.structs.replace(request, seed=plan.seed)
        _say_how(request)
        going = stack.enter_context(conducted(plan, request.cast(), request.means, request.stop, store, run))
        board = Scoreboard(request.game, len(request.entrants))
        began = perf_counter()
        _follow(request, going, board)
        seconds = perf_counter() - began
    _report(request, going, board, seconds)
    if store is not None and not request.quiet and not request.json:
        say(f"Kept as run {going.run} in {store}; croupier replay {going.run}/0 tells its first match.")
    if going.running.trouble is not None:
        raise UsageError(f"{going.running.trouble}; what is not in it yet is played again with --resume")


def resumed(store: Store, plan: Plan) -> tuple[int, Plan]:
    """The run to go on with."""
    run = store.last_run(plan)
    if run is None:
        raise UsageError(f"there is no run of this command to go on with in {store}; leave out --resume to begin one")
    old = store.plan(run)
    if refusal := old.refusal(plan):
        raise UsageError(f"run {run} cannot be gone on with: {refusal}")
    return run, old


def _say_how(request: Request) -> None:
    once = only_once(request.entrants)
    if once and (request.means.workers or 2) > 1 and not request.quiet:
        err().print(f"one worker only: {once[0]} can be reached from one process", highlight=False, markup=False)


def _follow(request: Request, going: Conducted, board: Scoreboard) -> None:
    matches = going.plan.schedule().matches
    with progress(request.game.name, matches, "matches", request.quiet) as tell:
        for played in going.running.play():
            board.add(played)
            if request.history is not None and played.replay:
                request.history.append(played.replay)
            tell(board.matches, lambda: _so_far(request, board))


def _so_far(request: Request, board: Scoreboard) -> str:
    leaders = ", ".join(f"{name} {percent(rate)}" for name, rate in board.leaders(request.names, LEADERS))
    return f"{leaders}; {board.faults} faults" if board.faults else leaders


def _report(request: Request, going: Conducted, board: Scoreboard, seconds: float) -> None:
    standings, skipped = board.standings(), going.running.skipped
    if request.json:
        print_json(
            {
                **document(request, going.plan, standings, skipped),
                **analysis_document(board.tally, request.names),
                **bill_document(request.account, board.matches - going.running.resumed),
            }
        )
        return
    print_figures(request, going.plan, standings, skipped, board.matches - going.running.resumed, seconds)
    if request.stats and standings.matches:
        print_placements(request.names, standings)
    print_analysis(board.tally, request.names)
    print_bills(request.account, board.matches - going.running.resumed)
    for number, (fault, printed) in sorted(board.complaints.items()):
        say(f"First fault of {request.entrants[number].name}: {printable(fault)}")
        for line in printed.splitlines()[-PRINTED_LINES:]:
            say(f"  {line}")
