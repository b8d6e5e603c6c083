"""A whole match as text, reviewed as a diff: a change of the rules, of an event's words or of a mask shows here.

Every event is told as the dealer knows it; below it stands what a spectator is told instead. When the file is meant to
change: `GOLDEN=renew pytest tests/games/kittens/test_golden.py`, then read the diff.
"""

import os
from pathlib import Path

from games.kittens.play import NAMES, dealt

from croupier.games.kittens.events import EVENT_TYPES
from croupier.kernel.events import PUBLIC
from croupier.kernel.luck import Luck
from croupier.match.core import Match

PATH = Path(__file__).parent / "golden" / "four.txt"
SEED = 1452


def told(match: Match, luck: Luck) -> list[str]:
    """The match from its deal to its result, random moves by `luck`."""
    lines = happened(match)
    while (decision := match.ask()) is not None:
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
    """What a spectator is not told at all stands in brackets."""
    open_events = [event.text(NAMES[:4]) for event in match.happened(PUBLIC)]
    lines: list[str] = []
    for event in match.happened():
        text = event.text(NAMES[:4])
        if type(event).__name__ in ("Dealt", "Chose", "Answered"):
            lines.append(f"   ({text})")
            continue
        public = open_events.pop(0)
        lines.append(f"   {text}")
        if public != text:
            lines.append(f"      to all: {public}")
    assert not open_events
    return lines


def test_golden_match() -> None:
    text = "\n".join(told(dealt(4, SEED).match, Luck(SEED))) + "\n"
    if os.environ.get("GOLDEN") == "renew":
        PATH.parent.mkdir(exist_ok=True)
        PATH.write_text(text, encoding="utf-8")
    assert text == PATH.read_text(encoding="utf-8")


def test_the_golden_match_tells_every_kind_of_event() -> None:
    match, luck = dealt(4, SEED).match, Luck(SEED)
    kinds = {type(event) for event in match.happened()}
    while (decision := match.ask()) is not None:
        match.play(decision.index_of(luck.choice(sorted(str(move) for move in decision.moves))))
        kinds |= {type(event) for event in match.happened()}
    assert {kind.__name__ for kind in EVENT_TYPES.__args__} == {kind.__name__ for kind in kinds}
