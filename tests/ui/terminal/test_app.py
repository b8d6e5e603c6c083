"""The full-screen table, driven by Textual's pilot."""

from typing import Any

import pytest
from textual.widgets import Static
from ui.terminal.table import SITTINGS, asked, drive, short, shown, table, until

from croupier.games import GAMES
from croupier.ui.terminal.dialogs import HandOverScreen, ResultDialog, RulesScreen
from croupier.ui.terminal.move_list import MoveList


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_every_game(game):
    app = short(game)

    async def act(pilot: Any) -> None:
        while not isinstance(app.screen, ResultDialog):
            if asked(app):
                await pilot.press("enter")
            await pilot.pause(0.001)
        await pilot.press("enter")

    drive(app, act)
    assert app.return_value is not None
    assert app.return_value.over


def test_numbers_letters_and_arrows_choose_a_move():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        moves = app.query_one(MoveList)
        texts = [str(moves.get_option_at_index(index).prompt) for index in range(moves.option_count)]
        assert texts[0] == "  1  draw"
        await pilot.press("5")
        assert moves.highlighted == 4
        await pilot.press("k")
        assert texts[moves.highlighted or 0].endswith("king Kd")
        await pilot.press("escape", "1", "down")
        assert moves.highlighted == 1
        await pilot.press("k", "enter")
        await until(pilot, lambda: "Ann plays Kd" in shown(app))
        await pilot.press("f10")

    drive(app, act)
    assert app.return_value is None


def test_the_last_answer_is_taken_back():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("f3")
        assert "You have not answered anything yet." in shown(app)
        await pilot.press("k", "enter")
        await until(pilot, lambda: asked(app) and "Ann plays Kd" in shown(app))
        assert "hand: Ah 2c 2s Qs Kd" not in shown(app)
        await pilot.press("f3")
        await until(pilot, lambda: asked(app) and "Taken back." in shown(app))
        assert "hand: Ah 2c 2s Qs Kd" in shown(app)
        await pilot.press("f10")

    drive(app, act)


def test_the_house_gives_a_hint_and_shows_the_rules():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("f2")
        await until(pilot, lambda: "Hint: " in shown(app))
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, RulesScreen))
        await pilot.press("f10")

    drive(app, act)


def test_what_is_said_goes_out_with_the_answer():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("f4", *"hello", "enter")
        await until(pilot, lambda: "It goes out with your next answer." in shown(app))
        for answers in (1, 2):
            await until(pilot, lambda: asked(app))
            await pilot.press("1", "enter")
            await until(pilot, lambda answers=answers: len(own_steps()) == answers)
        await pilot.press("f10")

    def own_steps() -> list[Any]:
        return [step for step in SITTINGS[app].match.steps if step.seat == 0]

    drive(app, act)
    assert [step.say for step in own_steps()] == [("hello",), ()]


def test_a_reaction_that_does_not_come_is_the_safe_one():
    app = table("coup", window=2.0)

    async def act(pilot: Any) -> None:
        counted = False
        while "Ann answers in secret: allow" not in shown(app):
            if "Act: choose a move" in shown(app) or "Lose: choose a move" in shown(app):
                await pilot.press("enter")
            counted = counted or "then: allow" in shown(app)
            await pilot.pause(0.01)
        assert counted
        await pilot.press("f10")

    drive(app, act)


def test_the_screen_is_handed_over():
    app = table("cuttle", ("Ann", "Ben"))

    async def act(pilot: Any) -> None:
        for name, hand in (("Ann", "Ah 2c 2s Qs Kd"), ("Ben", "? ? ? ?")):
            await until(pilot, lambda: isinstance(app.screen, HandOverScreen) and bool(app.screen.query(Static)))
            assert name in str(app.screen.query_one(Static).render())
            await pilot.press("enter")
            mine = f"{name} (you)"
            await until(
                pilot,
                lambda mine=mine: not isinstance(app.screen, HandOverScreen) and asked(app) and mine in shown(app),
            )
            assert (hand in shown(app)) is (name == "Ann") or name == "Ben"
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen))
        await pilot.press("enter", "f10")

    drive(app, act)


@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_the_screen_whatever_its_size(game):
    app = table(game)

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        for width, height in ((60, 20), (140, 45), (80, 24)):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda size=(width, height): tuple(app.screen.size) == size)
            await pilot.pause()
            for widget in app.query("#table, #log, #status, #moves"):
                assert widget.region.height >= 1, widget
                assert widget.region.right <= width
                assert widget.region.bottom <= height
        await pilot.press("f10")

    drive(app, act)


def test_who_leaves_instead_of_taking_the_screen_over_leaves():
    app = table("cuttle", ("Ann", "Ben"))

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen))
        await pilot.press("f10")

    drive(app, act)
    assert app.return_value is None
