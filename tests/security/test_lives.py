"""No process of a bot meets a deal twice: what it remembers of one seating would show it others' cards in the next."""

import json
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import croupier
from croupier.ai.baselines import RandomBot
from croupier.ai.registry import BUILT_IN
from croupier.arena.attack.fairness import REMEMBERING_BOT, REMEMBERING_PROGRAM, deals_met
from croupier.arena.plan.run_plan import Plan, new_plan
from croupier.arena.plan.schedule import Pairing, plan_blocks, plan_series
from croupier.arena.run.backend import RunOptions
from croupier.arena.run.session import Session, scheduled_chunks
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Played, RunSetup, Task, chunks_of, lives_of
from croupier.arena.store.store import open_store
from croupier.games import find_game
from croupier.players.sandbox.isolation import SANDBOXED, Isolation
from croupier.players.spec import load_bots
from croupier.ui.cli.main import run_app

CUTTLE = find_game("cuttle")


@pytest.fixture
def bots(tmp_path: Path) -> list[str]:
    """Two bots that write down, as a note, which process of theirs plays."""
    paths = [tmp_path / "one.py", tmp_path / "two.py"]
    for path in paths:
        path.write_text(REMEMBERING_BOT, encoding="utf-8")
    return list(map(str, paths))


def assert_no_deal_comes_twice(matches: list[Played]) -> None:
    met = deals_met(matches)
    assert len({played.seed for played in matches}) < len(matches), "every deal is played in several seatings"
    assert sum(map(len, met.values())) >= len(matches), "the bots wrote their notes"
    assert all(len(set(seeds)) == len(seeds) for seeds in met.values())


def stored(db: Path) -> list[Played]:
    with open_store(str(db)) as store:
        return list(store.games(1))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "command", [("run", "-n", "40"), ("compare", "--max-games", "40"), ("tournament", "--blocks", "20")]
)
def test_no_process_meets_a_deal_twice(bots, tmp_path, command, workers):
    db = tmp_path / "store.sqlite"
    kind, *how = command
    assert run_app([kind, "cuttle", *bots, *how, "--seed", "3", "--workers", str(workers), "--db", str(db)]) == 0
    matches = stored(db)
    assert len(matches) == 40
    assert_no_deal_comes_twice(matches)
    assert len(deals_met(matches)) <= 12, "processes are kept within a life"


@pytest.mark.parametrize(
    "command", [("run", "-n", "6"), ("compare", "--max-games", "6"), ("tournament", "--blocks", "3")]
)
def test_with_fresh_match_a_process_plays_one_match(bots, tmp_path, command):
    db = tmp_path / "store.sqlite"
    kind, *how = command
    arguments = [kind, "cuttle", *bots, *how, "--seed", "3", "--workers", "1", "--db", str(db)]
    assert run_app([*arguments, "--fresh", "match"]) == 0
    assert [len(seeds) for seeds in deals_met(stored(db)).values()] == [1] * 12


def test_pairings_of_a_tournament_share_no_deal_in_a_life(bots, tmp_path):
    three = [*bots, str(shutil.copy(bots[0], tmp_path / "three.py"))]
    db = tmp_path / "store.sqlite"
    assert (
        run_app(["tournament", "cuttle", *three, "--blocks", "6", "--seed", "3", "--workers", "1", "--db", str(db)])
        == 0
    )
    assert len(stored(db)) == 36
    assert_no_deal_comes_twice(stored(db))


def planned(bots: list[str], n: int) -> tuple[RunSetup, Plan]:
    setup = RunSetup(CUTTLE, CUTTLE.settings(), make_entrants(CUTTLE, bots))
    return setup, new_plan(setup, "5", SANDBOXED, matches=n)


MANY = 400
"""Matches that take longer than the first of them need to arrive."""


@pytest.mark.parametrize("options", [RunOptions(in_process=True), RunOptions(1), RunOptions(2)])
def test_a_run_that_goes_on_keeps_to_it(bots, tmp_path, options):
    setup, plan = planned(bots, MANY)
    with open_store(str(tmp_path / "store.sqlite")) as store:
        stop, first = StopFlag(), list[Played]()
        with Session(setup, plan, options, store=store, stop=stop, verify=False) as session:
            for played in session.play():
                first.append(played)
                if len(first) == 7:
                    stop.set()
        assert len(first) < MANY
        with Session(setup, plan, options, store=store, resume=True) as session:
            # Also what is played again of a chunk that was not complete.
            played_now = list(session.executor.play(scheduled_chunks(session.plan)))
    assert sorted(played.number for played in played_now) == list(range(MANY))
    assert_no_deal_comes_twice(played_now)


