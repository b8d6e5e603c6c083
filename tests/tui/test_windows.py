"""Reaction windows last the same, whoever could have reacted."""

import asyncio
from time import monotonic
from typing import Any

import pytest
from tui.table import asked, drive, shown, table, until

import croupier
from croupier.games import GAMES, find_game
from croupier.kernel.events import PUBLIC
from croupier.match.core import Match
from croupier.ui.tui.windows import SHORTEST, Windows

REACTING = [name for name in GAMES if find_game(name).reactions]


def windows_of(game: str, seconds: float) -> Windows:
    return Windows(seconds, find_game(game).settling)


@pytest.mark.parametrize("game", REACTING)
def test_whatever_a_reaction_led_to_begins_with_an_event_that_settles_it(game):
    """Otherwise the news of it would come at once, and tell by its time who had something to think about."""
    assert sum(windows_checked(croupier.play(game, ["random", "heuristic"], seed=seed)) for seed in range(8)) > 5


def windows_checked(played: Match) -> int:
    """How many windows of a match were seen to close."""
    settling, reactions = played.game.settling, played.game.reactions
    match = Match(played.game, played.settings, played.table.names, played.seed)
    checked = 0
    for number, step in enumerate(played.steps, 1):
        decision = match.ask(step.seat)
        assert decision is not None
        is_last = decision.question in reactions and len(match.open_seats()) == 1
        match.play(decision.index_of(match.game.moves[step.move]), seat=step.seat)
        if is_last:
            public = match.happened(PUBLIC, number)
            assert public == [] or type(public[0]) in settling, public
            checked += bool(public)
    return checked


@pytest.mark.parametrize("game", REACTING)
def test_nothing_is_lost_when_news_is_cut_into_pieces(game):
    match = croupier.play(game, ["random", "heuristic"], seed=4)
    windows = windows_of(game, 1.0)
    for number in range(len(match.steps) + 1):
        events = match.happened(0, number)
        pieces = list(windows.pieces(events))
        assert tuple(event for piece in pieces for event in piece) == tuple(events)
        inner = [event for piece in pieces for event in piece[1:]]
        assert not any(type(event) in match.game.settling for event in inner)
    assert list(windows_of(game, 0.0).pieces(events)) == [events]


def lasted(act: Any, seconds: float) -> float:
    """How long a window lasts in which `act` is done."""
    windows = windows_of("kittens", seconds)

    async def run() -> float:
        windows.told(())
        began = monotonic()
        act(windows)
        await asyncio.wait_for(windows.closed(), 60)
        return monotonic() - began

    return asyncio.run(run())


def test_a_window_lasts_its_time_whether_somebody_was_asked_or_not():
    for act in (lambda windows: None, lambda windows: (windows.asked(), windows.told(()))):
        assert lasted(act, 0.3) >= 0.3 - 0.01


def test_who_is_alone_can_go_on_but_not_at_once():
    assert SHORTEST - 0.01 <= lasted(lambda windows: windows.go_on(), 50.0) < 40


def test_the_screen_counts_down_also_when_you_are_not_asked():
    """You play, and whatever the other could say to it comes after the time."""
    app = table("kittens", window=0.8, seed=1)
    times: list[float] = []

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        times.append(monotonic())
        await pilot.press("a", "enter")
        await until(pilot, lambda: "Ann plays attack" in shown(app))
        await until(pilot, lambda: "Everybody may react." in shown(app))
        assert "attack takes effect" not in shown(app)
        await until(pilot, lambda: "attack takes effect" in shown(app) or "says nope" in shown(app))
        times.append(monotonic())
        await pilot.press("f10")

    drive(app, act)
    assert times[1] - times[0] >= 0.8
