"""Contests of strength: blocks that add up, files that are taken up again, and a baseline that nobody can enter."""

from pathlib import Path

import pytest

from croupier.ai.registry import BUILT_IN
from croupier.arena.bench.strength import (
    PEEKING,
    SEATS,
    Contest,
    Ledger,
    Tally,
    contests,
    is_done,
    play_block,
    play_on,
    seconds_left,
)
from croupier.arena.results.intervals import WIN
from croupier.arena.results.totals import Record
from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.players.spec import load_bots


def test_a_run_goes_on_where_it_stopped(tmp_path: Path):
    wanted = [Contest("cuttle", "heuristic", "random", blocks=3), Contest("coup", "honest", "random", blocks=2)]
    assert not play_on(Ledger(tmp_path / "s.json"), wanted, 0.0, lambda contest, tally: None)
    told: list[str] = []
    half = [Contest("cuttle", "heuristic", "random", blocks=1)]
    assert play_on(Ledger(tmp_path / "s.json"), half, None, lambda contest, tally: told.append(contest.key))
    again = Ledger(tmp_path / "s.json")
    assert again.of(wanted[0]).record.blocks == 1
    assert play_on(again, wanted, None, lambda contest, tally: told.append(contest.key))
    whole = Ledger(tmp_path / "other.json")
    assert play_on(whole, wanted, None, lambda contest, tally: None)
    for contest in wanted:
        assert again.of(contest).record == whole.of(contest).record
    assert told.count(wanted[0].key) == 3


def test_the_contest_that_is_done_soonest_is_played_to_its_end(tmp_path: Path):
    long = Contest("coup", "honest", "random", blocks=3)
    short = Contest("cuttle", "random", "heuristic", blocks=4)
    ledger = Ledger(tmp_path / "s.json")
    told: list[str] = []
    assert play_on(ledger, [long, short], None, lambda contest, tally: told.append(contest.game))
    assert told == ["cuttle"] * 4 + ["coup"] * 3


def test_a_contest_that_takes_longer_than_was_guessed_waits_for_the_others(tmp_path: Path):
    slow, quick = Contest("cuttle", "random", "heuristic", blocks=3), Contest("coup", "honest", "random", blocks=2)
    ledger = Ledger(tmp_path / "s.json")
    ledger.of(slow).played = 1e6  # as if its first block had taken days
    told: list[str] = []
    assert play_on(ledger, [slow, quick], None, lambda contest, tally: told.append(contest.game))
    assert told == ["cuttle", "coup", "coup", "cuttle", "cuttle"]


def test_more_iterations_are_guessed_to_take_longer():
    few, many = (
        Contest("bluff", f"ismcts:iterations={n}", "ismcts:iterations=100", alone=False) for n in (1000, 10000)
    )
    assert seconds_left(many, Tally()) > 5 * seconds_left(few, Tally()) > 0


def test_a_run_stops_when_it_is_told_to_and_says_how_long_it_would_take(tmp_path: Path):
    contest = Contest("cuttle", "random", "heuristic", blocks=4)
    ledger = Ledger(tmp_path / "s.json")
    assert seconds_left(contest, ledger.of(contest)) > 0
    assert not play_on(
        ledger, [contest], None, lambda contest, tally: None, lambda: ledger.of(contest).record.blocks == 2
    )
    tally = Ledger(tmp_path / "s.json").of(contest)
    assert tally.record.blocks == 2
    assert seconds_left(contest, tally) == pytest.approx(tally.played)


@pytest.mark.parametrize("game", sorted(SEATS))
def test_alone_a_bot_sits_once_in_every_seat(game: str):
    tally = Tally()
    play_block(Contest(game, "random", "random"), tally, 0)
    sides = 2 if game == "belote" else SEATS[game]
    assert tally.record.matches == sides
    assert tally.decisions > 0


@pytest.mark.parametrize(("game", "matches"), [("cuttle", 2), ("coup", 6), ("belote", 2)])
def test_evenly_the_seats_are_shared_in_every_way(game: str, matches: int):
    tally = Tally()
    play_block(Contest(game, "random", "random", alone=False), tally, 0)
    assert tally.record.matches == matches


def test_a_ladder_ends_when_parity_is_out_of_the_interval():
    contest = Contest("cuttle", "a", "b", blocks=60, alone=False, sequential=True)
    even = Record(matches=40, parts=20 * WIN, blocks=20, squares=20 * WIN**2, products=40 * WIN, sizes=80)
    clear = Record(matches=40, parts=38 * WIN, blocks=20, squares=74 * WIN**2, products=76 * WIN, sizes=80)
    assert not is_done(contest, Tally(even))
    assert is_done(contest, Tally(clear))


def test_a_bot_that_fails_is_no_measure_of_strength(tmp_path: Path):
    failing = tmp_path / "failing.py"
    failing.write_text(
        "from croupier.games.cuttle import CuttleBot\n\n\n"
        "class Failing(CuttleBot):\n    def select_move(self, view, moves):\n        raise ValueError('no idea')\n"
    )
    with pytest.raises(RuntimeError, match=r"seat 0 failed in block 0: .*no idea"):
        play_block(Contest("cuttle", str(failing), "random"), Tally(), 0)


def test_every_contest_can_be_seated():
    for contest in contests():
        for spec in (contest.bot, contest.against):
            if spec != PEEKING:
                load_bots(GAMES[contest.game], [spec], BUILT_IN)


def test_nobody_can_enter_the_one_that_peeks():
    for game in GAMES.values():
        with pytest.raises(UsageError, match="no bot called 'peeking'"):
            load_bots(game, [PEEKING], BUILT_IN)


def test_the_one_that_peeks_plays():
    tally = Tally()
    play_block(Contest("cuttle", PEEKING, "random"), tally, 1)
    assert tally.record.matches == 2
    assert not tally.record.faults
