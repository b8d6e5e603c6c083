"""Who a bot is and how it is started: what `bot.meta.json` in its directory says, or a `BotMeta` from Python.

With `launch` the bot is a program of ours for the time of a run. Without it somebody else runs it, at `baseUrl`. The
file is read as people write it: a field's name is found in any case and with underscores, unknown fields are ignored,
numbers may be texts, and comments and trailing commas do no harm.
"""

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlsplit

import msgspec

from croupier.kernel.errors import UsageError
from croupier.players.http.session import SessionOptions

META_FILE: Final = "bot.meta.json"
INIT_SECONDS: Final = 600.0
_TIME_SPAN: Final = re.compile(r"(\d+):(\d\d):(\d\d(?:\.\d+)?)")
_SECONDS: Final = re.compile(r"(\d+(?:\.\d+)?) ?(?:s|sec|seconds)?", re.IGNORECASE)
_COMMENT: Final = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA: Final = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)


class Launch(msgspec.Struct, frozen=True, rename="camel"):
    """A process configuration: what to run and how to see that it is ready."""

    file_name: str
    arguments: str | tuple[str, ...] = ()
    working_directory: str = ""
    """Relative to the directory of bot.meta.json."""
    startup_timeout: float | str = 30.0
    """Seconds, or "hh:mm:ss"."""
    health_endpoint: str = "health"
    port: int | None = None
    """Where it listens, if there is no `baseUrl`; a free port without it. The program gets it as PORT."""
    environment_variables: dict[str, str] = {}

    @property
    def command(self) -> tuple[str, ...]:
        return (self.file_name, *_words(self.arguments))

    @property
    def startup_seconds(self) -> float:
        return _seconds(self.startup_timeout, "startupTimeout")


class Init(msgspec.Struct, frozen=True, rename="camel"):
    """A command that is run to its end before the bot is launched for the first time."""

    file_name: str
    arguments: str | tuple[str, ...] = ()
    working_directory: str = ""
    timeout: float | str = INIT_SECONDS
    """Seconds, or "hh:mm:ss"."""
    environment_variables: dict[str, str] = {}

    @property
    def command(self) -> tuple[str, ...]:
        return (self.file_name, *_words(self.arguments))

    @property
    def seconds(self) -> float:
        return _seconds(self.timeout, "the timeout of init")


