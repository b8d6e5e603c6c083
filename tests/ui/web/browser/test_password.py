"""A server with a password: the page asks for it once, and shows nothing before."""

from typing import Any

from playwright.sync_api import expect
from ui.web.browser.conftest import PASSWORD


def test_the_page_asks_for_the_password(desk: Any, address_with_password: str) -> None:
    window = desk()
    window.address = address_with_password
    page = window.page
    window.go("/?game=coup")
    expect(page.get_by_role("heading", name="This server has a password")).to_be_visible()
    expect(page.get_by_label("your table")).to_have_count(0)
    window.expect_for_everybody()
    page.get_by_label("Password").fill("guessed")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_contain_text("password")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_label("your table")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    assert window.wait_for_question() is not None
    # The cookie is for this browser, not for its scripts, and lasts over a reload; the password is in no address.
    assert PASSWORD not in page.evaluate("() => document.cookie + location.href + JSON.stringify({...localStorage})")
    page.reload()
    assert window.wait_for_question() is not None
    stranger = desk()
    stranger.page.goto(page.url)
    expect(stranger.page.get_by_label("Password")).to_be_visible()
    expect(stranger.page.locator(".felt")).to_have_count(0)
