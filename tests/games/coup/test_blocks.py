import pytest
from games.coup.play import dealt


def test_5_1_anyone_may_block_foreign_aid_with_the_duke() -> None:
    play = dealt("CC", "AE", "BB").do("foreign_aid").answers(s2="block duke")
    assert play.view(0).blocker == 2
    assert play.view(0).claimed == "duke"
    assert play.answers().coins == (2, 2, 2)


def test_5_2_the_target_alone_blocks_a_murder() -> None:
    play = dealt("AC", "AE", "BB").rich(3).do("assassinate 2").answers()
    assert play.open_seats == (2,)
    assert play.moves == ["allow", "block contessa"]


def test_5_3_the_target_alone_blocks_a_theft() -> None:
    play = dealt("AC", "AE", "BB").do("steal 2").answers()
    assert play.open_seats == (2,)
    assert play.moves == ["allow", "block captain", "block ambassador"]
    assert play.view(2).may_block_with == ("captain", "ambassador")
    assert play.view(1).may_block_with == ()


def test_5_4_of_several_blocks_the_first_in_turn_order_counts() -> None:
    play = dealt("CC", "AE", "BB", "DD").do("income", "foreign_aid")
    play.answers(s0="block duke", s3="block duke")
    assert play.view(0).blocker == 3
    assert play.view(0).record(0, "duke").made == 0


def test_5_4_blocks_are_sealed() -> None:
    quiet, loud = dealt("CC", "AE", "BB").do("foreign_aid"), dealt("CC", "AE", "BB").do("foreign_aid")
    assert quiet.do("allow").ask() == loud.do("block duke").ask()


def test_5_5_a_block_that_stands_leaves_the_price_paid() -> None:
    play = dealt("AC", "AE", "BB").rich(3).do("assassinate 1").answers().answers(s1="block contessa").answers()
    assert play.coins == (0, 2, 2)
    assert play.view(0).influence(1) == 2
    assert play.asked == (1, "act")


@pytest.mark.parametrize(("blocker", "first"), [(1, 2), (2, 0)])
def test_6_1_all_but_the_blocker_may_challenge_it(blocker: int, first: int) -> None:
    play = dealt("CC", "AE", "BB").do("foreign_aid").answers(**{f"s{blocker}": "block duke"})
    others = tuple(seat for seat in range(3) if seat != blocker)
    assert play.open_seats == others
    assert play.moves == ["allow", "challenge"]
    play.answers(**{f"s{seat}": "challenge" for seat in others})
    assert play.view(0).challenger == first


def test_6_2_a_true_block_stands() -> None:
    play = dealt("CC", "DE", "BB").do("foreign_aid").answers(s1="block duke").answers(s2="challenge")
    assert play.asked == (1, "show")
    play.do("show duke")
    assert play.asked == (2, "lose")
    play.do("lose ambassador")
    assert play.coins == (2, 2, 2)
    assert play.asked == (1, "act")


def test_6_3_a_false_block_costs_an_influence_and_the_action_goes_on() -> None:
    play = (
        dealt("CC", "AE", "BB").do("foreign_aid").answers(s1="block duke").answers(s0="challenge").do("lose assassin")
    )
    assert play.coins == (4, 2, 2)
    assert (play.lost(1), play.asked) == ("A", (1, "act"))


def test_6_3_a_false_contessa_costs_both() -> None:
    play = dealt("AC", "DB", "BB").rich(3).do("assassinate 1").answers().answers(s1="block contessa")
    play.answers(s2="challenge").do("lose duke")
    assert play.asked == (1, "lose")
    play.do("lose ambassador")
    assert play.lost(1) == "DB"
    assert play.coins == (0, 0, 2)
    assert play.asked == (2, "act")


def test_6_3_with_one_influence_the_first_loss_is_the_last() -> None:
    play = dealt("AC", "DB", "BB").rich(7).do("coup 1", "lose duke", "income", "income").rich(3)
    play.do("assassinate 1").answers().answers(s1="block contessa").answers(s0="challenge").do("lose ambassador")
    assert play.asked == (2, "act")
    assert play.coins[0] == 0


# The joint window.


def test_9_2_challenge_and_block_in_one_window() -> None:
    play = dealt("AC", "DB", "BB", window="joint").rich(3).do("assassinate 1")
    assert play.open_seats == (1, 2)
    assert [str(move) for move in play.ask(1).moves] == ["allow", "challenge", "block contessa"]
    assert [str(move) for move in play.ask(2).moves] == ["allow", "challenge"]
    assert play.view(1).may_block_with == ("contessa",)
    assert play.view(2).may_block_with == ()


def test_9_2_a_block_beats_any_challenge() -> None:
    play = dealt("AC", "BB", "DB", window="joint").rich(3).do("assassinate 2")
    play.answers(s1="challenge", s2="block contessa")
    assert play.view(0).blocker == 2
    assert play.ask().question == "challenge_block"


def test_9_2_no_block_after_a_challenge_that_failed() -> None:
    play = dealt("AC", "DB", "BB", window="joint").rich(3).do("assassinate 1").answers(s2="challenge")
    play.do("show assassin", "lose ambassador")
    assert play.asked == (1, "lose")


def test_9_2_foreign_aid_is_blocked_as_ever() -> None:
    play = dealt("AC", "DB", window="joint").do("foreign_aid")
    assert play.moves == ["allow", "block duke"]


def test_6_1_after_a_challenge_in_vain_the_block_is_what_is_claimed() -> None:
    play = dealt("CD", "BE", "AA").do("steal 1").answers(s2="challenge").do("show captain", "lose assassin")
    play.answers(s1="block ambassador")
    assert play.asked[1] == "challenge_block"
    view = play.view(0)
    assert (view.claimed, view.claimant, view.challenger) == ("ambassador", 1, None)