def test_programs_are_started_again(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(REMEMBERING_PROGRAM, encoding="utf-8")
    spec = f"cmd:{shlex.join([sys.executable, str(path)])}"
    setup = RunSetup(CUTTLE, CUTTLE.settings(), load_bots(CUTTLE, [spec, "random"], BUILT_IN, Isolation(sandbox=False)))
    plan = new_plan(setup, "5", Isolation(sandbox=False), matches=12)
    with Session(setup, plan, RunOptions(1), verify=False) as session:
        matches = list(session.executor.play(chunks_of(plan.schedule(), 12)))
    assert_no_deal_comes_twice(matches)
    assert len(deals_met(matches)) == 2


def test_a_series_is_one_life_and_a_chunk_has_one_for_each_seating():
    (chunk,) = chunks_of(plan_series(7, 30, (0, 1)))
    assert lives_of(chunk) == [list(chunk)]
    (chunk,) = chunks_of(plan_blocks(7, 9, (((0, 1, 2), (1, 2, 0), (2, 0, 1)),)), 9)
    assert [[task.number for task in life] for life in lives_of(chunk)] == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    assert lives_of([Task(4, Pairing(2, 9, (0, 1)))]) == [[Task(4, Pairing(2, 9, (0, 1)))]]


# Bots that cannot be started again.


@pytest.fixture
def text_of(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run(*arguments: str) -> str:
        assert run_app(list(arguments)) == 0
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    "command", [("run", "-n", "4"), ("compare", "--max-games", "4"), ("tournament", "--blocks", "2")]
)
def test_results_say_which_bots_may_remember_deals(bots, text_of, tmp_path, command):
    kind, *how = command
    arguments = (kind, "cuttle", bots[0], "random", *how, "--seed", "3", "--no-journal")
    assert "remember" not in text_of(*arguments)
    assert "may_remember_deals" not in json.loads(text_of(*arguments, "--json"))
    assert json.loads(text_of(*arguments, "--json", "--trust"))["may_remember_deals"] == ["one"]
    report = tmp_path / "report.html"
    text = text_of(*arguments, "--trust", "--report", str(report))
    assert "one: may recognise a deal" in " ".join(text.split())
    assert "one: may recognise a deal" in report.read_text(encoding="utf-8")


def test_results_in_python_say_it_too(bots):
    class Own(RandomBot):
        """Plays in this process, with whatever it keeps there."""

    for trust, entrant, expected in ((False, bots[0], ()), (True, bots[0], ("one",)), (False, Own, ("Own",))):
        report = croupier.run("cuttle", [entrant, "random"], 2, seed=3, trust=trust)
        assert report.may_remember_deals == expected
        assert ("may recognise deals" in str(report)) is bool(expected)
        comparison = croupier.compare("cuttle", "random", entrant, seed=3, max_games=2, trust=trust)
        assert comparison.may_remember_deals == expected
        tournament = croupier.tournament("cuttle", [entrant, "random"], seed=3, blocks=1, trust=trust)
        assert tournament.may_remember_deals == expected


@pytest.mark.parametrize(
    ("spec", "may_remember"),
    [
        ("tcp://127.0.0.1:9", True),
        ("ws://127.0.0.1:9", True),
        ("listen:9000", True),
        ("http://127.0.0.1:9", True),
        ("cmd:cat", False),
        ("heuristic", False),
    ],
)
def test_bots_that_run_elsewhere_may_remember_deals(spec, may_remember):
    (entrant,) = load_bots(CUTTLE, [spec], BUILT_IN, Isolation(trust=True))
    assert entrant.may_remember is may_remember


def test_in_a_series_no_deal_comes_twice_so_nothing_is_said(bots, text_of):
    arguments = ("run", "cuttle", bots[0], "random", "-n", "4", "--series", "--trust", "--no-journal", "--json")
    assert "may_remember_deals" not in json.loads(text_of(*arguments))
