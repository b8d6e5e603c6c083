"""Two whole matches as text, reviewed as diffs: a change of the rules, of an event's words or of a mask shows here.

Every event is told as the dealer knows it; below it stands what a seat that knows less is told instead. When the files
are meant to change: `GOLDEN=renew pytest tests/games/cuttle/test_golden.py`, then read the diff.
"""

import os
from pathlib import Path

import pytest

from croupier.games.cuttle import GAME
from croupier.games.cuttle.events import EVENT_TYPES
from croupier.kernel.decision import Decision
from croupier.kernel.luck import Luck
from croupier.match.core import Match

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ann", "Bob")
SEEDS = {"classic": 565, "online": 353}


def told(match: Match, luck: Luck) -> list[str]:
    """The match from its deal to its result, random moves by `luck`."""
    lines = happened(match)
    while (decision := match.ask()) is not None:
        move = chosen(decision, luck)
        lines.append(f"{len(match.steps) + 1}. {NAMES[decision.seat]}, {decision.question}: {move}")
        match.play(decision.index_of(move))
        lines += happened(match)
    result = match.result()
    lines.append(f"places {result.places}, scores {result.scores}, {result.ending}")
    for seat in (0, 1):
        lines += ["", f"what {NAMES[seat]} knows in the end", match.view(seat).text()]
    return lines


def chosen(decision: Decision, luck: Luck) -> str:
    """A random move; which one does not depend on the order in which the rules list them."""
    return luck.choice(sorted(str(move) for move in decision.moves))


def happened(match: Match) -> list[str]:
    lines = []
    for events in zip(match.happened(), match.happened(0), match.happened(1), strict=True):
        everything, *seats = (event.text(NAMES) for event in events)
        lines.append(f"   {everything}")
        lines += [f"      to {name}: {text}" for name, text in zip(NAMES, seats, strict=True) if text != everything]
    return lines


def a_match(rules: str) -> tuple[Match, Luck]:
    return Match(GAME, GAME.settings({"rules": rules}), NAMES, SEEDS[rules]), Luck(SEEDS[rules])


@pytest.mark.parametrize("rules", SEEDS)
def test_golden_match(rules: str) -> None:
    text = "\n".join(told(*a_match(rules))) + "\n"
    path = FOLDER / f"{rules}.txt"
    if os.environ.get("GOLDEN") == "renew":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_golden_matches_tell_every_kind_of_event_but_passing() -> None:
    kinds = set()
    for rules in SEEDS:
        match, luck = a_match(rules)
        while (decision := match.ask()) is not None:
            kinds |= {type(event) for event in match.happened()}
            match.play(decision.index_of(chosen(decision, luck)))
        kinds |= {type(event) for event in match.happened()}
    assert {kind.__name__ for kind in EVENT_TYPES.__args__} - {kind.__name__ for kind in kinds} <= {"Passed"}
