"""A line of the table that `croupier game-check` prints."""

from typing import Final

import msgspec

OK: Final = "ok"
MISSING: Final = "missing"
FAILS: Final = "FAIL"
SKIPPED: Final = "not checked"
OPTIONAL: Final = "optional"
PASS: Final = (OK, OPTIONAL)


class Row(msgspec.Struct, frozen=True):
    """One line of the table."""

    name: str
    status: str
    found: str
    step: str = ""
    """What to do about it."""
