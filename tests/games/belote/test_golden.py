"""A whole match as text, reviewed as a diff: a change of the rules, of an event's words or of a mask shows here.

Every event is told as the dealer knows it. When the file is meant to change: `GOLDEN=renew pytest
tests/games/belote/test_golden.py`, then read the diff.
"""

import os
from pathlib import Path

from croupier.games.belote import GAME
from croupier.games.belote.events import EVENT_TYPES, Dealt
from croupier.kernel.luck import Luck
from croupier.match.core import Match

PATH = Path(__file__).parent / "golden" / "match.txt"
NAMES = ("Ann", "Bob", "Cid", "Dan")
SEED = 2815
SETTINGS = {"target": 12}


def told(match: Match, luck: Luck) -> list[str]:
    """The match from its deal to its result, random moves by `luck`."""
    lines = happened(match)
    while (decision := match.ask()) is not None:
        # Which one does not depend on the order in which the rules list them.
        move = luck.choice(sorted(str(move) for move in decision.moves))
        lines.append(f"{len(match.steps) + 1}. {NAMES[decision.seat]}, {decision.question}: {move}")
        match.play(decision.index_of(move))
        lines += happened(match)
    result = match.result()
    lines.append(f"places {result.places}, scores {result.scores}, {result.ending}")
    for seat in range(4):
        lines += ["", f"what {NAMES[seat]} knows in the end", match.view(seat).text()]
    return lines


def happened(match: Match) -> list[str]:
    lines = []
    for everything, *seats in zip(match.happened(), *(match.happened(seat) for seat in range(4)), strict=True):
        lines.append(f"   {everything.text(NAMES)}")
        for seat, event in enumerate(seats):
            same = event == everything
            assert same == (not isinstance(everything, Dealt) or everything.seat == seat)
            assert same or event.text(NAMES) == f"{NAMES[everything.seat]} is dealt a card"
    return lines


def test_golden_match() -> None:
    text = "\n".join(told(Match(GAME, GAME.settings(SETTINGS), NAMES, SEED), Luck(SEED))) + "\n"
    if os.environ.get("GOLDEN") == "renew":
        PATH.write_text(text, encoding="utf-8")
    assert text == PATH.read_text(encoding="utf-8")


def test_the_golden_match_tells_every_kind_of_event() -> None:
    match, luck = Match(GAME, GAME.settings(SETTINGS), NAMES, SEED), Luck(SEED)
    told(match, luck)
    kinds = {type(event) for step in range(len(match.steps) + 1) for event in match.happened(step=step)}
    assert kinds == set(EVENT_TYPES.__args__)
