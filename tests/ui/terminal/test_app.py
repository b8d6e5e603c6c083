"""The full-screen table, driven by Textual's pilot."""

from typing import Any

import pytest
from frames.limits import time_limits
from textual.widgets import Static
from ui.terminal.table import SITTINGS, asked, drive, short, shown, table, until

from croupier.games import GAMES
from croupier.ui.terminal.dialogs import HandOverScreen, HowToPlayScreen, LeaveDialog, ResultDialog, RulesScreen
from croupier.ui.terminal.log import EventLog, draw_table
from croupier.ui.terminal.move_list import MoveList

SIZES = ((80, 24), (140, 45))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_every_game(game, size):
    app = short(game)

    async def act(pilot: Any) -> None:
        while not isinstance(app.screen, ResultDialog):
            if asked(app):
                assert "asked" in app.query_one("#banner").classes
                await pilot.pause()
                if asked(app) and not isinstance(app.screen, ResultDialog):
                    await until(pilot, lambda: app.query_one(EventLog).is_vertical_scroll_end)
                await pilot.press("enter")
            await pilot.pause(0.001)
        await until(pilot, lambda: bool(app.screen.query("#headline")))
        seen = str(app.screen.query_one("#headline", Static).render())
        won = 0 in SITTINGS[app].match.result().winners
        assert seen.startswith("You won\n" if won else "You lost\n"), seen
        assert app.screen.query_one("#headline").region.bottom < size[1]
        await pilot.press("enter")

    drive(app, act, size)
    assert app.return_value is not None
    assert app.return_value.over
    assert app.after == ""


@pytest.mark.parametrize(("key", "after"), [("r", "rematch"), ("a", "analyse"), ("q", "")])
def test_the_end_offers_a_rematch_and_an_analysis(key, after):
    app = short("bluff")

    async def act(pilot: Any) -> None:
        while not isinstance(app.screen, ResultDialog):
            if asked(app):
                await pilot.press("enter")
            await pilot.pause(0.001)
        await pilot.press(key)

    drive(app, act)
    assert (app.return_value is not None, app.after) == (True, after)


@pytest.mark.parametrize("game", GAMES)
def test_how_to_play_fits_one_screen(game):
    app = table(game)

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HowToPlayScreen) and bool(app.screen.query("#keys")))
        await until(pilot, lambda: app.screen.query_one("#keys").region.height > 0)
        assert app.screen.query_one("#keys").region.bottom <= 23
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await pilot.press("escape", "escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await pilot.press("f10")

    drive(app, act)


def test_the_log_shows_its_end_when_the_moves_take_more_room():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        log = app.query_one(EventLog)
        log.add_lines(f"line {number}" for number in range(60))
        await until(pilot, lambda: log.is_vertical_scroll_end and log.max_scroll_y > 0)
        app.query_one(MoveList).styles.min_height = 12
        app.query_one(MoveList).styles.max_height = 12
        height = log.size.height
        await until(pilot, lambda: log.size.height < height)
        await until(pilot, lambda: log.is_vertical_scroll_end)
        await pilot.press("f10")

    drive(app, act)


def test_a_letter_leaves_only_after_a_question():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LeaveDialog))
        await pilot.press("n")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert asked(app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LeaveDialog))
        await pilot.press("y")

    drive(app, act)
    assert app.return_value is None


def test_cards_are_drawn_in_their_colours():
    drawn = draw_table("Hand: 4♥ 10♠\nCards: Duke, ?")
    assert drawn.plain == "Hand:  4♥   10♠ \nCards:  Duke , ?"
    styles = {drawn.plain[span.start : span.end]: str(span.style) for span in drawn.spans}
    assert styles[" 4♥ "] == "bold red on white"
    assert styles[" 10♠ "] == "bold black on white"
    assert " on " in styles[" Duke "]


def test_numbers_search_and_arrows_choose_a_move():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        moves = app.query_one(MoveList)
        texts = [str(moves.get_option_at_index(index).prompt) for index in range(moves.option_count)]
        assert texts[:3] == ["  1  Draw a card", "  Points", "  2  Play A♥ for points"]
        await pilot.press("2")
        assert moves.highlighted == 2
        await pilot.press("slash", *"king")
        assert texts[moves.highlighted or 0].endswith("Play K♦: need fewer points to win")
        await pilot.press("escape", "1", "down")
        assert moves.highlighted == 2
        await pilot.press("slash", "k", "enter")
        await until(pilot, lambda: "Ann plays K♦" in shown(app))
        await pilot.press("f10")

    drive(app, act)
    assert app.return_value is None


def test_the_last_answer_is_taken_back():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("u")
        assert "You have not answered anything yet." in shown(app)
        await pilot.press("slash", "k", "enter")
        await until(pilot, lambda: asked(app) and "Ann plays K♦" in shown(app))
        assert "Hand:  A♥   2♣   2♠   Q♠   K♦" not in shown(app)
        await pilot.press("f3")
        await until(pilot, lambda: asked(app) and "Taken back." in shown(app))
        assert "Hand:  A♥   2♣   2♠   Q♠   K♦" in shown(app)
        await pilot.press("f10")

    drive(app, act)


def test_hints_and_help():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("h")
        await until(pilot, lambda: "Hint: " in shown(app))
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HowToPlayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await pilot.press("f10")

    drive(app, act)


def test_what_is_said_goes_out_with_the_answer():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("s", *"hello", "enter")
        await until(pilot, lambda: "Your message goes out with your next answer." in shown(app))
        for answers in (1, 2):
            await until(pilot, lambda: asked(app))
            await pilot.press("1", "enter")
            await until(pilot, lambda answers=answers: len(own_steps()) == answers)
        await pilot.press("f10")

    def own_steps() -> list[Any]:
        return [step for step in SITTINGS[app].match.steps if step.seat == 0]

    drive(app, act)
    assert [step.say for step in own_steps()] == [("hello",), ()]


def test_a_screen_on_which_nothing_changes_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = table("cuttle")
    updates: list[object] = []

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.pause(0.3)
        banner = app.query_one("#banner", Static)
        monkeypatch.setattr(banner, "update", updates.append)
        await pilot.pause(0.5)
        monkeypatch.undo()
        await pilot.press("f10")

    drive(app, act)
    assert updates == []


@time_limits(2.0, 8.0, 20.0)
def test_a_reaction_that_does_not_come_is_the_safe_one(limit: float):
    app = table("coup", window=limit)

    async def act(pilot: Any) -> None:
        counted = False
        while "Ann answers in secret: allow" not in shown(app):
            if "Your turn" in shown(app) or "Lose an influence" in shown(app):
                await pilot.press("enter")
            counted = counted or "then: Allow it" in shown(app)
            await pilot.pause(0.01)
        assert counted
        await pilot.press("f10")

    drive(app, act)


def test_the_screen_is_handed_over():
    app = table("cuttle", ("Ann", "Ben"))

    async def act(pilot: Any) -> None:
        for name, hand in (("Ann", "A♥   2♣   2♠   Q♠   K♦"), ("Ben", "? ? ? ?")):
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
            for widget in app.query("#banner, #table, #log, #moves"):
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
