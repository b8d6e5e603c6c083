"""RULES.md, section 4: two of a kind, three of a kind, five different."""

from collections import Counter

import pytest
from games.kittens.play import position

from croupier.ai.baselines import HeuristicBot
from croupier.games.kittens import GAME
from croupier.games.kittens.events import Chose, FivePlayed, Picked, Stole, Took


@pytest.mark.parametrize(
    ("setting", "pairs"),
    [("standard", {"taco", "skip"}), ("cats", {"taco"}), ("any", {"taco", "skip", "nope", "defuse"})],
)
def test_4_1_which_cards_can_be_combined(setting: str, pairs: set[str]) -> None:
    play = position("taco taco skip skip nope nope defuse defuse", "taco", combo_cards=setting)
    assert {move.split()[1] for move in play.moves if move.startswith("pair")} == pairs


def test_4_1_targets_are_alive() -> None:
    moves = ["draw", "pair taco 1", "triple taco 1", "pair taco 3", "triple taco 3"]
    assert position("taco taco taco", "", None, "beard").moves == moves


@pytest.mark.parametrize("combo", [["pair taco 1"], ["triple taco 1", "name defuse"]])
def test_4_1_a_combo_on_a_player_without_cards_is_wasted(combo: list[str]) -> None:
    play = position("taco taco taco", "", "beard").do(*combo)
    assert play.asked == (0, "turn")
    assert not play.happened(Stole)
    assert (play.hand(0), play.hand(1)) == ("taco" if len(combo) == 1 else "", "")
    assert [event.card for event in play.happened(Took)] == [None] * (len(combo) - 1)


def test_4_1_built_in_bots_waste_no_combo() -> None:
    play = position("taco taco taco", "", pile="kitten beard")
    decision = play.match.ask()
    assert decision is not None
    for bot in (HeuristicBot(GAME), *(GAME.bots[name]() for name in ("cautious", "aggressive"))):
        bot.sit(play.match.table, 0, 1)
        assert decision.index_of(bot.decide(decision)) == 0


def test_4_2_two_of_a_kind_take_a_random_card() -> None:
    stolen: Counter[str] = Counter()
    for seed in range(300):
        play = position("taco taco", "skip skip beard")
        play.match.state.seed = seed
        play.do("pair taco 1")
        stolen[play.hand(0)] += 1
        assert play.happened(Stole)
        assert play.discard == "taco taco"
    assert stolen["skip"] + stolen["beard"] == 300
    assert 150 < stolen["skip"] < 250


@pytest.mark.parametrize(("named", "mine", "theirs"), [("defuse", "defuse", "skip"), ("nope", "", "skip defuse")])
def test_4_3_three_of_a_kind_take_what_is_named(named: str, mine: str, theirs: str) -> None:
    play = position("taco taco taco", "skip defuse").do("triple taco 1")
    assert play.asked == (0, "name")
    play.do(f"name {named}")
    assert (play.hand(0), play.hand(1)) == (mine, theirs)
    assert len(play.happened(Took)) == 1


def test_4_3_a_type_that_does_not_exist_is_wasted() -> None:
    play = position("taco taco taco", "skip").do("triple taco 1", "name nothing")
    assert (play.hand(0), play.hand(1), play.asked) == ("", "skip", (0, "turn"))


def test_4_4_five_different_take_from_the_discard_pile() -> None:
    play = position("taco potato beard rainbow melon skip", "nope", discard="defuse skip defuse nope")
    play.do("five", "add potato", "add beard", "add rainbow", "add melon", "add skip")
    assert play.moves == ["pick defuse", "pick nope", "pick skip"]
    play.do("pick defuse", "pass")
    assert play.hand(0) == "taco defuse"
    assert play.discard == "defuse skip nope potato beard rainbow melon skip"
    assert play.happened(Picked)


def test_4_4_the_pile_counts_as_it_lay_before_the_five() -> None:
    play = position("taco potato beard rainbow melon", "taco").do("five")
    play.do(*(f"add {cat}" for cat in ("taco", "potato", "beard", "rainbow", "melon")))
    assert play.moves == ["pick nothing"]
    play.do("pick nothing")
    assert play.hand(0) == ""


def test_4_4_a_nope_of_the_chain_is_not_taken() -> None:
    play = position("taco potato beard rainbow melon nope", "nope nope", discard="nope taco")
    play.do("five", *(f"add {cat}" for cat in ("taco", "potato", "beard", "rainbow", "melon")), "pick nope")
    play.do("nope", "nope", "pass")
    assert play.hand(0) == "nope"
    assert play.discard == "taco taco potato beard rainbow melon nope nope"


def test_4_5_only_fitting_cards_are_offered() -> None:
    play = position("taco potato beard rainbow melon shuffle", "taco").do("five")
    assert play.moves == ["add taco", "add potato"]
    assert play.do("add potato").moves == ["add beard"]


def test_4_5_nobody_else_learns_of_a_combo_before_it_is_complete() -> None:
    play = position("taco potato beard rainbow melon", "taco", "beard")
    before = [play.match.state.snapshot(seat) for seat in (1, 2, -2)]
    play.do("five", "add taco")
    assert play.happened(Chose)
    assert play.match.happened(1) == play.match.happened(-2) == ()
    assert [play.match.state.snapshot(seat) for seat in (1, 2, -2)] == before
    play.do(*(f"add {cat}" for cat in ("potato", "beard", "rainbow", "melon")), "pick nothing")
    assert play.happened(FivePlayed)
