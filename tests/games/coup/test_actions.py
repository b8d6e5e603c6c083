import pytest
from games.coup.play import dealt

from croupier.games.coup import Action, Character
from croupier.games.coup.core import layout as w


def test_3_1_income() -> None:
    play = dealt("DC", "AE").do("income")
    assert play.coins == (3, 2)
    assert play.asked == (1, "act")
    assert play.kinds == ["Acted", "Coins"]


def test_3_2_foreign_aid_waits_for_blocks_but_not_for_challenges() -> None:
    play = dealt("DC", "AE", "BB").do("foreign_aid")
    assert play.ask().question == "block"
    assert play.open_seats == (1, 2)
    assert play.moves == ["allow", "block duke"]
    assert play.allowed().coins == (4, 2, 2)


def test_3_3_a_coup_costs_seven_and_cannot_be_stopped() -> None:
    play = dealt("DC", "EE").rich(9).do("coup 1")
    assert play.asked == (1, "lose")
    assert play.coins[0] == 2
    assert play.do("lose contessa").asked == (1, "act")


@pytest.mark.parametrize(("coins", "choices"), [(9, 8), (10, 2), (12, 2)])
def test_3_3_with_ten_coins_nothing_else_may_be_done(coins: int, choices: int) -> None:
    play = dealt("DC", "AE", "BB").rich(coins)
    coups = [move for move in play.moves if move.startswith("coup")]
    assert coups == ["coup 1", "coup 2"]
    assert (len(play.moves) == 2) == (coins >= 10)
    assert len(play.moves) == (choices if coins >= 10 else 4 + 3 * 2)


def test_3_4_tax() -> None:
    play = dealt("DC", "AE").do("tax")
    assert play.asked == (1, "respond")
    assert play.allowed().coins == (5, 2)


def test_3_5_assassinate() -> None:
    play = dealt("AC", "DE").rich(4).do("assassinate 1")
    assert play.coins == (1, 2)
    play.allowed()
    assert play.asked == (1, "lose")
    play.do("lose duke")
    assert (play.lost(1), play.coins) == ("D", (1, 2))


@pytest.mark.parametrize(("theirs", "taken"), [(0, 0), (1, 1), (2, 2), (5, 2)])
def test_3_6_steal_takes_up_to_two(theirs: int, taken: int) -> None:
    play = dealt("CC", "DE").rich(1, theirs).do("steal 1").allowed()
    assert play.coins == (1 + taken, theirs - taken)


def test_3_7_exchange_claims_the_ambassador() -> None:
    play = dealt("BC", "DE").do("exchange")
    assert play.view(1).claimed == Character.AMBASSADOR
    assert play.allowed().asked == (0, "keep")


def test_3_8_the_price_is_paid_at_once() -> None:
    play = dealt("AC", "DE").rich(3).do("assassinate 1")
    assert [str(event) for event in play.events][1].startswith("Coins")
    assert play.coins[0] == 0


@pytest.mark.parametrize(("coins", "missing"), [(2, {"assassinate", "coup"}), (3, {"coup"}), (6, {"coup"}), (7, set())])
def test_3_9_who_cannot_pay_cannot_act(coins: int, missing: set[str]) -> None:
    words = {move.split()[0] for move in dealt("DC", "AE").rich(coins).moves}
    assert words == {str(action) for action in Action} - missing


def test_3_9_no_target_but_others_who_live() -> None:
    play = dealt("DC", "AE", "BB").rich(7).do("coup 1", "lose assassin", "income", "income").rich(7)
    play.do("coup 1", "lose contessa", "income").rich(9)
    assert {move for move in play.moves if move[-1].isdigit()} == {"steal 2", "assassinate 2", "coup 2"}


def test_7_1_two_cards_are_drawn() -> None:
    play = dealt("BC", "DE", court="AE").do("exchange").allowed()
    assert play.view(0).drawn == ("assassin", "contessa")
    assert play.view(1).drawn == ()
    assert play.view(1).court_size == 9


def test_7_2_as_many_are_kept_as_there_are_influences() -> None:
    play = dealt("BC", "DE", court="AE").do("exchange").allowed()
    assert play.moves[0] == "keep ambassador captain"
    assert len(play.moves) == 6
    play.do("keep assassin contessa")
    assert play.hand(0) == "AE"


def test_7_2_with_one_influence_one_is_kept() -> None:
    play = dealt("BC", "DE", court="AA").rich(2, 7).do("income", "coup 0", "lose captain")
    play.do("exchange").allowed()
    assert play.moves == ["keep ambassador", "keep assassin"]
    assert play.do("keep assassin").hand(0) == "A"


@pytest.mark.parametrize(
    ("hand", "court", "keeps"),
    [("BB", "BC", 2), ("BB", "AC", 4), ("BC", "BC", 3), ("DD", "DE", 2), ("BD", "DD", 2)],
)
def test_7_2_equal_hands_are_offered_once(hand: str, court: str, keeps: int) -> None:
    assert len(dealt(hand, "AE", court=court).do("exchange").allowed().moves) == keeps


def test_7_3_the_rest_goes_back_and_the_court_is_shuffled() -> None:
    play = dealt("BC", "DE", court="AE").do("exchange").allowed()
    play.do("keep captain contessa")
    assert play.view(0).court_size == 11
    court = play.match.state.words[w.COURT :]
    assert sorted(int(court[i]) for i in range(11)).count(0) == 3
    assert {card.character for card in play.view(0).returned} == {"assassin", "ambassador"}
    assert play.view(1).returned == ()
