"""Bots written in the page: stored as text, checked and played only in the sandbox.

The server's process never compiles, imports or runs a line of them.
"""

import asyncio
import re
import secrets
import shutil
from collections import Counter
from inspect import getdoc, getmembers, isclass, isfunction
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.arena.store.web import StoredBot, WebStore
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.view import View
from croupier.players.entrant import Entrant
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.isolation import SANDBOXED
from croupier.players.sandbox.zygote_protocol import SandboxedBot
from croupier.players.starters import LANGUAGES, starter
from croupier.ui.web.api.forms import CompletionShown
from croupier.ui.web.catalogue import BotShown
from croupier.ui.web.jobs import cli
from croupier.ui.web.tables.table import RequestRefused

WORKSHOP: Final = "workshop:"
MAX_CODE_BYTES: Final = 100_000
CHECK_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = "2"
CHECK_MATCHES: Final = "4"
MAX_CHECKS: Final = 2
MAX_WAITING: Final = 4
"""Checks of one client that run or wait."""
MAX_CLIENTS: Final = 50
"""Clients that wait for a check."""
_CLASS: Final = re.compile(r"^class\s+(\w+)", re.MULTILINE)
_LINE: Final = re.compile(r"line (\d+)")
_ID: Final = re.compile(r"[\w-]{4,20}")


class CheckRow(msgspec.Struct, frozen=True):
    """One row of the check."""

    check: str
    ok: bool
    text: str
    line: int | None = None


class CheckReport(msgspec.Struct, frozen=True):
    """The result of a check; `bot` is the name of the stored bot, null if it cannot be loaded."""

    rows: tuple[CheckRow, ...]
    bot: str | None
    ok: bool


class Workshop:
    """The bots of this server's visitors."""

    def __init__(self, web_store: WebStore, folder: Path, is_open: bool) -> None:
        self._web_store = web_store
        self._folder = folder
        self._at_once = asyncio.Semaphore(MAX_CHECKS)
        self._of_client: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()
        self.is_open = is_open

    def require_open(self) -> None:
        if not self.is_open:
            raise RequestRefused(
                "switched_off", "the workshop is switched off: this server does not run visitors' code"
            )

    async def check(self, game: Game, code: str, client: str) -> CheckReport:
        """Check a bot in a child process, in which the bot runs sandboxed, and store it.

        The bots of one client are checked one after the other, so that those of others are checked meanwhile.
        """
        self.require_open()
        if len(code.encode()) > MAX_CODE_BYTES:
            raise UsageError(f"a bot has at most {MAX_CODE_BYTES} bytes here, not {len(code.encode())}")
        if self._waiting[client] >= MAX_WAITING or len(self._waiting) > MAX_CLIENTS:
            raise RequestRefused("too_many", "too many bots are being checked; try again in a moment")
        bot = StoredBot(secrets.token_urlsafe(6), game.name, _name(code), code)
        path = await asyncio.to_thread(self._write, bot)
        self._waiting[client] += 1
        try:
            async with self._of_client.setdefault(client, asyncio.Lock()), self._at_once:
                process = await cli.start(
                    "check", str(path), "--game", game.name, "-n", CHECK_MATCHES, "--limit", ANSWER_SECONDS, "--json"
                )
                ended = await cli.wait(process, CHECK_SECONDS)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client], self._of_client[client]
        checked = _read(ended, path, bot)
        if checked.bot is None:
            await asyncio.to_thread(shutil.rmtree, path.parent, True)
        else:
            await asyncio.to_thread(self._web_store.put_bot, bot)
        return checked

    def entrant(self, game: Game, spec: str) -> Entrant:
        """A workshop bot for a seat; it is started in its sandbox when it sits down."""
        bot = self._find(game, spec)
        level = SANDBOXED.level()
        path = self._write(bot)
        others = tuple(each.resolve() for each in self._folder.glob("*/*.py"))
        cells = CellPool(SandboxedBot(game.name, path, rivals=others), level, SANDBOXED.limits)
        return Entrant(bot.name, spec, cells, isolation=level.value, cells=cells)

    def file_of(self, game: Game, spec: str) -> str:
        """The path of a workshop bot, for commands."""
        return str(self._write(self._find(game, spec)))

    def _find(self, game: Game, spec: str) -> StoredBot:
        self.require_open()
        key = spec.removeprefix(WORKSHOP)
        bot = self._web_store.bot(key) if _ID.fullmatch(key) else None
        if bot is None or bot.game != game.name:
            raise UsageError(f"there is no bot {spec[:40]!r} for {game.name}; check it again in the workshop")
        return bot

    async def list_bots(self, game: Game) -> list[BotShown]:
        if not self.is_open:
            return []
        bots = await asyncio.to_thread(self._web_store.bots, game.name)
        return [
            BotShown(
                f"{WORKSHOP}{bot.id}", "written in the workshop", (), bot.name, "workshop", "written in the workshop"
            )
            for bot in bots
        ]

    def _write(self, bot: StoredBot) -> Path:
        """The file of a bot: in a folder of its own, so that runs call the bot by its class alone."""
        path = self._folder / bot.id / f"{bot.name}.py"
        if not path.exists():
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
            path.parent.mkdir(0o700, exist_ok=True)
            path.write_text(bot.code, encoding="utf-8", errors="replace")
        return path


