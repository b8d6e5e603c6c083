"""Grades of a round by the rules of the season file, as CSV; the same for bots that cannot be told apart.

Teams that are linked by overlapping intervals, directly or by others between them, form a tier. All of a tier get the
same points for strength: the most that the rules give to any of them. Points for play without faults are a team's own.
"""

import csv
import io
from collections.abc import Mapping, Sequence

import msgspec

from croupier.arena.results.summary import Summary, SummaryRow
from croupier.season.config import Season
from croupier.season.rounds import FieldEntry

HARNESS = "Harness"


class Grade(msgspec.Struct, frozen=True):
    """One team."""

    team: str
    division: str
    version: int
    hash: str
    tier: int
    elo: float
    low: float
    high: float
    faults: int
    faultless_points: float
    rank_points: float
    beats_points: float
    remark: str = ""

    @property
    def points(self) -> float:
        return round(self.faultless_points + self.rank_points + self.beats_points, 2)


def tiers(rows: Sequence[SummaryRow]) -> list[list[SummaryRow]]:
    """Rows linked by overlapping intervals, the best tier first."""
    found: list[list[SummaryRow]] = []
    lowest = 0.0
    for row in sorted(rows, key=lambda each: (-each.elo_high, each.name)):
        if found and row.elo_high >= lowest:
            found[-1].append(row)
            lowest = min(lowest, row.elo_low)
        else:
            found.append([row])
            lowest = row.elo_low
    return found


def grade_round(
    season: Season, field: Sequence[FieldEntry], summary: Summary, absent: Mapping[str, str]
) -> list[Grade]:
    """The grades of all teams of a field, best first; those that did not play have no points."""
    rules = season.grades
    rows = {row.name: row for row in summary.rows if row.matches}
    entries = {entry.team: entry for entry in field if not entry.is_reference}
    reference = {entry.team: rows[entry.team] for entry in field if entry.is_reference and entry.team in rows}
    playing = [rows[team] for team in entries if team in rows]
    grades: list[Grade] = []
    above = 0
    for number, tier in enumerate(tiers(playing), 1):
        share = 1.0 if len(playing) == 1 else (len(playing) - 1 - above) / (len(playing) - 1)
        beats = max(_beats_points(row, reference, season) for row in tier)
        for row in sorted(tier, key=lambda each: (-each.elo, each.name)):
            entry = entries[row.name]
            faults = sum(count for kind, count in row.faults.items() if kind != HARNESS)
            grades.append(
                Grade(
                    row.name,
                    entry.division,
                    entry.version,
                    entry.hash,
                    number,
                    round(row.elo, 1),
                    round(row.elo_low, 1),
                    round(row.elo_high, 1),
                    faults,
                    0.0 if faults else rules.faultless,
                    round(rules.rank * share, 2),
                    round(beats, 2),
                )
            )
        above += len(tier)
    for team, entry in entries.items():
        if team not in rows:
            remark = absent.get(team, "did not play")
            grades.append(
                Grade(team, entry.division, entry.version, entry.hash, 0, 0.0, 0.0, 0.0, 0, 0.0, 0.0, 0.0, remark)
            )
    return grades


def _beats_points(row: SummaryRow, reference: Mapping[str, SummaryRow], season: Season) -> float:
    rules = season.grades
    known = [(reference[bot], points) for bot, points in rules.beats.items() if bot in reference]
    return sum(_beats(row, other, rules.level) * points for other, points in known)


def _beats(row: SummaryRow, other: SummaryRow, level: float) -> float:
    """1 if the bot is clearly better, `level` if the result is unclear, 0 if it is worse."""
    if row.elo_low > other.elo_high:
        return 1.0
    return level if row.elo_high >= other.elo_low else 0.0


COLUMNS = (
    "team",
    "division",
    "points",
    "tier",
    "elo",
    "low",
    "high",
    "faults",
    "faultless_points",
    "rank_points",
    "beats_points",
    "version",
    "hash",
    "remark",
)


def grades_csv(grades: Sequence[Grade], members: Mapping[str, str] | None = None) -> str:
    """The grades as CSV; `members` adds a column with the people of each team."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*COLUMNS, *(("members",) if members is not None else ())])
    for grade in grades:
        cells = [_safe(getattr(grade, column)) for column in COLUMNS]
        writer.writerow([*cells, *((_safe(members.get(grade.team, "")),) if members is not None else ())])
    return text.getvalue()


def _safe(value: object) -> object:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value
