"""RULES.md, section 7: what each seat knows, and the worlds it imagines."""

from collections import Counter
from collections.abc import Iterator
from math import comb, prod

import pytest
from frames.positions import legal_moves
from games.bluff.play import Words, cards_of, dealt, do, known, legal, view

from croupier.games.bluff import GAME, BluffState
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.settings import DECKS
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import PUBLIC
from croupier.match.match import Match


def test_7_1_own_cards_sizes_and_claims() -> None:
    match = dealt("A 2 3", "4 5 6")
    do(match, "lay 3")
    mine, theirs = view(match, 0), view(match, 1)
    assert {str(rank): n for rank, n in mine.my_laid.items()} == {"3": 1}
    assert not theirs.my_laid
    assert theirs.laid_sizes == (1, 0)
    assert {str(rank): n for rank, n in theirs.claims_on_pile(0).items()} == {"A": 1}
    assert (mine.my_bluffs, theirs.my_bluffs) == (1, 0)
    do(match, "trust")
    assert view(match, 0).my_successful_bluffs == 1
    assert view(match, 1).record(0).claims == 1


def test_7_1_the_claims_of_a_pile_go_with_it() -> None:
    match = dealt("A 2 3", "4 5 6")
    do(match, "lay 3", "trust", "lay 4", "challenge")
    assert {str(rank): n for rank, n in view(match, 0).claims_taken(1).items()} == {"A": 1, "2": 1}
    assert view(match, 0).record(1).collected == 2


def test_7_1_nothing_tells_whether_a_claim_is_true() -> None:
    worlds = [dealt(hand, "4 5 6", "7 8 9") for hand in ("A 2 3", "2 2 3")]
    for match, card in zip(worlds, ("A", "2"), strict=True):
        do(match, f"lay {card}")
    decisions = [match.ask(1) for match in worlds]
    assert decisions[0] == decisions[1]


def test_7_2_laying_face_down_makes_nothing_uncertain_while_the_pile_lies() -> None:
    match = dealt("2 3 4 5", "6 7 8 9", "10 J Q K")
    do(match, "lay 2", "challenge", "trust")  # Ann's lie is shown and goes back to her
    assert known(match, 1, 0) == {"2": 1}
    do(match, "lay 6", "trust", "trust", "lay 10", "trust", "trust", "lay 2", "trust", "trust")
    assert known(match, 1, 0) == {"2": 1}
    assert known(match, PUBLIC, 0) == {"2": 1}


def test_7_3_shown_cards_are_with_the_taker_for_all() -> None:
    match = dealt("A 3 4", "6 7 8", "10 J Q")
    do(match, "lay A", "challenge", "trust")
    assert known(match, 0, 1) == known(match, 2, 1) == known(match, PUBLIC, 1) == {"A": 1}


def test_7_3_own_cards_are_with_the_taker_for_oneself() -> None:
    match = dealt("A 3 4", "6 7 8", "10 J Q")
    do(match, "lay 3", "trust", "trust", "lay 6", "challenge", "trust")
    assert known(match, 0, 1) == {"3": 1, "6": 1}
    assert known(match, 2, 1) == {"6": 1}
    assert view(match, 1).known_to_all(1) == view(match, 2).known(1)


def test_7_4_what_was_laid_unseen_leaves_when_the_pile_does() -> None:
    match = dealt("2 3 4 5", "6 7 8 9", "10 J Q K")
    do(match, "lay 2", "challenge", "trust")  # all know of Ann's Two
    do(match, "lay 6", "trust", "trust", "lay 10", "trust", "trust", "lay 3", "trust", "trust")
    do(match, "lay 7", "challenge", "trust")  # Bob's lie: the pile with Ann's unseen card goes to him
    assert known(match, 2, 0) == {}
    assert known(match, 2, 1) == {"7": 1, "10": 1}


def test_7_4_few_cards_in_hand_tell_what_must_have_gone() -> None:
    match = dealt("2 2 3", "6 7 8", "10 J Q", mode="chaos")
    do(match, "lay 2", "lay 2", "stop", "challenge", "trust")  # all know of Ann's two Twos
    do(match, "lay 6", "stop", "trust", "trust", "lay 10", "stop", "trust", "trust")
    do(match, "lay 2", "lay 3", "stop", "trust", "trust")  # one card is left to her: one Two must be on the pile
    do(match, "lay 7", "stop", "challenge", "trust")
    assert known(match, 2, 0) == {}
    assert known(match, 2, 1) == {"2": 1, "7": 1, "10": 1}


