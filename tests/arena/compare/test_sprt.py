"""The sequential test: how often it errs, simulated, and how sure its interval is."""

import random
from collections.abc import Callable

import pytest

from croupier.arena.compare.brownian import exit_probability, inside_above, mean_exit_time, upper_by
from croupier.arena.compare.sprt import MIN_BLOCKS, Hypotheses, SequentialTest, power
from croupier.kernel.errors import UsageError

EDGE = Hypotheses(edge=0.15)


def blocks_of_two(gain: float, seed: int, shared: float = 0.5) -> Callable[[], float]:
    """The gain of a block of two matches: both won, one each, both lost."""
    chance = random.Random(seed)
    rest = (1 - shared) / 2
    return lambda: chance.choices((0.5, 0.0, -0.5), (rest + gain, shared, rest - gain))[0]


def decided(draw: Callable[[], float], hypotheses: Hypotheses = EDGE) -> SequentialTest:
    test = SequentialTest(hypotheses, 0.125)
    while test.add(draw()) == "open":
        assert test.blocks < 20_000
    return test


def simulated(gain: float, times: int = 600) -> tuple[float, float]:
    """How often it says better, and how often its interval holds the truth."""
    draw = blocks_of_two(gain, 7)
    better = covered = 0
    for _ in range(times):
        test = decided(draw)
        better += test.verdict == "better"
        low, high = test.interval()
        covered += low <= gain <= high
    return better / times, covered / times


def test_equal_bots_are_called_better_no_more_often_than_alpha():
    better, covered = simulated(0.0)
    assert better <= EDGE.alpha + 0.01  # 1.6 deviations of 600 trials
    assert covered >= 0.92


def test_a_bot_that_is_better_by_the_edge_is_found():
    better, covered = simulated(EDGE.edge)
    assert better >= 1 - EDGE.beta - 0.015
    assert covered >= 0.92


def test_the_gain_is_as_often_too_high_as_too_low():
    draw = blocks_of_two(EDGE.edge, 11)
    tests = [decided(draw) for _ in range(400)]
    assert sum(test.gain > EDGE.edge for test in tests) / 400 == pytest.approx(0.5, abs=0.07)  # 2.8 deviations
    assert sum(test.mean > EDGE.edge for test in tests) / 400 > 0.6, "the mean is too high when luck stops the test"


def test_where_blocks_hardly_differ_alpha_holds_and_beta_does_not():
    """Nine blocks of ten end one each: what docs/measuring.md says about such bots."""
    edge = Hypotheses(edge=0.05)
    better: list[float] = []
    for gain in (0.0, edge.edge):
        draw = blocks_of_two(gain, 9, shared=0.9)
        better.append(sum(decided(draw, edge).verdict == "better" for _ in range(400)) / 400)
    assert better[0] <= edge.alpha
    assert 0.90 <= better[1] <= 0.975


def test_a_worse_bot_is_never_called_better_and_is_found_out_sooner():
    draw = blocks_of_two(-0.15, 3)
    worse = [decided(draw) for _ in range(100)]
    assert {test.verdict for test in worse} == {"not better"}
    equal = blocks_of_two(0.0, 3)
    assert sum(t.blocks for t in worse) < sum(decided(equal).blocks for _ in range(100))


def test_blocks_that_never_differ_are_not_believed_at_once():
    test = decided(lambda: 0.0, Hypotheses(0.03))
    assert test.verdict == "not better"
    assert 3 / test.blocks * 0.5 < 0.03, "a difference that is rarer than 3 in n could still be the edge"
    assert test.interval()[0] < 0 < test.interval()[1] < 0.03


def test_nothing_is_decided_before_the_variance_is_known():
    assert decided(lambda: 0.5).blocks == MIN_BLOCKS


def test_a_verdict_stands():
    test = decided(lambda: 0.5)
    ratio = test.ratio
    assert test.add(-0.5) == "better"
    assert test.ratio == ratio


@pytest.mark.parametrize(("edge", "gain", "blocks"), [(0.03, 0.02, 60), (0.001, 0.15, 400), (0.001, -0.15, 400)])
def test_the_interval_of_an_open_test_holds_its_mean(edge: float, gain: float, blocks: int):
    test = SequentialTest(Hypotheses(edge), 0.125)
    draw = blocks_of_two(gain, 1)
    for _ in range(blocks):
        test.add(draw())
    assert test.verdict == "open"
    low, high = test.interval()
    assert low < test.mean < high
    assert test.gain == pytest.approx(test.mean, abs=0.005)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((0.0,), "between 0 and 1"),
        ((0.1, 0.6), "alpha must be a probability"),
        ((0.1, 0.1, 0.0), "beta must be a probability"),
    ],
)
def test_impossible_hypotheses_are_refused(values: tuple[float, ...], words: str):
    with pytest.raises(UsageError, match=words):
        Hypotheses(*values)


def test_power_is_what_the_simulation_finds():
    assert power(EDGE, 0.125, 0.0).better == pytest.approx(EDGE.alpha)
    assert power(EDGE, 0.125, EDGE.edge).better == pytest.approx(1 - EDGE.beta)
    draw = blocks_of_two(0.0, 5)
    mean = sum(decided(draw).blocks for _ in range(200)) / 200
    assert power(EDGE, 0.125, 0.0).blocks == pytest.approx(mean, rel=0.35)


# A Brownian motion in a strip: known values, and the parts add up to one.


def test_without_drift_the_nearer_wall_is_likelier():
    assert exit_probability(0.0, (-1.0, 3.0)) == 0.25
    assert mean_exit_time(0.0, (-1.0, 3.0)) == 3.0


@pytest.mark.parametrize("drift", [-1.5, -0.2, 0.0, 0.3, 2.0])
def test_whoever_has_not_left_is_inside(drift: float):
    strip = (-1.0, 1.5)
    for time in (0.1, 1.0, 4.0):
        up = upper_by(time, drift, strip)
        down = upper_by(time, -drift, (-1.5, 1.0))
        assert up + down + inside_above(time, strip[0], drift, strip) == pytest.approx(1.0, abs=1e-6)
    assert upper_by(60.0, drift, strip) == pytest.approx(exit_probability(drift, strip), abs=1e-6)
