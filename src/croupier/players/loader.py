"""From what a user types to a bot: `random`, `ismcts:iterations=2000`, `my_bot.py:Clever`, `my_bot.py*3`,
`http://localhost:5050`, a directory with a bot.meta.json, or what `croupier.players.addresses` knows.

Everything that can be wrong with it is found here, before the first match, and said in one sentence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.addresses import SCHEMES, entrant_at, named
from croupier.players.entrant import Entrant, printable, unique_names
from croupier.players.jsonweb import post_entrant
from croupier.players.meta import META_FILE, check_url, checked, read_meta
from croupier.players.pyfile import FileBot, find_class, on_one_line, where_raised
from croupier.players.web import at_url, web_entrant

Factory = Callable[..., Bot[Any, Any]]

_COPIES: Final = re.compile(r"(.*)\*(\d*)", re.DOTALL)
_FILE: Final = re.compile(r"(?P<path>.*?\.py)(?::(?P<rest>.*))?", re.DOTALL)
MOST_COPIES: Final = 100


def load_bots(
    game: Game, specs: Sequence[str], built_in: Mapping[str, Factory], trust: bool = False
) -> tuple[Entrant, ...]:
    """The entrants that the specs name, copies included, each with a name of its own.

    `built_in` are the bots that every game has; those that only this game has are added. A Python file is run only
    with `trust`.
    """
    found: list[Entrant] = []
    for spec in specs:
        body, copies = _copies(spec)
        found += [_load(game, body, built_in, trust)] * copies
    names = unique_names(entrant.name for entrant in found)
    return tuple(msgspec.structs.replace(entrant, name=name) for entrant, name in zip(found, names, strict=True))


def _copies(spec: str) -> tuple[str, int]:
    counted = _COPIES.fullmatch(spec)
    if counted is None:
        return spec, 1
    body, number = counted.groups()
    if not body or not number or not 1 <= int(number[:9]) <= MOST_COPIES:
        raise UsageError(f"{spec!r}: copies are written as BOT*N, with N from 1 to {MOST_COPIES}")
    return body, int(number)


def _load(game: Game, spec: str, built_in: Mapping[str, Factory], trust: bool) -> Entrant:
    """One bot."""
    if spec.startswith(SCHEMES):
        options = "" if spec.startswith("cmd:") else spec.partition("#")[2]
        return entrant_at(spec, trust, named(**_options(spec.partition("#")[0], named, options)))
    if spec.startswith(("http://", "https://", "json+http://", "json+https://")):
        return _at_address(game, spec)
    if (Path(spec) / META_FILE).is_file() or Path(spec).name == META_FILE:
        return _in_directory(game, spec, trust)
    file = _FILE.fullmatch(spec)
    if file is None:
        entrant = _named(game, spec, built_in)
    else:
        entrant = _from_file(game, spec, Path(file["path"]), file["rest"] or "", trust)
    try_out(entrant, file["path"] if file else "")
    return entrant


def try_out(entrant: Entrant, path: str = "") -> None:
    """Make the bot once, so that one that cannot be made is found before the first match."""
    try:
        made: Any = entrant.make()
    except BaseException as error:
        where = where_raised(error, path)
        raise UsageError(f"{entrant.spec}: the bot cannot be made: {on_one_line(error)}{where}") from None
    if not isinstance(made, Bot):
        raise UsageError(f"{entrant.spec}: what is made is a {type(made).__name__} and not a Bot")


def _named(game: Game, spec: str, built_in: Mapping[str, Factory]) -> Entrant:
    name, _, text = spec.partition(":")
    if name in game.house:
        factory = game.house[name]
        bare, text = _bare_option(factory, text)
        return Entrant(spec, spec, partial(factory, *bare, **_options(name, factory, text)))
    if name in built_in:
        return Entrant(spec, spec, partial(built_in[name], game, **_options(name, built_in[name], text)))
    known = sorted({*built_in, *game.house})
    near = get_close_matches(name, known, 1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    raise UsageError(
        f"there is no bot called {name!r}{meant}; {game.name} has {', '.join(known)}, "
        "and a bot of your own is given as a file, such as my_bot.py, or a program, such as cmd:./my_bot"
    )


def _from_file(game: Game, spec: str, path: Path, rest: str, trust: bool) -> Entrant:
    """`rest` is a class, options, or both with a colon between them."""
    parts = rest.split(":", 1)
    wanted = parts.pop(0) if "=" not in parts[0] else ""
    options = ":".join(parts)
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    if not trust:
        raise UsageError(f"{path} would run unprotected in this process; if it is your own, add --trust")
    kind = find_class(game, path, wanted)
    name = printable(wanted or path.stem) + (f":{options}" if options else "")
    return Entrant(name, spec, FileBot(kind, _options(f"{path.name}:{kind.__name__}", kind, options)))


def _at_address(game: Game, spec: str) -> Entrant:
    """`http://host:port`, with options behind a #, which no address needs for itself."""
    given, _, text = spec.partition("#")
    url = given.removeprefix("json+")
    check_url(url, spec)
    meta = checked(at_url(url, **_options(url, at_url, text)), spec)
    return web_entrant(game, meta, spec) if given == url else post_entrant(game, meta, spec)


def _in_directory(game: Game, spec: str, trust: bool) -> Entrant:
    path = Path(spec)
    meta = read_meta(path.parent if path.name == META_FILE else path)
    if meta.launch is not None and not trust:
        raise UsageError(f"{spec}: {meta.name} would be launched unprotected; if it is your own, add --trust")
    return web_entrant(game, meta, spec)


def _bare_option(factory: Factory, text: str) -> tuple[tuple[str, ...], str]:
    """The first option, if it has no key and the factory takes one without, and the text of the others."""
    first, _, rest = text.partition(",")
    kinds = [parameter.kind for parameter in signature(factory).parameters.values()]
    if not first or "=" in first or Parameter.POSITIONAL_ONLY not in kinds:
        return (), text
    return (first,), rest


def _options(name: str, factory: Callable[..., object], text: str) -> dict[str, Any]:
    """`key=value,key=value`, each value turned into what the factory's annotation asks for."""
    if not text:
        return {}
    allowed = {
        parameter.name: parameter
        for parameter in signature(factory, eval_str=True).parameters.values()
        if parameter.name != "game" and parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    }
    if not allowed:
        raise UsageError(f"{name} takes no options")
    choices = f"its options are {', '.join(allowed)}"
    options: dict[str, Any] = {}
    for pair in text.split(","):
        key, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"{name}: options are written as key=value,key=value, not {pair!r}; {choices}")
        if key not in allowed:
            raise UsageError(f"{name} has no option {key!r}; {choices}")
        options[key] = _converted(name, allowed[key], value)
    return options


def _converted(name: str, parameter: Parameter, value: str) -> Any:
    kind: Any = str if parameter.annotation is Parameter.empty else parameter.annotation
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        asked = getattr(kind, "__name__", str(kind))
        raise UsageError(f"{name}: the option {parameter.name} must be {asked}, not {value!r}") from None
