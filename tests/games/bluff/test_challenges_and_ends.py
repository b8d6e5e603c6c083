"""RULES.md, sections 4 to 6: challenges, rounds, places."""

from collections import Counter

import pytest
from games.bluff.play import dealt, do, hand, legal, of, view

from croupier.games.bluff import GAME
from croupier.games.bluff.events import (
    Answered,
    Challenged,
    Claimed,
    Ended,
    Found,
    Judged,
    Revealed,
    RoundEnded,
    TookPile,
    Trusted,
)
from croupier.kernel.cards import Rank
from croupier.match.match import Match


def test_4_1_everybody_but_the_claimer_is_asked() -> None:
    match = dealt("A 2", "3 4", "5 6", "7 8")
    do(match, "lay A")
    assert match.open_seats() == (1, 2, 3)


def test_4_1_partners_are_not_asked() -> None:
    match = dealt("A 2", "3 4", "5 6", "7 8", mode="team")
    do(match, "lay A")
    assert match.open_seats() == (1, 3)


def test_4_2_answers_are_sealed_and_only_one_challenger_is_told() -> None:
    match = dealt("A 2", "3 4", "5 6", "7 8")
    do(match, "lay A")
    for answer in ("challenge", "trust"):
        events = do(match, answer)
        assert [type(event) for event in events] == [Answered]
        asked = match.steps[-1].seat
        assert all(match.happened(seat) == () for seat in range(4) if seat != asked)
    events = do(match, "challenge")
    assert len(of(events, Challenged)) == 1


def test_4_2_the_lot_is_fair() -> None:
    drawn: Counter[int] = Counter()
    for seed in range(600):
        match = dealt("A 2", "3 4", "5 6", "7 8", seed=seed)
        drawn[of(do(match, "lay A", *["challenge"] * 3), Challenged)[0].seat] += 1
    assert set(drawn) == {1, 2, 3}
    assert all(150 < count < 250 for count in drawn.values())


def test_4_2_who_else_wanted_to_is_not_revealed() -> None:
    told: set[object] = set()
    for seed in range(40):
        for second in ("challenge", "trust"):
            match = dealt("A 2", "3 4", "5 6", seed=seed)
            do(match, "lay A", "challenge")
            match.take_news(0)
            if of(do(match, second), Challenged)[0].seat == 1:
                told.add((match.take_news(0), match.view(0).ints))
    assert len(told) == 1


@pytest.mark.parametrize(("cards", "truthful"), [(("A",), True), (("2",), False)])
def test_4_3_the_cards_are_shown(cards: tuple[str], truthful: bool) -> None:
    match = dealt("A 2 3", "4 5 6")
    events = do(match, f"lay {cards[0]}", "challenge")
    assert [str(event.rank) for event in of(events, Revealed)] == list(cards)
    assert of(events, Judged) == [Judged(0, 1, Rank.ACE, truthful)]


@pytest.mark.parametrize(("moves", "truthful"), [
    (("lay A", "lay A", "stop"), True),
    (("lay A", "lay 2", "stop"), False),
    (("lay A", "lay A", "lay A", "lay 2"), False),
])  # fmt: skip
def test_4_3_all_cards_must_match(moves: tuple[str, ...], truthful: bool) -> None:
    match = dealt("A A A 2 3", "4 5 6 7 8", mode="chaos")
    assert of(do(match, *moves, "challenge"), Judged)[0].truthful == truthful


def test_4_4_the_truth_costs_the_challenger_and_the_claimer_plays_on() -> None:
    match = dealt("A 2 3", "4 5 6", "7 8 9")
    do(match, "lay A", "trust", "challenge")
    assert hand(match, 2) == "A 7 8 9"
    assert view(match).turn == 0
    assert view(match).pile_size == 0


def test_4_4_a_lie_costs_the_claimer_and_the_challenger_goes_on() -> None:
    match = dealt("A 2 3", "4 5 6", "7 8 9")
    do(match, "lay A", "trust", "trust", "lay 4", "challenge", "trust")
    assert hand(match, 1) == "A 4 5 6"
    assert view(match).turn == 2


def test_4_5_only_the_taker_sees_the_pile() -> None:
    match = dealt("A 2 3", "4 5 6", "7 8 9")
    events = do(match, "lay A", "trust", "trust", "lay 4", "challenge", "trust")
    assert of(events, TookPile) == [TookPile(1, 2)]
    assert [(str(event.rank), event.count) for event in of(events, Found)] == [("A", 1), ("4", 1)]
    assert of(list(match.happened(1)), Found)
    assert not of(list(match.happened(2)), Found)


def test_4_5_a_partner_sees_it_too() -> None:
    match = dealt("A 2 3", "4 5 6", "7 8 9", "10 J Q", mode="team")
    do(match, "lay 2", "challenge", "trust")
    assert [bool(of(list(match.happened(seat)), Found)) for seat in range(4)] == [True, False, True, False]


def test_4_6_an_unchallenged_claim_is_never_shown() -> None:
    match = dealt("A 2 3", "4 5 6")
    events = do(match, "lay 2", "trust")
    assert of(events, Trusted)
    assert not of(events, Revealed)
    assert view(match).pile_size == 1


