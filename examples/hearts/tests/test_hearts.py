"""Rules by their numbers in RULES.md, and that imagined worlds are those that fit, each as likely as any other."""

from collections import Counter

import hearts
import pytest
from hearts.core import layout as w

from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match


def new_match(seed: int = 1, **settings: int) -> Match:
    return Match(hearts.GAME, hearts.GAME.settings(settings), list("ABCD"), seed)


def play(match: Match, until: int, pick: int = 0) -> Match:
    """Play legal moves until this many cards of the deal are played."""
    while match.state.words[w.N_PLAYED] < until or match.state.sealed:
        decision = match.ask()
        assert decision is not None
        match.play(min(pick, len(decision.moves) - 1))
    return match


def test_1_3_what_is_laid_down_is_secret_until_it_is_taken_up() -> None:
    match = new_match()
    hand = match.view(1).hand
    for seat in range(4):
        match.ask(seat)
        match.play(0, seat=seat)
    assert match.view(1).given == (hand[0],)
    assert match.view(2).hand_size(1) == 12
    seen = [event for step in range(len(match.steps) + 1) for event in match.happened(2, step)]
    assert [event.seat for event in seen if isinstance(event, hearts.face.LaidDown)] == [2]


@pytest.mark.parametrize(("deal", "passing"), list(enumerate((1, 3, 2, 0))))
def test_1_2_cards_are_passed_left_right_across_and_kept(deal: int, passing: int) -> None:
    match = new_match(deals=4)
    while match.state.words[w.DEAL] < deal:
        match.ask()
        match.play(0)
    assert match.state.words[w.PASSING] == passing
    assert match.view(0).passes_to == (passing or None)


def test_2_1_the_two_of_clubs_is_played_by_itself() -> None:
    match = play(new_match(), 1)
    assert [str(card) for card in match.view(0).trick] == ["2c"]


@pytest.mark.parametrize("seed", range(20))
def test_2_2_suit_is_followed_and_the_first_trick_has_no_points(seed: int) -> None:
    match = play(new_match(seed), 1)
    while match.state.words[w.N_PLAYED] < 4:
        decision = match.ask()
        assert decision is not None
        cards, hand = [move.card for move in decision.moves], decision.view.hand
        clubs = [card for card in hand if str(card.suit) == "c"]
        assert cards == clubs or (not clubs and not any(map(hearts.points_of, cards)))
        match.play(0)


@pytest.mark.parametrize("seed", range(10))
def test_3_1_a_deal_has_26_points_or_78(seed: int) -> None:
    match = new_match(seed, deals=1)
    while not match.over:
        decision = match.ask()
        assert decision is not None
        match.play(seed % len(decision.moves))
    assert sum(match.result().scores) in (26, 78)


def test_4_3_a_player_who_leaves_is_last() -> None:
    match = play(new_match(), 5)
    match.state.expel(2)
    assert match.result().places[2] == 4


def test_imagined_worlds_are_uniform_over_those_that_fit() -> None:
    """Late in a deal the worlds can be counted: every way to deal the unknown cards that keeps to the voids."""
    match = play(new_match(3), 44, pick=2)
    seat, state = match.state.to_act, match.state
    ints, world = state.snapshot(seat), state.fresh()
    found: Counter[tuple[int, ...]] = Counter()
    draws = 6000
    for number in range(draws):
        world.restore(seat, ints)
        world.imagine(seat, number)
        assert world.snapshot(seat) == ints
        found[tuple(int(world.words[w.HAND + other]) for other in range(4))] += 1
    expected = draws / len(found)
    assert len(found) > 1
    assert tuple(int(state.words[w.HAND + other]) for other in range(4)) in found
    chi = sum((times - expected) ** 2 / expected for times in found.values())
    freedom = len(found) - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5, (len(found), chi)
    assert len(state.snapshot(DEALER)) == len(world.snapshot(DEALER))
