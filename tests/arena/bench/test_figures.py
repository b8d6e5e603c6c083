"""The figures are measured, named and compared; how big they are is not a test."""

from croupier.arena.bench.figures import Effort, Figure, measure, measure_memory, targets_met


def test_more_or_less_is_better():
    assert Figure("a", 20, "x/s", 10).ratio == 2
    assert Figure("a", 20, "ns", 10, less_is_better=True).ratio == 0.5
    assert targets_met([Figure("a", 10, "x/s", 10)])
    assert not targets_met([Figure("a", 9, "x/s", 10)])


def test_every_figure_is_measured():
    figures = measure(Effort(seconds=0.002, rounds=1))
    assert [figure.unit for figure in figures] == ["matches/s", "moves/s", "ns", "ns", "matches/s", "decisions/s"]
    assert all(figure.value > 0 for figure in figures)


def test_memory_is_measured_in_a_process_of_its_own():
    figure = measure_memory(few=20, many=60)
    assert 0.9 < figure.value < 2
