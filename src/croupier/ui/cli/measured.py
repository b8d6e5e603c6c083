"""What the measuring commands have in common: their options, and a measurement that is set up from them."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from croupier import __version__
from croupier.arena.api import checked_seed, clock_for, enter
from croupier.arena.measuring import executor_for, fair_settings
from croupier.arena.settings import read_settings
from croupier.arena.work import Conditions, Executor
from croupier.games import find_game
from croupier.kernel.decision import Settings, encode_hook
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
from croupier.players.shelter import Shelter
from croupier.ui.cli.console import err

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

    game: Game
    settings: Settings
    entrants: tuple[Entrant, ...]
    seed: int
    executor: Executor
    conditions: Conditions

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.entrants]

    def head(self) -> dict[str, Any]:
        """The beginning of every JSON document about it."""
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "settings": msgspec.to_builtins(self.settings, enc_hook=encode_hook),
            "seed": self.seed,
            "talk": self.conditions.talk,
            "names": self.conditions.names,
            "rungs": {entrant.name: entrant.rung for entrant in self.entrants if entrant.rung},
        }

    def conditions_text(self) -> str:
        """How it was played, if that was not as usual."""
        parts = [
            *(["bots heard each other's talk"] if self.conditions.talk else []),
            *(["bots knew each other's names"] if self.conditions.names else []),
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
    talk: bool = False,
    names: bool = False,
    replays: bool = False,
) -> Measurement:
    """Load the bots and check the rest."""
    found = find_game(game)
    given = set_ or []
    chosen = {text.partition("=")[0].strip(): "" for text in given}
    settings = fair_settings(found, read_settings(found, given), chosen)
    entrants = enter(found, bots, Shelter(trust, not no_sandbox))
    for hint in dict.fromkeys(entrant.hint for entrant in entrants if entrant.hint):
        err().print(hint, highlight=False, markup=False)
    conditions = Conditions(talk, names, __version__ if replays else "")
    executor = executor_for(found, settings, entrants, clock_for(found, timeout), conditions)
    return Measurement(found, settings, entrants, checked_seed(seed), executor, conditions)


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


def reproduced(arguments: list[str], seed: int) -> str:
    """The command that gives the same figures again."""
    import shlex

    seeded = any(each == "--seed" or each.startswith("--seed=") for each in arguments)
    return shlex.join(["croupier", *arguments, *([] if seeded else ["--seed", str(seed)])])
