"""What a server keeps beside the runs: tables that are being played, step by step, and replays of finished matches.

A live table is its plan and its steps, so it goes on after a restart by being played again up to there.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Column, Integer, LargeBinary, MetaData, Table, Text, delete, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from croupier.arena.store.errors import explain_errors
from croupier.arena.store.store import Store
from croupier.kernel.decision import Result
from croupier.match.match import Step

METADATA: Final = MetaData()
TABLES: Final = Table(
    "web_tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("begun", Text, nullable=False),
    Column("plan", LargeBinary, nullable=False),
    Column("chairs", LargeBinary, nullable=False),
)
STEPS: Final = Table(
    "web_steps",
    METADATA,
    Column("tab", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("step", LargeBinary, nullable=False),
)
REPLAYS: Final = Table(
    "web_replays",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("played", Text, nullable=False, index=True),
    Column("game", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("places", Text, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("origin", Text, nullable=False),
    Column("lines", LargeBinary, nullable=False),
)
BOTS: Final = Table(
    "web_bots",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("made", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("code", Text, nullable=False),
)

_steps: Final = msgspec.msgpack.Decoder(Step)
SEPARATOR: Final = "\x1f"
MAX_COUNTED: Final = 10_000
"""No more matches of one person are counted."""


class StoredTable(msgspec.Struct, frozen=True):
    """A table that was being played when the server ended."""

    id: str
    plan: bytes
    chairs: bytes
    steps: tuple[Step, ...]


class StoredReplay(msgspec.Struct, frozen=True):
    """One line of the list of replays."""

    id: str
    played: str
    game: str
    names: tuple[str, ...]
    ending: str
    places: tuple[int, ...]
    steps: int
    origin: str


class StoredBot(msgspec.Struct, frozen=True):
    id: str
    game: str
    name: str
    code: str


class WebStore:
    """The server's part of a database."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        steps = dialect.insert(STEPS)
        self._put_step = steps.on_conflict_do_update(
            index_elements=[STEPS.c.tab, STEPS.c.number], set_={"step": steps.excluded.step}
        )
        with explain_errors(self._engine.url):
            METADATA.create_all(self._engine)

    # Tables.

    def put_table(self, table: str, plan: bytes, chairs: bytes) -> None:
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(insert(TABLES).values(id=table, begun=_now(), plan=plan, chairs=chairs))

    def put_chairs(self, table: str, chairs: bytes) -> None:
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == table).values(chairs=chairs))

    def put_steps(self, steps: Iterable[tuple[str, int, Step]]) -> None:
        """Written in one go; a step that is there already was taken back and is replaced."""
        rows = [{"tab": table, "number": number, "step": msgspec.msgpack.encode(step)} for table, number, step in steps]
        if rows:
            with explain_errors(self._engine.url), self._engine.begin() as connection:
                connection.execute(self._put_step, rows)

    def drop_steps(self, table: str, after: int) -> None:
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(delete(STEPS).where(STEPS.c.tab == table, STEPS.c.number >= after))

    def drop_table(self, table: str) -> None:
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(delete(STEPS).where(STEPS.c.tab == table))
            connection.execute(delete(TABLES).where(TABLES.c.id == table))

    def tables(self) -> list[StoredTable]:
        """All that were being played, the oldest first."""
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            found = connection.execute(select(TABLES).order_by(TABLES.c.begun)).all()
            rows = connection.execute(select(STEPS).order_by(STEPS.c.tab, STEPS.c.number)).all()
        steps: dict[str, list[Step]] = {}
        for row in rows:
            kept = steps.setdefault(row.tab, [])
            if row.number == len(kept):
                kept.append(_steps.decode(row.step))
        return [StoredTable(row.id, bytes(row.plan), bytes(row.chairs), tuple(steps.get(row.id, ()))) for row in found]

    # Replays.

    def put_replay(
        self, replay: str, game: str, names: Iterable[str], result: Result, lines: bytes, origin: str
    ) -> None:
        values = {
            "id": replay,
            "played": _now(),
            "game": game,
            "names": SEPARATOR.join(names),
            "ending": result.ending,
            "places": " ".join(map(str, result.places)),
            "steps": lines.count(b"\n") - 2,
            "origin": origin,
            "lines": lines,
        }
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(insert(REPLAYS).values(values))

    def replays(self, game: str | None = None, player: str | None = None, limit: int = 100) -> list[StoredReplay]:
        """The latest first."""
        columns = [column for column in REPLAYS.c if column.name != "lines"]
        wanted = select(*columns).order_by(REPLAYS.c.played.desc(), REPLAYS.c.id).limit(limit)
        if game is not None:
            wanted = wanted.where(REPLAYS.c.game == game)
        if player is not None:
            around = literal(SEPARATOR) + REPLAYS.c.names + literal(SEPARATOR)
            wanted = wanted.where(around.contains(f"{SEPARATOR}{player}{SEPARATOR}", autoescape=True))
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            rows = connection.execute(wanted).all()
        return [_replay(row) for row in rows]

    def record(self, game: str, player: str) -> tuple[int, int]:
        """How many stored matches of a game somebody of this name has played, and won."""
        found = self.replays(game, player, limit=MAX_COUNTED)
        return len(found), sum(each.places[each.names.index(player)] == 1 for each in found)

    def replay(self, replay: str) -> bytes | None:
        """Its lines, as in a replay file."""
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            found = connection.execute(select(REPLAYS.c.lines).where(REPLAYS.c.id == replay)).scalar_one_or_none()
        return None if found is None else bytes(found)

    # Bots from the workshop.

    def put_bot(self, bot: StoredBot) -> None:
        values = {"id": bot.id, "made": _now(), "game": bot.game, "name": bot.name, "code": bot.code}
        with explain_errors(self._engine.url), self._engine.begin() as connection:
            connection.execute(insert(BOTS).values(values))

    def bot(self, bot: str) -> StoredBot | None:
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            row = connection.execute(select(BOTS).where(BOTS.c.id == bot)).one_or_none()
        return None if row is None else StoredBot(row.id, row.game, row.name, row.code)

    def bots(self, game: str, limit: int = 50) -> list[StoredBot]:
        wanted = select(BOTS).where(BOTS.c.game == game).order_by(BOTS.c.made.desc(), BOTS.c.id).limit(limit)
        with explain_errors(self._engine.url), self._engine.connect() as connection:
            return [StoredBot(row.id, row.game, row.name, row.code) for row in connection.execute(wanted).all()]


def _replay(row: Any) -> StoredReplay:
    names, places = tuple(row.names.split(SEPARATOR)), tuple(map(int, row.places.split()))
    return StoredReplay(row.id, row.played, row.game, names, row.ending, places, row.steps, row.origin)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
