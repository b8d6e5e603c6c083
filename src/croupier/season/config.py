"""The season file: everything that a host decides, read from TOML and checked before anything is started.

An error names the line of the file, what is wrong there and what may stand there.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.arena.plan.run_plan import plain_settings
from croupier.arena.plan.schedule import seats_for
from croupier.arena.plan.settings import checked_settings, fair_settings, kind_text
from croupier.arena.run.setup import make_entrants
from croupier.arena.tournament.setup import TournamentTerms
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

Positive = Annotated[int, msgspec.Meta(ge=1)]
Amount = Annotated[float, msgspec.Meta(ge=0)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
_PATH: Final = re.compile(r"(?P<text>.*?)(?: - at `(?P<path>.*)`)?", re.DOTALL)
_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([\w.\"'-]+)\s*\]\]?\s*(?:#.*)?")
_KEY: Final = re.compile(r"\s*([\w\"'-]+)(?:\s*\.\s*[\w\"'-]+)*\s*=")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the season file. A name that is not one of its fields is an error."""


class Limits(Part, frozen=True):
    """What a bot may use."""

    answer_seconds: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    match_seconds: Annotated[float, msgspec.Meta(gt=0)] = 60.0
    check_seconds: Annotated[float, msgspec.Meta(gt=0)] = 60.0
    """For the whole check of a new version."""
    memory_mb: Annotated[int, msgspec.Meta(ge=64)] = 512
    upload_kb: Positive = 1024
    """Size of what is handed in, packed."""
    unpacked_kb: Positive = 8192
    files: Positive = 200


class Join(Part, frozen=True):
    """Who may take part."""

    open: bool = True
    """Whether anybody may join; if not, an invitation code is needed."""
    codes: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Number of invitation codes to make; each admits one team."""
    team_size: Positive = 1
    teams: Positive = 10_000


class Quota(Part, frozen=True):
    """How much one team may ask for."""

    submissions_per_day: Positive = 20
    kept_mb: Positive = 64
    """Size of all versions of a team together, packed."""


class Division(Part, frozen=True):
    """A part of the field with a leaderboard of its own."""

    name: Text
    codes: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Number of invitation codes for this division; without any, teams choose it when they join."""


class Round(Part, frozen=True):
    """A deadline, at which the field is frozen and plays a tournament."""

    name: Text
    deadline: datetime
    format: Literal["round-robin", "swiss", "gauntlet", "knockout"] = "round-robin"
    blocks: Positive = 25
    """Deals at every table; each is played from all seats."""
    rounds: Positive | None = None
    """Of a swiss tournament."""

    @property
    def terms(self) -> TournamentTerms:
        return TournamentTerms(format=self.format, blocks=self.blocks, rounds=self.rounds)


class Ladder(Part, frozen=True):
    """What is played between the deadlines."""

    meeting_blocks: Positive = 4
    """Deals in one meeting."""
    known_elo: Annotated[float, msgspec.Meta(gt=0)] = 40.0
    """Half the width of an interval, in points, at which a bot is known well and plays only as an opponent."""
    most_blocks: Positive = 400
    """Deals after which a version is known, however wide its interval."""


class Grades(Part, frozen=True):
    """Points for the last round, or for the round that is named."""

    round: str = ""
    faultless: Amount = 0.0
    """For a bot without faults."""
    rank: Amount = 0.0
    """For the best; fewer for lower places, the same for those who cannot be told apart."""
    beats: dict[str, Amount] = {}
    """For each reference bot that is clearly beaten."""
    level: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5
    """Part of those points for a bot that cannot be told apart from the reference bot."""


class Replays(Part, frozen=True):
    """What may be seen of matches."""

    public: Literal["none", "rounds", "all"] = "rounds"
    """Whose matches everybody may see; a team may always see its own."""
    opponents_cards: bool = True
    """Whether a replay shows the cards of all seats. It never does before the whole block of its deal is played."""


