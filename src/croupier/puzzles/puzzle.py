"""One puzzle and its file: a header line, then one JSON line per puzzle (docs/puzzles.md).

A puzzle is what one seat knew, as the integers of its view. Question and legal moves follow from it, so a file says
nothing twice, and nothing that the seat did not know.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.games import find_game
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Seat, Settings, Table, encode_hook
from croupier.kernel.errors import UsageError
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.kernel.state import State, legal_buffer

FORMAT: Final = "croupier puzzles 1"
SHIPPED: Final = Path(__file__).parent / "shipped"
ID_DIGITS: Final = 8
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Iris", "Jack")
"""How the seats of a puzzle are called, from seat 0 on."""


class Evidence(msgspec.Struct, frozen=True, array_like=True):
    """One search: its rivals, iterations, and the values it found, in thousandths of a win."""

    model: str
    iterations: int
    answer: int
    """Of the worst accepted move."""
    other: int
    """Of the best move that is not accepted."""
    natural: int


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One decision with a clearly best move."""

    id: str
    seats: int
    seat: Seat
    rules: int
    """Version of the rules with these settings."""
    answers: tuple[str, ...]
    """The best move, and moves that are as good, in their notation."""
    natural: str
    """The move it is natural to play instead: the heuristic's, or the best of the wrong ones."""
    themes: tuple[str, ...]
    why: str
    """The explanation; `{0}` stands for the name of seat 0."""
    evidence: tuple[Evidence, ...]
    view: tuple[int, ...]
    settings: dict[str, Any] = {}
    """Those that are not as usual."""
    turn: bool = False
    """Whether it is here because it turns the match; the heuristic finds the answer then."""
    levels: tuple[int, ...] = ()
    """How often each level found the answer, in percent, from noob to insane; empty before it was measured."""
    rating: int = 0
    """Difficulty on the scale of people's ratings; 0 before it was measured."""

    @property
    def game(self) -> str:
        return self.id.partition("-")[0]

    def explanation(self, names: tuple[str, ...] = NAMES) -> str:
        """The reasons in words, the seats called by `names`."""
        return self.why.format(*names)


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    game: str


def puzzle_id(game: str, settings: Mapping[str, Any], seat: Seat, ints: tuple[int, ...]) -> str:
    """A name that follows from the position."""
    text = msgspec.json.encode([sorted(settings.items()), seat, ints])
    return f"{game}-{blake2b(text, digest_size=ID_DIGITS // 2).hexdigest()}"


def unusual_settings(game: Game, settings: Settings) -> dict[str, Any]:
    """The fewest public settings that say how this table differs from the usual one."""
    wanted = settings.public()
    values = msgspec.to_builtins(wanted, enc_hook=encode_hook)
    for name in [*values]:
        fewer = {other: value for other, value in values.items() if other != name}
        with suppress(UsageError):  # without this one the others may contradict each other
            if game.settings(fewer) == wanted:
                values = fewer
    return values


