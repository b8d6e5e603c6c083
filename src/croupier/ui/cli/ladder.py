"""`croupier ladder`: a folder in which bots are put, checked and rated."""

import hashlib
import time
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich import box
from rich.table import Table
from rich.text import Text

from croupier import __version__
from croupier.arena.api import checked_seed, clock_for, enter
from croupier.arena.batch import StopFlag, Stopped
from croupier.arena.blocks import rotations, seated
from croupier.arena.check import check
from croupier.arena.documents import rating_document
from croupier.arena.exam import Plan as Exam
from croupier.arena.ledger import Ledger
from croupier.arena.liveladder import REPLACED, STORE, Kept, Ladder, check_rules, kept_ladder
from croupier.arena.measuring import fair_settings
from croupier.arena.plan import plain, settings_in
from croupier.arena.report import Facts, report_page
from croupier.arena.running import Staff
from croupier.arena.saving import saving_text
from croupier.arena.schedule import Pairing, match_seed, seats_for
from croupier.arena.settings import read_settings
from croupier.arena.staff import Means, game_limit, worker_count
from croupier.arena.store import Store, open_store
from croupier.arena.summary import Summary, summarise
from croupier.arena.work import Cast, InProcess, Played, Task
from croupier.arena.workers import CAN_WORK, Workers
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant, printable
from croupier.ui.cli import means
from croupier.ui.cli.completing import bot_names, game_names
from croupier.ui.cli.console import Json, Quiet, Seats, Seed, Set, err, examples, out, print_json, say
from croupier.ui.cli.means import sharing
from croupier.ui.cli.notetable import print_noted
from croupier.ui.cli.progress import progress
from croupier.ui.cli.ratingtable import rating_table
from croupier.ui.cli.stopping import INTERRUPTED, stop_on_interrupt

NAME = "ladder"
REPORT = "ladder.html"
LOOK = 1.0  # seconds between two looks into the folder
BLOCKS = 4  # of a meeting
LEADERS = 3
FAULTS = 3  # after so many a check is over: others wait
GONE = "its file is gone"
EXAMPLES = examples(
    ("croupier ladder class/ --game cuttle", "put files into class/ and watch them climb"),
    ("croupier ladder class/ --once", "play what there is to play, and stop"),
    ("croupier ladder class/ --once --fit", "the same, and a fit over all matches"),
    ("croupier verify 1 --db class/ladder.sqlite", "its matches are a run, like any other"),
)


