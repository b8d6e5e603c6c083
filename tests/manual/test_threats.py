"""Every row of the threat model names a test, and that test exists."""

import re

import pytest
from manual.blocks import ROOT

PAGE = (ROOT / "docs" / "sandbox.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("## Threat model")[2].partition("\n## ")[0]
ROWS = [row.strip("|").split(" | ") for row in re.findall(r"^\|.*\|$", TABLE, re.MULTILINE)[2:]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[-1].strip(" `"))
def test_every_row_names_a_test_that_exists(row: list[str]) -> None:
    assert len(row) == 4
    file, _, name = row[-1].strip(" `").partition(":")
    source = (ROOT / "tests" / file).read_text(encoding="utf-8")
    assert re.search(rf"^(?:async )?def {name}\(", source, re.MULTILINE)


def test_the_table_is_found() -> None:
    assert len(ROWS) > 20


def test_what_is_not_defended_is_listed_and_linked() -> None:
    assert PAGE.partition("## What is not protected")[2].count("\n- **") >= 5
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    for heading in ("Threat model", "What is not protected", "Supported versions", "Report a vulnerability"):
        assert f"\n## {heading}" in security
    for page in ("README.md", "docs/sandbox.md"):
        assert "SECURITY.md)" in (ROOT / page).read_text(encoding="utf-8")
