"""Kuhn poker, which docs/your-own-game.md builds: rules by number, who sees what, and that it is the solved game."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import kuhn
import pytest
from kuhn.codes import M_BET, M_CALL, M_CHECK, M_FOLD
from kuhn.face import Acted, Card, Dealt, Shown, Won

import croupier
from croupier.games import GAMES
from croupier.match.match import Match

LINES = [
    ((M_CHECK, M_CHECK), 1),
    ((M_BET, M_FOLD), 1),
    ((M_BET, M_CALL), 2),
    ((M_CHECK, M_BET, M_FOLD), 1),
    ((M_CHECK, M_BET, M_CALL), 2),
]


def played(*moves: int, seed: int = 1, deals: int = 1) -> Match:
    match = Match(kuhn.GAME, kuhn.GAME.settings({"deals": deals}), ("ann", "ben"), seed)
    for move in moves:
        decision = match.ask()
        assert decision is not None
        match.play(move % 2)
    return match


def events(match: Match, kind: type[Any], seat: int | None = None) -> list[Any]:
    steps = range(len(match.steps) + 1)
    told = [match.happened(step=step) if seat is None else match.happened(seat, step=step) for step in steps]
    return [event for step in told for event in step if isinstance(event, kind)]


@pytest.mark.parametrize(("line", "chips"), LINES)
def test_2_1_every_line_of_play_ends_the_deal(line: tuple[int, ...], chips: int):
    match = played(*line)
    assert match.ask() is None
    assert [event.chips for event in events(match, Won)] == [chips]
    assert [event.move for event in events(match, Acted)] == [str(kuhn.GAME.moves[move]) for move in line]


@pytest.mark.parametrize(("line", "chips"), LINES)
@pytest.mark.parametrize("seed", range(6))
def test_2_3_and_2_4_who_wins(line: tuple[int, ...], chips: int, seed: int):
    match = played(*line, seed=seed)
    order = list(Card)
    cards = [order.index(event.card) for event in events(match, Dealt)]
    (won,) = events(match, Won)
    if line[-1] == M_FOLD:
        assert won.seat == len(line) % 2
        assert events(match, Shown) == []
    else:
        assert won.seat == cards.index(max(cards))
        assert len(events(match, Shown)) == 2
    assert match.result().scores[won.seat] == chips


def test_1_2_the_seats_take_turns_to_begin():
    match = played(M_CHECK, M_CHECK, M_CHECK, M_CHECK, deals=3)
    decision = match.ask()
    assert decision is not None
    assert (decision.seat, decision.view.deal, decision.view.begins) == (0, 2, 0)
    assert [event.seat for event in events(match, Acted)] == [0, 1, 1, 0]


def test_a_card_is_secret_until_it_is_shown():
    match = played(M_BET, M_FOLD)
    for seat in (0, 1):
        assert [event.card is not None for event in events(match, Dealt, seat)] == [seat == 0, seat == 1]


def heuristic_value() -> Fraction:
    """What the player who begins wins a deal when both follow `hint`, exactly."""
    third = Fraction(1, 3)
    bet = {0: third, 1: Fraction(0), 2: Fraction(1)}
    call = {0: Fraction(0), 1: third, 2: Fraction(1)}
    call_later = {0: Fraction(0), 1: 2 * third, 2: Fraction(1)}
    total = Fraction(0)
    for mine, other in permutations(range(3), 2):
        sign = 1 if mine > other else -1
        bets = bet[mine] * (call[other] * 2 * sign + (1 - call[other]))
        checked = bet[other] * (call_later[mine] * 2 * sign - (1 - call_later[mine])) + (1 - bet[other]) * sign
        total += bets + (1 - bet[mine]) * checked
    return total / 6


def test_the_hint_gets_the_value_of_the_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, "kuhn", kuhn.GAME)
    chips = 0
    for seed in range(3000):
        chips += int(
            croupier.play("kuhn", ["heuristic", "heuristic"], seed=seed, settings={"deals": 1}).result().scores[0]
        )
    assert abs(chips / 3000 - float(heuristic_value())) < 0.1
    assert heuristic_value() == Fraction(-1, 18)
