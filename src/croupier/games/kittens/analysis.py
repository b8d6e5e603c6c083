"""Post-game analysis: who exploded, who defused, who said nope, and who stole."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from croupier.games.kittens.events import (
    Defused,
    Drew,
    FivePlayed,
    Gave,
    KittenDrawn,
    Noped,
    PairPlayed,
    Played,
    Stole,
    TriplePlayed,
    WentOut,
)
from croupier.kernel.analysis import Analysis, Counts
from croupier.kernel.decision import Event, Result

_NAMES: Final = (
    "games",
    "explosions",
    "kittens_drawn",
    "defuses",
    "nopes",
    "cards_drawn",
    "cards_played",
    "combos_played",
    "steals",
    "favors_paid",
    "expulsions",
)
_PLAYS: Final[Mapping[type[Event], str]] = {
    KittenDrawn: "kittens_drawn",
    Defused: "defuses",
    Noped: "nopes",
    Drew: "cards_drawn",
    Played: "cards_played",
    PairPlayed: "combos_played",
    TriplePlayed: "combos_played",
    FivePlayed: "combos_played",
    Stole: "steals",
    Gave: "favors_paid",
}


def _count(events: Iterable[Event], result: Result) -> list[Counts]:
    seats = [dict.fromkeys(_NAMES, 0) | {"games": 1} for _ in result.places]
    for event in events:
        name = _PLAYS.get(type(event))
        if name is not None:
            seats[getattr(event, "seat")][name] += 1  # noqa: B009 - every class of the table has it
        elif type(event) is WentOut:
            seats[event.seat]["expulsions" if event.expelled else "explosions"] += 1
    return list(seats)


def _figures(counts: Counts) -> Mapping[str, str]:
    games, drawn = max(1, counts["games"]), counts["kittens_drawn"]
    shown = {f"{name.replace('_', ' ')} per match": f"{counts[name] / games:.2f}" for name in _NAMES[1:]}
    shown["kittens defused"] = f"{counts['defuses'] / drawn * 100:.1f} %" if drawn else "-"
    return shown


def _remarks(names: Sequence[str], all_counts: Sequence[Counts]) -> list[str]:
    """Who was saved most often, and who said nope most often."""
    found: list[str] = []
    for name, title in (("defuses", "Most defuses"), ("nopes", "Most nopes")):
        best = max(range(len(names)), key=lambda seat: all_counts[seat][name] / max(1, all_counts[seat]["games"]))
        if all_counts[best][name]:
            found.append(f"{title}: {names[best]} ({all_counts[best][name]})")
    return found


def _course(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Who went out, in this order, and how many cards had been drawn by then."""
    lines: list[str] = []
    drawn = 0
    for event in events:
        match event:
            case Drew() | KittenDrawn():
                drawn += 1
            case WentOut():
                how = "was taken out" if event.expelled else "exploded"
                lines.append(f"{names[event.seat]} {how} after {drawn} cards were drawn")
            case _:
                pass
    return lines


ANALYSIS: Final = Analysis(_count, _figures, _remarks, _course)
