"""Profiles: planted tells are found, in words, and a bot without tells shows none."""

import random
from collections.abc import Callable
from math import log2

import pytest

import croupier
from croupier import Bot, Profile
from croupier.arena.profile.information import held_out_gains, mean_interval
from croupier.arena.profile.observe import Act
from croupier.arena.run.table import StopFlag
from croupier.games import GAMES
from croupier.games.bluff import BluffBot, BluffView
from croupier.games.coup import CoupMove, CoupView
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Decision


class LowLiar(BluffBot):
    """Lays what it is asked for if it can, and else its lowest card."""

    def claim(self, view: BluffView) -> tuple[Rank, Rank | None]:
        asked = view.asked_rank
        if asked is not None and view.count(asked):
            return asked, None
        return min(view.hand), None

    def challenge(self, view: BluffView) -> bool:
        return self.rng.random() < 0.3


class AnyLiar(LowLiar):
    """The same, but lies with any of its cards."""

    def claim(self, view: BluffView) -> tuple[Rank, Rank | None]:
        asked = view.asked_rank
        if asked is not None and view.count(asked):
            return asked, None
        return self.rng.choice([rank for rank, count in view.hand.items() for _ in range(count)]), None


class Blusher(Bot[CoupMove, CoupView]):
    """Challenges a Duke exactly when it holds one itself; plays at random otherwise."""

    def decide(self, decision: Decision[CoupMove, CoupView]) -> int:
        view = decision.view
        moves = [str(move) for move in decision.moves]
        if "challenge" in moves and view.claimed == "duke":
            return moves.index("challenge" if "duke" in view.hand else "allow")
        return self.rng.randrange(len(moves))


@pytest.fixture(scope="module")
def low_liar() -> Profile:
    return croupier.profile("bluff", LowLiar, seed=5, against="random", n=16)


def test_a_bot_that_lies_only_with_low_cards_is_found_out(low_liar: Profile):
    lies = next(finding for finding in low_liar.findings if finding.tell == "lies")
    assert lies.is_clear
    assert lies.fact == "it lays low cards only (Ace to 7)"
    assert lies.rate > lies.by_rules + 0.1
    assert lies.low > lies.by_rules
    assert any("lies about one card" in sentence for sentence in low_liar.sentences(20))
    assert "is readable" in low_liar.verdict()


def test_a_bot_that_lies_with_any_card_does_not_have_that_tell():
    profile = croupier.profile("bluff", AnyLiar, seed=5, against="random", n=16)
    lies = next(tell for tell in profile.tells if tell.name == "lies")
    assert not lies.is_clear
    assert not any(finding.is_clear for finding in profile.findings if finding.tell == "lies")
    truth = next(tell for tell in profile.tells if tell.name == "claims by size")
    assert truth.is_clear, "it still tells the truth whenever it can"


def test_a_challenge_that_gives_away_a_card_is_found_out():
    profile = croupier.profile("coup", Blusher, seed=2, against="random", n=150)
    clear = [finding for finding in profile.findings if finding.is_clear]
    assert [finding.act for finding in clear if finding.tell == "challenges"][:1] == ["challenges Duke"]
    challenge = clear[0]
    assert challenge.rate == 1
    assert "when it challenges Duke, it holds that character itself: 100% of" in challenge.text()
    assert not next(tell for tell in profile.tells if tell.name == "claims").is_clear


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_play_of_coup_gives_nothing_away(seed: int):
    """Its legal moves do not depend on its cards, so its acts cannot tell anything about them."""
    profile = croupier.profile("coup", "random", seed=seed, against="random", n=80)
    assert len(profile.tells) == 3
    for tell in profile.tells:
        assert tell.low <= 0.005, tell
        assert not tell.is_clear, tell
    assert not profile.sentences()
    assert "has no clear tell" in profile.verdict()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_declares_tells_whose_facts_are_known(game: str):
    profile = croupier.profile(game, "random", seed=1, against="random", n=8)
    assert profile.matches == 8
    assert profile.tells
    for tell in profile.tells:
        assert tell.uncertainty >= 0
    assert profile.wins_low <= profile.wins <= profile.wins_high
    assert all(habit.rate <= 1 for habit in profile.habits)


def test_the_same_seed_gives_the_same_profile():
    first, second = (croupier.profile("coup", "heuristic", seed=9, n=12) for _ in range(2))
    assert first == second


def test_one_deal_leaves_open_all_that_the_rules_leave_open():
    profile = croupier.profile("cuttle", "heuristic", seed=1, n=2)
    assert profile.deals == 1
    assert [(tell.low, tell.high) for tell in profile.tells] == [(0.0, tell.uncertainty) for tell in profile.tells]
    assert "inf" not in profile.verdict().split()


def test_a_profile_that_is_stopped_has_the_matches_so_far():
    stop = StopFlag()

    def observe(matches: int) -> None:
        if matches >= 4:
            stop.set()

    profile = croupier.profile("coup", "random", seed=1, n=400, stop=stop, observe=observe)
    assert profile.is_stopped
    assert 4 <= profile.matches < 400


def _acts(count: int, draw: Callable[[random.Random], tuple[str, int]], baseline: tuple[float, ...]) -> list[Act]:
    rng = random.Random(1)
    return [Act(0, number // 4, *draw(rng), baseline) for number in range(count)]


def test_information_is_measured_in_bits():
    """Two equally likely facts, and an act that is right nine times in ten: 1 - H(0.9) bits."""

    def draw(rng: random.Random) -> tuple[str, int]:
        fact = rng.randrange(2)
        return ("says " + str(fact if rng.random() < 0.9 else 1 - fact)), fact

    acts = _acts(4000, draw, (0.5, 0.5))
    gains = held_out_gains(acts)
    bits = 1 + 0.9 * log2(0.9) + 0.1 * log2(0.1)
    low, high = mean_interval(gains, [act.block for act in acts])
    assert low < bits < high
    assert high - low < 0.08


def test_acts_that_say_nothing_gain_nothing_even_if_there_are_few():
    for count in (30, 300, 3000):
        acts = _acts(count, lambda rng: (f"says {rng.randrange(6)}", int(rng.random() < 0.3)), (0.7, 0.3))
        gains = held_out_gains(acts)
        low, _ = mean_interval(gains, [act.block for act in acts])
        assert low <= 0
        assert gains.mean() < 0.01


def test_a_wrong_idea_of_the_rules_is_not_taken_for_a_tell_of_one_act():
    """A fact that is always more frequent than the baseline says is information, whatever the act."""
    acts = _acts(2000, lambda rng: (f"says {rng.randrange(2)}", int(rng.random() < 0.6)), (0.7, 0.3))
    expected = 0.6 * log2(0.6 / 0.3) + 0.4 * log2(0.4 / 0.7)
    assert held_out_gains(acts).mean() == pytest.approx(expected, abs=0.05)
