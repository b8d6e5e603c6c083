"""Today's bot in a stored match: what differs, and what would come of it."""

from pathlib import Path
from typing import Any

import pytest
from players.http.webbot import web_bot

import croupier
from croupier.arena.run.setup import make_entrants
from croupier.arena.whatif.replay_bot import STAND_IN, compare_decisions, load_opponents, play_on, step_of
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.playback import questions_to
from croupier.match.transcript import TranscriptWriter
from croupier.players.inprocess import BotPlayer
from croupier.players.seating import PlayerWrappers

SHORT = {"bluff": {"max_turns": 4}}


@pytest.fixture(params=GAMES.values(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


def played(game: Game, bots: list[Any], seed: int = 5) -> Match:
    return croupier.play(game, bots, seed, SHORT.get(game.name), seats=game.seats[0])


class First(Bot[Any, Any]):
    def decide(self, decision: Decision[Any, Any]) -> int:
        return 0


class FirstUntilThree(Bot[Any, Any]):
    def decide(self, decision: Decision[Any, Any]) -> int:
        return 0 if decision.id < 3 else len(decision.moves) - 1


def test_the_same_bot_agrees_and_another_is_caught_where_it_differs(game: Game) -> None:
    match = played(game, [First, "random"])
    asked = len(questions_to(match, 0))
    same = compare_decisions(match, 0, *make_entrants(game, [First]))
    assert (same.agreeing, len(same.decisions), same.differing) == (asked, asked, ())
    other = compare_decisions(match, 0, *make_entrants(game, [FirstUntilThree]))
    assert other.differing
    assert all(heard.decision.id >= 3 and heard.now != heard.played for heard in other.differing)


@pytest.mark.parametrize("bots", [["heuristic", "random"], ["random", "heuristic"]])
def test_the_bots_of_the_match_play_on_as_they_did(game: Game, bots: list[str]) -> None:
    match = played(game, bots)
    specs = [bots[seat % 2] for seat in range(match.table.seats)]
    entrants = [stand.entrant for stand in load_opponents(match, specs, trust=False)]
    for number in (1, 2):
        again = play_on(match, entrants, step_of(match, 0, number))
        assert [(step.seat, step.move) for step in again.steps] == [(step.seat, step.move) for step in match.steps]
        assert again.result() == match.result()


def test_a_bot_plays_on_from_its_first_difference_and_only_that_is_told(game: Game) -> None:
    match = played(game, [First, "random"])
    (entrant,) = make_entrants(game, [FirstUntilThree])
    first = compare_decisions(match, 0, entrant).differing[0]
    others = make_entrants(game, ["random"]) * (match.table.seats - 1)
    lines: list[str] = []
    again = play_on(match, [entrant, *others], first.step, TranscriptWriter(lines.append))
    assert again.over
    assert [(s.seat, s.move) for s in again.steps[: first.step]] == [
        (s.seat, s.move) for s in match.steps[: first.step]
    ]
    assert str(game.moves[again.steps[first.step].move]) == first.now
    everything: list[str] = []
    TranscriptWriter(everything.append).watch(again)
    assert lines == everything[-len(lines) :]
    assert len(lines) < len(everything)


def test_who_cannot_be_had_is_replaced_and_named() -> None:
    match = played(GAMES["cuttle"], ["random", "random"])
    kept, lost, broken = load_opponents(match, ["random", "gone.py", str(Path(__file__))], trust=False)
    assert (kept.entrant.spec, kept.instead_of) == ("random", "")
    assert (lost.entrant.spec, lost.instead_of) == (STAND_IN, "gone.py")
    assert "no file gone.py" in lost.reason
    assert "cannot load" in broken.reason


def test_a_decision_that_was_never_asked() -> None:
    match = played(GAMES["cuttle"], ["random", "random"])
    asked = len(questions_to(match, 1))
    with pytest.raises(UsageError, match=f"no decision 999: seat 1 made {asked} decisions in this match"):
        step_of(match, 1, 999)


def test_a_bot_that_cannot_sit_down() -> None:
    class Unseated(First):
        def on_start(self) -> None:
            raise RuntimeError("no chair")

    match = played(GAMES["cuttle"], ["random", "random"])
    with pytest.raises(UsageError, match="Unseated cannot be seated: RuntimeError: no chair"):
        compare_decisions(match, 0, *make_entrants(GAMES["cuttle"], [Unseated]))
    again = play_on(match, make_entrants(GAMES["cuttle"], [Unseated, "random"]), 4)
    assert again.over
    assert {step.ruling for step in again.steps[4:] if step.seat == 0} == {"benched"}


def test_a_bot_behind_http_is_compared_and_plays_on() -> None:
    belote = GAMES["belote"]
    match = croupier.play(belote, ["deterministic", "random"], 5, {"deals": 1})
    with web_bot() as bot:
        (entrant,) = make_entrants(belote, [bot.url])
        comparison = compare_decisions(match, 0, entrant)
        assert comparison.decisions
        assert comparison.differing == ()
        others = make_entrants(belote, ["random", "deterministic", "random"])
        again = play_on(match, [entrant, *others], step_of(match, 0, 2))
        assert again.result() == match.result()
        assert bot.open_sessions == 0


class Host(Bot[Any, Any]):
    """Notes the match at which it was made to sit."""

    def decide(self, decision: Decision[Any, Any]) -> int:
        return 0


def test_the_players_sit_at_the_match_that_is_played_and_not_at_the_old_one() -> None:
    match = played(GAMES["cuttle"], ["random", "random"])
    seen: list[Match] = []

    def place(bot: Bot[Any, Any], at: Match, seat: int) -> BotPlayer:
        assert not at.over
        seen.append(at)
        return BotPlayer(bot, at, seat)

    (entrant,) = make_entrants(GAMES["cuttle"], [Host])
    compare_decisions(match, 0, entrant, wrappers=PlayerWrappers(bot=place))
    again = play_on(match, [entrant, entrant], 2, wrappers=PlayerWrappers(bot=place))
    assert seen[0].over
    assert seen[1] is again
