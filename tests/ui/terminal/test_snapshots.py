"""The screens as text, compared with what was looked at and approved.

To renew them after a meant change: CROUPIER_RENEW=1 pytest tests/ui/terminal/test_snapshots.py, then read the diff.
That writes the pictures of docs/terminal.md too.
"""

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual.app import App
from ui.terminal.table import asked, drive, short, table, until

import croupier
from croupier.games import GAMES
from croupier.match.playback import Playback
from croupier.ui.terminal.app import PlayApp
from croupier.ui.terminal.dialogs import HandOverScreen, HowToPlayScreen, ResultDialog, RulesScreen
from croupier.ui.terminal.replay import ReplayApp

FOLDER = Path(__file__).parent / "snapshots"
PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
SHOWN = {"coup": "play-coup", "cuttle-hint": "hint-cuttle", "bluff-end": "end-bluff", "replay": "replay-cuttle"}
"""What the manual shows, and how it is called there."""
RENEW = "CROUPIER_RENEW"
SETTLE_SECONDS = 15.0
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def picture(app: App[Any]) -> str:
    """What is on the screen, line by line, without colours."""
    lines = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in lines)


def approved(name: str) -> Path:
    """The file with the screen that was looked at and approved."""
    return FOLDER / f"{name}.txt"


def compare(name: str, seen: str) -> None:
    if os.environ.get(RENEW):
        approved(name).write_text(seen, encoding="utf-8")
    assert approved(name).exists(), f"there is no picture {name} yet; {RENEW}=1 makes it"
    wanted = approved(name).read_text(encoding="utf-8")
    assert seen == wanted, f"the screen has changed; if that was meant, {RENEW}=1 renews it"


def drawn(app: App[Any]) -> str:
    """The screen as SVG; its letters are those of the reader's machine, and nothing is fetched for it."""
    return FONTS.sub("", app.export_screenshot(title="croupier"))


def look(
    name: str,
    app: PlayApp | ReplayApp,
    act: Callable[[Any], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    read: Callable[[App[Any]], str] = picture,
) -> str:
    """The screen after `act`; drawn as well, if the manual shows it and pictures are renewed.

    Textual draws some parts after others, so a screen that is not the approved one is looked at again for a while.
    """
    seen: list[str] = []
    wanted = approved(name).read_text(encoding="utf-8") if approved(name).exists() else ""

    async def do(pilot: Any) -> None:
        await act(pilot)
        deadline = monotonic() + SETTLE_SECONDS
        while (screen := read(app)) != wanted and monotonic() < deadline:
            await pilot.pause(0.01)
        seen.append(screen)
        if os.environ.get(RENEW) and name in SHOWN:
            (PICTURES / f"{SHOWN[name]}.svg").write_text(drawn(app), encoding="utf-8")
        await pilot.press("f10")

    drive(app, do, size)
    return seen[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_question_of_every_game(game):
    app = table(game)
    compare(game, look(game, app, lambda pilot: until(pilot, lambda: asked(app))))


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
def test_other_sizes(size):
    app = table("belote")
    compare(
        f"belote-{size[0]}x{size[1]}",
        look(f"belote-{size[0]}x{size[1]}", app, lambda pilot: until(pilot, lambda: asked(app)), size),
    )


def test_the_hand_over():
    app = table("cuttle", ("Ann", "Ben"))
    compare(
        "hand-over", look("hand-over", app, lambda pilot: until(pilot, lambda: isinstance(app.screen, HandOverScreen)))
    )


def picture_without_chances(app: App[Any]) -> str:
    """How sure a search is may change with every change of it."""
    return re.sub(r"\d+ %", ".. %", picture(app))


def test_a_hint():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("slash", "k", "f2")
        await until(pilot, lambda: "Hint: " in picture(app))

    compare("cuttle-hint", look("cuttle-hint", app, act, read=picture_without_chances))


def test_every_picture_of_the_manual_is_made_here():
    page = (PICTURES.parent / "terminal.md").read_text(encoding="utf-8")
    assert set(re.findall(r"pictures/([\w-]+)\.svg", page)) == set(SHOWN.values())
    assert {path.stem for path in PICTURES.glob("*.svg")} >= set(SHOWN.values())


def test_how_to_play():
    app = table("coup")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HowToPlayScreen))

    compare("how-to-play", look("how-to-play", app, act))


def test_the_rules():
    app = table("cuttle")

    async def act(pilot: Any) -> None:
        await until(pilot, lambda: asked(app))
        await pilot.press("f1", "r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen) and "1. " in picture(app))

    compare("rules", look("rules", app, act))


@pytest.mark.parametrize("game", ["bluff", "belote"])
def test_the_end(game):
    app = short(game)

    async def act(pilot: Any) -> None:
        while not isinstance(app.screen, ResultDialog):
            if asked(app):
                await pilot.press("enter")
            await pilot.pause(0.001)

    compare(f"{game}-end", look(f"{game}-end", app, act, (100, 40)))


def test_a_replay():
    app = ReplayApp(Playback(croupier.play("cuttle", ["heuristic", "random"], seed=3)), step=7)

    async def act(pilot: Any) -> None:
        await pilot.press("s")

    compare("replay", look("replay", app, act))
