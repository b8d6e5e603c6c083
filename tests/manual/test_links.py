"""Links and pictures of README and manual: they lead somewhere, and every picture is made by a test."""

import re
from pathlib import Path

import pytest
from manual.blocks import PAGES, ROOT

from croupier.games import GAMES

LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(?:#([^)\s]*))?\)")
PICTURE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")
PICTURES = ROOT / "docs" / "pictures"
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def prose(path: Path) -> str:
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """The anchors of its headings, as GitHub and MkDocs make them."""
    text = prose(path)
    for name in re.findall(r"^<!-- include: (\S+) -->$", text, re.MULTILINE):
        text += prose(ROOT / name)
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(path: Path) -> None:
    for target, anchor in LINK.findall(prose(path)):
        there = (path.parent / target).resolve() if target else path
        assert there.exists(), f"{path.name} links to {target}"
        if anchor:
            assert anchor in anchors(there), f"{path.name} links to {target}#{anchor}"


def made() -> set[str]:
    """The names of all pictures that tests and scripts/battle_picture.py make."""
    names = {"battle.svg"}
    for path in (ROOT / "tests/ui/web/browser").glob("test_*.py"):
        for name in re.findall(r"\.picture\(f?(?:\"(.*?)\"[,)])", path.read_text(encoding="utf-8")):
            if "{game}" in name:
                names |= {f"{game}-{size}.png" for game in GAMES for size in ("desktop", "phone")}
            else:
                names.add(f"{name}.png")
    tui = (ROOT / "tests/ui/terminal/test_snapshots.py").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^SHOWN = \{(.*?)\}$", tui, re.MULTILINE | re.DOTALL)
    return names | {f"{name}.svg" for name in re.findall(r": \"([\w-]+)\"", shown)}


def test_every_picture_that_a_page_shows_is_made_by_a_test() -> None:
    shown = {(path, name) for path in PAGES for name in PICTURE.findall(prose(path))}
    assert len(shown) > 10
    for path, name in shown:
        picture = (path.parent / name).resolve()
        assert picture.parent == PICTURES, f"{path.name} shows {name}"
        assert picture.name in made(), f"{path.name} shows {name}, which no test makes"


def test_every_picture_in_the_folder_is_made_by_a_test() -> None:
    assert {path.name for path in PICTURES.iterdir()} == made()


def test_the_manual_lists_every_page() -> None:
    listed = set(re.findall(r"([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == {path.relative_to(ROOT / "docs").as_posix() for path in PAGES if path.name != "README.md"}
