"""The database of a season. Every change is one transaction that takes the season's lock first, so changes are serial.

SQLite and PostgreSQL run the same code: the first statement of a change updates one row, which both of them lock.
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, func, insert, inspect, literal, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from croupier.arena.plan.run_plan import Plan, plan_text
from croupier.arena.run.task import Played
from croupier.arena.store.errors import explain_errors
from croupier.arena.store.rows import from_row
from croupier.arena.store.schema import GAMES, RUNS
from croupier.arena.store.store import Store
from croupier.kernel.errors import UsageError
from croupier.season import schema as s

Now = Callable[[], float]
"""The time, in seconds since 1970; a test has a clock of its own."""
VERSION_KEY: Final = "schema"


def utc_now() -> float:
    return datetime.now(UTC).timestamp()


class SeasonStore:
    """The season's part of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._engine = store.engine
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        put = dialect.insert(s.META)
        self._put = put.on_conflict_do_update(index_elements=[s.META.c.key], set_={"value": put.excluded.value})
        self._put_file = dialect.insert(s.FILES).on_conflict_do_nothing()
        seen = dialect.insert(s.WORKERS)
        self._put_worker = seen.on_conflict_do_update(
            index_elements=[s.WORKERS.c.name],
            set_={
                "seen": seen.excluded.seen,
                "doing": seen.excluded.doing,
                "matches": s.WORKERS.c.matches + seen.excluded.matches,
            },
        )
        with explain_errors(self._engine.url):
            if self._version() != s.SCHEMA_VERSION:
                self._migrate(dialect.insert(s.META).on_conflict_do_nothing())

    def _version(self) -> int:
        """The version of the season's tables; 0 if there are none."""
        with self._engine.connect() as connection:
            if not inspect(connection).has_table(s.META.name):
                return 0
            return int(self.get(connection, VERSION_KEY) or 0)

    def _migrate(self, add_lock: Any) -> None:
        with self._engine.begin() as connection:
            # Host and workers open the database at the same time.
            is_sqlite = self._engine.dialect.name == "sqlite"
            connection.exec_driver_sql("BEGIN IMMEDIATE" if is_sqlite else "SELECT pg_advisory_xact_lock(1668443510)")
            is_new = not inspect(connection).has_table(s.META.name)
            version = s.SCHEMA_VERSION if is_new else int(self.get(connection, VERSION_KEY) or 0)
            if version > s.SCHEMA_VERSION:
                raise UsageError("this season was made by a newer Croupier; install that version")
            for number in range(version, s.SCHEMA_VERSION):
                for statement in s.MIGRATIONS[number]:
                    connection.execute(text(statement))
            s.METADATA.create_all(connection)
            connection.execute(add_lock, [{"key": s.LOCK, "value": ""}])
            self.put(connection, VERSION_KEY, str(s.SCHEMA_VERSION))

    @contextmanager
    def change(self) -> Generator[Connection]:
        """One transaction that nobody else's change can come between."""
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(update(s.META).where(s.META.c.key == s.LOCK).values(value=""))
            yield connection

    @contextmanager
    def read(self) -> Generator[Connection]:
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            yield connection

    def get(self, connection: Connection, key: str) -> str | None:
        return connection.execute(select(s.META.c.value).where(s.META.c.key == key)).scalar_one_or_none()

    def put(self, connection: Connection, key: str, value: str) -> None:
        connection.execute(self._put, [{"key": key, "value": value}])

    def take_numbers(self, connection: Connection, key: str, count: int) -> int:
        """The first of `count` numbers that nobody else gets."""
        first = int(self.get(connection, key) or 0)
        self.put(connection, key, str(first + count))
        return first

    def put_file(self, connection: Connection, digest: str, entry: str, data: bytes) -> None:
        connection.execute(self._put_file, [{"hash": digest, "entry": entry, "data": data}])

    def file(self, digest: str) -> tuple[str, bytes] | None:
        """Entry and packed content of what has this hash."""
        with self.read() as connection:
            row = connection.execute(select(s.FILES).where(s.FILES.c.hash == digest)).one_or_none()
        return None if row is None else (row.entry, bytes(row.data))

    def known_files(self) -> set[str]:
        """The hashes of all that is kept."""
        with self.read() as connection:
            return set(connection.execute(select(s.FILES.c.hash)).scalars())

    def see_worker(self, connection: Connection, name: str, at: float, doing: str, matches: int = 0) -> None:
        connection.execute(self._put_worker, [{"name": name, "seen": at, "doing": doing, "matches": matches}])

    def add_job(
        self,
        connection: Connection,
        kind: str,
        body: dict[str, Any],
        at: float,
        parent: int = 0,
        team: int = 0,
        is_slow: bool = False,
    ) -> int:
        """A job that waits; its number, which no other job ever has."""
        if self.get(connection, "next_job") is None:
            last = connection.execute(select(func.coalesce(func.max(s.JOBS.c.id), 0))).scalar_one()
            self.put(connection, "next_job", str(last + 1))
        number = self.take_numbers(connection, "next_job", 1)
        values = {
            "id": number,
            "kind": kind,
            "state": "waiting",
            "made": at,
            "body": msgspec.json.encode(body).decode(),
            "worker": "",
            "taken": 0.0,
            "tries": 0,
            "done": 0.0,
            "parent": parent,
            "team": team,
            "is_slow": is_slow,
        }
        connection.execute(insert(s.JOBS).values(values))
        return number

    def begin_run(self, connection: Connection, plan: Plan, at: float) -> int:
        """A run of the store, made in the same transaction."""
        begun = datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
        values = {"begun": begun, "game": plan.game, "kind": plan.kind, "state": "open", "plan": plan_text(plan)}
        return int(connection.execute(insert(RUNS).values(values).returning(RUNS.c.id)).scalar_one())

    def change_plan(self, connection: Connection, run: int, plan: Plan) -> None:
        connection.execute(update(RUNS).where(RUNS.c.id == run).values(plan=plan_text(plan)))

    def journal(self, connection: Connection, run: int, played: Iterable[Played]) -> None:
        self.store.add_games(connection, run, played)

    def games_between(self, run: int, first: int, last: int) -> list[Played]:
        """The committed matches with these numbers, both ends included."""
        query = select(GAMES).where(GAMES.c.run == run, GAMES.c.number >= first, GAMES.c.number <= last)
        with self.read() as connection:
            return [from_row(row) for row in connection.execute(query.order_by(GAMES.c.number))]

    def games_with(self, run: int, numbers: Iterable[int]) -> list[Played]:
        """The matches of a run in which all of these played."""
        seating = literal(" ") + GAMES.c.seating + " "
        query = select(GAMES).where(GAMES.c.run == run, *(seating.like(f"% {number} %") for number in numbers))
        with self.read() as connection:
            return [from_row(row) for row in connection.execute(query.order_by(GAMES.c.number))]

    def count(self, connection: Connection, table: Any, *conditions: Any) -> int:
        return connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()


def rows(connection: Connection, query: Any) -> list[Row[Any]]:
    return list(connection.execute(query).all())
