import pytest
from games.coup.play import dealt

CLAIMS = [
    ("tax", "D", "duke"),
    ("exchange", "B", "ambassador"),
    ("steal 1", "C", "captain"),
    ("assassinate 1", "A", "assassin"),
]


@pytest.mark.parametrize(("action", "letter", "character"), CLAIMS)
def test_4_1_every_other_living_player_may_challenge_a_claim(action: str, letter: str, character: str) -> None:
    play = dealt(letter + letter, "EE", "DC").rich(3).do(action)
    assert play.open_seats == (1, 2)
    for seat in (1, 2):
        decision = play.ask(seat)
        assert decision.question == "respond"
        assert [str(move) for move in decision.moves] == ["allow", "challenge"]
        assert decision.view.claimed == character
        assert decision.view.claimant == 0


@pytest.mark.parametrize("actor", [0, 1, 2, 3])
def test_4_2_the_first_in_turn_order_counts(actor: int) -> None:
    play = dealt("DD", "AE", "BB", "DC").do(*["income"] * actor, "tax")
    seats = [seat for seat in range(4) if seat != actor]
    play.answers(**{f"s{seat}": "challenge" for seat in seats})
    assert play.view(0).challenger == (actor + 1) % 4


def test_4_3_answers_are_sealed() -> None:
    """What the second is asked does not depend on the first; only the challenge that counts is told."""
    quiet, loud = dealt("DD", "AE", "BB").do("tax"), dealt("DD", "AE", "BB").do("tax")
    quiet.do("allow")
    loud.do("challenge")
    assert quiet.ask() == loud.ask()
    assert quiet.view(0) == loud.view(0)
    assert len(loud.match.happened(1)) == 1
    assert loud.match.happened(2) == loud.match.happened(0) == ()
    both, one = dealt("DD", "AE", "BB").do("tax"), dealt("DD", "AE", "BB").do("tax")
    both.answers(s1="challenge", s2="challenge")
    one.answers(s1="challenge")
    assert both.view(0) == one.view(0)
    assert [event for event in both.events if type(event).__name__ == "Challenged"] == both.events[-1:]


def test_4_4_shown_or_declined() -> None:
    play = dealt("DC", "AE").do("tax").answers(s1="challenge")
    assert play.asked == (0, "show")
    assert play.moves == ["show duke", "lose captain", "lose duke"]
    play.do("lose captain")
    assert (play.hand(0), play.lost(0), play.coins) == ("D", "C", (2, 2))


def test_4_4_declining_looks_like_not_having_it() -> None:
    held = dealt("DC", "AE").do("tax").answers(s1="challenge").do("lose captain")
    missing = dealt("CE", "AE").do("tax").answers(s1="challenge").do("lose captain")
    assert held.match.happened(1) == missing.match.happened(1)
    assert held.view(1) == missing.view(1)


def test_4_5_the_shown_card_is_replaced_and_the_challenger_loses() -> None:
    play = dealt("DC", "AE").do("tax").answers(s1="challenge").do("show duke")
    assert play.kinds == ["Shown", "Replaced"]
    assert play.view(0).court_size == 11
    assert play.asked == (1, "lose")
    play.do("lose assassin")
    assert play.coins == (5, 2)
    assert play.view(0).record(0, "duke").shown == 1


def test_4_5_the_replacement_comes_from_the_shuffled_court() -> None:
    drawn = {
        dealt("DC", "AE", seed=seed).do("tax").answers(s1="challenge").do("show duke").hand(0) for seed in range(60)
    }
    assert drawn == {"AC", "BC", "CC", "CD", "CE"}


@pytest.mark.parametrize(
    ("action", "hand"), [("tax", "CE"), ("exchange", "CE"), ("steal 1", "DE"), ("assassinate 1", "DE")]
)
def test_4_6_a_failed_claim_costs_an_influence_and_the_action(action: str, hand: str) -> None:
    play = dealt(hand, "AB", "BC").rich(3, 2, 2).do(action).answers(s2="challenge")
    assert play.asked == (0, "show")
    assert all(move.startswith("lose") for move in play.moves)
    play.do("lose contessa")
    assert play.coins == (3, 2, 2)
    assert play.asked == (1, "act")
    assert play.lost(0) == "E"
    assert play.view(1).influence(1) == 2


def test_4_7_an_action_that_survives_can_still_be_blocked() -> None:
    play = dealt("AD", "EC", "BC").rich(3).do("assassinate 1").answers(s2="challenge")
    play.do("show assassin", "lose ambassador")
    assert play.asked == (1, "block")
    play.answers(s1="block contessa").answers()
    assert play.view(0).influence(1) == 2
    assert play.asked == (1, "act")


def test_4_7_the_target_may_challenge_first_and_block_then() -> None:
    play = dealt("CD", "EC", "BB").do("steal 1").answers(s1="challenge").do("show captain", "lose contessa")
    assert play.asked == (1, "block")
    assert play.answers(s1="block captain").answers().coins == (2, 2, 2)


def test_9_3_without_refund_the_price_stays_paid() -> None:
    play = dealt("DE", "AB", refund=False).rich(3).do("assassinate 1").answers(s1="challenge").do("lose duke")
    assert play.coins == (0, 2)


def test_9_3_who_dies_of_it_gets_nothing_back() -> None:
    play = dealt("DE", "AB", "CC").rich(3, 7).do("income", "coup 0", "lose duke", "income")
    play.do("assassinate 1").answers(s1="challenge").do("lose contessa")
    assert play.coins[0] == 0
