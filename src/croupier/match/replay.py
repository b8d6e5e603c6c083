"""Replays: a match as lines of JSON, written as it happens, and verified by playing it again.

A file holds one match after another: a head, one line per step with everything that happened in words, a result. Each
line ends with a checksum over itself and all lines before it in its match. Reading a file never runs anything from it.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from croupier.games import GAMES
from croupier.kernel.decision import Decision, Event, Result, encode_hook
from croupier.kernel.errors import CroupierError, ReplayError
from croupier.match.core import EXPELLED, Match
from croupier.match.story import told

FORMAT: Final = 1
_SUM: Final = re.compile(rb',"sum":"([0-9a-f]{16})"}$')


class Head(msgspec.Struct, frozen=True, tag_field="type", tag="head", forbid_unknown_fields=True):
    """What the match needs to be played again, and the deal in words."""

    format: int
    game: str
    rules_version: int
    croupier: str
    settings: dict[str, Any]
    seed: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    talk: bool
    events: tuple[str, ...]
    rungs: tuple[str, ...] = ()
    """How each player was kept, on the isolation ladder; empty for the built-in and for those somewhere else."""


class MoveLine(
    msgspec.Struct, frozen=True, tag_field="type", tag="move", forbid_unknown_fields=True, omit_defaults=True
):
    """One step. The move "expel" takes the seat out of the match."""

    seat: int
    move: str
    events: tuple[str, ...]
    say: tuple[str, ...] = ()
    note: str = ""
    seconds: float = 0.0
    faults: tuple[str, ...] = ()
    ruling: str = ""
    printed: str = ""


class Tail(msgspec.Struct, frozen=True, tag_field="type", tag="result", forbid_unknown_fields=True):
    """How it ended."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    ending: str
    steps: int


class Replay(msgspec.Struct, frozen=True):
    """One stored match, and where it stands in its file."""

    head: Head
    moves: tuple[MoveLine, ...]
    result: Result
    path: str
    line: int


_Line = Head | MoveLine | Tail
_decoder: Final[msgspec.json.Decoder[_Line]] = msgspec.json.Decoder(_Line)
EXPEL: Final = "expel"


class _Seal:
    """The checksums of one match."""

    def __init__(self) -> None:
        self._sum = ""

    def on(self, line: _Line) -> bytes:
        body = msgspec.json.encode(line, enc_hook=encode_hook)
        self._sum = _chained(self._sum, body)
        return body[:-1] + f',"sum":"{self._sum}"}}\n'.encode()


class ReplayWriter:
    """Appends matches to a file as they are played; give `watch` to a driver."""

    def __init__(self, path: Path, version: str, specs: Sequence[str], rungs: Sequence[str] = ()) -> None:
        self._rungs = tuple(rungs)
        self._file = path.open("ab")
        self._version = version
        self._specs = tuple(specs)
        self._match: Match | None = None
        self._seal = _Seal()
        self._written = 0

    def watch(self, match: Match) -> None:
        """Write what is new in `match`."""
        lines: list[bytes] = []
        if match is not self._match:
            self._match, self._seal, self._written = match, _Seal(), 0
            lines.append(self._seal.on(_head(match, self._version, self._specs, self._rungs)))
        for number in range(self._written + 1, len(match.steps) + 1):
            lines.append(self._seal.on(_move_line(match, number)))
        self._written = len(match.steps)
        if match.over:
            lines.append(self._seal.on(_tail(match.result(), self._written)))
        self._file.write(b"".join(lines))
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def replay_of(match: Match, version: str, specs: Sequence[str], rungs: Sequence[str] = ()) -> bytes:
    """The lines of a finished match, as they stand in a file."""
    seal = _Seal()
    lines = [seal.on(_head(match, version, tuple(specs), tuple(rungs)))]
    lines += [seal.on(_move_line(match, number)) for number in range(1, len(match.steps) + 1)]
    lines.append(seal.on(_tail(match.result(), len(match.steps))))
    return b"".join(lines)


def _chained(before: str, body: bytes) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()[:16]


