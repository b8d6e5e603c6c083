"""Matches that begin at a position instead of a deal: asked there, replayed from there."""

import pytest

from croupier.games import find_game
from croupier.kernel.errors import ReplayError
from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match
from croupier.match.opening import open_at, opening_of
from croupier.match.playback import replay_from_deal
from croupier.match.position import Position
from croupier.match.replay.read import replays_in
from croupier.match.replay.verify import rebuild
from croupier.match.replay.write import encode_replay

GAMES = {"kittens": 3, "coup": 3, "cuttle": 2, "bluff": 3, "belote": 4}


def begin_in_the_middle(name: str, moves: int = 12) -> Match:
    """A match from a world that fits what the seat to act knows after some moves."""
    game = find_game(name)
    settings = game.settings()
    position = Position.start(game, settings, GAMES[name], seed=4)
    for _ in range(moves):
        position = position.after(position.moves[-1])
    world = position.imagine(position.to_act, 9)
    state = game.new_state(settings, GAMES[name])
    state.restore(position.to_act, world.view(position.to_act).ints)
    state.imagine(position.to_act, 9)
    match = Match(game, settings, [f"p{seat}" for seat in range(GAMES[name])], 5)
    return open_at(match, state.snapshot(DEALER))


@pytest.mark.parametrize("name", GAMES)
def test_a_match_from_a_position_is_played_and_replayed(name: str) -> None:
    match = begin_in_the_middle(name)
    first = match.ask()
    assert first is not None
    assert match.happened(step=0) == ()
    assert opening_of(match)
    again = replay_from_deal(match).ask()
    assert again is not None
    assert (again.view, again.moves) == (first.view, first.moves)
    for _ in range(3000):
        decision = match.ask()
        if decision is None:
            break
        match.play(0)
    if match.over:
        lines = encode_replay(match, "0", ["x"] * match.table.seats)
        (replay,) = replays_in(lines.splitlines(keepends=True), "test")
        assert rebuild(replay).result() == match.result()


def test_a_replay_of_a_dealt_match_says_nothing_about_an_opening() -> None:
    match = Match(find_game("cuttle"), find_game("cuttle").settings(), ["a", "b"], 5)
    while match.ask() is not None:
        match.play(0)
    assert b"opening" not in encode_replay(match, "0", ["x", "x"])


def test_a_broken_opening_is_refused() -> None:
    match = begin_in_the_middle("cuttle")
    while match.ask() is not None:
        match.play(0)
    lines = encode_replay(match, "0", ["x", "x"])
    (replay,) = replays_in(lines.splitlines(keepends=True), "test")
    import msgspec

    broken = msgspec.structs.replace(replay, head=msgspec.structs.replace(replay.head, opening=(1, 2)))
    with pytest.raises(ReplayError):
        rebuild(broken)
