"""Answers of REST about replays, bots and contests. `scripts/page_types.py` writes the page's types from these."""

from typing import Any, NotRequired, TypedDict

from croupier.arena.results.documents import RatedBot, RoundDocument
from croupier.ui.web.api.messages import EventFields, LegalMoves, View, Zone


class StepShown(TypedDict):
    """One step of a replay; `move` is null where the seat was taken out of the match."""

    number: int
    seat: int
    turn: str
    """The turn or trick that it belongs to; empty where the game names none."""
    move: str | None
    label: str
    events: tuple[str, ...]
    say: tuple[str, ...]
    note: str
    faults: tuple[str, ...]
    ruling: str
    seconds: float


class ReplayResult(TypedDict):
    """The result, the same for every viewer."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    ending: str
    winners: tuple[int, ...]


class ReplayShown(TypedDict):
    """A replay without its frames."""

    id: str
    game: str
    title: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    settings: dict[str, Any]
    teams: tuple[int, ...] | None
    result: ReplayResult
    playable: bool
    why_not: str
    deal: tuple[str, ...]
    steps: list[StepShown]


class FrameStart(TypedDict):
    """The part of a frame that is made alike for every viewer."""

    step: int
    text: str
    lines: list[str]
    view: View
    events: list[EventFields]


class FrameShown(FrameStart):
    """The table after one step; `views` are those of all seats, for the dealer only."""

    views: NotRequired[list[View]]
    zones: tuple[Zone, ...]


class PuzzlesListed(TypedDict):
    """The puzzles of a game."""

    game: str
    title: str
    puzzles: int
    themes: dict[str, str]
    """What each theme is about."""


class PuzzleShown(TypedDict):
    """A puzzle as it is asked: what its seat sees, and its question."""

    id: str
    game: str
    title: str
    names: tuple[str, ...]
    teams: tuple[int, ...]
    seat: int
    settings: dict[str, Any]
    """Those that are not as usual."""
    rating: int
    day: str | None
    """The day of which it is the puzzle, as 2026-11-18."""
    view: View
    zones: tuple[Zone, ...]
    text: str
    legal: LegalMoves


class PuzzleAnswered(TypedDict):
    """What came of an answer: whether it was right, why, and the solver's rating after it."""

    right: bool
    played: str
    best: str
    """The best move in words; `answers` are the numbers of all accepted moves."""
    answers: list[int]
    why: str
    themes: tuple[str, ...]
    rating: float
    deviation: float
    levels: dict[str, int]
    """How often each level found the answer, in percent."""


class BotFigures(TypedDict):
    """The rating of a bot, with its 95% interval."""

    bot: str
    rating: float
    low: float
    high: float
    best: float | None
    games: int
    win_rate: float
    win_low: float
    win_high: float
    faults: int


class LeaderboardRow(BotFigures):
    """A bot on the leaderboard of its game."""

    game: str
    group: int
    """Bots of different groups never met, directly or by others."""
    place: int
    """Within its group."""
    earlier: list[BotFigures]
    """Its earlier versions, the oldest first."""


class RatingPoint(TypedDict):
    """The rating after a number of matches."""

    games: int
    rating: float


class Rival(TypedDict):
    """A bot that was met, and the share of meetings in which it was behind."""

    bot: str
    ahead: float
    low: float
    high: float
    games: int


class LastMatch(TypedDict):
    """One of the latest matches of a bot."""

    replay: str
    run: int
    names: list[str]
    places: list[int]
    place: int
    ending: str


class PairingMatch(TypedDict):
    """A match in which two bots met."""

    replay: str
    names: list[str]
    places: list[int]


class BotRecord(BotFigures):
    """Everything about one bot."""

    game: str
    history: list[RatingPoint]
    placements: dict[str, int]
    style: dict[str, str]
    notes: dict[str, float]
    seconds: float | None
    fault_kinds: dict[str, int]
    rivals: list[Rival]
    last: list[LastMatch]


class TellShown(TypedDict):
    """What one kind of public act gives away about a bot's cards, in bits per act."""

    name: str
    count: int
    bits: float
    low: float
    high: float
    uncertainty: float
    is_clear: bool


class BotProfile(TypedDict):
    """How readable a bot is, by its stored matches."""

    verdict: str
    matches: int
    tells: list[TellShown]
    sentences: list[str]
    habits: list[str]


class RunShown(TypedDict):
    """A tournament or comparison as it is stored."""

    id: int
    kind: str
    game: str
    begun: str
    format: str
    bots: list[str]
    played: int
    finished: bool


class RunListed(RunShown):
    """A tournament or comparison in the list."""

    running: bool


class EvidencePoint(TypedDict):
    """The state of a comparison after a number of matches."""

    games: int
    gain: float
    test: float


class ContestFigures(TypedDict, total=False):
    """The figures of a tournament, those of a comparison, or `trouble` if they cannot be computed."""

    trouble: str
    planned: int
    ratings: list[RatedBot]
    ahead: list[list[tuple[float, float, float, int] | None]]
    ranking: list[str]
    rounds: list[RoundDocument]
    coming: RoundDocument | None
    old: str
    new: str
    verdict: str
    words: str
    gain: float
    interval: tuple[float, float]
    rate: float
    parity: float
    edge: float
    bounds: tuple[float, float]
    path: list[EvidencePoint]
    faults: dict[str, int]


class StoredContest(RunShown, ContestFigures):
    """A tournament or comparison, as far as the store knows."""


class Contest(RunListed, ContestFigures):
    """A tournament or comparison in its current state."""