def _name(code: str) -> str:
    found = _CLASS.findall(code)
    return found[-1][:40] if found and found[-1].isascii() else "bot"


def _read(ended: cli.CommandResult, path: Path, bot: StoredBot) -> CheckReport:
    if ended.code is None:
        slow = CheckRow("is checked in time", False, f"the check took longer than {CHECK_SECONDS:g} s and was stopped")
        return CheckReport((slow,), None, False)
    if ended.code in (0, 1) and ended.out.startswith(b"{"):
        document: dict[str, Any] = msgspec.json.decode(ended.out)
        rows = tuple(_row(each["check"], each["passed"], _finding_text(each, path)) for each in document["checks"])
        return CheckReport(rows, f"{WORKSHOP}{bot.id}", bool(document["ok"]))
    lines = ended.err.strip().splitlines() or [f"the check ended with code {ended.code}"]
    return CheckReport((_row("can be loaded", False, _plain(lines[-1], path)),), None, False)


def _finding_text(finding: dict[str, Any], path: Path) -> str:
    return _plain(finding["observed"], path)


def _row(check: str, ok: bool, text: str) -> CheckRow:
    found = None if ok else _LINE.search(text)
    return CheckRow(check, ok, text, None if found is None else int(found[1]))


def _plain(text: str, path: Path) -> str:
    """The text without paths of this machine."""
    text = text.removeprefix("croupier: ")
    for name in (str(path), path.name):
        text = text.replace(name, "your bot")
    return text


def starter_of(game: Game) -> str:
    return starter(game, LANGUAGES["python"], Path("my_bot.py"))


def completions(game: Game) -> list[CompletionShown]:
    """The game's API for completion in an editor: exports of its package, members of its bot and view."""
    from importlib import import_module

    package = import_module(game.bot.__module__.rpartition(".")[0])
    found: dict[str, CompletionShown] = {}
    for name in getattr(package, "__all__", ()):
        value = getattr(package, name)
        if isclass(value) or isfunction(value):
            what = "class" if isclass(value) else "function"
            found[name] = CompletionShown(label=name, kind=what, text=_first(value))
    for kind, owner in (("method", game.bot), ("property", game.view)):
        for name, value in getmembers(owner):
            if not name.startswith("_") and name not in _hidden(owner):
                what = "property" if isinstance(value, property) else kind if callable(value) else "property"
                label = f"self.{name}" if owner is game.bot else f"view.{name}"
                found[label] = CompletionShown(label=label, kind=what, text=_first(value))
    return sorted(found.values(), key=lambda each: each.label)


def _hidden(owner: type[Any]) -> frozenset[str]:
    if issubclass(owner, Bot):
        return frozenset(
            {"sit", "face", "hear", "take_talk", "printed", "leave", "is_ours", "is_timed", "spare_copies"}
        )
    return frozenset({"ints", "to_wire"}) if issubclass(owner, View) else frozenset()


def _first(value: Any) -> str:
    if isinstance(value, int | float | str | tuple):
        return ""
    return (getdoc(value) or "").split("\n\n")[0].replace("\n", " ")[:200]
