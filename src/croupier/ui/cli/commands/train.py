"""`croupier train`: a policy learned by self-play."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.ai.learned.weights import Policy, policy_for
from croupier.arena.plan.settings import read_settings
from croupier.arena.write_errors import explain_write_errors
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.ui.cli.files import open_pages, page_path
from croupier.ui.cli.output import GameName, Json, OpenBrowser, Quiet, examples, print_json, say
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier train coup --minutes 15 --out coup.policy", "train for Coup with any number of players"),
    ("croupier run coup learned:weights=coup.policy heuristic -n 1000", "play with the trained policy"),
    ("croupier train coup --minutes 60 --out coup.policy --resume", "continue the training, up to an hour in all"),
    (
        "croupier train bluff --seats 2,4 --variant mode=chaos --minutes 30 --out bluff.policy",
        "train for two modes at once",
    ),
    ("croupier train coup --from learned --out better.policy --open", "improve the policy that comes with Croupier"),
    (
        "croupier train coup --seats 2 --against medium --minutes 10 --out answer.policy",
        "train only to beat one bot: how much can be won from it",
    ),
)
MAX_SEATS = 6
SHIPPED_NAME = "learned"


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
    start: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Begin with the policy in this file, or with learned, the one that comes with Croupier.",
        ),
    ] = "",
    report: Annotated[
        Path | None,
        typer.Option("--report", metavar="FILE", help="Draw the curves in this HTML file, which renews itself."),
    ] = None,
    quiet: Quiet = False,
    json: Json = False,
    open_: OpenBrowser = False,
) -> None:
    """Train a policy by self-play and write its weights to a file.

    One network learns all numbers of players at once. It plays against itself, earlier versions, the heuristic and
    random players. A line every minute shows how often it wins as the only learner among heuristics. Ctrl-C stops
    early and still writes the policy and a checkpoint. With --against it plays against that bot alone, and the lines
    show how often it wins there.
    """
    from croupier.rl.train.page import training_page
    from croupier.rl.train.trainer import Report, Trainer, checkpoint_of, train

    found = find_game(game)
    settings = [read_settings(found, each.split(",") if each else []) for each in ["", *(variant or [])]]
    variants = [(each, number) for each in settings for number in _numbers(found, seats)]
    if not out.parent.is_dir():
        raise UsageError(f"no folder {out.parent}")
    if resume and start:
        raise UsageError("--resume continues a training, and --from begins one: give one of them")
    policy = _policy(found, start) if start else None
    trainer = Trainer(found, variants, minutes * 60, seed, against=against, start=policy)
    if resume:
        trainer.load_checkpoint(checkpoint_of(out))

    page = page_path(report, f"{found.name}-training.html", open_)

    def draw(is_over: bool) -> None:
        if page is not None:
            with explain_write_errors(page):
                page.write_text(training_page(f"{found.title}, {minutes:g} minutes", trainer.reports, is_over), "utf-8")

    def on_report(latest: Report) -> None:
        draw(is_over=False)
        if not (quiet or json):
            say(_line(latest))

    draw(is_over=False)
    open_pages([page] if open_ else [])
    stopped = ""
    with progress(f"training {found.name}", int(minutes * 60), "s", quiet or json) as show:
        try:
            train(trainer, out, on_report=on_report, on_round=lambda part: show(int(part * minutes * 60)))
        except KeyboardInterrupt:
            stopped = " Stopped early; to continue: --resume"
    draw(is_over=True)
    if json:
        print_json({"game": found.name, "file": str(out), "reports": msgspec.to_builtins(trainer.reports)})
    else:
        say(f"Policy written to {out} ({out.stat().st_size:,} bytes).{stopped}")
        if page is not None:
            say(f"Curves written to {page}")
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


def _policy(game: Game, name: str) -> Policy:
    """The policy to begin with."""
    return policy_for(game, "" if name == SHIPPED_NAME else name).policy


def _line(report: object) -> str:
    from croupier.rl.train.trainer import Report

    assert isinstance(report, Report)
    won = "; ".join(
        f"against {opponent} " + ", ".join(f"{table} {share:.0%}" for table, share in shares.items())
        for opponent, shares in report.gauntlet.items()
    )
    return f"{report.seconds / 60:6.1f} min  {report.decisions:>12,} decisions  {report.matches:>9,} matches  won {won}"
