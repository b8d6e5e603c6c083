from collections import Counter

import pytest
from games.coup.play import dealt

from croupier.games.coup import GAME
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.table import draw
from croupier.games.coup.moves import CHARACTERS
from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match


@pytest.mark.parametrize("seats", GAME.seats)
def test_1_1_three_of_each_character(seats: int) -> None:
    match = Match(GAME, GAME.settings(), [f"p{seat}" for seat in range(seats)], 7)
    words = match.state.words
    cards = [int(words[w.COURT + i]) for i in range(words[w.COURT_SIZE])]
    for seat in range(seats):
        cards += [CHARACTERS.index(card) for card in match.view(seat).hand]
    assert Counter(cards) == dict.fromkeys(range(5), 3)


def test_1_2_two_cards_each_seat_0_first() -> None:
    play = dealt("DC", "AE", "BB", court="DA")
    assert [play.hand(seat) for seat in range(3)] == ["CD", "AE", "BB"]
    assert play.view(0).court_size == 9
    assert [draw(play.match.state.words) for _ in range(2)] == [3, 0]


def test_1_3_two_coins_each() -> None:
    assert dealt("DC", "AE", "BB").coins == (2, 2, 2)


def test_1_4_turns_go_round_and_pass_over_those_who_are_out() -> None:
    play = dealt("DC", "AE", "BB")
    assert play.asked == (0, "act")
    assert play.do("income").asked == (1, "act")
    play.rich(7, 2, 2).do("income", "income", "coup 1", "lose assassin")
    assert play.asked == (1, "act")
    play.rich(7).do("income", "income", "coup 1", "lose contessa")
    assert play.asked == (2, "act")
    assert play.do("income").asked == (0, "act")


def test_2_1_the_loser_chooses_and_the_card_stays_face_up() -> None:
    play = dealt("DC", "AE").rich(7, 2).do("coup 1")
    assert play.asked == (1, "lose")
    assert play.moves == ["lose assassin", "lose contessa"]
    play.do("lose contessa")
    assert (play.hand(1), play.lost(1)) == ("A", "E")
    assert play.view(0).face_up == ("contessa",)
    assert play.match.view(DEALER).lost(1) == ("contessa",)


def test_2_1_with_two_of_a_kind_there_is_one_way() -> None:
    assert dealt("DC", "EE").rich(7, 2).do("coup 1").moves == ["lose contessa"]


def test_2_2_who_has_no_influence_is_out_and_his_coins_are_gone() -> None:
    play = dealt("DC", "AE", "BB").rich(7, 5, 3).do("coup 1", "lose assassin")
    play.rich(7, 5, 3).do("income", "income", "coup 1", "lose contessa")
    assert play.coins[1] == 0
    assert not play.view(0).is_alive(1)
    assert play.view(0).place(1) == 3


def test_2_3_the_last_one_wins_and_places_go_by_elimination() -> None:
    play = dealt("DC", "AE", "BB")
    for target, cards in ((2, ("ambassador", "ambassador")), (1, ("assassin", "contessa"))):
        for card in cards:
            while play.match.state.to_act != 0:
                play.do("income")
            play.rich(7).do(f"coup {target}", f"lose {card}")
    result = play.match.result()
    assert result.places == (1, 2, 3)
    assert result.scores == (2, 1, 0)
    assert result.ending == "one player is left"


def test_2_4_no_effect_on_a_target_that_is_out() -> None:
    """Bob, with one influence, doubts a true Assassin: he is out before the murder, and the price stays paid."""
    play = dealt("AD", "EE", "BB").rich(7).do("coup 1", "lose contessa", "income", "income").rich(3)
    play.do("assassinate 1").answers(s1="challenge").do("show assassin", "lose contessa")
    assert play.asked == (2, "act")
    assert play.coins[0] == 0


def test_2_4_nothing_is_stolen_from_a_target_that_is_out() -> None:
    play = dealt("CD", "EE", "BB").rich(7).do("coup 1", "lose contessa", "income", "income")
    play.do("steal 1").answers(s1="challenge").do("show captain", "lose contessa")
    assert play.asked == (2, "act")
    assert play.coins[0] == 0


def test_2_6_at_the_turn_limit_the_living_share_the_first_place() -> None:
    play = dealt("DC", "AE", "BB", max_turns=6)
    play.do(*["income"] * 5).rich(2, 2, 7).do("coup 0", "lose duke")
    result = play.match.result()
    assert result.places == (1, 1, 1)
    assert result.ending == "drawn by the turn limit"
    assert [play.match.state.reward(seat) for seat in range(3)] == [500] * 3
