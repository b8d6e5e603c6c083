"""Review of a finished match: the value of each decision, from what its seat knew at the time.

Every decision is searched from the seat's own view. A move costs the difference between the best move's value and its
own. What changed a player's prospects and is neither its own mistakes nor those of the others is luck.

All figures add up: the chances of all seats sum to 1 after every step, partners share theirs, what one side loses by a
mistake the others gain, and luck sums to 0.
"""

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import Any, Final

import msgspec

from croupier.ai.search.analyst import Analyst, CalibratedBot, ExpertAnalyst, make_analyst
from croupier.ai.search.bots import Findings, MoveStats
from croupier.ai.search.search import Search
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import Decision, Seat
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.match import EXPELLED, Match
from croupier.match.playback import replay_from_deal

COSTLIEST_SHOWN: Final = 3
ROLLOUTS: Final = 200
NORMAL_95: Final = 1.96


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

    @property
    def noise(self) -> float:
        """How much of `lost` may be chance: half the width of its 95 % interval."""
        return NORMAL_95 * hypot(self.best.error, self.played.error) if self.best is not self.played else 0.0


class ResultBreakdown(msgspec.Struct, frozen=True):
    """The parts that add up to the result of one seat, all in shares of a win; partners share theirs evenly."""

    start: float
    """Its chance after the deal, all cards being known."""
    mistakes: float
    """What its own decisions and its partner's lost; never above 0."""
    gifts: float
    """What the decisions of the other sides lost, shared among those who profit."""
    luck: float
    """The rest: what turned out better or worse than the deal and the decisions promised."""
    result: float


class Review(msgspec.Struct, frozen=True):
    """Everything about one match."""

    names: tuple[str, ...]
    judgements: tuple[Judgement, ...]
    forecasts: tuple[tuple[float, ...], ...]
    """After the deal and after every step: each seat's chance to win, all cards being known. They sum to 1."""
    accounts: tuple[ResultBreakdown, ...]
    teams: tuple[int, ...] = ()
    """The team of each seat; empty if there are no teams."""

    def by_side(self) -> tuple[list[str], list[ResultBreakdown]]:
        """The names and breakdowns of the sides: those of partners added up, so that the winning side has 1."""
        sides: dict[int, list[int]] = {}
        for seat in range(len(self.names)):
            sides.setdefault(self.teams[seat] if self.teams else seat, []).append(seat)
        names = [" + ".join(self.names[seat] for seat in seats) for seats in sides.values()]
        fields = ResultBreakdown.__struct_fields__
        sums = [
            ResultBreakdown(*(sum(getattr(self.accounts[seat], name) for seat in seats) for name in fields))
            for seats in sides.values()
        ]
        return names, sums

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
        forecasts.append(critics[0].forecast(match))
        if len(decision.moves) > 1:
            judgements.append(_judge(critics[decision.seat], number, decision, index))
    teams = script.game.teams(script.settings, seats)
    final = win_shares(teams, script.result().places)
    forecasts.append(final)
    accounts = tuple(_account(seat, judgements, teams, forecasts[0][seat], final[seat]) for seat in range(seats))
    return Review(script.table.names, tuple(judgements), tuple(forecasts), accounts, tuple(teams))


def win_shares(teams: Sequence[int], places: Sequence[int]) -> tuple[float, ...]:
    """The part of the win that each seat has: sides at the first place share it, and so do partners."""
    winning = {team for team, place in zip(teams, places, strict=True) if place == 1}
    return tuple(1 / len(winning) / teams.count(team) if team in winning else 0.0 for team in teams)


def forecast_win(search: Search, state: State, teams: Sequence[int], rounds: int = ROLLOUTS) -> tuple[float, ...]:
    """Each seat's chance to win, all cards being known: the mean over matches played on by the rollout policy."""
    sums = [0.0] * len(teams)
    for number in range(rounds):
        search.playout.forecast(
            search.world, state, 1 + number
        )  # the same chance after every step, so that steps can be compared
        world = search.world
        if world.to_act < 0:
            shares = win_shares(teams, [world.place(seat) for seat in range(len(teams))])
        else:  # broken off: by what the game thinks of the position
            total = sum(search.playout.rewards[seat] for seat in range(len(teams)))
            shares = [search.playout.rewards[seat] / total if total else 1 / len(teams) for seat in range(len(teams))]
        for seat, share in enumerate(shares):
            sums[seat] += share
    return tuple(each / rounds for each in sums)


