"""`croupier run`: one match shown move by move, or many with a progress bar and a table."""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec

from croupier import __version__
from croupier.ai.replay_study import study_match
from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.run_plan import new_plan
from croupier.arena.plan.schedule import Pairing, Seating
from croupier.arena.results.highlight import HighlightFinder
from croupier.arena.results.match_result import names_at
from croupier.arena.results.match_stats import count_match
from croupier.arena.results.summary import summarise
from croupier.arena.results.totals import RatedTotals, Totals
from croupier.arena.run.backend import single_process_bots
from croupier.arena.run.session import Session
from croupier.arena.run.table import StopFlag, Stopped, combine_watches, fresh_bots, new_match, replay_text
from croupier.arena.run.task import OUT_OF_TIME, Played, RunSetup
from croupier.arena.store.replay_log import MatchKey, ReplayLog
from croupier.arena.write_errors import WriteErrors
from croupier.kernel.secret import secret_of
from croupier.match.match import EXPELLED, Match, Step
from croupier.match.playback import Playback
from croupier.match.replay.page import replay_page
from croupier.match.transcript import TranscriptWriter
from croupier.players.connections import Connections
from croupier.players.entrant import printable
from croupier.players.llm.costs import CostAccount
from croupier.players.llm.spec import is_llm
from croupier.players.sandbox.isolation import Isolation
from croupier.ui.cli.costs import bill_document, print_bills
from croupier.ui.cli.files import (
    Exports,
    heading,
    isolation_text,
    memory_text,
    open_pages,
    page_path,
    write_live,
    write_page,
    write_report,
)
from croupier.ui.cli.heartbeat import begin_task
from croupier.ui.cli.options import MatchesOptions
from croupier.ui.cli.output import err, print_json, print_line, say
from croupier.ui.cli.progress import progress
from croupier.ui.cli.sessions import (
    continue_text,
    facts_of,
    memory_document,
    open_session,
    repeat_text,
    say_disqualified,
    say_saved,
    setup_head,
)
from croupier.ui.cli.tables import (
    SERIES,
    analysis_document,
    leaders_text,
    live_standings,
    notes_document,
    print_analysis,
    print_figures,
    print_notes,
    print_placements,
    say_skipped,
    standings_document,
)
from croupier.ui.result_text import lost_news_text, result_lines

MAX_PRINTED_LINES: Final = 12
"""Of what a bot printed before its first fault."""


class RunRequest(msgspec.Struct, frozen=True):
    """What `croupier run` was asked for, but for the number of matches."""

    setup: RunSetup
    seed: str
    isolation: Isolation
    options: MatchesOptions
    stop: StopFlag
    command: Callable[[str | None], str]
    """What to type to have the same again, given the seed."""
    history: ReplayLog | None = None
    live: Path | None = None
    """Where one match is written as it is played."""
    highlight: Path | None = None
    """Where the most exciting match is written."""
    account: CostAccount | None = None
    """Of the language models."""
    in_process: bool = False
    quiet: bool = False
    chat: bool = True
    stats: bool = False
    """Whether the distribution of places is wanted too."""
    notes: bool = False
    """Whether the notes of all bots are shown."""


