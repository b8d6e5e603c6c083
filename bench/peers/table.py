"""The one table: what every package was measured to do, and which could not be."""

from collections.abc import Sequence
from typing import Any

HEAD = ("package", "what", "how", "games/s", "decisions/s", "time")
Row = tuple[str, str, str, str, str, str]


def rows(package: str, installed: dict[str, Any], told: Sequence[dict[str, Any]]) -> list[Row]:
    name = f"{package} {installed['version']}"
    both = installed["install"] + installed["first_game"]
    how = f"pip {installed['install']:.0f} s, then {installed['first_game']:.1f} s"
    first = (name, "from install to the end of the first game", how, "", "", f"{both:.0f} s")
    return [*(_row(name, one) for one in told), first]


def _row(name: str, told: dict[str, Any]) -> Row:
    if told["kind"] == "missing":
        return (name, told["game"], f"skipped: {told['reason']}", "", "", "")
    if told["kind"] == "time":
        return (name, told["game"], told["how"], "", "", duration(told["seconds"]))
    what = f"{told['game']}, {told['seats']} seats"
    return (name, what, told["how"], rate(told["games"]), rate(told["decisions"]), "")


def rate(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def duration(seconds: float) -> str:
    return f"{1e6 * seconds:,.0f} µs" if seconds < 0.001 else f"{1000 * seconds:,.1f} ms"


def markdown(table: Sequence[Row]) -> str:
    lines = ["| " + " | ".join(HEAD) + " |", "|---|---|---|--:|--:|--:|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in table)])
