"""Bluff positions by hand: hands are dealt as written, moves are notations."""

from typing import Any

from frames.positions import MatchByNotation

from croupier.games.bluff import GAME, BluffState, BluffView
from croupier.games.bluff.core.table import HAND, LAID, ROW
from croupier.kernel.decision import Event
from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


def dealt(*hands: str, seed: int = 1, **settings: Any) -> Match:
    """A match in which the seats hold these ranks, such as "A 7 K"; hands of one size, the other cards out of play."""
    rows = [hand.split() for hand in hands]
    order = [rank for cards in zip(*rows, strict=True) for rank in cards]
    values = {"hand_size": len(rows[0]), "deal": " ".join(order), **settings}
    return Match(GAME, GAME.settings(values), NAMES[: len(hands)], seed)


def do(match: Match, *moves: str) -> list[Event]:
    """Answer the open questions one after the other; what happened, as the dealer knows it."""
    return MatchByNotation[BluffView](match).do(*moves).events


def legal(match: Match) -> list[str]:
    return MatchByNotation[BluffView](match).moves


def view(match: Match, seat: int = DEALER) -> BluffView:
    seen = match.view(seat)
    assert isinstance(seen, BluffView)
    return seen


def hand(match: Match, seat: int) -> str:
    return " ".join(str(rank) for rank, count in view(match, seat).hand.items() for _ in range(count))


def known(match: Match, eye: int, seat: int) -> dict[str, int]:
    return {str(rank): count for rank, count in view(match, eye).known(seat).items()}


def of(events: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if type(event) is kind]


def words_at(state: BluffState, seat: int, column: int) -> tuple[int, int]:
    """The two words of a seat's HAND or LAID."""
    at = ROW * seat + column
    return state.table.rows[at], state.table.rows[at + 1]


def cards_of(state: BluffState) -> list[int]:
    """All cards of a state by rank, wherever they are."""
    table = state.table
    low = high = 0
    for seat in range(state.seats):
        for column in (HAND, LAID):
            more = words_at(state, seat, column)
            low, high = low + more[0], high + more[1]
    low, high = low + table.stock[0], high + table.stock[1]
    return [(low >> 8 * r) & 255 if r < 7 else (high >> 8 * (r - 7)) & 255 for r in range(13)]