def _texts(events: Sequence[Event], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(event.text(names) for event in events)


def _head(match: Match, version: str, specs: tuple[str, ...], rungs: tuple[str, ...]) -> Head:
    game, table = match.game, match.table
    return Head(
        format=FORMAT,
        game=game.name,
        rules_version=game.rules_version,
        croupier=version,
        settings=msgspec.to_builtins(match.settings, enc_hook=encode_hook),
        seed=str(match.seed),
        names=table.names,
        players=specs,
        talk=match.talk,
        events=_texts(match.happened(step=0), table.names),
        rungs=rungs,
    )


def _move_line(match: Match, number: int) -> MoveLine:
    step = match.steps[number - 1]
    return MoveLine(
        seat=step.seat,
        move=EXPEL if step.move == EXPELLED else str(match.game.moves[step.move]),
        events=_texts(match.happened(step=number), match.table.names),
        say=step.say,
        note=step.note,
        seconds=round(step.seconds, 6),
        faults=step.faults,
        ruling=step.ruling,
        printed=step.printed,
    )


def _tail(result: Result, steps: int) -> Tail:
    return Tail(result.places, result.scores, result.ending, steps)


def read_replays(path: Path) -> Iterator[Replay]:
    """The matches of a file, each checked line by line; the first bad line is named and ends it."""
    with path.open("rb") as file:
        yield from replays_in(file, str(path))


def count_replays(path: Path) -> int:
    """How many matches a file seems to hold, without a look into them."""
    with path.open("rb") as file:
        return sum(line.startswith(b'{"type":"head"') for line in file)


def whole_matches(lines: Iterable[bytes]) -> Iterator[tuple[Head, int]]:
    """The heads of the matches that are complete, each with the place where its last line ends.

    It ends at the first line that is not right, as the last one may be of a file whose writer was killed.
    """
    head: Head | None = None
    before, end = "", 0
    for raw in lines:
        try:
            line, before = opened(raw, before if head is not None else "", "")
        except ReplayError:
            return
        end += len(raw)
        if isinstance(line, Head):
            head = line
        elif isinstance(line, Tail) and head is not None:
            yield head, end
            head = None


def replays_in(lines: Iterable[bytes], path: str) -> Iterator[Replay]:
    """The same from lines that stand anywhere; `path` is what they are called in complaints."""
    head: Head | None = None
    moves: list[MoveLine] = []
    first = number = 0
    before = ""
    for number, raw in enumerate(lines, 1):
        where = f"{path}, line {number}"
        line, before = opened(raw, before if head is not None else "", where)
        if isinstance(line, Head):
            if head is not None:
                raise ReplayError(f"{where}: a new match begins, but the one from line {first} has no result")
            head, moves, first = line, [], number
        elif head is None:
            raise ReplayError(f"{where}: this line belongs to no match; a match begins with its head")
        elif isinstance(line, MoveLine):
            moves.append(line)
        else:
            if line.steps != len(moves):
                raise ReplayError(f"{where}: the match should have {line.steps} steps, but {len(moves)} are here")
            yield Replay(head, tuple(moves), Result(line.places, line.scores, line.ending), path, first)
            head = None
    if head is not None:
        raise ReplayError(f"{path}, line {number}: the file ends before the match from line {first} has a result")


def opened(raw: bytes, before: str, where: str) -> tuple[_Line, str]:
    """A line's contents and its checksum, once both are right."""
    line = raw.rstrip(b"\r\n")
    found = _SUM.search(line)
    if not raw.endswith(b"\n") or found is None:
        raise ReplayError(f"{where}: the line is cut off or was altered (it has no checksum at its end)")
    body = line[: found.start()] + b"}"
    checksum = found.group(1).decode()
    try:
        contents = _decoder.decode(body)
    except msgspec.DecodeError as error:
        raise ReplayError(f"{where}: not a line of a replay ({error})") from None
    if checksum != _chained("" if isinstance(contents, Head) else before, body):
        raise ReplayError(f"{where}: this line or one before it was altered (its checksum does not fit)")
    return contents, checksum


def open_match(head: Head) -> Match:
    """The match as it stood after the deal; a ReplayError says why it cannot be played again."""
    game = GAMES.get(head.game)
    if game is None:
        raise ReplayError(f"this Croupier has no game called {head.game!r}")
    if head.format != FORMAT or head.rules_version != game.rules_version:
        raise ReplayError(
            f"the match was played by rules version {head.rules_version} of {head.game} (format {head.format}); "
            f"this Croupier has version {game.rules_version} (format {FORMAT})"
        )
    try:
        return Match(game, game.settings(head.settings), head.names, int(head.seed), head.talk)
    except (CroupierError, ValueError) as error:
        raise ReplayError(f"the match cannot be set up again: {error}") from None


def verify(replay: Replay) -> None:
    """Play the match again and compare every event; a ReplayError names the first line that differs."""
    match = rebuild(replay)
    if match.result() != replay.result:
        _differs(replay, len(replay.moves) + 1, f"the result is {match.result()}, not {replay.result}")


def rebuild(replay: Replay) -> Match:
    """The whole match, played again from its moves and compared on the way."""
    match = open_match(replay.head)
    if _texts(match.happened(step=0), match.table.names) != replay.head.events:
        _differs(replay, 0, "the deal is another one")
    for number, line in enumerate(replay.moves, 1):
        replayed(match, line, replay, number)
    if not match.over:
        _differs(replay, len(replay.moves), "the match is not over after the last move")
    return match


def replayed(match: Match, line: MoveLine, replay: Replay, number: int) -> None:
    """Step `number` once more; a ReplayError if something else comes of it."""
    _play(match, line, replay, number)
    events = _texts(match.happened(step=number), match.table.names)
    if events != line.events:
        _differs(replay, number, f"what happened is {list(events)}, not {list(line.events)}")


def _play(match: Match, line: MoveLine, replay: Replay, number: int) -> None:
    if line.move == EXPEL:
        match.expel(line.seat, line.faults, line.ruling)
        return
    decision: Decision[Any, Any] | None = match.ask()
    if decision is None:
        _differs(replay, number, "the match was over before this move")
    if decision.seat != line.seat:
        _differs(replay, number, f"seat {decision.seat} was to move, not seat {line.seat}")
    try:
        index = decision.index_of(line.move)
    except CroupierError as error:
        _differs(replay, number, str(error))
    match.play(index, line.say, line.note, line.seconds, line.faults, line.ruling)


def _differs(replay: Replay, number: int, what: str) -> NoReturn:
    raise ReplayError(f"{replay.path}, line {replay.line + number}: played again, {what}")


def tell(replay: Replay, notes: bool = False) -> Iterator[str]:
    """The match from its stored words, with what the players noted if asked for; nothing is played again."""
    yield from told("", replay.head.events)
    for line in replay.moves:
        move = "" if line.move == EXPEL else line.move
        yield from told(
            replay.head.names[line.seat], line.events, line.say, line.faults, line.ruling, move, line.printed
        )
        if notes and line.note:
            yield f"[NOTE] {replay.head.names[line.seat]}: {line.note}"
