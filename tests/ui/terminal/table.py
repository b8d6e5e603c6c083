"""A full-screen table for tests, driven by Textual's pilot."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from textual.widgets import RichLog, Static

from croupier.arena.people import PeopleMatch
from croupier.arena.run.setup import make_entrants
from croupier.games import find_game
from croupier.players.human import person
from croupier.ui.terminal.app import PlayApp
from croupier.ui.terminal.move_list import MoveList

SEATS = {"belote": 4}
SITTINGS: WeakKeyDictionary[PlayApp, PeopleMatch] = WeakKeyDictionary()
"""Who sits at each table; its match is what is played there."""
SHORT = {
    "kittens": ("heuristic", 62, {}),
    "coup": ("heuristic", 0, {}),
    "cuttle": ("heuristic", 4, {}),
    "bluff": ("random", 6, {"hand_size": 4}),
    "belote": ("heuristic", 6, {"deals": 1}),
}
"""Against whom, with which seed and settings a match is soon over for one who plays the first move every time."""


def table(game: str, people: tuple[str, ...] = ("Ann",), window: float = 0.0, seed: int = 5) -> PlayApp:
    """A table that is full: people first, then random bots."""
    return full(game, people, window, "random", seed, {})


def short(game: str) -> PlayApp:
    """A match that is soon over."""
    return full(game, ("Ann",), 0.0, *SHORT[game])


def full(
    game: str, people: tuple[str, ...], window: float, bot: str, seed: int, settings: Mapping[str, object]
) -> PlayApp:
    found = find_game(game)
    app = PlayApp(found, pace=0, window=window)
    bots = make_entrants(found, [bot] * (max(SEATS.get(game, 2), len(people)) - len(people)))
    entrants = [*(person(name, app.add_person()) for name in people), *bots]
    sitting = SITTINGS[app] = PeopleMatch(found, found.settings(settings), entrants, seed)
    return app.start(sitting)


def drive(app: PlayApp, act: Callable[[Any], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await act(pilot)

    asyncio.run(asyncio.wait_for(run(), 60))


async def until(pilot: Any, is_so: Callable[[], bool]) -> None:
    while not is_so():
        await pilot.pause(0.01)


def asked(app: PlayApp) -> bool:
    return app.query_one(MoveList).option_count > 0


def shown(app: PlayApp) -> str:
    """What the banner, the table, the log and the status line say."""
    log = " ".join(line.text.strip() for line in app.query_one(RichLog).lines)
    return "\n".join(
        [
            str(app.query_one("#banner", Static).render()),
            str(app.query_one("#view", Static).render()),
            log,
            str(app.query_one("#status", Static).render()),
        ]
    )
