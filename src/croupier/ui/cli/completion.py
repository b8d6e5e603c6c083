"""What Tab offers in a shell: games, built-in bots, and files. Nothing is loaded that is not asked about."""

from pathlib import Path

import typer

from croupier.games import GAMES, find_game


def game_names(incomplete: str) -> list[str]:
    return [name for name in GAMES if name.startswith(incomplete)]


def bot_names(context: typer.Context, incomplete: str) -> list[str]:
    """The bots of the game that was named already, or those that play every game; and files."""
    from croupier.ai.registry import BUILT_IN

    # Behind an option that still waits for its value the arguments are not parsed.
    named = next((word for word in (context.params.get("game"), *context.args) if word in GAMES), None)
    house = [] if named is None else list(find_game(named).bots)
    bots = sorted(name for name in {*BUILT_IN, *house} if name.startswith(incomplete))
    return [*bots, *_files(incomplete)]


def _files(incomplete: str) -> list[str]:
    """Python files and folders that begin so; a folder goes on after its slash."""
    folder, slash, begun = incomplete.rpartition("/")
    here = Path(folder or slash or ".")
    if not here.is_dir() or (not incomplete and here == Path(".")):
        return []
    entries = sorted(here.iterdir()) if begun or slash else []
    fitting = [one for one in entries if one.name.startswith(begun) and not one.name.startswith((".", "_"))]
    texts = [f"{folder}{slash}{one.name}{'/' if one.is_dir() else ''}" for one in fitting]
    return [text for text in texts if text.endswith((".py", "/"))]
