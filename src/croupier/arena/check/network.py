"""Promises of bots that are sent messages: what a network, or somebody at its other end, can do to these.

Each is tried in the middle of a match, and the question that comes next must be answered as if nothing had been.
"""

from typing import Any, Final

import msgspec

from croupier.arena.check.positions import Spot, spots
from croupier.arena.check.question_kinds import Before, Exam
from croupier.arena.check.recorder import Record
from croupier.match.playback import questions_to
from croupier.match.run_players import Player
from croupier.players.json.link import PIECES
from croupier.players.json.player import JsonPlayer, new_match_id

MALFORMED: Final = (
    b"what?",
    b'{"type":"decide","id":',
    b"[]",
    b"42",
    b"null",
    b'"decide"',
    b"{}",
    b'{"type":7}',
    b'{"type":"dance","match":"?","id":0}',
    b'{"type":"decide"}',
    b'{"type":"decide","match":"?","id":0,"moves":[]}',
    b"[" * 5000,
)
"""No JSON, JSON that is no message, messages without what they need, and one that is deeper than a stack."""
FOREIGN: Final = 1_000_003
"""The number of a question to somebody else."""


async def survives_nonsense(exam: Exam, record: Record) -> str:
    """Lines that are no messages: passed over, or answered with `error`."""

    async def before(player: Player) -> None:
        assert isinstance(player, JsonPlayer)
        for message in MALFORMED:
            await player.stray(message)

    return await _after(exam, record, before, f"{len(MALFORMED)} messages that mean nothing")


async def survives_stale(exam: Exam, record: Record) -> str:
    """A question that was answered before, and messages of a match in which the bot does not play."""
    sent = ["a question that was answered"]

    async def before(player: Player) -> None:
        assert isinstance(player, JsonPlayer)
        await player.repeat()
        if not player.names_match:
            sent.append("none of another match, because its answers do not name theirs")
            return
        for message in _of_another_match(player.asked):
            await player.stray(message, FOREIGN)
        sent.append("a question, news and the end of another match")

    came = await _after(exam, record, before, "")
    return f"{' and '.join(sent)}{came}"


async def takes_pieces(exam: Exam, record: Record) -> str:
    """A message that arrives bit by bit, or late where it can only arrive as a whole."""
    silence = exam.plan.silence
    pause = silence / (PIECES - 1)

    async def before(player: Player) -> None:
        assert isinstance(player, JsonPlayer)
        player.slow_down(pause)

    record.limit += silence
    came = await _after(exam, record, before, f"a question in {PIECES} pieces, one every {pause:.2g} s", twice=False)
    record.seconds[-1] -= silence  # the bot did not have the question yet
    return came


async def _after(exam: Exam, record: Record, before: Before, sent: str, twice: bool = True) -> str:
    """Usually the question is asked twice: an answer too many is then met the second time."""
    spot = _in_the_middle(exam)
    answer = await exam.force(spot, record, refuse=twice, before=before)
    return f"{sent}, then '{spot.question}': {answer or 'no answer'}"


def _in_the_middle(exam: Exam) -> Spot:
    """The question before which its seat was asked most."""
    places = [spot for found in spots(exam.game).values() for spot in found]
    return max(places, key=lambda spot: sum(step < spot.step for step in questions_to(spot.script, spot.seat)))


def _of_another_match(question: bytes) -> list[bytes]:
    """A question like this one, but in another match, which then ends."""
    asked = msgspec.json.decode(question, type=dict[str, Any])
    other: dict[str, object] = {**asked, "type": "decide", "match": new_match_id(), "id": FOREIGN, "reason": ""}
    told = {key: other[key] for key in ("match", "events", "view")}
    news: dict[str, object] = {"type": "news", **told}
    over: dict[str, object] = {"type": "over", "places": (), "scores": (), "ending": "stopped", **told}
    return [msgspec.json.encode(each) for each in (other, news, over)]
