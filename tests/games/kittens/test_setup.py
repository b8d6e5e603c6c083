"""RULES.md, sections 1 and 7: the deal, and who wins."""

import logging
from collections import Counter

import pytest
from games.kittens.play import dealt, position

from croupier.games.kittens import GAME, CardType
from croupier.games.kittens.deck import warn
from croupier.games.kittens.events import Dealt, Ended, WentOut
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.errors import UsageError
from croupier.kernel.event_bits import DEALER


def test_1_1_the_standard_deck() -> None:
    cards = GAME.settings().cards
    assert cards is not None
    assert sum(cards.values()) == 52
    assert (cards["DefuseCard"], cards["NopeCard"], cards["SeeTheFutureCard"], cards["CattermelonCard"]) == (6, 5, 5, 4)


def test_1_2_missing_defuses_are_added_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    warn.cache_clear()
    settings = GAME.settings({"cards": {"TacoCatCard": 20, "DefuseCard": 1}})
    with caplog.at_level(logging.WARNING):
        GAME.new_state(settings, 2)
    assert "2 DefuseCard added: 2 players need 3, and the deck has 1" in caplog.text
    assert dealt(2, cards={"TacoCatCard": 20, "DefuseCard": 1}).pile.split().count("defuse") == 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_1_3_everybody_has_seven_cards_and_a_defuse(seats: int) -> None:
    for seed in range(20):
        play = dealt(seats, seed)
        for seat in range(seats):
            hand = Counter(play.hand(seat).split())
            assert sum(hand.values()) == 8
            assert hand["defuse"] == 1
            assert hand["kitten"] == 0


@pytest.mark.parametrize("seats", range(7, 11))
def test_1_3_a_deck_that_is_too_small_is_refused(seats: int) -> None:
    with pytest.raises(UsageError, match=rf"{seats} players need {7 * seats} cards .* the deck has 46"):
        GAME.new_state(GAME.settings(), seats)
    assert dealt(seats, deck="large").view(DEALER).draw_pile_count > seats


@pytest.mark.parametrize(("seats", "settings", "defuses"), [(2, {}, 4), (5, {}, 1), (2, {"defuses_in_deck": 2}, 2)])
def test_1_4_the_pile_holds_the_rest(seats: int, settings: dict[str, int], defuses: int) -> None:
    for seed in range(20):
        pile = Counter(dealt(seats, seed, **settings).pile.split())
        assert pile["kitten"] == seats - 1
        assert pile["defuse"] == defuses
        assert sum(pile.values()) == 46 - 7 * seats + defuses + seats - 1


def test_1_5_seat_0_begins_and_turns_go_round() -> None:
    play = position("taco", None, "taco")
    assert play.asked == (0, "turn")
    assert play.do("draw").asked == (2, "turn")
    assert play.do("draw").asked == (0, "turn")


def test_1_6_deal_and_pile_follow_from_the_seed_alone() -> None:
    one, two = dealt(4, 5), dealt(4, 5)
    two.do("draw")
    again = dealt(4, 5)
    assert again.pile == one.pile
    assert [again.hand(seat) for seat in range(4)] == [one.hand(seat) for seat in range(4)]
    assert dealt(4, 6).pile != one.pile


def test_1_6_nobody_explodes_before_the_first_draw() -> None:
    for seed in range(50):
        play, luck = dealt(4, seed), BotRandom(seed)
        while (moves := play.moves)[0] == "draw" and len(moves) > 1:
            play.do(moves[1 + luck.below(len(moves) - 1)])
            assert not play.happened(WentOut)
            if play.asked[1] != "turn":
                break


def test_7_1_places_are_in_the_order_of_elimination() -> None:
    play = position("taco", "taco", "taco", pile="kitten kitten taco")
    play.do("draw", "explode", "draw", "explode")
    result = play.match.result()
    assert result.places == (3, 2, 1)
    assert result.scores == (0, 1, 2)
    assert play.happened(Ended) == [Ended(2, "the last player alive")]


@pytest.mark.parametrize(("dealt_cards", "events"), [(1, 1), (5, 2), (7, 2), (20, 6)])
def test_1_3_the_size_of_hands_is_a_setting(dealt_cards: int, events: int) -> None:
    play = dealt(2, deck="large", hand_size=dealt_cards)
    for seat in range(2):
        shown = [event for event in play.match.happened(seat, 0) if isinstance(event, Dealt)]
        cards = [card for event in shown for card in event.cards]
        assert (len(shown), cards[-1]) == (events, CardType.DEFUSE)
        assert sorted(cards) == sorted(card.card_type for card in play.view(seat).my_hand)
        assert len(cards) == dealt_cards + 1


@pytest.mark.parametrize("size", [0, 21])
def test_1_3_a_hand_has_1_to_20_cards(size: int) -> None:
    with pytest.raises(UsageError, match="hand_size must be 1 to 20"):
        dealt(2, hand_size=size)
