"""The files of the page: compressed text is that of the file which was asked for."""

import gzip
from itertools import permutations
from pathlib import Path

import pytest

from croupier.ui.web.static_files import StaticFiles

INDEX = "<!doctype html><p>the app</p>"


def test_a_page_may_have_a_dot_in_its_address(tmp_path: Path) -> None:
    """The replay of a match of a run, and a bot that is a file, can be reloaded."""
    (tmp_path / "index.html").write_text(INDEX, encoding="utf-8")
    files = StaticFiles(tmp_path)
    for path, status in (("/replays/1.1", 200), ("/bots/coup/my_bot.py", 200), ("/_app/x.js", 404), ("/x.js", 404)):
        assert files.answer(path).status_code == status, path


@pytest.mark.parametrize("order", list(permutations(["/table/x", "/favicon.ico", "/"])))
def test_a_missing_file_changes_no_other_answer(order: tuple[str, ...], tmp_path: Path) -> None:
    """A browser looks for /favicon.ico on its own."""
    (tmp_path / "index.html").write_text(INDEX, encoding="utf-8")
    files = StaticFiles(tmp_path)
    for path in [*order, *order]:
        answer = files.answer(path, "gzip")
        is_compressed = answer.headers.get("content-encoding") == "gzip"
        body = gzip.decompress(bytes(answer.body)) if is_compressed else bytes(answer.body)
        wanted = (404, "there is no such file") if path == "/favicon.ico" else (200, INDEX)
        assert (answer.status_code, body.decode()) == wanted, path
