"""Matches for other programs, as CSV or Parquet: one row per seat of every match, and one row per decision.

Decisions are training data: what the seat knew, what was legal, what it chose, and what came of it. They are not
stored; each match is played again from its replay.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.arena.work import Played
from croupier.kernel.decision import Decision, encode_hook
from croupier.kernel.errors import ReplayError, UsageError
from croupier.match.core import Match
from croupier.match.replay import EXPEL, Replay, open_match, replays_in

GAMES: Final[Mapping[str, type]] = {
    "match": int,
    "block": int,
    "seed": int,
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
DECISIONS: Final[Mapping[str, type]] = {
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
_BATCH: Final = 5000

Row = dict[str, Any]


def export(matches: Iterable[Played], names: Sequence[str], folder: Path, form: str) -> list[Path]:
    """Write games and decisions into a folder; the names of the files that were written."""
    everything = list(matches)
    games, decisions = folder / f"games.{form}", folder / f"decisions.{form}"
    _write(games, form, GAMES, game_rows(everything, names))
    if not any(played.replay for played in everything):
        return [games]
    _write(decisions, form, DECISIONS, decision_rows(everything, names))
    return [games, decisions]


def game_rows(matches: Iterable[Played], names: Sequence[str]) -> Iterator[Row]:
    """One row for each seat of each match."""
    for played in matches:
        winning = {team for team, place in zip(played.teams, played.places, strict=True) if place == 1}
        for seat, entrant in enumerate(played.seating):
            statistics: Mapping[str, int | float] = played.statistics[seat] if played.statistics else {}
            yield {
                "match": played.number,
                "block": played.block,
                "seed": played.seed,
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


def replay_rows(replays: Iterable[Replay]) -> Iterator[Row]:
    """The same from a file of replays, matches counted from 0 and bots called as there."""
    for number, replay in enumerate(replays):
        yield from _decisions(replay, number, replay.head.names)


def played_from(replay: Replay, number: int, seating: Sequence[int]) -> Played:
    """What a run would have kept of a replayed match."""
    match = open_match(replay.head)
    places = replay.result.places
    seconds = [0.0] * len(places)
    for line in replay.moves:
        seconds[line.seat] += line.seconds
    faults = tuple(
        (line.seat, line.faults[-1].partition(":")[0]) for line in replay.moves if line.ruling and line.faults
    )
    teams = match.game.teams(match.settings, len(places))
    return Played(
        number, number, int(replay.head.seed), tuple(seating), teams, places, replay.result.scores,
        replay.result.ending, len(replay.moves), faults, tuple(seconds),
    )  # fmt: skip


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
            raise ReplayError(f"{replay.path}: played again, step {step} is another one; it cannot be exported")
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


def _write(path: Path, form: str, columns: Mapping[str, type], rows: Iterable[Row]) -> None:
    try:
        (_write_csv if form == "csv" else _write_parquet)(path, columns, rows)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from None


def write_rows(path: Path, kind: str, rows: Iterable[Row]) -> None:
    """Games or decisions into a file whose name ends in .csv or .parquet."""
    _write(path, path.suffix.removeprefix("."), GAMES if kind == "games" else DECISIONS, rows)


def _write_csv(path: Path, columns: Mapping[str, type], rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        for row in rows:
            writer.writerow([_cell(row[name]) for name in columns])


def _cell(value: object) -> object:
    return msgspec.json.encode(value).decode() if isinstance(value, list) else value


def _write_parquet(path: Path, columns: Mapping[str, type], rows: Iterable[Row]) -> None:
    pa, parquet = _arrow()
    kinds = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_(), list: pa.list_(pa.string())}
    schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
    left = iter(rows)
    with parquet.ParquetWriter(str(path), schema, compression="zstd") as writer:
        while batch := list(islice(left, _BATCH)):
            writer.write_table(pa.Table.from_pylist(batch, schema=schema))


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError("Parquet files need pyarrow: pip install 'croupier[data]'") from None
