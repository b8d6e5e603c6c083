"""Write replays: line by line while a match is played, or a finished match at once."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from croupier.kernel.decision import Result, encode_hook
from croupier.kernel.secret import seed_text
from croupier.match.match import EXPELLED, Match
from croupier.match.opening import opening_of
from croupier.match.replay.format import EXPEL, FORMAT, Head, LineEncoder, MoveLine, Tail, event_texts


class ReplayWriter:
    """Appends matches to a file as they are played; `watch` is for a driver."""

    def __init__(self, path: Path, version: str, specs: Sequence[str], isolation: Sequence[str] = ()) -> None:
        self._isolation = tuple(isolation)
        self._file = path.open("ab")
        self._version = version
        self._specs = tuple(specs)
        self._match: Match | None = None
        self._encoder = LineEncoder()
        self._written = 0

    def watch(self, match: Match) -> None:
        """Write what is new in `match`."""
        lines: list[bytes] = []
        if match is not self._match:
            self._match, self._encoder, self._written = match, LineEncoder(), 0
            lines.append(self._encoder.encode(_head(match, self._version, self._specs, self._isolation)))
        for number in range(self._written + 1, len(match.steps) + 1):
            lines.append(self._encoder.encode(_move_line(match, number)))
        self._written = len(match.steps)
        if match.over:
            lines.append(self._encoder.encode(_tail(match.result(), self._written)))
        self._file.write(b"".join(lines))
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def encode_replay(match: Match, version: str, specs: Sequence[str], isolation: Sequence[str] = ()) -> bytes:
    """Encode a finished match as the lines of a file."""
    encoder = LineEncoder()
    lines = [encoder.encode(_head(match, version, tuple(specs), tuple(isolation)))]
    lines += [encoder.encode(_move_line(match, number)) for number in range(1, len(match.steps) + 1)]
    lines.append(encoder.encode(_tail(match.result(), len(match.steps))))
    return b"".join(lines)


def _head(match: Match, version: str, specs: tuple[str, ...], isolation: tuple[str, ...]) -> Head:
    game, table = match.game, match.table
    return Head(
        format=FORMAT,
        game=game.name,
        rules_version=game.version_of(match.settings),
        croupier=version,
        settings=msgspec.to_builtins(match.settings, enc_hook=encode_hook),
        seed=seed_text(match.seed),
        names=table.names,
        players=specs,
        talk=match.talk,
        events=event_texts(match.happened(step=0), table.names),
        isolation=isolation,
        opening=opening_of(match) or msgspec.UNSET,
    )


def _move_line(match: Match, number: int) -> MoveLine:
    step = match.steps[number - 1]
    return MoveLine(
        seat=step.seat,
        move=EXPEL if step.move == EXPELLED else str(match.game.moves[step.move]),
        events=event_texts(match.happened(step=number), match.table.names),
        say=step.say,
        note=step.note,
        seconds=round(step.seconds, 6),
        faults=step.faults,
        ruling=step.ruling,
        printed=step.printed,
    )


def _tail(result: Result, steps: int) -> Tail:
    return Tail(result.places, result.scores, result.ending, steps)
