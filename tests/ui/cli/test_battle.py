"""What `make run` shows: standings that move, intervals as bars, a verdict, a report and the most exciting match."""

from collections.abc import Callable
from pathlib import Path

import pytest
from frames.forks import Ran

from croupier.arena.results.intervals import WIN
from croupier.arena.results.totals import EntrantRecord, Standings
from croupier.ui.cli import files, progress
from croupier.ui.cli.tables import interval_chart, verdict_text

ROOT = Path(__file__).parents[3]


def standings(wins: list[int], matches: int) -> Standings:
    """Records of bots that met in `matches` matches, as if every match were a block of its own."""
    parts = [WIN * each for each in wins]
    records = [
        EntrantRecord(matches, part, matches, part * WIN, part, matches, {1: win})
        for part, win in zip(parts, wins, strict=True)
    ]
    return Standings(tuple(records), matches)


def test_the_verdict_says_so_only_if_the_intervals_are_apart():
    clear = verdict_text(["a", "b"], standings([700, 300], 1000))
    close = verdict_text(["a", "b"], standings([52, 48], 100))
    assert clear == "a is clearly the best: it won 70.0 % of 1,000 matches, b 30.0 %."
    assert close.startswith("Too close to call after 100 matches: a won 52.0 %")


def test_the_chart_has_the_ends_of_the_interval_at_their_places():
    (line, _) = interval_chart(["a", "b"], standings([700, 300], 1000))
    marks = "├●┤" if "●" in line else "[o]"
    low, at, high = (line.index(mark) - len("  a  ") for mark in marks)
    assert low < at < high
    assert at == 35


def test_a_run_writes_its_most_exciting_match(croupier: Callable[..., Ran], tmp_path: Path):
    page = tmp_path / "match.html"
    ran = croupier("run", "kittens", "heuristic*4", "-n", 8, "--seed", 1, "--no-journal", "--highlight", page)
    assert ran.code == 0
    assert "Most exciting match: heuristic" in ran.out
    assert "won in" in ran.out
    assert "<script" in page.read_text(encoding="utf-8")


def test_open_shows_report_and_replay(croupier: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    opened: list[str] = []
    monkeypatch.setattr(files, "open_browser", lambda address: not opened.append(address))
    croupier("run", "cuttle", "random*2", "-n", 4, "--no-journal", "--open", "--highlight", tmp_path / "m.html")
    assert [address.rpartition("/")[2] for address in opened] == ["report.html", "m.html"]
    opened.clear()
    croupier("run", "cuttle", "random*2", "--quiet", "--open")
    assert [address.rpartition("/")[2] for address in opened] == ["replay.html"]
    opened.clear()
    croupier("run", "cuttle", "random*2", "--quiet", "--history", tmp_path / "h.jsonl")
    croupier("replay", tmp_path / "h.jsonl", "--open")
    assert [address.rpartition("/")[2] for address in opened] == ["replay.html"]
    opened.clear()
    croupier("tournament", "cuttle", "random", "heuristic", "--blocks", 2, "--no-journal", "--open")
    croupier("compare", "cuttle", "random", "heuristic", "--max-games", 4, "--no-journal", "--open")
    assert len(opened) == 2
    assert all(address.startswith("file://") for address in opened)


def test_open_without_a_browser_names_the_file(
    croupier: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(files, "open_browser", lambda address: False)
    report = tmp_path / "out.html"
    ran = croupier("run", "cuttle", "random*2", "-n", 2, "--no-journal", "--report", report, "--open")
    assert ran.code == 0
    assert f"no browser found; open {report} yourself" in ran.err


def test_long_work_prints_lines_in_a_pipe(
    croupier: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    ran = croupier("run", "cuttle", "heuristic", "random", "-n", 4, "--seed", 1, "--no-journal")
    last = ran.err.splitlines()[-1]
    assert last.startswith("cuttle: 4 of 4 matches, ")
    assert "heuristic" in last
    quiet = croupier("run", "cuttle", "heuristic", "random", "-n", 4, "--seed", 1, "--no-journal", "--quiet")
    assert quiet.err == ""


def test_a_line_of_progress_can_stand_alone():
    line = progress.progress_line("coup", 250, 1000, "matches", 50.0, "honest 61.2 %")
    assert line == "coup: 250 of 1,000 matches, 5.0 matches/s, 2 min 30 s left; honest 61.2 %"


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0 s"), (59, "59 s"), (185, "3 min 05 s"), (7800, "2 h 10 min")])
def test_times_are_written_for_people(seconds: float, text: str):
    assert progress.duration(seconds) == text


def test_make_run_is_that_battle():
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nrun: setup")[2].partition("\n\n")[0]
    for part in ("bots/kittens", "--report", "--highlight", "$(if $(OPEN),--open)", "serve --open"):
        assert part in recipe
