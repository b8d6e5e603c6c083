"""PettingZoo: its classic card games, which wrap RLCard and the Hanabi environment, sampled by their action masks."""

from importlib import import_module

from rounds import tell, tell_rate

GAMES = {"leduc_holdem_v4": "Leduc poker", "texas_holdem_v4": "limit Texas hold'em", "hanabi_v5": "Hanabi"}


def looped(env):
    def play(number):
        env.reset(seed=number)
        decisions = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(seen["action_mask"]))
                decisions += 1
        return decisions

    return play


for name, title in GAMES.items():
    try:
        env = import_module(f"pettingzoo.classic.{name}").env()
    except Exception as error:
        tell(kind="missing", game=title, reason=str(error).splitlines()[0])
        continue
    tell_rate(title, len(env.possible_agents), "Python", looped(env))
