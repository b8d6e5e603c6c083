"""Read replays from files and bytes. Nothing is played and nothing from a file is run."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.kernel.decision import Result
from croupier.kernel.errors import ReplayError
from croupier.match.replay.format import EXPEL, Head, MoveLine, Replay, Tail, decode_line
from croupier.match.transcript import transcript_lines


def read_replays(path: Path) -> Iterator[Replay]:
    """Iterate over the matches of a file; the first bad line raises a ReplayError that names it."""
    with path.open("rb") as file:
        yield from replays_in(file, str(path))


def count_replays(path: Path) -> int:
    """Count the heads in a file, without checking anything."""
    with path.open("rb") as file:
        return sum(line.startswith(b'{"type":"head"') for line in file)


def complete_matches(lines: Iterable[bytes]) -> Iterator[tuple[Head, int]]:
    """Iterate over the heads of complete matches, each with the offset in bytes at which its last line ends.

    Stops at the first bad line, which may be the last one of a file whose writer was killed.
    """
    head: Head | None = None
    before, end = "", 0
    for raw in lines:
        try:
            line, before = decode_line(raw, before if head is not None else "", "")
        except ReplayError:
            return
        end += len(raw)
        if isinstance(line, Head):
            head = line
        elif isinstance(line, Tail) and head is not None:
            yield head, end
            head = None


def replays_in(lines: Iterable[bytes], path: str) -> Iterator[Replay]:
    """Iterate over the matches in these lines, which errors call `path`."""
    head: Head | None = None
    moves: list[MoveLine] = []
    first = number = 0
    before = ""
    for number, raw in enumerate(lines, 1):
        where = f"{path}, line {number}"
        line, before = decode_line(raw, before if head is not None else "", where)
        if isinstance(line, Head):
            if head is not None:
                raise ReplayError(f"{where}: a new match starts, but the match from line {first} has no result")
            head, moves, first = line, [], number
        elif head is None:
            raise ReplayError(f"{where}: this line is not part of a match; a match starts with its head")
        elif isinstance(line, MoveLine):
            moves.append(line)
        else:
            if line.steps != len(moves):
                raise ReplayError(f"{where}: the match should have {line.steps} steps, but the file has {len(moves)}")
            yield Replay(head, tuple(moves), Result(line.places, line.scores, line.ending), path, first)
            head = None
    if head is not None:
        raise ReplayError(f"{path}, line {number}: the file ends before the match from line {first} has a result")


def replay_transcript(replay: Replay, notes: bool = False) -> Iterator[str]:
    """The lines of the match from its stored texts, with the notes of the players if `notes`."""
    yield from transcript_lines("", replay.head.events)
    for line in replay.moves:
        move = "" if line.move == EXPEL else line.move
        yield from transcript_lines(
            replay.head.names[line.seat], line.events, line.say, line.faults, line.ruling, move, line.printed
        )
        if notes and line.note:
            yield f"[NOTE] {replay.head.names[line.seat]}: {line.note}"
