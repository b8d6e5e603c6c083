"""Words that pages, help and messages do not use; CONTRIBUTING.md, section "Words", names better ones."""

import ast
import json
import re
from pathlib import Path

import pytest
from manual.blocks import PAGES, ROOT

BANNED = re.compile(
    r"\b(anew|lawful\w*|rungs?|locked up|whoever|who is late|what came of it|if left out|go(es)? on with|gone on with"
    r"|the house (would|thinks|plays)|promises? (is|are|was|were) (kept|broken)|so many (matches|games|hours|seconds)"
    r"|after so many|said to have none|will do|in vain|is told (by|with) |for the time of|passed over"
    r"|the own (one|hand|card)s?"
    r"|is no (setting|address|command|file|cassette|database|checkpoint|move|TOML file)"
    r"|nobody (waits|can see)|only who|from elsewhere|of elsewhere|(plays?|played) on as"
    r"|dearer|makes less of a difference|cannot be listened at|is too sure of (it|them)self|not \w+ any more"
    r"|stands? beside it|is asked of you|in one's own"
    r"|put (all|the) puzzles|puzzles (do not )?hold|turns? the match|by how difficult|beyond doubt|cannot be told"
    r"|comes? along|the machinery|(is|are|was|were) gone on)\b",
    re.IGNORECASE,
)
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
"""In the files of the page."""
SOURCES = [
    path
    for part in ("kernel", "games", "ui", "season", "arena", "players", "match", "ai", "rl")
    for path in sorted((ROOT / "src/croupier" / part).rglob("*.py"))
]


READ = [
    *PAGES,
    *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "src/croupier/games").glob("*/*.md")),
    *sorted((ROOT / "src/croupier").rglob("starter*/*.txt")),
    *sorted((ROOT / "src/croupier/games").glob("*/*.txt")),
]


def words_of(page: Path) -> str:
    """A page without code, whose words are those of other tests, and without the list of these words."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\n## Words\n.*?(?=\n## )", "", text, flags=re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


@pytest.mark.parametrize("page", READ, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_page_uses_a_banned_word(page: Path) -> None:
    found = [match[0] for match in BANNED.finditer(words_of(page))]
    assert found == []


def test_no_help_uses_a_banned_word() -> None:
    text = json.dumps(json.loads((ROOT / "src/croupier/ui/cli/help.json").read_text(encoding="utf-8")))
    assert [match[0] for match in BANNED.finditer(text)] == []


def messages_in(path: Path) -> list[str]:
    """All texts of a file that are not docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in statements)
    return [node.value for node in constants if isinstance(node.value, str)]


def test_no_message_uses_a_banned_word() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in SOURCES
        for text in messages_in(path)
        for match in BANNED.finditer(text)
    ]
    # A name in the format of replays, which older files have.
    assert found == ["src/croupier/match/replay/format.py: rungs"]


def test_no_text_of_the_page_uses_a_banned_word() -> None:
    files = [path for kind in ("svelte", "ts") for path in (ROOT / "page/src").rglob(f"*.{kind}")]
    assert len(files) > 50
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in files
        for match in BANNED.finditer(COMMENT.sub("", path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "deal it anew",
        "x is no setting",
        "14 promises are kept",
        "Whoever draws",
        "a page from elsewhere",
        "it is not valid any more",
        "a journal makes a match dearer",
        "it beats them beyond doubt",
        "hints come along",
    ],
)
def test_a_banned_word_is_found(text: str) -> None:
    assert BANNED.search(text)
