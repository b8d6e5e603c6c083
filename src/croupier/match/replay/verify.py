"""Play stored matches again and compare every event with the stored texts.

Replays of older formats have other sentences. Their moves and results are compared, but not their texts.
"""

from typing import Any, NoReturn

import msgspec

from croupier.games import GAMES
from croupier.kernel.decision import Decision
from croupier.kernel.errors import CroupierError, ReplayError
from croupier.kernel.secret import read_seed
from croupier.match.match import Match
from croupier.match.opening import open_at
from croupier.match.replay.format import EXPEL, FORMAT, Head, MoveLine, Replay, event_texts, has_same_words


def open_match(head: Head) -> Match:
    """Set up the match and deal; a ReplayError says why it cannot be played again."""
    game = GAMES.get(head.game)
    if game is None:
        raise ReplayError(f"this Croupier has no game {head.game!r}")
    try:
        settings = game.settings(head.settings)
    except (CroupierError, ValueError) as error:
        _check_version(head, game.rules_version)
        raise ReplayError(f"cannot set up the match: {error}") from None
    _check_version(head, game.version_of(settings))
    try:
        opening = () if head.opening is msgspec.UNSET else head.opening
        return open_at(Match(game, settings, head.names, read_seed(head.seed), head.talk), opening)
    except (CroupierError, ValueError, IndexError, OverflowError) as error:
        raise ReplayError(f"cannot set up the match: {error}") from None


def _check_version(head: Head, version: int) -> None:
    if not 1 <= head.format <= FORMAT or head.rules_version != version:
        raise ReplayError(
            f"the match was played with rules version {head.rules_version} of {head.game} (format {head.format}); "
            f"this Croupier has version {version} (format {FORMAT})"
        )


def verify(replay: Replay) -> None:
    """Play the match again and compare it; a ReplayError names the first line that differs."""
    match = rebuild(replay)
    if match.result() != replay.result:
        _differs(replay, len(replay.moves) + 1, f"the result is {match.result()}, not {replay.result}")


def rebuild(replay: Replay) -> Match:
    """Play the match again from its moves and compare every event."""
    match = open_match(replay.head)
    if has_same_words(replay.head) and event_texts(match.happened(step=0), match.table.names) != replay.head.events:
        _differs(replay, 0, "the deal is different")
    for number, line in enumerate(replay.moves, 1):
        replay_step(match, line, replay, number)
    if not match.over:
        _differs(replay, len(replay.moves), "the match is not over after the last move")
    return match


def replay_step(match: Match, line: MoveLine, replay: Replay, number: int) -> None:
    """Play step `number` again; a ReplayError if something else happens."""
    _apply_line(match, line, replay, number)
    events = event_texts(match.happened(step=number), match.table.names)
    if events != line.events and has_same_words(replay.head):
        _differs(replay, number, f"what happened is {list(events)}, not {list(line.events)}")


def _apply_line(match: Match, line: MoveLine, replay: Replay, number: int) -> None:
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
    raise ReplayError(f"{replay.path}, line {replay.line + number}: replaying gives a different match: {what}")