def test_5_1_the_last_claim_must_stand() -> None:
    for answer, over in (("trust", True), ("challenge", False)):
        match = dealt("2", "4")
        do(match, "lay 2", answer)
        assert match.over == over
    match = dealt("A", "4")
    do(match, "lay A", "challenge")
    assert match.result().places == (1, 2)


def test_5_1_immediate_leaves_no_time_to_challenge() -> None:
    match = dealt("2", "4", last_claim="immediate")
    events = do(match, "lay 2")
    assert match.over
    assert of(events, RoundEnded)[0].winners == (0,)


def test_5_1_a_team_wins_together() -> None:
    match = dealt("A", "4", "5", "6", mode="team")
    do(match, "lay A", "trust", "trust")
    assert match.result().places == (1, 2, 1, 2)
    assert match.result().scores == (100, 0, 100, 0)


def test_5_2_the_turns_run_out() -> None:
    match = dealt("A 2 3", "4 5 6", max_turns=1)
    do(match, "lay A", "challenge", "lay 2", "trust")
    assert match.result().ending == "the turns ran out"
    assert match.result().places == (1, 2)


def test_5_3_a_shared_round() -> None:
    match = dealt("A 2 3", "4 5 6", max_turns=1)
    do(match, "lay A", "trust", "lay 4", "trust")
    assert match.result().places == (1, 1)
    assert match.result().scores == (50, 50)


def test_6_1_the_match_is_over_after_the_last_round() -> None:
    match = dealt("A", "4", rounds=3)
    ended = 0
    events = []
    while not match.over:
        events = do(match, legal(match)[0])
        ended += len(of(events, RoundEnded))
    assert ended == 3
    assert of(events, Ended) == [Ended("all rounds were played")]


def test_6_2_rounds_count_before_cards() -> None:
    match = dealt("A 2", "2 4", "5 6", rounds=2, max_turns=1)
    # Round 1: Bob's lie is caught, the others lay one card each. Round 2: nobody is doubted.
    do(match, "lay A", "trust", "trust", "lay 4", "challenge", "trust", "lay 5", "trust", "trust")
    assert view(match).round == 1
    assert view(match).cards_left == (1, 3, 1)
    assert view(match).rounds_won == (0.5, 0, 0.5)
    while not match.over:
        do(match, legal(match)[0])
    assert view(match).rounds_won == pytest.approx((0.5 + 1 / 3, 1 / 3, 0.5 + 1 / 3))
    assert match.result().places == (1, 3, 1)


def test_6_3_and_6_4_an_expelled_seat_is_passed_over() -> None:
    match = dealt("A 2", "3 4", "5 6")
    match.expel(0)
    assert view(match).turn == 1
    do(match, "lay 3")
    assert match.open_seats() == (2,)
    do(match, "trust")
    assert view(match).turn == 2
    match.expel(2)
    assert match.result().places == (2, 1, 2)
    assert match.result().ending == "one side was left"


def test_4_1_and_6_4_a_partner_is_not_asked_when_the_seat_between_is_out() -> None:
    match = dealt("A 2", "3 4", "5 6", "7 8", mode="team")
    match.expel(1)
    do(match, "lay 2")
    assert match.open_seats() == (3,)
    decision = match.ask()
    assert decision is not None
    assert (decision.seat, decision.question) == (3, "challenge")
    do(match, "trust")
    assert view(match).turn == 2


def test_6_4_picked_cards_stay_in_the_hand() -> None:
    match = dealt("A A 2", "3 4 5", "6 7 8", mode="chaos")
    do(match, "lay A")
    match.expel(0)
    assert hand(match, 0) == "A A 2"
    assert view(match).pile_size == 0
    assert legal(match)[0].startswith("lay")


def test_6_3_a_side_that_is_in_comes_first() -> None:
    match = dealt("A 2 3", "4 5 6", "7 8 9", max_turns=1)
    do(match, "lay A", "trust", "trust")
    match.expel(0)
    while not match.over:
        do(match, legal(match)[0])
    assert match.result().places == (3, 1, 1)


def test_9_1_a_bad_player_plays_safe() -> None:
    from croupier.games.bluff import BluffBot, BluffView
    from croupier.match.run_players import run_bots

    class Broken(BluffBot):
        def claim(self, view: BluffView) -> tuple[Rank, Rank]:
            raise RuntimeError("no idea")

        def challenge(self, view: BluffView) -> bool:
            raise RuntimeError("no idea")

    match = Match(GAME, GAME.settings(), ("a", "b"), 1)
    run_bots(match, [Broken(), Broken()])
    assert match.over
    assert not any(type(event) is Challenged for step in range(len(match.steps)) for event in match.happened(step=step))


@pytest.mark.parametrize(("moves", "safe"), [((), "lay A"), (("lay A",), "trust"), (("lay A", "trust"), "lay 4")])
def test_9_1_the_safe_move(moves: tuple[str, ...], safe: str) -> None:
    match = dealt("2 3 A", "6 5 4")
    do(match, *moves)
    assert legal(match)[0] == safe


def test_9_1_the_safe_claim_is_the_truth() -> None:
    match = dealt("2 3 9", "6 5 4", mode="chaos", claim_order="free")
    do(match, "lay 9")
    assert legal(match)[0] == "stop"
    do(match, "stop")
    assert legal(match)[0] == "claim 9"
    assert of(do(match, "claim 9"), Claimed)[0].rank == Rank.NINE
