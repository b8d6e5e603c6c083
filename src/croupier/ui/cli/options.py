"""Options that several commands share: `shared_options` gives a command the options of a class."""

import re
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

import msgspec
import typer

from croupier.ai.registry import BUILT_IN
from croupier.arena.run.backend import RunOptions
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import opened
from croupier.ui.cli.costs import LedgerFolder, MaxCost
from croupier.ui.cli.output import Json, OpenBrowser, Seats, Seed, Set

Command = Callable[..., None]
PARAMETER: Final = "options"

Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="PATH|URL",
        help="Where matches are kept: a file, or postgresql://USER@HOST/NAME. A file of your own if left out, see "
        "croupier runs.",
    ),
]
ReportFile = Annotated[
    Path | None, typer.Option("--report", metavar="FILE.html", help="Write a report with plots, one file.")
]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="DIR", help="Write games.csv and decisions.csv into this folder.")
]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="DIR", help="The same as Parquet files; needs croupier\\[data].")
]


class Fresh(StrEnum):
    """When a sandboxed bot gets a new process."""

    CHUNK = "chunk"
    MATCH = "match"


class BotOptions(msgspec.Struct, frozen=True):
    """Options about bots: isolation, time limits, processes."""

    trust: Annotated[
        bool,
        typer.Option(
            "--trust", metavar="", help="Run bots from files in this process, and programs as they are: your own."
        ),
    ] = False
    no_sandbox: Annotated[
        bool,
        typer.Option(
            "--no-sandbox", metavar="", help="Where there is no sandbox: processes that can be stopped, no more."
        ),
    ] = False
    fresh: Annotated[
        Fresh,
        typer.Option(
            "--fresh",
            help="When a sandboxed bot gets a new process: for every match, or for every seating of a chunk.",
        ),
    ] = Fresh.CHUNK
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            help="For every answer of a bot that is not in this process; 0 means no limit. "
            "Usually 5, in Coup and Belote 30.",
            show_default=False,
        ),
    ] = None
    game_limit: Annotated[
        float | None,
        typer.Option(
            "--game-limit",
            metavar="SECONDS",
            help="A match that takes longer is lost by the slowest bot; 0 means no limit. Usually 10, or ten times as "
            "long as the verification match, and none for people, language models and bots elsewhere.",
            show_default=False,
        ),
    ] = None
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, metavar="W", help="Processes that play. One on every core if left out."),
    ] = None
    no_padding: Annotated[
        bool,
        typer.Option(
            "--no-padding",
            metavar="",
            help="Do not let reactions in rated matches take the same time whoever can react: faster, "
            "but bots can measure who could.",
        ),
    ] = False

    def isolation(self, trust: bool = False) -> Isolation:
        return Isolation(self.trust or trust, not self.no_sandbox, self.fresh is Fresh.MATCH)


class MatchesOptions(BotOptions, frozen=True):
    """Options of commands that play many matches: seed, settings, journal, reports, backend, costs."""

    seed: Seed = None
    set_: Set = None
    seats: Seats = None
    report: ReportFile = None
    open_: OpenBrowser = False
    csv: Csv = None
    parquet: Parquet = None
    backend: Annotated[
        str,
        typer.Option("--backend", metavar="local|ray", help="Play here, or on a Ray cluster.", show_default=False),
    ] = "local"
    address: Annotated[
        str | None,
        typer.Option(
            "--address", metavar="HOST:PORT", help="Of a Ray cluster that is running; else one is started here."
        ),
    ] = None
    db: Db = None
    resume: Annotated[
        bool,
        typer.Option("--resume", metavar="", help="Go on with the last run of this very command where it stopped."),
    ] = False
    no_journal: Annotated[bool, typer.Option("--no-journal", metavar="", help="Keep nothing of what is played.")] = (
        False
    )
    max_cost: MaxCost = None
    ledger: LedgerFolder = None
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", metavar="", help="Only the result: no story, no progress bar.")
    ] = False
    json: Json = False

    def check(self) -> None:
        """Raise a UsageError before anything is played, also if an output file cannot be written."""
        if self.resume and self.no_journal:
            raise UsageError("--resume goes on with what is in the journal, and --no-journal leaves that out")
        check_writable(self.report)
        check_folders(self.csv, self.parquet)

    @property
    def exports(self) -> bool:
        return self.csv is not None or self.parquet is not None

    def run_options(self, in_process: bool = False) -> RunOptions:
        return RunOptions(self.workers, self.backend, self.address, self.game_limit, in_process, not self.no_padding)


class RatedOptions(MatchesOptions, frozen=True):
    """Options of rated play, in which bots cannot speak to each other."""

    talk: Annotated[bool, typer.Option("--talk", metavar="", help="Let the bots hear each other's talk.")] = False
    names: Annotated[
        bool, typer.Option("--names", metavar="", help="Tell the bots who sits where, instead of p0, p1.")
    ] = False
    permutations: Annotated[
        bool, typer.Option("--permutations", metavar="", help="Every order of seats, not only rotations.")
    ] = False
    unrated: Annotated[bool, typer.Option("--unrated", metavar="", help="Keep the run out of the leaderboard.")] = False


def shared_options(kind: type[msgspec.Struct]) -> Callable[[Command], Command]:
    """Give a command the options of `kind`, one for each field; it gets their values as its parameter `options`."""
    hints = get_type_hints(kind, include_extras=True)
    fields = kind.__struct_fields__
    shared = [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=hints[name])
        for name, default in zip(fields, kind.__struct_defaults__, strict=True)
    ]

    def add_options(command: Command) -> Command:
        own = [one for one in signature(command).parameters.values() if one.name != PARAMETER]

        @wraps(command)
        def with_options(**given: Any) -> None:
            options = kind(**{name: given.pop(name) for name in fields})
            command(**given, **{PARAMETER: options})

        parameters = [*own, *shared]
        # Typer looks at both.
        vars(with_options)["__signature__"] = Signature(parameters)
        with_options.__annotations__ = {one.name: one.annotation for one in parameters}
        return with_options

    return add_options


def setting_names(texts: list[str] | None) -> set[str]:
    """The names in a list of NAME=VALUE."""
    return {text.partition("=")[0].strip() for text in texts or []}


def check_writable(*paths: Path | None) -> None:
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


_COPIES: Final = re.compile(r"(?P<bot>.+):(?P<number>-?\d+)", re.DOTALL)


def open_bot_folders(game: Game, bots: list[str] | None, folder: Path | None) -> list[str]:
    """The bots that were named, a folder of them being all bots in it, and those of --bots-dir."""
    if folder is not None and not folder.is_dir():
        raise UsageError(f"--bots-dir: there is no folder {folder}")
    named = [*(bots or []), *([] if folder is None else [str(folder)])]
    return [each for bot in named for each in opened(game, bot, BUILT_IN)]


def parse_copies(text: str) -> str:
    """Turn `my_bot.py:3` into the loader's `my_bot.py*3`; without a number it is one bot."""
    counted = _COPIES.fullmatch(text)
    return text if counted is None else f"{counted['bot']}*{counted['number']}"


_SHORTCUTS: Final = {"deck": "--deck-config", "hand_size": "--hand-size"}


def option_setting(game: Game, name: str, value: object) -> list[str]:
    """The value of an option that stands for a setting, as --set takes it; nothing if it was not given."""
    if value is None:
        return []
    if name not in {field.name for field in msgspec.structs.fields(game.settings_type)}:
        raise UsageError(f"{_SHORTCUTS[name]}: {game.name} has no setting {name}")
    return [f"{name}={value}"]
