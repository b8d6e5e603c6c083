"""The notebook of the manual: its cells are run in order, and the last line of each is shown as Jupyter would."""

import ast
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import croupier

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"


def cells() -> list[str]:
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """The value of the last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


class Tags(HTMLParser):
    """Checks that every tag that is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen.add(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tags(html: str) -> set[str]:
    parser = Tags()
    parser.feed(html)
    assert not parser.open
    return parser.seen


def test_the_notebook_runs_and_every_result_draws_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = {type(value).__name__: value for source in cells() if (value := run_cell(source, names)) is not None}
    wanted = {"Match", "AnalysedMatch", "CuttleView", "Decision", "Report", "Comparison", "TournamentResult"}
    assert wanted <= shown.keys()
    drawn = {name: tags(shown[name]._repr_html_()) for name in wanted}
    assert "iframe" in drawn["Match"]
    assert "iframe" in drawn["AnalysedMatch"]
    assert "pre" in drawn["CuttleView"]
    assert {"pre", "table"} <= drawn["Decision"]
    assert {"table", "svg", "rect"} <= drawn["Report"]
    assert {"table", "iframe"} <= drawn["Comparison"]
    assert {"table", "iframe"} <= drawn["TournamentResult"]
    for name in wanted:
        assert re.fullmatch(r"<[^\n]{10,160}>", repr(shown[name])), repr(shown[name])


def test_a_name_cannot_break_out_of_the_html() -> None:
    match = croupier.play("cuttle", ["heuristic", "random"], seed=3)
    hostile = type(match)(match.game, match.settings, ("<script>alert(1)</script>", "b"), match.seed)
    decision = hostile.ask()
    assert decision is not None
    for value in (hostile, decision, decision.view):
        assert "<script>" not in value._repr_html_()
