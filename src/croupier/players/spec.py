"""From what a user types to a bot: `random`, `ismcts:iterations=2000`, `my_bot.py:Clever`, `my_bot.py*3`,
`llm:haiku`, `http://localhost:5050`, a directory with a bot.meta.json, or what `croupier.players.addresses` knows.

Everything that can be wrong with it is found here, before the first match, and said in one sentence.
"""

import logging
import re
from collections.abc import Callable, Container, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.kernel.bot import Bot, name_of
from croupier.kernel.errors import SeveralBots, UsageError
from croupier.kernel.game import Game
from croupier.players.addresses import SCHEMES, command_words, entrant_at, named
from croupier.players.entrant import Entrant, clean_name, printable, unique_names
from croupier.players.http.meta import META_FILE, check_url, checked, read_meta
from croupier.players.http.remote_bot import at_url, http_entrant
from croupier.players.llm.spec import PREFIX, llm_entrant
from croupier.players.options import read_options
from croupier.players.python_file import file_bot, on_one_line, where_raised
from croupier.players.sandbox.bot import CellPool, thread_hint
from croupier.players.sandbox.isolation import SANDBOXED, Isolation, IsolationLevel
from croupier.players.sandbox.zygote_protocol import SandboxedBot, SandboxLost

Factory = Callable[..., Bot[Any, Any]]

_COPIES: Final = re.compile(r"(.*)\*(\d*)", re.DOTALL)
_FILE: Final = re.compile(r"(?P<path>.*?\.py)(?::(?P<rest>.*))?", re.DOTALL)
MOST_COPIES: Final = 100
_log: Final = logging.getLogger("croupier")


def load_bots(
    game: Game, specs: Sequence[str], built_in: Mapping[str, Factory], isolation: Isolation = SANDBOXED
) -> tuple[Entrant, ...]:
    """The entrants that the specs name, copies included, each with a name of its own.

    `built_in` are the bots that every game has; those that only this game has are added. `isolation` says how
    files and programs are kept.
    """
    found: list[Entrant] = []
    isolation = msgspec.structs.replace(isolation, rivals=(*isolation.rivals, *files_of(specs)))
    for spec in specs:
        body, copies = _copies(spec)
        found += [_load(game, body, built_in, isolation)] * copies
    names = unique_names(entrant.name for entrant in found)
    return tuple(msgspec.structs.replace(entrant, name=name) for entrant, name in zip(found, names, strict=True))


def files_of(specs: Sequence[str]) -> list[Path]:
    """The files that hold the bots, of those that are files or programs."""
    found: list[Path] = []
    for spec in specs:
        body, _ = _copies(spec)
        file = _FILE.fullmatch(body)
        words = command_words(body) if body.startswith("cmd:") else [file["path"]] if file else []
        found += [Path(word).resolve() for word in words if Path(word).is_file()]
    return found


class FolderBot(str):
    """The spec of a file that was found in a folder. It may have no bot, or several: see `load_folder_bot`."""

    __slots__ = ()


def load_folder_bot(
    game: Game, spec: FolderBot, built_in: Mapping[str, Factory], isolation: Isolation = SANDBOXED
) -> tuple[Entrant, ...]:
    """All bots of a file of a folder. A file that cannot be used is named in a warning and left out."""
    try:
        return load_bots(game, [str(spec)], built_in, isolation)
    except SeveralBots as error:
        body, copies = _copies(spec)
        each = [FolderBot(f"{body}:{name}*{copies}") for name in error.names]
        return tuple(one for bot in each for one in load_folder_bot(game, bot, built_in, isolation))
    except UsageError as error:
        _log.warning("skipped: %s", error)
        return ()


def opened(game: Game, spec: str, built_in: Container[str]) -> Sequence[str]:
    """The bots of a folder; any other spec as it is."""
    body, copies = _copies(spec)
    folder = Path(body)
    if not body or not folder.is_dir() or (folder / META_FILE).is_file() or body in built_in or body in game.bots:
        return [spec]
    bots = [bot for bot in bots_in(folder) if bot.endswith(".py") or _may_play(Path(bot), game)]
    if not bots:
        raise UsageError(f"no bot in {folder}: it has neither Python files nor folders with a {META_FILE}")
    return [FolderBot(bot if copies == 1 else f"{bot}*{copies}") for bot in bots]


def bots_in(folder: Path) -> list[str]:
    """The Python files of a folder, and its folders with a bot.meta.json; not those that begin with an underscore."""
    found = [*folder.glob("*.py"), *(path.parent for path in folder.glob(f"*/{META_FILE}"))]
    return [str(path) for path in sorted(found) if not path.name.startswith("_")]


def plays(folder: Path, game: Game) -> bool:
    """Whether a folder's bot.meta.json is for this game; without a word about it, it is for one with an HTTP API."""
    named = read_meta(folder).game
    return named == game.name if named else game.http is not None


def _may_play(folder: Path, game: Game) -> bool:
    """Whether a folder's bot plays this game, or its file cannot be read: loading it says why.

    Warn about a bot that does not name its game.
    """
    try:
        if plays(folder, game):
            return True
        is_unnamed = not read_meta(folder).game
    except UsageError:
        return True
    if is_unnamed:
        _log.warning('skipped: %s: add "game": "%s" to its %s if it plays this game', folder, game.name, META_FILE)
    return False


def _copies(spec: str) -> tuple[str, int]:
    counted = _COPIES.fullmatch(spec)
    if counted is None:
        return spec, 1
    body, number = counted.groups()
    if not body or not number or not 1 <= int(number[:9]) <= MOST_COPIES:
        raise UsageError(f"{spec!r}: write copies as BOT*N, with N from 1 to {MOST_COPIES}")
    return body, int(number)


