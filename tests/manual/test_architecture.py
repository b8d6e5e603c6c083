"""Every file that the page on the architecture names is there."""

import re
from itertools import product

import pytest
from manual.blocks import ROOT

PAGE = ROOT / "docs" / "architecture.md"
FOLDERS = (ROOT / "src" / "croupier", ROOT)
QUOTED = re.compile(r"`([\w./{},-]+\.(?:py|pyi|ts|svelte|toml|md|json|txt))(?::[\w.]+)?`")
"""A file in backticks, with or without a name in it: `match/match.py`, `match/match.py:Match.ask`."""


def files_in(text: str) -> list[str]:
    """All files named, each once; `a/{b,c}.py` names two."""
    return sorted({path for name in QUOTED.findall(text) for path in expand(name)})


def expand(name: str) -> list[str]:
    parts = [part.split(",") if number % 2 else [part] for number, part in enumerate(re.split(r"[{}]", name))]
    return ["".join(choice) for choice in product(*parts)]


def test_names_are_found_in_a_text() -> None:
    text = "From `match/match.py:Match.ask` to `kernel/{state,view}.py`, see `croupier run` and `Match`."
    assert files_in(text) == ["kernel/state.py", "kernel/view.py", "match/match.py"]


def test_the_page_names_files() -> None:
    assert len(files_in(PAGE.read_text(encoding="utf-8"))) >= 20


@pytest.mark.parametrize("name", files_in(PAGE.read_text(encoding="utf-8")) if PAGE.is_file() else [])
def test_every_file_it_names_exists(name: str) -> None:
    assert any((folder / name).is_file() for folder in FOLDERS)