def _words(given: str | tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(given, str):
        return given
    try:
        return tuple(shlex.split(given))
    except ValueError as error:
        raise UsageError(f"the command {given!r} cannot be split into words: {str(error).lower()}") from None


def _seconds(given: float | str, field: str) -> float:
    if isinstance(given, str):
        if plain := _SECONDS.fullmatch(given.strip()):
            return float(plain[1])
        span = _TIME_SPAN.fullmatch(given.strip())
        if span is None:
            raise UsageError(f"{field} must be seconds or hh:mm:ss, not {given!r}")
        return int(span[1]) * 3600 + int(span[2]) * 60 + float(span[3])
    return given


class BotMeta(msgspec.Struct, frozen=True, rename="camel"):
    """A bot that is reached by HTTP. Only the name is required."""

    name: str
    display_name: str = ""
    pun: str = ""
    game: str = ""
    """Which game it plays; for commands that are not told."""
    base_url: str = ""
    """Used as it stands; without it a free port is passed to the program as PORT."""
    init: Init | str | tuple[str, ...] | None = None
    launch: Launch | None = None
    notifications: tuple[str, ...] | None = None
    """The kinds of news it wants; left out for those that everybody gets."""
    seed: bool = False
    """Whether a session is told a seed for the bot's own chance."""
    decision_timeout: float | str = 30.0
    """Seconds, or "hh:mm:ss", like the next one."""
    notification_timeout: float | str = 5.0
    directory: str = ""
    """Where bot.meta.json lies; not part of the file."""

    def options(self) -> SessionOptions:
        decision = _seconds(self.decision_timeout, "decisionTimeout")
        notification = _seconds(self.notification_timeout, "notificationTimeout")
        return SessionOptions(self.notifications, self.seed, decision, notification)

    @property
    def address(self) -> str:
        """Where the bot listens; empty if the port is free to choose."""
        port = None if self.launch is None else self.launch.port
        return self.base_url.rstrip("/") or ("" if port is None else f"http://localhost:{port}")

    @property
    def preparation(self) -> Init | None:
        """What `init` says."""
        if self.init is None or isinstance(self.init, Init):
            return self.init
        words = _words(self.init)
        return Init(words[0], words[1:]) if words else None


def read_meta(directory: Path) -> BotMeta:
    """The bot in a directory."""
    path = directory / META_FILE
    try:
        meta = msgspec.convert(_readable(_decode(path.read_bytes()), directory), BotMeta, strict=False)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not in UTF-8") from None
    except msgspec.DecodeError as error:
        text = str(error).removeprefix("JSON is malformed: ")
        raise UsageError(f"{path}: {text[:1].lower()}{text[1:]}") from None
    return checked(msgspec.structs.replace(meta, directory=str(directory.resolve())), str(path))


def _decode(data: bytes) -> Any:
    """The document in a file with or without a byte order mark, comments and trailing commas."""
    text = data.decode(json.detect_encoding(data))
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        plain = _TRAILING_COMMA.sub(_only_text, _COMMENT.sub(_only_text, text))
        if plain == text:
            raise
        return msgspec.json.decode(plain)


def _only_text(found: re.Match[str]) -> str:
    return found[1] or " "


def _fields(kind: type[msgspec.Struct], **other: str) -> dict[str, str]:
    """The names in a file, without regard to case, of a kind's fields; `other` are names for the same."""
    return {name.lower(): name for name in kind.__struct_encode_fields__} | other


_META_FIELDS: Final = _fields(BotMeta)
_LAUNCH_FIELDS: Final = _fields(Launch, timeout="startupTimeout")
_INIT_FIELDS: Final = _fields(Init, startuptimeout="timeout")


def _readable(document: Any, directory: Path) -> Any:
    """The document of bot.meta.json with the names and forms that `BotMeta` has."""
    if not isinstance(document, dict):
        return document
    given = _known(document, _META_FIELDS)
    given.pop("directory", None)
    given.setdefault("name", _known(document, {"agentname": "name"}).get("name") or directory.resolve().name)
    if "notifications" in given:
        given["notifications"] = [kind.lower() for kind in msgspec.convert(given["notifications"], list[str])]
    if not given.get("init", True):
        del given["init"]  # an empty text, list or object
    for key, fields in (("launch", _LAUNCH_FIELDS), ("init", _INIT_FIELDS)):
        if key in given:
            given[key] = _as_process(given[key], fields)
    return given


def _known(document: Any, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a document that are listed by their names in lower case, and have a value."""
    given = {
        key.lower().replace("_", "").replace("-", ""): value
        for key, value in msgspec.convert(document, dict[str, Any]).items()
    }
    return {fields[key]: value for key, value in given.items() if value is not None and key in fields}


def _as_process(given: Any, fields: Mapping[str, str]) -> dict[str, Any]:
    """A process as an object, whether it is given as a text, as a list or as an object with `command`."""
    document = cast(Any, {"command": given} if isinstance(given, str | list) else given)
    process = _known(document, fields)
    command = _known(document, {"command": "command"}).get("command")
    process["arguments"] = _split(process.get("arguments", ""))
    if "fileName" not in process and command:
        program, *words = _split(command)
        process |= {"fileName": program, "arguments": (*words, *process["arguments"])}
    variables = _known(process, {"environmentvariables": "variables"}).get("variables", {})
    process["environmentVariables"] = {
        key: str(value) for key, value in msgspec.convert(variables, dict[str, Any]).items()
    }
    return process


def _split(given: Any) -> tuple[str, ...]:
    """The words of a command or of its arguments; numbers among them are words too."""
    if isinstance(given, list):
        words = msgspec.convert(given, tuple[str | int | float, ...])
        return tuple([str(word) for word in words])
    return _words(msgspec.convert(given, str))


def checked(meta: BotMeta, where: str) -> BotMeta:
    """The same, if it can work at all."""
    if not meta.name:
        raise UsageError(f"{where}: the bot needs a name")
    if meta.launch is None and not meta.base_url:
        raise UsageError(
            f"{where}: the bot needs `launch`, so that it can be started, or `baseUrl`, if it is already running"
        )
    if meta.launch is not None and meta.launch.startup_seconds <= 0:
        raise UsageError(f"{where}: startupTimeout must be more than 0")
    if meta.preparation is not None and meta.preparation.seconds <= 0:
        raise UsageError(f"{where}: the timeout of init must be more than 0")
    if meta.address:
        check_url(meta.address, where)
    options = meta.options()
    for field, seconds in (
        ("decisionTimeout", options.decision_timeout),
        ("notificationTimeout", options.notification_timeout),
    ):
        if seconds <= 0:
            raise UsageError(f"{where}: {field} must be more than 0 seconds, not {seconds:g}")
    return meta


def check_url(url: str, where: str) -> None:
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fits = False
    if not fits:
        raise UsageError(f"{where}: {url!r} is not an address such as http://localhost:5050")
