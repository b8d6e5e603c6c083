"""`croupier game-check`: the parts that need no installed package; tests/build/test_outside.py has the others."""

from pathlib import Path

import kuhn
import pytest

from croupier import _cache
from croupier.games import GAMES
from croupier.ui.game_check import check_game
from croupier.ui.game_check.conformance import run_own_tests
from croupier.ui.game_check.faces import find_faults
from croupier.ui.game_check.row import FAILS, OK

SVG = '<svg viewBox="0 0 5 7">'


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES.is_built_in(name)])
def test_our_own_games_pass_all_checks(name: str) -> None:
    assert {row.status for row in check_game(name, conformance=False)} == {OK}


def test_a_game_that_was_changed_after_it_was_compiled_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "kuhn", kuhn.GAME)
    for built, found in (None, "no, it runs"), ({"games": {"kuhn": {}}}, "no longer: it or Croupier was changed later"):
        monkeypatch.setattr(_cache, "read", lambda built=built: built)
        row = check_game("kuhn", conformance=False)[-1]
        assert (row.name, row.step) == ("compiled", "croupier compile kuhn")
        assert row.found.startswith(found)


def test_zones_that_fill_only_later_are_listed() -> None:
    (page,) = (row for row in check_game("bluff", conformance=False) if row.name == "page")
    assert page.found == "Hand, Chosen, On the pile, Said of the pile, Claimed; empty in a random match: Chosen"


@pytest.mark.parametrize(
    ("face", "fault"),
    [
        ("7", ""),
        (f"{SVG}<rect width='5' height='7'/></svg>", ""),
        (f'<?xml version="1.0"?>{SVG}<use href="#a"/><image href="data:image/png;base64,AA"/></svg>', ""),
        ("", "is neither SVG nor at most 6 signs"),
        ("a whole sentence", "is neither SVG nor at most 6 signs"),
        (f"{SVG}<rect", "is not well-formed SVG"),
        ("<p>7</p>", "begins with <p>"),
        ("<svg></svg>", "has no viewBox"),
        (f"{SVG}<g><script>alert(1)</script></g></svg>", "has <script>"),
        (f'{SVG}<rect onclick="alert(1)"/></svg>', "has the attribute onclick"),
        (f'{SVG}<image href="http://leak.example/x.png"/></svg>', "loads http://leak.example/x.png"),
        (
            f'{SVG}<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="other.svg#a"/></svg>',
            "loads other.svg#a",
        ),
    ],
)
def test_a_face_that_the_page_cannot_draw_is_named(face: str, fault: str) -> None:
    faults = list(find_faults({"Guard": face, "Spy": "1"}))
    assert len(faults) == bool(fault)
    assert all(text.startswith("the face of 'Guard' ") and fault in text for text in faults)


def test_the_tests_of_a_package_are_run_where_its_sources_are(tmp_path: Path) -> None:
    package, tests = tmp_path / "src" / "snip", tmp_path / "tests"
    package.mkdir(parents=True)
    assert run_own_tests(package) == []
    tests.mkdir()
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    (tests / "test_snip.py").write_text("def test_1_1(): assert True\n", "utf-8")
    (row,) = run_own_tests(package)
    assert (row.status, row.found) == (OK, "1 test")
    (tests / "test_snip.py").write_text("def test_1_1(): assert 1 + 1 == 3, 'not three'\n", "utf-8")
    (row,) = run_own_tests(package)
    assert row.status == FAILS
    assert row.found == "test_1_1: not three"
    (tests / "test_snip.py").write_text("import nothing_of_this_name\n", "utf-8")
    (row,) = run_own_tests(package)
    assert row.status == FAILS
