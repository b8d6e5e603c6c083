"""`croupier new`: a bot to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.players.starters import LANGUAGES, commands, language_for, starter
from croupier.ui.cli.output import GameName, examples, say

EXAMPLES = examples(
    ("croupier new cuttle", "my_cuttle_bot.py"),
    ("croupier new kittens cautious.py", "with your own file name"),
    ("croupier new coup --lang javascript", "my_coup_bot.js, a program that speaks JSON lines"),
    ("croupier new belote fast.c", "in C, from the file name"),
)


def command(
    game: GameName,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="File to write. Default: my_GAME_bot.py.")] = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", metavar="LANGUAGE", help=f"{', '.join(LANGUAGES)}. Default: from the file name."),
    ] = None,
) -> None:
    """Write a short bot that already plays and suggests what to try next."""
    found = find_game(game)
    language = language_for(lang, file)
    path = file if file is not None else Path(f"my_{found.name}_bot{language.suffix}")
    if not path.suffix:
        path = path.with_name(path.name + language.suffix)
    elif path.suffix != language.suffix:
        raise UsageError(f"{path}: a bot in {language.name} needs a file name ending in {language.suffix}")
    try:
        with path.open("x", encoding="utf-8") as target:
            target.write(starter(found, language, path))
    except FileExistsError:
        raise UsageError(f"{path} exists; choose another name: croupier new {found.name} FILE") from None
    except OSError as error:
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    say(f"Wrote {path}, a bot for {found.title}. To run it:")
    for line in commands(found, language, path):
        say(f"  {line}")