class PuzzlePosition:
    """A puzzle at its table: the view, the question, the legal moves."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game = find_game(puzzle.game)
        self.settings = self.game.settings(puzzle.settings)
        self.table = Table(self.game.name, puzzle.seats, self.settings, NAMES[: puzzle.seats])
        self.state: State = self.game.new_state(self.settings, puzzle.seats)
        """What the seat knows; the rest is empty."""
        self.state.restore(puzzle.seat, puzzle.view)

    def imagined(self, seed: int) -> tuple[int, ...]:
        """All integers of a world that fits what the seat knows, for a match that begins there."""
        world = self.state.fresh()
        world.restore(self.puzzle.seat, self.puzzle.view)
        world.imagine(self.puzzle.seat, seed)
        world.believe(self.puzzle.seat)
        return world.snapshot(DEALER)

    def decision(self, clock: Clock = NO_CLOCK) -> Decision[Any, Any]:
        """The question, as a bot is asked it that has seen nothing before."""
        puzzle, game, state, buffer = self.puzzle, self.game, self.state, legal_buffer()
        n = state.legal(buffer)
        return Decision(
            1,
            game.name,
            puzzle.seat,
            game.questions[state.question],
            game.view(self.table, puzzle.seat, puzzle.view),
            tuple(game.moves[buffer[index]] for index in range(n)),
            (),
            clock,
        )


def check_puzzle(puzzle: Puzzle) -> None:
    """Raise a UsageError that says why a puzzle cannot be used with this version of its game."""
    game = find_game(puzzle.game)
    settings = game.settings(puzzle.settings)
    if puzzle.rules != game.version_of(settings):
        raise UsageError(
            f"puzzle {puzzle.id} is for version {puzzle.rules} of the rules, not {game.version_of(settings)}"
        )
    try:
        decision = PuzzlePosition(puzzle).decision()
    except (IndexError, ValueError, OverflowError, TypeError) as error:
        raise UsageError(f"puzzle {puzzle.id}: the numbers of its view are inconsistent: {error}") from None
    legal = {str(move) for move in decision.moves}
    if not puzzle.answers or not {*puzzle.answers, puzzle.natural} <= legal or puzzle.natural in puzzle.answers:
        raise UsageError(f"puzzle {puzzle.id}: its moves are not those of its position")


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """All puzzles of a file; a UsageError names the line that cannot be read."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"no puzzles in {path}: {error.strerror}") from None
    decoder = msgspec.json.Decoder(Puzzle)
    found: list[Puzzle] = []
    number = 1
    try:
        header = msgspec.json.decode(lines[0] if lines else b"", type=_Header)
        if header.format != FORMAT:
            raise UsageError(f"{path} has the format {header.format!r}, not {FORMAT!r}")
        for number, line in enumerate(lines[1:], 2):
            found.append(decoder.decode(line))
            if found[-1].game != header.game:
                raise UsageError(f"{path}, line {number}: the puzzle is of {found[-1].game}, the file of {header.game}")
    except msgspec.DecodeError as error:
        raise UsageError(f"{path}, line {number}: {error}") from None
    return tuple(found)


def write_puzzles(path: Path, game: str, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles in the order of their ids, in place of what is there."""
    lines = [msgspec.json.encode(_Header(FORMAT, game))]
    lines += [msgspec.json.encode(puzzle) for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id)]
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(b"\n".join(lines) + b"\n")
    draft.replace(path)


def shipped_file(game: str) -> Path:
    return SHIPPED / f"{game}.jsonl"


@cache
def shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with Croupier; none for a game without."""
    path = shipped_file(game)
    return read_puzzles(path) if path.is_file() else ()


def usable(puzzles: Iterable[Puzzle]) -> tuple[tuple[Puzzle, ...], str]:
    """The puzzles that fit the rules of today, and a sentence about those left out; empty if there are none."""
    kept: list[Puzzle] = []
    reasons: list[str] = []
    for puzzle in puzzles:
        try:
            check_puzzle(puzzle)
            kept.append(puzzle)
        except UsageError as error:
            reasons.append(str(error))
    if not reasons:
        return tuple(kept), ""
    number = "1 puzzle was" if len(reasons) == 1 else f"{len(reasons)} puzzles were"
    return tuple(kept), f"{number} skipped: {reasons[0]}"


def find_puzzle(name: str) -> Puzzle:
    """The shipped puzzle with this id; the beginning of the id is enough if it is the only one."""
    game = name.partition("-")[0]
    near = [puzzle for puzzle in shipped_puzzles(find_game(game).name) if puzzle.id.startswith(name)]
    if len(near) != 1:
        how = "no puzzle" if not near else f"{len(near)} puzzles begin with"
        raise UsageError(f"{how} {name}; to solve any: croupier puzzle {game}")
    return near[0]
