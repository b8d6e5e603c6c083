"""All tables of a server: open, join, find, restore after a restart, close when deserted."""

import asyncio
import re
import secrets
import shutil
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier import __version__
from croupier.arena.plan.settings import checked_settings
from croupier.arena.store.web import StoredTable, WebStore
from croupier.games import find_game
from croupier.kernel.decision import Seat, Settings, encode_hook
from croupier.kernel.errors import CroupierError, UsageError
from croupier.kernel.game import Game
from croupier.kernel.secret import checked_seed, secret_of
from croupier.kernel.text import printable
from croupier.match.match import Match, Step
from croupier.match.opening import open_at, opening_of
from croupier.match.playback import apply_step
from croupier.match.replay.write import encode_replay
from croupier.players.entrant import Entrant, unique_names
from croupier.puzzles.puzzle import PuzzlePosition
from croupier.ui.web.api.forms import BranchForm, PlayOnForm, TableForm
from croupier.ui.web.api.messages import Rematch
from croupier.ui.web.catalogue import built_in_bot, made_of, title_of
from croupier.ui.web.jobs.pool import JobPool
from croupier.ui.web.options import WebServerOptions
from croupier.ui.web.server_bots import FOLDER, OFFERED, ServerBots
from croupier.ui.web.tables.plan import SeatPlan, TablePlan
from croupier.ui.web.tables.seat import MAX_NAME_CHARACTERS, PersonSeat, hash_token, new_token
from croupier.ui.web.tables.step_writer import StepWriter
from croupier.ui.web.tables.table import LiveTable, RequestRefused
from croupier.ui.web.workshop import WORKSHOP, Workshop

_FILE_LIKE: Final = re.compile(r"[/\\\x00]|\.[a-zA-Z]")
FRIENDS_CLOCK_SECONDS: Final = 120.0
"""Seconds for an answer where others wait for it."""
BRANCH_PACE_SECONDS: Final = 0.7
BRANCH_WINDOW_SECONDS: Final = 3.0


class StoredSeat(msgspec.Struct, frozen=True):
    """A person's seat in the database, with hashes in place of its secrets."""

    seat: int
    name: str
    kind: str
    token: str
    code: str
    has_left: bool


class OpenedTable(msgspec.Struct, frozen=True):
    """A new table and the secrets of its seats, which are sent once."""

    table: LiveTable
    seat: Seat | None
    token: str | None
    codes: tuple[tuple[Seat, str], ...] = ()
    beside: tuple[tuple[Seat, str], ...] = ()


