"""RULES.md says what the code does: its tables name every setting, question and event, its numbers are those cited."""

import re
from pathlib import Path

import pytest

from croupier.games import bluff
from croupier.games.bluff import GAME, BluffSettings, codes
from croupier.games.bluff.events import EVENT_TYPES, make_event
from croupier.kernel.events import pack

FOLDER = Path(bluff.__file__).parent
NUMBERS = set(re.findall(r"^(\d+\.\d+) ", GAME.rules_text, re.MULTILINE))


def table_under(heading: str) -> dict[str, list[str]]:
    """The rows of the tables in a section, by their first cell."""
    section = GAME.rules_text.split(f"## {heading}")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:2] == "| "]
    return {row[0].strip("`"): row[1:] for row in rows}


def test_8_1_the_table_of_settings_is_true() -> None:
    table = table_under("8. Settings")
    assert set(BluffSettings.__struct_fields__) == set(table) - {"setting"}
    usual = BluffSettings()
    for name in BluffSettings.__struct_fields__:
        assert table[name][0].split(",")[0] == str(getattr(usual, name))


def test_9_the_table_of_questions_is_complete() -> None:
    assert set(table_under("9. Questions and moves")) - {"question"} == set(GAME.questions)


def test_9_the_notations_in_the_table_exist() -> None:
    notations = {str(move) for move in GAME.moves}
    moves = " ".join(row[1] for row in table_under("9. Questions and moves").values())
    for notation in re.findall(r"`([^`]+)`", moves):
        assert notation in notations


def test_10_the_table_of_events_is_complete() -> None:
    table = table_under("10. Events")
    kinds = {kind.__name__: kind for kind in EVENT_TYPES.__args__}
    assert set(table) - {"event"} == set(kinds)
    for name, kind in kinds.items():
        assert len(table[name][0].split(", ")) == len(kind.__struct_fields__)


@pytest.mark.parametrize("kind", [value for name, value in vars(codes).items() if name.startswith("E_")])
def test_10_only_the_secrets_of_the_table_can_be_hidden(kind: int) -> None:
    shown = make_event(pack(kind, 1, 1, 1, 2, 2, 0, 0))
    hidden = make_event(pack(kind, 1, 1, 1, -1, -1, 0, 0))
    assert bool(table_under("10. Events")[type(shown).__name__][1]) == (shown != hidden)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_every_rule_cited_in_the_code_is_there(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    cited = re.findall(r"[Rr]ules? (\d+\.\d+)(?:(?: to |, | and )(\d+\.\d+))?", source)
    assert {number for numbers in cited for number in numbers if number} <= NUMBERS


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("test_*.py")), ids=lambda path: path.name)
def test_every_rule_in_the_name_of_a_test_is_there(path: Path) -> None:
    named = re.findall(r"^def test_(\d+)_(\d+)_", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert {f"{section}.{number}" for section, number in named} <= NUMBERS


def test_every_rule_has_a_test() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = {f"{section}.{number}" for section, number in re.findall(r"^def test_(\d+)_(\d+)_", source, re.MULTILINE)}
    assert NUMBERS - named == set()