def _load(game: Game, spec: str, built_in: Mapping[str, Factory], isolation: Isolation) -> Entrant:
    """One bot."""
    if spec.startswith(SCHEMES):
        options = "" if spec.startswith("cmd:") else spec.partition("#")[2]
        return entrant_at(spec, isolation, named(**read_options(spec.partition("#")[0], named, options)))
    if spec.startswith(("http://", "https://", "json+http://", "json+https://")):
        return _at_address(game, spec)
    if (Path(spec) / META_FILE).is_file() or Path(spec).name == META_FILE:
        return _in_directory(game, spec, isolation)
    file = None if spec.startswith(PREFIX) else _FILE.fullmatch(spec)
    if spec.startswith(PREFIX):
        entrant = llm_entrant(game, spec)
    elif file is None:
        entrant = _named(game, spec, built_in)
    else:
        entrant = _from_file(game, spec, Path(file["path"]), file["rest"] or "", isolation)
    name = try_out(entrant, file["path"] if file else "")
    return msgspec.structs.replace(entrant, own_name="" if name in built_in or name in game.bots else name)


def try_out(entrant: Entrant, path: str = "") -> str:
    """Make the bot once, so that one that cannot be made is found before the first match; its own name."""
    if entrant.cells is not None:
        try:
            return clean_name(entrant.cells.try_out())
        except (SandboxLost, SeveralBots):
            raise
        except UsageError as error:
            text = str(error)
            raise UsageError(f"{text}{_missing_rival(text, entrant.cells.bot)}{thread_hint(text)}") from None
    try:
        made: Any = entrant.make()
    except UsageError as error:
        raise UsageError(f"{entrant.spec}: {error}") from None
    except BaseException as error:
        where = where_raised(error, path)
        raise UsageError(f"{entrant.spec}: cannot create the bot: {on_one_line(error)}{where}") from None
    if Bot not in type(made).__mro__:
        raise UsageError(f"{entrant.spec}: expected a Bot, got a {type(made).__name__}")
    return clean_name(name_of(made))


def _missing_rival(error: str, bot: SandboxedBot) -> str:
    """Why a module is missing that lies beside the bot: it is another bot of the run."""
    for rival in bot.rivals:
        if f"No module named '{rival.stem}'" in error and rival.parent == bot.path.resolve().parent:
            return (
                f"; {rival.name} is another bot of this run, and sandboxed bots cannot read each other (--trust "
                "allows it)"
            )
    return ""


def _named(game: Game, spec: str, built_in: Mapping[str, Factory]) -> Entrant:
    name, _, text = spec.partition(":")
    if name in game.bots:
        factory = game.bots[name]
        bare, text = _bare_option(factory, text)
        return Entrant(spec, spec, partial(factory, *bare, **read_options(name, factory, text)))
    if name in built_in:
        return Entrant(spec, spec, partial(built_in[name], game, **read_options(name, built_in[name], text)))
    if spec and Path(spec).is_dir():
        raise UsageError(f"{spec} is a folder, but one bot is needed: give a file in it")
    known = sorted({*built_in, *game.bots})
    near = get_close_matches(name, known, 1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    raise UsageError(
        f"no bot {name!r}{meant}; {game.name} has {', '.join(known)}. Your own bot is a file, such as "
        "my_bot.py, or a program, such as cmd:./my_bot"
    )


def missing_bot_file(path: Path) -> UsageError:
    """The error for a bot whose file does not exist; names a file beside it with a similar name."""
    near = get_close_matches(path.name, [each.name for each in path.parent.glob("*.py")], 1)
    meant = f" (did you mean {path.with_name(near[0])}?)" if near else ""
    return UsageError(f"no file {path}{meant}; to write a first bot: croupier new GAME FILE")


def _from_file(game: Game, spec: str, path: Path, rest: str, isolation: Isolation) -> Entrant:
    """`rest` is a class, options, or both with a colon between them."""
    parts = rest.split(":", 1)
    wanted = parts.pop(0) if "=" not in parts[0] else ""
    options = ":".join(parts)
    if not path.is_file():
        raise missing_bot_file(path)
    name = printable(wanted or path.stem) + (f":{options}" if options else "")
    level = isolation.level()
    if level is IsolationLevel.TRUSTED:
        return Entrant(name, spec, file_bot(game, path, wanted, options), isolation=level.value)
    cells = CellPool(
        SandboxedBot(game.name, path, wanted, options, isolation.rivals), level, isolation.limits, isolation.fresh
    )
    return Entrant(name, spec, cells, isolation=level.value, cells=cells)


def _at_address(game: Game, spec: str) -> Entrant:
    """`http://host:port`, with options behind a #, which no address needs for itself."""
    given, _, text = spec.partition("#")
    url = given.removeprefix("json+")
    check_url(url, spec)
    meta = checked(at_url(url, **read_options(url, at_url, text)), spec)
    return http_entrant(game, meta, spec, as_json=given != url)


def _in_directory(game: Game, spec: str, isolation: Isolation) -> Entrant:
    path = Path(spec)
    meta = read_meta(path.parent if path.name == META_FILE else path)
    if meta.launch is not None and isolation.sandbox and not isolation.trust:
        raise UsageError(
            f"{spec}: {meta.name} is a server, and the sandbox has no network; if you trust it, add --trust, "
            "or start it yourself and enter its address"
        )
    return http_entrant(game, meta, spec)


def _bare_option(factory: Factory, text: str) -> tuple[tuple[str, ...], str]:
    """The first option, if it has no key and the factory takes one without, and the text of the others."""
    first, _, rest = text.partition(",")
    kinds = [parameter.kind for parameter in signature(factory).parameters.values()]
    if not first or "=" in first or Parameter.POSITIONAL_ONLY not in kinds:
        return (), text
    return (first,), rest
