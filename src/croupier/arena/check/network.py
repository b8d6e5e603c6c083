"""Checks of bots that are sent messages: malformed, stale and slow messages.

Each is made in the middle of a match, and the next question must be answered as usual.
"""

from typing import Any, Final

import msgspec

from croupier.arena.check.checker import Before, Checker
from croupier.arena.check.positions import QuestionPosition, question_positions
from croupier.arena.check.recorder import CheckLog
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
FOREIGN_QUESTION_ID: Final = 1_000_003
"""The id of a question of another match."""


async def survives_nonsense(checker: Checker, log: CheckLog) -> str:
    """Lines that are no messages: passed over, or answered with `error`."""

    async def before(player: Player) -> None:
        assert isinstance(player, JsonPlayer)
        for message in MALFORMED:
            await player.stray(message)

    return await _after(checker, log, before, f"{len(MALFORMED)} malformed messages")


async def survives_stale(checker: Checker, log: CheckLog) -> str:
    """A question that was answered before, and messages of a match in which the bot does not play."""
    sent = ["an answered question"]

    async def before(player: Player) -> None:
        assert isinstance(player, JsonPlayer)
        await player.repeat()
        if not player.names_match:
            sent.append("none of another match, because its answers name no match")
            return
        for message in _of_another_match(player.asked):
            await player.stray(message, FOREIGN_QUESTION_ID)
        sent.append("a question, events and the end of another match")

    came = await _after(checker, log, before, "")
    return f"{' and '.join(sent)}{came}"


async def takes_pieces(checker: Checker, log: CheckLog) -> str:
    """A message that arrives bit by bit, or late where it can only arrive as a whole."""
    silence = checker.options.silence
    pause = silence / (PIECES - 1)

    async def before(player: Player) -> None:
        assert isinstance(player, JsonPlayer)
        player.slow_down(pause)

    log.limit += silence
    came = await _after(checker, log, before, f"a question in {PIECES} pieces, one every {pause:.2g} s", twice=False)
    log.seconds[-1] -= silence  # the bot did not have the question yet
    return came


async def _after(checker: Checker, log: CheckLog, before: Before, sent: str, twice: bool = True) -> str:
    """Usually the question is asked twice: an answer too many is then met the second time."""
    position = _in_the_middle(checker)
    answer = await checker.ask_at(position, log, refuse=twice, before=before)
    return f"{sent}, then '{position.question}': {answer or 'no answer'}"


def _in_the_middle(checker: Checker) -> QuestionPosition:
    """The question before which its seat was asked most."""
    places = [position for found in question_positions(checker.game).values() for position in found]
    return max(
        places, key=lambda position: sum(step < position.step for step in questions_to(position.script, position.seat))
    )


def _of_another_match(question: bytes) -> list[bytes]:
    """A question like this one, but in another match, which then ends."""
    asked = msgspec.json.decode(question, type=dict[str, Any])
    other: dict[str, object] = {
        **asked,
        "type": "decide",
        "match": new_match_id(),
        "id": FOREIGN_QUESTION_ID,
        "reason": "",
    }
    told = {key: other[key] for key in ("match", "events", "view")}
    news: dict[str, object] = {"type": "news", **told}
    over: dict[str, object] = {"type": "over", "places": (), "scores": (), "ending": "stopped", **told}
    return [msgspec.json.encode(each) for each in (other, news, over)]
