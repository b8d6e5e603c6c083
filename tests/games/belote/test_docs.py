"""The example bot of Belote beats chance."""

from pathlib import Path

import croupier

JACKS = Path(__file__).parents[3] / "bots" / "belote" / "jacks.py"


def test_the_example_bot_beats_random() -> None:
    settings = {"cut": "fixed", "deals": 4}
    report = croupier.run("belote", [str(JACKS), "random"], n=200, seed=1, settings=settings, trust=True)
    first, second = report.standings.records
    assert first.win_rate > second.win_rate
    assert not first.faults