def run_single(request: RunRequest) -> None:
    """Play one match, the bots sitting in the order given."""
    setup, seed, is_json = request.setup, request.seed, request.options.json
    entrants = setup.entrants
    seating = run_orders(setup.game, setup.settings, len(entrants), request.options.seats)[0][0]
    match = new_match(setup.game, setup.settings, entrants, Pairing(0, secret_of(seed), seating))
    noted = [number for number, who in enumerate(seating) if request.notes or is_llm(entrants[who])]
    story = None if is_json or request.quiet else TranscriptWriter(print_line, request.chat, noted).watch
    specs, isolation = [entrants[who].spec for who in seating], [entrants[who].isolation for who in seating]
    isolation = isolation if any(isolation) else []
    errors = WriteErrors()
    page = page_path(None, "replay.html", request.options.open_)
    with Connections(entrants, setup.clock) as outside:
        if story is not None:
            say(f"{setup.game.title}: {' against '.join(match.table.names)}, seed {seed}")
            if isolation_text(entrants):
                say(isolation_text(entrants))
            for entrant in entrants:
                if entrant.motto:
                    say(f"{entrant.name}: {entrant.motto}")
        with suppress(Stopped), write_live(request.live, errors, specs, isolation) as live:
            outside.play(match, fresh_bots(entrants, seating), combine_watches(live, story, request.stop.watch))
    if match.over and request.history is not None:
        with errors.attempt(request.history.path):
            request.history.add(match, specs, isolation)
    counts = count_match(match) if match.over else ()
    if is_json:
        head = {**setup_head(setup, seed), **_match_document(match, specs)}
        analysis = analysis_document(setup.game, match.table.names, counts)
        print_json({**head, **analysis, **bill_document(request.account, 1)})
    else:
        print_result(match)
        print_analysis(setup.game, match.table.names, counts)
        print_bills(request.account, 1)
        if request.quiet or request.options.seed is None:
            faults = {fault.partition(":")[0] for step in match.steps for fault in step.faults}
            say(repeat_text(entrants, seed, "repeats this match", faults))
    if page is not None and match.over:
        heading = f"{setup.game.title}: {' against '.join(match.table.names)}"
        write_page(page, replay_page(Playback(match), heading, study=study_match(match)))
        open_pages([page])
    errors.check()


def print_result(match: Match) -> None:
    for line in result_lines(match):
        say(line)


def _match_document(match: Match, specs: list[str]) -> dict[str, Any]:
    result = match.result() if match.over else None
    bots = [{"seat": number, "name": name, "spec": specs[number]} for number, name in enumerate(match.table.names)]
    shown = None if result is None else {"places": result.places, "scores": result.scores, "ending": result.ending}
    moves = [_step_document(match, step) for step in match.steps]
    return {"bots": bots, "moves": moves, "result": shown, "stopped": not match.over}


def _step_document(match: Match, step: Step) -> dict[str, Any]:
    """A step without its time and without the texts of faults, which may differ between two runs."""
    shown: dict[str, Any] = {"seat": step.seat}
    if step.move != EXPELLED:
        shown["move"] = str(match.game.moves[step.move])
    if step.say:
        shown["say"] = step.say
    if step.note:
        shown["note"] = step.note
    if step.faults:
        shown["faults"] = [fault.partition(":")[0] for fault in step.faults]
    if step.ruling:
        shown["ruling"] = step.ruling
    return shown


def run_many(request: RunRequest, n: int) -> None:
    """Play at least `n` matches on equal deals with seats rotated, and print the standings."""
    options, setup = request.options, request.setup
    plan = new_plan(
        setup,
        request.seed,
        request.isolation,
        matches=n,
        seats=options.seats,
        seed_was_given=options.seed is not None,
    )
    if (once := single_process_bots(setup.entrants)) and (options.workers or 2) > 1 and not request.quiet:
        err().print(f"using one worker: {once[0]} accepts one connection", highlight=False, markup=False)
    errors = WriteErrors()
    with ExitStack() as stack:
        session = stack.enter_context(open_session(setup, plan, options, request.stop, in_process=request.in_process))
        exports = stack.enter_context(Exports(session.plan, options.csv, options.parquet, errors))
        report = page_path(options.report, "report.html", options.open_)
        kind = Totals if report is None else RatedTotals
        totals = kind(len(setup.entrants), session.plan.schedule().block_size)
        log = None if request.history is None else _ReplayLog(request.history, session, errors)
        finder = HighlightFinder(setup, session.plan.orders[0][0] if setup.series else None)
        began = perf_counter()
        begin_task(f"playing {session.plan.schedule().matches:,} matches")
        with progress(setup.game.name, session.plan.schedule().matches, "matches", request.quiet) as show:

            def show_standings() -> None:
                show(
                    totals.matches,
                    lambda: leaders_text(totals, session.names),
                    below=lambda: live_standings(totals, session.names),
                )

            session.executor.idle = show_standings
            for played in session.play():
                totals.add(played)
                exports.add(played)
                if log is not None:
                    log.add(played)
                if request.highlight is not None:
                    finder.add(played)
                show_standings()
        seconds = perf_counter() - began
    _report(request, session, totals, seconds)
    if session.run is not None and not request.quiet and not options.json:
        say_saved(session, totals.matches)
    if report is not None and isinstance(totals, RatedTotals) and totals.matches:
        summary = summarise(totals, session.names, setup.game, session.plan.secret, history=True)
        command = request.command(session.plan.seed)
        write_report(report, summary, facts_of(session, heading(summary), command, SERIES if setup.series else ""))
    if request.highlight is not None:
        _write_highlight(request, finder)
    if options.open_:
        open_pages([report, request.highlight])
    session.check_journal()
    errors.check()


