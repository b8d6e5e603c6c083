"""The documents that the pages of a season are sent. `scripts/page_types.py` writes the page's types from these.

Times are texts in ISO 8601, in UTC. What only the team or the host may see has a default, and is left out for others.
"""

from typing import Any

import msgspec

from croupier.arena.check.recorder import RecordedFault
from croupier.season.config import Grades, Limits, Quota, Replays


class SeasonNews(msgspec.Struct, frozen=True):
    """An announcement."""

    at: str
    text: str


class SeasonRound(msgspec.Struct, frozen=True):
    """A round; its secret is shown once nothing depends on it any more."""

    number: int
    name: str
    deadline: str
    format: str
    blocks: int
    phase: str
    commitment: str
    field: int
    problem: str
    secret: str | None
    seed: str | None
    bundle: str | None


class SeasonInfo(msgspec.Struct, frozen=True):
    """The season as everybody may see it."""

    title: str
    game: str
    game_title: str
    seats: int
    settings: dict[str, Any]
    opens: str | None
    closes: str | None
    now: str
    open: bool
    team_size: int
    divisions: list[str]
    reference: list[str]
    limits: Limits
    quota: Quota
    replays: Replays
    grades: Grades
    rounds: list[SeasonRound]
    paused: bool
    news: list[SeasonNews]


class SeasonRating(msgspec.Struct, frozen=True):
    """The rating of one version."""

    elo: float
    low: float
    high: float
    blocks: int
    matches: int
    win_rate: float
    faults: int
    seconds: float | None
    """Mean time per answer."""


class SeasonRow(msgspec.Struct, frozen=True):
    """A row of the leaderboard: the version of a team that plays."""

    team: int
    name: str
    division: str
    reference: bool
    version: int
    rating: SeasonRating | None
    """None before its first matches are rated."""
    beats: list[str]
    """The reference bots that are clearly worse."""


class SeasonBoard(msgspec.Struct, frozen=True):
    """The leaderboard, best first; bots without a rating last."""

    at: str | None
    matches: int
    bots: int
    """Number of rows, of which only the first may have been asked for."""
    rows: list[SeasonRow]


class RatingLine(msgspec.Struct, frozen=True):
    """The rating of a team over time, whatever version played then."""

    team: int
    name: str
    points: list[tuple[str, float]]


class SeasonHistory(msgspec.Struct, frozen=True):
    """The ratings of all teams over time."""

    lines: list[RatingLine]


class ReportFinding(msgspec.Struct, frozen=True):
    """One check of a version."""

    check: str
    passed: bool
    observed: str
    faults: tuple[RecordedFault, ...] = ()


class VersionReport(msgspec.Struct, frozen=True):
    """The check of a version, with the positions in which it failed."""

    passed: bool
    reason: str
    findings: tuple[ReportFinding, ...] = ()


class SeasonVersion(msgspec.Struct, frozen=True, omit_defaults=True):
    """One version of a bot; its report and its file are for its team."""

    number: int
    version: int
    handed_in: str
    state: str
    active: bool
    hash: str
    file: str | None = None
    size: int | None = None
    person: str | None = None
    report: VersionReport | None = None


class SeasonReceipt(SeasonVersion, frozen=True, omit_defaults=True, kw_only=True):
    """The receipt of a submission."""

    ahead: int
    """Number of checks before this one."""
    known: bool
    """Whether the team has handed in the same files before."""


class SeasonMatch(msgspec.Struct, frozen=True):
    """A match of the version that plays, or of a round."""

    match: str
    at: str | None
    """When it was played; None in a round."""
    others: list[str]
    place: int
    won: bool
    faults: int
    replay: str | None
    file: bool


class HeadToHead(msgspec.Struct, frozen=True):
    """All matches against one opponent."""

    name: str
    matches: int
    rate: float
    interval: tuple[float, float]


class SeasonFault(msgspec.Struct, frozen=True):
    """A fault in a match, with what the bot had printed by then."""

    match: str
    fault: str
    printed: str


