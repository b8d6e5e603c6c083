"""Whole matches as text, reviewed as diffs: a change of the rules, of an event's words or of a mask shows here.

Every event is told as the dealer knows it; below it stands what seats that know less are told instead. When the files
are meant to change: `GOLDEN=renew pytest tests/games/test_golden.py`, then read the diff.
"""

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.games import find_game
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Decision
from croupier.kernel.event_bits import DEALER, redact
from croupier.match.match import Match

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ann", "Bob", "Cid", "Dan")


class Case(NamedTuple):
    game: str
    name: str
    seats: int
    seed: int
    settings: dict[str, Any]

    def match(self) -> tuple[Match, BotRandom]:
        game = find_game(self.game)
        return Match(game, game.settings(self.settings), NAMES[: self.seats], self.seed), BotRandom(self.seed)


CASES = [
    Case("belote", "match", 4, 2815, {"target": 12}),
    Case("bluff", "classic", 3, 7, {"hand_size": 4, "max_turns": 8}),
    Case("bluff", "team", 4, 7, {"mode": "team", "hand_size": 3, "max_turns": 5}),
    Case(
        "bluff",
        "chaos",
        2,
        7,
        {"mode": "chaos", "claim_order": "same-or-adjacent", "hand_size": 6, "rounds": 2, "max_turns": 6},
    ),
    Case("coup", "official", 3, 24, {"window": "official"}),
    Case("coup", "joint", 4, 11, {"window": "joint"}),
    Case("cuttle", "classic", 2, 565, {"rules": "classic"}),
    Case("cuttle", "online", 2, 353, {"rules": "online"}),
    Case("kittens", "four", 4, 1452, {}),
]
NOT_TOLD = {"bluff": {"Expelled"}, "cuttle": {"Passed"}}
"""The kinds of event that come in no match among these: somebody must misbehave, or have no move at all."""


def told(match: Match, luck: BotRandom) -> list[str]:
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


def chosen(decision: Decision, luck: BotRandom) -> str:
    """A random move, challenges being rarer; which one does not depend on the order in which the rules list them."""
    texts = sorted(str(move) for move in decision.moves)
    return luck.choice(texts + ["trust"] * 2 if "trust" in texts else texts)


def happened(match: Match) -> list[str]:
    lines, state, seats = [], match.state, match.table.seats
    events, names = match.game.events, match.table.names
    for event in [state.events[i] for i in range(state.n_events)]:
        everything = events[redact(event, DEALER, seats)].text(names)
        lines.append(f"   {everything}")
        others: dict[str, list[str]] = {}
        for seat, name in enumerate(names):
            shown = redact(event, seat, seats)
            text = events[shown].text(names) if shown else "nothing"
            if text != everything:
                others.setdefault(text, []).append(name)
        lines += [f"      to {', '.join(who)}: {text}" for text, who in others.items()]
    return lines


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.name}")
def test_golden_match(case: Case) -> None:
    text = "\n".join(told(*case.match())) + "\n"
    path = FOLDER / f"{case.game}-{case.name}.txt"
    if os.environ.get("GOLDEN") == "renew":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted({case.game for case in CASES}))
def test_the_golden_matches_tell_every_kind_of_event(name: str) -> None:
    kinds: set[str] = set()
    for case in CASES:
        if case.game == name:
            match, luck = case.match()
            told(match, luck)
            kinds |= {type(event).__name__ for event in match.course()}
    all_kinds = {kind.__name__ for kind in find_game(name).event_types.__args__}
    assert all_kinds - kinds <= NOT_TOLD.get(name, set())
