"""A stored match on the whole terminal, and as a page."""

import asyncio
import json
import re
from typing import Any

import msgspec
import pytest
from textual.widgets import RichLog, Static

import croupier
from croupier.games import GAMES
from croupier.games.cuttle import CuttleBot
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.match.playback import Playback
from croupier.match.replay.plain_page import plain_page
from croupier.match.replay.table_zones import wire_of, zones_of
from croupier.ui.terminal.log import draw_table
from croupier.ui.terminal.replay import ReplayApp


def playback(game: str) -> Playback:
    return Playback(croupier.play(game, ["random", "heuristic"], seed=3))


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_is_what_was_there_to_be_seen(game):
    match = croupier.play(game, ["random", "heuristic"], seed=3)
    shown = Playback(match)
    for seat in (DEALER, PUBLIC, *range(match.table.seats)):
        assert shown.frame(len(match.steps), seat).view == match.view(seat).text()
    assert shown.frame(3, 0) == Playback(match).frame(3, 0)


def test_keys_step_forwards_and_backwards_from_every_seat():
    shown = playback("cuttle")
    app = ReplayApp(shown)

    def view() -> str:
        return str(app.query_one("#view", Static).render())

    async def act() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            assert view() == draw_table(shown.frame(0, DEALER).view).plain
            await pilot.press("right", "right", "right")
            assert view() == draw_table(shown.frame(3, DEALER).view).plain
            await pilot.press("left")
            assert view() == draw_table(shown.frame(2, DEALER).view).plain
            written = len(app.query_one(RichLog).lines)
            await pilot.press("right", "left")
            assert len(app.query_one(RichLog).lines) == written
            await pilot.press("s")
            assert view() == draw_table(shown.frame(2, 0).view).plain
            await pilot.press("end")
            assert view() == draw_table(shown.frame(len(shown.steps), 0).view).plain
            await pilot.press("home", "pagedown")
            assert view() == draw_table(shown.frame(min(10, len(shown.steps)), 0).view).plain
            assert f"of {len(shown.steps)}, as random saw it" in str(app.query_one("#status", Static).render())
            await pilot.press("q")

    asyncio.run(asyncio.wait_for(act(), 60))


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_page_holds_every_frame_of_every_seat(game):
    shown = playback(game)
    page = plain_page(shown, "a <match>")
    assert "<title>a &lt;match&gt;</title>" in page
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data: Any = json.loads(text)
    assert list(data["seats"]) == ["all cards open", *(f"as {name}" for name in shown.names), "as a spectator"]
    for who, seat in zip(data["seats"], (DEALER, *range(len(shown.names)), PUBLIC), strict=True):
        frames = data["seats"][who]
        assert len(frames) == data["steps"] + 1 == len(shown.steps) + 1
        for number in (0, 5, len(shown.steps)):
            place, lines, drawn = frames[number]
            assert (data["views"][place], lines) == (
                shown.frame(number, seat).view,
                list(shown.frame(number, seat).lines),
            )
            assert drawn
            if seat != DEALER:
                view = shown.view(number, seat)
                zones = msgspec.json.encode(zones_of(view, wire_of(view)))
                assert [data["zones"][zone] for zone in drawn] == json.loads(zones)
            else:
                hands = [zone for zone in map(data["zones"].__getitem__, drawn) if zone["title"] == "Hand"]
                assert (
                    len(hands) == len(shown.names) or number != 5
                )  # in Belote the deal comes later, and none are left
                assert all(card.get("face_up", True) for zone in hands for card in zone["cards"])


def test_nothing_said_at_the_table_can_leave_the_data_of_the_plain_page():
    class Hostile(CuttleBot):
        def select_move(self, view: Any, legal_moves: Any) -> int:
            self.say("</script><script>alert(1)</script>")
            return 0

    page = plain_page(Playback(croupier.play("cuttle", [Hostile, "random"], seed=1)), "x")
    assert "alert(1)" in page
    assert "<script>alert(1)" not in page
