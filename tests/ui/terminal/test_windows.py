"""Reaction windows look and last the same, whoever could have reacted."""

import asyncio
from time import monotonic
from typing import Any

import pytest
from textual.widgets import Static
from ui.terminal.table import asked, drive, shown, table, until

import croupier
from croupier.games import GAMES, find_game
from croupier.kernel.decision import Decision, Event, View
from croupier.kernel.event_bits import PUBLIC
from croupier.match.match import Match
from croupier.match.reaction_windows import split_at_windows
from croupier.ui.terminal.dialogs import HandOverScreen
from croupier.ui.terminal.hot_seat import MIN_WINDOW_SECONDS, ScreenWindows
from croupier.ui.terminal.move_list import MoveList

HIDDEN = [name for name in GAMES if find_game(name).windows]
PEOPLE = ("Ann", "Ben", "Cid")


@pytest.mark.parametrize("game", HIDDEN)
def test_what_some_are_asked_about_is_the_last_that_all_were_told(game):
    """So it can be told before they answer, and everybody but its seat could have been asked."""
    windows = 0
    for seed in range(8):
        played = croupier.play(game, ["random", "heuristic"], seed=seed)
        match = Match(played.game, played.settings, played.table.names, played.seed)
        told: list[Any] = list(match.happened(PUBLIC, 0))
        for number, step in enumerate(played.steps, 1):
            decision = match.ask(step.seat)
            assert decision is not None
            if not match.state.asks_openly():
                windows += 1
                assert type(told[-1]) in match.game.windows
                assert told[-1].seat not in match.open_seats()
            match.play(decision.index_of(match.game.moves[step.move]), seat=step.seat)
            told += match.happened(PUBLIC, number)
    assert windows > 5


@pytest.mark.parametrize("game", HIDDEN)
def test_nothing_is_lost_when_news_is_cut_into_pieces(game):
    match = croupier.play(game, ["random", "heuristic"], seed=4)
    kinds = match.game.windows
    events = tuple(event for step in range(len(match.steps) + 1) for event in match.happened(0, step))
    cut = list(split_at_windows(events, kinds))
    assert tuple(event for piece in cut for event in piece) == events
    assert all(type(piece[-1]) in kinds for piece in cut[:-1])
    assert not any(type(event) in kinds for piece in cut for event in piece[:-1])


def deal(holders: list[int], seats: int = 3) -> Match:
    """The first has just attacked, and exactly these can react to it."""
    kittens = find_game("kittens")
    for seed in range(2000):
        match = Match(kittens, kittens.settings(), PEOPLE[:seats], seed)
        decision = match.ask()
        assert decision is not None
        moves = [str(move) for move in decision.moves]
        if decision.seat == 0 and "attack" in moves:
            match.play(moves.index("attack"))
            if holders == ([] if match.state.asks_openly() else sorted(match.open_seats())):
                return match
    raise AssertionError("no such deal")


class Person:
    """Somebody who remembers when it heard what."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, str]] = []

    def show_news(self, events: tuple[Event, ...], view: View | None) -> None:
        self.heard += [(monotonic(), event.text(PEOPLE)) for event in events]

    async def show_question(self, decision: Decision[Any, Any]) -> None:
        raise AssertionError("who is alone needs not be handed the screen")

    def when(self, said: str) -> float:
        (moment,) = [moment for moment, text in self.heard if said in text]
        return moment


def lasted(seconds: float, holders: list[int], act: Any) -> float:
    """How long after her attack Ann, who is alone at the screen, is told the result; `act` goes on meanwhile."""
    match, person = deal(holders), Person()

    async def run() -> None:
        windows = ScreenWindows(match.game, seconds, 0.0, lambda deadline: None)
        windows.sit(3, 0, person)
        await windows.send_news(0, match.happened(0, 0), match.view(0))
        windows.watch(match)
        # Told at once if somebody is asked, so that it does not matter how long he thinks.
        assert any("Ann plays Attack" in text for _, text in person.heard) is bool(holders)
        while not match.state.asks_openly():
            match.ask()
            match.play(0)
        events = tuple(event for step in range(1, len(match.steps) + 1) for event in match.happened(0, step))
        telling = asyncio.ensure_future(windows.send_news(0, events, match.view(0)))
        await asyncio.sleep(0)
        act(windows)
        await asyncio.wait_for(telling, 60)

    asyncio.run(run())
    return person.when("takes effect") - person.when("Ann plays Attack")


@pytest.mark.parametrize("holders", [[], [1], [1, 2]])
def test_a_window_lasts_its_time_whether_somebody_was_asked_or_not(holders):
    assert lasted(0.3, holders, lambda windows: None) >= 0.3 - 0.01


def test_who_is_alone_can_go_on_but_not_at_once():
    assert MIN_WINDOW_SECONDS - 0.01 <= lasted(50.0, [], lambda windows: windows.end_early()) < 40


def counts_down(window: float) -> bool:
    """Whether the screen was seen while the window was open; on a slow machine it may be closed before that."""
    app = table("kittens", window=window, seed=deal([], 2).seed)
    times: list[float] = []
    seen: list[str] = []

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        times.append(monotonic())
        await pilot.press("slash", "a", "enter")
        await until(pilot, lambda: "Ann plays Attack" in shown(app))
        while "Attack takes effect" not in (screen := shown(app)):
            seen.append(screen)
            await pilot.pause(0.01)
        times.append(monotonic())
        await pilot.press("f10")

    drive(app, act)
    assert times[1] - times[0] >= window
    return any("Everyone may react" in screen for screen in seen)


def test_the_screen_counts_down_also_when_you_are_not_asked():
    """You play, and whatever the other could say to it comes after the time."""
    assert any(counts_down(window) for window in (2.0, 8.0, 20.0))


@pytest.mark.parametrize("holders", [[], [1], [2], [1, 2]])
def test_the_screen_goes_round_in_the_same_way_whoever_can_react(holders):
    """Ann attacks: Ben and Cid are handed the screen, one after the other, and only there find what they can do."""
    app = table("kittens", PEOPLE, seed=deal(holders).seed)
    choices: dict[str, int] = {}

    async def act(pilot: Any) -> None:
        for name in PEOPLE:
            await until(pilot, lambda: isinstance(app.screen, HandOverScreen) and bool(app.screen.query(Static)))
            assert str(app.screen.query_one(Static).render()).startswith(f"{name}, it is your turn.")
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(app.screen, HandOverScreen) and asked(app))
            await until(pilot, lambda name=name: f"{name} (you)" in shown(app))
            choices[name] = app.query_one(MoveList).option_count
            if name == "Ann":
                await pilot.press("slash", "a", "enter")
            else:
                assert "Ann plays Attack" in shown(app)
                assert "takes effect" not in shown(app)
                await pilot.press("f2")
                await until(pilot, lambda: "Hint: " in shown(app))
                await pilot.press("enter")
        # The attack is over, and it is Ben's turn.
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen) and bool(app.screen.query(Static)))
        assert str(app.screen.query_one(Static).render()).startswith("Ben, it is your turn.")
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, HandOverScreen) and asked(app))
        await until(pilot, lambda: "Attack takes effect" in shown(app))
        await pilot.press("f10")

    drive(app, act)
    assert [choices["Ben"], choices["Cid"]] == [2 if seat in holders else 1 for seat in (1, 2)]
