"""Rule 2.5 at every point of a turn at which somebody can be taken out."""

from games.coup.play import Play, dealt


def leave(play: Play, seat: int) -> Play:
    play.match.expel(seat)
    play.events = list(play.match.happened())
    return play


def test_2_5_influences_face_up_and_coins_to_the_bank() -> None:
    play = leave(dealt("DC", "AE", "BB"), 1)
    assert (play.lost(1), play.coins[1]) == ("AE", 0)
    assert play.kinds == ["Lost", "Lost", "WentOut", "Coins"]
    assert play.asked == (0, "act")


def test_2_5_the_turn_passes_on_if_it_was_his() -> None:
    assert leave(dealt("DC", "AE", "BB"), 0).asked == (1, "act")


def test_2_5_one_of_two_leaves_and_the_other_wins() -> None:
    play = leave(dealt("DC", "AE"), 0)
    assert play.match.over
    assert play.match.result().places == (2, 1)


def test_2_5_the_challenged_actor_leaves() -> None:
    play = dealt("DC", "AE", "BB").do("tax").answers(s1="challenge")
    assert play.asked == (0, "show")
    leave(play, 0)
    assert play.asked == (1, "act")
    assert play.view(1).record(0, "duke").failed == 1
    assert play.view(1).influence(1) == 2


def test_2_5_the_challenger_leaves_before_the_claim_is_settled() -> None:
    play = dealt("DC", "AE", "BB").do("tax").answers(s1="challenge")
    leave(play, 1).do("show duke")
    assert play.asked == (2, "act")
    assert play.coins[0] == 5


def test_2_5_the_loser_leaves_and_the_action_goes_on() -> None:
    play = dealt("DC", "AE", "BB").do("tax").answers(s1="challenge").do("show duke")
    assert play.asked == (1, "lose")
    leave(play, 1)
    assert play.asked == (2, "act")
    assert play.coins[0] == 5


def test_2_5_the_actor_leaves_while_the_challenger_chooses() -> None:
    play = dealt("CD", "AE", "BB").do("steal 1").answers(s2="challenge").do("show captain")
    leave(play, 0).do("lose ambassador")
    assert play.asked == (1, "act")
    assert play.coins == (0, 2, 2)


def test_2_5_a_blocker_who_leaves_does_not_block() -> None:
    play = dealt("DC", "DE", "BB").do("foreign_aid").answers(s1="block duke").answers(s0="challenge")
    assert play.asked == (1, "show")
    leave(play, 1)
    assert play.coins[0] == 4
    assert play.asked == (2, "act")


def test_2_5_the_target_of_a_murder_leaves() -> None:
    play = dealt("AC", "DE", "BB").rich(3).do("assassinate 1").answers().answers()
    assert play.asked == (1, "lose")
    leave(play, 1)
    assert play.asked == (2, "act")
    assert play.coins[0] == 0


def test_2_5_cards_drawn_for_an_exchange_go_back() -> None:
    play = dealt("BC", "DE", "BB").do("exchange").allowed()
    assert play.asked == (0, "keep")
    leave(play, 0)
    assert play.lost(0) == "BC"
    assert play.view(1).court_size == 9
    assert play.asked == (1, "act")


def test_2_5_leaving_twice_or_after_death_changes_nothing() -> None:
    play = leave(dealt("DC", "AE", "BB"), 1)
    before = play.match.state.snapshot(-1)
    leave(play, 1)
    assert play.match.state.snapshot(-1) == before
    assert play.events == []
