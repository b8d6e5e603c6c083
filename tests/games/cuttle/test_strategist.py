"""Strategist uses cards at the rates of the notes on strategy, measured in matches against three kinds of opponents."""

from collections import Counter as Tally
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from croupier.ai.baselines import HeuristicBot, RandomBot
from croupier.games.cuttle import GAME, Counter, CuttleMove, CuttleView, OneOff, Permanent, Points, Rank, Strategist
from croupier.match.match import Match
from croupier.match.run_bots import run_bots

MATCHES = 2400
TOLERANCE = 5.0  # in points of a hundred; chance alone moves the rarest of these cards by three


class Noting(Strategist):
    """Notes what every card was used for, how each kind of turn was spent, and which one-offs were countered."""

    uses: Tally[tuple[Rank, str]]
    turns: Tally[tuple[str, str]]
    threats: Tally[tuple[Rank, bool]]

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove:
        move = super().select_move(view, legal_moves)
        use = _use(move)
        if view.question == "counter":
            if len(legal_moves) > 1 and not view.is_my_turn:
                assert view.pending is not None
                self.threats[view.pending.rank, use == "counter"] += 1
        elif view.question == "turn":
            turn = view.turn_number // 2
            self.turns["opening" if turn < 3 else "midgame" if turn < 8 else "lategame", use] += 1
        if move.played_card is not None and view.question in ("turn", "seven", "counter"):
            self.uses[move.played_card.rank, use] += 1
        return move


def _use(move: CuttleMove) -> str:
    match move:
        case Points():
            return "points"
        case OneOff():
            return "one-off"
        case Counter():
            return "counter"
        case Permanent():
            return "permanent"
        case _:
            return str(move).split()[0]


@cache
def measured() -> Noting:
    notes = Noting()
    notes.uses, notes.turns, notes.threats = Tally(), Tally(), Tally()
    for number in range(MATCHES):
        bot = Noting()
        bot.uses, bot.turns, bot.threats = notes.uses, notes.turns, notes.threats
        rival = (Strategist(), RandomBot(), HeuristicBot(GAME))[number % 3]
        bots = [bot, rival] if number % 2 else [rival, bot]
        run_bots(Match(GAME, GAME.settings(), ("a", "b"), 1 + number), bots)
    return notes


def share(tally: Tally[Any], first: object, second: object) -> float:
    return 100 * tally[first, second] / sum(count for key, count in tally.items() if key[0] == first)


@pytest.mark.parametrize(
    ("rank", "use", "rate"),
    [
        (Rank.TEN, "points", 99),
        (Rank.NINE, "points", 99),
        (Rank.EIGHT, "points", 93),
        (Rank.EIGHT, "permanent", 5),
        (Rank.SEVEN, "one-off", 27),
        (Rank.SIX, "points", 78),
        (Rank.FIVE, "points", 93),
        (Rank.FOUR, "points", 46),
        (Rank.FOUR, "one-off", 52),
        (Rank.THREE, "one-off", 49),
        (Rank.TWO, "points", 52),
    ],
)
def test_what_cards_are_used_for(rank: Rank, use: str, rate: float) -> None:
    assert share(measured().uses, rank, use) == pytest.approx(rate, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("phase", "use", "rate"),
    [
        ("opening", "points", 53.5),
        ("opening", "draw", 14.3),
        ("midgame", "draw", 34.7),
        ("lategame", "draw", 41.3),
        ("lategame", "points", 35.8),
    ],
)
def test_how_turns_are_spent(phase: str, use: str, rate: float) -> None:
    assert share(measured().turns, phase, use) == pytest.approx(rate, abs=TOLERANCE)


def test_one_one_off_in_five_is_countered() -> None:
    threats = measured().threats
    countered = sum(count for (_, is_countered), count in threats.items() if is_countered)
    assert 100 * countered / sum(threats.values()) == pytest.approx(19, abs=TOLERANCE)
    assert not any(threats[rank, True] for rank in (Rank.THREE, Rank.SIX, Rank.SEVEN))


def test_an_ace_is_a_comeback_and_queens_are_rare() -> None:
    uses, turns = measured().uses, measured().turns
    queens = uses[Rank.QUEEN, "permanent"]
    assert 100 * queens / sum(turns.values()) == pytest.approx(3.2, abs=2)
    assert uses[Rank.KING, "permanent"] > queens, "Kings are always played"
    assert not any(use == "scuttle" for _, use in uses)


def test_it_beats_random_and_the_heuristic_beats_it() -> None:
    wins = [0, 0]
    for number in range(100):
        for place, rival in enumerate((RandomBot(), HeuristicBot(GAME))):
            match = Match(GAME, GAME.settings(), ("a", "b"), 5000 + number)
            run_bots(match, [Strategist(), rival] if number % 2 else [rival, Strategist()])
            wins[place] += match.result().winners == (1 - number % 2,)
    assert wins[0] > 70
    assert wins[1] < 40
