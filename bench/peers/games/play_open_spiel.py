"""OpenSpiel: its C++ games in a Python loop, in its own C++ loop, and its IS-MCTS."""

import random

import pyspiel
from rounds import tell_rate, tell_time

GAMES = {
    "kuhn_poker": "Kuhn poker",
    "leduc_poker": "Leduc poker",
    "gin_rummy": "gin rummy",
    "hearts": "hearts",
    "euchre": "euchre",
}
SEARCHED = {"leduc_poker": "Leduc poker", "gin_rummy": "gin rummy", "hearts": "hearts"}
ITERATIONS = 1000
SAMPLE = 30


def dealt(name, chance):
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:  # nobody thinks about the only move there is
        if state.is_chance_node():
            draw(state, chance)
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def draw(state, chance):
    actions, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chance.choices(actions, odds)[0])


def looped(game):
    def play(number):
        chance, decisions = random.Random(number), 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                draw(state, chance)
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def by_its_bots(game, play):
    """Its own loop does not tell how many decisions a game took: the mean of the same games in ours."""
    mean = sum(play(number) for number in range(SAMPLE)) / SAMPLE
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def evaluate(number):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return mean

    return evaluate


for name, title in GAMES.items():
    game = pyspiel.load_game(name)
    play = looped(game)
    tell_rate(title, game.num_players(), "Python loop over C++", play)
    tell_rate(title, game.num_players(), "its C++ loop and bots", by_its_bots(game, play))
for name, title in SEARCHED.items():
    state = dealt(name, random.Random(1))
    bot = pyspiel.ISMCTSBot(
        1, pyspiel.RandomRolloutEvaluator(1, 1), 1.414, ITERATIONS, -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
    )  # fmt: skip
    tell_time(f"IS-MCTS, 1,000 iterations: {title}", "C++", lambda bot=bot, state=state: bot.step(state))
