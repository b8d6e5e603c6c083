"""A real browser before a real server: Debian's chromium, driven by Playwright."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from ui.web.browser.player import DESKTOP, PHONE, ROOT, Desk

HERE = Path(__file__).parent
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000
"""Milliseconds; for a machine that is busy with other things."""
expect.set_options(timeout=PATIENCE)
PASSWORD = "open sesame, please"


def chromium() -> str | None:
    """The path of a browser that is installed."""
    return next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For the tests of this folder: as long as Playwright is there, nothing else in this process can run a loop."""
    found = chromium()
    if found is None:
        pytest.skip("there is no chromium on this machine; croupier doctor says how to get one")
    if not (Path(str(files("croupier.ui.web"))) / "static" / "index.html").is_file():
        pytest.skip("the page is not built; make page builds it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def serving(folder: Path, *arguments: str, games: tuple[str, ...] = (), modules: tuple[str, ...] = ()) -> Iterator[str]:
    """The address of a server with the page, a sixth game and these of examples/; it ends with the `with`.

    `modules` have a GAME each, which takes the place of one of the same name.
    """
    paths = [ROOT / "src", ROOT / "tests", *(ROOT / "examples" / name / "src" for name in games)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "CROUPIER_TEST_GAMES": " ".join((*(name.replace("-", "_") for name in games), *modules)),
    }
    process = subprocess.Popen(
        [sys.executable, str(HERE / "serving.py"), "--db", str(folder / "runs.sqlite"), "--workers", "1", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env=environment,
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    try:
        found = re.search(r"http://\S+", said)
        assert found is not None, said + process.communicate(timeout=20)[0]
        yield found[0].rstrip("/")
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server of all these tests is."""
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def address_with_password(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path, "--token", PASSWORD) as found:
        yield found


class Windows:
    """The windows that tests have used, to be used again: a new one takes a second, an old one a third of that."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[bool, list[Window]] = {False: [], True: []}

    def take(self, *, phone: bool) -> "Window":
        """A window that no test uses, with nothing in its storage."""
        return self._free[phone].pop() if self._free[phone] else self.new(phone=phone)

    def new(self, *, phone: bool) -> "Window":
        context = self._browser.new_context(has_touch=phone)
        context.set_default_timeout(PATIENCE)
        return Window(context.new_page(), phone)

    def give_back(self, window: "Window", address: str) -> None:
        """Leave the page, then forget what it kept; closed is what was elsewhere."""
        if not window.page.url.startswith(address):
            window.page.context.close()
            return
        window.page.goto(address + Desk.EMPTY)
        window.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        window.page.context.clear_cookies()
        self._free[window.phone].append(window)

    def close(self) -> None:
        for window in [*self._free[False], *self._free[True]]:
            window.page.context.close()


class Window:
    """A page in a browser profile of its own, and the errors of its scripts."""

    def __init__(self, page: Page, phone: bool) -> None:
        self.page = page
        self.phone = phone
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Iterator[Windows]:
    kept = Windows(browser)
    yield kept
    kept.close()


@pytest.fixture
def desk(windows: Windows, address: str) -> Iterator[Any]:
    """Opens windows, each a browser of its own; none may have complained when the test is over.

    A test that adds listeners or routes to a page takes one that is used once.
    """
    taken: list[Window] = []
    once: list[Window] = []

    def open_window(*, phone: bool = False, dark: bool = False, motion: bool = False, used_once: bool = False) -> Desk:
        window = windows.new(phone=phone) if used_once else windows.take(phone=phone)
        (once if used_once else taken).append(window)
        window.page.set_viewport_size(PHONE if phone else DESKTOP)
        window.page.emulate_media(
            color_scheme="dark" if dark else "light", reduced_motion="no-preference" if motion else "reduce"
        )
        return Desk(window.page, address)

    yield open_window
    complaints = [each for window in [*taken, *once] for each in window.complaints]
    for window in once:
        window.page.context.close()
    for window in taken:
        if window.complaints:
            window.page.context.close()
        else:
            windows.give_back(window, address)
    assert not complaints