def test_7_5_who_sees_the_pile_knows_what_did_not_leave() -> None:
    match = dealt("2 3 4 5", "6 7 8 9", "10 J Q K")
    do(match, "lay 2", "challenge", "trust")
    do(match, "lay 6", "trust", "trust", "lay 10", "trust", "trust", "lay 3", "trust", "trust")
    do(match, "lay 7", "challenge", "trust")
    assert known(match, 1, 0) == {"2": 1}  # Bob found no Two in the pile


def test_7_5_the_partner_knows_the_whole_pile() -> None:
    match = dealt("A 3 4", "6 7 8", "10 J Q", "9 9 K", mode="team")
    do(match, "lay 3", "trust", "trust", "lay 6", "challenge", "trust")
    assert known(match, 3, 1) == {"3": 1, "6": 1}
    assert known(match, 2, 1) == {"6": 1}


def test_7_6_truth_mode_hides_nothing_on_the_pile() -> None:
    match = dealt("A 3 4", "6 7 8", "10 J Q", mode="truth")
    do(match, "lay 3", "trust", "trust", "lay 7", "challenge", "trust")
    assert known(match, 0, 2) == known(match, 1, 2) == {"3": 1, "7": 1}


def test_7_8_certain_lies() -> None:
    match = dealt("2 3 4 5", "A A A A")
    do(match, "lay 2")
    assert view(match, 1).is_certain_lie
    match = dealt("2 3 4 5", "A A A 2")
    do(match, "lay 2")
    assert not view(match, 1).is_certain_lie


SETTINGS = [
    (2, {"deck": "faces", "max_turns": 6}),
    (3, {"deck": "faces", "max_turns": 6, "mode": "chaos"}),
    (4, {"deck": "faces", "max_turns": 5, "mode": "team", "hand_size": 3}),
    (3, {"deck": "faces", "max_turns": 6, "mode": "truth"}),
    pytest.param(5, {"max_turns": 6, "decks": 2, "mode": "chaos", "claim_order": "free"}, marks=pytest.mark.slow_pure),
]


@pytest.mark.parametrize(("seats", "values"), SETTINGS)
def test_7_2_what_is_certain_is_true_and_everybody_knows_what_the_public_knows(
    seats: int, values: dict[str, object]
) -> None:
    for seed in range(20):
        luck = BotRandom(seed)
        state = GAME.new_state(GAME.settings(values), seats)
        assert isinstance(state, BluffState)
        state.start(seed)
        while state.to_act >= 0:
            moves = legal_moves(state)
            state.apply(moves[luck.below(len(moves))])
            cards = Words(state)
            for eye in range(seats + 1):
                for seat in range(seats):
                    for rank in range(13):
                        sure = cards.known_with(eye, seat, rank)
                        laid = 0 if values.get("mode") == "truth" else cards.laid_by(seat, rank)
                        assert sure <= cards.held(seat, rank) + laid
                        if eye != seat:
                            assert sure >= cards.known_with(seats, seat, rank)


@pytest.mark.parametrize(("seats", "values"), SETTINGS)
def test_7_7_imagined_worlds_keep_all_cards(seats: int, values: dict[str, object]) -> None:
    for seed in range(10):
        luck = BotRandom(seed)
        match = Match(GAME, GAME.settings(values), [str(seat) for seat in range(seats)], seed)
        while (decision := match.ask()) is not None:
            state = match.state
            assert isinstance(state, BluffState)
            for seat in range(seats):
                world = state.fresh()
                assert isinstance(world, BluffState)
                world.restore(seat, state.snapshot(seat))
                world.imagine(seat, luck.getrandbits(40))
                assert cards_of(world) == cards_of(state)
                assert world.snapshot(seat) == state.snapshot(seat)
            match.play(luck.below(len(decision.moves)))


Bag = tuple[int, ...]  # how many cards of each rank


def zones(state: BluffState, eye: int) -> tuple[tuple[int, int], ...]:
    """All that can differ between the worlds of `eye`: hands, the pile, the claim that waits; the stock is the rest."""
    others = [seat for seat in range(state.seats) if seat != eye]
    cards = Words(state)
    hands = [cards.cards_of(seat, w.HAND) for seat in others]
    laid = [cards.cards_of(seat, w.LAID) for seat in others]
    return (*hands, *laid, cards.cards(w.PENDING))