class Lobby:
    """The tables of a server, and the log to which they report steps and results."""

    def __init__(
        self,
        options: WebServerOptions,
        web_store: WebStore,
        jobs: JobPool,
        workshop: Workshop,
        server_bots: ServerBots,
        costs: Path,
    ) -> None:
        """`costs`: the folder for the costs of language models, table by table."""
        self.tables: dict[str, LiveTable] = {}
        self._options = options
        self._writer = StepWriter(web_store)
        self._web_store = web_store
        self._jobs = jobs
        self._workshop = workshop
        self._server_bots = server_bots
        self._costs = costs
        self._sweeper: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Restore the tables that were being played when the server ended."""
        for kept in await asyncio.to_thread(self._web_store.tables):
            try:
                table = self._restore(kept)
            except (CroupierError, msgspec.MsgspecError, StopIteration, AssertionError, ValueError):
                # Of another version, or its bot is gone: it cannot go on, and must not keep the others from doing so.
                self._web_store.drop_table(kept.id)
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
        self._writer.close()

    def find(self, key: str) -> LiveTable:
        table = self.tables.get(key)
        if table is None:
            raise RequestRefused("no_table", "no such table; it may have been closed")
        return table

    # Opening.

    def open(self, form: TableForm) -> OpenedTable:
        """Open a table; a UsageError says what is wrong with the form."""
        game = find_game(form.game)
        settings = game_settings(game, form.settings)
        people = sum(1 for seat in form.seats if seat.kind != "bot")
        _check_fairness(form, people, settings)
        bots = {seat: self.bot(game, each.bot) for seat, each in enumerate(form.seats) if each.kind == "bot"}
        seed = secret_of(checked_seed(form.seed))
        is_shared = any(seat.kind == "beside" for seat in form.seats)
        friends = any(seat.kind == "friend" for seat in form.seats)
        plan = TablePlan(
            game=game.name,
            settings=msgspec.to_builtins(settings, enc_hook=encode_hook),
            seed=seed,
            seats=tuple(
                SeatPlan(each.kind, _name(each.name, each.kind, bots.get(at)), each.bot, *self._words(game, each.bot))
                for at, each in enumerate(form.seats)
            ),
            practice=form.practice,
            pace=form.pace,
            window=0.0 if is_shared else form.window,  # a screen that goes from hand to hand knows no hurry
            clock=form.clock if form.clock or not friends else FRIENDS_CLOCK_SECONDS,
        )
        return self._begin(plan, _match(plan), bots)

    def branch(self, played: Match, form: BranchForm) -> OpenedTable:
        """Open a practice table at a step of a match that is over, to answer its question differently."""
        if not form.step <= len(played.steps):
            raise RequestRefused(
                "no_step", f"it has {len(played.steps)} steps, so there is none with number {form.step}"
            )
        game, steps = played.game, played.steps[: form.step]
        seat = steps[-1].seat
        bot = self.bot(game, form.bot)
        words = self._words(game, form.bot)
        plan = TablePlan(
            game=game.name,
            settings=msgspec.to_builtins(played.settings, enc_hook=encode_hook),
            seed=played.seed,
            opening=opening_of(played),
            seats=tuple(
                SeatPlan("you", _clean(form.name) or "Guest") if at == seat else SeatPlan("bot", name, form.bot, *words)
                for at, name in enumerate(played.table.names)
            ),
            practice=True,
            pace=BRANCH_PACE_SECONDS,
            window=BRANCH_WINDOW_SECONDS,
            clock=None,
        )
        match = _match(plan)
        for step in steps[:-1]:
            apply_step(match, step)
        return self._begin(plan, match, {at: bot for at in range(match.table.seats) if at != seat})

    def play_on(self, position: PuzzlePosition, form: PlayOnForm) -> OpenedTable:
        """Open a practice table at a puzzle, in a world that fits what its seat knows."""
        puzzle, game = position.puzzle, position.game
        bot = self.bot(game, form.bot)
        words = self._words(game, form.bot)
        plan = TablePlan(
            game=game.name,
            settings=msgspec.to_builtins(position.settings, enc_hook=encode_hook),
            seed=secret_of(checked_seed(None)),
            seats=tuple(
                SeatPlan("you", _clean(form.name) or "Guest")
                if at == puzzle.seat
                else SeatPlan("bot", name, form.bot, *words)
                for at, name in enumerate(position.table.names)
            ),
            practice=True,
            pace=BRANCH_PACE_SECONDS,
            window=BRANCH_WINDOW_SECONDS,
            clock=None,
            opening=position.imagined(secrets.randbits(60)),
        )
        return self._begin(plan, _match(plan), {at: bot for at in range(puzzle.seats) if at != puzzle.seat})

    def _begin(self, plan: TablePlan, match: Match, bots: Mapping[Seat, Entrant]) -> OpenedTable:
        """Seat the people of a plan and start its match, or go on with it."""
        self._check_room()
        tokens: dict[Seat, str] = {}
        codes: dict[Seat, str] = {}
        for seat, each in enumerate(plan.seats):
            if each.kind in ("you", "beside"):
                tokens[seat] = new_token()
            elif each.kind == "friend":
                codes[seat] = new_token()
        seated = {
            seat: PersonSeat(seat, each.name, each.kind, _hash(tokens.get(seat)), _hash(codes.get(seat)))
            for seat, each in enumerate(plan.seats)
            if each.kind != "bot"
        }
        table = self._seat_people(plan, match, seated, bots)
        mine = next((seat for seat in tokens if plan.seats[seat].kind == "you"), None)
        beside = tuple((seat, token) for seat, token in tokens.items() if seat != mine)
        return OpenedTable(table, mine, None if mine is None else tokens[mine], tuple(codes.items()), beside)

    def _charge(self, key: str, bots: Mapping[Seat, Entrant]) -> dict[Seat, Entrant]:
        return self._server_bots.charge(bots, self._costs / key)

    def _words(self, game: Game, spec: str) -> tuple[str, str]:
        """The title of a bot and what it is made of, for people."""
        if spec.startswith(WORKSHOP):
            return "Workshop", "written in the workshop"
        if spec.startswith((FOLDER, OFFERED)):
            shown = self._server_bots.describe(game, spec)
            return ("", "") if shown is None else (shown.title, shown.made_of)
        return (title_of(spec), made_of(game, spec)) if spec else ("", "")

    def bot(self, game: Game, spec: str) -> Entrant:
        """The bot that the lobby calls `spec`."""
        if spec.startswith(WORKSHOP):
            return self._workshop.entrant(game, spec)
        if spec.startswith((FOLDER, OFFERED)):
            return self._server_bots.entrant(game, spec)
        if _FILE_LIKE.search(spec) or any(
            Path(part).exists() for part in spec.replace("=", ":").split(":")[1:] if part
        ):
            raise UsageError(f"{spec[:60]!r} is not a bot of this server: files and addresses cannot be named here")
        return built_in_bot(game, spec)

    def join(self, table: LiveTable, code: str, name: str) -> tuple[Seat, str]:
        """Take the seat that an invitation is for, also again from elsewhere while no browser is at it.

        What was there before cannot answer for the seat any more.
        """
        for seat, person in table.people.items():
            if person.invites(code):
                if person.browsers:
                    raise RequestRefused("taken", "this seat is taken; the link works again when its player leaves")
                if person.is_awaited:
                    table.rename(seat, _clean(name) or person.name)
                token = new_token()
                person.token = hash_token(token)
                self._store_seats(table)
                table.seat_taken()
                return seat, token
        raise RequestRefused("bad_code", "this invitation is no longer valid")

    def rematch(self, table: LiveTable, seat: Seat) -> tuple[str, str]:
        """Open another table for the same people, or find the one that was opened; its key, and the token of `seat`.

        The seats of the others wait for them: the token that each has for this table is its invitation there.
        """
        if not table.match.over:
            raise RequestRefused("not_over", "this match is not over yet")
        if table.rematch in self.tables:
            raise RequestRefused("taken", "a rematch is open already; join it")
        if gone := [person.name for person in table.people.values() if person.has_left]:
            raise RequestRefused("left", f"{' and '.join(gone)} left; open a new table")
        self._check_room()
        plan = msgspec.structs.replace(table.plan, seed=secret_of(checked_seed(None)), opening=())
        token = new_token()
        people = {
            at: PersonSeat(at, person.name, person.kind, hash_token(token) if at == seat else "", person.token)
            for at, person in table.people.items()
        }
        match = _match(plan, table.match.table.names)
        opened = self._seat_people(plan, match, people, dict(table.bots))
        table.rematch = opened.key
        table.broadcaster.broadcast(Rematch(opened.key, table.people[seat].name))
        return opened.key, token

    def _check_room(self) -> None:
        if len(self.tables) >= self._options.most_tables:
            raise RequestRefused("full", f"all {self._options.most_tables} tables are taken; try again later")

    def _seat_people(
        self, plan: TablePlan, match: Match, people: dict[Seat, PersonSeat], bots: Mapping[Seat, Entrant]
    ) -> LiveTable:
        """A table that is stored and begins."""
        key = secrets.token_urlsafe(9)
        table = LiveTable(key, plan, match, people, self._charge(key, bots), self._jobs, self)
        kept, sat = msgspec.json.encode(plan), _encode_seats(table)
        self._writer.enqueue(lambda web_store: web_store.put_table(key, kept, sat))
        for number, step in enumerate(match.steps):
            self._writer.enqueue_step(key, number, step)
        self.tables[key] = table
        table.start()
        return table

    def stand_up(self, table: LiveTable, seat: Seat) -> None:
        for each in table.hot_seats if seat in table.hot_seats else (seat,):
            table.stand_up(each)
        if table.is_abandoned:
            self._close_soon(table, "everybody has left the table")
        else:
            self._store_seats(table)

    def _close_soon(self, table: LiveTable, reason: str) -> None:
        self._closing.add(task := asyncio.create_task(self._close(table, reason)))
        task.add_done_callback(self._closing.discard)

    def _store_seats(self, table: LiveTable) -> None:
        kept = _encode_seats(table)
        self._writer.enqueue(lambda web_store: web_store.put_chairs(table.key, kept))

    # Called by tables.

    def save_step(self, table: str, number: int, step: Step) -> None:
        self._writer.enqueue_step(table, number, step)

    def drop_steps(self, table: str, steps: int) -> None:
        self._writer.enqueue(lambda web_store: web_store.drop_steps(table, steps))

    def close_failed(self, table: LiveTable, error: Exception) -> None:
        traceback.print_exception(error)
        name = table.game.name
        self._close_soon(table, f"the game {name} has failed ({type(error).__name__}); see croupier game-check {name}")

    async def save_match(self, table: LiveTable) -> str:
        match = table.match
        replay = secrets.token_urlsafe(9)
        specs = [seat.bot or "person" for seat in table.plan.seats]
        lines = encode_replay(match, __version__, specs)
        names, result, game = match.table.names, match.result(), match.game.name

        def write(web_store: WebStore) -> None:
            web_store.put_replay(replay, game, names, result, lines, "table")
            web_store.drop_table(table.key)
            table.records = {seat: web_store.record(game, names[seat]) for seat in table.people}

        await self._writer.write(write)
        return replay

    # Restoring and closing.

    def _restore(self, kept: StoredTable) -> LiveTable:
        plan = msgspec.json.decode(kept.plan, type=TablePlan)
        people: dict[Seat, PersonSeat] = {}
        for each in msgspec.json.decode(kept.chairs, type=tuple[StoredSeat, ...]):
            people[each.seat] = PersonSeat(each.seat, each.name, each.kind, each.token, each.code)
            people[each.seat].has_left = each.has_left
        match = _match(
            plan, tuple(people[seat].name if seat in people else each.name for seat, each in enumerate(plan.seats))
        )
        for step in kept.steps:
            apply_step(match, step)
        game = find_game(plan.game)
        bots = {seat: self.bot(game, each.bot) for seat, each in enumerate(plan.seats) if each.kind == "bot"}
        return LiveTable(kept.id, plan, match, people, self._charge(kept.id, bots), self._jobs, self)

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
        await asyncio.to_thread(shutil.rmtree, self._costs / table.key, True)
        if table.replay is None:
            self._writer.enqueue(lambda web_store: web_store.drop_table(table.key))


def game_settings(game: Game, values: Mapping[str, Any]) -> Settings:
    """Settings as the lobby chose them; no file can be named in them."""
    texts = {field.name for field in msgspec.structs.fields(game.settings_type) if field.type is str}
    for name, value in values.items():
        if name in texts and isinstance(value, str) and (_FILE_LIKE.search(value) or (value and Path(value).exists())):
            raise UsageError(f"{game.name}: {name} cannot be {value[:60]!r}: files cannot be named here")
    return checked_settings(game, values)


def _check_fairness(form: TableForm, people: int, settings: Settings) -> None:
    if sum(1 for seat in form.seats if seat.kind == "you") > 1:
        raise UsageError("only one seat can be yours; others can sit beside you or be invited")
    if any(seat.kind == "beside" for seat in form.seats) and not any(seat.kind == "you" for seat in form.seats):
        raise UsageError("a player beside you needs you at the table: take a seat yourself")
    if people > 1 and form.practice:
        raise UsageError("a practice table has one person; others must be bots")
    if people > 1 and (form.seed is not None or settings.public() != settings):
        raise UsageError(
            "a player who knows the deal cannot play with others: remove the seed and the settings that fix the deal"
        )
    for seat in form.seats:
        if seat.kind == "bot" and not seat.bot:
            raise UsageError("a bot's seat needs a bot, such as heuristic")


def _match(plan: TablePlan, names: tuple[str, ...] | None = None) -> Match:
    game = find_game(plan.game)
    settings = game.settings(plan.settings)
    called = unique_names(names or tuple(seat.name for seat in plan.seats))
    return open_at(Match(game, settings, called, plan.seed), plan.opening)


def _name(name: str, kind: str, bot: Entrant | None) -> str:
    usual = bot.name if bot is not None else {"you": "Guest", "beside": "Neighbour", "friend": "Friend"}[kind]
    return _clean(name) or usual


def _clean(name: str) -> str:
    return printable(name).strip()[:MAX_NAME_CHARACTERS]


def _hash(token: str | None) -> str:
    return "" if token is None else hash_token(token)


def _encode_seats(table: LiveTable) -> bytes:
    return msgspec.json.encode(
        tuple(
            StoredSeat(seat, person.name, person.kind, person.token, person.code, person.has_left)
            for seat, person in table.people.items()
        )
    )
