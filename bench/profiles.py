"""Print how readable the built-in bots are, as the tables of docs/profiles.md.

python bench/profiles.py             all games, 60 matches for each bot
python bench/profiles.py coup -n 200 one game, with narrower intervals
"""

import argparse

import croupier
from croupier.games import GAMES

BOTS = ("random", "heuristic", "noob", "easy", "medium", "hard")
"""`insane` takes up to a hundred times as long: `--bots insane -n 10`."""
AGAINST = "heuristic"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("-n", type=int, default=60, help="matches of each bot")
    parser.add_argument("--bots", default=",".join(BOTS))
    asked = parser.parse_args()
    for game in asked.games or GAMES:
        print(f"\n**{GAMES[game].title}**, {asked.n} matches against `{AGAINST}`, seed 1\n", flush=True)
        print("| bot | acts | bits each, with 95 % interval | clearest tell |\n|---|---|---|---|", flush=True)
        for bot in asked.bots.split(","):
            print(_row(croupier.profile(game, bot, seed=1, against=AGAINST, n=asked.n)), flush=True)


def _row(profile: croupier.Profile) -> str:
    best = max(profile.tells, key=lambda tell: (tell.is_clear, tell.bits * tell.count))
    bits = f"{best.bits:.2f} ({best.low:.2f} to {best.high:.2f}) of {best.uncertainty:.2f}".replace("-0.00", "0.00")
    tell = (profile.sentences(1) or ["none that is clear"])[0]
    return f"| `{profile.bot}` | {best.name} | {bits} | {tell} |"


if __name__ == "__main__":
    main()
