"""RULES.md, sections 2 and 3: turns and single cards."""

import pytest
from games.kittens.play import position

from croupier.games.kittens.events import Drew, KittenDrawn, Peeked, Shuffled, TurnBegan


def test_2_1_as_many_plays_as_one_likes() -> None:
    play = position("shuffle shuffle future future", "taco")
    assert play.do("shuffle", "future", "shuffle", "future").asked == (0, "turn")
    assert play.moves == ["draw"]


def test_2_2_one_draw_ends_the_turn() -> None:
    play = position("taco", "taco", pile="skip beard kitten").do("draw")
    assert play.hand(0) == "taco skip"
    assert play.asked == (1, "turn")
    assert len(play.happened(Drew)) == 1


@pytest.mark.parametrize("card", ["skip", "attack"])
def test_2_3_skip_and_attack_end_the_turn_without_a_draw(card: str) -> None:
    play = position(card, "taco").do(card)
    assert play.asked == (1, "turn")
    assert not play.happened(Drew)
    assert play.hand(0) == ""


def test_2_4_owed_turns_are_taken_at_once() -> None:
    play = position("taco", "taco", owed=3, attacked=True)
    assert play.do("draw").asked == (0, "turn")
    assert play.happened(TurnBegan) == [TurnBegan(0, 2, 0)]
    play.do("draw", "draw")
    assert play.asked == (1, "turn")
    assert play.owed == 1


def test_2_5_nope_defuse_and_single_cats_are_no_plays() -> None:
    assert position("nope defuse taco beard", "taco").moves == ["draw"]


def test_2_6_after_a_thousand_plays_a_card_is_drawn() -> None:
    play = position("shuffle shuffle", "taco", actions=999).do("shuffle")
    assert play.happened(Drew) or play.happened(KittenDrawn)
    assert play.asked != (0, "turn")
    assert position("shuffle shuffle", "taco", actions=998).do("shuffle").asked == (0, "turn")


def test_3_1_skip_ends_one_turn() -> None:
    play = position("skip", "taco", owed=2, attacked=True).do("skip")
    assert play.asked == (0, "turn")
    assert play.owed == 1


@pytest.mark.parametrize(
    ("stacks", "owed", "attacked", "turns"),
    [
        ("remaining", 1, False, 2),
        ("remaining", 2, True, 3),
        ("remaining", 1, True, 2),
        ("remaining", 3, True, 4),
        ("printed", 1, False, 2),
        ("printed", 2, True, 4),
        ("printed", 1, True, 3),
    ],
)
def test_3_2_attacks_stack(stacks: str, owed: int, attacked: bool, turns: int) -> None:
    play = position("attack", "taco", "taco", owed=owed, attacked=attacked, attack_stacks=stacks).do("attack")
    assert play.asked == (1, "turn")
    assert play.owed == turns


def test_3_2_an_attack_goes_to_the_next_who_is_alive() -> None:
    play = position("attack", None, "attack").do("attack")
    assert (play.asked, play.owed) == ((2, "turn"), 2)
    play.do("attack")
    assert (play.asked, play.owed) == ((0, "turn"), 3)


def test_3_2_with_two_players_an_attack_can_come_back() -> None:
    play = position("attack attack", "attack").do("attack", "attack", "attack")
    assert (play.asked, play.owed) == ((1, "turn"), 4)


def test_3_3_a_favor_asks_for_a_card_of_the_targets_choice() -> None:
    play = position("favor", "skip taco", "beard").do("favor 1")
    assert play.asked == (1, "give")
    assert play.moves == ["give taco", "give skip"]
    play.do("give skip")
    assert (play.hand(0), play.hand(1)) == ("skip", "taco")
    assert play.asked == (0, "turn")


def test_3_3_no_favor_of_somebody_without_cards_or_life() -> None:
    assert position("favor", "", None, "taco").moves == ["draw", "favor 3"]


def test_3_3_nothing_happens_when_the_last_card_was_a_nope() -> None:
    play = position("favor nope", "nope", "taco").do("favor 1", "nope", "nope")
    assert play.asked == (0, "turn")
    assert play.hand(0) == ""


def test_3_4_a_shuffle_shuffles_the_pile() -> None:
    play = position("shuffle", "taco", pile="taco beard melon skip potato rainbow attack favor nope kitten")
    before = play.pile
    play.do("shuffle")
    assert play.pile != before
    assert sorted(play.pile.split()) == sorted(before.split())
    assert play.happened(Shuffled)


@pytest.mark.parametrize(("pile", "seen"), [("taco skip kitten beard", 3), ("taco kitten", 2), ("kitten", 1)])
def test_3_5_see_the_future_shows_the_next_three(pile: str, seen: int) -> None:
    play = position("future", "taco", pile=pile).do("future")
    assert play.top(0) == " ".join(pile.split()[:seen])
    assert play.top(1) == ""
    assert play.happened(Peeked)[0].count == seen
