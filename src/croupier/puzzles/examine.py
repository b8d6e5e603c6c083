"""Is one move clearly best? Several searches with different rivals, beliefs and random numbers must agree.

Every search gives each contender enough visits for a value of its own, so that a move is not called bad because it was
hardly looked at.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, Final

import msgspec

from croupier.ai.learned.weights import shipped_policy
from croupier.ai.registry import EXPERT_LEVELS
from croupier.ai.search.bots import ExpertBot, IsmctsBot, SearchBot
from croupier.ai.search.search import Search
from croupier.ai.search.tree import NONE
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import Decision, Table
from croupier.kernel.game import Game
from croupier.puzzles.puzzle import Evidence

CONTENDERS: Final = 4
"""Moves that get visits of their own, besides those named by the caller."""
SHARE: Final = 10
"""A contender gets at least this fraction of the iterations."""
FREE: Final = 0.7
"""The part of the iterations that comes before contenders are looked after; about as many as are left go to them."""
MOST_ANSWERS: Final = 3
LEAST_GAP: Final = 0.06
"""By how much the answers must be better, as a part of the spread of the rewards, which is 1 for an even match."""
LEAST_WIN: Final = 0.02
"""The same in wins, however small the spread."""
SIGMAS: Final = 3.0
"""A gap must be so many times as large as its standard error, in every search."""


class WeighingBot(SearchBot):
    """A search that weighs all contenders."""

    def weigh(self, decision: Decision[Any, Any], named: Sequence[int] = ()) -> "Weights":
        """The value of every move; the moves `named` are contenders in any case."""
        search, shares = self._search, self._search.root_shares
        search.begin(self.seat, decision.view.ints, self.rng.getrandbits(60))
        search.run(max(1, int(self.iterations * FREE)))
        order = sorted(range(search.n_moves), key=lambda index: -shares[index])
        wanted = self.iterations // SHARE
        for index in dict.fromkeys([*order[:CONTENDERS], *named]):
            missing = wanted - search.root_visits[index]
            if missing > 0:
                search.forced = search.root_moves[index]
                search.run(missing)
        search.forced = NONE
        if search.rounds < self.iterations:
            search.run(self.iterations - search.rounds)
        stats = [self._stats(decision, index, False) for index in range(search.n_moves)]
        spread = 1.0
        if search.adapts and search.exploration:
            spread = min(1.0, search.curiosity / search.exploration)
        return Weights(tuple(each.value for each in stats), tuple(each.visits for each in stats), spread)


class WeighingIsmcts(WeighingBot, IsmctsBot):
    """Worlds weighed by what the rivals did."""


class WeighingExpert(WeighingBot, ExpertBot):
    """Rivals that play a learned policy."""


class UniformIsmcts(WeighingIsmcts):
    """Every world that fits is as likely as any other."""

    def set_up(self, search: Search) -> None:
        search.worlds.candidates = 0
        search.worlds.believes = False


class Weights(msgspec.Struct, frozen=True):
    """What a search found: by move, its value from 0 to 1 and its visits."""

    values: tuple[float, ...]
    visits: tuple[int, ...]
    spread: float
    """Twice the standard deviation of the rewards."""

    def error(self, index: int) -> float:
        """The standard error of a value."""
        return self.spread / 2 / sqrt(max(1, self.visits[index]))


class Model(msgspec.Struct, frozen=True):
    """A kind of search."""

    name: str
    make: Callable[[Game, int], WeighingBot]
    effort: float = 1.0
    """Its iterations, as a part of those asked for: an evaluation by a network takes as long as many rollouts."""
    caution: float = 1.0
    """Its standard errors, as a part of those of rollouts: what a network expects varies less than results do."""


def _believing(game: Game, iterations: int) -> WeighingBot:
    return WeighingIsmcts(game, iterations=iterations)


def _searching(game: Game, iterations: int) -> WeighingBot:
    return WeighingIsmcts(game, iterations=iterations, rivals="search", rollout="heuristic")


def _uniform(game: Game, iterations: int) -> WeighingBot:
    return UniformIsmcts(game, iterations=iterations)


def _learned(game: Game, iterations: int) -> WeighingBot:
    # By its file, so that the policy also guides searches of games in which `expert` plays without.
    return WeighingExpert(game, str(shipped_policy(game.name)), iterations, mixing=False)


MODELS: Final = (Model("heuristic rivals", _believing), Model("searching rivals", _searching))
UNIFORM: Final = Model("uniform worlds", _uniform)
LEARNED: Final = Model("learned rivals", _learned, effort=0.025, caution=0.2)


def models_for(game: Game) -> tuple[Model, ...]:
    """The searches that judge puzzles of a game; the last has learned rivals where `insane` plays a learned policy.

    Belote has a policy, too, but searches without it are stronger there.
    """
    return (*MODELS, LEARNED if game.name in EXPERT_LEVELS["insane"] else UNIFORM)


def look_models_for(game: Game) -> tuple[Model, ...]:
    """Those of the short searches: what does not hold in uniform worlds would not be confirmed by `verify.py`."""
    return tuple(dict.fromkeys((*MODELS, UNIFORM, *models_for(game))))


def weigh(
    game: Game,
    table: Table,
    decision: Decision[Any, Any],
    model: Model,
    iterations: int,
    seed: object,
    named: Sequence[int] = (),
) -> Weights:
    """Search one decision with one model."""
    bot = model.make(game, max(1, int(iterations * model.effort)))
    bot.sit(table, decision.seat, derived_seed("puzzle", model.name, seed))
    bot.face(decision.id)
    found = bot.weigh(decision, named)
    return msgspec.structs.replace(found, spread=found.spread * model.caution)


class Verdict(msgspec.Struct, frozen=True):
    """Moves that are clearly better than all others, the best first; the values are means over the searches."""

    answers: tuple[int, ...]
    others: tuple[int, ...]
    """The other moves, the best first."""
    gap: float
    """Between the worst answer and the best other move."""
    spread: float
    searches: tuple[Weights, ...]

    def value(self, index: int) -> float:
        return sum(search.values[index] for search in self.searches) / len(self.searches)

    def evidence(self, models: Sequence[Model], iterations: int, natural: int) -> tuple[Evidence, ...]:
        found: list[Evidence] = []
        for model, search in zip(models, self.searches, strict=True):
            worst = min(search.values[index] for index in self.answers)
            other = max(search.values[index] for index in self.others)
            numbers = (round(1000 * value) for value in (worst, other, search.values[natural]))
            found.append(Evidence(model.name, int(iterations * model.effort), *numbers))
        return tuple(found)


def verdict_of(searches: Sequence[Weights], sigmas: float = SIGMAS) -> Verdict | None:
    """The moves that all searches find clearly better than the others; None if there are none."""
    moves = range(len(searches[0].values))
    means = [sum(search.values[index] for search in searches) / len(searches) for index in moves]
    order = sorted(moves, key=lambda index: -means[index])
    spread = searches[0].spread
    least = max(LEAST_WIN, LEAST_GAP * spread)
    for number in range(1, min(MOST_ANSWERS, len(order) - 1, max(1, len(order) // 3)) + 1):
        answers, others = tuple(order[:number]), tuple(order[number:])
        gap = means[answers[-1]] - means[others[0]]
        if gap < least or means[answers[0]] - means[answers[-1]] > gap / 2:
            continue
        if all(_separates(search, answers, others, least / 2, sigmas) for search in searches):
            return Verdict(answers, others, gap, spread, tuple(searches))
    return None


def _separates(search: Weights, answers: Sequence[int], others: Sequence[int], least: float, sigmas: float) -> bool:
    """Whether one search finds every answer better than every other move, beyond its noise."""
    worst = min(answers, key=lambda index: search.values[index])
    best = max(others, key=lambda index: search.values[index])
    gap = search.values[worst] - search.values[best]
    noise = sqrt(search.error(worst) ** 2 + search.error(best) ** 2)
    return gap > least and gap > sigmas * noise
