"""How far the win chances that people are shown can be believed: hints, `analyse` and the curve of a replay.

    python bench/calibration.py [GAME ...] [--matches 400] [--seats N] [--raw]

Bots of several strengths play matches. At a few decisions of each, the value of the move that was played is compared
with who won in the end, and so is the curve's chance of every side. Tables of ten bins show the share of wins beside
what was expected, with a slope: 1 is right, less is too sure, 0 is no knowledge. The last lines are the rows for
`croupier/ai/calibration.py`, fitted to all matches. `--raw` leaves the corrections of that file out: it shows what was
expected without any, and with each half of the matches corrected by a fit to the other half.
"""

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

import numpy as np
import numpy.typing as npt

from croupier.ai.calibration import LEAST_CHANCE, NO_CORRECTION, Calibration, calibration_of
from croupier.ai.registry import BUILT_IN
from croupier.ai.review import Critic, decisions_of, make_critic
from croupier.games import find_game
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.spec import load_bots

Floats = npt.NDArray[np.float64]
TABLES = {"cuttle": (2,), "kittens": (2, 4), "coup": (2, 4), "bluff": (2, 4), "belote": (4,)}
PLAYERS = {
    "belote": ("heuristic", "ismcts:iterations=100", "ismcts:iterations=300"),
    "bluff": ("heuristic", "medium", "hard", "insane"),
}
LEARNED_PLAYERS = ("learned", "learned", "medium", "heuristic")
POSITIONS = 4  # of each match
ITERATIONS = 1000
ROLLOUTS = 100
BINS = 10


class Sample:
    """What was expected at one decision, and what happened."""

    def __init__(
        self,
        value: float,
        side: int,
        curve: Sequence[float],
        opinion: Sequence[float] | None,
        result: Sequence[float],
    ) -> None:
        self.value = value
        self.won = result[side]
        """The share of the win that the side to act got."""
        self.curve = curve
        """The chance of each side by matches played on."""
        self.opinion = opinion
        self.result = result
        """The share of the win of each side."""


def side_shares(teams: Sequence[int], places: Sequence[int]) -> list[float]:
    """The part of the win of each side."""
    winners = {team for team, place in zip(teams, places, strict=True) if place == 1}
    return [1 / len(winners) if side in winners else 0.0 for side in range(len(set(teams)))]


def samples_of(game: Game, seats: int, number: int) -> list[Sample]:
    """A match, and what was expected at some of its decisions."""
    rng = Random(f"{game.name} {seats} {number}")
    settings = game.settings()
    specs = PLAYERS.get(game.name, LEARNED_PLAYERS)
    teams = game.teams(settings, seats)
    of_side = [rng.choice(specs) for _ in set(teams)]
    match = Match(game, settings, [f"p{seat}" for seat in range(seats)], derived_seed("calibration", number, seats))
    run_bots(match, [load_bots(game, [of_side[team]], BUILT_IN)[0].make() for team in teams])
    result = side_shares(teams, match.result().places)
    wanted = set(rng.sample(range(1, len(match.steps) + 1), min(POSITIONS, len(match.steps))))
    found: list[Sample] = []
    critics: dict[int, Critic] = {}
    for step, decision, index, before in decisions_of(match):
        if step not in wanted or len(decision.moves) == 1:
            continue
        if decision.seat not in critics:
            critic = critics[decision.seat] = make_critic(game, ITERATIONS)
            critic.is_corrected = False
            critic.sit(match.table, decision.seat, derived_seed("calibration", number, decision.seat))
        critic = critics[decision.seat]
        critic.face(step)
        curve = critic.play_on(before, ROLLOUTS)
        opinion = critic.opinion(before)
        _, _, played = critic.assess(decision, index)
        found.append(Sample(played.value, teams[decision.seat], curve, opinion, result))
    return found


def descend(gradient: Callable[[Floats], tuple[Floats, Floats]], start: Sequence[float]) -> list[float]:
    """The minimum of a smooth convex function of a few numbers, by damped Newton steps."""
    at: Floats = np.array(start, np.float64)
    for _ in range(100):
        slope, curvature = gradient(at)
        step = np.linalg.solve(curvature + 1e-3 * np.eye(len(at)), slope)
        at = at - np.clip(step, -0.5, 0.5)
    return list(map(float, at.tolist()))


