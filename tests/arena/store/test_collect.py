"""A bot is its content: by whatever path, name or number of copies it comes."""

from pathlib import Path

import pytest

from croupier.arena.api import tournament
from croupier.arena.results.summary import summarise, version_text
from croupier.arena.store.collect import Collected, collect
from croupier.arena.store.store import open_store
from croupier.games import find_game

FIRST = """\
from croupier.games.cuttle import CuttleBot

class Mine(CuttleBot):
    def select_move(self, view, legal_moves):
        return legal_moves[0]
"""
SECOND = FIRST.replace("[0]", "[-1]")


def enter(db: Path, *bots: Path | str, blocks: int = 2) -> Collected:
    """Play a tournament of these, and collect all runs until now."""
    tournament("cuttle", [str(bot) for bot in bots], blocks=blocks, trust=True, journal=db)
    with open_store(str(db)) as store:
        return collect(store, "cuttle")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FIRST, encoding="utf-8")
    return path


def test_the_same_file_by_another_path_is_one_bot(mine: Path, tmp_path: Path):
    other = tmp_path / "elsewhere" / "handed_in.py"
    other.parent.mkdir()
    other.write_text(FIRST, encoding="utf-8")
    db = tmp_path / "store.sqlite"
    enter(db, mine, "random")
    found = enter(db, other, "random")
    assert found.names == (str(other), "random")
    assert found.versions == ()
    assert [record.matches for record in found.totals.standings().records] == [8, 8]
    twice = enter(db, mine, other, "random")
    assert len(twice.names) == 2, "handed in twice it is still one"


def test_versions_of_a_file_are_a_line_with_a_history(mine: Path, tmp_path: Path):
    db = tmp_path / "store.sqlite"
    enter(db, mine, "random", blocks=10)
    mine.write_text(SECOND, encoding="utf-8")
    found = enter(db, mine, "random", blocks=10)
    (line,) = found.versions
    first, second = line
    assert found.names[second] == str(mine)
    assert found.names[first].startswith(f"{mine} (")
    summary = summarise(found.totals, found.names, find_game("cuttle"), versions=found.versions)
    assert set(summary.ranking()) == {second, found.names.index("random")}, "only the latest has a place"
    assert summary.rows[first].best == 0, "and can be the best"
    assert version_text(summary, line).startswith(f"Versions of {mine}, latest last: {summary.rows[first].elo:.0f} (")


def test_a_version_that_comes_back_is_not_a_third(mine: Path, tmp_path: Path):
    db = tmp_path / "store.sqlite"
    for text in (FIRST, SECOND, FIRST):
        mine.write_text(text, encoding="utf-8")
        found = enter(db, mine, "random")
    assert len(found.names) == 3
    assert found.versions == ((2, 0),), "the latest is the first again"
    assert found.names[0] == str(mine)
