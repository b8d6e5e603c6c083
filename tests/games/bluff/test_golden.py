"""Whole matches as text, reviewed as diffs: a change of the rules, of an event's words or of a mask shows here.

Below an event that not everybody is sent stands who is. When the files are meant to change:
`GOLDEN=renew pytest tests/games/bluff/test_golden.py`, then read the diff.
"""

import os
from pathlib import Path

import pytest

from croupier.games.bluff import GAME
from croupier.games.bluff.events import EVENT_TYPES
from croupier.kernel.decision import Decision
from croupier.kernel.events import PUBLIC
from croupier.kernel.luck import Luck
from croupier.match.core import Match

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ann", "Bob", "Cid", "Dan")
CASES = {
    "classic": (3, {"hand_size": 4, "max_turns": 8}),
    "team": (4, {"mode": "team", "hand_size": 3, "max_turns": 5}),
    "chaos": (2, {"mode": "chaos", "claim_order": "same-or-adjacent", "hand_size": 6, "rounds": 2, "max_turns": 6}),
}


def chosen(decision: Decision, luck: Luck) -> str:
    """A random move, challenges being rarer; which one does not depend on the order in which the rules list them."""
    texts = sorted(str(move) for move in decision.moves)
    if decision.question == "challenge":
        texts += ["trust"] * 2
    return luck.choice(texts)


def happened(match: Match) -> list[str]:
    everybody = list(match.happened(PUBLIC))
    lines = []
    for event in match.happened():
        told = [NAMES[seat] for seat in range(match.table.seats) if event in match.happened(seat)]
        only = "" if event in everybody else f"  (to {', '.join(told)})"
        lines.append(f"   {event.text(NAMES)}{only}")
    return lines


def told(match: Match, luck: Luck) -> list[str]:
    lines = happened(match)
    while (decision := match.ask()) is not None:
        move = chosen(decision, luck)
        lines.append(f"{len(match.steps) + 1}. {NAMES[decision.seat]}, {decision.question}: {move}")
        match.play(decision.index_of(move))
        lines += happened(match)
    result = match.result()
    lines.append(f"places {result.places}, scores {result.scores}, {result.ending}")
    for seat in range(match.table.seats):
        lines += ["", f"what {NAMES[seat]} knows in the end", match.view(seat).text()]
    return lines


def a_match(name: str) -> tuple[Match, Luck]:
    seats, values = CASES[name]
    return Match(GAME, GAME.settings(values), NAMES[:seats], 7), Luck(7)


@pytest.mark.parametrize("name", CASES)
def test_golden_match(name: str) -> None:
    text = "\n".join(told(*a_match(name))) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("GOLDEN") == "renew":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_golden_matches_tell_every_kind_of_event_but_expulsion() -> None:
    kinds = set()
    for name in CASES:
        match, luck = a_match(name)
        while (decision := match.ask()) is not None:
            kinds |= {type(event).__name__ for event in match.happened()}
            match.play(decision.index_of(chosen(decision, luck)))
        kinds |= {type(event).__name__ for event in match.happened()}
    assert {kind.__name__ for kind in EVENT_TYPES.__args__} - kinds == {"Expelled"}
