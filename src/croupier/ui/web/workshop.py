"""Bots written in the page: kept as text, checked and played only in the sandbox.

This process never compiles, imports or runs a line of them.
"""

import asyncio
import re
import secrets
from inspect import getdoc, getmembers, isclass, isfunction
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.arena.store.shelf import KeptBot, Shelf
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.view import View
from croupier.players.entrant import Entrant
from croupier.players.sandbox.cellbot import Cells
from croupier.players.sandbox.orders import LockedBot
from croupier.players.shelter import LOCKED_UP
from croupier.players.starters import LANGUAGES, starter
from croupier.ui.web import commands
from croupier.ui.web.catalogue import BotShown
from croupier.ui.web.table import Refused

WORKSHOP: Final = "workshop:"
CODE_LIMIT: Final = 100_000
CHECK_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = "2"
MATCHES: Final = "4"
AT_ONCE: Final = 2
_CLASS: Final = re.compile(r"^class\s+(\w+)", re.MULTILINE)
_LINE: Final = re.compile(r"line (\d+)")
_ID: Final = re.compile(r"[\w-]{4,20}")


class Row(msgspec.Struct, frozen=True):
    """One promise of the check."""

    promise: str
    ok: bool
    text: str
    line: int | None = None


class Checked(msgspec.Struct, frozen=True):
    """What came of a check; `bot` names it from now on, unless it cannot even be loaded."""

    rows: tuple[Row, ...]
    bot: str | None
    ok: bool


class Workshop:
    """The bots of this server's visitors."""

    def __init__(self, shelf: Shelf, folder: Path, is_open: bool) -> None:
        self._shelf = shelf
        self._folder = folder
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self.is_open = is_open

    def require_open(self) -> None:
        if not self.is_open:
            raise Refused("switched_off", "this server takes no code: it was started with --no-workshop")

    async def check(self, game: Game, code: str) -> Checked:
        """Does it behave? In a process of its own, in which the bot is locked up as well."""
        self.require_open()
        if len(code.encode()) > CODE_LIMIT:
            raise UsageError(f"a bot has at most {CODE_LIMIT} bytes here, not {len(code.encode())}")
        if self._waiting >= AT_ONCE * 4:
            raise Refused("too_many", "many bots are being checked; try again in a moment")
        bot = KeptBot(secrets.token_urlsafe(6), game.name, _name(code), code)
        path = await asyncio.to_thread(self._written, bot)
        self._waiting += 1
        try:
            async with self._at_once:
                process = await commands.start(
                    "check", str(path), "--game", game.name, "-n", MATCHES, "--limit", ANSWER_SECONDS, "--json"
                )
                ended = await commands.ended(process, CHECK_SECONDS)
        finally:
            self._waiting -= 1
        checked = _read(ended, path, bot)
        if checked.bot is None:
            await asyncio.to_thread(path.unlink, True)
        else:
            await asyncio.to_thread(self._shelf.put_bot, bot)
        return checked

    def entrant(self, game: Game, spec: str) -> Entrant:
        """A bot from here, for a seat; it is started in its sandbox when it sits down."""
        bot = self._found(game, spec)
        rung = LOCKED_UP.rung()
        cells = Cells(LockedBot(game.name, self._written(bot), "", ""), rung, LOCKED_UP.limits)
        return Entrant(bot.name, spec, cells, rung=rung.value, cells=cells)

    def file_of(self, game: Game, spec: str) -> str:
        """The file of a bot from here, as commands want it."""
        return str(self._written(self._found(game, spec)))

    def _found(self, game: Game, spec: str) -> KeptBot:
        self.require_open()
        key = spec.removeprefix(WORKSHOP)
        bot = self._shelf.bot(key) if _ID.fullmatch(key) else None
        if bot is None or bot.game != game.name:
            raise UsageError(f"there is no bot {spec[:40]!r} for {game.name}; check it again in the workshop")
        return bot

    async def listed(self, game: Game) -> list[BotShown]:
        if not self.is_open:
            return []
        bots = await asyncio.to_thread(self._shelf.bots, game.name)
        return [BotShown(f"{WORKSHOP}{bot.id}", f"{bot.name}, written in the workshop", ()) for bot in bots]

    def _written(self, bot: KeptBot) -> Path:
        path = self._folder / f"{bot.name}_{bot.id.replace('-', '_')}.py"
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text(bot.code, encoding="utf-8", errors="replace")
        return path


def _name(code: str) -> str:
    found = _CLASS.findall(code)
    return found[-1][:40] if found and found[-1].isascii() else "bot"


def _read(ended: commands.Ended, path: Path, bot: KeptBot) -> Checked:
    if ended.code is None:
        slow = Row("is checked in time", False, f"the check took longer than {CHECK_SECONDS:g} s and was stopped")
        return Checked((slow,), None, False)
    if ended.code in (0, 1) and ended.out.startswith(b"{"):
        document: dict[str, Any] = msgspec.json.decode(ended.out)
        rows = tuple(_row(each["promise"], each["kept"], _told(each, path)) for each in document["promises"])
        return Checked(rows, f"{WORKSHOP}{bot.id}", bool(document["ok"]))
    lines = ended.err.strip().splitlines() or [f"the check ended with code {ended.code}"]
    return Checked((_row("can be loaded", False, _plain(lines[-1], path)),), None, False)


def _told(finding: dict[str, Any], path: Path) -> str:
    return _plain(finding["came"], path)


def _row(promise: str, ok: bool, text: str) -> Row:
    found = None if ok else _LINE.search(text)
    return Row(promise, ok, text, None if found is None else int(found[1]))


def _plain(text: str, path: Path) -> str:
    """Without what only this machine knows."""
    text = text.removeprefix("croupier: ")
    for name in (str(path), path.name, path.stem):
        text = text.replace(name, "your bot")
    return text


def starter_of(game: Game) -> str:
    return starter(game, LANGUAGES["python"], Path("my_bot.py"))


def completions(game: Game) -> list[dict[str, str]]:
    """The game's API for an editor: what its package exports, what a bot has, what a view tells."""
    from importlib import import_module

    package = import_module(game.bot.__module__.rpartition(".")[0])
    found: dict[str, dict[str, str]] = {}
    for name in getattr(package, "__all__", ()):
        value = getattr(package, name)
        if isclass(value) or isfunction(value):
            found[name] = {"label": name, "kind": "class" if isclass(value) else "function", "text": _first(value)}
    for kind, owner in (("method", game.bot), ("property", game.view)):
        for name, value in getmembers(owner):
            if not name.startswith("_") and name not in _hidden(owner):
                what = "property" if isinstance(value, property) else kind if callable(value) else "property"
                label = f"self.{name}" if owner is game.bot else f"view.{name}"
                found[label] = {"label": label, "kind": what, "text": _first(value)}
    return sorted(found.values(), key=lambda each: each["label"])


def _hidden(owner: type[Any]) -> frozenset[str]:
    if issubclass(owner, Bot):
        return frozenset({"sit", "face", "hear", "spoken", "printed", "leave", "is_ours", "is_timed", "spare_copies"})
    return frozenset({"ints", "to_wire"}) if issubclass(owner, View) else frozenset()


def _first(value: Any) -> str:
    if isinstance(value, int | float | str | tuple):
        return ""
    return (getdoc(value) or "").split("\n\n")[0].replace("\n", " ")[:200]
