"""What every part of a season needs: the store, the time, the season file and the log."""

import msgspec
from sqlalchemy import Connection, insert

from croupier.arena.store.store import Store
from croupier.kernel.errors import UsageError
from croupier.season import schema as s
from croupier.season.config import Season, read_season
from croupier.season.records import Refused
from croupier.season.store import Now, SeasonStore, utc_now


class SeasonBase:
    """A season in its store."""

    def __init__(self, store: Store, now: Now = utc_now) -> None:
        self.data = SeasonStore(store)
        self.now = now

    def season(self, connection: Connection | None = None) -> Season:
        return read_season(self.file(connection))

    def file(self, connection: Connection | None = None) -> str:
        """The text of the season file."""
        if connection is None:
            with self.data.read() as fresh:
                return self.file(fresh)
        text = self.data.get(connection, "file")
        if text is None:
            raise UsageError("there is no season in this database; start one with croupier host season.toml")
        return text

    def run(self, connection: Connection | None = None) -> int:
        """The number of the ladder's run in the store."""
        if connection is None:
            with self.data.read() as fresh:
                return self.run(fresh)
        return int(self.data.get(connection, "run") or 0)

    def _note(self, connection: Connection, text: str) -> None:
        connection.execute(insert(s.NEWS).values(at=self.now(), text=text, is_public=False))

    def _check_open(self, season: Season) -> None:
        now = self.now()
        if season.opens is not None and now < season.opens.timestamp():
            raise Refused("closed", f"the season opens at {season.opens.isoformat()}")
        if season.closes is not None and now >= season.closes.timestamp():
            raise Refused("closed", f"the season ended at {season.closes.isoformat()}")

    def ladders(self, connection: Connection) -> list[tuple[int, int]]:
        """Each run of the ladder with the number of its first match; the last goes on.

        A new one begins when the rules or the way of dealing change, so that ratings never mix them.
        """
        text = self.data.get(connection, "ladders")
        return [(self.run(connection), 0)] if text is None else msgspec.json.decode(text, type=list[tuple[int, int]])

    def first_match(self, connection: Connection) -> int:
        """The number of the first match of the ladder that goes on."""
        return self.ladders(connection)[-1][1]
