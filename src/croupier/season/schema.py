"""The tables of a season, beside those of runs and matches in the same database."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA: Final = MetaData()

META: Final = Table(
    "season_meta",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts of the season by name: its file, its secrets, its counters. The row LOCK is written first by every change."""

TEAMS: Final = Table(
    "season_teams",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False, unique=True),
    Column("division", Text, nullable=False),
    Column("code", Text, nullable=False, unique=True),
    Column("joined", Float, nullable=False),
    Column("disqualified", Text, nullable=False, default=""),
    Column("is_reference", Boolean, nullable=False, default=False),
    Column("is_deleted", Boolean, nullable=False, default=False),
)
"""`key` is the name as it is compared, `code` lets others join the team, `disqualified` is the reason."""

PEOPLE: Final = Table(
    "season_people",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("team", Integer, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("token", Text, nullable=False, unique=True),
    Column("joined", Float, nullable=False),
)
"""`token` is the SHA-256 of what the person was given."""

CODES: Final = Table(
    "season_codes",
    METADATA,
    Column("code", Text, primary_key=True),
    Column("division", Text, nullable=False),
    Column("team", Integer, nullable=False, default=0),
)
"""Invitation codes; `team` is who used it, 0 for nobody."""

FILES: Final = Table(
    "season_files",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("entry", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""What was handed in, by content: a zip whose bytes follow from the content."""

BOTS: Final = Table(
    "season_bots",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("team", Integer, nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("hash", Text, nullable=False, index=True),
    Column("size", Integer, nullable=False),
    Column("file", Text, nullable=False),
    Column("handed_in", Float, nullable=False),
    Column("person", Text, nullable=False, default=""),
    Column("state", Text, nullable=False),
    Column("report", Text, nullable=False, default=""),
    Column("is_active", Boolean, nullable=False, default=False),
    Column("rated_as", Integer, nullable=False),
    Column("blocks", Integer, nullable=False, default=0),
)
"""Every version that was handed in. Its number is that of an entrant in the run of the ladder.

`rated_as` is the number under which it plays: its own, or that of an earlier version of the team with equal content.
"""

JOBS: Final = Table(
    "season_jobs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("body", Text, nullable=False),
    Column("worker", Text, nullable=False, default=""),
    Column("taken", Float, nullable=False, default=0.0),
    Column("tries", Integer, nullable=False, default=0),
    Column("done", Float, nullable=False, default=0.0),
    Column("parent", Integer, nullable=False, default=0),
    Column("team", Integer, nullable=False, default=0),
    Column("is_slow", Boolean, nullable=False, default=False),
    Index("season_jobs_by_state", "state", "id"),
)
"""What workers do. `parent` is the job of the round that a part of a round belongs to, 0 for all others.

`team` is the team whose version is checked. A check that `is_slow` waits until no other urgent job does.
"""

SEATS: Final = Table(
    "season_seats",
    METADATA,
    Column("bot", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("others", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("share", Float, nullable=False),
    Column("faults", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""The matches of the ladder bot by bot; `share` is its part of the win."""

RATINGS: Final = Table(
    "season_ratings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("document", Text, nullable=False),
)
"""Ratings as they were at a time, the latest last."""

NEWS: Final = Table(
    "season_news",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("text", Text, nullable=False),
    Column("is_public", Boolean, nullable=False),
)
"""Announcements, and what the host did, which is for the host alone."""

WORKERS: Final = Table(
    "season_workers",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("seen", Float, nullable=False),
    Column("doing", Text, nullable=False),
    Column("matches", Integer, nullable=False, default=0),
)

FEEDBACK: Final = Table(
    "season_feedback",
    METADATA,
    Column("bot", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("blocks", Integer, nullable=False),
    Column("document", Text, nullable=False),
)
"""What each bot can learn from its matches; `blocks` is how many deals it had played by then."""

LOCK: Final = "lock"
MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("ALTER TABLE season_jobs ADD COLUMN parent INTEGER NOT NULL DEFAULT 0",),
    (
        "ALTER TABLE season_jobs ADD COLUMN team INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE season_jobs ADD COLUMN is_slow BOOLEAN NOT NULL DEFAULT FALSE",
    ),
)
"""Each brings the tables of a season one version further; tables that are missing are made from the above.

None is ever changed: what is to be different is a new one.
"""
SCHEMA_VERSION: Final = len(MIGRATIONS)
