"""A played match as a row and back. What people may want to ask for in SQL has a column, the rest is packed."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Row

from croupier.arena.run.task import Played
from croupier.kernel.rng import SEED_LIMIT, key_bytes


class PackedColumns(msgspec.Struct, frozen=True, array_like=True):
    """What has no column of its own."""

    teams: tuple[int, ...]
    scores: tuple[float, ...]
    faults: tuple[tuple[int, str], ...]
    seconds: tuple[float, ...]
    statistics: tuple[Mapping[str, int | float], ...]
    complaints: tuple[tuple[int, str, str], ...] = ()
    key: bytes = b""
    """Of the match, if it has one and not a short seed."""
    lost_news: tuple[tuple[int, int, str], ...] = ()


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(PackedColumns)


def to_row(run: int, played: Played) -> dict[str, Any]:
    key = b"" if played.seed < SEED_LIMIT else key_bytes(played.seed)
    rest = PackedColumns(
        played.teams,
        played.scores,
        played.faults,
        played.seconds,
        played.statistics,
        played.complaints,
        key,
        played.lost_news,
    )
    return {
        "run": run,
        "number": played.number,
        "block": played.block,
        "seed": 0 if key else played.seed,
        "seating": " ".join(map(str, played.seating)),
        "places": " ".join(map(str, played.places)),
        "ending": played.ending,
        "moves": played.moves,
        "faults": len(played.faults),
        "rest": _encoder.encode(rest),
        "sheet": played.sheet,
    }


def from_row(row: Row[Any]) -> Played:
    rest = _decoder.decode(row.rest)
    return Played(
        row.number,
        row.block,
        int.from_bytes(rest.key, "big") if rest.key else row.seed,
        tuple(map(int, row.seating.split())),
        rest.teams,
        tuple(map(int, row.places.split())),
        rest.scores,
        row.ending,
        row.moves,
        rest.faults,
        rest.seconds,
        rest.statistics,
        sheet=bytes(row.sheet),
        complaints=rest.complaints,
        lost_news=rest.lost_news,
    )