class CostlyDecision(msgspec.Struct, frozen=True):
    """A decision in a lost match that gave away much, judged from what the bot knew."""

    match: str
    move: int
    question: str
    played: str
    better: str
    lost: float
    """Share of a win."""
    commands: tuple[str, ...]
    """What to type to step into it at home; empty if the season gives no replay files."""


class SeasonFeedback(msgspec.Struct, frozen=True):
    """What a bot can learn from its matches; for its team."""

    at: str
    matches: int
    """Lost matches that were searched."""
    costly: tuple[CostlyDecision, ...]
    tells: tuple[str, ...]
    """What its behaviour gives away of its cards, in sentences; empty if nothing is clear."""
    tells_matches: int
    """Matches from which the tells were counted."""


class SeasonTeam(msgspec.Struct, frozen=True, omit_defaults=True):
    """The page of a team."""

    team: int
    name: str
    division: str
    reference: bool
    disqualified: str
    members: list[str]
    mine: bool
    rating: SeasonRow | None
    place: int | None
    versions: list[SeasonVersion]
    matches: list[SeasonMatch]
    against: list[HeadToHead]
    person: str | None = None
    team_code: str | None = None
    faults: list[SeasonFault] | None = None
    feedback: SeasonFeedback | None = None


class RoundRow(msgspec.Struct, frozen=True):
    """One bot in the result of a round."""

    name: str
    division: str
    elo: float
    low: float
    high: float
    win_rate: float
    matches: int
    faults: int


class RoundResult(msgspec.Struct, frozen=True):
    """The result of a finished round."""

    number: int
    matches: int
    rows: list[RoundRow]
    absent: dict[str, str]


class RoundMatches(msgspec.Struct, frozen=True):
    """The matches of one team in a finished round."""

    team: str
    other: str
    """The opponent that was asked for; empty for all."""
    matches: list[SeasonMatch]
    against: list[HeadToHead]
    faults: list[SeasonFault] | None
    """For the team itself."""


class AdminTeam(msgspec.Struct, frozen=True):
    """A team as the host sees it."""

    team: int
    name: str
    division: str
    members: list[str]
    joined: str
    disqualified: str
    versions: list[SeasonVersion]


class Renewed(msgspec.Struct, frozen=True):
    """A new token of a person, shown once."""

    token: str


class AdminCode(msgspec.Struct, frozen=True):
    """An invitation code."""

    code: str
    division: str
    used: bool


class AdminJob(msgspec.Struct, frozen=True):
    """A job that waits or runs."""

    id: int
    kind: str
    bot: int
    worker: str
    made: str
    tries: int


class AdminWorker(msgspec.Struct, frozen=True):
    """A process that does jobs."""

    name: str
    seen: str
    doing: str
    matches: int


class AdminEntry(msgspec.Struct, frozen=True):
    """A line of the log."""

    at: str
    text: str
    public: bool


class SeasonOverview(msgspec.Struct, frozen=True):
    """Everything that a host needs on one page."""

    paused: bool
    playing: list[str]
    teams: list[AdminTeam]
    codes: list[AdminCode]
    queue: list[AdminJob]
    workers: list[AdminWorker]
    log: list[AdminEntry]


class SimilarBot(msgspec.Struct, frozen=True):
    """One of two submissions that are alike."""

    team: int
    name: str
    bot: int


class SimilarPair(msgspec.Struct, frozen=True):
    """Two submissions of different teams with much in common."""

    one: SimilarBot
    other: SimilarBot
    shared: float
    alike: float
    equal: bool


class SourceBlock(msgspec.Struct, frozen=True):
    """Lines of two sources side by side; `kind` is equal, replace, delete or insert."""

    kind: str
    left: list[str]
    right: list[str]
    left_from: int
    right_from: int


class SideBySide(msgspec.Struct, frozen=True):
    """Two sources."""

    blocks: list[SourceBlock]
