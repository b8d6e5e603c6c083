"""Starter bots: short commented files that already play legally and say what to try next.

The Python starter is the game's own, with its friendly base class; a game without one gets the plain one here. The
others speak JSON, so their frames here serve every game. What they choose is a list of preferred moves, or the game's
own `choose_LANGUAGE.txt` where a list is too weak.
"""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game


class Language(msgspec.Struct, frozen=True):
    """`steps` are commands; the last one is the bot as `croupier run` takes it."""

    name: str
    suffix: str
    steps: tuple[str, ...]


LANGUAGES: Final = {
    language.name: language
    for language in (
        Language("python", ".py", ("@FILE@",)),
        Language("javascript", ".js", ('"cmd:node @FILE@"',)),
        Language("c", ".c", ("gcc -O2 -o @STEM@ @FILE@", "cmd:./@STEM@")),
    )
}
RIVALS: Final = " random"


def language_for(lang: str | None, file: Path | None) -> Language:
    """The language that was asked for, or that the file's name tells; Python if neither does."""
    if lang is not None:
        if lang not in LANGUAGES:
            raise UsageError(f"no starter in {lang!r}; choose one of {', '.join(LANGUAGES)}")
        return LANGUAGES[lang]
    if file is None or not file.suffix:
        return LANGUAGES["python"]
    for language in LANGUAGES.values():
        if language.suffix == file.suffix:
            return language
    known = ", ".join(language.suffix for language in LANGUAGES.values())
    raise UsageError(f"{file}: unknown language {file.suffix!r}; use {known}, or choose one with --lang")


def starter(game: Game, language: Language, file: Path) -> str:
    """The text of a starter that will be in this file."""
    text = _template(game, language).replace("@CHOOSE@\n", _choice(game, language))
    return _filled(text, game, file)


def commands(game: Game, language: Language, file: Path) -> list[str]:
    """What to type to see it play, one command after the other."""
    *before, bot = (_filled(step, game, file) for step in language.steps)
    return [*before, f"croupier run {game.name} {bot}{RIVALS} --trust"]


def _template(game: Game, language: Language) -> str:
    own = _own(game, "starter.txt") if language.name == "python" else None
    return own or files(__name__).joinpath(f"{language.name}.txt").read_text("utf-8")


def _choice(game: Game, language: Language) -> str:
    name = f"choose_{language.name}.txt"
    plain = files(__name__).joinpath(name)
    return _own(game, name) or (plain.read_text("utf-8") if plain.is_file() else "")


def _own(game: Game, name: str) -> str | None:
    """A text that lies in the package of the game, if there is one."""
    path = files(type(game).__module__).joinpath(name)
    return path.read_text("utf-8") if path.is_file() else None


def _filled(text: str, game: Game, file: Path) -> str:
    fields = {
        "GAME": game.name,
        "TITLE": game.title,
        "FILE": str(file),
        "STEM": str(file.with_suffix("")),
        "NAME": file.stem,
        "CLASS": _class_name(file.stem),
        "RIVALS": RIVALS,
        "PREFER": ", ".join(f'"{move}"' for move in game.starter_moves),
    }
    return re.sub(r"@([A-Z]+)@", lambda found: fields[found[1]], text)


def _class_name(stem: str) -> str:
    """my_cuttle_bot as MyCuttleBot."""
    words = re.findall(r"[^\W_]+", stem)
    name = "".join(word[:1].upper() + word[1:] for word in words)
    return name if name.isidentifier() else f"Bot{name}"
