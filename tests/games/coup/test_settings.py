import pytest
from games.coup.play import dealt

from croupier.games.coup import GAME, CoupSettings
from croupier.kernel.errors import UsageError
from croupier.kernel.rng import DEAL
from croupier.match.audit import audit
from croupier.match.match import Match


def test_9_1_the_defaults_are_the_official_game() -> None:
    assert GAME.settings() == CoupSettings(window="official", refund=True, one_coin=False, max_turns=1000, deal="")


@pytest.mark.parametrize(("seats", "coins"), [(2, 1), (3, 2)])
def test_9_4_with_two_players_the_first_has_one_coin(seats: int, coins: int) -> None:
    assert dealt(*["DC", "AE", "BB"][:seats], one_coin=True).coins[0] == coins


def test_9_5_the_deal() -> None:
    play = dealt("DD", "AE", court="BC")
    assert (play.hand(0), play.hand(1)) == ("DD", "AE")
    assert dealt("DD", "AE", seed=1).match.state.snapshot(-1) != dealt("DD", "AE", seed=2).match.state.snapshot(-1)


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"window": "later"}, "window"),
        ({"max_turns": 0}, "max_turns must be 1 to 10000"),
        ({"deal": "duke duke duke duke"}, "deal names duke more than three times"),
        ({"deal": "jester"}, "jester"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_9_1_what_is_wrong_is_said(values: dict[str, object], complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        GAME.settings(values)


@pytest.mark.parametrize("seats", [1, 7])
def test_1_1_two_to_six_play(seats: int) -> None:
    with pytest.raises(UsageError, match="2 to 6 players"):
        GAME.new_state(GAME.settings(), seats)


def test_9_5_a_fixed_deal_is_exchanged_by_the_audit_like_any_other() -> None:
    """The audit must see through the setting: cards that it exchanges are those that are dealt."""
    settings = GAME.settings({"deal": "duke captain assassin contessa ambassador"})
    plain = Match(GAME, settings, ("a", "b"), 1)
    other = Match(GAME, settings, ("a", "b"), 1, exchange=(DEAL, 0, 0, 2))
    assert [plain.view(seat).hand for seat in (0, 1)] == [("captain", "duke"), ("assassin", "contessa")]
    assert [other.view(seat).hand for seat in (0, 1)] == [("assassin", "captain"), ("duke", "contessa")]
    report = audit(GAME, settings, 3, worlds=200, seed=1)
    assert report.clean
    assert report.shown > 20
    assert report.decisions > 200


def test_9_5_cards_that_are_not_named_follow_in_random_order() -> None:
    hands = {Match(GAME, GAME.settings({"deal": "duke duke"}), ("a", "b"), seed).view(1).hand for seed in range(40)}
    assert len(hands) > 5
    assert {Match(GAME, GAME.settings({"deal": "duke duke"}), ("a", "b"), s).view(0).hand for s in range(40)} == {
        ("duke", "duke")
    }
