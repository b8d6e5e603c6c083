"""`croupier.run_batch`: the matches of a run one by one."""

import pytest

import croupier
from croupier.games.cuttle import CuttleBot
from croupier.match.replay.read import replays_in
from croupier.match.replay.verify import verify


class First(CuttleBot):
    def select_move(self, view, legal_moves):
        self.say("first")
        return 0


@pytest.mark.parametrize("workers", [1, 2])
def test_results_have_places_winner_and_replay(workers):
    results = croupier.run_batch("cuttle", ["heuristic", First], n=9, seed=1, workers=workers)
    assert len(results) == 10
    assert [result.names for result in results[:2]] == [("heuristic", "First"), ("First", "heuristic")]
    assert results[0].seed == results[1].seed != results[2].seed
    for result in results:
        winners = [name for name, place in zip(result.names, result.places, strict=True) if place == 1]
        assert result.winner == (winners[0] if len(winners) == 1 else None)
        (replay,) = replays_in(result.replay.encode().splitlines(keepends=True), "replay")
        verify(replay)
        assert replay.result.places == result.places
        assert replay.head.croupier == croupier.__version__
        assert ("first",) in {line.say for line in replay.moves}
    assert sum(result.winner == "heuristic" for result in results) > 7


def test_the_same_as_croupier_run():
    results = croupier.run_batch("kittens", ["random", "cautious", "random"], n=12, seed=3)
    standings = croupier.run("kittens", ["random", "cautious", "random"], n=12, seed=3).standings
    for number, name in enumerate(("random", "cautious", "random 2")):
        wins = sum(result.winner == name for result in results)
        assert standings.records[number].wins == wins


def test_a_result_reads_well():
    (first, *_) = croupier.run_batch("cuttle", ["heuristic", "random"], n=2, seed=1)
    assert repr(first).startswith(f"<cuttle, seed {first.seed:032x}: heuristic ")
    assert (first.match.over, first.faults, first.winners) == (True, (), (first.winner,))
    assert first.ending
    assert len(first.scores) == 2
