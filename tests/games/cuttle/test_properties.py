"""What holds in every match, whatever is played."""

from typing import Any

import pytest
from games.cuttle.memory import Memory
from games.cuttle.reference import DECK, Reference, worth
from games.cuttle.wandering import (
    MOOD_NUMBERS,
    SEEDS,
    SETTINGS,
    Truth,
    card_bits,
    new_match,
    unknown_to,
    wander,
)
from hypothesis import HealthCheck, given, settings
from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle import CuttleView
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.cards import CARDS
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.state import LEGAL_LIMIT, State
from croupier.match.match import Match

GOALS = (21, 14, 10, 5, 0)


def examples(n: int) -> Any:
    return settings(max_examples=n, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def legal(state: State) -> list[int]:
    out = vec[i64]([0] * LEGAL_LIMIT)
    return [out[i] for i in range(state.legal(out))]


@examples(120)
@given(SETTINGS, SEEDS, MOOD_NUMBERS)
def test_1_1_every_card_is_in_exactly_one_place(values: dict[str, Any], seed: int, mood: int) -> None:
    match = new_match(values, seed)
    for _ in wander(match, mood, seed):
        assert Truth(match.state).every_card() == sorted(DECK)


@examples(120)
@given(SETTINGS, SEEDS, MOOD_NUMBERS)
def test_5_1_scores_and_sizes_match_the_cards(values: dict[str, Any], seed: int, mood: int) -> None:
    match = new_match(values, seed)
    for _ in wander(match, mood, seed):
        truth = Truth(match.state)
        stolen = {card for card, stack in truth.jacks.items() if stack}
        assert stolen <= truth.points[0] | truth.points[1]
        for seat in (0, 1):
            side = truth.view.side(seat)
            assert side.score == sum(map(worth, truth.points[seat]))
            assert side.hand_size == len(truth.hands[seat])
            assert side.goal == GOALS[side.kings]
            assert set(side.frozen) <= set(side.known_hand)
            if not match.over:
                assert side.score < side.goal


@examples(250)
@given(SETTINGS, SEEDS, MOOD_NUMBERS)
def test_the_rules_agree_with_their_reference(values: dict[str, Any], seed: int, mood: int) -> None:
    match = new_match(values, seed)
    truth = Truth(match.state)
    order = [str(event.card) for event in match.happened()] + truth.pile  # type: ignore[attr-defined]
    reference = Reference(match.settings, order)
    decision = match.ask()
    assert decision is not None
    assert {str(move) for move in decision.moves} == reference.legal()
    for move in wander(match, mood, seed):
        reference.play(move)
        same_position(match, reference)


def same_position(match: Match, reference: Reference) -> None:
    truth = Truth(match.state)
    assert truth.hands == reference.hands
    assert truth.pile == reference.pile
    assert truth.scrap == reference.scrap
    assert truth.points == [reference.held(0), reference.held(1)]
    assert truth.jacks == {c: [j for j, _ in lies.jacks] for c, lies in reference.points.items() if lies.jacks}
    for seat in (0, 1):
        assert truth.permanents[seat] == {c for c, owner in reference.permanents.items() if owner == seat}
    assert truth.pending == reference.pending
    assert truth.twos == set(reference.twos)
    assert truth.revealed == reference.revealed
    if match.over:
        result = match.result()
        winner = result.winners[0] if len(result.winners) == 1 else None
        assert (result.ending, winner) == reference.ending
        assert result.scores == (reference.score(0), reference.score(1))
        return
    assert reference.ending is None
    decision = match.ask()
    assert decision is not None
    assert (decision.seat, decision.question) == (reference.asked, reference.question)
    assert len({str(move) for move in decision.moves}) == len(decision.moves)
    assert {str(move) for move in decision.moves} == reference.legal()
    assert truth.view.turn_number == reference.turns
    if decision.question in ("four", "five", "limit"):
        assert truth.view.to_discard == reference.to_discard


@examples(120)
@given(SETTINGS, SEEDS, MOOD_NUMBERS)
def test_7_2_a_view_is_what_its_seat_was_sent_and_no_more(values: dict[str, Any], seed: int, mood: int) -> None:
    match = new_match(values, seed)
    memories = [Memory(0), Memory(1)]
    for memory in memories:
        remembers(memory, match)
    for _ in wander(match, mood, seed):
        for memory in memories:
            remembers(memory, match)


def remembers(memory: Memory, match: Match) -> None:
    """Tell the notebook what just happened and compare it with the view."""
    seat = memory.seat
    for event in match.happened(seat):
        memory.hear(event)
    view = match.view(seat)
    assert isinstance(view, CuttleView)
    assert set(view.hand) == memory.hands[seat]
    assert set(view.opponent.known_hand) == memory.hands[1 - seat] == memory.shown[1 - seat]
    assert set(view.seen_by_opponent) == memory.shown[seat]
    for side in (0, 1):
        assert view.side(side).hand_size == memory.sizes[side]
        assert set(view.side(side).points) == memory.points[side]
        assert set(view.side(side).permanents) == memory.permanents[side]
    assert {card: list(stack) for card, stack in view.jacks.items()} == memory.jacks
    assert set(view.scrap) == memory.scrap
    assert view.pile_size == memory.pile
    assert view.known_top is memory.top
    assert view.pending is memory.pending
    assert set(view.counters) == memory.twos
    assert list(view.revealed) == memory.revealed
    assert match.over == memory.over


@examples(60)
@given(SETTINGS, SEEDS, MOOD_NUMBERS)
def test_7_3_a_snapshot_holds_nothing_of_unknown_cards(values: dict[str, Any], seed: int, mood: int) -> None:
    """Whatever the unknown cards are: exchanged among their places they leave the snapshot as it is."""
    match = new_match(values, seed)
    luck = BotRandom(seed)
    other = match.state.fresh()
    for _ in wander(match, mood, seed):
        truth = Truth(match.state)
        for seat in (0, 1):
            ints = match.state.snapshot(seat)
            held, pile = unknown_to(seat, truth)
            placed = 0
            for at in (9, 13, *range(18, 27)):
                placed |= ints[at]
            assert placed & card_bits([*held, *pile]) == 0
            assert not {ints[at] for at in (8, 11, 12, 15, 16)} & {DECK.index(card) for card in [*held, *pile]}
            other.restore(DEALER, redealt(truth, seat, luck))
            assert other.snapshot(seat) == ints
            assert other.snapshot(PUBLIC) == match.state.snapshot(PUBLIC)


def redealt(truth: Truth, seat: int, luck: BotRandom) -> tuple[int, ...]:
    """The dealer's snapshot with what `seat` cannot know dealt again."""
    held, pile = unknown_to(seat, truth)
    cards = [*held, *pile]
    luck.shuffle(cards)
    ints = list(truth.ints)
    ints[21 + 1 - seat] += card_bits(cards[: len(held)]) - card_bits(held)
    known_top = truth.pile[: len(truth.pile) - len(pile)]
    words = [0] * 6
    for at, card in enumerate(reversed([*known_top, *cards[len(held) :]])):
        words[at // 8] |= DECK.index(card) << (at % 8 * 6)
    ints[-7:-1] = words
    return tuple(ints)


@examples(60)
@given(SETTINGS, SEEDS, MOOD_NUMBERS)
def test_an_imagined_world_looks_the_same_to_its_seat(values: dict[str, Any], seed: int, mood: int) -> None:
    match = new_match(values, seed)
    state = match.state
    for number, _ in enumerate(wander(match, mood, seed)):
        for seat in (0, 1):
            world = state.fresh()
            ints = state.snapshot(seat)
            world.restore(seat, ints)
            world.imagine(seat, number)
            assert world.snapshot(seat) == ints
            assert Truth(world).every_card() == sorted(DECK)
            if state.to_act == seat:
                assert legal(world) == legal(state)


@examples(40)
@given(SETTINGS, SEEDS, MOOD_NUMBERS)
def test_copies_and_restored_states_play_on_alike(values: dict[str, Any], seed: int, mood: int) -> None:
    match = new_match(values, seed)
    state = match.state
    restored, copied = state.fresh(), state.fresh()
    restored.restore(DEALER, state.snapshot(DEALER))
    copied.copy_from(state)
    copied.watching = False
    for _ in wander(match, mood, seed):
        move = match.steps[-1].move
        for twin in (restored, copied):
            assert move in legal(twin)
            twin.apply(move)
            assert twin.snapshot(DEALER) == state.snapshot(DEALER)


@pytest.mark.parametrize(("seed", "moves", "seat"), [(3, 0, 0), (3, 0, 1), (5, 9, 0), (8, 14, 1)])
def test_imagined_worlds_are_uniform(seed: int, moves: int, seat: int) -> None:
    """Who holds each unknown card, and what lies next: as often as not knowing means."""
    match = new_match({"rules": "online"}, seed)
    for played, _ in enumerate(wander(match, 0, seed), 1):
        if played >= moves:
            break
    state = match.state
    assert state.to_act >= 0
    truth = Truth(state)
    held, pile = unknown_to(seat, truth)
    cards = sorted([*held, *pile])
    worlds = 2000
    in_hand = dict.fromkeys(cards, 0)
    on_top = dict.fromkeys(cards, 0)
    source, world = state.fresh(), state.fresh()
    source.restore(seat, state.snapshot(seat))
    for number in range(worlds):
        world.copy_from(source)
        world.imagine(seat, number)
        dealt = world.snapshot(DEALER)
        hand = dealt[21 + 1 - seat]
        for card in cards:
            in_hand[card] += (hand >> DECK.index(card)) & 1
        at = len(pile) - 1
        on_top[CARDS[(dealt[31 + at // 8] >> (at % 8 * 6)) & 63].text] += 1
    share = len(held) / len(cards)
    spread = sum((n - worlds * share) ** 2 for n in in_hand.values()) / (worlds * share * (1 - share))
    assert near_freedom(spread, len(cards) - 1)
    expected = worlds / len(cards)
    assert near_freedom(sum((n - expected) ** 2 / expected for n in on_top.values()), len(cards) - 1)


def near_freedom(chi_square: float, freedom: int) -> bool:
    """Within four standard deviations of what chance gives; the seeds are fixed, so this never wavers."""
    return abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5
