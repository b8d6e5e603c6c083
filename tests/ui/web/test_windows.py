"""Time tells nothing: a reaction window looks and lasts the same, whoever could react."""

import json
from collections.abc import Iterator

import pytest
from ui.web.travel import TravelLoop, TravelTable

from croupier.games import GAMES
from croupier.kernel.game import Game
from croupier.match.match import Match

SECONDS = 3.0


@pytest.fixture
def loop() -> Iterator[TravelLoop]:
    loop = TravelLoop()
    yield loop
    loop.close()


def deal(game: Game, seats: int, word: str, is_asked: bool) -> tuple[int, int]:
    """A seed with which the first seat can play what can be reacted to, and the move; does anybody get to react?"""
    for seed in range(500):
        match = Match(game, game.settings(), [f"p{seat}" for seat in range(seats)], seed)
        decision = match.ask()
        assert decision is not None
        found = [index for index, move in enumerate(decision.moves) if str(move).startswith(word)]
        if found and decision.seat == 0:
            match.play(found[0])
            if match.state.asks_openly() != is_asked:
                return seed, found[0]
    raise AssertionError("no such deal")


CASES = [("cuttle", 2, "one-off"), ("kittens", 3, "attack")]


@pytest.mark.parametrize(("name", "seats", "word"), CASES)
def test_a_window_is_the_same_for_those_who_only_look(loop: TravelLoop, name: str, seats: int, word: str) -> None:
    seen: list[list[tuple[float, str]]] = []
    states: list[dict[str, object]] = []
    for is_asked in (True, False):
        seed, index = deal(GAMES[name], seats, word, is_asked)
        game = TravelTable(loop, GAMES[name], GAMES[name].settings(), seats, seed, SECONDS)
        game.wait_for(0)
        began = loop.time()
        before = len(game.ears[None].heard)
        game.answer(0, index)
        game.pass_time(SECONDS / 2)
        assert any(person.asked for person in game.table.people.values()) is is_asked
        states.append(json.loads(game.state(None)))
        game.pass_time(SECONDS)
        heard = game.ears[None].heard[before:]
        seen.append([(round(at - heard[0][0], 3), json.loads(text)["type"]) for at, text in heard])
        assert loop.time() - began == pytest.approx(SECONDS * 1.5)
    assert seen[0] == seen[1] == [(0.0, "window"), (SECONDS, "move_made")]
    for state in states:
        assert state["to_act"] == []
        assert state["step"] == 1
        window = state["open_window"]
        assert isinstance(window, dict)
        assert window["seconds"] == SECONDS / 2
        assert window["lines"]


def test_a_window_shows_nobody_its_own_sealed_answer(loop: TravelLoop) -> None:
    seed, index = deal(GAMES["kittens"], 3, "attack", True)
    game = TravelTable(loop, GAMES["kittens"], GAMES["kittens"].settings(), 3, seed, SECONDS)
    game.wait_for(0)
    game.answer(0, index)
    game.pass_time(SECONDS / 4)
    reacting = next(seat for seat in (1, 2) if game.table.people[seat].asked)
    game.answer(reacting, [str(move) for move in game.wait_for(reacting).moves].index("nope"))
    game.pass_time(SECONDS + 1)
    for seat in (reacting, None):
        opened = [json.loads(text) for _, text in game.ears[seat].heard if '"window"' in text]
        window = [message for message in opened if message["type"] == "window"][-1]
        assert [event["type"] for event in window["events"]][-2:] == ["Played", "Noped"]
        assert not any("in secret" in line for line in window["lines"])


def test_who_is_asked_sees_it_and_passes_by_not_answering(loop: TravelLoop) -> None:
    seed, index = deal(GAMES["cuttle"], 2, "one-off", True)
    game = TravelTable(loop, GAMES["cuttle"], GAMES["cuttle"].settings(), 2, seed, SECONDS)
    game.wait_for(0)
    game.answer(0, index)
    assert game.wait_for(1).question == "counter"
    question = json.loads(game.ears[1].heard[-1][1])
    assert (question["type"], question["window"]) == ("legal_moves", SECONDS)
    assert question["view"]["pending"] is not None
    game.pass_time(SECONDS + 1)
    match = game.table.match
    assert str(match.game.moves[match.steps[-1].move]) == "pass"
    assert match.steps[-1].faults == ()


def test_a_pass_does_not_end_a_window_but_a_reaction_does(loop: TravelLoop) -> None:
    lasted: list[float] = []
    for reaction in (0, 1):
        seed, index = deal(GAMES["cuttle"], 2, "one-off", True)
        game = TravelTable(loop, GAMES["cuttle"], GAMES["cuttle"].settings(), 2, seed, SECONDS)
        game.wait_for(0)
        game.answer(0, index)
        game.wait_for(1)
        began = loop.time()
        before = len(game.ears[0].heard)
        game.answer(1, reaction)
        while len(game.ears[0].heard) == before:
            game.pass_time(0.125)
        lasted.append(loop.time() - began)
    assert lasted[0] >= SECONDS > 1 > lasted[1]


def test_neither_a_tap_nor_a_slow_scene_changes_how_long_a_window_lasts(loop: TravelLoop) -> None:
    lasted: list[float] = []
    for is_asked in (True, False):
        seed, index = deal(GAMES["cuttle"], 2, "one-off", is_asked)
        game = TravelTable(loop, GAMES["cuttle"], GAMES["cuttle"].settings(), 2, seed, SECONDS)
        game.wait_for(0)
        broadcaster = game.table.broadcaster
        broadcaster._bots = frozenset({1})  # pyright: ignore[reportPrivateUsage]
        broadcaster.pace = SECONDS * 2  # the scene before it is still going on when the window ends
        broadcaster._shown_at = loop.time()  # pyright: ignore[reportPrivateUsage]
        before = len(game.ears[0].heard)
        began = loop.time()
        game.answer(0, index)
        if is_asked:
            game.wait_for(1)
            game.answer(1, 0)
        game.pass_time(SECONDS / 2)
        broadcaster.hurry()
        while "move_made" not in [json.loads(text)["type"] for _, text in game.ears[0].heard[before:]]:
            game.pass_time(0.125)
        lasted.append(loop.time() - began)
    assert lasted[0] == lasted[1] == pytest.approx(SECONDS, abs=0.2)


def test_in_coup_all_are_asked_and_the_window_ends_with_the_last_answer(loop: TravelLoop) -> None:
    game = TravelTable(loop, GAMES["coup"], GAMES["coup"].settings(), 3, 4, SECONDS)
    decision = game.wait_for(0)
    game.answer(0, [str(move) for move in decision.moves].index("tax"))
    assert game.wait_for(1).question == game.wait_for(2).question == "respond"
    assert json.loads(game.state(None))["to_act"] == []
    began = loop.time()
    game.answer(1, 0)
    game.answer(2, 0)
    game.wait_for(1)
    assert loop.time() - began < 1
