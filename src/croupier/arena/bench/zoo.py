"""Opponents of many kinds for every game: a bot is as strong as the worst of its results against them.

A name is a BOT as users write it, or `style:` with habits (see `croupier.ai.styles`), such as `style:tax=1`.
"""

from collections.abc import Callable
from typing import Any, Final

from croupier.ai.learned.weights import shipped_policy
from croupier.ai.registry import BUILT_IN, LEVELS
from croupier.ai.styles import StyleBot, habits_of
from croupier.kernel.bot import Bot
from croupier.kernel.game import Game
from croupier.players.spec import load_bots

STYLE: Final = "style:"

HABITS: Final = {
    "cuttle": (
        *("draw=1", "draw=0.3", "points=1", "points=0.5", "points=0", "scuttle=1", "scuttle=0", "one-off=1"),
        *("one-off=0.5", "one-off=0", "jack=1", "jack=0", "queen=1", "king=1", "king=0", "glasses=1", "counter=1"),
        *("counter=0", "points=1,counter=1", "scuttle=1,counter=0", "king=1,points=1", "one-off=1,counter=1"),
    ),
    "kittens": (
        *("draw=1", "draw=0.7", "nope=1", "nope=0", "nope=0.5", "attack=1", "attack=0", "skip=1", "skip=0", "favor=1"),
        *("shuffle=1", "future=1", "future=0", "pair=1", "pair=0", "triple=1", "attack=1,skip=1", "depth 0=1"),
        *("nope=0,draw=1", "future=1,skip=1", "pair=1,favor=1"),
    ),
    "coup": (
        *("tax=1", "tax=0", "tax=0.5", "steal=1", "steal=0", "steal=0.5", "assassinate=1", "assassinate=0", "income=1"),
        *("foreign_aid=1", "exchange=1", "challenge=1", "challenge=0", "challenge=0.3", "block=1", "block=0"),
        *("block=0.5", "tax=1,challenge=0", "steal=1,challenge=1", "assassinate=1,tax=1", "challenge=0,block=1"),
        *("coup=1,tax=1", "coup=1,income=1"),
    ),
    "bluff": (
        *("challenge=1", "challenge=0.5", "challenge=0.25", "challenge=0.1", "challenge=0.03", "challenge=0"),
        *("stop=1", "stop=0"),
    ),
    "belote": (
        *("announce=1", "announce=0.5", "announce=0.2", "double=1", "double=0", "double=0.3", "redouble=1"),
        *("announce AllTrumps=1", "announce AllTrumps=0", "announce NoTrumps=1", "announce NoTrumps=0"),
        *("announce ColourClubs=1", "announce ColourSpades=1", "accept=1", "accept=0.7", "play A=0", "play J=1"),
        *("play A=1", "play 1=1", "play 7=1", "play 9=0"),
    ),
}
BLUFFERS: Final = tuple(
    f"psych:bluff={bluff},challenge={challenge}"
    for bluff in (0.05, 0.2, 0.4, 0.7)
    for challenge in (0.02, 0.1, 0.3, 0.6)
)
EPSILONS: Final = (0.05, 0.1, 0.2, 0.4, 0.6)
SEARCHES: Final = (
    *("ismcts:iterations=30", "ismcts:iterations=200", "ismcts", "mcts:iterations=200", "mcts"),
    *("ismcts:iterations=300,rivals=search", "ismcts:iterations=300,rollout=random"),
    *("ismcts:iterations=300,rollout=heuristic", "ismcts:iterations=300,ordering=false"),
    *("ismcts:iterations=300,exploration=0.5", "ismcts:iterations=300,exploration=4"),
)
HEATED: Final = (
    *("learned", "learned:temperature=0.3", "learned:temperature=2,plausible=0.001"),
    *("learned:temperature=4,plausible=0.001", "learned:temperature=100,plausible=0.01"),
    *("learned:temperature=-4,plausible=0.01", "learned:temperature=0.05"),
)


def zoo(game: Game) -> list[str]:
    """The names of all opponents in a game."""
    own = [name for name in game.bots if name not in ("random", "psych", *LEVELS)]
    names = ["random", "heuristic", *LEVELS, *own, *(f"epsilon-greedy:epsilon={each}" for each in EPSILONS)]
    names += SEARCHES
    names += [STYLE + each for each in HABITS.get(game.name, ())]
    if game.name == "bluff":
        names += BLUFFERS
    if shipped_policy(game.name).is_file():
        names += HEATED
    return names


def maker_of(game: Game, name: str) -> Callable[[], Bot[Any, Any]]:
    """What makes fresh instances of an opponent."""
    if name.startswith(STYLE):
        habits = habits_of(name.removeprefix(STYLE))
        return lambda: StyleBot(game, habits)
    return load_bots(game, [name], BUILT_IN)[0].make