def _write_highlight(request: RunRequest, finder: HighlightFinder) -> None:
    """Write the most exciting match as a page, and say what is exciting about it."""
    begin_task("looking for the most exciting match")
    path, found = request.highlight, finder.find()
    if path is None or found is None:
        return
    names = " against ".join(found.match.table.names)
    heading = f"{request.setup.game.title}: {names}, match {found.number + 1}"
    page = replay_page(Playback(found.match), heading, study=study_match(found.match))
    if not request.options.json:
        say(f"Most exciting match: {found.text()}.")
    write_page(path, page)


class _ReplayLog:
    """The file of --history. What is in it from before is not written again."""

    def __init__(self, history: ReplayLog, session: Session, errors: WriteErrors) -> None:
        """If there is no more room for it, the rest is left out, which `errors` says."""
        self._errors = errors
        self._history = history
        self._setup = session.setup
        self._there = history.repair() if session.executor.resumed else set[MatchKey]()
        self._series: Seating | None = session.plan.orders[0][0] if session.setup.series else None

    def add(self, played: Played) -> None:
        """A match that the journal kept is played again for its replay."""
        if self._errors.is_given_up(self._history.path):
            return
        setup = self._setup
        if played.ending == OUT_OF_TIME:
            return  # its moves went with the process that was stopped
        names = names_at(setup.entrants, played, self._series) if self._there or not played.replay else ()
        if (played.seed, names) in self._there:
            return
        replay = played.replay
        if not replay:
            match = played.match(setup.game, setup.settings, names)
            replay = replay_text(match, setup.entrants, played.seating, __version__)
        with self._errors.attempt(self._history.path):
            self._history.append(replay)


def _report(request: RunRequest, session: Session, totals: Totals, seconds: float) -> None:
    setup, standings = session.setup, totals.standings()
    played = totals.matches - session.executor.resumed
    if request.options.json:
        print_json(
            {
                **setup_head(setup, session.plan.seed),
                **memory_document(setup),
                **standings_document(session, standings),
                **notes_document(totals.notes()),
                **analysis_document(setup.game, session.names, totals.counts()),
                **bill_document(request.account, played),
            }
        )
        return
    say_disqualified(session)
    print_figures(session, standings, played, seconds)
    say_skipped(session.skipped)
    for text in (isolation_text(setup.entrants), memory_text(setup)):
        if text:
            say(text)
    faults = {kind for own in totals.fault_kinds for kind in own}
    if standings.matches + len(session.skipped) < session.plan.schedule().matches:
        say(continue_text(session, f"To continue this run: {request.command(None)} --resume"))
    else:
        say(repeat_text(setup.entrants, session.plan.seed, "repeats this result", faults))
    if request.stats and standings.matches:
        print_placements(session.names, standings)
    print_analysis(setup.game, session.names, totals.counts())
    print_notes(session.names, totals.notes())
    print_bills(request.account, played)
    for number, (fault, printed) in sorted(totals.complaints.items()):
        say(f"First fault of {session.names[number]}: {printable(fault)}")
        for line in printed.splitlines()[-MAX_PRINTED_LINES:]:
            say(f"  {line}")
    for number, (lost, reason) in sorted(totals.lost_news.items()):
        say(lost_news_text(session.names[number], lost, reason))
