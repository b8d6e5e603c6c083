"""Statistics of Coup: who claimed what was not there, whose bluffs were caught, and who caught them.

Unchallenged claims are counted as well, so this reads the events as the dealer knows them: it is for after the match.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from croupier.games.coup.events import Acted, Blocked, Challenged, Dealt, Drew, Lost, Replaced, Returned, Shown
from croupier.games.coup.moves import Action, Character
from croupier.kernel.decision import Event, Result
from croupier.kernel.display.stats import Award, Counter, Counts, Stats, counting, per_match, percent, success_rate

_COUNTERS: Final = (
    Counter("claims"),
    Counter("bluffs"),
    Counter("bluffs_called", title="bluffs caught"),
    Counter("wrongly_challenged", title="true claims challenged"),
    Counter("challenges", Challenged),
    Counter("challenges_right", title="successful challenges"),
    Counter("blocks", Blocked),
    Counter("coups", Acted, when=lambda event: event.action is Action.COUP),
    Counter("assassinations", Acted, when=lambda event: event.action is Action.ASSASSINATE),
    Counter("influence_lost", Lost),
)


def _count_bluffs(events: Iterable[Event], result: Result, seats: list[dict[str, int]]) -> None:
    """Compare every claim with the hand of the one who makes it."""
    hands: list[list[Character]] = [[] for _ in seats]
    for event in events:
        match event:
            case Dealt() | Replaced():
                if event.character is not None:
                    hands[event.seat].append(event.character)
            case Drew():
                hands[event.seat] += event.characters or ()
            case Returned():
                for character in event.characters or ():
                    hands[event.seat].remove(character)
            case Shown() | Lost():
                hands[event.seat].remove(event.character)
            case Acted():
                if event.action.claims is not None:
                    _claim(seats[event.seat], event.action.claims in hands[event.seat])
            case Blocked():
                _claim(seats[event.seat], event.character in hands[event.seat])
            case Challenged():
                true = event.character in hands[event.target]
                seats[event.seat]["challenges_right"] += not true
                seats[event.target]["wrongly_challenged" if true else "bluffs_called"] += 1
            case _:
                pass


def _claim(seat: dict[str, int], true: bool) -> None:
    seat["claims"] += 1
    seat["bluffs"] += not true


def _uncaught(counts: Counts) -> int:
    return counts["bluffs"] - counts["bluffs_called"]


def _bluff_success(counts: Counts) -> str:
    return f"{_uncaught(counts) / counts['bluffs'] * 100:.1f} %" if counts["bluffs"] else "-"


def _course(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Every influence that was lost, and by what action it came to that."""
    lines: list[str] = []
    turn, acted = 0, ""
    for event in events:
        match event:
            case Acted():
                turn += 1
                acted = event.text(names)
            case Lost():
                lines.append(f"Turn {turn}: {acted}; {event.text(names)}")
            case _:
                pass
    return lines


STATS: Final = Stats(
    counting(*_COUNTERS, follow=_count_bluffs),
    per_match(*_COUNTERS)
    | {
        "bluff rate": percent("bluffs", "claims"),
        "bluff success": _bluff_success,
        "challenge accuracy": percent("challenges_right", "challenges"),
    },
    (
        Award(
            "Best bluffer",
            lambda counts: success_rate(_uncaught(counts), counts, "bluffs"),
            lambda counts: f"{_uncaught(counts)} of {counts['bluffs']} bluffs succeeded",
        ),
        Award(
            "Best detective",
            lambda counts: success_rate(counts["challenges_right"], counts, "challenges"),
            lambda counts: f"{counts['challenges_right']} of {counts['challenges']} challenges were right",
        ),
    ),
    _course,
)