@sharing(means.Kept)
def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the bots are put.", show_default=False)],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", autocompletion=game_names, help="For a folder that has no ladder yet."),
    ] = None,
    baseline: Annotated[
        list[str] | None,
        typer.Option(
            "--baseline",
            metavar="BOT",
            autocompletion=bot_names,
            help="A bot that is always there; usually random and heuristic.",
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", metavar="", help="Stop when everybody is known well enough.")] = False,
    fit: Annotated[bool, typer.Option("--fit", metavar="", help="Also print ratings fitted to all matches.")] = False,
    seed: Seed = None,
    set_: Set = None,
    seats: Seats = None,
    quiet: Quiet = False,
    json: Json = False,
    *,
    options: means.Kept,
) -> None:
    """An endless ladder: put a bot's file into the folder, and it is checked, rated and ranked.

    A new or changed file is a new bot; it must keep the promises of `croupier check`, and the reason is shown if it
    does not. Whoever is known least plays next, against those nearest to it, on equal deals from all seats. Live
    ratings are OpenSkill's; ladder.html in the folder has the plots, with the numbers that bots put into their notes.
    Every meeting is committed to ladder.sqlite in the folder as it ends. Ctrl-C stops it; the same command goes on.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}; make one, and put bots into it")
    wanted = None if game is None else find_game(game)
    if wanted is None and set_:
        raise UsageError("--set is for a folder that has no ladder yet, together with --game")
    given = {text.partition("=")[0].strip(): "" for text in set_ or []}
    chosen = {} if wanted is None else plain(fair_settings(wanted, read_settings(wanted, set_ or []), given))
    if wanted is None and not (folder / STORE).exists():
        raise UsageError(f"{folder} has no ladder yet: say which game it is for with --game")
    with stop_on_interrupt() as stop, open_store(str(folder / STORE)) as store:
        kept = kept_ladder(folder, store, wanted, chosen, seats, checked_seed(seed))
        running = _Running(folder, kept, options, stop, quiet=json)
        while True:
            running.look(baseline or ["random", "heuristic"])
            with progress(running.game.name, running.matches_left(), "matches", quiet or json) as tell:
                before = kept.ladder.matches
                while not stop.is_set and running.meet():
                    played = kept.ladder.matches - before
                    tell(played, running.known, played + running.matches_left())
            _report(folder, store, kept, running.game, fit, json)
            if once or stop.is_set:
                break
            while not stop.is_set and not running.is_news():
                time.sleep(LOOK)
        if stop.is_set:
            raise typer.Exit(INTERRUPTED)


class _Running:
    """A ladder that is being played."""

    def __init__(self, folder: Path, kept: Kept, options: means.Kept, stop: StopFlag, quiet: bool) -> None:
        self._folder = folder
        self._kept = kept
        self._shelter = options.shelter()
        self._means = Means(options.workers, game_limit=options.game_limit)
        self._timeout = options.timeout
        self._stop = stop
        self._quiet = quiet
        self._loaded: dict[str, Entrant] = {}
        self.game, self._settings = settings_in(kept.ladder.plan)
        check_rules(kept.ladder.plan, self.game)
        self._means.check()

    def look(self, baseline: list[str]) -> None:
        """Take in who is new or changed, and take out who is gone."""
        ladder = self._kept.ladder
        for spec in baseline:
            if ladder.named(spec) is None:
                self._entrant(spec)
                ladder.enter(spec, spec)
        files = self._files()
        for name, (path, checksum) in files.items():
            known = ladder.named(name)
            if known is not None and known.checksum == checksum:
                known.refused = "" if known.refused == GONE else known.refused
                continue
            spec = str(path)
            self._loaded.pop(spec, None)
            try:
                refused = self._objection(spec)
            except Stopped:
                return
            ladder.enter(name, spec, checksum, refused)
            self._kept.keep_bots()
            if not self._quiet:
                say(f"{name}: {refused or 'checked, and on the ladder'}")
        for bot in ladder.bots:
            if bot.checksum and bot.name not in files and not bot.refused:
                bot.refused = GONE
        self._kept.keep_bots()

    def is_news(self) -> bool:
        files, ladder = self._files(), self._kept.ladder
        gone = any(bot.checksum and not bot.refused and bot.name not in files for bot in ladder.bots)
        known = {bot.name: bot.checksum for bot in ladder.bots if bot.refused != GONE}
        return gone or any(known.get(name) != checksum for name, (_, checksum) in files.items())

    def _files(self) -> dict[str, tuple[Path, str]]:
        """The bots of the folder by name, with the checksums of their files."""
        always = {bot.name for bot in self._kept.ladder.bots if not bot.checksum}
        found: dict[str, tuple[Path, str]] = {}
        for path in sorted(self._folder.glob("*.py")):
            if not path.name.startswith((".", "_")):
                with suppress(OSError):  # it was taken away just now
                    checksum = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
                    found[path.name if path.stem in always else path.stem] = (path, checksum)
        return found

    def matches_left(self) -> int:
        return self._kept.ladder.matches_left(len(set(self._teams)))

    def known(self) -> str:
        """Who leads."""
        ladder = self._kept.ladder
        leaders = (f"{ladder.bots[number].name} {ladder.bots[number].ordinal:.1f}" for number in ladder.ranking())
        return ", ".join(islice(leaders, LEADERS))

    @property
    def _teams(self) -> tuple[int, ...]:
        game = self.game
        return game.teams(self._settings, seats_for(game, self._settings, 2, self._kept.ladder.plan.seats))

    def meet(self) -> bool:
        """The next meeting; whether there was one."""
        ladder, game, teams = self._kept.ladder, self.game, self._teams
        table = ladder.next_table(len(set(teams)))
        if table is None:
            return False
        entrants = tuple(
            msgspec.structs.replace(self._entrant(ladder.bots[number].spec), name=f"p{place}")
            for place, number in enumerate(table)
        )
        cast = Cast(game, self._settings, entrants, clock_for(game, self._timeout), names=False)
        seatings = rotations(teams, seated(teams, [(place,) for place in range(len(table))]))
        chunks: list[list[Task]] = []
        number = ladder.matches
        for block in range(ladder.blocks, ladder.blocks + BLOCKS):
            pairings = [Pairing(block, match_seed(ladder.plan.seed, block), seating) for seating in seatings]
            chunks.append([Task(number + place, pairing) for place, pairing in enumerate(pairings)])
            number += len(seatings)
        found: list[Played] = []
        count = worker_count(self._means, entrants, len(chunks))
        with ExitStack() as stack:
            staff: Staff = InProcess(cast, self._stop)
            if CAN_WORK:
                limit = game_limit(self._means, cast, 0.0)
                staff = stack.enter_context(Workers(cast, count, limit, self._stop))
            for played in staff.play(chunks):
                seating = tuple(table[place] for place in played.seating)
                found.append(msgspec.structs.replace(played, seating=seating))
        if self._stop.is_set:
            return False
        if not found:
            # Nobody could tell whose fault it is; but those who are always there have played before.
            for number in table:
                if ladder.bots[number].checksum:
                    ladder.bots[number].refused = f"its matches do not end: one {staff.skipped[0].reason}"
            self._kept.keep_bots()
        self._kept.add(sorted(found, key=lambda each: each.number))
        return True

    def _entrant(self, spec: str) -> Entrant:
        if spec not in self._loaded:
            self._loaded[spec] = enter(self.game, [spec], self._shelter)[0]
        return self._loaded[spec]

    def _objection(self, spec: str) -> str:
        """Why a bot may not play: the first promise that it breaks."""
        try:
            entrant = self._entrant(spec)
        except UsageError as error:
            return printable(str(error))
        exam = Exam(4, 5.0, 1, settings=self._settings, look=self._look, most_faults=FAULTS)
        broken = next((finding for finding in check(self.game, entrant, exam) if not finding.kept), None)
        return "" if broken is None else f"does not keep a promise: {broken.promise}: {printable(broken.came)}"

    def _look(self) -> None:
        if self._stop.is_set:
            raise Stopped("the check was stopped")


def _report(folder: Path, store: Store, kept: Kept, game: Game, fit: bool, json: bool) -> None:
    ladder = kept.ladder
    summary: Summary | None = None
    if ladder.matches:
        ledger = Ledger(len(ladder.bots)).extend(store.games(kept.run))
        summary = summarise(ledger, [bot.name for bot in ladder.bots], game, ladder.plan.seed, history=True)
        facts = Facts("Ladder", f"croupier ladder {folder}", ladder.plan.seed, ladder.plan.settings, __version__)
        path = folder / REPORT
        try:
            path.write_text(report_page(summary, facts), encoding="utf-8")
        except OSError as error:
            err().print(f"{path} cannot be written: {error.strerror}", highlight=False, markup=False)
    if json:
        print_json(_document(ladder, summary if fit else None))
        return
    _print(ladder)
    if fit and summary is not None:
        out().print(rating_table(summary, "Fitted to all matches"))
    if summary is not None:
        print_noted(summary)
        say(f"{summary.matches} matches; {saving_text(summary.saving)}.")
        say(f"Plots in {folder / REPORT}.")


def _document(ladder: Ladder, summary: Summary | None) -> dict[str, Any]:
    bots = [{**msgspec.to_builtins(bot), "ordinal": round(bot.ordinal, 4)} for bot in ladder.bots]
    ranking = [ladder.bots[number].name for number in ladder.ranking()]
    fitted = None if summary is None else rating_document(summary)
    return {"game": ladder.plan.game, "ranking": ranking, "bots": bots, "fit": fitted}


def _print(ladder: Ladder) -> None:
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=f"{ladder.plan.game} ladder", title_justify="left")
    table.add_column("", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in ("rating", "mean", "deviation", "matches", "faults"):
        table.add_column(heading, justify="right")
    for place, number in enumerate(ladder.ranking(), 1):
        bot = ladder.bots[number]
        row = [f"{bot.ordinal:.1f}", f"{bot.mu:.1f}", f"{bot.sigma:.1f}", str(bot.matches), str(bot.faults)]
        table.add_row(str(place), Text(bot.name), *row)
    out().print(table)
    for bot in ladder.bots:
        if bot.refused and bot.refused != REPLACED:
            say(f"Not on the ladder: {bot.name}: {bot.refused}")
