"""Game settings as a user gives them, `NAME=VALUE`, with an answer to every mistake that names the choices."""

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from croupier.kernel.decision import Settings, decode_hook
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game


def read_settings(game: Game, texts: Iterable[str]) -> Settings:
    """Settings from texts like "rules=online"; the last of a name counts."""
    values: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"{text!r} is not a setting; write NAME=VALUE. {names_text(game)}")
        values[name.strip()] = value.strip()
    return checked_settings(game, values)


def checked_settings(game: Game, values: Mapping[str, object]) -> Settings:
    """Settings from names and values, each looked at on its own before the game looks at them together."""
    fields = {field.name: field for field in msgspec.structs.fields(game.settings_type)}
    for name, value in values.items():
        if name not in fields:
            near = get_close_matches(name, fields, 1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            raise UsageError(f"{game.name} has no setting {name!r}{meant}; {names_text(game)}")
        try:
            msgspec.convert(value, fields[name].type, strict=False, dec_hook=decode_hook)
        except msgspec.ValidationError:
            raise UsageError(f"{game.name}: {name} must be {kind_text(fields[name].type)}, not {value!r}") from None
    return game.settings(values)


def fair_settings(game: Game, settings: Settings, given: Collection[str]) -> Settings:
    """The settings that make equal deals equal, unless they were given: see `Game.fair_settings`."""
    names = {name: value for name, value in game.fair_settings.items() if name not in given}
    if not names:
        return settings
    return checked_settings(game, {**{name: getattr(settings, name) for name in settings.__struct_fields__}, **names})


def names_text(game: Game) -> str:
    names = [field.name for field in msgspec.structs.fields(game.settings_type)]
    return f"its settings are {', '.join(names)}" if names else f"{game.name} has no settings"


def kind_text(kind: Any) -> str:
    """What may be given for a setting, in words: "classic or online", "a whole number"."""
    words = list(dict.fromkeys(_words(kind)))
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def _words(kind: Any) -> Iterable[str]:
    if get_origin(kind) in (Union, UnionType):
        return [word for part in get_args(kind) if part is not NoneType for word in _words(part)]
    if get_origin(kind) is Literal:
        return [str(choice) for choice in get_args(kind)]
    plain = {bool: ("true", "false"), int: ("a whole number",), float: ("a number",), str: ("text",)}
    return plain.get(kind, (getattr(kind, "__name__", str(kind)),))


def settings_table(game: Game) -> list[dict[str, str]]:
    """Name, default and choices of every setting."""
    usual = game.settings()
    return [
        {"name": field.name, "default": _shown(getattr(usual, field.name)), "choices": kind_text(field.type)}
        for field in msgspec.structs.fields(game.settings_type)
    ]


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
