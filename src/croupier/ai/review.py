"""Review of a finished match: the value of each decision, from what its seat knew at the time.

Every decision is searched from the seat's own view. A move costs the difference between the best move's value and its
own. What changed a player's prospects and is neither its own mistakes nor those of the others is luck.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from croupier.ai.search.bots import Findings, IsmctsBot, MoveStats
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import Decision, Seat
from croupier.match.match import EXPELLED, Match
from croupier.match.playback import replay_from_deal

COSTLIEST_SHOWN: Final = 3
ROLLOUTS: Final = 200


class Judgement(msgspec.Struct, frozen=True):
    """One decision."""

    number: int
    """Which step of the match it is, from 1."""
    seat: Seat
    question: str
    played: MoveStats
    best: MoveStats
    findings: Findings

    @property
    def lost(self) -> float:
        """How much of the seat's expected reward the move gave away."""
        return max(0.0, self.best.value - self.played.value)


class ResultBreakdown(msgspec.Struct, frozen=True):
    """The parts that add up to the result of one seat, all in shares of a win."""

    start: float
    """What the seat could expect when it was first asked."""
    mistakes: float
    """What its own decisions and its partner's lost; never above 0."""
    gifts: float
    """What the decisions of the other side lost, shared among those who profit."""
    luck: float
    result: float


class Review(msgspec.Struct, frozen=True):
    """Everything about one match."""

    names: tuple[str, ...]
    judgements: tuple[Judgement, ...]
    forecasts: tuple[tuple[float, ...], ...]
    """After the deal and after every step: what each seat could expect, all cards being known."""
    accounts: tuple[ResultBreakdown, ...]

    def costliest(self, seat: Seat, n: int = COSTLIEST_SHOWN) -> list[Judgement]:
        """The decisions of a seat that lost most, the worst first."""
        own = [judgement for judgement in self.judgements if judgement.seat == seat and judgement.lost > 0]
        return sorted(own, key=lambda judgement: (-judgement.lost, judgement.number))[:n]


def decisions_of(script: Match) -> Iterator[tuple[int, Decision[Any, Any], int, Match]]:
    """Each question of a match, played again: its step, what was answered, and the match before the answer."""
    match = replay_from_deal(script)
    for number, step in enumerate(script.steps, 1):
        if step.move == EXPELLED:
            match.expel(step.seat)
            continue
        decision = match.ask()
        assert decision is not None
        moves = match.game.moves
        index = next(i for i, move in enumerate(decision.moves) if move is moves[step.move])
        yield number, decision, index, match
        match.play(index)


def review(script: Match, iterations: int, seed: int = 0, tell: Callable[[int], None] | None = None) -> Review:
    """Look at a finished match; `tell` is called with the number of each step before it is looked at."""
    seats = script.table.seats
    critics = [_critic(script, seat, iterations, seed) for seat in range(seats)]
    judgements: list[Judgement] = []
    forecasts: list[tuple[float, ...]] = []
    for number, decision, index, match in decisions_of(script):
        if tell is not None:
            tell(number)
        forecasts.append(critics[0].forecast(match, ROLLOUTS))
        if len(decision.moves) > 1:
            judgements.append(_judge(critics[decision.seat], number, decision, index))
    result = script.result()
    winners = result.winners
    final = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    forecasts.append(final)
    teams = script.game.teams(script.settings, seats)
    accounts = tuple(_account(seat, judgements, teams, final[seat]) for seat in range(seats))
    return Review(script.table.names, tuple(judgements), tuple(forecasts), accounts)


def judge_at(script: Match, number: int, iterations: int, seed: int = 0) -> Judgement | None:
    """The decision at step `number` of a match; None if there was nothing to decide."""
    for at, decision, index, _ in decisions_of(script):
        if at == number and len(decision.moves) > 1:
            return _judge(_critic(script, decision.seat, iterations, seed), number, decision, index)
    return None


class Critic(IsmctsBot):
    """Searches for the value of moves that were played."""

    def assess(self, decision: Decision[Any, Any], index: int) -> tuple[Findings, MoveStats, MoveStats]:
        """All findings, the best move, and the move that was played, which is searched as well as the best."""
        best, found = self.select_move_with_stats(decision, lines=len(decision.moves))
        if best == index:
            return found, found.best, found.best
        search = self._search
        missing = found.best.visits - found.of(index).visits
        if missing > 0:
            search.forced = search.root_moves[index]
            search.run(missing)
        played = self._stats(decision, index, True)
        return found, found.best, played

    def forecast(self, match: Match, rounds: int) -> tuple[float, ...]:
        """What every seat may expect, all cards being known."""
        self._search.forecast(match.state, rounds, 1)
        return tuple(self._search.rewards[seat] / 1000 for seat in range(self.table.seats))


def _critic(script: Match, seat: Seat, iterations: int, seed: int) -> Critic:
    critic = Critic(script.game, iterations=iterations)
    critic.sit(script.table, seat, derived_seed("review", seed, seat))
    return critic


def _judge(critic: Critic, number: int, decision: Decision[Any, Any], index: int) -> Judgement:
    critic.face(number)
    findings, best, played = critic.assess(decision, index)
    if played.value > best.value:
        best = played
    return Judgement(number, decision.seat, decision.question, played, best, findings)


def _account(seat: Seat, judgements: Sequence[Judgement], teams: Sequence[int], result: float) -> ResultBreakdown:
    own = [judgement for judgement in judgements if judgement.seat == seat]
    if not own:
        return ResultBreakdown(result, 0.0, 0.0, 0.0, result)
    start = own[0].best.value
    mistakes = 0.0 - sum(judgement.lost for judgement in judgements if teams[judgement.seat] == teams[seat])
    gifts = 0.0
    for judgement in judgements:
        if teams[judgement.seat] == teams[seat]:
            continue
        others = sum(1 for team in set(teams) if team != teams[judgement.seat])
        gifts += judgement.lost / others
    return ResultBreakdown(start, mistakes, gifts, result - start - mistakes - gifts, result)
