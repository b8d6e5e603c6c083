"""A season of three weeks on a virtual clock: forty entrants who improve, crash, cheat and copy, ending in grades."""

import csv
import random
from pathlib import Path

import pytest

from croupier.season.competition import Competition
from croupier.season.config import read_season
from croupier.season.records import Refused
from croupier.season.results.bundle import make_bundle, open_round, round_summary, verify_bundle
from croupier.season.results.grades import grade_round
from croupier.season.similarity import similar_pairs

from .conftest import CRASHES, DAY, START, VirtualClock

SEASON = """
title = "Three weeks"
game = "cuttle"
reference = ["random", "heuristic"]

[limits]
answer_seconds = 20.0  # the machine may be busy

[quota]
submissions_per_day = 3

[ladder]
meeting_blocks = 1
known_elo = 300.0
most_blocks = 3

[[round]]
name = "week 1"
deadline = 2027-01-22T07:00:00Z
format = "swiss"
rounds = 1
blocks = 1

[[round]]
name = "final"
deadline = 2027-02-05T08:00:00Z
format = "swiss"
rounds = 4
blocks = 3

[grades]
faultless = 40
rank = 40
beats = { random = 20 }
"""
TEAMS = 40
KINDS = {"first": 8, "points": 16, "crashes": 6, "sometimes": 4, "copies": 3, "cheats": 3}

BEGIN = "from croupier.games.cuttle import CuttleBot, Points\n\nclass Bot(CuttleBot):\n    name = '{name}'\n"
FIRST = BEGIN + "    def select_move(self, view, legal_moves):\n        return legal_moves[{step} % len(legal_moves)]\n"
POINTS = (
    BEGIN + "    def select_move(self, view, legal_moves):\n"
    "        points = [move for move in legal_moves if isinstance(move, Points)]\n"
    "        return max(points, key=lambda move: move.card.rank, default=legal_moves[0])\n"
)
SOMETIMES = (
    BEGIN + "    def select_move(self, view, legal_moves):\n"
    "        if len(view.hand) > 6:\n            raise ValueError('too many cards')\n"
    "        return legal_moves[0]\n"
)
CHEATS = BEGIN + "    def select_move(self, view, legal_moves):\n        return view.opponent.hand[0]\n"


class Simulation:
    """Forty teams, each of a kind, who do something every few days."""

    def __init__(self, competition: Competition, run_jobs, clock: VirtualClock) -> None:
        self.competition = competition
        self.run_jobs = run_jobs
        self.clock = clock
        self.chance = random.Random(1)
        self.people = {}
        self.refused = 0
        kinds = [kind for kind, count in KINDS.items() for _ in range(count)]
        for number, kind in enumerate(kinds):
            name = f"{kind} {number}"
            joined = competition.join(f"person {number}", name)
            self.people[name] = competition.person(joined.token)

    def hand_in(self, name: str, source: str) -> None:
        try:
            self.competition.hand_in(self.people[name], "bot.py", source.encode())
        except Refused:
            self.refused += 1

    def source(self, name: str, week: int) -> str:
        kind = name.partition(" ")[0]
        if kind == "points" and week > 0:
            return POINTS.format(name=name)
        if kind == "copies":
            return POINTS.format(name="mine").replace("points", "xs").replace("class Bot", "class Mine")
        texts = {"crashes": CRASHES, "sometimes": SOMETIMES.format(name=name), "cheats": CHEATS.format(name=name)}
        return texts.get(kind, FIRST.format(name=name, step=0 if kind == "first" else 1))

    def run(self) -> None:
        for week in range(3):
            for day in range(7):
                for number, name in enumerate(self.people):
                    if number % 7 == day:
                        self.hand_in(name, self.source(name, week))
                if day == 3 and week == 1:
                    for attempt in range(5):  # a flood
                        self.hand_in("cheats 37", f"{CHEATS.format(name='x')}# {attempt}")
                self.run_jobs(300)
                self.clock.at = START + (7 * week + day + 1) * DAY
        self.clock.at = START + 22 * DAY
        self.run_jobs(300)


@pytest.fixture
def competition(store, clock, monkeypatch) -> Competition:
    """The season with secrets that are always the same: with others, luck may leave all teams in one tier."""
    chance = random.Random(28)
    monkeypatch.setattr("croupier.season.competition.secrets.token_hex", lambda size: chance.randbytes(size).hex())
    found = Competition(store, clock)
    found.open(SEASON)
    return found


def test_forty_entrants_and_three_weeks_end_in_grades(competition, run_jobs, clock, tmp_path: Path):
    simulation = Simulation(competition, run_jobs, clock)
    simulation.run()
    assert simulation.refused >= 2
    week, final = competition.rounds()
    assert (week.phase, final.phase) == ("finished", "finished")
    assert (week.problem, final.problem, final.absent) == ("", "", {})
    entered = {entry.team for entry in final.field}
    out = {name for name in simulation.people if name.startswith(("crashes", "cheats", "sometimes"))}
    assert entered == {*simulation.people, "random", "heuristic"} - out
    path = tmp_path / "final.zip"
    path.write_bytes(make_bundle(competition, 1))
    checked = verify_bundle(path)
    assert checked.problems == ()
    grades = list(csv.DictReader(checked.grades.splitlines()))
    assert {row["team"] for row in grades} == entered - {"random", "heuristic"}
    points = {row["team"]: float(row["points"]) for row in grades}
    for row in grades:
        assert row["faults"] == "0"
        same = [other for other in grades if other["tier"] == row["tier"]]
        assert {(other["rank_points"], other["beats_points"]) for other in same} == {
            (row["rank_points"], row["beats_points"])
        }
    assert max(points.values()) > min(points.values())
    # The versions of week 1 were others than those of the final, and both are kept.
    improved = [entry for entry in final.field if entry.team.startswith("points")]
    assert {entry.version for entry in improved} == {2}
    assert {entry.version for entry in week.field if entry.team.startswith("points")} == {1}
    # Copies are equal to each other, and like those they were copied from.
    pairs = similar_pairs(competition)
    copies = {name for name in simulation.people if name.startswith("copies")}
    assert [pair for pair in pairs if pair.equal and {pair.one.name, pair.other.name} <= copies]
    state, plan, matches = open_round(competition, 1)
    again = grade_round(read_season(state.file), state.field, round_summary(plan, matches), state.absent)
    assert [grade.team for grade in again] == [row["team"] for row in grades]
