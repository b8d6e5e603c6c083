"""Strength tests: blocks that add up, files that are taken up again, and a baseline that nobody can enter."""

from pathlib import Path

import pytest

from croupier.ai.registry import BUILT_IN
from croupier.arena.bench.strength import (
    PEEKING,
    SEATS,
    StrengthFile,
    StrengthRecord,
    StrengthTest,
    is_done,
    play_block,
    play_tests,
    seconds_left,
    strength_tests,
)
from croupier.arena.results.intervals import WIN
from croupier.arena.results.totals import EntrantRecord
from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.players.spec import load_bots
from croupier.ui.cli.strength import _merged


def test_a_run_goes_on_where_it_stopped(tmp_path: Path):
    wanted = [
        StrengthTest("cuttle", "heuristic", "random", blocks=3),
        StrengthTest("coup", "honest", "random", blocks=2),
    ]
    assert not play_tests(StrengthFile(tmp_path / "s.json"), wanted, 0.0, lambda test, record: None)
    told: list[str] = []
    half = [StrengthTest("cuttle", "heuristic", "random", blocks=1)]
    assert play_tests(StrengthFile(tmp_path / "s.json"), half, None, lambda test, record: told.append(test.key))
    again = StrengthFile(tmp_path / "s.json")
    assert again.of(wanted[0]).totals.blocks == 1
    assert play_tests(again, wanted, None, lambda test, record: told.append(test.key))
    whole = StrengthFile(tmp_path / "other.json")
    assert play_tests(whole, wanted, None, lambda test, record: None)
    for test in wanted:
        assert again.of(test).totals == whole.of(test).totals
    assert told.count(wanted[0].key) == 3


def test_the_one_that_is_done_soonest_is_played_to_its_end(tmp_path: Path):
    long = StrengthTest("coup", "honest", "random", blocks=3)
    short = StrengthTest("cuttle", "random", "heuristic", blocks=4)
    file = StrengthFile(tmp_path / "s.json")
    told: list[str] = []
    assert play_tests(file, [long, short], None, lambda test, record: told.append(test.game))
    assert told == ["cuttle"] * 4 + ["coup"] * 3


def test_one_that_takes_longer_than_was_guessed_waits_for_the_others(tmp_path: Path):
    slow, quick = (
        StrengthTest("cuttle", "random", "heuristic", blocks=3),
        StrengthTest("coup", "honest", "random", blocks=2),
    )
    file = StrengthFile(tmp_path / "s.json")
    file.of(slow).played = 1e6  # as if its first block had taken days
    told: list[str] = []
    assert play_tests(file, [slow, quick], None, lambda test, record: told.append(test.game))
    assert told == ["cuttle", "coup", "coup", "cuttle", "cuttle"]


def test_more_iterations_are_guessed_to_take_longer():
    few, many = (
        StrengthTest("bluff", f"ismcts:iterations={n}", "ismcts:iterations=100", alone=False) for n in (1000, 10000)
    )
    assert seconds_left(many, StrengthRecord()) > 5 * seconds_left(few, StrengthRecord()) > 0


def test_a_run_stops_when_it_is_told_to_and_says_how_long_it_would_take(tmp_path: Path):
    test = StrengthTest("cuttle", "random", "heuristic", blocks=4)
    file = StrengthFile(tmp_path / "s.json")
    assert seconds_left(test, file.of(test)) > 0
    assert not play_tests(file, [test], None, lambda test, record: None, lambda: file.of(test).totals.blocks == 2)
    record = StrengthFile(tmp_path / "s.json").of(test)
    assert record.totals.blocks == 2
    assert seconds_left(test, record) == pytest.approx(record.played)


@pytest.mark.parametrize("game", sorted(SEATS))
def test_alone_a_bot_sits_once_in_every_seat(game: str):
    record = StrengthRecord()
    play_block(StrengthTest(game, "random", "random"), record, 0)
    sides = 2 if game == "belote" else SEATS[game]
    assert record.totals.matches == sides
    assert record.decisions > 0


@pytest.mark.parametrize(("game", "matches"), [("cuttle", 2), ("coup", 6), ("belote", 2)])
def test_evenly_the_seats_are_shared_in_every_way(game: str, matches: int):
    record = StrengthRecord()
    play_block(StrengthTest(game, "random", "random", alone=False), record, 0)
    assert record.totals.matches == matches


def test_a_ladder_ends_when_parity_is_out_of_the_interval():
    test = StrengthTest("cuttle", "a", "b", blocks=60, alone=False, sequential=True)
    even = EntrantRecord(matches=40, parts=20 * WIN, blocks=20, squares=20 * WIN**2, products=40 * WIN, sizes=80)
    clear = EntrantRecord(matches=40, parts=38 * WIN, blocks=20, squares=74 * WIN**2, products=76 * WIN, sizes=80)
    assert not is_done(test, StrengthRecord(even))
    assert is_done(test, StrengthRecord(clear))


def test_a_bot_that_fails_is_no_measure_of_strength(tmp_path: Path):
    failing = tmp_path / "failing.py"
    failing.write_text(
        "from croupier.games.cuttle import CuttleBot\n\n\n"
        "class Failing(CuttleBot):\n    def select_move(self, view, moves):\n        raise ValueError('no idea')\n"
    )
    with pytest.raises(RuntimeError, match=r"seat 0 failed in block 0: .*no idea"):
        play_block(StrengthTest("cuttle", str(failing), "random"), StrengthRecord(), 0)


def test_every_contest_can_be_seated():
    for test in strength_tests():
        for spec in (test.bot, test.against):
            if spec != PEEKING:
                load_bots(GAMES[test.game], [spec], BUILT_IN)


def test_strong_levels_of_a_learned_game_also_meet_the_search_that_they_are_elsewhere():
    met = {(test.where, test.bot): test.against for test in strength_tests() if test.against.startswith("ismcts")}
    for where in ("cuttle", "kittens, 2 seats", "kittens", "coup, 2 seats", "coup"):
        assert met[where, "hard"] == "ismcts"
        assert met[where, "insane"] == "ismcts:iterations=10000"
    assert ("belote", "insane") not in met


def test_nobody_can_enter_the_one_that_peeks():
    for game in GAMES.values():
        with pytest.raises(UsageError, match="no bot 'peeking'"):
            load_bots(game, [PEEKING], BUILT_IN)


def test_the_one_that_peeks_plays():
    record = StrengthRecord()
    play_block(StrengthTest("cuttle", PEEKING, "random"), record, 1)
    assert record.totals.matches == 2
    assert not record.totals.faults


def test_a_test_may_be_about_other_tables():
    test = StrengthTest("bluff", "heuristic", "random", blocks=1, seats=2, mode="chaos")
    assert test.key == "bluff, 2 seats, chaos: heuristic against random"
    record = StrengthRecord()
    play_block(test, record, 0)
    assert record.totals.matches == 2


def test_rows_that_were_not_played_again_stay_on_the_page():
    kept = "\n| game | bot | against | wins |\n| --- | --- | --- | --- |\n| a | x | y | 1 |\n| a | x | z | 2 |\n"
    rows = _merged(kept, [("a", "x", "z", "3"), ("b", "x", "y", "4")])
    assert rows == [("a", "x", "y", "1"), ("a", "x", "z", "3"), ("b", "x", "y", "4")]
