"""The store of runs: SQLite in a file, or PostgreSQL by its address, with the same code.

A match counts once it is committed. A match that was not is played again when the run is resumed, with the same result,
so no match is lost or counted twice.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import connect
from types import TracebackType
from typing import Any, Final

import msgspec
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, insert, make_url, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from croupier.arena.plan.run_plan import Plan, plan_text, read_plan
from croupier.arena.run.task import Played
from croupier.arena.store.errors import StoreError, explain_errors, shown
from croupier.arena.store.rows import from_row, to_row
from croupier.arena.store.schema import GAMES, MIGRATIONS, RUNS, SKIPPED, migrate, version_of
from croupier.kernel.errors import UsageError

__all__ = ["Run", "Store", "StoreError", "default_path", "open_store"]

DB_VARIABLE: Final = "CROUPIER_DB"
LOCK_SECONDS: Final = 10.0  # to wait for a database that another program has locked
PAGE_ROWS: Final = 1000
OPEN, FINISHED = "open", "finished"


class Run(msgspec.Struct, frozen=True):
    """One run in the list of them."""

    id: int
    begun: str
    """In UTC."""
    state: str
    plan: Plan
    games: int
    """Number of committed matches."""


def default_path() -> Path:
    """In the user's data directory."""
    return user_data_path("croupier") / "croupier.sqlite"


def url_of(text: str | None) -> URL:
    """The address of a database: a path, an address, or what the environment or the user's directory says."""
    text = text or os.environ.get(DB_VARIABLE) or str(default_path())
    if "://" not in text:
        path = Path(text)
        if not path.parent.is_dir() and path == default_path():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"cannot create the folder {path.parent}: {error.strerror}; choose another with --db"
                ) from None
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except ArgumentError:
        raise UsageError(f"{text!r} is not a database; give a path or postgresql://USER@HOST/NAME") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg").update_query_dict({"client_encoding": "utf8"})
    if url.get_backend_name() != "sqlite":
        raise UsageError(f"{url.get_backend_name()} is not supported; give a path or postgresql://...")
    return url


def open_store(text: str | None = None, patience: float | None = None) -> "Store":
    """The database at a path or address; it is made, or brought up to date, if need be.

    One that may not be written, as on a read-only medium, can still be read.
    """
    url = url_of(text)
    path = _file_of(url)
    if path is not None and _is_read_only(path):
        return _open_read_only(url, path)
    if path is not None:
        _make_private(path)
    patience = LOCK_SECONDS if patience is None else patience
    is_sqlite = url.get_backend_name() == "sqlite"
    arguments: dict[str, Any] = {"timeout": patience} if is_sqlite else {"connect_timeout": max(2, int(patience))}
    try:
        # A server may have been started again since a connection was made.
        engine = create_engine(url, connect_args=arguments, pool_pre_ping=not is_sqlite)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise UsageError("PostgreSQL needs a driver: pip install 'croupier[postgres]'") from None
    if is_sqlite:
        event.listen(engine, "connect", _set_pragmas)
    try:
        with explain_errors(url):
            _migrate_if_old(engine)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine)


def _file_of(url: URL) -> Path | None:
    """The file of a database, if it is one and no URI."""
    name = url.database or ""
    is_path = url.get_backend_name() == "sqlite" and name and not name.startswith((":memory:", "file:"))
    return Path(name) if is_path else None


def _make_private(path: Path) -> None:
    """Make the file, for its owner only; one that exists stays as it is, and SQLite says what is wrong with it."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _is_read_only(path: Path) -> bool:
    """Whether the file is there but SQLite could not write it, and its journal beside it."""
    return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK))


def _open_read_only(url: URL, path: Path) -> "Store":
    # Without a journal that waits to be taken over, nothing has to be made beside the file.
    waits = path.with_name(f"{path.name}-wal")
    mode = "mode=ro" if waits.exists() and waits.stat().st_size else "immutable=1"
    address = f"{path.absolute().as_uri()}?{mode}"
    engine = create_engine(url, creator=lambda: connect(address, uri=True, check_same_thread=False))
    try:
        with explain_errors(url), engine.connect() as connection:
            if version_of(connection) != len(MIGRATIONS):
                raise StoreError(f"the database {path} has another version and is read-only: work on a copy")
    except BaseException:
        engine.dispose()
        raise
    return Store(engine)


def _migrate_if_old(engine: Engine) -> None:
    with engine.connect() as connection:
        if version_of(connection) == len(MIGRATIONS):
            return
    with engine.begin() as connection:
        # Two that open an old or new database at the same time would both make the tables.
        is_sqlite = engine.dialect.name == "sqlite"
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_sqlite else "SELECT pg_advisory_xact_lock(1668443509)")
        migrate(connection)


def _set_pragmas(connection: Any, record: object) -> None:
    """A commit is on the disk when it returns, and readers do not wait for writers."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


