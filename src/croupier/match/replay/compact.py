"""The compact binary form of a match for stores: moves by number, times, and talk, notes and faults if there are any.

Everything else follows from the rules by playing the match again. About 200 bytes for most games.
"""

import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Decision, Settings
from croupier.kernel.errors import CroupierError, ReplayError
from croupier.kernel.game import Game
from croupier.match.match import EXPELLED, Match

LEVEL: Final = 1  # of zlib: higher ones take longer than most bots think, and save little


class StepExtras(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a step has besides its move and its time."""

    say: tuple[str, ...] = ()
    note: str = ""
    faults: tuple[str, ...] = ()
    ruling: str = ""
    printed: str = ""
    seat: int = -1
    """Who took the step; of a move it follows from the rules as well."""


class PackedSteps(msgspec.Struct, frozen=True, array_like=True):
    """All steps of one match."""

    moves: list[int]
    times: list[int]
    """In microseconds."""
    remarks: dict[int, StepExtras]
    """By step."""


_sheets: Final = msgspec.msgpack.Decoder(PackedSteps)
_encoder: Final = msgspec.msgpack.Encoder()


def pack_match(match: Match) -> bytes:
    """Encode the match for a store."""
    steps = match.steps
    moves = [step.move for step in steps]
    times = [int(step.seconds * 1e6) for step in steps]
    remarks: dict[int, StepExtras] = {}
    for number, step in enumerate(steps):
        if step.say or step.faults or step.note or step.ruling or step.printed or step.move == EXPELLED:
            remarks[number] = StepExtras(step.say, step.note, step.faults, step.ruling, step.printed, step.seat)
    return zlib.compress(_encoder.encode(PackedSteps(moves, times, remarks)), LEVEL)


def unpack_steps(data: bytes) -> PackedSteps:
    try:
        return _sheets.decode(zlib.decompress(data))
    except (zlib.error, msgspec.DecodeError) as error:
        raise ReplayError(f"cannot read the stored moves: {error}") from None


def redact_steps(data: bytes, shown: Collection[int]) -> bytes:
    """The same match without what belongs to the authors of bots at other seats than `shown`.

    Notes and output go; of a fault only its kind stays.
    """
    sheet = unpack_steps(data)
    remarks = {
        number: remark
        if remark.seat in shown
        else msgspec.structs.replace(
            remark, note="", printed="", faults=tuple(fault.partition(":")[0] for fault in remark.faults)
        )
        for number, remark in sheet.remarks.items()
    }
    return zlib.compress(_encoder.encode(PackedSteps(sheet.moves, sheet.times, remarks)), LEVEL)


def rebuild_match(
    game: Game, settings: Settings, names: Sequence[str], seed: int, data: bytes, talk: bool = False
) -> Match:
    """Play the stored match again; a ReplayError if these are not the moves of this deal."""
    sheet = unpack_steps(data)
    match = Match(game, settings, names, seed, talk)
    try:
        for number, move in enumerate(sheet.moves):
            _step(match, number, move, sheet)
    except (CroupierError, ValueError, IndexError) as error:
        raise ReplayError(f"cannot replay the stored match: {error}") from None
    if not match.over:
        raise ReplayError("the stored match is not over after its last move")
    return match


def _step(match: Match, number: int, move: int, sheet: PackedSteps) -> None:
    remarks: Mapping[int, StepExtras] = sheet.remarks
    remark = remarks.get(number, _NONE)
    if move == EXPELLED:
        match.expel(remark.seat, remark.faults, remark.ruling, remark.printed)
        return
    decision: Decision[Any, Any] | None = match.ask()
    if decision is None:
        raise ReplayError(f"it was over before step {number + 1}")
    index = decision.index_of(match.game.moves[move])
    seconds = sheet.times[number] / 1e6
    match.play(index, remark.say, remark.note, seconds, remark.faults, remark.ruling, printed=remark.printed)


_NONE: Final = StepExtras()
