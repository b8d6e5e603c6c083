"""Matches for other programs, as CSV or Parquet: one row per seat of every match, and one row per decision.

Decisions are training data: what the seat knew, what was legal, what it chose, and the result. They are not
stored; each match is played again from its replay.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import msgspec

from croupier.arena.results.match_stats import faults_in, seconds_of, statistics_of
from croupier.arena.run.task import Played
from croupier.arena.write_errors import explain_write_errors
from croupier.kernel.decision import Decision, encode_hook
from croupier.kernel.errors import ReplayError, UsageError
from croupier.kernel.secret import seed_text
from croupier.match.match import Match
from croupier.match.replay.format import EXPEL, Replay
from croupier.match.replay.read import replays_in
from croupier.match.replay.verify import open_match, rebuild

GAME_COLUMNS: Final[Mapping[str, type]] = {
    "match": int,
    "block": int,
    "seed": str,
    "seat": int,
    "bot": str,
    "team": int,
    "place": int,
    "score": float,
    "won": float,
    "ending": str,
    "moves": int,
    "seconds": float,
    "faults": list,
    "statistics": str,
}
DECISION_COLUMNS: Final[Mapping[str, type]] = {
    "match": int,
    "step": int,
    "seat": int,
    "bot": str,
    "question": str,
    "observation": str,
    "legal": list,
    "choice": int,
    "move": str,
    "ruled": bool,
    "note": str,
    "seconds": float,
    "place": int,
    "score": float,
    "won": float,
}
BATCH_ROWS: Final = 5000
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""

Row = dict[str, Any]


class Export:
    """Games and decisions, written match by match into a folder; to be used within `with`."""

    def __init__(self, folder: Path, form: str, names: Sequence[str]) -> None:
        """`form` is csv or parquet; what cannot be written is noticed here, before anything is played."""
        self._names = names
        self.paths = [folder / f"games.{form}", folder / f"decisions.{form}"]
        writer = CsvWriter if form == "csv" else ParquetWriter
        with ExitStack() as stack:
            self._games = stack.enter_context(writer(self.paths[0], GAME_COLUMNS))
            self._decisions = stack.enter_context(writer(self.paths[1], DECISION_COLUMNS))
            self._stack = stack.pop_all()

    def __enter__(self) -> "Export":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def add(self, played: Played) -> None:
        """A match; its decisions come from its replay, if it has one."""
        self._games.write(game_rows([played], self._names))
        self._decisions.write(decision_rows([played], self._names))

    def add_replay(self, replay: Replay, played: Played) -> None:
        """A match of a file of replays, in which bots are called as there."""
        self._games.write(game_rows([played], self._names))
        self._decisions.write(_decisions(replay, played.number, replay.head.names))


def game_rows(matches: Iterable[Played], names: Sequence[str]) -> Iterator[Row]:
    """One row for each seat of each match."""
    for played in matches:
        winning = {team for team, place in zip(played.teams, played.places, strict=True) if place == 1}
        for seat, entrant in enumerate(played.seating):
            statistics: Mapping[str, int | float] = played.statistics[seat] if played.statistics else {}
            yield {
                "match": played.number,
                "block": played.block,
                "seed": seed_text(played.seed),
                "seat": seat,
                "bot": names[entrant],
                "team": played.teams[seat],
                "place": played.places[seat],
                "score": played.scores[seat],
                "won": 1 / len(winning) if played.teams[seat] in winning else 0.0,
                "ending": played.ending,
                "moves": played.moves,
                "seconds": played.seconds[seat] if played.seconds else 0.0,
                "faults": [kind for at, kind in played.faults if at == seat],
                "statistics": msgspec.json.encode(dict(statistics)).decode(),
            }


def decision_rows(matches: Iterable[Played], names: Sequence[str]) -> Iterator[Row]:
    """One row for each decision, from the replays; a match without one is left out."""
    for played in matches:
        if played.replay:
            for replay in replays_in(played.replay.encode().splitlines(keepends=True), f"match {played.number}"):
                yield from _decisions(replay, played.number, [names[entrant] for entrant in played.seating])


def played_from(replay: Replay, number: int, seating: Sequence[int]) -> Played:
    """What a run would have kept of a replayed match, which is played again for it."""
    match = rebuild(replay)
    result = match.result()
    return Played(
        number,
        number,
        match.seed,
        tuple(seating),
        match.game.teams(match.settings, len(result.places)),
        result.places,
        result.scores,
        result.ending,
        len(match.steps),
        faults_in(match),
        seconds_of(match),
        statistics_of(match),
    )


def _decisions(replay: Replay, number: int, names: Sequence[str]) -> Iterator[Row]:
    match: Match = open_match(replay.head)
    result = replay.result
    sides = match.game.teams(match.settings, len(result.places))
    winning = {sides[seat] for seat in result.winners}
    for step, line in enumerate(replay.moves):
        if line.move == EXPEL:
            match.expel(line.seat, line.faults, line.ruling)
            continue
        decision: Decision[Any, Any] | None = match.ask()
        if decision is None or decision.seat != line.seat:
            raise ReplayError(f"{replay.path}: replaying gives a different step {step}; cannot export it")
        choice = decision.index_of(line.move)
        yield {
            "match": number,
            "step": step,
            "seat": line.seat,
            "bot": names[line.seat],
            "question": decision.question,
            "observation": msgspec.json.encode(decision.view.to_wire(), enc_hook=encode_hook).decode(),
            "legal": [str(move) for move in decision.moves],
            "choice": choice,
            "move": line.move,
            "ruled": bool(line.ruling),
            "note": line.note,
            "seconds": line.seconds,
            "place": result.places[line.seat],
            "score": result.scores[line.seat],
            "won": 1 / len(winning) if sides[line.seat] in winning else 0.0,
        }
        match.play(choice, line.say, line.note, line.seconds, line.faults, line.ruling)


class CsvWriter:
    """Rows into a text file; lists become JSON."""

    def __init__(self, path: Path, columns: Mapping[str, type]) -> None:
        self._path = path
        self._columns = columns
        with explain_write_errors(path):
            self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)
        self._writer.writerow(columns)

    def __enter__(self) -> "CsvWriter":
        return self

    def __exit__(self, *_: object) -> None:
        with explain_write_errors(self._path):
            self._file.close()

    def write(self, rows: Iterable[Row]) -> None:
        with explain_write_errors(self._path):
            self._writer.writerows([_cell(row[name]) for name in self._columns] for row in rows)


def _cell(value: object) -> object:
    """A value as a cell: a list as JSON, and no text of a bot or its author as a formula of a spreadsheet."""
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return f"'{value}"
    return msgspec.json.encode(value).decode() if isinstance(value, list) else value


class ParquetWriter:
    """Rows into a Parquet file, some thousand at a time."""

    def __init__(self, path: Path, columns: Mapping[str, type]) -> None:
        self._arrow, parquet = _arrow()
        pa = self._arrow
        kinds = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_(), list: pa.list_(pa.string())}
        self._schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._path = path
        self._waiting: list[Row] = []
        with explain_write_errors(path):
            self._file = parquet.ParquetWriter(str(path), self._schema, compression="zstd")

    def __enter__(self) -> "ParquetWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        with explain_write_errors(self._path):
            self._file.close()

    def write(self, rows: Iterable[Row]) -> None:
        self._waiting += rows
        if len(self._waiting) >= BATCH_ROWS:
            self._flush()

    def _flush(self) -> None:
        with explain_write_errors(self._path):
            if self._waiting:
                self._file.write_table(self._arrow.Table.from_pylist(self._waiting, schema=self._schema))
        self._waiting = []


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError("Parquet files need pyarrow: pip install 'croupier[data]'") from None
