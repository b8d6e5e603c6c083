"""Bodies of REST requests, which are checked before a route runs, and of some answers."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from croupier.kernel.text import TALK_LENGTH
from croupier.ui.web.tables.seat import MAX_NAME_CHARACTERS

Name = Annotated[str, Field(max_length=MAX_NAME_CHARACTERS)]
Spec = Annotated[str, Field(min_length=1, max_length=200)]
Index = Annotated[int, Field(ge=0, le=2**31)]
Scalar = Annotated[str, Field(max_length=500)] | int | float | bool | None | dict[str, int]


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatForm(Form):
    kind: Literal["you", "beside", "friend", "bot"]
    name: Name = ""
    bot: Annotated[str, Field(max_length=200)] = ""


class TableForm(Form):
    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatForm], Field(min_length=1, max_length=10)]
    settings: Annotated[dict[str, Scalar], Field(max_length=40)] = {}
    seed: Annotated[str, Field(max_length=128)] | Annotated[int, Field(ge=0, lt=2**60)] | None = None
    practice: bool = False
    pace: Annotated[float, Field(ge=0, le=2)] = 0.05
    window: Annotated[float, Field(ge=0, le=60)] = 3.0
    clock: Annotated[float, Field(ge=1, le=3600)] | None = None


class JoinForm(Form):
    code: Annotated[str, Field(min_length=1, max_length=100)]
    name: Name = ""


class MoveForm(Form):
    """An answer; `move_index` alone, as clients of the Cuttle simulation send it, is to whatever question is open."""

    decision: Index | None = None
    index: Index | None = None
    move_index: Index | None = None
    say: Annotated[str, Field(max_length=TALK_LENGTH)] = ""


class TalkForm(Form):
    text: Annotated[str, Field(min_length=1, max_length=TALK_LENGTH)]


class PaceForm(Form):
    pace: Annotated[float, Field(ge=0, le=2)] | None = None
    paused: bool | None = None


class LoginForm(Form):
    token: Annotated[str, Field(max_length=500)]


class TournamentForm(Form):
    game: Annotated[str, Field(max_length=40)]
    bots: Annotated[list[Spec], Field(min_length=2, max_length=16)]
    format: Literal["round-robin", "swiss", "gauntlet", "knockout"] = "round-robin"
    blocks: Annotated[int, Field(ge=1, le=200)] = 10
    rounds: Annotated[int, Field(ge=1, le=20)] | None = None
    seats: Annotated[int, Field(ge=2, le=10)] | None = None


class ComparisonForm(Form):
    game: Annotated[str, Field(max_length=40)]
    old: Spec
    new: Spec
    edge: Annotated[float, Field(ge=0.5, le=50)] = 3.0
    max_games: Annotated[int, Field(ge=10, le=100_000)] = 5000


class BranchForm(Form):
    """Play on from a step of a replay, with another answer to the question of that step."""

    step: Annotated[int, Field(ge=1, le=10**6)]
    name: Name = ""
    bot: Spec = "medium"


class PlayOnForm(Form):
    """Play on from a puzzle against this bot in all other seats."""

    name: Name = ""
    bot: Spec = "medium"


class NextPuzzleForm(Form):
    """Which puzzle comes next: of this game, near this rating, none of those that are known."""

    game: Annotated[str, Field(max_length=40)] = ""
    rating: Annotated[float, Field(ge=0, le=4000)] = 1200
    known: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=3000)] = []


class PuzzleMoveForm(Form):
    """An answer to a puzzle, and the solver's rating before it."""

    index: Annotated[int, Field(ge=0, le=1000)]
    rating: Annotated[float, Field(ge=0, le=4000)] = 1200
    deviation: Annotated[float, Field(ge=1, le=1000)] = 200


class Invitation(BaseModel):
    seat: int
    code: str


class SeatTaken(BaseModel):
    seat: int
    token: str


class TableOpened(BaseModel):
    table: str
    seat: int | None
    token: str | None
    invitations: list[Invitation]
    beside: list[SeatTaken] = []
    """The seats of the people who share your screen."""


class TableListed(BaseModel):
    table: str
    game: str
    title: str
    names: list[str]
    people: int
    waiting: bool
    over: bool
    watching: int
    turn: list[str]
    """Names of the seats to act, as far as all may know."""
    standings: list[str]
    """What each seat has, in words, as a spectator sees it."""
    score: str
    """What is written in the middle of the table."""


class HintedMove(BaseModel):
    index: int
    text: str
    label: str
    value: float
    visits: int


class HintGiven(BaseModel):
    decision: int
    index: int
    moves: list[HintedMove]


class RematchOpened(BaseModel):
    table: str
    token: str


class RulesText(BaseModel):
    markdown: str


class ReplayStored(BaseModel):
    id: str


class ContestStarted(BaseModel):
    id: int


class CompletionShown(BaseModel):
    label: str
    kind: str
    text: str


class StarterShown(BaseModel):
    code: str
    completions: list[CompletionShown]
    open: bool


class Done(BaseModel):
    ok: bool = True


class ErrorBody(BaseModel):
    code: str
    message: str


class ErrorAnswer(BaseModel):
    error: ErrorBody
