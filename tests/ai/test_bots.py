"""The searching bots at the table: the same answers wherever they sit, and options that say what they want."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import liar
import pytest

import croupier
from croupier.ai.registry import BUILT_IN, LEVELS
from croupier.ai.search.bots import IsmctsBot, MctsBot, Rivals, SearchBot, seconds_of
from croupier.ai.search.search import Search
from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.spec import load_bots

SETTINGS: dict[str, dict[str, Any]] = {"bluff": {"max_turns": 3}, "belote": {"deals": 1, "cut": "fixed"}}
SEATS = {"cuttle": 2, "kittens": 3, "coup": 3, "bluff": 3, "belote": 4, "liar": 3}
THINKER = """
import sys

import croupier
from croupier.ai.search.bots import IsmctsBot


class Thinker(IsmctsBot):
    def __init__(self) -> None:
        super().__init__(iterations=40)


if __name__ == "__main__":
    croupier.serve(Thinker, tcp=int(sys.argv[1]))
"""


@pytest.fixture(autouse=True)
def _liar_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "liar", liar.GAME)


@pytest.fixture
def thinker(tmp_path: Path) -> Path:
    path = tmp_path / "thinker.py"
    path.write_text(THINKER, encoding="utf-8")
    return path


def answers(match: Match) -> list[tuple[int, int, str]]:
    return [(step.seat, step.move, step.note) for step in match.steps]


def played(name: str, spec: str, seed: int = 5) -> Match:
    """A match of `spec` in seat 0 against random players."""
    game = GAMES[name]
    seats = SEATS[name]
    match = Match(game, game.settings(SETTINGS.get(name, {})), [f"p{seat}" for seat in range(seats)], seed)
    specs = [spec, *["random"] * (seats - 1)]
    run_bots(match, [entrant.make() for entrant in load_bots(game, specs, BUILT_IN)])
    assert not any(step.faults for step in match.steps)
    return match


def search_of(name: str, rivals: Rivals = "heuristic") -> Search:
    """The search of a bot that has sat down."""
    searches: list[Search] = []

    class Watched(IsmctsBot):
        def set_up(self, search: Search) -> None:
            searches.append(search)

    game = GAMES[name]
    match = Match(game, game.settings(SETTINGS.get(name, {})), [f"p{seat}" for seat in range(SEATS[name])], 1)
    Watched(game, rivals=rivals).sit(match.table, 0, 1)
    return searches[0]


@pytest.mark.parametrize(
    ("name", "rivals", "is_modelled"),
    [("coup", "heuristic", True), ("coup", "search", False), ("belote", "heuristic", False)],
)
def test_rivals_play_the_heuristic_in_the_tree_unless_there_are_partners(name: str, rivals: Rivals, is_modelled: bool):
    assert (search_of(name, rivals).model > 0) == is_modelled


@pytest.mark.parametrize(("name", "weighs"), [("coup", True), ("belote", True), ("kittens", False)])
def test_worlds_are_weighed_only_where_the_game_can_tell_them_apart(name: str, weighs: bool):
    assert (search_of(name).worlds.candidates > 0) == weighs


@pytest.mark.parametrize("spec", ["ismcts:iterations=30", "mcts:iterations=40,worlds=4", "epsilon-greedy:epsilon=0.5"])
@pytest.mark.parametrize("name", sorted(SEATS))
def test_the_same_seed_gives_the_same_match(name: str, spec: str):
    assert answers(played(name, spec)) == answers(played(name, spec))


@pytest.mark.parametrize("name", sorted(SEATS))
def test_notes_say_what_the_search_found(name: str):
    notes = [step.note for step in played(name, "ismcts:iterations=30").steps if step.seat == 0 and step.note]
    assert notes
    assert all(re.match(r"30 iterations: .+ \d+% \(\d+", note) for note in notes)
    assert not any(step.note for step in played(name, "ismcts:iterations=30,notes=false").steps)


def test_sandboxed_it_plays_the_same_match(thinker: Path):
    here = croupier.play("cuttle", ["ismcts:iterations=40", "random"], seed=7)
    locked = croupier.play("cuttle", [str(thinker), "random"], seed=7, timeout=60)
    assert answers(locked) == answers(here)
    assert any(step.note for step in here.steps)


def test_at_the_far_end_of_a_socket_it_plays_the_same_match(thinker: Path):
    here = croupier.play("coup", ["ismcts:iterations=40", "random", "random"], seed=7)
    command = [sys.executable, str(thinker), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            address = re.search(r"tcp://\S+:\d+", program.stdout.readline())
            assert address is not None
            far = croupier.play("coup", [address[0], "random", "random"], seed=7, timeout=60)
        finally:
            program.terminate()
    assert answers(far) == answers(here)


@pytest.mark.parametrize("kind", [IsmctsBot, MctsBot])
def test_findings_name_every_move_the_most_visited_first(kind: type[SearchBot]):
    game = GAMES["cuttle"]
    match = Match(game, game.settings(), ("a", "b"), 3)
    decision = match.ask()
    assert decision is not None
    bot = kind(game, iterations=200)
    bot.sit(match.table, 0, 11)
    index, found = bot.select_move_with_stats(decision)
    assert sorted(stats.index for stats in found.moves) == list(range(len(decision.moves)))
    visits = [stats.visits for stats in found.moves]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == found.iterations == 200
    assert found.best.index == index
    assert all(0 <= stats.value <= 1 for stats in found.moves)
    assert found.best.line[0][0] == 1


def test_time_ends_a_search_that_has_no_number_of_iterations():
    game = GAMES["cuttle"]
    match = Match(game, game.settings(), ("a", "b"), 3)
    decision = match.ask()
    assert decision is not None
    bot = IsmctsBot(game, think="30ms")
    bot.sit(match.table, 0, 11)
    _, found = bot.select_move_with_stats(decision)
    assert found.iterations >= 64
    assert found.seconds >= 0.03


@pytest.mark.parametrize(("text", "seconds"), [("50ms", 0.05), ("2s", 2.0), ("0.25", 0.25), ("", 0.0)])
def test_times_are_read(text: str, seconds: float):
    assert seconds_of(text) == seconds


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("ismcts:think=soon", "such as 50ms or 2s, not 'soon'"),
        ("ismcts:iterations=0", "iterations must be 1 to"),
        ("ismcts:exploration=-1", "exploration must be 0 to 100"),
        ("ismcts:rollout=clever", "rollout must be"),
        ("mcts:worlds=2000", "worlds must be 1 to 1000"),
        ("epsilon-greedy:epsilon=2", "epsilon must be 0 to 1"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_a_sentence(spec: str, complaint: str):
    with pytest.raises(UsageError, match=re.escape(complaint)):
        load_bots(GAMES["cuttle"], [spec], BUILT_IN)


@pytest.mark.parametrize("name", sorted(SEATS))
@pytest.mark.parametrize("level", LEVELS)
def test_every_game_has_every_level(name: str, level: str):
    assert load_bots(GAMES[name], [level], BUILT_IN)[0].make()


def test_a_search_finds_the_winning_move():
    """Seat 0 has 20 points and a card that wins; so does every search."""
    game = GAMES["cuttle"]
    settings = game.settings({"deal": "10h 10s Ac 9h 5d 3c 4c 4d 6c 6d 3d 2h 5c 5h 3h"})
    match = Match(game, settings, ("a", "b"), 3)
    for move in ("points 10h", "draw", "points 10s", "draw"):
        decision = match.ask()
        assert decision is not None
        match.play(decision.index_of(move))
    decision = match.ask()
    assert decision is not None
    for bot in (IsmctsBot(game, iterations=100), MctsBot(game, iterations=100, worlds=5)):
        bot.sit(match.table, 0, 5)
        best, found = bot.select_move_with_stats(decision)
        assert str(decision.moves[best]).startswith("points")
        assert found.best.value == 1.0
