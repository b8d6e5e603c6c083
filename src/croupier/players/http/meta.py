"""Who a bot is and how it is started: what `bot.meta.json` in its directory says, or a `BotMeta` from Python.

With `launch` the bot is a program of ours for the time of a run. Without it somebody else runs it, at `baseUrl`.
"""

import re
import shlex
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from croupier.kernel.errors import UsageError
from croupier.players.http.session import SessionOptions

META_FILE: Final = "bot.meta.json"
_TIME_SPAN: Final = re.compile(r"(\d+):(\d\d):(\d\d(?:\.\d+)?)")


class Launch(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A process configuration: what to run and how to see that it is ready."""

    file_name: str
    arguments: str | tuple[str, ...] = ()
    working_directory: str = ""
    """Relative to the directory of bot.meta.json."""
    startup_timeout: float | str = 30.0
    """Seconds, or "hh:mm:ss"."""
    health_endpoint: str = "health"

    @property
    def command(self) -> tuple[str, ...]:
        given = self.arguments
        return (self.file_name, *(shlex.split(given) if isinstance(given, str) else given))

    @property
    def startup_seconds(self) -> float:
        given = self.startup_timeout
        if isinstance(given, str):
            span = _TIME_SPAN.fullmatch(given)
            if span is None:
                raise UsageError(f"startupTimeout must be seconds or hh:mm:ss, not {given!r}")
            return int(span[1]) * 3600 + int(span[2]) * 60 + float(span[3])
        return given


class BotMeta(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A bot behind HTTP. Everything but the name can be left out."""

    name: str
    display_name: str = ""
    pun: str = ""
    game: str = ""
    """Which game it plays; for commands that are not told."""
    base_url: str = ""
    """Used as it stands; without it a free port is passed to the program as PORT."""
    init: str | tuple[str, ...] | None = None
    """A command that is run to its end before the bot is launched for the first time."""
    launch: Launch | None = None
    notifications: tuple[str, ...] | None = None
    """The kinds of news it wants; left out for those that everybody gets."""
    seed: bool = False
    """Whether a session is told a seed for the bot's own chance."""
    decision_timeout: float = 30.0
    notification_timeout: float = 5.0
    directory: str = ""
    """Where bot.meta.json lies; not part of the file."""

    def options(self) -> SessionOptions:
        return SessionOptions(self.notifications, self.seed, self.decision_timeout, self.notification_timeout)

    @property
    def init_command(self) -> tuple[str, ...]:
        return tuple(shlex.split(self.init)) if isinstance(self.init, str) else self.init or ()


def read_meta(directory: Path) -> BotMeta:
    """The bot in a directory."""
    path = directory / META_FILE
    try:
        document: Any = msgspec.json.decode(path.read_bytes())
        if isinstance(document, dict) and "directory" in document:
            raise UsageError(f"{path}: there is no field 'directory'")
        meta = msgspec.convert(document, BotMeta)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        text = str(error)
        raise UsageError(f"{path}: {text[:1].lower()}{text[1:]}") from None
    return checked(msgspec.structs.replace(meta, directory=str(directory.resolve())), str(path))


def checked(meta: BotMeta, where: str) -> BotMeta:
    """The same, if it can work at all."""
    if not meta.name:
        raise UsageError(f"{where}: the bot needs a name")
    if meta.launch is None and not meta.base_url:
        raise UsageError(f"{where}: the bot needs `launch`, to be started, or `baseUrl`, if it is running already")
    if meta.base_url:
        check_url(meta.base_url, where)
    if meta.launch is not None and meta.launch.startup_seconds <= 0:
        raise UsageError(f"{where}: startupTimeout must be more than 0")
    for field, seconds in (
        ("decisionTimeout", meta.decision_timeout),
        ("notificationTimeout", meta.notification_timeout),
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
        raise UsageError(f"{where}: {url!r} is no address like http://localhost:5050")
