"""The code blocks of a page of the manual, and how each of them is tried.

What a block is follows from its language: `console` is typed into a shell, `python` is run, and a block whose first
line is a comment with a file name is saved under it. A comment above the block says otherwise:

    <!-- file: NAME -->          save it
    <!-- quoted: PATH -->        find it in a file of the project
    <!-- checked by: TEST -->    leave it to a test that reads the page
    <!-- exit: 1 -->             the exit code of its commands
    <!-- not run: REASON -->     it cannot be tried at all
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MARKS: Final = ("file", "quoted", "checked by", "exit", "not run")

_FENCE = re.compile(
    r"^(?:<!-- (?P<mark>[a-z ]+?)(?:: (?P<value>[^\n]*?))? -->\n)?```(?P<kind>\w*)[^\n]*\n(?P<text>.*?)^```$",
    re.M | re.S,
)
_NAME = re.compile(r"(?:#|//|/\*) ([\w./-]+\.\w+)(?: \*/)?\n")


@dataclass(frozen=True)
class Block:
    """One fenced block of a page, with the comment above it."""

    page: str
    line: int
    kind: str
    text: str
    mark: str
    value: str

    @property
    def where(self) -> str:
        return f"{self.page}, line {self.line}"

    @property
    def file(self) -> str:
        """The name it is saved under, if it is a file."""
        if self.mark == "file":
            return self.value
        named = _NAME.match(self.text)
        return named[1] if named and not self.mark else ""


@dataclass(frozen=True)
class Command:
    """One line behind a `$`, with what the page says that it prints."""

    line: str
    printed: str


def blocks(path: Path) -> Iterator[Block]:
    """All blocks of a page, in order."""
    text = path.read_text(encoding="utf-8")
    page = path.relative_to(ROOT).as_posix()
    for found in _FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(page, line, found["kind"], found["text"], found["mark"] or "", (found["value"] or "").strip())


def commands(text: str) -> list[Command]:
    """The commands of a console block; a line that ends with a backslash goes on in the next."""
    found: list[Command] = []
    for part in re.split(r"^\$ ", text.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        found.append(Command(line.strip(), printed))
    return found


def unprinted(expected: str, seen: str) -> str | None:
    """The first part of the expected output that does not come in its place; `...` stands for anything."""
    rest = " ".join(seen.split())
    for part in expected.split("..."):
        wanted = " ".join(part.split())
        if not wanted:
            continue
        if wanted not in rest:
            return _first_line_missing(part, rest) or wanted
        rest = rest.partition(wanted)[2]
    return None


def _first_line_missing(part: str, rest: str) -> str:
    for line in (" ".join(line.split()) for line in part.splitlines()):
        if line not in rest:
            return line
    return ""
