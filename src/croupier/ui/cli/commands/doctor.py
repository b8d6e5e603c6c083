"""`croupier doctor`: what this machine can do, and how to get the rest."""

import os
import platform
import shutil
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from time import monotonic
from typing import Annotated, Final

import msgspec
import typer
from rich.text import Text

from croupier import __version__, _build
from croupier.arena.attack.attack import Attempt, Outcome
from croupier.arena.attack.suite import attack_this_machine, count_attempts
from croupier.players.sandbox import landlock
from croupier.players.sandbox.isolation import IsolationLevel, find_obstacles
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.output import Json, Quiet, examples, folded, out, print_json, say, table
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier doctor", "what works on this machine"),
    ("croupier doctor --json", "the same for a program"),
    ("croupier doctor --attack", "attack the sandbox of this machine and report the result"),
)


class Capability(msgspec.Struct, frozen=True):
    """Something that this machine can or cannot do."""

    name: str
    works: bool
    found: str
    remedy: str = ""
    """What to do if it does not work; empty when it does."""


def command(
    attack: Annotated[
        bool,
        typer.Option("--attack", metavar="", help="Attack the sandbox with harmless bots; takes less than a minute."),
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Show what works on this machine, and how to install what is missing.

    None of this is needed to play, or to run bots you trust. The sandbox is needed for other people's bots.

    With --attack, bots and programs try to escape from every sandbox of this machine, and to cheat. An attack that
    succeeds does no harm: it only touches a folder and a process made for the test. The exit code is 1 if an attack
    succeeds.
    """
    if attack:
        _attack(quiet, json)
        return
    findings = [examine() for examine in EXAMINERS]
    if json:
        print_json({"croupier": __version__, "isolation": _best(), "findings": msgspec.to_builtins(findings)})
        return
    rows: list[tuple[str | Text, ...]] = []
    for finding in findings:
        mark = Text("yes", "green") if finding.works else Text("no", "yellow")
        rows.append((mark, Text(finding.name, "bold"), finding.found))
        if not finding.works:
            rows.append(("", "", Text(finding.remedy, "dim")))
    out().print(table((), rows, ruled=False))
    level = _best()
    say(
        f"Bots from files run in a sandbox ({level})."
        if level
        else "This machine has no sandbox: run only bots you trust (--trust), or use a container."
    )


def _attack(quiet: bool, json: bool) -> None:
    began = monotonic()
    attempts: list[Attempt] = []
    with stop_on_interrupt("attack") as stop, progress("attacks", count_attempts(), "attacks", quiet or json) as show:
        for attempt in attack_this_machine(stop):
            attempts.append(attempt)
            show(len(attempts), lambda attempt=attempt: f"{attempt.mechanism}: {attempt.attack}")
    counts = {outcome: sum(attempt.outcome is outcome for attempt in attempts) for outcome in Outcome}
    if json:
        document = {"croupier": __version__, "interrupted": stop.is_set, "seconds": round(monotonic() - began, 1)}
        document |= {outcome.name.lower(): count for outcome, count in counts.items()}
        print_json({**document, "attempts": msgspec.to_builtins(attempts)})
    else:
        out().print(table(folded("attacks", "attacks", "mechanism", "result"), _attack_rows(attempts)))
        numbers = ", ".join(f"{count} {outcome.value}" for outcome, count in counts.items() if count)
        say(f"{len(attempts)} attacks in {monotonic() - began:.0f} s: {numbers}.")
        if stop.is_set:
            say("Stopped before the last attack.")
    if stop.is_set:
        raise typer.Exit(INTERRUPTED)
    if counts[Outcome.NOT_HELD]:
        raise typer.Exit(1)


def _attack_rows(attempts: Sequence[Attempt]) -> list[tuple[str | Text, ...]]:
    """A row for each group and mechanism; what was tried is not repeated for the next mechanism."""
    groups: dict[str, dict[str, list[Attempt]]] = {}
    for attempt in attempts:
        groups.setdefault(attempt.group, {}).setdefault(attempt.mechanism, []).append(attempt)
    rows: list[tuple[str | Text, ...]] = []
    for group, mechanisms in groups.items():
        shown = ""
        for mechanism, made in mechanisms.items():
            tried = ", ".join(attempt.attack for attempt in made)
            heading = (group, tried) if tried != shown else ("", "")
            rows.append((*heading, mechanism, _result(made)))
            shown = tried
    return rows


def _result(made: Sequence[Attempt]) -> Text:
    """How many held, and each that did not or was not tried."""
    text = Text()
    held = sum(attempt.outcome is Outcome.HELD for attempt in made)
    if held:
        text.append(f"{held} held", "green")
    for attempt in made:
        if attempt.outcome is not Outcome.HELD:
            style = "bold red" if attempt.outcome is Outcome.NOT_HELD else "yellow"
            text.append(f"{'; ' if text else ''}{attempt.outcome.value}: {attempt.attack} ({attempt.detail})", style)
    return text


def _best() -> str:
    return next(
        (level.value for level in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK) if not find_obstacles(level)), ""
    )


def _core() -> Capability:
    return Capability(
        "compiled rules",
        _build.is_compiled(),
        f"{_build.build_line()}, Python {platform.python_version()}",
        "install gcc and the Python headers, then reinstall Croupier; uncompiled rules are 50 times slower",
    )


def _compiler() -> Capability:
    found = next((name for name in (os.environ.get("CC", "cc"), "gcc", "clang") if shutil.which(name)), "")
    return Capability(
        "C compiler", bool(found), found or "none", "Debian and Ubuntu: sudo apt-get install gcc libc6-dev"
    )


def _cores() -> Capability:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Capability("processors", True, f"{cores} available")


def _sandbox(level: IsolationLevel, means: str) -> Capability:
    found = find_obstacles(level)
    return Capability(
        f"sandbox: {level.value}", not found, means if not found else "no", "; ".join(one.value for one in found)
    )


def _bubblewrap() -> Capability:
    return _sandbox(IsolationLevel.BUBBLEWRAP, "namespaces, seccomp and limits: the strongest sandbox")


def _landlock() -> Capability:
    return _sandbox(IsolationLevel.LANDLOCK, f"version {landlock.get_version()}, seccomp, limits")


def _program(name: str, title: str, remedy: str) -> Capability:
    found = shutil.which(name)
    return Capability(title, found is not None, found or "not installed", remedy)


def _node() -> Capability:
    return _program("node", "JavaScript bots", "Debian and Ubuntu: sudo apt-get install nodejs npm")


def _browser() -> Capability:
    name = next((name for name in ("chromium", "google-chrome", "firefox") if shutil.which(name)), "chromium")
    return _program(name, "browser", "Debian and Ubuntu: sudo apt-get install chromium")


def _database() -> Capability:
    has_driver = find_spec("sqlite3") is not None
    return Capability("SQLite", has_driver, "built into Python", "install a Python with sqlite3")


def _postgres() -> Capability:
    found = find_spec("psycopg") is not None
    remedy = "only for a database shared by machines: pip install 'croupier[postgres]'"
    return Capability("PostgreSQL driver", found, "installed" if found else "not installed", remedy)


def _ray() -> Capability:
    found = find_spec("ray") is not None
    remedy = "only for runs on several machines: pip install 'croupier[ray]'"
    return Capability("Ray cluster", found, "installed" if found else "not installed", remedy)


EXAMINERS: Final[tuple[Callable[[], Capability], ...]] = (
    _core,
    _compiler,
    _cores,
    _bubblewrap,
    _landlock,
    _node,
    _browser,
    _database,
    _postgres,
    _ray,
)
