"""The pins of what is installed: each has hashes, none names where it was found, and both files say the same."""

import re
from pathlib import Path

import lock

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
ENTRIES = re.findall(r"^(\w[^\n]*?) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", LOCK, re.MULTILINE)


def test_every_pin_has_hashes() -> None:
    assert len(ENTRIES) == len(lock.pins(LOCK)) > 100
    rest = LOCK
    for name, hashes in ENTRIES:
        rest = rest.replace(f"{name} \\\n{hashes}", "", 1)
    assert rest == lock.LOCK_HEADER


def test_no_address_is_named() -> None:
    assert "://" not in LOCK
    assert "index" not in LOCK


def test_the_constraints_are_the_same_versions() -> None:
    assert (ROOT / "constraints.txt").read_text(encoding="utf-8") == lock.constraints(LOCK)


def test_the_lock_holds_all_that_pyproject_asks_for() -> None:
    pinned = {pin.partition("==")[0] for pin in lock.pins(LOCK)}
    asked = set(re.findall(r'^\s+"([a-z][\w-]*)(?:\[\w+\])?[><=]', (ROOT / "pyproject.toml").read_text(), re.MULTILINE))
    assert len(asked) > 25
    assert {name.replace("_", "-").lower() for name in asked} <= pinned
    assert set(lock.INSTALLERS) <= pinned