class Season(Part, frozen=True):
    """The tables of a season file."""

    title: Text
    game: str
    seats: Positive | None = None
    settings: dict[str, Any] = {}
    opens: datetime | None = None
    closes: datetime | None = None
    reference: tuple[str, ...] = ("random", "heuristic")
    """Bots that always take part, as on the command line."""
    limits: Limits = Limits()
    join: Join = Join()
    quota: Quota = Quota()
    ladder: Ladder = Ladder()
    division: tuple[Division, ...] = ()
    round: tuple[Round, ...] = ()
    grades: Grades = Grades()
    replays: Replays = Replays()

    def game_and_settings(self) -> tuple[Game, Settings]:
        """The game, with the settings that make equal deals equal."""
        game = find_game(self.game)
        return game, fair_settings(game, checked_settings(game, self.settings), self.settings)

    def plain_settings(self) -> dict[str, Any]:
        return plain_settings(self.game_and_settings()[1])

    def teams_of_seats(self) -> tuple[int, ...]:
        """The team of each seat of a table."""
        game, settings = self.game_and_settings()
        return tuple(game.teams(settings, seats_for(game, settings, 2, self.seats)))

    def graded_round(self) -> Round | None:
        named = [each for each in self.round if each.name == self.grades.round]
        return named[0] if named else self.round[-1] if self.round else None


def load_season(path: Path) -> tuple[Season, str]:
    """The season file and its text; a UsageError names the line and the way out."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not text in UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}; docs/class.md has a season file to copy") from None
    return read_season(text, str(path)), text


@lru_cache(maxsize=16)
def read_season(text: str, name: str = "season.toml") -> Season:
    """Read and check the text of a season file; `name` is what errors call it.

    Every job and every page needs the season, so what was read is kept.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error))
        where = f"{name}, line {found[2]}, column {found[3]}" if found else name
        raise UsageError(f"{where}: {found[1] if found else error}") from None
    lines = _Lines(text, name)
    try:
        season = msgspec.convert(document, Season)
    except msgspec.ValidationError as error:
        raise UsageError(_explained(str(error), lines)) from None
    _check(season, lines)
    return season


class _Lines:
    """Where each key of a TOML text stands."""

    def __init__(self, text: str, name: str) -> None:
        self._name = name
        self._found: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        counts: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if header := _HEADER.fullmatch(line):
                key = _plain(header[2])
                table = tuple(key.split("."))
                if header[1] == "[[":
                    counts[key] = counts.get(key, -1) + 1
                    table = (*table, str(counts[key]))
                self._found.setdefault(table, number)
            elif found := _KEY.match(line):
                self._found.setdefault((*table, _plain(found[1])), number)

    def error(self, message: str, *path: str) -> UsageError:
        """An error about what stands at the path, or at what holds it."""
        return UsageError(f"{self.where(*path)}: {message}")

    def where(self, *path: str) -> str:
        for length in range(len(path), 0, -1):
            if path[:length] in self._found:
                return f"{self._name}, line {self._found[path[:length]]}"
        return self._name


def _plain(key: str) -> str:
    return key.strip("\"'")


def _explained(error: str, lines: _Lines) -> str:
    found = _PATH.fullmatch(error)
    assert found is not None
    text = found["text"]
    path = tuple(re.findall(r"[\w-]+", (found["path"] or "").removeprefix("$")))
    if unknown := _UNKNOWN.fullmatch(text):
        fields = _fields_at(path)
        near = get_close_matches(unknown[1], fields, 1)
        meant = f" (did you mean {near[0]}?)" if near else ""
        return f"{lines.where(*path, unknown[1])}: {unknown[1]!r} is not known here{meant}; {', '.join(fields)} are"
    if missing := _MISSING.fullmatch(text):
        table = ".".join(part for part in path if not part.isdigit())
        return (
            f"{lines.where(*path)}: {missing[1]} is missing{f' in [{table}]' if table else ''}; add {missing[1]} = ..."
        )
    key = ".".join(part for part in path if not part.isdigit()) or "the file"
    if text.startswith("Invalid enum value"):
        field = next(each for each in msgspec.structs.fields(_table_at(path[:-1])) if each.name == path[-1])
        text = f"must be {kind_text(field.type)}, not {text.partition(' value ')[2]}"
    return f"{lines.where(*path)}: {key}: {text[:1].lower()}{text[1:]}"


