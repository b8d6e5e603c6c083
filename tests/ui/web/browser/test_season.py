"""A season in a real browser: join, drop a bot, see it checked, and find it on the leaderboard."""

import functools
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from season.conftest import CRASHES, FIRST, POINTS
from season.test_work import HONEST
from ui.web.browser.player import violations_of
from ui.web.test_season import Host

from croupier.season.packing import contents
from croupier.season.results.bundle import verify_bundle


@pytest.fixture(scope="module")
def host(tmp_path_factory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("host"))
    yield found
    found.close()


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1366, "light")])
def test_join_hand_in_and_follow_the_leaderboard(browser: Browser, host: Host, width: int, scheme):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    team = f"Ann {width}"
    page.goto(f"{host.url}/")
    page.get_by_role("link", name="Join").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Name of your team").fill(team)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name=team)).to_be_visible()
    drop = page.get_by_label("hand in", exact=True)
    transfer = page.evaluate_handle(
        "source => { const held = new DataTransfer(); held.items.add(new File([source], 'mine.py')); return held; }",
        f"{CRASHES}# {width}",
    )
    drop.dispatch_event("drop", {"dataTransfer": transfer})
    expect(page.get_by_text("Version 1 is being checked")).to_be_visible()
    host.check_all()
    expect(page.get_by_text("IndexError")).to_be_visible()
    expect(page.get_by_text("Version 1 has failed its check")).to_be_visible()
    expect(page.get_by_text("Legal moves:")).to_be_visible()
    page.locator("input[type=file]").set_input_files({"name": "large.zip", "mimeType": "", "buffer": b"PK" * 200_000})
    expect(page.get_by_text("large.zip has 391 kB; this season takes at most 64 kB.")).to_be_visible()
    source = {"name": "better.py", "mimeType": "text/x-python", "buffer": f"{POINTS}# {width}".encode()}
    page.locator("input[type=file]").set_input_files(source)
    expect(page.get_by_text("Version 2 is being checked")).to_be_visible()
    host.check_all()
    for _ in range(6):
        host.work(1)
    expect(page.get_by_text("playing", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="replay").first).to_be_visible()
    page.get_by_role("link", name="Leaderboard").click()
    expect(page.get_by_role("link", name=team)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert errors == []
    context.close()


def test_the_host_disqualifies_with_a_reason(browser: Browser, host: Host):
    host.enter("Mallory")
    page = browser.new_page()
    page.on("dialog", lambda dialog: dialog.accept("copied"))
    page.goto(f"{host.url}/season/admin")
    page.get_by_label("Admin token").fill(host.admin)
    page.get_by_role("button", name="Enter").click()
    row = page.get_by_role("row", name="Mallory")
    row.get_by_role("button", name="Disqualify").click()
    expect(row.get_by_text("disqualified: copied")).to_be_visible()
    page.close()


def sign_in(browser: Browser, host: Host, token: str = "", width: int = 390) -> Page:
    """The season in a browser of its own, with the token of a person, or with that of the host."""
    context = browser.new_context(viewport={"width": width, "height": 844})
    key, value = ("token", token) if token else ("admin", host.admin)
    context.add_init_script(f"localStorage.setItem('croupier.season.{key}', '{value}')")
    page = context.new_page()
    page.goto(f"{host.url}/season/{'me' if token else 'admin'}")
    return page


def test_host_and_team_use_every_button(browser: Browser, host: Host):
    """Announce, pause, go on, compare, check again, disqualify, admit again; go back a version, delete all data."""
    names = {"points": "best", "class Bot": "class Copy"}
    copied = functools.reduce(lambda text, pair: text.replace(*pair), names.items(), POINTS)
    token = host.enter("Zoe", f"{FIRST}# of Zoe")
    host.check_all()
    assert host.ask("POST", "/bots?name=bot.py", POINTS.encode(), token)[0] == 202
    host.check_all()
    host.enter("Yan", copied)
    host.check_all()
    team, admin = sign_in(browser, host, token), sign_in(browser, host, width=1366)
    admin.get_by_label("Announcement").fill("Lab on <b>Friday</b>")
    admin.get_by_role("button", name="Announce").click()
    expect(admin.get_by_text("announced: Lab on <b>Friday</b>")).to_be_visible()
    admin.get_by_role("button", name="Pause").click()
    expect(admin.get_by_role("button", name="Go on")).to_be_visible()
    expect(team.get_by_text("The season is paused.")).to_be_visible()
    admin.get_by_role("button", name="Go on").click()
    expect(team.get_by_text("The season is paused.")).to_have_count(0)
    admin.get_by_role("button", name="Compare all").click()
    admin.locator("p", has_text="Zoe and Yan").get_by_role("button", name="Side by side").click()
    expect(admin.locator("pre", has_text="class Copy")).to_be_visible()
    assert violations_of(admin) == []
    row = admin.get_by_role("row", name="Zoe")
    row.get_by_role("button", name="Check again").click()
    expect(admin.get_by_text("Zoe: version 2 is checked again")).to_be_visible()
    admin.once("dialog", lambda dialog: dialog.accept("a copy"))
    row.get_by_role("button", name="Disqualify").click()
    expect(team.get_by_text("Disqualified: a copy")).to_be_visible()
    expect(team.get_by_text("playing", exact=True)).to_have_count(0)
    expect(team.get_by_label("hand in", exact=True)).to_have_count(0)
    row.get_by_role("button", name="Admit again").click()
    expect(team.get_by_text("playing", exact=True)).to_be_visible()
    team.get_by_role("button", name="Let this one play").click()
    first = team.locator(".version", has_text="v1")
    expect(first.get_by_text("playing", exact=True)).to_be_visible()
    expect(team.get_by_text("playing", exact=True)).to_have_count(1)
    team.once("dialog", lambda dialog: dialog.accept())
    team.get_by_role("button", name="Delete all data of my team").click()
    expect(team.get_by_label("Your name")).to_be_visible()
    assert host.ask("GET", "/me", token=token)[0] == 401
    expect(admin.get_by_role("row", name="Zoe")).to_have_count(0)
    team.context.close()
    admin.context.close()


SHAKY = (
    HONEST.replace("def act(self, view):", "def act(self, view):\n        self.count_coins(view)")
    + """
    def count_coins(self, view):
        if 0.25 < self.rng.random() < 0.275:
            print("lost count at", view.my_coins)
            raise ValueError("cannot count")
"""
)
"""Passes its check, whose matches are always the same, and fails now and then on the ladder."""
COUP = """
title = "Feedback"
game = "coup"
seats = 2
reference = ["random"]
[limits]
answer_seconds = 20.0
[ladder]
meeting_blocks = 40
[[round]]
name = "final"
deadline = 2099-01-22T08:00:00Z
blocks = 3
"""
SIZES = [(390, 844, "light"), (360, 640, "dark"), (1366, 768, "dark")]


class CoupHost(Host):
    """A season of Coup in which one team has played and has feedback and a fault."""

    season = COUP

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.token = self.enter("Ann", SHAKY)
        for _ in range(20):
            self.work(1)
            me = self.ask("GET", "/me", token=self.token)[1]
            if me.get("feedback") and me.get("faults"):
                break

    def end(self) -> None:
        """Move the deadline to this moment, as a host may, and play the round."""
        now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        self.competition.open(COUP.replace("2099-01-22T08:00:00Z", now))
        for _ in range(10):
            self.work(1)
            if self.competition.rounds()[0].phase == "finished":
                return


@pytest.fixture(scope="module")
def coup(tmp_path_factory) -> Iterator[CoupHost]:
    found = CoupHost(tmp_path_factory.mktemp("coup"))
    yield found
    found.close()


@pytest.mark.parametrize(("width", "height", "scheme"), SIZES)
def test_a_team_sees_what_to_improve(browser: Browser, coup: CoupHost, width: int, height: int, scheme):
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    context.add_init_script(f"localStorage.setItem('croupier.season.token', '{coup.token}')")
    page = context.new_page()
    page.goto(f"{coup.url}/season/me")
    panel = page.get_by_label("feedback")
    expect(panel.get_by_role("heading", name="What to improve")).to_be_visible()
    worst = coup.ask("GET", "/me", token=coup.token)[1]["feedback"]["costly"][0]
    expect(panel.get_by_text(f"Match {worst['match']}, move {worst['move']}:").first).to_be_visible()
    expect(panel.get_by_text(f"croupier pull {worst['match']}").first).to_be_visible()
    expect(panel.get_by_text("Cost:").first).to_be_visible()
    expect(panel.get_by_text("when it claims Duke, it has the card: 100%")).to_be_visible()
    expect(page.get_by_text("ValueError: cannot count (bot.py, line ").first).to_be_visible()
    expect(page.get_by_text("lost count at").first).to_be_visible()
    assert violations_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_rules_are_on_the_page(browser: Browser, host: Host):
    page = browser.new_page()
    page.goto(f"{host.url}/season")
    rules = page.get_by_label("rules")
    expect(rules.get_by_text("20 s for each answer, 60 s for a match, 512 MB of memory.")).to_be_visible()
    expect(rules.get_by_text("Points in final: 40 for a bot without faults, up to 40 for its place")).to_be_visible()
    rules.get_by_role("link", name="Season file").click()
    expect(page.get_by_text('title = "Test"')).to_be_visible()
    page.close()


def test_a_lost_token_is_replaced_by_the_host(browser: Browser, host: Host):
    token = host.enter("Xan", f"{POINTS}# of Xan")
    host.check_all()
    admin = sign_in(browser, host, width=1366)
    admin.once("dialog", lambda dialog: dialog.accept())
    admin.get_by_role("row", name="Xan").get_by_role("button", name="new token").click()
    expect(admin.get_by_text("New token of Xan person")).to_be_visible()
    fresh = admin.locator("code.token").inner_text()
    assert host.ask("GET", "/me", token=token)[0] == 401
    team = sign_in(browser, host, token)
    expect(team.get_by_role("alert").get_by_text("this token is not known")).to_be_visible()
    team.get_by_label("I have a token").fill(fresh)
    team.get_by_role("button", name="Enter").click()
    expect(team.get_by_role("heading", name="Xan")).to_be_visible()
    expect(team.get_by_role("alert")).to_have_count(0)
    with team.expect_download() as download:
        team.get_by_role("button", name="Download").click()
    assert contents(Path(download.value.path()).read_bytes()) == {"bot.py": f"{POINTS}# of Xan".encode()}
    admin.context.close()
    team.context.close()


def test_others_see_no_feedback(browser: Browser, coup: CoupHost):
    team = coup.ask("GET", "/me", token=coup.token)[1]["team"]
    page = browser.new_page()
    page.goto(f"{coup.url}/season/team/{team}")
    expect(page.get_by_label("head-to-heads")).to_be_visible()
    expect(page.get_by_label("feedback")).to_have_count(0)
    expect(page.get_by_text("cannot count")).to_have_count(0)
    page.close()


@pytest.mark.parametrize(("width", "height", "scheme"), SIZES)
def test_the_page_shows_the_result_of_the_final_and_its_proof(
    browser: Browser, coup: CoupHost, width: int, height: int, scheme
):
    before = coup.competition.rounds()[0]
    if before.phase != "finished":
        coup.end()
    state = coup.competition.rounds()[0]
    assert (state.phase, state.commitment) == ("finished", before.commitment)
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{coup.url}/season")
    page.get_by_role("button", name="Result").click()
    table = page.get_by_label("result of final")
    expect(table.get_by_role("row")).to_have_count(3)
    expect(table.get_by_role("row", name="Ann")).to_be_visible()
    _, result = coup.ask("GET", "/rounds/0")
    for place, row in enumerate(result["rows"], 1):
        shown = table.get_by_role("row").nth(place).inner_text().split("\t")
        assert shown[:3] == [str(place), row["name"], str(round(row["elo"]))]
    expect(page.get_by_text(f"Secret: {state.secret}")).to_be_visible()
    table.get_by_role("button", name="Ann").click()
    record = page.get_by_label("matches in final")
    expect(record.get_by_role("link", name="replay")).to_have_count(6)
    record.get_by_role("button", name="random").click()
    expect(record.get_by_role("heading", name="Ann against random")).to_be_visible()
    with context.expect_page() as opened:
        record.get_by_role("link", name="replay").first.click()
    expect(opened.value.get_by_role("button", name="Play", exact=True)).to_be_visible()
    opened.value.close()
    assert violations_of(page) == []
    record.get_by_role("button", name="Close").click()
    expect(record).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Proof").click()
    assert verify_bundle(Path(download.value.path())).problems == ()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
