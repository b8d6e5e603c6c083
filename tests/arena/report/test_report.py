"""The report: one file, everything in it, nothing from elsewhere, and names that cannot break it."""

import re
from html.parser import HTMLParser

import msgspec
from arena.played import drawn, match

from croupier.arena.api import compare
from croupier.arena.report import ReportFacts, report_page
from croupier.arena.report.svg import ticks
from croupier.arena.results.match_stats import ANSWERS
from croupier.arena.results.summary import summarise
from croupier.arena.results.totals import RatedTotals
from croupier.games import find_game

FACTS = ReportFacts("A & B", "croupier compare cuttle 'a b'", 7, {"rules": "classic"}, "1")
VOID = {"meta", "br"}


class Nesting(HTMLParser):
    """Fails on tags that are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def page(names: tuple[str, ...] = ("<b>one</b>", "two", "three")) -> tuple[str, str]:
    matches = [
        msgspec.structs.replace(
            each, seconds=(0.1, 0.002), statistics=({ANSWERS: 5, "note:depth": 20, "note#depth": 5}, {ANSWERS: 5})
        )
        for each in drawn((3.0, 2.0, 1.0), 120)
    ]
    matches.append(match(999, (0, 1), (2, 1), faults=[(0, "Crashed"), (0, "TooSlow")]))
    summary = summarise(RatedTotals(3).extend(matches), names, find_game("cuttle"), history=True)
    html = report_page(summary, FACTS)
    parser = Nesting()
    parser.feed(html)
    assert parser.open == []
    return html, " ".join(" ".join(parser.text).split())


def test_the_report_has_every_plot_and_the_command():
    html, text = page()
    for heading in (
        "Standings",
        "Placements",
        ("Head-to-head win rates"),
        "Rating over time",
        "Time per answer",
        "Faults",
    ):
        assert heading in text
    assert html.count("<svg") == 6
    assert "croupier compare cuttle 'a b'" in text
    assert re.search(r"Replaying each deal from all seats .*\d\.\d\dx", text)
    assert "rules=classic" in text


def test_faults_have_columns_with_and_without_them_and_so_have_notes():
    _, text = page()
    assert "bot matches with a fault Crashed TooSlow Elo Elo without faults" in text
    assert "Notes Numbers from the bots' notes, averaged over decisions. bot depth" in text


def test_nothing_is_fetched_and_no_name_becomes_markup():
    html, _ = page()
    assert not re.search(r"(src|href)=|url\(|@import|<script", html)
    assert "<b>one" not in html
    assert "&lt;b&gt;one" in html


def test_it_is_for_light_and_dark():
    assert "prefers-color-scheme:dark" in page()[0]


def test_a_comparison_shows_its_test_on_the_way():
    result = compare("cuttle", "random", "heuristic", seed=7)
    summary = summarise(RatedTotals(2).extend(drawn((1.0, 2.0), 40)), ("random", "heuristic"), find_game("cuttle"))
    html = report_page(summary, FACTS, result)
    assert "Yes: heuristic is better than random." in html
    assert "not better" in html


def test_ticks_are_round():
    assert ticks(0, 100, 5) == [0, 20, 40, 60, 80, 100]
    assert ticks(1431, 1622) == [1450, 1500, 1550, 1600]
