"""Bots in the manner of those published for the other Belote engine play unchanged, and find nothing wrong."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from games.belote.http.published_bots import BOTS, META, SERVER

import croupier
from croupier.match.match import Match

NOTIFICATIONS = {"deal-started": 2, "card-played": 64, "trick-completed": 16, "deal-ended": 2, "match-ended": 1}
"""How often a session of two deals gets each."""


def install(folder: Path, name: str) -> Path:
    """A folder as the author publishes it."""
    (folder / "server.py").write_text(SERVER)
    (folder / "bot.py").write_text(BOTS[name])
    own = META.get(name, {})
    launch = {"fileName": sys.executable, "arguments": "server.py", **own.get("launch", {})}
    meta = {"name": name, "displayName": name.title(), "pun": "cards on the table", **own, "launch": launch}
    (folder / "bot.meta.json").write_text(json.dumps(meta, indent=2))
    return folder


def play(folder: Path, seats: int = 2, **settings: Any) -> Match:
    bots = [str(folder), "random"] if seats == 2 else [f"{folder}*2"]
    return croupier.play("belote", bots, "17", {"deals": 2, **settings}, trust=True)


@pytest.mark.parametrize("name", BOTS)
def test_it_plays_without_a_fault(name: str, tmp_path: Path) -> None:
    folder = install(tmp_path, name)
    match = play(folder, seats=4 if "partners" in name else 2)
    wrong = folder / "wrong"
    assert not wrong.exists(), wrong.read_text()
    assert not any(step.faults for step in match.steps)
    seen = json.loads((folder / "seen.json").read_text())
    seats = 4 if "partners" in name else 2
    assert seen["opened"] == seen["closed"] == seats
    assert seen["choose-card"] == seats * 16 * (2 if "overloaded" in name else 1)
    told = {kind.removeprefix("notify/"): number for kind, number in seen.items() if kind.startswith("notify/")}
    assert told == expected_news(name, seats)


def expected_news(name: str, seats: int) -> dict[str, int]:
    match name:
        case "stateless over HTTP/1.0, no notifications":
            return {}
        case "waits for the contract":
            return {"deal-started": 2 * seats, "negotiation-completed": 2 * seats}
        case "has no endpoint for news":
            return dict.fromkeys(NOTIFICATIONS, seats)
        case "is overloaded":
            return {"deal-started": seats, "card-played": 3 * seats}
        case _:
            return {kind: number * seats for kind, number in NOTIFICATIONS.items()}


def test_with_a_seed_it_plays_the_same_again(tmp_path: Path) -> None:
    folder = install(tmp_path, "has chance of its own")
    first, second = play(folder), play(folder)
    assert [step.move for step in first.steps] == [step.move for step in second.steps]
