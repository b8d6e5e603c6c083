"""What matches tell besides places: counts of the game, times, and numbers in notes."""

from typing import Any

import pytest

import croupier
from croupier.arena.results.match_stats import ANSWERS, game_counts, note_means, numbers_in, statistics_of
from croupier.games.cuttle import CuttleBot


class Thinker(CuttleBot):
    def select_move(self, view: Any, legal_moves: Any) -> Any:
        self.note = f"depth={len(legal_moves)}, value: -0.5"
        return legal_moves[0]


@pytest.mark.parametrize(
    ("note", "numbers"),
    [
        ("depth=7 value=-0.25", {"depth": 7, "value": -0.25}),
        ('{"depth": 7, "nodes": 1e3}', {"depth": 7, "nodes": 1000}),
        ("depth = 3; depth = 4", {"depth": 4}),
        ("I think, so I am", {}),
        ("x=1.2.3 y=7up z=", {"x": 1.2}),
    ],
)
def test_numbers_are_read_from_notes(note: str, numbers: dict[str, float]):
    assert numbers_in(note) == numbers


def test_a_note_cannot_bring_too_many_columns():
    assert len(numbers_in(" ".join(f"a{n}={n}" for n in range(100)))) == 20


def test_the_numbers_of_notes_become_means():
    match = croupier.play("cuttle", [Thinker, "random"], seed=3)
    thinker, random = statistics_of(match)
    answers = [step for step in match.steps if step.seat == 0]
    assert thinker[ANSWERS] == len(answers)
    assert note_means(thinker)["value"] == -0.5
    assert note_means(thinker)["depth"] >= 1
    assert note_means(random) == {}


@pytest.mark.parametrize("game", ["cuttle", "kittens", "coup", "bluff", "belote"])
def test_every_game_counts_something_for_every_seat(game: str):
    match = croupier.play(game, ["random"] * 4 if game == "belote" else ["random"] * 2, seed=4)
    counts = [game_counts(each) for each in statistics_of(match)]
    analysis = match.game.stats
    assert analysis is not None
    assert all(analysis.figures(each) for each in counts)
    assert len({tuple(each) for each in counts}) == 1
