"""RULES.md, section 5: Nope rounds of any depth."""

import pytest
from games.kittens.play import position

from croupier.games.kittens.events import Answered, Noped, Resolved


def answers(play, **wanted: bool) -> None:
    """Answer the open round: Ann=True plays a Nope; who is not named passes."""
    names = play.match.table.names
    asked = play.match.open_seats()
    for seat in asked:
        decision = play.match.ask(seat)
        play.match.play(decision.index_of("nope" if wanted.get(names[seat]) else "pass"), seat=seat)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("actor", [0, 1])
def test_5_1_everybody_else_is_asked_once(seats: int, actor: int) -> None:
    play = position(*["skip nope"] * seats, turn=actor).do("skip")
    assert play.match.open_seats() == tuple(seat for seat in range(seats) if seat != actor)
    answers(play)
    assert play.asked == ((actor + 1) % seats, "turn")


def test_5_1_nobody_learns_how_others_answered() -> None:
    play = position("skip", "nope", "nope", "nope").do("skip", "pass")
    assert play.events[-1] == Answered(1, False)
    assert play.match.happened(0) == play.match.happened(2) == play.match.happened(-2) == ()


def test_5_2_the_first_in_turn_order_plays_his() -> None:
    play = position("skip", "nope", "nope", "nope", turn=0).do("skip")
    answers(play, Bob=False, Cid=True, Dot=True)
    assert [play.hand(seat) for seat in (1, 2, 3)] == ["nope", "", "nope"]


def test_5_2_turn_order_counts_from_the_one_who_played() -> None:
    play = position("nope", "nope", "skip", "nope", turn=2).do("skip")
    answers(play, Ann=True, Bob=True)
    assert [play.hand(seat) for seat in (0, 1, 3)] == ["", "nope", "nope"]


def test_5_3_a_nope_opens_a_round_for_everybody_but_its_player() -> None:
    play = position("skip nope", "nope nope", "nope").do("skip")
    answers(play, Bob=True)
    assert play.match.open_seats() == (0, 2)
    answers(play, Ann=True)
    assert play.match.open_seats() == (1, 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("nopes", "takes_effect"), [(0, True), (1, False), (2, True), (3, False), (4, True), (5, False)]
)
def test_5_4_an_odd_number_of_nopes_cancels(seats: int, nopes: int, takes_effect: bool) -> None:
    play = position("skip nope nope nope", *["nope nope nope"] * (seats - 1)).do("skip")
    for number in range(nopes):
        noper = 1 if number % 2 == 0 else 0
        answers(play, **{play.match.table.names[noper]: True})
    answers(play)
    assert play.match.happened()[-2 if takes_effect else -1] == Resolved(0, "SkipCard", None, takes_effect)
    assert play.asked == (1 if takes_effect else 0, "turn")
    assert play.discard == " ".join(["skip"] + ["nope"] * nopes)


def test_5_5_a_cancelled_attack_does_not_end_the_turn() -> None:
    play = position("attack", "nope").do("attack", "nope")
    assert (play.asked, play.owed) == ((0, "turn"), 1)
    assert play.discard == "attack nope"


def test_5_5_a_cancelled_combo_is_lost() -> None:
    play = position("taco taco taco", "defuse nope").do("triple taco 1", "name defuse", "nope")
    assert (play.hand(0), play.hand(1)) == ("", "defuse")


def test_5_6_who_holds_no_nope_is_not_asked_and_leaves_the_same_trace() -> None:
    one = position("skip", "nope", "taco").do("skip")
    two = position("skip", "nope", "nope").do("skip")
    assert one.match.open_seats() == (1,)
    assert two.match.open_seats() == (1, 2)
    answers(one)
    answers(two)
    shown = [
        [event for step in range(1, len(play.match.steps) + 1) for event in play.match.happened(0, step)]
        for play in (one, two)
    ]
    assert shown[0] == shown[1]


def test_5_7_a_draw_cannot_be_noped() -> None:
    play = position("defuse", "nope", pile="kitten taco").do("draw")
    assert play.asked == (0, "defuse")
    play = position("taco", "nope", pile="kitten taco").do("draw")
    assert play.asked == (0, "last_words")
    assert not play.happened(Noped)
