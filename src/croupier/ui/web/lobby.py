"""All tables of a server: opened, joined, found by their key, brought back after a restart, closed when deserted."""

import asyncio
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier import __version__
from croupier.arena.settings import checked_settings
from croupier.arena.store.shelf import KeptTable, Shelf
from croupier.games import find_game
from croupier.kernel.decision import Seat, Settings, encode_hook
from croupier.kernel.errors import CroupierError, UsageError
from croupier.kernel.game import Game
from croupier.kernel.talk import printable
from croupier.match.core import Match, Step
from croupier.match.rehearsal import repeat
from croupier.match.replay import replay_of
from croupier.players.entrant import Entrant, unique_names
from croupier.ui.web.catalogue import built_in_bot
from croupier.ui.web.chairs import NAME_LENGTH, Chair, hashed, new_token
from croupier.ui.web.forms import TableForm
from croupier.ui.web.journal import Journal
from croupier.ui.web.options import ServerOptions
from croupier.ui.web.seating import SeatPlan, TablePlan
from croupier.ui.web.table import LiveTable, Refused
from croupier.ui.web.thinkers import Thinkers
from croupier.ui.web.workshop import WORKSHOP, Workshop

_FILE_LIKE: Final = re.compile(r"[/\\\x00]|\.[a-zA-Z]")
FRIENDS_CLOCK: Final = 120.0
"""Seconds for an answer where others wait for it."""


class ChairKept(msgspec.Struct, frozen=True):
    """A person's seat in the database: never the token itself."""

    seat: int
    name: str
    kind: str
    token: str
    code: str
    has_left: bool


class Opened(msgspec.Struct, frozen=True):
    """A new table, and the secrets that open its seats; told once."""

    table: LiveTable
    seat: Seat | None
    token: str | None
    codes: tuple[tuple[Seat, str], ...]


