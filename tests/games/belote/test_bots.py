"""The base class for bots, the built-in ones, and what happens to those that fail."""

from collections.abc import Sequence
from typing import Any

import pytest

import croupier
from croupier.games.belote import (
    GAME,
    BeloteBot,
    BeloteView,
    Bid,
    Card,
    Cut,
    DealResult,
    DeterministicBot,
    NegotiationCompleted,
    Trick,
)
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.referee import Referee
from croupier.match.run_players import run_bots

NAMES = ("a", "b", "c", "d")


class Listener(BeloteBot):
    """Writes down all it is told."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.tricks: list[Trick] = []
        self.results: list[DealResult] = []

    def choose_cut(self, view: BeloteView) -> tuple[int, bool]:
        self.heard.append("cut")
        return 7, False

    def choose_negotiation_action(self, view: BeloteView, valid_actions: Sequence[Bid]) -> Bid:
        self.heard.append("bid")
        return valid_actions[-1]

    def choose_card(self, view: BeloteView, valid_plays: Sequence[Card]) -> Card:
        self.heard.append("card")
        return valid_plays[-1]

    def on_deal_started(self, view: BeloteView) -> None:
        self.heard.append("deal started")

    def on_negotiation_completed(self, contract: NegotiationCompleted, view: BeloteView) -> None:
        self.heard.append("negotiation completed")

    def on_card_played(self, seat: int, card: Card, view: BeloteView) -> None:
        self.heard.append("played")

    def on_trick_completed(self, trick: Trick, winner: int, view: BeloteView) -> None:
        assert trick.is_complete
        assert trick.cards[0].seat == trick.leader
        self.tricks.append(trick)
        self.heard.append("trick")

    def on_deal_ended(self, result: DealResult, view: BeloteView) -> None:
        self.results.append(result)
        self.heard.append("deal ended")

    def on_match_ended(self, view: BeloteView) -> None:
        assert view.is_over
        self.heard.append("match ended")


def test_a_bot_is_told_everything_in_order() -> None:
    bots = [Listener() for _ in range(4)]
    match = Match(GAME, GAME.settings({"deals": 3}), NAMES, 5)
    run_bots(match, bots)
    for bot in bots:
        news = [word for word in bot.heard if word not in ("cut", "bid", "card")]
        deal = ["deal started", "negotiation completed", *(["played"] * 4 + ["trick"]) * 8, "deal ended"]
        assert news == deal * 3 + ["match ended"]
        assert bot.heard.count("card") == 24
        assert [trick.number for trick in bot.tricks] == [*range(1, 9)] * 3
        assert tuple(bot.results) == match.view(0).completed_deals  # type: ignore[attr-defined]
    assert sum(bot.heard.count("cut") for bot in bots) == 3


def test_who_wants_no_news_pays_nothing() -> None:
    assert Listener.listens
    assert not DeterministicBot.listens


@pytest.mark.parametrize(
    ("cut", "bid", "card"),
    [(Cut(16, True), 0, 0), ((16, True), "accept", "index"), ((6, False), "text", "text")],
)
def test_natural_answers_are_understood(cut: Any, bid: Any, card: Any) -> None:
    class Natural(BeloteBot):
        def choose_cut(self, view: BeloteView) -> Any:
            return cut

        def choose_negotiation_action(self, view: BeloteView, valid_actions: Sequence[Bid]) -> Any:
            return str(valid_actions[0]) if bid == "text" else 0

        def choose_card(self, view: BeloteView, valid_plays: Sequence[Card]) -> Any:
            return str(valid_plays[0]) if card == "text" else 0

    match = Match(GAME, GAME.settings({"deals": 1}), NAMES, 5)
    referee = Referee(match)
    run_bots(match, [Natural() for _ in range(4)], referee=referee)
    assert referee.faults == [0, 0, 0, 0]


@pytest.mark.slow_pure
def test_calculating_beats_deterministic_beats_random() -> None:
    """On equal deals; the intervals do not meet."""
    settings = {"cut": "fixed", "deals": 4}
    for better, worse in (("calculating", "deterministic"), ("deterministic", "random"), ("calculating", "random")):
        report = croupier.run("belote", [better, worse], n=200, seed=1, settings=settings)
        assert report[better].interval[0] > 0.5 > report[worse].interval[1], (better, worse)


@pytest.mark.parametrize("name", ["calculating", "deterministic", "heuristic"])
def test_two_copies_share_every_block(name: str) -> None:
    report = croupier.run("belote", [name, name], n=40, seed=3, settings={"cut": "fixed", "deals": 2})
    assert report.standings.records[0].win_rate == report.standings.records[1].win_rate == 0.5


def test_the_deterministic_bot_uses_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object) -> None:
        raise AssertionError("chance was used")

    monkeypatch.setattr(Bot, "rng", property(refuse))
    match = Match(GAME, GAME.settings(), NAMES, 5)
    referee = Referee(match)
    run_bots(match, [DeterministicBot() for _ in range(4)], referee=referee)
    assert referee.faults == [0, 0, 0, 0]


def test_calculating_is_the_heuristic() -> None:
    one = croupier.play("belote", ["calculating", "deterministic"], seed=9)
    other = croupier.play("belote", ["heuristic", "deterministic"], seed=9)
    assert [step.move for step in one.steps] == [step.move for step in other.steps]


@pytest.mark.parametrize("question", GAME.questions)
@pytest.mark.parametrize("fault", ["IllegalMove", "BadMessage", "TooSlow", "Crashed", "Gone"])
def test_8_a_fault_costs_the_safe_move(question: str, fault: str) -> None:
    """The policy table: nothing is special about any question."""
    from croupier.kernel.errors import FAULTS
    from croupier.kernel.fault_policy import Penalty

    error = FAULTS[fault]("x")
    first = GAME.policy.penalty(question, error, 0)
    assert first is (Penalty.ASK_AGAIN if fault in ("IllegalMove", "BadMessage") else Penalty.SAFE_MOVE)
    assert GAME.policy.penalty(question, error, 1) is Penalty.SAFE_MOVE
    assert GAME.policy.faults == 3


def test_8_a_bot_that_only_fails_plays_safe_moves() -> None:
    class Failing(BeloteBot):
        def choose_negotiation_action(self, view: BeloteView, valid_actions: Sequence[Bid]) -> Any:
            return "double nonsense"

        def choose_card(self, view: BeloteView, valid_plays: Sequence[Card]) -> Any:
            raise RuntimeError("no idea")

    match = Match(GAME, GAME.settings({"deals": 2}), NAMES, 5)
    run_bots(match, [Failing() for _ in range(4)])
    safe = Match(GAME, GAME.settings({"deals": 2}), NAMES, 5)
    while safe.ask() is not None:
        safe.play(0)
    assert [step.move for step in match.steps] == [step.move for step in safe.steps]
    assert any("legal moves: announce ColourClubs" in fault for step in match.steps for fault in step.faults)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"target": 0}, "target"),
        ({"deals": 0}, "deals"),
        ({"deals": 101}, "deals"),
        ({"colour_sweep_points": 0}, "colour_sweep_points"),
        ({"cut": "never"}, "cut"),
        ({"accept_doubles": "no"}, "accept_doubles"),
    ],
)
def test_7_settings_are_checked(values: dict[str, object], word: str) -> None:
    with pytest.raises(UsageError, match=word):
        GAME.settings(values)


def test_a_match_needs_four_seats() -> None:
    with pytest.raises(UsageError, match="4 players"):
        GAME.new_state(GAME.settings(), 3)
