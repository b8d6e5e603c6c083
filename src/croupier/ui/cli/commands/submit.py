"""`croupier submit`: hand in a bot to a season."""

import time
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from croupier.kernel.errors import UsageError
from croupier.season.packing import pack_folder
from croupier.ui.cli.output import Json, examples, print_json, say
from croupier.ui.cli.season_client import SavedSeasons, SeasonClient, season_url

POLL_SECONDS: Final = 0.5
EXAMPLES = examples(
    ("croupier submit my_bot.py --to http://cards.example.org --name Ann --team Reds --code CODE", "join and hand in"),
    ("croupier submit my_bot.py", "hand in a new version to the same season"),
    ("croupier submit my_bot/", "a folder: bot.py, or a program called bot, with its data"),
)


def command(
    bot: Annotated[Path, typer.Argument(metavar="BOT", help="A Python file, a folder or a zip.", show_default=False)],
    to: Annotated[
        str | None, typer.Option("--to", metavar="URL", help="Address of the season. Default: the last one.")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option("--token", metavar="TOKEN", help="Your token. Default: the saved one, or CROUPIER_SEASON_TOKEN."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Join the season under this name first.")
    ] = None,
    team: Annotated[str, typer.Option("--team", metavar="TEAM", help="Name of a new team. Default: your name.")] = "",
    code: Annotated[
        str, typer.Option("--code", metavar="CODE", help="Invitation code, or the code of an existing team.")
    ] = "",
    division: Annotated[str, typer.Option("--division", metavar="NAME", help="Division of a new team.")] = "",
    wait: Annotated[
        float, typer.Option("--wait", min=0, metavar="SECONDS", help="Maximum time to wait for the check.")
    ] = 300.0,
    json: Json = False,
) -> None:
    """Hand in a bot to a season, and show the result of its check.

    The first time, --name joins the season, and your token is saved on this machine. The exit code is 1 if the bot
    fails its check; the previous version continues to play.
    """
    client = SeasonClient(season_url(to), token or "")
    file, body = _packed(bot)
    _check_size(client, bot, len(body))
    if name is not None:
        form = {"name": name, "team": team or ("" if code and not team else name), "code": code, "division": division}
        joined = _join(client, form, name, bot)
        client.token = joined["token"]
        SavedSeasons().save(client.url, client.token)
        if not json:
            say(f"Joined as {name} in team {joined['team']}. Code for others who join this team: {joined['team_code']}")
    elif not client.token:
        raise UsageError("you have not joined this season: add --name YOUR_NAME, and --code CODE if you were given one")
    else:
        SavedSeasons().save(client.url, client.token)
    receipt = client.hand_in(file, body)
    if not json:
        say(f"Handed in as version {receipt['version']}, SHA-256 {receipt['hash']}")
        if receipt["known"]:
            say("The same files were handed in before; this version plays again.")
        elif receipt["ahead"]:
            say(f"Checks before this one: {receipt['ahead']}")
    found = _wait(client, receipt, wait)
    if json:
        print_json(found)
    else:
        _say_result(client, found)
    if found["state"] == "failed":
        raise typer.Exit(1)


def _packed(bot: Path) -> tuple[str, bytes]:
    try:
        return pack_folder(bot)
    except OSError as error:
        raise UsageError(f"{bot} cannot be read: {error.strerror}") from None


def _check_size(client: SeasonClient, bot: Path, size: int) -> None:
    """A UsageError if it is too large: a server hangs up on what it does not take."""
    most = client.get("")["limits"]["upload_kb"]
    if size > most * 1024:
        raise UsageError(f"{bot} has {size // 1024} kB; this season takes at most {most} kB")


def _join(client: SeasonClient, form: dict[str, str], name: str, bot: Path) -> Any:
    try:
        return _ask_to_join(client, form, name)
    except UsageError as error:
        if client.token:
            raise UsageError(
                f"{error}; you have joined this season before: to hand in, croupier submit {bot} without --name"
            ) from None
        raise


def _ask_to_join(client: SeasonClient, form: dict[str, str], name: str) -> Any:
    if form["code"] and not form["team"]:
        try:  # the code of a team, which needs no name
            return client.post("/join", form)
        except UsageError as error:
            if "choose a name" not in str(error):
                raise
            form = {**form, "team": name}
    return client.post("/join", form)


def _wait(client: SeasonClient, receipt: Any, seconds: float) -> Any:
    deadline = time.monotonic() + seconds
    found = client.get(f"/bots/{receipt['number']}")
    while found["state"] == "waiting" and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
        found = client.get(f"/bots/{receipt['number']}")
    return found


def _say_result(client: SeasonClient, bot: Any) -> None:
    if bot["state"] == "passed":
        say(f"Passed all checks; version {bot['version']} plays now. Leaderboard: {client.url}/season")
    elif bot["state"] == "failed":
        report = bot["report"]
        say(f"Failed a check: {report['reason']}")
        fault = next((fault for finding in report["findings"] for fault in finding["faults"]), None)
        if fault is not None:
            say(
                f"Seat {fault['seat']} of {fault['seats']}, match seed {fault['seed']}, question '{fault['question']}':"
            )
            say(fault["view"])
            say(f"Legal moves: {', '.join(fault['moves'])}")
        if bot["version"] > 1:
            say("If an earlier version has passed, it continues to play.")
        else:
            say("It does not play yet. Repair it and hand it in again.")
    elif bot["state"] == "superseded":
        say("A newer version of your team was handed in meanwhile.")
    else:
        say(f"Not checked yet; see {client.url}/season/me")
