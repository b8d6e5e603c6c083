"""Who follows a match as it happens learns no more than who is told later (rule 4.4)."""

import asyncio
from typing import Any

import pytest

from croupier.games import GAMES
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.match.match import Match
from croupier.match.run_players import run_players

CUTTLE = GAMES["cuttle"]
MINE = "5h 10c 10d 10h 10s"


class Follower:
    """Plays its first move by name and the safe one from then on, and keeps what it is told."""

    wants_news = True

    def __init__(self, first: str | int = 0) -> None:
        self._first = first
        self.told: list[tuple[tuple[Event, ...], tuple[int, ...]]] = []

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        return Reply(self._first if decision.id == 1 else 0)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        self.told.append((events, view.ints))


def news_of_a_one_off(hand: str) -> list[tuple[tuple[Event, ...], tuple[int, ...]]]:
    """What seat 0 is told while its Five is answered by a seat with this hand."""
    match = Match(CUTTLE, CUTTLE.settings({"deal": f"{MINE} {hand} Ks Kh Kd"}), ("a", "b"), 1)
    follower = Follower("one-off 5h")
    asyncio.run(run_players(match, [follower, Follower()]))
    return follower.told[:2]


@pytest.mark.parametrize("two", ["2c", "2s"])
def test_4_4_news_does_not_tell_that_a_counter_was_asked_for(two: str):
    without = news_of_a_one_off("3c 3d 3h 4c 4d 9c")
    assert "one-off" in without[1][0][0].text(("a", "b"))
    assert news_of_a_one_off(f"3c 3d 3h 4c 4d {two}") == without