class Store:
    """An open database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        dialect = postgresql if engine.dialect.name == "postgresql" else sqlite
        self._insert_games = dialect.insert(GAMES).on_conflict_do_nothing()
        self._insert_skipped = dialect.insert(SKIPPED).on_conflict_do_nothing()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._engine.dispose()

    def __str__(self) -> str:
        return shown(self._engine.url)

    @property
    def engine(self) -> Engine:
        """The engine, for other tables in the same database."""
        return self._engine

    # Runs.

    def begin_run(self, plan: Plan) -> int:
        """A new run, and its number."""
        begun = datetime.now(UTC).isoformat(timespec="seconds")
        values = {"begun": begun, "game": plan.game, "kind": plan.kind, "state": OPEN, "plan": plan_text(plan)}
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            return int(connection.execute(insert(RUNS).values(values).returning(RUNS.c.id)).scalar_one())

    def finish(self, run: int) -> None:
        """Mark a run as finished."""
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(update(RUNS).where(RUNS.c.id == run).values(state=FINISHED))

    def change_plan(self, run: int, plan: Plan) -> None:
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(update(RUNS).where(RUNS.c.id == run).values(plan=plan_text(plan)))

    def runs(self, game: str | None = None) -> list[Run]:
        """All runs, the latest first."""
        counts = select(GAMES.c.run, func.count().label("games")).group_by(GAMES.c.run).subquery()
        wanted = select(RUNS, func.coalesce(counts.c.games, 0).label("games"))
        wanted = wanted.outerjoin(counts, counts.c.run == RUNS.c.id).order_by(RUNS.c.id.desc())
        if game is not None:
            wanted = wanted.where(RUNS.c.game == game)
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            rows = connection.execute(wanted).all()
        return [Run(row.id, row.begun, row.state, read_plan(row.plan), row.games) for row in rows]

    def plan(self, run: int) -> Plan:
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            text = connection.execute(select(RUNS.c.plan).where(RUNS.c.id == run)).scalar_one_or_none()
        if text is None:
            raise UsageError(f"no run {run} in {self}; to list runs: croupier runs")
        return read_plan(text)

    def is_finished(self, run: int) -> bool:
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            return connection.execute(select(RUNS.c.state).where(RUNS.c.id == run)).scalar_one() == FINISHED

    def last_run(self, plan: Plan) -> int | None:
        """The latest run of the same command."""
        wanted = select(RUNS.c.id, RUNS.c.plan).where(RUNS.c.game == plan.game, RUNS.c.kind == plan.kind)
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(RUNS.c.id.desc())).all()
        return next((row.id for row in rows if read_plan(row.plan).is_same_command(plan)), None)

    # Matches.

    def journal(self, run: int, played: Iterable[Played]) -> None:
        """Commit these, all or none. One that is there already stays as it is."""
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            self.add_games(connection, run, played)

    def add_games(self, connection: Connection, run: int, played: Iterable[Played]) -> None:
        """The same as part of a transaction that somebody else commits."""
        rows = [to_row(run, each) for each in played]
        if rows:
            connection.execute(self._insert_games, rows)

    def games(self, run: int, after: int = -1) -> Iterator[Played]:
        """The committed matches of a run by their numbers, a page at a time."""
        wanted = select(GAMES).where(GAMES.c.run == run).order_by(GAMES.c.number).limit(PAGE_ROWS)
        while True:
            with explain_errors(self._engine.url), self._engine.connect() as connection:
                rows = connection.execute(wanted.where(GAMES.c.number > after)).all()
            yield from map(from_row, rows)
            if len(rows) < PAGE_ROWS:
                return
            after = rows[-1].number

    def game(self, run: int, number: int) -> Played:
        wanted = select(GAMES).where(GAMES.c.run == run, GAMES.c.number == number)
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            self.plan(run)
            raise UsageError(f"no match {number + 1} in run {run} in {self}")
        return from_row(row)

    def ended_by(self, run: int, ending: str) -> list[Played]:
        """The committed matches of a run that ended like this."""
        wanted = select(GAMES).where(GAMES.c.run == run, GAMES.c.ending == ending).order_by(GAMES.c.number)
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            return [from_row(row) for row in connection.execute(wanted)]

    def numbers(self, run: int) -> set[int]:
        """Which matches of a run are committed."""
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            return set(connection.execute(select(GAMES.c.number).where(GAMES.c.run == run)).scalars())

    def skip(self, run: int, number: int, reason: str) -> None:
        """Record a match that was broken off and is not played again."""
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(self._insert_skipped, [{"run": run, "number": number, "reason": reason}])

    def skipped(self, run: int) -> dict[int, str]:
        wanted = select(SKIPPED.c.number, SKIPPED.c.reason).where(SKIPPED.c.run == run).order_by(SKIPPED.c.number)
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            return {row.number: row.reason for row in connection.execute(wanted)}
