"""What players of Bluff may give away: by how they claim, and by what they challenge."""

from collections.abc import Iterator
from typing import Final

from croupier.games.bluff.core import layout as w
from croupier.games.bluff.events import Challenged, Claimed, Trusted
from croupier.games.bluff.moves import Challenge, Move
from croupier.games.bluff.view import BluffView, counts_of
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Seat
from croupier.kernel.tells import Habit, Tell, Tells, said, yes_or_no

HIGHEST_LOW: Final = Rank.SEVEN
SMALL_HAND: Final = 5
_COUNTS: Final = ("no card", "one card", "two cards", "three cards", "four cards or more")

_TRUTH: Final = yes_or_no("it is true", "it is a lie")


def _cards(count: int) -> str:
    return _COUNTS[min(count, len(_COUNTS) - 1)]


def _claims(event: Claimed, before: BluffView) -> Iterator[tuple[Seat, str]]:
    yield event.seat, f"claims {_cards(event.count)}"


def _ranks(event: Claimed, before: BluffView) -> Iterator[tuple[Seat, str]]:
    yield event.seat, f"claims a {'low' if event.rank <= HIGHEST_LOW else 'high'} rank"


def _endings(event: Claimed, before: BluffView) -> Iterator[tuple[Seat, str]]:
    left = before.hand_sizes[event.seat] - event.count
    if left == 0:
        yield event.seat, "lays its last cards"
    elif left <= SMALL_HAND:
        yield event.seat, f"claims with at most {SMALL_HAND} cards left"
    else:
        yield event.seat, f"claims with more than {SMALL_HAND} cards left"


def _laid(view: BluffView) -> dict[Rank, int]:
    """The cards of the claim that waits for answers."""
    return counts_of(view.ints[w.PENDING], view.ints[w.PENDING + 1])


def _is_true(view: BluffView, dealer: BluffView, event: Claimed) -> str | None:
    laid = _laid(view)
    return said(set(laid) == {event.rank}) if laid else None


def _lies(event: Claimed, before: BluffView) -> Iterator[tuple[Seat, str]]:
    yield event.seat, f"lies about {_cards(event.count)}"


def _is_low(view: BluffView, dealer: BluffView, event: Claimed) -> str | None:
    """Whether all cards of a lie are low; None for the truth."""
    laid = _laid(view)
    return said(max(laid) <= HIGHEST_LOW) if set(laid) - {event.rank} else None


def _answers(event: Challenged | Trusted, before: BluffView) -> Iterator[tuple[Seat, str]]:
    count = _cards(before.claimed_count)
    if isinstance(event, Challenged):
        yield event.seat, f"challenges a claim of {count}"
        return
    for seat in range(before.seats):
        if seat != event.seat and seat not in before.expelled and before.settings.mode != "team":
            yield seat, f"trusts a claim of {count}"


def _holds(view: BluffView, dealer: BluffView, event: Challenged | Trusted) -> str | None:
    rank = view.claimed_rank
    if rank is None:
        return None
    held = view.count(rank)
    return "two" if held > 1 else "one" if held else "none"


def _challenged(view: BluffView, move: Move) -> tuple[str, bool]:
    return f"claims of {_cards(view.claimed_count)}", isinstance(move, Challenge)


TELLS: Final = Tells(
    (
        Tell("claims by size", (Claimed,), _claims, _TRUTH, _is_true),
        Tell("claims by rank", (Claimed,), _ranks, _TRUTH, _is_true),
        Tell("claims by cards left", (Claimed,), _endings, _TRUTH, _is_true),
        Tell(
            "lies",
            (Claimed,),
            _lies,
            yes_or_no(f"it lays low cards only (Ace to {HIGHEST_LOW})", "it lays a high card (8 to King)"),
            _is_low,
        ),
        Tell(
            "challenges",
            (Challenged, Trusted),
            _answers,
            {
                "none": "it holds no card of the claimed rank",
                "one": "it holds one card of the claimed rank",
                "two": "it holds two or more cards of the claimed rank",
            },
            _holds,
            is_after=False,
        ),
    ),
    (Habit("challenge", "challenges", _challenged),),
)
