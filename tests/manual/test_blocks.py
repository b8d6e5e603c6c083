"""Every code block of README.md and of the manual is run, page by page, as a reader would: in order, in one folder."""

import os
import re
import shutil
from pathlib import Path
from textwrap import dedent

import pytest
from frames.forks import Forks
from manual.blocks import MARKS, PAGES, ROOT, Block, blocks, commands, unprinted
from manual.shell import Shell

BLOCKS = {path.relative_to(ROOT).as_posix(): list(blocks(path)) for path in PAGES}
EVERY = [block for page in BLOCKS.values() for block in page]
PROMPT = "(bot) "
NOT_RUN = 29
"""So many blocks cannot be tried. Add one only with a reason that no test could get round."""
FAULTS = re.compile(r"\b(?:IllegalMove|BadMessage|TooSlow|Crashed|Gone|BROKEN)\b")
"""What no example should print, unless the page shows it."""


def marked(mark: str) -> list[Block]:
    return [block for block in EVERY if block.mark == mark]


def test_every_block_says_what_it_is() -> None:
    for block in EVERY:
        assert not block.mark or block.mark in MARKS, f"{block.where}: there is no mark {block.mark!r}"
        if block.kind not in ("python", "console"):
            assert block.mark in ("quoted", "checked by", "not run") or block.file, f"{block.where} is not tried"


def test_few_blocks_are_not_run_and_each_says_why() -> None:
    left_out = marked("not run")
    assert all(len(block.value.split()) > 3 for block in left_out)
    assert len(left_out) == NOT_RUN, [block.where for block in left_out]


@pytest.mark.parametrize(
    "block", [block for block in EVERY if block.mark == "checked by"], ids=lambda block: block.where
)
def test_what_another_test_checks_is_read_by_it(block: Block) -> None:
    test = ROOT / block.value
    assert test.is_file(), block.where
    assert Path(block.page).name in test.read_text(encoding="utf-8"), f"{block.value} does not read {block.page}"


@pytest.mark.parametrize("block", marked("quoted"), ids=lambda block: block.where)
def test_what_is_quoted_is_in_the_file(block: Block) -> None:
    lines = (ROOT / block.value).read_text(encoding="utf-8").splitlines()
    wanted = block.text.rstrip("\n")
    size = wanted.count("\n") + 1
    found = (dedent("\n".join(lines[at : at + size])) == wanted for at in range(len(lines) - size + 1))
    assert any(found), f"{block.where}: not in {block.value}"


@pytest.mark.parametrize("page", [page for page in BLOCKS if BLOCKS[page]])
def test_the_page_does_what_it_says(page: str, tmp_path: Path, forks: Forks) -> None:
    shell = Shell(tmp_path, forks)
    for block in BLOCKS[page]:
        if block.mark in ("not run", "quoted", "checked by"):
            continue
        if block.file:
            shell.save(block.file, block.text)
        elif block.kind == "python":
            ran = shell.python(block.text)
            assert ran.code == 0, f"{block.where}: {ran.err}"
        else:
            for command in commands(block.text):
                try_command(shell, block, command.line, command.printed)


def try_command(shell: Shell, block: Block, line: str, printed: str) -> None:
    program = line.split()[0]
    if program == "make":
        assert line.split()[1] in re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        return
    if program == "pip":
        assert_installable(line)
        return
    if ("node" in line or "gcc" in line) and any(shutil.which(each) is None for each in ("node", "gcc")):
        pytest.skip(f"{block.where} needs node and gcc, which are not installed")
    typed = "".join(f"{each.removeprefix(PROMPT)}\n" for each in printed.splitlines() if each.startswith(PROMPT))
    shown = "\n".join(each for each in printed.splitlines() if not each.startswith(PROMPT))
    ran = shell.type(line, typed, smaller=not shown.strip())
    expected = int(block.value) if block.mark == "exit" else 0
    assert ran.code == expected, f"{block.where}: {line!r} ended with {ran.code}: {ran.err or ran.out[-600:]}"
    said = (ran.out + ran.err).replace(f"{shell.folder}{os.sep}", "").replace(PROMPT, "")
    assert "Traceback" not in ran.err, ran.err
    if not shown.strip():
        assert not FAULTS.search(ran.out), f"{block.where}: {line!r} has faults: {ran.out}"
    missing = unprinted(shown, said)
    assert missing is None, f"{block.where}: {line!r} does not print {missing!r} in its place, but:\n{said}"


def assert_installable(line: str) -> None:
    """What is to be installed is the package itself, with extras that it has."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = re.search(r"croupier(?:\[([\w,]+)\])?'?$", line)
    assert wanted, line
    for extra in (wanted[1] or "").split(","):
        assert not extra or re.search(rf"^{extra} = \[", project, re.M), line


def test_missing_output_is_noticed() -> None:
    assert unprinted("a\n...\nc", "a b c") is None
    assert unprinted("one ... three", "one two\n three") is None
    assert unprinted("a\nd", "a b c") == "d"
    assert unprinted("c\n...\na", "a b c") == "a"