def fit(samples: Sequence[Sample], sides: int, matches: int) -> Calibration:
    """The correction under which what happened is likeliest."""
    even = np.log(1 / sides / (1 - 1 / sides)) if sides > 1 else 0.0
    values: Floats = np.clip(np.array([each.value for each in samples]), LEAST_CHANCE, 1 - LEAST_CHANCE)
    x = np.stack([np.log(values / (1 - values)) - even, np.ones(len(values))], 1)
    won = np.array([each.won for each in samples])

    def of_values(at: Floats) -> tuple[Floats, Floats]:
        p = 1 / (1 + np.exp(-(x @ at + even)))
        return x.T @ (p - won), (x * (p * (1 - p))[:, None]).T @ x

    slope, shift = descend(of_values, (1.0, 0.0))
    known = all(each.opinion is not None for each in samples)
    opinions = [np.array([each.curve for each in samples])]
    if known:
        opinions.append(np.array([each.opinion for each in samples]))
    logs = np.log(np.clip(np.stack(opinions, 2), LEAST_CHANCE, 1))
    results = np.array([each.result for each in samples])

    def of_curves(at: Floats) -> tuple[Floats, Floats]:
        scores = logs @ at
        p = np.exp(scores - scores.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        mean = (p[:, :, None] * logs).sum(1)
        centred = logs - mean[:, None, :]
        return ((p - results)[:, :, None] * logs).sum((0, 1)), np.einsum("ns,nsi,nsj->ij", p, centred, centred)

    weights = descend(of_curves, [1.0, 0.0][: 1 + known])
    policy = weights[1] if known else 0.0
    return Calibration(round(slope, 3), round(shift, 3), round(weights[0], 3), round(policy, 3), matches)


def show(title: str, expected: Floats, happened: Floats) -> float:
    """Print ten bins of equal size and the slope; the largest distance in a bin of them."""
    order = np.argsort(expected, kind="stable")
    bounds = np.linspace(0, len(order), BINS + 1).astype(int)
    spread = expected - expected.mean()
    slope = float(spread @ (happened - happened.mean()) / max(1e-12, float(spread @ spread)))
    print(f"  {title}: slope {slope:.2f}")
    print("    expected  won    n")
    worst = 0.0
    for low, high in pairwise(bounds):
        part = order[low:high]
        if len(part):
            means = float(expected[part].mean()), float(happened[part].mean())
            worst = max(worst, abs(means[0] - means[1]))
            print(f"    {means[0]:7.1%} {means[1]:6.1%} {len(part):4}")
    print(f"    farthest apart: {100 * worst:.1f} points")
    return worst


def corrected(samples: Sequence[Sample], by: Calibration, sides: int) -> tuple[list[float], list[float], list[float]]:
    """The value of each decision, then the chances of all sides and what they got."""
    values = [by.chance(each.value, sides) for each in samples]
    chances = [share for each in samples for share in by.shares(each.curve, each.opinion if by.policy else None)]
    return values, chances, [got for each in samples for got in each.result]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare win chances with results.")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--raw", action="store_true")
    asked = parser.parse_args()
    rows: list[str] = []
    for name in asked.games or TABLES:
        game = find_game(name)
        for seats in (asked.seats,) if asked.seats else TABLES[name]:
            sides = len(set(game.teams(game.settings(), seats)))
            by_match = [samples_of(game, seats, number) for number in range(asked.matches)]
            every = [sample for match in by_match for sample in match]
            if asked.raw:
                halves = [[sample for match in by_match[half::2] for sample in match] for half in (0, 1)]
                fits = [fit(half, sides, asked.matches // 2) for half in halves]
                parts = [
                    corrected(half, other, sides) for half, other in zip(halves, reversed(fits), strict=True) if half
                ]
                won = [sample.won for half in halves for sample in half]
            else:
                parts = [corrected(every, calibration_of(name, seats), sides)]
                won = [sample.won for sample in every]
            print(f"{name}, {seats} seats: {asked.matches} matches, {len(every)} decisions")
            if asked.raw:
                raw = corrected(every, NO_CORRECTION, sides)
                show("value of the move, as searched", np.array(raw[0]), np.array([each.won for each in every]))
                show("curve, as played on", np.array(raw[1]), np.array(raw[2]))
            show("value of the move", np.array([x for part in parts for x in part[0]]), np.array(won))
            show("curve", *(np.array([x for part in parts for x in part[at]]) for at in (1, 2)))
            found = fit(every, sides, asked.matches)
            rows.append(
                f'    ("{name}", {seats}): Calibration('
                f"{found.slope}, {found.shift}, {found.rollouts}, {found.policy}, {found.matches}),"
            )
    print("\n".join(rows))


if __name__ == "__main__":
    main()
