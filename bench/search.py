"""How fast the built-in search is, one core: ismcts(1000) in the middle of a match of each game.

    python bench/search.py

Iterations are compared with random playouts of the same game in the same run, from the deal to the end. Each figure is
the best of several rounds: what else the machine does can only make a round slower. Beside it OpenSpiel's own
IS-MCTS, where pyspiel is installed.
"""

from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any

from croupier.ai.baselines import HeuristicBot
from croupier.ai.search.bots import IsmctsBot
from croupier.arena.bench.loops import playouts
from croupier.games import find_game
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game
from croupier.match.match import Match

ROUNDS = 25
PLAYOUTS = 1000
POSITIONS = 5
ITERATIONS = 1000
MOST_TIMES_SLOWER = 2.5
# Seats, settings, how many decisions into a match its middle is, and the target in milliseconds.
TABLES: dict[str, tuple[int, dict[str, Any], int, float]] = {
    "cuttle": (2, {}, 16, 10),
    "belote": (4, {"cut": "fixed"}, 25, 30),
    "kittens": (4, {}, 30, 15),
    "coup": (4, {}, 20, 15),
    "bluff": (4, {}, 200, 50),
}


def best(*kinds: Callable[[], object]) -> list[float]:
    """Seconds of the best round of each kind of work; they take turns, so a slow moment is shared by all."""
    fastest = [float("inf")] * len(kinds)
    for _ in range(ROUNDS):
        for kind, work in enumerate(kinds):
            began = perf_counter()
            work()
            fastest[kind] = min(fastest[kind], perf_counter() - began)
    return fastest


def middle(game: Game, seats: int, settings: dict[str, Any], after: int, seed: int) -> Decision[Any, Any]:
    """A question with a choice in the middle of a match of heuristics."""
    while True:
        match = Match(game, game.settings(settings), [f"p{seat}" for seat in range(seats)], seed)
        bots = [HeuristicBot(game) for _ in range(seats)]
        for seat, bot in enumerate(bots):
            bot.sit(match.table, seat, seed)
        while (decision := match.ask()) is not None:
            if len(match.steps) >= after and len(decision.moves) > 1:
                return decision
            bots[decision.seat].face(decision.id)
            match.play(bots[decision.seat].decide(decision))
        seed += 1000


def measure(name: str) -> None:
    seats, settings, after, target = TABLES[name]
    game = find_game(name)
    state = game.new_state(game.settings(settings), seats)
    state.watching = False
    kinds: list[Callable[[], object]] = [lambda: playouts(state, PLAYOUTS, 1)]
    for seed in range(POSITIONS):
        decision = middle(game, seats, settings, after, seed)
        bot = IsmctsBot(game, iterations=ITERATIONS, notes=False)
        bot.sit(decision.view.table, decision.seat, 1)

        def think(bot: IsmctsBot = bot, decision: Decision[Any, Any] = decision) -> None:
            bot.face(decision.id)
            bot.decide(decision)

        kinds.append(think)
    played, *times = best(*kinds)
    playout = played / PLAYOUTS
    seconds = sorted(times)[POSITIONS // 2]
    slower = seconds / ITERATIONS / playout
    print(
        f"{name:8} ismcts({ITERATIONS}) {1000 * seconds:5.1f} ms (target {target:g}), "
        f"{ITERATIONS / seconds:9,.0f} iterations/s, {1 / playout:9,.0f} random playouts/s: "
        f"{slower:.2f} times slower (target {MOST_TIMES_SLOWER})"
    )


def open_spiel() -> None:
    """OpenSpiel's C++ search on the card games nearest to ours."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        print("skipped: OpenSpiel is not installed (pip install open_spiel), so there is nothing to compare with")
        return
    for name in ("leduc_poker", "gin_rummy", "hearts"):
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        while state.is_chance_node() or len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        bot = pyspiel.ISMCTSBot(
            1, pyspiel.RandomRolloutEvaluator(1, 1), 1.414, ITERATIONS, -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
        )  # fmt: skip
        seconds = best(lambda bot=bot, state=state: bot.step(state))[0]
        print(f"OpenSpiel {name}: {1000 * seconds:.1f} ms for {ITERATIONS} iterations, {ITERATIONS / seconds:,.0f}/s")


if __name__ == "__main__":
    for name in TABLES:
        measure(name)
    open_spiel()
