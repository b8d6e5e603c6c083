"""Chance is the same everywhere: these numbers must never change, or every stored match becomes another one."""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.rng import DEAL, SEED_LIMIT, Chance, purpose


def stream(seed: int, name: str, index: int) -> Chance:
    chance = Chance()
    chance.start(seed, purpose(name), index)
    return chance


def test_the_first_words_of_a_stream() -> None:
    chance = stream(7, "deal", 0)
    assert [chance.word() for _ in range(4)] == [3875104427, 2585379626, 2667230108, 2673613349]


def test_the_deal_of_a_seed() -> None:
    cards = vec[i64](list(range(10)))
    chance = Chance()
    chance.start(SEED_LIMIT - 1, DEAL, 3)
    chance.shuffle(cards, 10)
    assert list(cards) == [6, 9, 4, 5, 1, 0, 2, 7, 8, 3]


@pytest.mark.parametrize(
    "other", [(8, "deal", 0), (7, "luck", 0), (7, "deal", 1), (7, "deal", 1 << 16), (7 + (1 << 40), "deal", 0)]
)
def test_seed_purpose_and_index_all_matter(other: tuple[int, str, int]) -> None:
    one, two = stream(7, "deal", 0), stream(*other)
    assert [one.word() for _ in range(4)] != [two.word() for _ in range(4)]


@pytest.mark.parametrize("n", [1, 2, 3, 10, 52])
def test_below_is_fair(n: int) -> None:
    chance = stream(1, "test", n)
    draws = Counter(chance.below(n) for _ in range(n * 2000))
    assert set(draws) == set(range(n))
    assert all(abs(count - 2000) < 5 * 2000**0.5 for count in draws.values())


def test_below_does_not_favour_small_numbers_when_the_range_is_large() -> None:
    n = 3 << 28  # two thirds of the first 2**30: a plain remainder would favour the lower third
    chance = stream(1, "test", 0)
    low = sum(chance.below(n) < n // 3 for _ in range(30_000))
    assert abs(low - 10_000) < 500


def test_dealing_from_a_pool_gives_every_order_its_share() -> None:
    pool, target = vec[i64]([5, 6, 7]), vec[i64]([0] * 3)
    orders: Counter[tuple[int, ...]] = Counter()
    chance = stream(2, "test", 0)
    for _ in range(6000):
        chance.deal_into(pool, target, 3)
        orders[tuple(int(card) for card in target)] += 1
    assert len(orders) == 6
    assert all(abs(count - 1000) < 160 for count in orders.values())
    assert list(pool) == [5, 6, 7]


def test_luck_is_a_whole_random_generator() -> None:
    luck = BotRandom(5)
    assert 0 <= luck.random() < 1
    assert luck.choice("abc") in "abc"
    assert sorted(luck.sample(range(10), 10)) == list(range(10))
    assert 0 <= luck.getrandbits(70) < 1 << 70
    assert luck.getrandbits(0) == 0
    with pytest.raises(ValueError, match="negative"):
        luck.getrandbits(-1)


def test_luck_starts_anew_at_every_question() -> None:
    luck = BotRandom()
    luck.turn_to(9, 4)
    first = [luck.random() for _ in range(3)]
    luck.random()
    luck.turn_to(9, 4)
    assert [luck.random() for _ in range(3)] == first
    luck.turn_to(9, 5)
    assert [luck.random() for _ in range(3)] != first


def test_luck_can_be_saved_and_seeded_by_hand() -> None:
    luck = BotRandom(1)
    saved = luck.getstate()
    first = luck.random()
    luck.setstate(saved)
    assert luck.random() == first
    luck.seed("mine")
    again = luck.random()
    luck.seed("mine")
    assert luck.random() == again


def test_derived_seeds_are_seeds() -> None:
    seeds = {derived_seed("match", 7, block) for block in range(1000)}
    assert len(seeds) == 1000
    assert all(0 <= seed < SEED_LIMIT for seed in seeds)
