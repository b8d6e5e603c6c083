"""Post-game analysis: who claimed what he did not have, whose bluffs were called, and who called them rightly.

Unchallenged claims are counted as well, so this reads the events as the dealer knows them: it is for after the match.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from croupier.games.coup.events import Acted, Blocked, Challenged, Dealt, Drew, Lost, Replaced, Returned, Shown
from croupier.games.coup.moves import Action, Character
from croupier.kernel.analysis import Analysis, Counts
from croupier.kernel.decision import Event, Result

_CLAIMS: Final = {
    Action.TAX: Character.DUKE,
    Action.EXCHANGE: Character.AMBASSADOR,
    Action.ASSASSINATE: Character.ASSASSIN,
    Action.STEAL: Character.CAPTAIN,
}
_NAMES: Final = (
    "games",
    "claims",
    "bluffs",
    "bluffs_called",
    "wrongly_challenged",
    "challenges",
    "challenges_right",
    "blocks",
    "coups",
    "assassinations",
    "influence_lost",
)


def _count(events: Iterable[Event], result: Result) -> list[Counts]:
    seats = [dict.fromkeys(_NAMES, 0) | {"games": 1} for _ in result.places]
    hands: list[list[Character]] = [[] for _ in result.places]
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
            case Shown():
                hands[event.seat].remove(event.character)
            case Lost():
                hands[event.seat].remove(event.character)
                seats[event.seat]["influence_lost"] += 1
            case Acted():
                seats[event.seat]["coups"] += event.action is Action.COUP
                seats[event.seat]["assassinations"] += event.action is Action.ASSASSINATE
                if event.action in _CLAIMS:
                    _claim(seats[event.seat], _CLAIMS[event.action] in hands[event.seat])
            case Blocked():
                seats[event.seat]["blocks"] += 1
                _claim(seats[event.seat], event.character in hands[event.seat])
            case Challenged():
                true = event.character in hands[event.target]
                seats[event.seat]["challenges"] += 1
                seats[event.seat]["challenges_right"] += not true
                seats[event.target]["wrongly_challenged" if true else "bluffs_called"] += 1
            case _:
                pass
    return list(seats)


def _claim(seat: dict[str, int], true: bool) -> None:
    seat["claims"] += 1
    seat["bluffs"] += not true


def _figures(counts: Counts) -> Mapping[str, str]:
    games = max(1, counts["games"])
    return {
        **{f"{name.replace('_', ' ')} per match": f"{counts[name] / games:.2f}" for name in _NAMES[1:]},
        "bluff rate": _percent(counts["bluffs"], counts["claims"]),
        "bluffs called": _percent(counts["bluffs_called"], counts["bluffs"]),
        "challenge accuracy": _percent(counts["challenges_right"], counts["challenges"]),
    }


def _percent(part: int, whole: int) -> str:
    return f"{part / whole * 100:.1f} %" if whole else "-"


def _remarks(names: Sequence[str], all_counts: Sequence[Counts]) -> list[str]:
    """Who got away with most bluffs, and who saw through most."""
    found: list[str] = []
    order = range(len(names))
    stood = [(counts["bluffs"] - counts["bluffs_called"]) / max(1, counts["games"]) for counts in all_counts]
    best = max(order, key=lambda seat: stood[seat])
    if stood[best]:
        counts = all_counts[best]
        kept = counts["bluffs"] - counts["bluffs_called"]
        found.append(f"Best bluffer: {names[best]} ({kept} of {counts['bluffs']} bluffs stood)")
    seer = max(order, key=lambda seat: all_counts[seat]["challenges_right"] / max(1, all_counts[seat]["games"]))
    if all_counts[seer]["challenges_right"]:
        counts = all_counts[seer]
        found.append(
            f"Best detective: {names[seer]} ({counts['challenges_right']} of {counts['challenges']} challenges right)"
        )
    return found


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
                lines.append(f"Turn {turn}: {acted}; {names[event.seat]} loses the {event.character}")
            case _:
                pass
    return lines


ANALYSIS: Final = Analysis(_count, _figures, _remarks, _course)
