"""Browsers that do not keep up, and zones that show what a view knows and nothing else."""

import asyncio
import random

import pytest
from liar import GAME as LIAR

from croupier.games import GAMES
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.replay.table_zones import open_zones, wire_of, zones_of
from croupier.ui.web.tables.broadcast import Broadcaster
from croupier.ui.web.tables.snapshots import standing_text
from croupier.ui.web.tables.viewers import MAX_QUEUED, Viewer


def test_a_browser_that_does_not_read_is_not_waited_for() -> None:
    async def flood() -> tuple[list[str], bool]:
        viewer = Viewer(None)
        for number in range(MAX_QUEUED * 10):
            viewer.put(str(number))
        return await viewer.take(), viewer.is_behind

    taken, is_behind = asyncio.run(flood())
    assert is_behind  # so that a whole state is sent instead of what it missed
    assert len(taken) <= MAX_QUEUED
    assert taken[-1] == str(MAX_QUEUED * 10 - 1)


def test_what_is_queued_still_goes_out_when_a_table_closes() -> None:
    async def close() -> list[list[str]]:
        viewer = Viewer(None)
        viewer.put("last words")
        viewer.close("over")
        return [await viewer.take(), await viewer.take()]

    assert asyncio.run(close()) == [["last words"], []]


def test_a_tap_ends_the_wait_for_the_next_move_of_a_bot() -> None:
    async def show() -> bool:
        match = played(GAMES["cuttle"], 1)
        broadcaster = Broadcaster(match, (), (0, 1), pace=1e6, window=0)
        broadcaster.note_answers()
        showing = asyncio.create_task(broadcaster.show())
        await asyncio.wait([showing], timeout=0.01)
        was_waiting = not showing.done()
        broadcaster.hurry()
        await showing
        return was_waiting

    assert asyncio.run(show())


def played(game: Game, steps: int) -> Match:
    seats = {"cuttle": 2, "belote": 4}.get(game.name, 3)
    match = Match(game, game.settings(), [f"p{seat}" for seat in range(seats)], 5)
    chance = random.Random(1)
    for _ in range(steps):
        decision = match.ask()
        if decision is not None:
            match.play(chance.randrange(len(decision.moves)))
    return match


@pytest.mark.parametrize("game", [*GAMES.values(), LIAR], ids=lambda game: game.name)
def test_every_game_is_drawn_with_its_hands(game: Game) -> None:
    match = played(game, 9)
    views = [match.view(seat) for seat in range(match.table.seats)]
    for view in views:
        zones = zones_of(view, wire_of(view))
        assert zones
        assert all(zone.count >= len(zone.cards) for zone in zones)
    spectator = zones_of(match.view(PUBLIC), wire_of(match.view(PUBLIC)))
    known = match.view(PUBLIC).known_to_all if game.name == "bluff" else None  # there challenges reveal cards
    for zone in spectator:
        if zone.title == "Hand":
            open_cards = sorted(card.text for card in zone.cards if card.face_up)
            assert open_cards == (
                sorted(str(rank) for rank, n in known(zone.seat).items() for _ in range(n)) if known else []
            )
    if game is not LIAR:
        shown = {zone.seat for zone in open_zones(views, match.view(PUBLIC)) if zone.title == "Hand"}
        assert shown == set(range(match.table.seats))


def test_playing_cards_have_rank_and_suit() -> None:
    view = played(GAMES["belote"], 12).view(0)
    hand = next(zone for zone in zones_of(view, wire_of(view)) if zone.title == "Hand")
    assert hand.cards
    assert all(card.rank and card.suit in ("clubs", "diamonds", "hearts", "spades") for card in hand.cards)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_standing_tells_what_a_spectator_may_see(game: Game) -> None:
    match = played(game, 15)
    seats, middle = standing_text(match)
    assert len(seats) == match.table.seats
    assert all(seats)
    wanted = {"cuttle": "Score", "coup": "Coins", "belote": "oints: ", "kittens": "pile", "bluff": "Cards"}
    assert wanted[game.name] in " ".join([*seats, middle])
    assert game.turn_text(match.view(PUBLIC)) in middle
