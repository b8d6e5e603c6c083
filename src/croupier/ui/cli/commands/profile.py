"""`croupier profile`: how readable a bot is, and what can be won from it."""

import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from croupier.arena.detect_game import game_of_spec
from croupier.arena.plan.settings import read_settings
from croupier.arena.profile.profile import profile_bot
from croupier.arena.profile.report import SHOWN, Exploit, Profile
from croupier.arena.run.backend import RunOptions
from croupier.arena.run.open_session import plan_run
from croupier.arena.run.setup import rated_setup
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import RunSetup
from croupier.games import find_game
from croupier.ui.cli.completion import bot_names, game_names
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.options import BotOptions, setting_names, shared_options
from croupier.ui.cli.output import (
    Json,
    Quiet,
    Seats,
    Seed,
    Set,
    examples,
    folded,
    out,
    percent,
    print_json,
    right,
    rounded,
    say,
    table,
)
from croupier.ui.cli.progress import progress
from croupier.ui.cli.sessions import print_hints

EXAMPLES = examples(
    ("croupier profile my_bot.py", "what does your bot give away?"),
    ("croupier profile heuristic --game coup -n 1000", "a built-in bot; more matches give narrower intervals"),
    ("croupier profile my_bot.py --vs hard", "its tells against a certain opponent"),
    ("croupier profile heuristic --game coup --exploit 5", "also find what can be won from it, in five minutes"),
    ("croupier profile my_bot.py --json", "for a program"),
)


@shared_options(BotOptions)
def command(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", autocompletion=bot_names, help="As for croupier run.", show_default=False)
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", autocompletion=game_names, help="Which game, if the bot does not say."),
    ] = None,
    vs: Annotated[
        str, typer.Option("--vs", metavar="BOT", autocompletion=bot_names, help="Its opponent in these matches.")
    ] = "heuristic",
    n: Annotated[
        int, typer.Option("-n", min=2, metavar="N", help="Number of matches, rounded up to whole deals.")
    ] = 200,
    exploit: Annotated[
        float,
        typer.Option(
            "--exploit",
            min=0,
            metavar="MINUTES",
            help="Also look for a best response to it for this long.",
            show_default=False,
        ),
    ] = 0.0,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="With --exploit: file for the policy that learned to beat it."),
    ] = None,
    seats: Seats = None,
    set_: Set = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = False,
    *,
    options: BotOptions,
) -> None:
    """Measure how readable a bot is: what its public acts give away about its cards.

    The bot plays against another on equal deals. For each of its public acts (a claim, a challenge, a bid, a Nope)
    there is a hidden fact that its opponent would like to know. The table shows how much the acts tell about it, in
    bits, beyond what the rules alone tell to the next opponent, who knows its own cards. The model that reads the
    acts is always tried on deals that it has not seen, and intervals count deals, so a bot without tells shows none.
    Below it are the clearest tells in words, and the bot's habits. With --exploit, built-in bots and a policy that
    learns only to beat this bot are tried against it, and the best one is measured on fresh deals. Ctrl-C stops and
    shows the profile so far.
    """
    found = find_game(game) if game is not None else game_of_spec(bot)
    texts, isolation = set_ or [], options.isolation()
    with stop_on_interrupt() as stop:
        setup = rated_setup(
            found,
            [bot, vs],
            read_settings(found, texts),
            setting_names(texts),
            isolation,
            timeout=options.timeout,
        )
        print_hints(setup.entrants)
        plan = plan_run(setup, isolation, seed, matches=n, seats=seats)
        run_options = RunOptions(options.workers, game_limit=options.game_limit, padding=not options.no_padding)
        with progress(f"profile of {bot}", n, "matches", quiet or json) as show:
            profile = profile_bot(setup, plan, run_options, stop=stop, observe=show)
        if not json:
            _print(profile, bot)
        if exploit and not stop.is_set:
            response = _exploit(setup, bot, exploit, save, options, seats, seed, stop, quiet or json)
            profile = msgspec.structs.replace(profile, exploit=response)
            if not json:
                _print_exploit(profile, response)
    if json:
        print_json(document(profile))
    if stop.is_set:
        raise typer.Exit(INTERRUPTED)


def document(profile: Profile) -> dict[str, Any]:
    """The profile as JSON, with its sentences."""
    found: dict[str, Any] = rounded(msgspec.to_builtins(profile), 4)
    return {**found, "verdict": profile.verdict(), "sentences": profile.sentences()}


def _exploit(
    setup: RunSetup,
    bot: str,
    minutes: float,
    save: Path | None,
    options: BotOptions,
    seats: int | None,
    seed: str | None,
    stop: StopFlag,
    quiet: bool,
) -> Exploit:
    from croupier.rl.best_response import BestResponse

    run_options = RunOptions(options.workers, game_limit=options.game_limit, padding=False)
    seconds = int(minutes * 60)
    with TemporaryDirectory() as folder, progress("best response", seconds, "s", quiet) as show:
        search = BestResponse(
            setup,
            bot,
            minutes,
            options.isolation(),
            run_options,
            seats=seats,
            seed=seed,
            stop=stop,
            tell=lambda what, part: show(int(part * seconds), lambda: what),
        )
        return search.find(save or Path(folder) / "response.policy")


def _print(profile: Profile, spec: str) -> None:
    rows = [
        (
            Text(tell.name, "bold" if tell.is_clear else ""),
            f"{tell.count:,}",
            f"{tell.bits:+.3f}",
            f"{tell.low:+.3f} to {tell.high:+.3f}",
            f"{tell.uncertainty:.2f}",
            Text("yes", "bold") if tell.is_clear else Text("no"),
        )
        for tell in profile.tells
    ]
    title = f"{profile.bot} in {profile.game}, {profile.matches:,} matches against {profile.against}"
    columns = [*folded("acts"), *right("number", "bits each", "95 % interval", "of", "clear")]
    out().print(table(columns, rows, title=title))
    say(profile.verdict())
    for sentence in profile.sentences():
        say(f"  {sentence}")
    if profile.habits:
        say("Habits:")
        for habit in profile.habits[:SHOWN]:
            say(f"  {habit.text()}")
    say(
        f"It won {percent(profile.wins)} of these matches ({percent(profile.wins_low)} to "
        f"{percent(profile.wins_high)}; {percent(profile.parity)} would be equal). Seed: {profile.seed}"
    )
    if profile.faulty:
        say(
            f"It made faults in {profile.faulty} of {profile.matches:,} matches; to see them: "
            f"{shlex.join(['croupier', 'check', spec])}"
        )


def _print_exploit(profile: Profile, found: Exploit) -> None:
    rows = [
        (each.name, f"{each.matches:,}", percent(each.rate), f"{percent(each.low)} to {percent(each.high)}")
        for each in found.tried
    ]
    columns = [*folded("opponent"), *right("matches", "won against it", "95 % interval")]
    out().print(table(columns, rows, title=f"Opponents of {profile.bot}"))
    best = found.best
    say(
        f"Best response to {profile.bot} in {profile.game}: {best.name} wins {percent(best.rate)} of {best.matches:,} "
        f"matches on fresh deals ({percent(best.low)} to {percent(best.high)}; {percent(1 - profile.parity)} would be "
        f"equal)."
    )
    minutes = "1 minute" if found.minutes == 1 else f"{found.minutes:g} minutes"
    say(f"Found in {minutes}: {found.how}. A better response may exist.")
