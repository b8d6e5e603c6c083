"""TextArena: games told in text; the legal answers are read out of what a player is shown."""

import random
import re

import textarena
from rounds import tell_rate


def poker_answer(text, chance):
    offered = re.findall(r"'(\[\w+\])'", text[text.rindex("available actions") :])
    return chance.choice(offered)


def briscola_answer(text, chance):
    hand = re.findall(r"^ +(\d+)\. ", text[text.rindex("Your hand:") :], re.MULTILINE)
    return f"[play {chance.choice(hand)}]"


GAMES = {"KuhnPoker-v0": ("Kuhn poker, 3 rounds", poker_answer), "Briscola-v0": ("Briscola", briscola_answer)}


def looped(name, answer):
    env = textarena.make(name)

    def play(number):
        chance, decisions, is_over = random.Random(number), 0, False
        env.reset(num_players=2, seed=number)
        while not is_over:
            _, text = env.get_observation()
            is_over, _ = env.step(answer(text, chance))
            decisions += 1
        _, about = env.close()
        assert not any(player["invalid_move"] for player in about.values()), (name, about)
        return decisions

    return play


for name, (title, answer) in GAMES.items():
    tell_rate(title, 2, "Python, as text", looped(name, answer))
