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
        help=(
            "Database for matches: a file, or postgresql://USER@HOST/NAME. Default: your own file, shown by "
            "croupier runs."
        ),
    ),
]
ReportFile = Annotated[
    Path | None, typer.Option("--report", metavar="FILE.html", help="Write a report with plots to one HTML file.")
]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="DIR", help="Write games.csv and decisions.csv to this folder.")
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
        typer.Option("--trust", metavar="", help="Run bots without a sandbox: only for bots you trust."),
    ] = False
    no_sandbox: Annotated[
        bool,
        typer.Option("--no-sandbox", metavar="", help="Where no sandbox is available: run bots in plain processes."),
    ] = False
    fresh: Annotated[
        Fresh,
        typer.Option(
            "--fresh",
            help=(
                "When a sandboxed bot gets a new process: for every match, or for every seating in a chunk of matches."
            ),
        ),
    ] = Fresh.CHUNK
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            help=(
                "Time limit for each answer of a bot outside this process; 0 means no limit. Default: 5, in Coup "
                "and Belote 30."
            ),
            show_default=False,
        ),
    ] = None
    game_limit: Annotated[
        float | None,
        typer.Option(
            "--game-limit",
            metavar="SECONDS",
            help=(
                "Time limit for a match; when it is exceeded the slowest bot loses. 0 means no limit. Default: "
                "10, or ten times the length of the verification match; none with people, language models or "
                "remote bots."
            ),
            show_default=False,
        ),
    ] = None
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, metavar="W", help="Number of worker processes. Default: one per core."),
    ] = None
    no_padding: Annotated[
        bool,
        typer.Option(
            "--no-padding",
            metavar="",
            help="Do not pad reaction times in rated matches: faster, but bots can measure who was able to react.",
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
            "--address", metavar="HOST:PORT", help="Address of a running Ray cluster. Default: start one here."
        ),
    ] = None
    db: Db = None
    resume: Annotated[
        bool,
        typer.Option("--resume", metavar="", help="Continue the last run of this same command."),
    ] = False
    no_journal: Annotated[bool, typer.Option("--no-journal", metavar="", help="Do not save the matches.")] = False
    max_cost: MaxCost = None
    ledger: LedgerFolder = None
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", metavar="", help="Print only the result: no moves, no progress.")
    ] = False
    json: Json = False

    def check(self) -> None:
        """Raise a UsageError before anything is played, also if an output file cannot be written."""
        if self.resume and self.no_journal:
            raise UsageError("--resume needs the journal; remove --no-journal")
        check_writable(self.report)
        check_folders(self.csv, self.parquet)

    @property
    def exports(self) -> bool:
        return self.csv is not None or self.parquet is not None

    def run_options(self, in_process: bool = False) -> RunOptions:
        return RunOptions(self.workers, self.backend, self.address, self.game_limit, in_process, not self.no_padding)


class RatedOptions(MatchesOptions, frozen=True):
    """Options of rated play, in which bots cannot speak to each other."""

    talk: Annotated[bool, typer.Option("--talk", metavar="", help="Let bots read each other's chat.")] = False
    names: Annotated[
        bool, typer.Option("--names", metavar="", help="Show bots the names of their opponents instead of p0, p1.")
    ] = False
    permutations: Annotated[
        bool, typer.Option("--permutations", metavar="", help="Play every order of seats, not only rotations.")
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
            raise UsageError(f"cannot write {path}: {error.strerror}") from None


def check_folders(*paths: Path | None) -> None:
    for path in paths:
        if path is not None:
            try:
                path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UsageError(f"cannot use {path} as a folder: {error.strerror}") from None


_COPIES: Final = re.compile(r"(?P<bot>.+):(?P<number>-?\d+)", re.DOTALL)


def open_bot_folders(game: Game, bots: list[str] | None, folder: Path | None) -> list[str]:
    """The bots that were named, a folder of them being all bots in it, and those of --bots-dir."""
    if folder is not None and not folder.is_dir():
        raise UsageError(f"--bots-dir: no folder {folder}")
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
