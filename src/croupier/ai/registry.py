"""Built-in players that know no game by name."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from croupier.ai.baselines import EPSILON, EpsilonGreedyBot, HeuristicBot, RandomBot
from croupier.ai.learned.bot import PLAUSIBLE, LearnedBot
from croupier.ai.learned.weights import shipped_policy
from croupier.ai.search.bots import (
    EXPERT_EAGERNESS,
    EXPERT_SHARPNESS,
    EXPERT_TRUST,
    EXPLORATION,
    ITERATIONS,
    WORLDS,
    ExpertBot,
    IsmctsBot,
    MctsBot,
    Rivals,
    Rollout,
    SearchBot,
    solves_without_policy,
)
from croupier.kernel.bot import Bot
from croupier.kernel.game import Game

Factory = Callable[..., Bot[Any, Any]]
"""Called with the game and with options by keyword; the annotations say what the options are."""


def heuristic(game: Game) -> HeuristicBot:
    return HeuristicBot(game)


def random(game: Game) -> RandomBot:
    return RandomBot()


def epsilon_greedy(game: Game, epsilon: float = EPSILON) -> EpsilonGreedyBot:
    return EpsilonGreedyBot(game, epsilon)


def ismcts(
    game: Game,
    iterations: int = ITERATIONS,
    think: str = "",
    exploration: float = EXPLORATION,
    rollout: Rollout = "epsilon-greedy",
    ordering: bool = True,
    rivals: Rivals = "heuristic",
    notes: bool = True,
) -> IsmctsBot:
    return IsmctsBot(
        game,
        iterations=iterations,
        think=think,
        exploration=exploration,
        rollout=rollout,
        ordering=ordering,
        rivals=rivals,
        notes=notes,
    )


def mcts(
    game: Game,
    iterations: int = ITERATIONS,
    worlds: int = WORLDS,
    think: str = "",
    exploration: float = EXPLORATION,
    rollout: Rollout = "epsilon-greedy",
    ordering: bool = True,
    rivals: Rivals = "heuristic",
    notes: bool = True,
) -> MctsBot:
    return MctsBot(
        game,
        iterations=iterations,
        worlds=worlds,
        think=think,
        exploration=exploration,
        rollout=rollout,
        ordering=ordering,
        rivals=rivals,
        notes=notes,
    )


def learned(
    game: Game, weights: str = "", temperature: float = 1.0, plausible: float = PLAUSIBLE, obvious: float = 1.0
) -> LearnedBot:
    return LearnedBot(game, weights, temperature, plausible, obvious)


def expert(
    game: Game,
    weights: str = "",
    iterations: int = 0,
    think: str = "",
    exploration: float = 0.0,
    trust: float = EXPERT_TRUST,
    eagerness: float = EXPERT_EAGERNESS,
    sharpness: float = EXPERT_SHARPNESS,
    mixing: bool = True,
    belief: bool = True,
    notes: bool = True,
) -> ExpertBot:
    return ExpertBot(
        game,
        weights,
        iterations,
        exploration,
        trust,
        eagerness,
        sharpness,
        mixing,
        belief,
        think=think,
        notes=notes,
    )


# Difficulty for people. docs/strength.md has what was measured; Bluff has a noob, easy and medium of its own.

HEAT: Final[Mapping[str, Mapping[str, tuple[float, float, float]]]] = {
    "noob": {
        "cuttle": (-2, 1e-8, 0.95),
        "kittens": (-3, 1e-6, 1.0),
        "coup": (-1, 2e-7, 1.0),
        "belote": (-2, 1e-5, 1.0),
    },
    "easy": {"cuttle": (-2, 1e-6, 0.9), "kittens": (-4, 1e-4, 1.0), "coup": (-4, 2e-5, 1.0), "belote": (-3, 5e-5, 1.0)},
    "medium": {
        "cuttle": (100, 1e-3, 0.95),
        "kittens": (100, 7e-4, 1.0),
        "coup": (100, 1.5e-4, 1.0),
        "belote": (1, PLAUSIBLE, 1.0),  # the policy as it is: the search of `hard` is well above it
    },
}
"""By level and game: the temperature of the learned policy, how likely a move must be that is considered at all, and
from which probability on a move is obvious."""
CALM: Final[Mapping[str, frozenset[str]]] = {"coup": frozenset({"show"})}
"""Questions to which there is one sensible answer, which nobody misses."""
EXPERT_LEVELS: Final[Mapping[str, Mapping[str, int]]] = {
    "hard": {"cuttle": 100},
    "insane": {"cuttle": 1400, "kittens": 600, "coup": 300, "bluff": 300},
}
"""By level and game: the iterations of `expert`. `insane` takes at most about 100 ms a move. In Cuttle the policy alone
loses to `ismcts`, so `hard` searches there."""
HARD_POLICIES: Final = frozenset({"kittens", "coup", "bluff"})
"""Games in which `hard` is the learned policy."""
ISMCTS_LEVELS: Final[Mapping[str, int]] = {"hard": 1000, "insane": 10_000}
"""By level: the iterations of `ismcts` in all other games."""


def _heated(level: str, game: Game) -> LearnedBot | None:
    """A weaker level of a learned game: not random moves, but the less good ones of those that make sense."""
    if game.name not in HEAT[level]:
        return None
    return LearnedBot(game, "", *HEAT[level][game.name], CALM.get(game.name, frozenset()))


def _searching(level: str, game: Game) -> SearchBot:
    """A level that searches, with the policy where one guides it."""
    if game.name in EXPERT_LEVELS[level]:
        return ExpertBot(game, iterations=EXPERT_LEVELS[level][game.name], notes=False)
    return IsmctsBot(game, iterations=ISMCTS_LEVELS[level], notes=False)


def noob(game: Game) -> Bot[Any, Any]:
    return _heated("noob", game) or EpsilonGreedyBot(game, 0.8)


def easy(game: Game) -> Bot[Any, Any]:
    return _heated("easy", game) or EpsilonGreedyBot(game, 0.3)


def medium(game: Game) -> Bot[Any, Any]:
    return _heated("medium", game) or HeuristicBot(game)


def hard(game: Game) -> Bot[Any, Any]:
    return LearnedBot(game) if game.name in HARD_POLICIES else _searching("hard", game)


def insane(game: Game) -> Bot[Any, Any]:
    return _searching("insane", game)


LEVELS: Final[Mapping[str, Factory]] = {"noob": noob, "easy": easy, "medium": medium, "hard": hard, "insane": insane}
"""The weakest first."""

BUILT_IN: Final[Mapping[str, Factory]] = {
    "heuristic": heuristic,
    "random": random,
    "epsilon-greedy": epsilon_greedy,
    "mcts": mcts,
    "ismcts": ismcts,
    "learned": learned,
    "expert": expert,
    **LEVELS,
}


def built_in_for(game: Game) -> dict[str, Factory]:
    """Those that play this game without further options: learned ones only where a policy comes with Croupier."""
    missing: set[str] = set()
    if not shipped_policy(game.name).is_file():
        missing = {"learned"} if solves_without_policy(game) else {"learned", "expert"}
    return {name: factory for name, factory in BUILT_IN.items() if name not in missing}
