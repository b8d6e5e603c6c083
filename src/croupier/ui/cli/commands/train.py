"""`croupier train`: a policy learned by self-play."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.arena.plan.settings import read_settings
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.ui.cli.output import GameName, Json, Quiet, examples, print_json, say
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier train coup --minutes 15 --out coup.policy", "train for Coup with any number of players"),
    ("croupier run coup learned:weights=coup.policy heuristic -n 1000", "play with the trained policy"),
    ("croupier train coup --minutes 60 --out coup.policy --resume", "continue the training, up to an hour in all"),
    (
        "croupier train bluff --seats 2,4 --variant mode=chaos --minutes 30 --out bluff.policy",
        "train for two modes at once",
    ),
    (
        "croupier train coup --seats 2 --against medium --minutes 10 --out answer.policy",
        "train only to beat one bot: how much can be won from it",
    ),
)
MAX_SEATS = 6


def command(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="File for the policy.")],
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, metavar="M", help="Training time.")] = 15.0,
    seats: Annotated[
        str,
        typer.Option(
            "--seats", metavar="N,N...", help=f"Numbers of players to train for. Default: all up to {MAX_SEATS}."
        ),
    ] = "",
    variant: Annotated[
        list[str] | None,
        typer.Option(
            "--variant",
            metavar="NAME=VALUE",
            help="Also train with these settings, separated by commas; can be repeated.",
        ),
    ] = None,
    against: Annotated[
        str,
        typer.Option(
            "--against", metavar="BOT", help="Learn only to beat this bot, which must have no memory of its own."
        ),
    ] = "",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the initial weights and the deals.")] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", metavar="", help="Continue from the checkpoint next to FILE.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train a policy by self-play and write its weights to a file.

    One network learns all numbers of players at once. It plays against itself, earlier versions, the heuristic and
    random players. A line every minute shows how often it wins as the only learner among heuristics. Ctrl-C stops
    early and still writes the policy and a checkpoint. With --against it plays against that bot alone, and the lines
    show how often it wins there.
    """
    from croupier.rl.train.trainer import Report, Trainer, checkpoint_of, train

    found = find_game(game)
    settings = [read_settings(found, each.split(",") if each else []) for each in ["", *(variant or [])]]
    variants = [(each, number) for each in settings for number in _numbers(found, seats)]
    if not out.parent.is_dir():
        raise UsageError(f"no folder {out.parent}")
    trainer = Trainer(found, variants, minutes * 60, seed, against=against)
    if resume:
        trainer.load_checkpoint(checkpoint_of(out))
    reports: list[Report] = []

    def on_report(report: Report) -> None:
        reports.append(report)
        if not (quiet or json):
            say(_line(report))

    stopped = ""
    with progress(f"training {found.name}", int(minutes * 60), "s", quiet or json) as show:
        try:
            train(trainer, out, on_report=on_report, on_round=lambda part: show(int(part * minutes * 60)))
        except KeyboardInterrupt:
            stopped = " Stopped early; to continue: --resume"
    if json:
        print_json({"game": found.name, "file": str(out), "reports": msgspec.to_builtins(reports)})
    else:
        say(f"Policy written to {out} ({out.stat().st_size:,} bytes).{stopped}")
        say(f"To play with it: croupier run {found.name} learned:weights={out} heuristic")


def _numbers(game: Game, text: str) -> list[int]:
    """The numbers of players that were asked for."""
    if not text:
        return [number for number in game.seats if number <= MAX_SEATS]
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"--seats takes numbers separated by commas, such as 2,4, not {text!r}") from None
    if wrong := [number for number in numbers if number not in game.seats]:
        raise UsageError(f"{game.name} is for {game.players_text}, not for {wrong[0]}")
    return numbers


def _line(report: object) -> str:
    from croupier.rl.train.trainer import Report

    assert isinstance(report, Report)
    won = ", ".join(f"{name} {share:.0%}" for name, share in report.gauntlet.items())
    return (
        f"{report.seconds / 60:6.1f} min  {report.decisions:>12,} decisions  {report.matches:>9,} matches  won: {won}"
    )
