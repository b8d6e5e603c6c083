"""Are the chances that `croupier analyse` shows right, and does taking out the luck of the deal narrow intervals?

python bench/reliability.py [--matches 200] [--games cuttle coup] [--every 5] [--rollouts 50] [--bots heuristic random]

The reliability table has ten bins: how often seats won whose chance was in the bin, all cards being known. Then, for
matches on independent deals, the width of the interval of wins with and without the luck of the deal.
"""

import argparse
import random
from math import sqrt

from croupier.ai.registry import BUILT_IN
from croupier.ai.review import decisions_of, forecast_win, win_shares
from croupier.ai.search.bots import IsmctsBot
from croupier.ai.search.search import Search
from croupier.arena.plan.schedule import seats_for
from croupier.arena.results.luck import Outcome, estimate_skill
from croupier.games import GAMES, find_game
from croupier.kernel.game import Game
from croupier.kernel.secret import match_key, secret_of
from croupier.match.match import Match
from croupier.match.run_bots import run_bots
from croupier.players.spec import load_bots

BINS = 10


class Forecaster(IsmctsBot):
    """Gives its search away."""

    @property
    def search(self) -> Search:
        return self._search


def play(game: Game, seating: list[str], number: int) -> Match:
    settings = game.settings(game.fair_settings)
    bots = [load_bots(game, [spec], BUILT_IN)[0].make() for spec in seating]
    names = [f"p{seat}" for seat in range(len(seating))]
    match = Match(game, settings, names, match_key(secret_of("reliability"), number), talk=False)
    run_bots(match, bots)
    return match


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--matches", type=int, default=200)
    options.add_argument("--games", nargs="*", default=list(GAMES))
    options.add_argument("--bots", nargs="*", default=["heuristic", "random"])
    options.add_argument("--seats", type=int)
    options.add_argument("--every", type=int, default=5, help="look at every so many steps")
    options.add_argument("--rollouts", type=int, default=50)
    chosen = options.parse_args()
    for name in chosen.games:
        print_game(find_game(name), chosen)


def print_game(game: Game, chosen: argparse.Namespace) -> None:
    seats = seats_for(game, game.settings(game.fair_settings), 2, chosen.seats)
    teams = game.teams(game.settings(game.fair_settings), seats)
    bins = [[0, 0.0, 0.0] for _ in range(BINS)]
    outcomes: dict[str, list[Outcome]] = {bot: [] for bot in chosen.bots}
    chance = random.Random(1)
    for number in range(chosen.matches):
        sides = [chosen.bots[(number + side) % len(chosen.bots)] for side in range(len(set(teams)))]
        chance.shuffle(sides)
        match = play(game, [sides[team] for team in teams], number)
        won = win_shares(teams, match.result().places)
        forecaster = Forecaster(game, iterations=10)
        forecaster.sit(match.table, 0, 1)
        for step, _, _, now in decisions_of(match):
            if step == 1 or step % chosen.every == 0:
                chances = forecast_win(forecaster.search, now.state, teams, chosen.rollouts)
                for team in set(teams):
                    share = sum(each for each, own in zip(chances, teams, strict=True) if own == team)
                    own = sum(each for each, side in zip(won, teams, strict=True) if side == team)
                    found = bins[min(BINS - 1, int(share * BINS))]
                    found[0] += 1
                    found[1] += share
                    found[2] += own
                    if step == 1:
                        outcomes[sides[team]].append(Outcome(number, own, share - 1 / len(set(teams))))
    print(f"{game.title}, {seats} seats, {chosen.matches} matches of {' and '.join(chosen.bots)}")
    print(f"  {'chance':>12}{'seen':>8}{'mean':>8}{'won':>8}")
    for number, (count, share, own) in enumerate(bins):
        if count:
            span = f"{number * 10} to {number * 10 + 10} %"
            print(f"  {span:>12}{count:8.0f}{share / count:8.1%}{own / count:8.1%}")
    total = sum(count for count, _, _ in bins)
    error = sqrt(sum(count * ((share - own) / count) ** 2 for count, share, own in bins if count) / total)
    print(f"  mean error of calibration: {error:.1%}")
    for bot, own in outcomes.items():
        found = estimate_skill(own)
        print(
            f"  {bot}: wins {found.wins:.3f} ± {found.wins_reach:.3f}, without the luck of the deal "
            f"{found.skill:.3f} ± {found.skill_reach:.3f}: narrower by {found.narrower:.0%}"
        )


if __name__ == "__main__":
    main()