class Lobby:
    """Keeps the tables. It is what a table tells about its steps and its end."""

    def __init__(self, options: ServerOptions, shelf: Shelf, thinkers: Thinkers, workshop: Workshop) -> None:
        self.tables: dict[str, LiveTable] = {}
        self._options = options
        self._journal = Journal(shelf)
        self._shelf = shelf
        self._thinkers = thinkers
        self._workshop = workshop
        self._sweeper: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Bring back what was being played when the server ended."""
        for kept in await asyncio.to_thread(self._shelf.tables):
            try:
                table = self._restored(kept)
            except (CroupierError, msgspec.MsgspecError, StopIteration, AssertionError, ValueError):
                # Of another version, or its bot is gone: it cannot go on, and must not keep the others from doing so.
                self._shelf.drop_table(kept.id)
            else:
                self.tables[kept.id] = table
                table.start()
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """End every table; those that are not over go on when the server starts again."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for table in list(self.tables.values()):
            await table.close("the server ends; the game goes on when it is back")
        self._journal.close()

    def find(self, key: str) -> LiveTable:
        table = self.tables.get(key)
        if table is None:
            raise Refused("no_table", "there is no such table; it may be over and closed")
        return table

    # Opening.

    def open(self, form: TableForm) -> Opened:
        """A new table; a UsageError says what is wrong with what was asked for."""
        if len(self.tables) >= self._options.most_tables:
            raise Refused("full", f"all {self._options.most_tables} tables are taken; try again later")
        game = find_game(form.game)
        settings = game_settings(game, form.settings)
        people = sum(1 for seat in form.seats if seat.kind != "bot")
        _check_fairness(form, people, settings)
        bots = {seat: self.bot(game, each.bot) for seat, each in enumerate(form.seats) if each.kind == "bot"}
        seed = secrets.randbits(60) if form.seed is None else form.seed
        plan = TablePlan(
            game=game.name,
            settings=msgspec.to_builtins(settings, enc_hook=encode_hook),
            seed=seed,
            seats=tuple(
                SeatPlan(each.kind, _name(each.name, each.kind, bots.get(at)), each.bot)
                for at, each in enumerate(form.seats)
            ),
            practice=form.practice,
            pace=form.pace,
            window=form.window,
            clock=form.clock if form.clock or people < 2 else FRIENDS_CLOCK,
        )
        match = _match(plan)
        tokens: dict[Seat, str] = {}
        codes: dict[Seat, str] = {}
        for seat, each in enumerate(plan.seats):
            if each.kind == "you":
                tokens[seat] = new_token()
            elif each.kind == "friend":
                codes[seat] = new_token()
        chairs = {
            seat: Chair(seat, each.name, each.kind, _hashed(tokens.get(seat)), _hashed(codes.get(seat)))
            for seat, each in enumerate(plan.seats)
            if each.kind != "bot"
        }
        key = secrets.token_urlsafe(9)
        table = LiveTable(key, plan, match, chairs, bots, self._thinkers, self)
        kept, sat = msgspec.json.encode(plan), _chairs_kept(table)
        self._journal.do(lambda shelf: shelf.put_table(key, kept, sat))
        self.tables[key] = table
        table.start()
        mine = next(iter(tokens), None)
        return Opened(table, mine, None if mine is None else tokens[mine], tuple(codes.items()))

    def bot(self, game: Game, spec: str) -> Entrant:
        """A bot by what the lobby calls it."""
        if spec.startswith(WORKSHOP):
            return self._workshop.entrant(game, spec)
        if _FILE_LIKE.search(spec) or any(
            Path(part).exists() for part in spec.replace("=", ":").split(":")[1:] if part
        ):
            raise UsageError(f"{spec[:60]!r} is no bot of this server: files and addresses cannot be named here")
        return built_in_bot(game, spec)

    def join(self, table: LiveTable, code: str, name: str) -> tuple[Seat, str]:
        """Take the seat that an invitation is for; the invitation is used up."""
        for seat, chair in table.chairs.items():
            if chair.invites(code):
                token = new_token()
                chair.code, chair.token = "", hashed(token)
                table.rename(seat, _clean(name) or chair.name)
                self._keep_chairs(table)
                table.seat_taken()
                return seat, token
        raise Refused("bad_code", "this invitation is not valid, or was used already")

    def rise(self, table: LiveTable, seat: Seat) -> None:
        table.rise(seat)
        if table.is_abandoned:
            self._closing.add(task := asyncio.create_task(self._close(table, "everybody has left the table")))
            task.add_done_callback(self._closing.discard)
        else:
            self._keep_chairs(table)

    def _keep_chairs(self, table: LiveTable) -> None:
        kept = _chairs_kept(table)
        self._journal.do(lambda shelf: shelf.put_chairs(table.key, kept))

    # What tables tell.

    def step(self, table: str, number: int, step: Step) -> None:
        self._journal.step(table, number, step)

    def taken_back(self, table: str, steps: int) -> None:
        self._journal.do(lambda shelf: shelf.drop_steps(table, steps))

    async def finished(self, table: LiveTable) -> str:
        match = table.match
        replay = secrets.token_urlsafe(9)
        specs = [seat.bot or "person" for seat in table.plan.seats]
        lines = replay_of(match, __version__, specs)
        names, result, game = match.table.names, match.result(), match.game.name

        def write(shelf: Shelf) -> None:
            shelf.put_replay(replay, game, names, result, lines, "table")
            shelf.drop_table(table.key)

        await self._journal.done(write)
        return replay

    # Bringing back and clearing away.

    def _restored(self, kept: KeptTable) -> LiveTable:
        plan = msgspec.json.decode(kept.plan, type=TablePlan)
        chairs: dict[Seat, Chair] = {}
        for each in msgspec.json.decode(kept.chairs, type=tuple[ChairKept, ...]):
            chairs[each.seat] = Chair(each.seat, each.name, each.kind, each.token, each.code)
            chairs[each.seat].has_left = each.has_left
        match = _match(
            plan, tuple(chairs[seat].name if seat in chairs else each.name for seat, each in enumerate(plan.seats))
        )
        for step in kept.steps:
            repeat(match, step)
        game = find_game(plan.game)
        bots = {seat: self.bot(game, each.bot) for seat, each in enumerate(plan.seats) if each.kind == "bot"}
        return LiveTable(kept.id, plan, match, chairs, bots, self._thinkers, self)

    async def _sweep(self) -> None:
        """Close tables at which nobody has been for a while."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(5.0, self._options.patience / 4))
            for table in list(self.tables.values()):
                since = table.deserted_since
                if since is not None and loop.time() - since > self._options.patience:
                    await self._close(table, "nobody was left at the table")

    async def _close(self, table: LiveTable, reason: str) -> None:
        """For good: it does not come back after a restart."""
        self.tables.pop(table.key, None)
        await table.close(reason)
        if table.replay is None:
            self._journal.do(lambda shelf: shelf.drop_table(table.key))


def game_settings(game: Game, values: Mapping[str, Any]) -> Settings:
    """Settings as the lobby chose them; no file can be named in them."""
    texts = {field.name for field in msgspec.structs.fields(game.settings_type) if field.type is str}
    for name, value in values.items():
        if name in texts and isinstance(value, str) and (_FILE_LIKE.search(value) or (value and Path(value).exists())):
            raise UsageError(f"{game.name}: {name} cannot be {value[:60]!r}: files cannot be named here")
    return checked_settings(game, values)


def _check_fairness(form: TableForm, people: int, settings: Settings) -> None:
    if sum(1 for seat in form.seats if seat.kind == "you") > 1:
        raise UsageError("only one seat can be yours; invite friends to the others")
    if people > 1 and form.practice:
        raise UsageError("a practice table has one person; others must be bots")
    if people > 1 and (form.seed is not None or settings.public() != settings):
        raise UsageError(
            "who knows the deal cannot play with others: leave out the seed and settings that fix the deal"
        )
    for seat in form.seats:
        if seat.kind == "bot" and not seat.bot:
            raise UsageError("a bot's seat needs a bot, such as heuristic")


def _match(plan: TablePlan, names: tuple[str, ...] | None = None) -> Match:
    game = find_game(plan.game)
    settings = game.settings(plan.settings)
    return Match(game, settings, unique_names(names or tuple(seat.name for seat in plan.seats)), plan.seed)


def _name(name: str, kind: str, bot: Entrant | None) -> str:
    usual = bot.name if bot is not None else {"you": "Guest", "friend": "Friend"}[kind]
    return _clean(name) or usual


def _clean(name: str) -> str:
    return printable(name).strip()[:NAME_LENGTH]


def _hashed(token: str | None) -> str:
    return "" if token is None else hashed(token)


def _chairs_kept(table: LiveTable) -> bytes:
    return msgspec.json.encode(
        tuple(
            ChairKept(seat, chair.name, chair.kind, chair.token, chair.code, chair.has_left)
            for seat, chair in table.chairs.items()
        )
    )
