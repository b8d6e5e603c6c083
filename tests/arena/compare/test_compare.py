"""Comparisons: equal bots, better bots, fields, and whoever plays them in whatever order."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from croupier.arena.api import compare
from croupier.arena.compare.compare import Comparison, power_table, run_comparison, usual_variance, verdict_text
from croupier.arena.compare.sprt import MIN_BLOCKS, Hypotheses
from croupier.arena.plan.blocks import Design, lone_design
from croupier.arena.run.task import Chunk, Played, Skipped
from croupier.games.cuttle import CuttleBot
from croupier.kernel.errors import UsageError


class Dice(CuttleBot):
    """Truly random from match to match: unlike `random`, whose luck belongs to the deal and the seat."""

    chance = random.Random(11)

    def select_move(self, view: Any, legal_moves: Any) -> Any:
        return self.chance.choice(legal_moves)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("cuttle", {}),
        ("kittens", {"seats": 3}),
        ("coup", {"seats": 4, "halves": True}),
        ("bluff", {"seats": 3, "settings": {"max_turns": 20}}),
        ("belote", {"settings": {"deals": 1}}),
        ("cuttle", {"permutations": True}),
        ("coup", {"seats": 3, "field": ["random"]}),
    ],
)
def test_two_copies_of_a_deterministic_bot_win_exactly_their_share(game: str, options: dict[str, Any]):
    result = compare(game, "heuristic", "heuristic", seed=5, max_games=150, edge=0.1, **options)
    assert result.gain == 0
    assert result.rate == pytest.approx(result.parity)
    assert all(step.gain == 0 for step in result.path)
    assert result.verdict == "not better"
    assert result.saving is None


def test_two_random_copies_differ_and_are_not_called_better():
    verdicts = [compare("cuttle", Dice, Dice, seed=seed, edge=0.15, trust=True) for seed in range(12)]
    assert any(result.gain for result in verdicts)
    assert sum(result.verdict == "better" for result in verdicts) <= 2  # at 2.5 % three of twelve are 1 in 300


def test_a_better_bot_is_found_and_the_verdict_is_in_words():
    result = compare("cuttle", "random", "heuristic", seed=7)
    assert result.verdict == "better"
    assert verdict_text(result, "random", "heuristic") == "Yes: heuristic is better than random."
    assert result.interval[0] > 0.3
    assert result.saving is not None
    assert result.unpaired_games == round(result.games * result.saving)
    back = compare("cuttle", "heuristic", "random", seed=7)
    assert verdict_text(back, "heuristic", "random") == "No: random is worse than heuristic."


def test_the_same_seed_gives_the_same_comparison():
    assert compare("coup", "random", "honest", seed=3, max_games=60) == compare(
        "coup", "random", "honest", seed=3, max_games=60
    )


def test_no_more_than_so_many_matches_are_played():
    result = compare("cuttle", "random", "random", seed=1, max_games=20)
    assert (result.games, result.verdict) == (20, "open")
    assert "No verdict after all matches" in verdict_text(result, "a", "b")


def test_halves_and_a_field_do_not_go_together():
    with pytest.raises(UsageError, match="remove --field"):
        compare("coup", "random", "honest", field=["bluffer"], halves=True)


class Shuffled:
    """An executor that gives back matches in another order, whole chunks late."""

    def __init__(self, seed: int, winner: float = 0.6) -> None:
        self._chance = random.Random(seed)
        self._winner = winner
        self.played = 0
        self.skipped: list[Skipped] = []
        self.idle = lambda: None

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        held: list[Played] = []
        for chunk in chunks:
            held += [self._played(task) for task in chunk]
            if len(held) > 150:
                self._chance.shuffle(held)
                while len(held) > 60:
                    self.played += 1
                    yield held.pop()
        yield from held

    def _played(self, task: Any) -> Played:
        luck = random.Random(f"{task.pairing.seed} {task.pairing.seating}").random()
        new_wins = luck < self._winner
        places = tuple(1 if (entrant == 1) == new_wins else 2 for entrant in task.pairing.seating)
        return Played(
            task.number, task.pairing.block, task.pairing.seed, task.pairing.seating, (0, 1), places, (0.0, 0.0), "", 1
        )


def test_the_order_in_which_matches_come_back_changes_nothing():
    design: Design = lone_design((0, 1))
    results: set[str] = set()
    kept: list[list[int]] = []
    for seed in range(4):
        numbers: list[int] = []
        found: Comparison = run_comparison(
            Shuffled(seed), design, 9, keep=lambda each, to=numbers: to.append(each.number)
        )
        results.add(repr(found))
        kept.append(numbers)
    assert len(results) == 1
    assert kept[0] == sorted(kept[0]) == kept[3]
    assert "better" in results.pop()


def test_power_knows_the_table():
    design = lone_design((0, 1))
    assert usual_variance(design) == 0.125
    rows = power_table(design, Hypotheses(0.05))
    assert [round(row.better, 3) for row in rows[1:4]] == [0.025, 0.5, 0.975]
    assert power_table(design, Hypotheses(0.05), 4.0)[3].blocks == pytest.approx(rows[3].blocks / 4)
    assert rows[-1].blocks >= MIN_BLOCKS
