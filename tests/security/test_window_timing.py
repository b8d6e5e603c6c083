"""The time of a reaction window: with padding it does not tell who could react. The clock of these tests is virtual."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

import croupier
from croupier.ai.baselines import RandomBot
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.run_players import run_bots, run_players
from croupier.match.window_padding import MatchPadding, WindowPadding
from croupier.players.inprocess import BotPlayer

SECRET = "5f1d" * 8


class VirtualTable:
    """What the bots of a match have in common: a clock that only waiting and thinking move on, and who was asked."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.now = 0.0
        self.reactions = 0
        """How often a bot was asked to react."""
        self.other_questions = 0

    def read(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


class Thinking(RandomBot):
    """Takes its time to answer, by its own luck, and never reacts."""

    def __init__(self, table: VirtualTable) -> None:
        self.virtual = table

    def decide(self, decision: Decision[Any, Any]) -> Any:
        table = self.virtual
        table.wait(40e-6 * (0.75 + 0.5 * self.rng.random()))
        if decision.question in table.game.reactions:
            table.reactions += 1
            return 0
        table.other_questions += 1
        return super().decide(decision)


class Spy(Thinking):
    """Takes the time from each of its answers to its next question.

    `gaps` holds, for those with no question between them but to react, the number of the answer, the time, and how many
    rivals could react.
    """

    def __init__(self, table: VirtualTable) -> None:
        super().__init__(table)
        self.answers = 0
        self.last = (0.0, 0, 0)
        self.gaps: list[tuple[int, float, int]] = []

    def decide(self, decision: Decision[Any, Any]) -> Any:
        table = self.virtual
        answered, reactions, others = self.last
        if table.other_questions == others:
            self.gaps.append((self.answers, table.now - answered, table.reactions - reactions))
        answer = super().decide(decision)
        self.answers += 1
        self.last = (table.now, table.reactions, table.other_questions)
        return answer


Window = tuple[float, int]
"""How long it took, and how many rivals could react."""


def windows_of(match: Match, spy: Spy) -> list[Window]:
    """The gaps of the spy that began with something that rivals may react to."""
    own = [number for number, step in enumerate(match.steps, 1) if step.seat == 0]
    return [
        (seconds, could)
        for answer, seconds, could in spy.gaps
        if answer and any(type(event) in match.game.windows for event in match.happened(step=own[answer - 1]))
    ]


def new_match(game: Game, seats: int, seed: int) -> Match:
    return Match(game, game.settings(), [f"p{seat}" for seat in range(seats)], 2**100 + seed)


def play(game: Game, seats: int, matches: int, is_padded: bool) -> list[Window]:
    table = VirtualTable(game)
    padding = WindowPadding(table.read, table.wait)
    found: list[Window] = []
    for seed in range(matches):
        match, spy = new_match(game, seats, seed), Spy(table)
        watch = padding.begin(match, range(seats)).before(None) if is_padded else None
        run_bots(match, [spy, *(Thinking(table) for _ in range(seats - 1))], watch)
        found += windows_of(match, spy)
    return found


def advantage(windows: list[Window], many: int) -> float:
    """How well a bot tells by the time whether at least so many rivals could react, with the best limit that there is.

    From 0, as if it always guessed what is the more frequent, to 1, if it is always right.
    """
    could = [reacting >= many for _, reacting in sorted(windows)]
    base = best = max(sum(could), len(could) - sum(could))
    right = sum(could)  # if the limit is below all of them
    for each in could:
        right += -1 if each else 1
        best = max(best, right, len(could) - right)
    return (best - base) / (len(could) - base)


CASES = [("kittens", 2, 1, 30), ("kittens", 4, 2, 60), ("cuttle", 2, 1, 100)]


@pytest.mark.parametrize(("name", "seats", "many", "matches"), CASES)
def test_13_padding_hides_who_could_react(name: str, seats: int, many: int, matches: int) -> None:
    game = find_game(name)
    bare, padded = play(game, seats, matches, False), play(game, seats, matches, True)
    assert [could for _, could in bare] == [could for _, could in padded], "the matches are the same"
    assert len(bare) > 60
    assert advantage(bare, many) > 0.9, "without it a bot knows nearly always"
    assert advantage(padded, many) < 0.2


class VirtualPadding(MatchPadding):
    """Waits on the clock of the table."""

    table: VirtualTable

    def owed(self, match: Match, together: bool = True) -> float:
        self.table.wait(super().owed(match, together))
        return 0.0


def test_13_it_hides_it_from_players_that_are_asked_together(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("kittens")

    def play_together(is_padded: bool) -> list[Window]:
        table = VirtualTable(game)
        monkeypatch.setattr("croupier.match.ask.perf_counter", table.read)
        times = WindowPadding(table.read, table.wait)
        found: list[Window] = []
        for seed in range(30):
            match, spy = new_match(game, 2, seed), Spy(table)
            padding = None
            if is_padded:
                padding = VirtualPadding(times, match, (0, 1))
                padding.table = table
            players = [BotPlayer(bot, match, seat) for seat, bot in enumerate((spy, Thinking(table)))]
            asyncio.run(run_players(match, players, padding=padding))
            found += windows_of(match, spy)
        return found

    assert advantage(play_together(False), 1) > 0.9
    assert advantage(play_together(True), 1) < 0.2


class Stranger(Bot[Any, Any]):
    """Does not come with Croupier."""

    def decide(self, decision: Decision[Any, Any]) -> Any:
        return 0


@pytest.mark.parametrize(
    ("bots", "seed", "padding", "expected"),
    [
        ((Stranger, "random"), SECRET, True, True),
        ((Stranger, "random"), SECRET, False, False),
        ((Stranger, "random"), 7, True, False),  # with a short seed it is not rated
        (("heuristic", "random"), SECRET, True, False),  # built-in bots look at no clock
    ],
)
def test_13_rated_matches_with_bots_of_others_are_padded(
    bots: Sequence[Any], seed: int | str, padding: bool, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Match] = []

    def begin(self: WindowPadding, match: Match, seating: Sequence[int]) -> MatchPadding:
        begun.append(match)
        return MatchPadding(self, match, seating)

    monkeypatch.setattr(WindowPadding, "begin", begin)
    croupier.compare("kittens", *bots, seed=seed, max_games=4, padding=padding)
    assert bool(begun) is expected
    begun.clear()
    croupier.run("kittens", bots, 2, seed, padding=padding)
    assert bool(begun) is expected
