"""A match as a value: it asks, it is answered, it remembers."""

import liar
import pytest

from croupier.games import GAMES
from croupier.kernel.decision import Said
from croupier.kernel.errors import BadMessage, IllegalMove, UsageError
from croupier.match.match import EXPELLED, Match

CUTTLE = GAMES["cuttle"]


def cuttle(seed: int = 1, **options: bool) -> Match:
    return Match(CUTTLE, CUTTLE.settings(), ["Ann", "Bob"], seed, **options)


def test_asking_twice_is_asking_once() -> None:
    match = cuttle()
    assert match.ask() is match.ask()
    assert match.open_seats() == (0,)


def test_nothing_can_be_answered_before_it_is_asked() -> None:
    with pytest.raises(ValueError, match="nothing was asked"):
        cuttle().play(0)


def test_only_an_offered_move_can_be_played() -> None:
    match = cuttle()
    decision = match.ask()
    assert decision is not None
    for index in (-1, len(decision.moves)):
        with pytest.raises(ValueError, match="move"):
            match.play(index)


def test_a_seat_that_is_not_asked_cannot_be_asked() -> None:
    with pytest.raises(ValueError, match="seat 1 is not asked"):
        cuttle().ask(1)


def test_the_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(UsageError, match="cuttle is for 2 players, not for 3"):
        Match(CUTTLE, CUTTLE.settings(), ["a", "b", "c"], 1)


def test_news_rides_with_the_question_and_comes_once() -> None:
    match = cuttle()
    match.ask()
    match.play(0)
    second = match.ask()
    assert second is not None
    texts = [event.text(("Ann", "Bob")) for event in second.events]
    assert texts[-1] == "Ann draws a card"
    assert sum("Bob is dealt a card" in text for text in texts) == 0
    assert sum("Ann is dealt a card" in text for text in texts) == 5
    match.play(0)
    third = match.ask()
    assert third is not None
    assert [event.text(("Ann", "Bob")) for event in third.events][1:] == ["Bob draws a card"]


@pytest.mark.parametrize("talk", [True, False])
def test_talk_is_kept_always_and_passed_on_when_it_is_on(talk: bool) -> None:
    match = cuttle(talk=talk)
    match.ask()
    match.play(0, say=("hello", "you"))
    decision = match.ask()
    assert decision is not None
    said = [event for event in decision.events if isinstance(event, Said)]
    assert said == ([Said(0, "hello"), Said(0, "you")] if talk else [])
    assert match.steps[0].say == ("hello", "you")


def test_an_expelled_seat_is_out_and_the_match_says_so() -> None:
    match = cuttle()
    match.ask()
    match.expel(0, ("TooSlow: it slept",), "expel")
    assert match.over
    assert match.result().places == (2, 1)
    assert match.result().ending == "forfeit"
    assert match.steps[-1].move == EXPELLED
    assert match.ask() is None


def test_a_match_without_a_result_has_none() -> None:
    with pytest.raises(ValueError, match="not over"):
        cuttle().result()


def test_every_sealed_seat_is_open_until_it_has_answered() -> None:
    match = Match(liar.GAME, liar.GAME.settings(), ["a", "b", "c", "d"], 3)
    while len(match.open_seats()) < 2:
        decision = match.ask()
        assert decision is not None
        match.play(0)
    first, last = match.open_seats()[0], match.open_seats()[-1]
    assert match.ask(last) is not None
    match.play(0, seat=last)
    assert last not in match.open_seats()
    with pytest.raises(ValueError, match="does not owe"):
        match.ask(last)
    assert match.ask(first) is not None


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (99, IllegalMove),
        (-1, IllegalMove),
        ("dance", IllegalMove),
        (None, BadMessage),
        (True, BadMessage),
        (1.0, BadMessage),
        (["draw"], BadMessage),
    ],
)
def test_an_answer_is_looked_up_and_nothing_else(answer: object, error: type[Exception]) -> None:
    decision = cuttle().ask()
    assert decision is not None
    with pytest.raises(error, match=r"answered cuttle: 'turn' to seat 0 with .*legal moves: draw, "):
        decision.index_of(answer)


def test_a_move_made_by_hand_counts_and_a_liar_gains_nothing() -> None:
    from croupier.games.cuttle import Draw

    class Everything(Draw, frozen=True):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    decision = cuttle().ask()
    assert decision is not None
    assert decision.index_of(Draw()) == 0
    with pytest.raises(IllegalMove):
        decision.index_of(Everything())


def test_an_answer_that_cannot_even_be_shown_is_refused() -> None:
    class Rude:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    decision = cuttle().ask()
    assert decision is not None
    with pytest.raises(BadMessage, match="a Rude without a text"):
        decision.index_of(Rude())


def test_a_fixed_deal_is_known_to_the_match_and_to_nobody_at_the_table() -> None:
    match = Match(CUTTLE, CUTTLE.settings({"deal": "10h 9h"}), ["a", "b"], 1)
    decision = match.ask()
    assert decision is not None
    assert "10h" in [str(card) for card in decision.view.hand]
    assert decision.view.table.settings.deal == ""
    assert match.settings.deal == "10h 9h"  # type: ignore[attr-defined]
