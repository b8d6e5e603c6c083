"""RLCard: its own environments with its own random agents."""

import rlcard
from rlcard.agents import RandomAgent
from rounds import tell_rate

GAMES = {"leduc-holdem": "Leduc poker", "gin-rummy": "gin rummy", "uno": "UNO", "bridge": "bridge"}


def looped(name):
    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(env.num_actions)] * env.num_players)

    def play(number):
        before = env.timestep
        env.run()
        return env.timestep - before

    return play, env.num_players


for name, title in GAMES.items():
    play, seats = looped(name)
    tell_rate(title, seats, "Python", play)
