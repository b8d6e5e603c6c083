"""One match of `croupier run`, told as it happens."""

from contextlib import suppress
from typing import Any

from croupier.arena.analysis import Tally
from croupier.arena.batch import Stopped, fresh_bots, seat, watches
from croupier.arena.schedule import Pairing
from croupier.match.core import EXPELLED, Match, Step
from croupier.match.story import Storyteller
from croupier.players.llm.entry import is_llm
from croupier.players.outside import Outside
from croupier.ui.cli.bill import bill_document, print_bills
from croupier.ui.cli.console import print_json, print_line, say
from croupier.ui.cli.figures import analysis_document, print_analysis
from croupier.ui.cli.live import written_live
from croupier.ui.cli.request import Request
from croupier.ui.epilogue import result_lines


def run_single(request: Request) -> None:
    seating = request.seatings[0]
    match = seat(request.game, request.settings, request.entrants, Pairing(0, request.seed, seating))
    noted = [number for number, who in enumerate(seating) if request.notes or is_llm(request.entrants[who])]
    story = None if request.json or request.quiet else Storyteller(print_line, request.chat, noted).watch
    with Outside(request.entrants, request.clock) as outside:
        if story is not None:
            names = " against ".join(match.table.names)
            say(f"{request.game.title}: {names}, seed {request.seed}")
            if request.kept():
                say(request.kept())
            for entrant in request.entrants:
                if entrant.motto:
                    say(f"{entrant.name}: {entrant.motto}")
        with suppress(Stopped), written_live(request.live, request.specs(seating), request.rungs(seating)) as live:
            outside.play(match, fresh_bots(request.entrants, seating), watches(live, story, request.stop.watch))
    if match.over and request.history is not None:
        request.history.add(match, request.specs(seating), request.rungs(seating))
    tally = Tally(request.game, match.table.seats)
    if match.over:
        tally.add(match, range(match.table.seats))
    if request.json:
        bill = bill_document(request.account, 1)
        print_json({**_document(request, match), **analysis_document(tally, match.table.names), **bill})
    else:
        print_result(match)
        print_analysis(tally, match.table.names)
        print_bills(request.account, 1)
        if request.quiet or not request.seed_was_given:
            say(f"--seed {request.seed} plays this match again.")


def print_result(match: Match) -> None:
    for line in result_lines(match):
        say(line)


def _document(request: Request, match: Match) -> dict[str, Any]:
    result = match.result() if match.over else None
    bots = [
        {"seat": number, "name": name, "spec": request.entrants[request.seatings[0][number]].spec}
        for number, name in enumerate(match.table.names)
    ]
    shown = None if result is None else {"places": result.places, "scores": result.scores, "ending": result.ending}
    moves = [_move(match, step) for step in match.steps]
    return {**request.head(), "bots": bots, "moves": moves, "result": shown, "stopped": not match.over}


def _move(match: Match, step: Step) -> dict[str, Any]:
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
