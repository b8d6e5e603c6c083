"""For every kind of question a game can ask, matches in which it is asked: found by random play, the same every time.

Where the usual settings never ask it, each choice of each setting is tried in turn.
"""

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.decision import Seat, Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.match.match import Match

POSITIONS_PER_QUESTION: Final = 3
SEARCH_MATCHES: Final = 12
MAX_STEPS: Final = 200


class QuestionPosition(msgspec.Struct, frozen=True, eq=False):
    """A question in a match: `seat` answers it with step number `step`."""

    question: str
    script: Match
    seat: Seat
    step: int


@cache
def question_positions(game: Game) -> dict[str, tuple[QuestionPosition, ...]]:
    """For each question up to three places where it is asked: early, halfway and late in a match.

    Those with a real choice come first. A question that was never met has none.
    """
    chosen: dict[str, list[QuestionPosition]] = {question: [] for question in game.questions}
    forced: dict[str, list[QuestionPosition]] = {question: [] for question in game.questions}
    for settings in variants(game):
        for number in range(SEARCH_MATCHES):
            if all(len(found) >= POSITIONS_PER_QUESTION for found in chosen.values()):
                break
            _search(game, settings, number, chosen, forced)
        if all(chosen[question] or forced[question] for question in game.questions):
            break
    return {
        question: tuple((chosen[question] + forced[question])[:POSITIONS_PER_QUESTION]) for question in game.questions
    }


def _search(
    game: Game,
    settings: Settings,
    number: int,
    chosen: dict[str, list[QuestionPosition]],
    forced: dict[str, list[QuestionPosition]],
) -> None:
    """Play a match, and keep one place of it for every question that still needs one."""
    sizes = sorted({game.seats[0], min(game.seats[0] + 2, game.seats[-1])})
    names = [f"p{seat}" for seat in range(sizes[number % len(sizes)])]
    try:
        match = Match(game, settings, names, derived_seed("spots", game.name, number))
    except UsageError:
        return  # these settings want another table
    met: dict[tuple[str, bool], list[QuestionPosition]] = {}
    luck = BotRandom(derived_seed("spots", number))
    while len(match.steps) < MAX_STEPS and (decision := match.ask()) is not None:
        position = QuestionPosition(decision.question, match, decision.seat, len(match.steps))
        met.setdefault((decision.question, len(decision.moves) > 1), []).append(position)
        # Every other match is played timidly: what the safe moves lead to is seldom met at random.
        timid = number % 2 == 1 and luck.below(4) > 0
        match.play(0 if timid else luck.below(len(decision.moves)))
    for (question, has_choice), places in met.items():
        kept = (chosen if has_choice else forced)[question]
        if len(kept) < POSITIONS_PER_QUESTION:
            kept.append(places[(len(places) - 1) * len(kept) // (POSITIONS_PER_QUESTION - 1)])


def variants(game: Game) -> Iterator[Settings]:
    """The usual settings, then each choice of each setting alone."""
    yield game.settings()
    for field in msgspec.structs.fields(game.settings_type):
        for choice in _choices(field.type):
            try:
                yield game.settings({field.name: choice})
            except UsageError:
                continue


def _choices(kind: Any) -> Iterator[object]:
    if get_origin(kind) in (Union, UnionType):
        for part in get_args(kind):
            yield from _choices(part)
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif kind is bool:
        yield from (True, False)
