"""RULES.md, sections 1 to 3: the deal, a turn, the claim."""

import pytest
from games.bluff.play import cards_of, dealt, do, hand, legal, of, view

from croupier.games.bluff import GAME, BluffState
from croupier.games.bluff.events import Claimed, Dealt, Laid, RoundBegan
from croupier.kernel.cards import Rank
from croupier.match.match import Match


@pytest.mark.parametrize(("deck", "cards", "ranks"), [
    ("standard", 52, 13), ("faces", 16, 4), ("numbers", 36, 9), ("high-low", 44, 11),
])  # fmt: skip
@pytest.mark.parametrize("decks", [1, 4])
def test_1_1_the_decks(deck: str, cards: int, ranks: int, decks: int) -> None:
    state = GAME.new_state(GAME.settings({"deck": deck, "decks": decks}), 2)
    state.start(1)
    assert isinstance(state, BluffState)
    counts = [count for count in cards_of(state) if count]
    assert counts == [4 * decks] * ranks
    assert sum(counts) == cards * decks


def test_1_1_high_low_has_no_seven_and_no_eight() -> None:
    ranks = view(Match(GAME, GAME.settings({"deck": "high-low"}), ("a", "b"), 1), 0).ranks
    assert {Rank.SEVEN, Rank.EIGHT}.isdisjoint(ranks)
    assert len(ranks) == 11


def test_1_2_a_deal_depends_on_the_seed_and_the_round_only() -> None:
    quick = GAME.settings({"rounds": 2, "max_turns": 1})
    hands: set[str] = set()
    for answer in ("trust", "challenge"):
        match = Match(GAME, quick, ("a", "b"), 5)
        while view(match).round == 0:
            move = answer if answer in legal(match) else legal(match)[-1]
            do(match, move)
        hands.add(hand(match, 0))
    assert len(hands) == 1
    assert hands != {hand(Match(GAME, quick, ("a", "b"), 5), 0)}


@pytest.mark.parametrize(("seats", "sizes"), [(3, (18, 17, 17)), (8, (7, 7, 7, 7, 6, 6, 6, 6))])
def test_1_3_cards_are_dealt_one_by_one_until_the_deck_is_out(seats: int, sizes: tuple[int, ...]) -> None:
    match = Match(GAME, GAME.settings(), [str(seat) for seat in range(seats)], 1)
    assert view(match).hand_sizes == sizes
    assert [event.count for event in of(list(match.happened()), Dealt)] == list(sizes)


def test_1_3_hand_size_caps_the_deal() -> None:
    match = dealt("A 2 3", "4 5 6", "7 8 9")
    assert view(match).hand_sizes == (3, 3, 3)
    assert view(match).out_of_play == 43
    assert hand(match, 1) == "4 5 6"


def test_1_4_seat_0_begins_and_the_next_seat_the_next_round() -> None:
    match = Match(GAME, GAME.settings({"rounds": 3, "max_turns": 1}), ("a", "b"), 1)
    began = of(list(match.happened()), RoundBegan)
    while not match.over:
        began += of(do(match, legal(match)[0]), RoundBegan)
    assert [event.seat for event in began] == [0, 1, 0]


def test_1_5_partners_sit_opposite() -> None:
    settings = GAME.settings({"mode": "team"})
    assert GAME.teams(settings, 6) == (0, 1, 2, 0, 1, 2)
    assert view(Match(GAME, settings, list("abcdef"), 1), 4).partner == 1


def test_2_1_any_card_may_be_laid_and_nobody_can_pass() -> None:
    assert legal(dealt("2 3 3", "4 5 6")) == ["lay 2", "lay 3"]


def test_2_2_chaos_lays_up_to_four_cards() -> None:
    match = dealt("A A 3 4 5 6", "7 7 7 8 8 8", mode="chaos")
    assert legal(match)[0] == "lay A"
    do(match, "lay A")
    assert legal(match) == ["stop", "lay A", "lay 3", "lay 4", "lay 5", "lay 6"]
    do(match, "lay A")
    assert "lay A" not in legal(match)
    events = do(match, "lay 3", "lay 4")
    assert of(events, Claimed)[0].count == 4


def test_2_2_the_others_learn_nothing_before_the_claim() -> None:
    match = dealt("A 2 3", "4 5 6", mode="chaos", claim_order="free")
    before = match.view(1)
    for move in ("lay 2", "stop"):
        do(match, move)
        assert match.view(1) == before
        assert match.happened(1) == ()
    do(match, "claim A")
    assert match.view(1) != before


def test_2_3_number_and_rank_are_told_to_all() -> None:
    match = dealt("K 2 3", "4 5 6")
    events = do(match, "lay K")
    assert [type(event) for event in events] == [Laid, Claimed]
    assert match.happened(1) == (Claimed(0, Rank.ACE, 1),)
    assert view(match, 1).pile_size == 1
    assert view(match, 1).hand_sizes == (2, 3)


def test_2_4_unchallenged_the_next_seat_has_the_turn() -> None:
    match = dealt("K 2 3", "4 5 6", "7 8 9")
    do(match, "lay K", "trust", "trust")
    assert view(match).turn == 1


@pytest.mark.parametrize(("deck", "asked"), [
    ("standard", ["A", "2", "3", "4", "5"]), ("faces", ["A", "J", "Q", "K", "A"]),
])  # fmt: skip
def test_3_1_ascending_goes_on_with_every_turn(deck: str, asked: list[str]) -> None:
    match = Match(GAME, GAME.settings({"deck": deck}), ("a", "b"), 1)
    for number, rank in enumerate(asked):
        assert str(view(match).asked_rank) == rank
        assert view(match).claimable == (view(match).asked_rank,)
        do(match, legal(match)[0], "challenge" if number % 2 else "trust")


def test_3_1_after_the_king_comes_the_ace() -> None:
    match = Match(GAME, GAME.settings(), ("a", "b"), 1)
    for _ in range(13):
        do(match, legal(match)[0], "trust")
    assert view(match).asked_rank == Rank.ACE


def test_3_2_free_claims_any_rank() -> None:
    match = dealt("K 2 3", "4 5 6", claim_order="free")
    do(match, "lay K")
    assert legal(match)[0] == "claim K"
    assert len(legal(match)) == 13
    assert of(do(match, "claim 7"), Claimed)[0].rank == Rank.SEVEN


def test_3_3_same_or_adjacent_round_the_end() -> None:
    match = dealt("K 2 3", "4 5 6", claim_order="same-or-adjacent")
    do(match, "lay K")
    assert len(legal(match)) == 13
    do(match, "claim K", "trust", "lay 4")
    assert sorted(legal(match)) == ["claim A", "claim K", "claim Q"]
    assert set(map(str, view(match, 1).claimable)) == {"A", "K", "Q"}


def test_3_3_an_empty_pile_leaves_every_rank() -> None:
    match = dealt("K 2 3", "4 5 6", claim_order="same-or-adjacent")
    do(match, "lay K", "claim K", "challenge", "lay 2")
    assert len(legal(match)) == 13


def test_3_4_truth_mode_claims_what_was_laid() -> None:
    match = dealt("K 2 3", "4 5 6", mode="truth")
    assert of(do(match, "lay 2"), Claimed)[0].rank == Rank.TWO
