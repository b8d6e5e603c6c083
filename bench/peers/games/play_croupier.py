"""Croupier: the five games in the core and with Python bots, a sandboxed bot, and its ismcts."""

from pathlib import Path
from time import perf_counter

from rounds import tell, tell_rate, tell_time

from croupier.ai.baselines import HeuristicBot, RandomBot
from croupier.ai.search.bots import IsmctsBot
from croupier.arena.bench.loops import playouts
from croupier.games import find_game
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.sandbox.affinity import pinned_core
from croupier.players.spec import load_bots

SEATS = {"kittens": 4, "coup": 4, "cuttle": 2, "bluff": 4, "belote": 4}
MIDDLE = {"kittens": 30, "coup": 20, "cuttle": 16, "bluff": 200, "belote": 25}
ITERATIONS = 1000
PLAYOUTS = 50
ANSWERS = 200
BOT = """
from croupier.games.cuttle import CuttleBot

class First(CuttleBot):
    def select_move(self, view, legal_moves):
        return legal_moves[self.rng.randrange(len(legal_moves))]
"""


def in_core(game, seats):
    state = game.new_state(game.settings(), seats)
    state.watching = False
    return lambda number: playouts(state, PLAYOUTS, number + 1)


def with_bots(game, seats):
    settings = game.settings()
    names = tuple(f"p{seat}" for seat in range(seats))

    def play(number):
        match = Match(game, settings, names, number)
        run_bots(match, [RandomBot() for _ in range(seats)])
        return len(match.steps)

    return play


def middle(game, seats, after):
    """A question with a choice in the middle of a match."""
    for seed in range(1000):
        match = Match(game, game.settings(), tuple(f"p{seat}" for seat in range(seats)), seed)
        bots = [HeuristicBot(game) for _ in range(seats)]
        for seat, bot in enumerate(bots):
            bot.sit(match.table, seat, seed)
        while (decision := match.ask()) is not None:
            if len(match.steps) >= after and len(decision.moves) > 1:
                return decision
            bots[decision.seat].face(decision.id)
            match.play(bots[decision.seat].decide(decision))
    raise RuntimeError(f"no match of {game.name} has {after} moves")


def tell_search(name, seats):
    game = find_game(name)
    decision = middle(game, seats, MIDDLE[name])
    bot = IsmctsBot(game, iterations=ITERATIONS, notes=False)
    bot.sit(decision.view.table, decision.seat, 1)

    def think():
        bot.face(decision.id)
        bot.decide(decision)

    tell_time(f"IS-MCTS, 1,000 iterations: {game.title}, {seats} seats", "compiled Python", think)


def show_sandboxed():
    """One question to a bot in the sandbox, and its answer."""
    game, file = find_game("cuttle"), Path("locked.py")
    file.write_text(BOT, encoding="utf-8")
    with pinned_core():
        (entrant,) = load_bots(game, [str(file)], {})
        bot = entrant.make()
        match = Match(game, game.settings(), ("p0", "p1"), 1)
        bot.sit(match.table, 0, 1)
        decision = match.ask()
        how = f"a file in the sandbox ({entrant.isolation}), pipes"
        # Two processes take turns: here the time that passes counts.
        tell_time("one decision behind a process boundary", how, lambda: ask(bot, decision), ANSWERS, perf_counter)
        entrant.cells.close()


def ask(bot, decision):
    for _ in range(ANSWERS):
        bot.decide(decision)


for name, seats in SEATS.items():
    game = find_game(name)
    tell_rate(game.title, seats, "playouts in the compiled core", in_core(game, seats), PLAYOUTS)
    tell_rate(game.title, seats, "Python bots, full views", with_bots(game, seats))
for name, seats in SEATS.items():
    tell_search(name, seats)
try:
    show_sandboxed()
except Exception as error:
    tell(kind="missing", game="one decision behind a process boundary", reason=str(error).splitlines()[0])
