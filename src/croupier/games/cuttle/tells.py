"""What players of Cuttle may give away: by counters, by the points they play and by drawing."""

from collections.abc import Iterator
from typing import Final

from croupier.games.cuttle.events import Countered, Drew, PlayedPoints, Resolved
from croupier.games.cuttle.moves import Counter, CuttleMove
from croupier.games.cuttle.view import CuttleView
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Seat
from croupier.kernel.tells import Habit, Tell, Tells, said, yes_or_no

HIGHEST_LOW: Final = Rank.FIVE
ROYALS: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)


def _counters(event: Countered, before: CuttleView) -> Iterator[tuple[Seat, str]]:
    again = " again" if before.counters else ""
    yield event.seat, f"counters{again}"


def _lets(event: Resolved, before: CuttleView) -> Iterator[tuple[Seat, str]]:
    if event.works and not before.counters:
        yield 1 - event.seat, f"lets {event.card.rank.article} {event.card.rank.noun} take effect"


def _holds_two(view: CuttleView, dealer: CuttleView, event: Countered | Resolved) -> str:
    return said(any(card.rank == Rank.TWO for card in view.hand))


def _points(event: PlayedPoints, before: CuttleView) -> Iterator[tuple[Seat, str]]:
    yield event.seat, f"plays {'low' if event.card.rank <= HIGHEST_LOW else 'high'} points"


def _holds_more(view: CuttleView, dealer: CuttleView, event: PlayedPoints) -> str:
    return said(any(event.card.rank < card.rank <= Rank.TEN for card in view.hand))


def _draws(event: Drew, before: CuttleView) -> Iterator[tuple[Seat, str]]:
    if before.question == "turn" and before.turn == event.seat:
        yield event.seat, f"draws with {'more than four' if before.side(event.seat).hand_size > 4 else 'few'} cards"


def _holds_royal(view: CuttleView, dealer: CuttleView, event: Drew) -> str:
    return said(any(card.rank in ROYALS for card in view.hand))


def _countered(view: CuttleView, move: CuttleMove) -> tuple[str, bool] | None:
    if view.pending is None:
        return None
    return f"one-offs with {view.pending.rank.article} {view.pending.rank.noun}", isinstance(move, Counter)


TELLS: Final = Tells(
    (
        Tell("counters", (Countered,), _counters, yes_or_no("it holds another Two", "it has no Two left"), _holds_two),
        Tell(
            "one-offs let through",
            (Resolved,),
            _lets,
            yes_or_no("it holds a Two", "it holds no Two"),
            _holds_two,
            is_after=False,
        ),
        Tell(
            "points",
            (PlayedPoints,),
            _points,
            yes_or_no("it holds a higher point card", "it holds no higher point card"),
            _holds_more,
        ),
        Tell(
            "draws",
            (Drew,),
            _draws,
            yes_or_no("it holds a Jack, Queen or King", "it holds no Jack, Queen or King"),
            _holds_royal,
            is_after=False,
        ),
    ),
    (Habit("counter", "counters", _countered),),
)
