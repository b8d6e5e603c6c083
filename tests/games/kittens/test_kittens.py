"""RULES.md, section 6: kittens, defuses, explosions and expulsions."""

import pytest
from games.kittens.play import dealt, position

from croupier.games.kittens.events import Defused, Discarded, Ended, Inserted, KittenDrawn, TurnBegan, WentOut
from croupier.kernel.bot_rng import BotRandom


def test_6_1_there_is_one_kitten_fewer_than_players() -> None:
    for seed in range(30):
        play, luck = dealt(5, seed), BotRandom(seed)
        while (decision := play.match.ask()) is not None:
            if decision.question == "turn" and luck.random() < 0.03:
                play.match.expel(luck.below(5))
                continue
            view = play.view(-1)
            assert play.pile.split().count("kitten") == view.kittens_in_pile
            play.match.play(luck.below(len(decision.moves)))


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_6_2_a_defuse_is_used_and_the_kitten_put_back(depth: int) -> None:
    play = position("defuse taco", "taco", pile="kitten beard skip melon").do("draw")
    assert play.asked == (0, "defuse")
    assert play.moves == ["depth 3", "depth 2", "depth 1", "depth 0"]
    assert [type(event) for event in play.events] == [KittenDrawn, Defused]
    play.do(f"depth {depth}")
    rest = ["beard", "skip", "melon"]
    assert play.pile.split() == [*rest[:depth], "kitten", *rest[depth:]]
    assert play.events[0] == Inserted(0, 4, depth)
    assert play.match.happened(1)[0] == Inserted(0, 4, None)
    assert (play.hand(0), play.discard, play.asked) == ("taco", "defuse", (1, "turn"))


def test_6_2_without_a_defuse_one_explodes_after_last_words() -> None:
    play = position("skip taco nope", "taco", "taco", pile="kitten beard kitten", owed=3, attacked=True).do("draw")
    assert (play.asked, play.moves) == ((0, "last_words"), ["explode"])
    play.do("explode")
    assert play.happened(WentOut)[0].place == 3
    assert play.discard == "taco skip nope"
    assert [card.value for card in play.happened(Discarded)[0].cards] == ["TacoCatCard", "SkipCard", "NopeCard"]
    assert play.pile == "beard kitten"
    assert (play.asked, play.owed) == ((1, "turn"), 1)
    assert play.happened(TurnBegan) == [TurnBegan(1, 1, None)]


@pytest.mark.parametrize("seats", [3, 5])
def test_6_2_the_turns_that_a_player_still_owed_go_with_him(seats: int) -> None:
    play = position(*["taco"] * seats, pile="kitten beard melon kitten kitten kitten", owed=3, attacked=True)
    play.do("draw", "explode")
    assert (play.asked, play.owed) == ((1, "turn"), 1)
    play.do("draw")
    assert play.asked == (2, "turn")


def test_6_3_an_expelled_player_leaves_no_turns_either() -> None:
    play = position("taco", "taco", "taco", owed=4, attacked=True)
    play.match.expel(0)
    assert (play.asked, play.owed) == ((1, "turn"), 1)


def test_6_3_the_lowest_kitten_leaves_with_an_expelled_seat() -> None:
    play = position("skip", "taco", "taco", pile="taco kitten beard skip kitten melon")
    play.match.expel(0)
    assert play.pile == "taco kitten beard skip melon"
    assert play.asked == (1, "turn")
    assert play.match.happened()[0] == WentOut(0, 3, True, "take_turn")


def test_6_3_whose_turn_it_is_not_leaves_the_turn_alone() -> None:
    play = position("skip", "taco", "taco", owed=2, attacked=True)
    play.match.expel(1)
    assert (play.asked, play.owed) == ((0, "turn"), 2)
    assert play.match.happened()[0].method == "choose_card_to_give"


@pytest.mark.parametrize("expelled", [0, 1])
def test_6_3_a_favor_lapses(expelled: int) -> None:
    play = position("favor taco", "skip", "taco").do("favor 1")
    play.match.expel(expelled)
    assert play.asked == ((1 if expelled == 0 else 0), "turn")
    assert "pair" not in play.view(2).pending


@pytest.mark.parametrize(("expelled", "pile"), [(0, "beard kitten melon"), (1, "beard melon")])
def test_6_3_a_kitten_that_was_just_drawn_leaves_with_its_seat(expelled: int, pile: str) -> None:
    play = position("defuse", "taco", "taco", pile="kitten beard kitten melon").do("draw")
    play.match.expel(expelled)
    assert play.pile == pile
    assert play.asked == ((1, "turn") if expelled == 0 else (0, "defuse"))


def test_6_3_a_combo_in_the_making_lapses() -> None:
    play = position("taco taco taco", "taco", "taco").do("triple taco 1")
    play.match.expel(0)
    assert play.asked == (1, "turn")
    assert play.view(1).pending == ""


def test_6_3_the_last_one_left_wins() -> None:
    play = position("skip", "taco")
    play.match.expel(0)
    assert play.match.result().places == (2, 1)
    assert play.match.happened()[-1] == Ended(1, "the others were expelled")
    assert play.match.over
