"""CONTRIBUTING.md quotes the game it builds: every Python block is to be found in tests/liar, line by line."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SOURCES = {path.name: path.read_text(encoding="utf-8").splitlines() for path in (ROOT / "tests/liar").glob("*.py")}
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def places(block: str) -> Iterator[str]:
    """Where the block occurs, whatever its indentation there."""
    wanted = block.rstrip("\n")
    size = wanted.count("\n") + 1
    for name, lines in SOURCES.items():
        for start in range(len(lines) - size + 1):
            if dedent("\n".join(lines[start : start + size])) == wanted:
                yield f"{name}:{start + 1}"


@pytest.mark.parametrize("block", BLOCKS, ids=[block.splitlines()[0][:40] for block in BLOCKS])
def test_every_python_block_is_quoted_from_the_game(block: str):
    assert list(places(block)), f"not found in tests/liar:\n{block}"


def test_the_tutorial_quotes_every_layer_of_the_game():
    quoted = {place.partition(":")[0] for block in BLOCKS for place in places(block)}
    assert quoted == set(SOURCES)


def test_every_make_target_on_the_page_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", PAGE)) <= targets


def test_every_path_on_the_page_exists():
    paths = re.findall(r"`((?:src|tests)/[\w/.]+)`", PAGE)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
