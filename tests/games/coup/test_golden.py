"""Two whole matches as text, reviewed as diffs: a change of the rules, of an event's words or of a mask shows here.

Every event is told as the dealer knows it; below it stands what seats that know less are told instead. When the files
are meant to change: `GOLDEN=renew pytest tests/games/coup/test_golden.py`, then read the diff.
"""

import os
from pathlib import Path

import pytest
from games.coup.play import NAMES

from croupier.games.coup import GAME
from croupier.games.coup.events import EVENT_TYPES
from croupier.kernel.decision import Decision
from croupier.kernel.events import DEALER, redact
from croupier.kernel.luck import Luck
from croupier.match.core import Match

FOLDER = Path(__file__).parent / "golden"
TABLES = {"official": (3, 24), "joint": (4, 11)}


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
    for seat in range(match.table.seats):
        lines += ["", f"what {NAMES[seat]} knows in the end", match.view(seat).text()]
    return lines


def chosen(decision: Decision, luck: Luck) -> str:
    """A random move; which one does not depend on the order in which the rules list them."""
    return luck.choice(sorted(str(move) for move in decision.moves))


def happened(match: Match) -> list[str]:
    lines, state, seats = [], match.state, match.table.seats
    for event in [state.events[i] for i in range(state.n_events)]:
        everything = GAME.events[redact(event, DEALER, seats)].text(NAMES)
        lines.append(f"   {everything}")
        for seat in range(seats):
            shown = redact(event, seat, seats)
            text = GAME.events[shown].text(NAMES) if shown else "nothing"
            if text != everything:
                lines.append(f"      to {NAMES[seat]}: {text}")
    return lines


def a_match(window: str) -> tuple[Match, Luck]:
    seats, seed = TABLES[window]
    return Match(GAME, GAME.settings({"window": window}), NAMES[:seats], seed), Luck(seed)


@pytest.mark.parametrize("window", TABLES)
def test_golden_match(window: str) -> None:
    text = "\n".join(told(*a_match(window))) + "\n"
    path = FOLDER / f"{window}.txt"
    if os.environ.get("GOLDEN") == "renew":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_golden_matches_tell_every_kind_of_event() -> None:
    kinds = set()
    for window in TABLES:
        match, luck = a_match(window)
        while (decision := match.ask()) is not None:
            kinds |= {type(event).__name__ for event in match.happened()}
            match.play(decision.index_of(chosen(decision, luck)))
        kinds |= {type(event).__name__ for event in match.happened()}
    assert {kind.__name__ for kind in EVENT_TYPES.__args__} == kinds
