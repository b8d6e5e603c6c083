"""docs/speed.md is what bench/pages.py writes, and docs/strength.md holds the table of `croupier bench --strength`."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from manual.blocks import ROOT, blocks

PAGE = ROOT / "docs" / "speed.md"
HONESTY = {"coverage", "fairness", "reliability"}
"""Benchmarks of how far results can be trusted, not of speed: docs/measuring.md is about them."""


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    spec = spec_from_file_location("pages", ROOT / "bench" / "pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_benchmark_of_make_bench_has_its_place(pages: ModuleType) -> None:
    made = re.findall(r"\$\(BIN\)/python bench/(\w+)\.py", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert set(made) - {"pages"} - HONESTY == set(pages.BENCHES) - {"croupier"}


def test_what_is_printed_stands_behind_its_command(pages: ModuleType) -> None:
    for block in blocks(PAGE):
        command, _, printed = block.text.partition("\n")
        name = command.removeprefix("$ python bench/").removesuffix(".py")
        assert command == "$ croupier bench" or name in pages.BENCHES, block.where
        assert re.search(r"\d", printed), block.where


def test_a_section_is_replaced_and_the_others_stay(pages: ModuleType) -> None:
    before = PAGE.read_text(encoding="utf-8")
    (shown,) = (block.text for block in blocks(PAGE) if block.text.startswith("$ python bench/coup.py"))
    last = shown.strip().splitlines()[-1]
    after = pages.written(before, {"coup": pages.section("coup", "Today.", "  1 game/s\n"), "web": "new\n"})
    assert "$ python bench/coup.py\n1 game/s\n```" in after
    assert last in before
    assert last not in after
    assert after.index("figures: kittens") < after.index("figures: coup") < after.index("new\n")
    assert pages.written(before, {}).split() == before.split()


def test_the_table_of_strength_has_the_marks_it_is_written_between() -> None:
    page = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"<!-- table: croupier bench --strength -->\n(.*?)<!-- end of table -->", page, re.DOTALL)
    assert len(table.splitlines()) > 3
