"""Mining: what counts as clearly best, and that puzzles differ from each other."""

from collections.abc import Sequence
from statistics import mean

import msgspec
import pytest

import croupier
from croupier.ai.baselines import HeuristicBot
from croupier.games import find_game
from croupier.match.run_players import luck_seed
from croupier.puzzles.examine import Weights, models_for, verdict_of
from croupier.puzzles.mine import Mine, fresh_decisions, is_near, stored_decisions
from croupier.puzzles.puzzle import Puzzle, PuzzlePosition, check_puzzle, shipped_puzzles
from croupier.puzzles.verify import refresh, verify_puzzle


def weights(*values: float, visits: int = 10_000, spread: float = 1.0) -> Weights:
    return Weights(values, (visits,) * len(values), spread)


def answers(searches: Sequence[Weights]) -> tuple[int, ...] | None:
    verdict = verdict_of(searches)
    return None if verdict is None else verdict.answers


def test_one_move_is_clearly_best_if_all_searches_say_so() -> None:
    assert answers([weights(0.4, 0.7, 0.5), weights(0.3, 0.6, 0.4)]) == (1,)


def test_searches_that_disagree_make_no_puzzle() -> None:
    assert answers([weights(0.4, 0.7, 0.5), weights(0.3, 0.4, 0.6)]) is None


def test_a_gap_within_the_noise_makes_no_puzzle() -> None:
    assert answers([weights(0.5, 0.6, visits=100)]) is None
    assert answers([weights(0.5, 0.6, visits=10_000)]) == (1,)
    assert answers([weights(0.5, 0.53, visits=1_000_000)]) is None


def test_moves_that_are_as_good_are_accepted_too() -> None:
    assert answers([weights(0.2, 0.7, 0.69, 0.3, 0.1, 0.1)]) == (1, 2)


def test_mined_puzzles_are_sound(mined: tuple[Puzzle, ...]) -> None:
    assert len(mined) == 4
    models = [model.name for model in models_for(find_game("cuttle"))]
    for puzzle in mined:
        check_puzzle(puzzle)
        assert [each.model for each in puzzle.evidence] == models
        assert puzzle.themes
        assert "wins" in puzzle.explanation()
        heuristic = _heuristic_answer(puzzle)
        assert puzzle.turn == (heuristic in puzzle.answers)
        assert puzzle.turn or puzzle.natural == heuristic


def _heuristic_answer(puzzle: Puzzle) -> str:
    position = PuzzlePosition(puzzle)
    bot = HeuristicBot(position.game)
    bot.sit(position.table, puzzle.seat, luck_seed(0, puzzle.seat))
    decision = position.decision()
    return str(decision.moves[bot.decide(decision)])


def test_near_duplicates_are_left_out(dug: Mine, mined: tuple[Puzzle, ...]) -> None:
    one = mined[0]
    other = msgspec.structs.replace(one, view=(*one.view[:-1], one.view[-1] + 1), id="cuttle-0")
    assert is_near(one, other)
    assert not is_near(one, msgspec.structs.replace(other, answers=("draw",)))
    again = Mine(dug.game, len(mined) + 1, mined, iterations=300, seed="test")
    for _, _ in zip(range(dug.searched), again.dig(fresh_decisions(dug.game, "test")), strict=False):
        pass
    assert not {puzzle.id for puzzle in mined} & {puzzle.id for puzzle in again.new}
    assert again.examined <= dug.examined - len(mined)  # what is known is not searched in full again


def test_the_safe_move_is_a_puzzle_only_where_weak_players_are_tempted_by_another() -> None:
    """To trust a claim in Bluff: on an empty pile the level noob challenges by mood, on a large one never."""
    game = find_game("bluff")
    tempting: dict[bool, list[int]] = {True: [], False: []}
    mine = Mine(game, 1, seed="test")
    for mine.searched, candidate in zip(range(400), fresh_decisions(game, "test"), strict=False):
        view = candidate.decision.view
        if candidate.decision.question == "challenge" and not view.is_certain_lie:
            tempting[mine.tempts(candidate, (0,))].append(view.pile_size)
    assert min(map(len, tempting.values())) > 5
    assert max(tempting[True]) < max(tempting[False])
    assert mean(tempting[True]) < mean(tempting[False])


def test_stored_matches_are_mined_too() -> None:
    match = croupier.play("cuttle", ["heuristic", "random"], seed=3)
    found = list(stored_decisions([match]))
    assert [candidate.decision.seat for candidate in found] == [step.seat for step in match.steps]


def test_themes_and_explanations_follow_from_the_position(mined: tuple[Puzzle, ...]) -> None:
    for puzzle in mined:
        assert refresh(puzzle).themes == puzzle.themes


def test_a_wrong_answer_does_not_survive_verification() -> None:
    clear = max(shipped_puzzles("cuttle"), key=lambda puzzle: puzzle.evidence[0].answer - puzzle.evidence[0].other)
    assert verify_puzzle(clear, 2_000) == ""
    wrong = msgspec.structs.replace(clear, answers=(clear.natural,), natural=clear.answers[0])
    assert clear.answers[0] in verify_puzzle(wrong, 2_000)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["kittens", "coup", "cuttle", "bluff", "belote"])
def test_every_shipped_puzzle_holds_in_an_independent_search(game: str) -> None:
    failed = {puzzle.id: why for puzzle in shipped_puzzles(game) if (why := verify_puzzle(puzzle, seed="soak"))}
    assert len(failed) <= len(shipped_puzzles(game)) // 100, failed