def judge_at(script: Match, number: int, iterations: int, seed: int = 0) -> Judgement | None:
    """The decision at step `number` of a match; None if there was nothing to decide."""
    for at, decision, index, _ in decisions_of(script):
        if at == number and len(decision.moves) > 1:
            return _judge(_critic(script, decision.seat, iterations, seed), number, decision, index)
    return None


def judge_seat(script: Match, seat: Seat, iterations: int, seed: int = 0) -> Iterator[Judgement]:
    """The decisions of one seat, in order; those without a choice are left out."""
    critic = _critic(script, seat, iterations, seed)
    for number, decision, index, _ in decisions_of(script):
        if decision.seat == seat and len(decision.moves) > 1:
            yield _judge(critic, number, decision, index)


class Critic(CalibratedBot):
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

    def forecast(self, match: Match, rollouts: int = ROLLOUTS) -> tuple[float, ...]:
        """Each seat's chance to win, all cards being known."""
        teams = match.game.teams(match.settings, match.table.seats)
        shares = self.calibration.shares(self.play_on(match, rollouts), self.opinion(match))
        return tuple(shares[team] / teams.count(team) for team in teams)

    def play_on(self, match: Match, rollouts: int) -> list[float]:
        """The chance of each side by matches that are played on from here, all cards being known."""
        teams = match.game.teams(match.settings, match.table.seats)
        chances = forecast_win(self._search, match.state, teams, rollouts)
        sums = [0.0] * len(set(teams))
        for team, chance in zip(teams, chances, strict=True):
            sums[team] += chance
        return sums

    def opinion(self, match: Match) -> list[float] | None:
        """The chance of each side as the learned policy sees it from the view of the seat to act, if there is one."""
        guide, state = self._search.guide, match.state
        teams = match.game.teams(match.settings, match.table.seats)
        sides = len(set(teams))
        if guide is None or state.to_act < 0 or self._search.gain or len(guide.wins) < sides:
            return None
        guide.look(state, state.to_act)
        guide.judge()
        return [guide.wins[(side - teams[state.to_act]) % sides] / 1000 for side in range(sides)]


class _PlainCritic(Critic, Analyst):
    pass


class _ExpertCritic(Critic, ExpertAnalyst):
    pass


def make_critic(game: Game, iterations: int) -> Critic:
    """A critic with the strongest search of the game, in the time of so many iterations of `ismcts`."""
    return make_analyst(game, iterations, _PlainCritic, _ExpertCritic)


def _critic(script: Match, seat: Seat, iterations: int, seed: int) -> Critic:
    critic = make_critic(script.game, iterations)
    critic.sit(script.table, seat, derived_seed("review", seed, seat))
    return critic


def _judge(critic: Critic, number: int, decision: Decision[Any, Any], index: int) -> Judgement:
    critic.face(number)
    findings, best, played = critic.assess(decision, index)
    if played.value > best.value:
        best = played
    return Judgement(number, decision.seat, decision.question, played, best, findings)


def _account(
    seat: Seat, judgements: Sequence[Judgement], teams: Sequence[int], start: float, result: float
) -> ResultBreakdown:
    partners = teams.count(teams[seat])
    rivals = len(set(teams)) - 1
    own = sum(judgement.lost for judgement in judgements if teams[judgement.seat] == teams[seat])
    others = sum(judgement.lost for judgement in judgements if teams[judgement.seat] != teams[seat])
    mistakes, gifts = 0.0 - own / partners, others / rivals / partners
    return ResultBreakdown(start, mistakes, gifts, result - start - mistakes - gifts, result)