def bags(available: Bag, size: int) -> Iterator[Bag]:
    """Every choice of `size` cards."""
    if len(available) == 1:
        if size <= available[0]:
            yield (size,)
        return
    for first in range(min(size, available[0]) + 1):
        for rest in bags(available[1:], size - first):
            yield (first, *rest)


def minus(a: Bag, b: Bag) -> Bag:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def ways(whole: Bag, part: Bag) -> int:
    """In how many ways distinct cards can be chosen so that they look like `part`."""
    return prod(comb(n, k) for n, k in zip(whole, part, strict=True))


def all_worlds(state: BluffState, eye: int) -> dict[tuple[tuple[int, int], ...], int]:
    """Every world of rule 7.7 by enumeration, and in how many ways distinct cards make it up."""
    cards = Words(state)
    ranks = list(DECKS["faces"])
    others = [seat for seat in range(state.seats) if seat != eye]
    sure = {seat: tuple(cards.known_with(eye, seat, rank) for rank in ranks) for seat in others}
    own = [cards.held(eye, rank) + cards.laid_by(eye, rank) for rank in ranks]
    pool = tuple(4 - own[i] - sum(sure[seat][i] for seat in others) for i in range(len(ranks)))
    found: Counter[tuple[tuple[int, int], ...]] = Counter()

    def fill(at: int, left: Bag, weight: int, hands: list[Bag], laid: list[Bag], pending: Bag | None) -> None:
        if at == len(others):
            shown = cards.cards(w.PENDING) if pending is None else words(pending, ranks)
            key = (*(words(bag, ranks) for bag in hands), *(words(bag, ranks) for bag in laid), shown)
            found[key] += weight
            return
        seat = others[at]
        size = cards.of(seat, w.HAND_SIZE)
        waiting = cards[w.CLAIM_COUNT] if seat == cards[w.TURN] else 0
        for drawn in bags(left, size + cards.of(seat, w.LAID_SIZE) - sum(sure[seat])):
            zone = tuple(a + b for a, b in zip(sure[seat], drawn, strict=True))
            for hand in bags(zone, size):
                rest = minus(zone, hand)
                for claim in bags(rest, waiting):
                    times = ways(left, drawn) * ways(zone, hand) * ways(rest, claim)
                    fill(
                        at + 1,
                        minus(left, drawn),
                        weight * times,
                        [*hands, hand],
                        [*laid, rest],
                        claim if waiting else pending,
                    )

    fill(0, pool, 1, [], [], None)
    return found


def words(bag: Bag, ranks: list[int]) -> tuple[int, int]:
    low = sum(count << 8 * rank for rank, count in zip(ranks, bag, strict=True) if rank < 7)
    return low, sum(count << 8 * (rank - 7) for rank, count in zip(ranks, bag, strict=True) if rank >= 7)


SCRIPTS = [
    (("A J", "Q Q", "K K"), ["lay J", "trust", "trust", "lay Q"], 2),
    (("A J", "A A", "K K"), ["lay J", "challenge", "trust", "lay A", "trust", "trust", "lay K"], 0),
    (("J J", "Q K", "K A"), ["lay J", "challenge", "trust", "lay Q", "trust", "trust", "lay K", "trust", "trust"], 2),
    (("J J", "Q Q", "K A"), ["lay J", "challenge", "trust", "lay Q", "trust", "trust", "lay K", "trust", "trust",
                             "lay J"], 1),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "moves", "eye"), SCRIPTS)
def test_7_7_imagine_is_uniform_over_the_worlds_that_fit(hands: tuple[str, ...], moves: list[str], eye: int) -> None:
    match = dealt(*hands, deck="faces")
    do(match, *moves)
    assert legal(match)
    state = match.state
    assert isinstance(state, BluffState)
    worlds = all_worlds(state, eye)
    total = sum(worlds.values())
    seen: Counter[tuple[tuple[int, int], ...]] = Counter()
    samples = 40 * len(worlds) + 20_000
    redacted, world = state.fresh(), state.fresh()
    redacted.restore(eye, state.snapshot(eye))
    assert isinstance(world, BluffState)
    for number in range(samples):
        world.copy_from(redacted)
        world.imagine(eye, number)
        seen[zones(world, eye)] += 1
    assert set(seen) <= set(worlds)
    expected = {key: samples * ways / total for key, ways in worlds.items()}
    common = [key for key in worlds if expected[key] >= 5]
    assert len(common) > 3
    chi = sum((seen[key] - expected[key]) ** 2 / expected[key] for key in common)
    freedom = len(common) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 12
