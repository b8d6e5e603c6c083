"""`croupier games`: what can be played."""

from typing import Annotated, Any

import typer
from rich.markdown import Markdown

from croupier.ai.registry import built_in_for
from croupier.arena.plan.settings import settings_table
from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.ui.cli.completion import game_names
from croupier.ui.cli.output import Json, examples, out, print_json, say, table

EXAMPLES = examples(
    ("croupier games", "all games"),
    ("croupier games cuttle", "one game: its settings and its built-in bots"),
    ("croupier games cuttle --rules", "its rules"),
)


def command(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", autocompletion=game_names, help="Show more about this game."),
    ] = None,
    rules: Annotated[bool, typer.Option("--rules", metavar="", help="Print the rules of GAME.")] = False,
    json: Json = False,
) -> None:
    """List the games, or show the settings, bots and rules of one."""
    found = [find_game(game)] if game is not None else list(GAMES.values())
    if rules and game is None:
        raise UsageError("--rules needs a game: croupier games cuttle --rules")
    if json:
        print_json({"games": [_describe(each, rules) for each in found]})
    elif game is None:
        _list(found)
    elif rules:
        out().print(Markdown(found[0].rules_text))
    else:
        _show(found[0])


def _describe(game: Game, rules: bool) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": {"fewest": game.seats[0], "most": game.seats[-1]},
        "rules_version": game.rules_version,
        "settings": settings_table(game),
        "bots": _bots(game),
    }
    return {**described, "rules": game.rules_text} if rules else described


def _bots(game: Game) -> list[str]:
    return sorted({*built_in_for(game), *game.bots})


def _list(games: list[Game]) -> None:
    rows = ((game.name, game.players_text(), game.summary, ", ".join(_bots(game))) for game in games)
    out().print(table(("game", "players", "", "built-in bots"), rows, ruled=False))
    say("\nFor the settings of a game: croupier games GAME")


def _show(game: Game) -> None:
    say(f"{game.title}, {game.players_text()}: {game.summary}")
    say(f"Built-in bots: {', '.join(_bots(game))}")
    package = game.bot.__module__.rpartition(".")[0]
    say(f"Your own bot: subclass {game.bot.__name__} from {package}.\n")
    rows = ((each["name"], each["default"] or "-", each["choices"]) for each in settings_table(game))
    out().print(table(("setting", "default", "choices"), rows, ruled=False))
    say(f"\nTo change a setting: croupier run {game.name} ... --set NAME=VALUE")