def _fields_at(path: Sequence[str]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(_table_at(path))]


def _table_at(path: Sequence[str]) -> type[msgspec.Struct]:
    return _TABLES[path[0]] if path else Season


_TABLES: Final[Mapping[str, type[msgspec.Struct]]] = {
    "limits": Limits,
    "join": Join,
    "quota": Quota,
    "ladder": Ladder,
    "division": Division,
    "round": Round,
    "grades": Grades,
    "replays": Replays,
}


def _check(season: Season, lines: _Lines) -> None:
    """What the types cannot say."""
    try:
        find_game(season.game)
    except UsageError as error:
        raise lines.error(str(error), "game") from None
    try:
        season.game_and_settings()
    except UsageError as error:
        wrong = next((name for name in season.settings if name in str(error)), "")
        raise lines.error(str(error), "settings", wrong) from None
    try:
        season.teams_of_seats()
    except UsageError as error:
        raise lines.error(str(error), "seats") from None
    _check_reference(season, lines)
    _check_rounds(season, lines)
    names = [each.name for each in season.division]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise lines.error(f"there are two divisions {name!r}", "division", str(number), "name")
    if not season.join.open and not season.join.codes and not any(each.codes for each in season.division):
        raise lines.error(
            "nobody could join: set open = true, or codes = 30 for thirty invitation codes", "join", "open"
        )
    _check_grades(season, lines)


def _check_reference(season: Season, lines: _Lines) -> None:
    game, _ = season.game_and_settings()
    for bot in season.reference:
        name = bot.partition(":")[0]
        if name not in BUILT_IN and name not in game.bots:
            known = ", ".join(sorted({*BUILT_IN, *game.bots}))
            raise lines.error(f"{bot!r} is not a built-in bot of {game.name}; there are {known}", "reference")
    try:
        entrants = make_entrants(game, season.reference)
    except UsageError as error:
        raise lines.error(str(error), "reference") from None
    if len({entrant.name for entrant in entrants}) != len(set(season.reference)) or not entrants:
        raise lines.error("name every reference bot once, and at least one, such as random", "reference")


def _check_rounds(season: Season, lines: _Lines) -> None:
    for field in ("opens", "closes"):
        moment: datetime | None = getattr(season, field)
        if moment is not None and moment.tzinfo is None:
            raise lines.error(_zone(moment), field)
    before: datetime | None = season.opens
    names: set[str] = set()
    for number, each in enumerate(season.round):
        place = ("round", str(number))
        if each.deadline.tzinfo is None:
            raise lines.error(_zone(each.deadline), *place, "deadline")
        if before is not None and each.deadline <= before:
            raise lines.error(
                f"the deadline of {each.name!r} must be later than {before.isoformat()}", *place, "deadline"
            )
        if each.name in names:
            raise lines.error(f"there are two rounds {each.name!r}", *place, "name")
        if each.rounds is not None and each.format != "swiss":
            raise lines.error(f"rounds is for swiss tournaments, not for {each.format}", *place, "rounds")
        before = each.deadline
        names.add(each.name)
    if season.closes is not None and before is not None and season.closes < before:
        raise lines.error("the season cannot close before its last deadline", "closes")


def _zone(moment: datetime) -> str:
    return f"say in which time zone {moment.isoformat()} is, such as {moment.replace(tzinfo=UTC).isoformat()}"


def _check_grades(season: Season, lines: _Lines) -> None:
    grades = season.grades
    if grades.round and grades.round not in {each.name for each in season.round}:
        raise lines.error(f"there is no round {grades.round!r}", "grades", "round")
    for bot in grades.beats:
        if bot not in season.reference:
            raise lines.error(
                f"{bot!r} is not a reference bot; reference has {', '.join(season.reference)}", "grades", "beats"
            )
    if (grades.faultless or grades.rank or grades.beats) and not season.round:
        raise lines.error("grades are given for a round: add a [[round]] with a deadline", "grades")
