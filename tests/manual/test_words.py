"""What the pages name exists: commands with their options, make targets, files of the project."""

import re

import pytest
from manual.blocks import PAGES, ROOT

from croupier.ui.cli.app import load_command
from croupier.ui.cli.commands import COMMANDS

TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PAGES}
OPTIONS = {each.name: {opt for one in load_command(each).params for opt in one.opts} for each in COMMANDS}
EVERY = {"--help", "--version", "--install-completion"}


@pytest.mark.parametrize("page", TEXTS)
def test_every_command_and_option_exists(page: str) -> None:
    text = re.sub(r"\n *", " ", TEXTS[page].replace("\n$ ", "\n`$ ").replace("\n```", "`"))
    for name, rest in re.findall(r"croupier (?=[a-z])([a-z-]+)([^`|]*)", text):
        if name in OPTIONS:
            named = set(re.findall(r"(?<!\S)--[a-z-]+", rest.split(" $ ")[0]))
            unknown = named - OPTIONS[name] - EVERY
            assert not unknown, f"{page}: croupier {name} has no {', '.join(sorted(unknown))}"


def test_every_option_for_replays_with_a_bot_is_on_the_page_about_it() -> None:
    for option in ("--diff", "--continue", "--at", "--freeze", "--seat", "--match"):
        assert option in TEXTS["docs/authors.md"]


@pytest.mark.parametrize("page", TEXTS)
def test_every_make_target_and_path_exists(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", TEXTS[page])) <= targets
    for path in re.findall(r"`((?:src|tests|bots|bench|configs|scripts|docs)/[\w/.-]+)`", TEXTS[page]):
        if path.startswith("src/snap/"):  # the package that docs/your-own-game.md has its readers make
            continue
        there = path if "games/kuhn" not in path else "tests/kuhn"
        assert (ROOT / there).exists(), f"{page} names {path}"
