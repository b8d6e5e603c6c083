"""A season in a real browser: join, drop a bot, see it checked, and find it on the leaderboard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from season.conftest import CRASHES, POINTS
from ui.web.test_season import Host


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
    host.work(1)
    expect(page.get_by_text("IndexError")).to_be_visible(timeout=15_000)
    expect(page.get_by_text("Legal moves:")).to_be_visible()
    source = {"name": "better.py", "mimeType": "text/x-python", "buffer": f"{POINTS}# {width}".encode()}
    page.locator("input[type=file]").set_input_files(source)
    expect(page.get_by_text("Version 2 is being checked")).to_be_visible()
    for _ in range(6):
        host.work(1)
    expect(page.get_by_text("playing", exact=True)).to_be_visible(timeout=15_000)
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
