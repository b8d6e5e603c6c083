"""A bot is written in the page: first a bad one, then one that plays."""

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

BAD = """from croupier.games.cuttle import CuttleBot


class MyBot(CuttleBot):
    def select_move(self, view, legal_moves):
        return legal_moves[len(view.nothing)]
"""
UNREADABLE = "class MyBot(\n"


def write(window: Any, code: str) -> None:
    """Into the editor, as a person would: select all, paste."""
    editor = window.page.locator(".cm-content")
    editor.click()
    window.page.keyboard.press("Control+a")
    window.page.keyboard.press("Delete")
    window.page.evaluate(
        "([code]) => { const data = new DataTransfer(); data.setData('text/plain', code);"
        " document.activeElement.dispatchEvent("
        "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }",
        [code],
    )
    expect(editor).to_contain_text(code.strip().splitlines()[-1].strip())


def test_a_bad_bot_a_good_one_and_a_game_against_it(desk: Any) -> None:
    window = desk()
    page = window.page
    window.go("/workshop/cuttle")
    expect(page.locator(".cm-content")).to_contain_text("class MyBot")
    starter = "\n".join(page.evaluate("() => document.querySelector('.cm-content').innerText").split("\n"))
    assert "select_move" in starter

    write(window, UNREADABLE)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".failed").first).to_be_visible(timeout=120_000)
    expect(page.get_by_role("button", name="Play against it")).to_be_disabled()
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)

    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".cm-content")).to_contain_text("this wins")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".good")).to_have_text("All checks passed.", timeout=120_000)
    expect(page.get_by_label("check and play")).to_contain_text("in a sandbox (")
    window.picture("workshop")
    page.get_by_role("button", name="Play against it").click()
    expect(page.locator(".felt")).to_contain_text("MyBot")
    window.wait_for_question()

    # What was written is still there with its check, and goes to a battle of its own.
    page.go_back()
    expect(page.locator(".cm-content")).to_contain_text("this wins")
    expect(page.locator(".good")).to_be_visible()
    page.get_by_label("opponent").select_option("random")
    page.get_by_role("button", name="Battle").click()
    expect(page.locator(".pill")).to_have_text("finished", timeout=120_000)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # The two pairings in the cross table have the name in their labels too.
    expect(page.get_by_label("standings").get_by_role("cell", name="MyBot", exact=True)).to_have_count(1)
    expect(page.locator("main")).not_to_contain_text(".py")  # nor any folder of the server


def test_a_file_is_opened_in_the_editor_and_checked(desk: Any, tmp_path: Path) -> None:
    window = desk()
    page = window.page
    window.go("/workshop/cuttle")
    expect(page.locator(".cm-content")).to_contain_text("class MyBot")
    mine = tmp_path / "mine.py"
    mine.write_text(BAD)
    page.get_by_label("Open a file").set_input_files(mine)
    expect(page.locator(".cm-content")).to_contain_text("view.nothing")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".failed").first).to_contain_text("line 6", timeout=120_000)
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(page.locator(".bad").first).to_have_text("It plays, but some checks failed.")


def test_the_api_of_the_game_is_completed(desk: Any) -> None:
    window = desk()
    window.go("/workshop/cuttle")
    window.page.locator(".cm-content").click()
    window.page.keyboard.press("Control+End")
    window.page.keyboard.type("view.pile")
    expect(window.page.locator(".cm-tooltip-autocomplete")).to_contain_text("view.pile_size")
