"""Built-in players that know no game by name."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from croupier.ai.baselines import EPSILON, EpsilonGreedyBot, HeuristicBot, RandomBot
from croupier.ai.learned.bot import LearnedBot
from croupier.ai.learned.weights import shipped_policy
from croupier.ai.search.bots import (
    EXPERT_EAGERNESS,
    EXPERT_EXPLORATION,
    EXPERT_ITERATIONS,
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


def learned(game: Game, weights: str = "") -> LearnedBot:
    return LearnedBot(game, weights)


def expert(
    game: Game,
    weights: str = "",
    iterations: int = EXPERT_ITERATIONS,
    think: str = "",
    exploration: float = EXPERT_EXPLORATION,
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


# Difficulty for people. docs/strength.md has what was measured; Bluff has levels of its own by the same names.


def noob(game: Game) -> EpsilonGreedyBot:
    return EpsilonGreedyBot(game, 0.8)


def easy(game: Game) -> EpsilonGreedyBot:
    return EpsilonGreedyBot(game, 0.3)


def medium(game: Game) -> HeuristicBot:
    return HeuristicBot(game)


def hard(game: Game) -> IsmctsBot:
    return IsmctsBot(game, notes=False)


def insane(game: Game) -> IsmctsBot:
    return IsmctsBot(game, iterations=10_000, notes=False)


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


LEARNED: Final = ("learned", "expert")


def built_in_for(game: Game) -> dict[str, Factory]:
    """Those that play this game without further options: learned ones only where a policy comes with Croupier."""
    has_policy = shipped_policy(game.name).is_file()
    return {name: factory for name, factory in BUILT_IN.items() if name not in LEARNED or has_policy}
