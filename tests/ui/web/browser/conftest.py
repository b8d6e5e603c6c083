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
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
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


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For the tests of this folder: as long as Playwright is there, nothing else in this process can run a loop."""
    found = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("there is no chromium on this machine; croupier doctor says how to get one")
    if not (Path(str(files("croupier.ui.web"))) / "static" / "index.html").is_file():
        pytest.skip("the page is not built; make page builds it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[str]:
    """The address of a server with the page and a sixth game; it ends with the `with`."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}
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


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


@pytest.fixture
def desk(browser: Browser, address: str, contexts: list[BrowserContext]) -> Iterator[Any]:
    """Opens windows, each a browser of its own; none may have complained when the test is over."""
    complaints: list[str] = []

    def open_window(*, phone: bool = False, dark: bool = False, motion: bool = False) -> Desk:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return Desk(page, address)

    yield open_window
    assert not complaints
