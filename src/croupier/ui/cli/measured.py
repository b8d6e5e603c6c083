"""What the measuring commands have in common: their options, and a measurement that is set up from them."""

import shlex
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from croupier import __version__
from croupier.arena.api import checked_seed, clock_for, enter
from croupier.arena.batch import StopFlag
from croupier.arena.journalled import Journalled
from croupier.arena.measuring import executor_for, fair_settings
from croupier.arena.plan import Plan, checksums_of, plain
from croupier.arena.settings import read_settings
from croupier.arena.staff import Means
from croupier.arena.store import Store, open_store
from croupier.arena.work import Cast, Executor
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
from croupier.players.shelter import Shelter
from croupier.ui.cli.console import err
from croupier.ui.cli.many import resumed

Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="For every answer of a bot that is not in this process.",
        show_default=False,
    ),
]
Talk = Annotated[bool, typer.Option("--talk", metavar="", help="Let the bots hear each other's talk.")]
Names = Annotated[bool, typer.Option("--names", metavar="", help="Tell the bots who sits where, instead of p0, p1.")]
NoSandbox = Annotated[
    bool, typer.Option("--no-sandbox", metavar="", help="Processes that can be stopped, no more, for bots from files.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", metavar="", help="Only the result: no progress bar.")]
ReportFile = Annotated[
    Path | None, typer.Option("--report", metavar="FILE.html", help="Write a report with plots, one file.")
]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="DIR", help="Write games.csv and decisions.csv into this folder.")
]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="DIR", help="The same as Parquet files; needs croupier[data].")
]


class Measurement(msgspec.Struct, frozen=True):
    """Everything that a measuring command was asked for, checked."""

    cast: Cast
    seed: int
    seed_was_given: bool
    shelter: Shelter
    seats: int | None

    @property
    def game(self) -> Game:
        return self.cast.game

    @property
    def settings(self) -> Settings:
        return self.cast.settings

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return self.cast.entrants

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.entrants]

    def with_entrants(self, entrants: tuple[Entrant, ...]) -> "Measurement":
        return msgspec.structs.replace(self, cast=msgspec.structs.replace(self.cast, entrants=entrants))

    def plan(self, kind: str, options: Mapping[str, object]) -> Plan:
        """As it stands in the store; what is played follows from the options, not from a fixed schedule."""
        return Plan(
            game=self.game.name,
            rules_version=self.game.rules_version,
            settings=plain(self.settings),
            bots=tuple(entrant.spec for entrant in self.entrants),
            names=tuple(self.names),
            seed=self.seed,
            seatings=(),
            blocks=0,
            kind=kind,
            seed_was_given=self.seed_was_given,
            seats=self.seats,
            trust=self.shelter.trust,
            sandbox=self.shelter.sandbox,
            clock=self.cast.clock,
            checksums=checksums_of(self.entrants),
            options={**options, "talk": self.cast.talk, "names": self.cast.names},
            croupier=__version__,
        )

    def head(self) -> dict[str, Any]:
        """The beginning of every JSON document about it."""
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "settings": plain(self.settings),
            "seed": self.seed,
            "talk": self.cast.talk,
            "names": self.cast.names,
            "rungs": {entrant.name: entrant.rung for entrant in self.entrants if entrant.rung},
        }

    def conditions_text(self) -> str:
        """How it was played, if that was not as usual."""
        parts = [
            *(["bots heard each other's talk"] if self.cast.talk else []),
            *(["bots knew each other's names"] if self.cast.names else []),
        ]
        return f"Not as usual in rated play: {' and '.join(parts)}." if parts else ""


def measurement(
    game: str,
    bots: list[str],
    seed: int | None,
    set_: list[str] | None,
    *,
    trust: bool,
    no_sandbox: bool,
    timeout: float | None,
    seats: int | None = None,
    talk: bool = False,
    names: bool = False,
    replays: bool = False,
) -> Measurement:
    """Load the bots and check the rest."""
    found = find_game(game)
    given = set_ or []
    chosen = {text.partition("=")[0].strip(): "" for text in given}
    settings = fair_settings(found, read_settings(found, given), chosen)
    shelter = Shelter(trust, not no_sandbox)
    entrants = enter(found, bots, shelter)
    for hint in dict.fromkeys(entrant.hint for entrant in entrants if entrant.hint):
        err().print(hint, highlight=False, markup=False)
    version = __version__ if replays else ""
    cast = Cast(found, settings, entrants, clock_for(found, timeout), version=version, talk=talk, names=names)
    return Measurement(cast, checked_seed(seed), seed is not None, shelter, seats)


class Staffed(msgspec.Struct, frozen=True):
    """A measurement that can be played, and where it is kept."""

    asked: Measurement
    """With the seed of the run that is gone on with, if one is."""
    executor: Executor
    run: int | None
    store: Store | None

    def finish(self) -> None:
        """All of it has been played."""
        if self.store is not None and self.run is not None:
            self.store.finish(self.run)

    def where(self) -> str:
        return "" if self.run is None else f"Kept as run {self.run} in {self.store}."


@contextmanager
def staffed(
    asked: Measurement,
    kind: str,
    options: Mapping[str, object],
    means: Means,
    stop: StopFlag,
    db: str | None,
    resume: bool,
    journal: bool,
) -> Generator[Staffed]:
    """Workers and journal for a measurement; no thread may be running yet."""
    with ExitStack() as stack:
        plan, run = asked.plan(kind, options), None
        store = stack.enter_context(open_store(db)) if journal else None
        if resume:
            if store is None:
                raise UsageError("--resume goes on with what is in the journal, and --no-journal leaves it out")
            run, plan = resumed(store, plan)
            asked = msgspec.structs.replace(asked, seed=plan.seed)
        executor = stack.enter_context(executor_for(asked.cast, means, stop, plan))
        if store is not None:
            run = store.begin_run(plan) if run is None else run
            executor = Journalled(executor, store, run)
        yield Staffed(asked, executor, run, store)


def check_writable(*paths: Path | None) -> None:
    """Before anything is played: a report that cannot be written is no reason to lose what it would say."""
    for path in paths:
        if path is None:
            continue
        try:
            path.open("ab").close()
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def check_folders(*paths: Path | None) -> None:
    for path in paths:
        if path is not None:
            try:
                path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UsageError(f"{path} cannot be a folder for the export: {error.strerror}") from None


def reproduced(context: typer.Context, seed: int) -> str:
    """The command that gives the same figures again."""
    arguments: list[str] = list(context.find_root().obj or [])
    seeded = any(each == "--seed" or each.startswith("--seed=") for each in arguments)
    kept = [each for each in arguments if each != "--resume"]
    return shlex.join(["croupier", *kept, *([] if seeded else ["--seed", str(seed)])])
