"""The replay as one file, opened from a folder without a network: the drawn table, the analysis, branches."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from ui.web.browser.player import DESKTOP, PHONE

import croupier
from croupier.ai.replay_study import study_match
from croupier.games import GAMES
from croupier.match.match import Match
from croupier.match.playback import Playback
from croupier.match.replay.page import page_template, replay_in_cell, replay_page

pytestmark = pytest.mark.skipif(page_template() is None, reason="the replay page is not built; run make page")
SEATS = {"kittens": 3, "coup": 3, "cuttle": 2, "bluff": 3, "belote": 4}


@cache
def played(game: str) -> Match:
    """A short match, ended early in games whose matches are long."""
    if game in ("bluff", "belote"):
        chosen = GAMES[game]
        match = Match(chosen, chosen.settings(), ("Ann", "Ben", "Cleo", "Dan")[: SEATS[game]], 7)
        while len(match.steps) < 30:
            match.ask()
            match.play(0)
        return match
    return croupier.play(game, ["random"] * SEATS[game], seed=3, seats=SEATS[game])


class File:
    """A replay in a browser that has no network."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        self.page.goto(path.as_uri())
        expect(self.page.locator("[data-frame]")).to_be_visible()

    def check(self) -> None:
        assert not self.errors
        assert len(self.asked) == 1
        assert self.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.fixture(params=["desktop", "phone"])
def file(browser: Browser, request: pytest.FixtureRequest) -> Iterator[File]:
    size: Any = DESKTOP if request.param == "desktop" else PHONE
    context = browser.new_context(viewport=size, offline=True, reduced_motion="reduce")
    yield File(context.new_page())
    context.close()


@pytest.mark.parametrize("game", sorted(SEATS))
def test_the_drawn_table_plays_offline_with_all_cards_open_and_from_one_seat(file: File, game: str, tmp_path: Path):
    match = played(game)
    file.open(tmp_path / "all.html", replay_page(Playback(match), game))
    page, last = file.page, len(match.steps)
    expect(page.locator("output")).to_have_text(f"step 0 of {last}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-frame='2']")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    for viewer in ("public", "1", "dealer"):
        page.get_by_label("seen by").select_option(viewer)
    page.keyboard.press("End")
    page.get_by_label("to the end").click()
    expect(page.locator("output")).to_have_text(f"step {last} of {last}")
    file.check()
    file.asked.clear()
    file.open(tmp_path / "one.html", replay_page(Playback(match), game, (1,)))
    assert page.get_by_label("seen by").locator("option").count() == 1
    page.get_by_label("one step on").click()
    expect(page.locator("[data-frame='1']")).to_be_visible()
    file.check()


def test_a_better_move_is_opened_as_a_branch_and_left_again(file: File, tmp_path: Path):
    match = croupier.play("cuttle", ["random", "random"], seed=3)
    study = study_match(match, iterations=60)
    assert study is not None
    file.open(tmp_path / "replay.html", replay_page(Playback(match), "cuttle", study=study))
    page, bad = file.page, study.costly[0]
    expect(page.get_by_role("img", name=re.compile("win probability"))).to_be_visible()
    page.locator(".bads button").first.click()
    expect(page.locator("output")).to_have_text(f"step {bad.step} of {len(match.steps)}")
    expect(page.get_by_label("this step")).to_contain_text("Better:")
    page.get_by_label("other moves").get_by_role("button").first.click()
    expect(page.get_by_role("status").filter(has_text=f"Instead of step {bad.step}")).to_be_visible()
    expect(page.locator("output")).to_have_text(f"branch, move 1 of {len(bad.branches[0].steps)}")
    page.get_by_label("one step on").click()
    expect(page.locator("output")).to_have_text(f"branch, move 2 of {len(bad.branches[0].steps)}")
    file.check()
    page.keyboard.press("Escape")
    expect(page.locator("output")).to_have_text(f"step {bad.step} of {len(match.steps)}")
    expect(page.get_by_text("Back to the match")).to_have_count(0)
    file.check()


def test_it_works_in_the_cell_of_a_notebook(file: File, tmp_path: Path):
    """A sandboxed frame has no storage."""
    match = played("coup")
    (tmp_path / "cell.html").write_text(f"<!doctype html>{replay_in_cell(match)}", encoding="utf-8")
    file.page.goto((tmp_path / "cell.html").as_uri())
    cell = file.page.frame_locator("iframe")
    expect(cell.locator("[data-frame='0']")).to_be_visible()
    cell.get_by_label("to the end").click()
    expect(cell.locator("output")).to_have_text(f"step {len(match.steps)} of {len(match.steps)}")
    assert not file.errors


def test_an_analysed_match_has_its_branches_in_a_notebook(file: File, tmp_path: Path):
    match = croupier.play("cuttle", ["random", "random"], seed=3)
    analysed = croupier.analyse(match, iterations=60)
    (tmp_path / "cell.html").write_text(f"<!doctype html>{replay_in_cell(match, analysed.study)}", encoding="utf-8")
    file.page.goto((tmp_path / "cell.html").as_uri())
    cell = file.page.frame_locator("iframe")
    cell.locator(".bads button").first.click()
    cell.get_by_label("other moves").get_by_role("button").first.click()
    expect(cell.locator("output")).to_have_text(f"branch, move 1 of {len(analysed.costly[0].branches[0].steps)}")


def test_a_match_that_goes_on_cannot_be_analysed():
    with pytest.raises(croupier.UsageError, match="only a match that is over"):
        croupier.analyse(played("bluff"))
