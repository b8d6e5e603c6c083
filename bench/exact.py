"""What bots are worth where perfect play is known: end positions of Coup and Bluff, solved by OpenSpiel.

    python bench/exact.py [coup] [bluff] [--positions 3] [--worlds 6] [--cfr 60] [--bots BOT ...]

A position is played to by random moves, a turn or two before the turn limit, and cut down to some of the worlds that a
spectator thinks possible, so that the game tree is small. Counterfactual regret minimisation finds what it is worth for
the seat to act: 1 for a sure win, -1 for a sure loss. `exploitability` is what a perfect opponent wins from a bot
beyond that, on average over both seats. A bot does not know that the worlds are so few, so perfect bots would have a
little of it, too.
"""

import argparse
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

from croupier.ai.registry import BUILT_IN
from croupier.games import find_game
from croupier.games.coup.core import layout as w
from croupier.kernel.decision import NO_CLOCK, Settings, Table
from croupier.kernel.game import Game
from croupier.kernel.state import State, legal_buffer
from croupier.match.rebuild_decision import DecisionBuilder
from croupier.match.run_players import luck_seed
from croupier.players.spec import load_bots
from croupier.rl.positions import PositionGame, imagined_worlds

policy: Any = import_module("open_spiel.python.policy")  # it has no types
cfr: Any = import_module("open_spiel.python.algorithms.cfr")
expected_game_score: Any = import_module("open_spiel.python.algorithms.expected_game_score")
exploitability: Any = import_module("open_spiel.python.algorithms.exploitability")

SAMPLES = 24
"""Answers to the same question from which the mixture of a bot is counted."""
MOST_STATES = 6_000
TURNS = {"coup": 12, "bluff": 6}  # of a match
TURNS_LEFT = 2


def positions(game: Game, settings: Settings) -> Iterator[State]:
    """Positions near the end, by random play."""
    for seed in range(1_000_000):
        rng, state = Random(seed), game.new_state(settings, 2)
        state.start(seed)
        while state.to_act >= 0:
            if is_small(game, state):
                yield state
                break
            moves = legal_buffer()
            n = state.legal(moves)
            usual = game.name == "bluff" and rng.random() < 0.7
            state.apply(state.hint(rng.getrandbits(32), moves, n) if usual else moves[rng.randrange(n)])


def is_small(game: Game, state: State) -> bool:
    words = state.words
    question = game.questions[state.question]
    if game.name == "coup":
        last_cards = words[w.HIDDEN] == words[w.HIDDEN + 1] == 1
        return question == "act" and last_cards and words[w.MAX_TURNS] - words[w.TURNS] == 1
    from croupier.games.bluff.core import layout as b

    return question == "lay" and words[b.TURN_LIMIT] - words[b.TURNS] == TURNS_LEFT


def size_of(game: Any, most: int = MOST_STATES) -> int:
    """How many states the tree has, or `most`."""
    count, left = 0, [game.new_initial_state()]
    while left and count < most:
        state = left.pop()
        count += 1
        if not state.is_terminal():
            left += [state.child(action) for action in state.legal_actions()]
    return count


class BotPolicy(policy.Policy):
    """What a bot of ours answers, counted over several askings with other luck."""

    def __init__(self, game: PositionGame, spec: str) -> None:
        super().__init__(game, [0, 1])
        self._game, self._spec = game, spec
        self._known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        key = state.information_state_string()
        if key not in self._known:
            self._known[key] = self._ask(state.state)
        return self._known[key]

    def _ask(self, state: State) -> dict[int, float]:
        game, settings = self._game.croupier_game, self._game.settings
        seat = int(state.to_act)
        table = Table(game.name, 2, settings, ("a", "b"))
        builder = DecisionBuilder(game, table, seat, game.new_state(settings, 2), legal_buffer())
        decision = builder.decision(1, state.snapshot(seat), (), NO_CLOCK, "")
        ids = [game.moves.index(move) for move in decision.moves]
        found = dict.fromkeys(ids, 0.0)
        for luck in range(SAMPLES):
            bot = load_bots(game, [self._spec], BUILT_IN)[0].make()
            bot.sit(table, seat, luck_seed(luck, seat))
            bot.face(1)
            found[ids[decision.index_of(bot.decide(decision))]] += 1 / SAMPLES
        return found


def solve(game: PositionGame, iterations: int) -> tuple[float, float]:
    """The value for seat 0, and how far from perfect the solution is."""
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [found, found])[0]
    return value, exploitability.exploitability(game, found)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare bots with perfect play in small positions.")
    parser.add_argument("games", nargs="*", default=["coup", "bluff"])
    parser.add_argument("--positions", type=int, default=3)
    parser.add_argument("--worlds", type=int, default=6)
    parser.add_argument("--cfr", type=int, default=60)
    parser.add_argument("--bots", nargs="*")
    asked = parser.parse_args()
    for name in asked.games:
        game = find_game(name)
        settings = game.settings({"max_turns": TURNS[name]})
        bots = asked.bots or ["heuristic", *(["learned", "expert:iterations=100"] if name == "coup" else ["insane"])]
        shown = 0
        for state in positions(game, settings):
            spiel = PositionGame(game, settings, imagined_worlds(game, settings, 2, state, asked.worlds))
            states = size_of(spiel)
            if states >= MOST_STATES:
                continue
            value, rest = solve(spiel, asked.cfr)
            if state.to_act == 1:
                value = -value
            print(f"{name} {shown + 1}: {states} states, worth {value:+.3f} (± {rest:.3f}) to the seat to act")
            for spec in bots:
                print(f"  {spec:24} exploitability {exploitability.exploitability(spiel, BotPolicy(spiel, spec)):.3f}")
            shown += 1
            if shown == asked.positions:
                break


if __name__ == "__main__":
    main()
