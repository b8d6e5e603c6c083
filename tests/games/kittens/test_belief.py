"""What others did about the pile and with their Defuses: a belief for searches, never a part of the rules."""

import pytest
from games.kittens.play import Play, dealt, position

from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.codes import DEFUSE, HAND_TYPES, KITTEN
from croupier.games.kittens.core.rules import KittensState
from croupier.games.kittens.core.table import has

WORLDS = 400
UNLOOKED = "taco beard melon skip potato kitten kitten"


def believed(play: Play, seat: int) -> list[KittensState]:
    """Worlds that a seat imagines and believes in."""
    worlds: list[KittensState] = []
    for seed in range(WORLDS):
        state = play.match.state.fresh()
        assert isinstance(state, KittensState)
        state.restore(seat, play.match.state.snapshot(seat))
        state.imagine(seat, seed)
        state.believe(seat)
        worlds.append(state)
    return worlds


def pile_card(state: KittensState, depth: int) -> int:
    """The word of the card that lies under so many others: its type, and the seats that know it << 4."""
    return state.words[w.PILE + state.words[w.PILE_SIZE] - 1 - depth]


def kitten_at(play: Play, seat: int, depth: int) -> float:
    """How sure a seat is that a kitten lies under so many cards."""
    return sum(pile_card(world, depth) & 15 == KITTEN for world in believed(play, seat)) / WORLDS


def defuse_with(play: Play, seat: int, other: int) -> float:
    """How sure a seat is that another has a Defuse."""
    return sum(has(world.words[w.HAND + other], DEFUSE) > 0 for world in believed(play, seat)) / WORLDS


def put_back(depth: int, pile: str = "kitten taco beard melon skip potato kitten", **more: int) -> Play:
    """Ann drew a kitten and put it back."""
    hands = ("defuse skip", "favor skip skip skip taco taco", "future skip attack shuffle", "nope skip beard")
    return position(*hands, pile=pile, **more).do("draw", f"depth {depth}")


def test_the_next_player_expects_a_kitten_that_was_put_back() -> None:
    assert kitten_at(put_back(0), 1, 0) > 0.9
    assert kitten_at(put_back(4), 1, 0) > 0.9, "where it really lies nobody knows but Ann"


def test_he_still_does_when_cards_were_played_since() -> None:
    play = put_back(0).do("pair taco 3", "pass")
    assert kitten_at(play, 1, 0) > 0.9
    assert kitten_at(play.do("skip", "pass"), 2, 0) > 0.9


def test_who_put_it_back_knows_in_the_worlds_of_others() -> None:
    for world in believed(put_back(0), 1):
        top = pile_card(world, 0)
        assert top & 15 != KITTEN or top >> 4 & 1


def test_it_lies_under_the_turns_that_are_still_owed() -> None:
    play = put_back(1, owed=2, attacked=True)
    assert play.asked[0] == 0
    assert kitten_at(play, 1, 1) > 0.9
    assert kitten_at(play, 1, 0) < 0.5
    assert kitten_at(play.do("draw"), 1, 0) > 0.9


@pytest.mark.parametrize("moves", [("draw",), ("skip", "pass", "shuffle", "pass")])
def test_a_draw_or_a_shuffle_ends_it(moves: tuple[str, ...]) -> None:
    play = put_back(4).do(*moves)
    assert kitten_at(play, play.asked[0], 0) < 0.5


def test_who_looks_and_does_not_draw_has_a_reason() -> None:
    looked = position("future skip", "taco beard", "melon", pile=UNLOOKED).do("future")
    assert kitten_at(looked, 1, 0) < 0.5
    assert kitten_at(looked.do("skip"), 1, 0) > 0.9
    for world in believed(looked, 1):
        assert all(pile_card(world, depth) >> 4 & 1 for depth in range(3)), "Ann has seen three cards"


def test_who_skips_without_a_look_may_have_none() -> None:
    play = position("skip", "taco beard", "melon", pile=UNLOOKED).do("skip")
    assert kitten_at(play, 1, 0) < 0.5


def test_8_2_everybody_begins_with_a_defuse() -> None:
    play = dealt(4)
    assert play.known(2) == {"Ann": "defuse", "Bob": "defuse", "Dot": "defuse"}
    assert defuse_with(play, 0, 1) == 1.0


def after_a_favor(given: str) -> Play:
    """Ann asked Bob for a card, who gave this one; Cid and Dot saw its back."""
    for seed in range(10_000):
        play = dealt(4, seed)
        hands = [play.hand(seat).split() for seat in range(4)]
        if "favor" in hands[0] and given in hands[1] and not any("nope" in hand for hand in hands[1:]):
            return play.do("favor 1", f"give {given}")
    raise AssertionError("no such deal")


def test_a_defuse_is_expected_to_stay_when_a_card_went_out_of_sight() -> None:
    play = after_a_favor("taco")
    assert play.known(2) == {"Ann": "defuse", "Dot": "defuse"}, "that of Bob is not certain any more"
    assert 0.8 < defuse_with(play, 2, 1) < 1.0
    assert defuse_with(play, 2, 0) == 1.0


def test_who_saw_it_leave_does_not_expect_it() -> None:
    play = after_a_favor("defuse")
    assert defuse_with(play, 0, 1) < 0.5
    assert defuse_with(play, 2, 1) > 0.8


def test_what_is_certain_stays_and_no_card_is_lost() -> None:
    play = after_a_favor("taco")
    worlds = believed(play, 2)
    assert {world.snapshot(2) for world in worlds} == {play.match.state.snapshot(2)}
    truth = play.match.state
    assert isinstance(truth, KittensState)
    assert all(cards(world) == cards(truth) for world in worlds)


def cards(state: KittensState) -> list[int]:
    """All that are in hands and in the pile."""
    hands = [state.words[w.HAND + seat] for seat in range(state.seats)]
    held = [card for hand in hands for card in range(HAND_TYPES) for _ in range(has(hand, card))]
    return sorted(held + [pile_card(state, depth) & 15 for depth in range(state.words[w.PILE_SIZE])])
