"""The option --game of `pytest --pyargs croupier.conformance`, as a plugin of pytest.

pytest reads options before it looks for the files of a package, so a conftest.py would come too late. It is apart from
that package so that loading it imports nothing.
"""

from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Add --game."""
    group = parser.getgroup("croupier")
    group.addoption("--game", action="append", metavar="NAME", help="Game to test; can be repeated. Default: all.")
