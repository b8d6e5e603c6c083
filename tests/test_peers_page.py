"""docs/peers.md and the command that fills it: the table is one table, and nothing else of the page is touched."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "peers.md"
INSTALLED = {"version": "1.2", "install": 20.4, "first_game": 1.26}
TOLD = [
    {"kind": "rate", "game": "hearts", "seats": 4, "how": "C++", "games": 1234.5, "decisions": 64_000.0},
    {"kind": "time", "game": "one decision", "how": "pipes", "seconds": 0.000041},
    {"kind": "missing", "game": "bridge", "reason": "no module"},
]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """bench/peers/run.py, with its neighbours."""
    monkeypatch.syspath_prepend(str(ROOT / "bench" / "peers"))
    for name in ("run", "packages", "table"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module("run")


def test_every_figure_is_a_row_and_what_is_missing_says_why(bench: ModuleType):
    rows = bench.rows("spiel", INSTALLED, TOLD)
    assert rows == [
        ("spiel 1.2", "hearts, 4 seats", "C++", "1,234", "64,000", ""),
        ("spiel 1.2", "one decision", "pipes", "", "", "41 µs"),
        ("spiel 1.2", "bridge", "skipped: no module", "", "", ""),
        ("spiel 1.2", "from install to the end of the first game", "pip 20 s, then 1.3 s", "", "", "22 s"),
    ]
    lines = bench.markdown(rows).splitlines()
    assert len(lines) == 2 + len(rows)
    assert {line.count("|") for line in lines} == {7}


def test_a_package_that_cannot_be_played_is_named_with_the_reason(bench: ModuleType):
    packages = import_module("packages")

    class Broken:
        name = "broken"

        def install(self):
            raise packages.Skipped("it cannot be installed: no wheel for this Python")

    assert bench.attempt(Broken(), 0.1) == (
        [],
        ["- skipped: broken; it cannot be installed: no wheel for this Python"],
    )


def test_writing_replaces_the_table_and_nothing_else(bench: ModuleType, tmp_path: Path):
    copy = tmp_path / "peers.md"
    before = PAGE.read_text(encoding="utf-8")
    copy.write_text(before, encoding="utf-8")
    bench.write(copy, "| a table |")
    bench.write(copy, "| another |")
    after = copy.read_text(encoding="utf-8")
    assert after.partition(bench.BEGIN)[0] == before.partition(bench.BEGIN)[0]
    assert after.partition(bench.END)[2] == before.partition(bench.END)[2]
    assert after.partition(bench.BEGIN)[2].partition(bench.END)[0].strip() == "| another |"


def test_every_package_has_a_script_that_plays_it(bench: ModuleType):
    packages = import_module("packages")
    names = {package.module for package in (*packages.PEERS, packages.croupier(Path("x.whl")))}
    assert {file.stem.removeprefix("play_") for file in packages.GAMES.glob("play_*.py")} == names
