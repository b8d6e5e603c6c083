import shutil
from collections.abc import Callable, Generator
from pathlib import Path
from uuid import uuid4

import pytest
from ui.terminal.tmux import CROUPIER, Terminal


@pytest.fixture
def terminal() -> Generator[Callable[..., Terminal]]:
    """Opens a terminal in which `croupier ...` runs."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed, and these tests need a real terminal")
    opened: list[Terminal] = []

    def open_(arguments: str, **options: object) -> Terminal:
        opened.append(Terminal(f"croupier-test-{uuid4().hex[:8]}", f"{CROUPIER} {arguments}", **options))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where a match is kept."""
    return tmp_path / "kept.jsonl"
