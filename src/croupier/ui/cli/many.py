"""Many matches of `croupier run`: a bar while they are played, then the table."""

from contextlib import ExitStack
from time import perf_counter
from typing import Final

import msgspec

from croupier.arena.conduct import Conducted, conducted
from croupier.arena.history import History, Named
from croupier.arena.ledger import Ledger
from croupier.arena.plan import Plan
from croupier.arena.results import names_at, replay_text
from croupier.arena.scoreboard import Scoreboard
from croupier.arena.staff import only_once
from croupier.arena.store import Store, open_store
from croupier.arena.summary import summarise
from croupier.arena.work import Played
from croupier.kernel.errors import UsageError
from croupier.match.scoresheet import played_again
from croupier.players.entrant import printable
from croupier.ui.cli.bars import print_placements
from croupier.ui.cli.bill import bill_document, print_bills
from croupier.ui.cli.console import err, percent, print_json, say
from croupier.ui.cli.figures import analysis_document, document, print_analysis, print_figures
from croupier.ui.cli.notetable import notes_document, print_notes
from croupier.ui.cli.outputs import Exports, heading, write_report
from croupier.ui.cli.progress import progress
from croupier.ui.cli.request import Request

PRINTED_LINES: Final = 12  # of what a bot printed before its first fault
LEADERS: Final = 3


def run_many(request: Request, n: int) -> None:
    plan, options = request.plan(n), request.options
    with ExitStack() as stack:
        store = None if options.no_journal else stack.enter_context(open_store(options.db))
        run = None
        if options.resume and store is not None:
            run, plan = resumed(store, plan)
            request = msgspec.structs.replace(request, seed=plan.seed)
        _say_how(request)
        going = stack.enter_context(conducted(plan, request.cast(), request.means, request.stop, store, run))
        keep = _Kept(request, going, stack.enter_context(Exports(going.plan, options.csv, options.parquet)))
        began = perf_counter()
        _follow(request, going, keep)
        seconds = perf_counter() - began
    board = keep.board
    _report(request, going, board, seconds)
    if store is not None and not request.quiet and not request.json:
        say(f"Kept as run {going.run} in {store}; croupier replay {going.run}/0 tells its first match.")
    if options.report is not None and keep.ledger is not None and board.matches:
        summary = summarise(keep.ledger, request.names, request.game, request.seed, history=True)
        facts = request.facts(heading(summary), going.plan, going.running.skipped)
        write_report(options.report, summary, facts)
    if going.running.trouble is not None:
        raise UsageError(f"{going.running.trouble}; what is not in it yet is played again with --resume")


class _Kept:
    """Where every match goes: the scoreboard, and whatever was asked for besides."""

    def __init__(self, request: Request, going: Conducted, exports: Exports) -> None:
        self.board = Scoreboard(request.game, len(request.entrants))
        self.ledger = None if request.options.report is None else Ledger(len(request.entrants))
        self._exports = exports
        self._history = request.history
        self._there = set[Named]() if request.history is None or not going.running.resumed else request.history.mend()
        self._request = request
        self._series = going.plan.seatings[0] if request.series else None

    def add(self, played: Played) -> None:
        self.board.add(played)
        if self.ledger is not None:
            self.ledger.add(played)
        self._exports.add(played)
        if self._history is not None:
            self._write(self._history, played)

    def _write(self, history: History, played: Played) -> None:
        """Into the history, unless it is there from before; what the journal kept is played again for it."""
        request = self._request
        names = names_at(request.entrants, played, self._series) if self._there or not played.replay else ()
        if (played.seed, names) in self._there:
            return
        replay = played.replay
        if not replay:
            match = played_again(request.game, request.settings, names, played.seed, played.sheet)
            replay = replay_text(match, request.entrants, played.seating, request.version)
        history.append(replay)


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


def _follow(request: Request, going: Conducted, keep: _Kept) -> None:
    matches = going.plan.schedule().matches
    with progress(request.game.name, matches, "matches", request.quiet) as tell:
        for played in going.running.play():
            keep.add(played)
            tell(keep.board.matches, lambda: _so_far(request, keep.board))


def _so_far(request: Request, board: Scoreboard) -> str:
    leaders = ", ".join(f"{name} {percent(rate)}" for name, rate in board.leaders(request.names, LEADERS))
    return f"{leaders}; {board.faults} faults" if board.faults else leaders


def _report(request: Request, going: Conducted, board: Scoreboard, seconds: float) -> None:
    standings, skipped = board.standings(), going.running.skipped
    if request.json:
        print_json(
            {
                **document(request, going.plan, standings, skipped),
                **notes_document(board.notes()),
                **analysis_document(board.tally, request.names),
                **bill_document(request.account, board.matches - going.running.resumed),
            }
        )
        return
    print_figures(request, going.plan, standings, skipped, board.matches - going.running.resumed, seconds)
    if request.stats and standings.matches:
        print_placements(request.names, standings)
    print_analysis(board.tally, request.names)
    print_notes(request.names, board.notes())
    print_bills(request.account, board.matches - going.running.resumed)
    for number, (fault, printed) in sorted(board.complaints.items()):
        say(f"First fault of {request.entrants[number].name}: {printable(fault)}")
        for line in printed.splitlines()[-PRINTED_LINES:]:
            say(f"  {line}")
